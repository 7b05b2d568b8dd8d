import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Sort } from '../sort';
import { texts } from '../texts';
import { SortHeader } from '../ui/table';
import { gridMove } from './grid-keys';
import type { TriageRow } from './names';
import { useRowSelection } from './use-row-selection';

/** A column. The keyboard reaches the content of a cell with Tab from its row. */
export interface Column {
  readonly name: string;
  readonly title: string;
  /** True if the list can be sorted by the column. */
  readonly isSortable?: boolean;
  readonly cell: (row: TriageRow, tabIndex: number) => ReactNode;
}

export interface GridSort {
  readonly sort: Sort<string>;
  readonly onSort: (sort: Sort<string>) => void;
}

interface TriageGridProps extends GridSort {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TriageRow[];
  readonly selected: ReadonlyMap<string, TriageRow>;
  readonly rowName: (row: TriageRow) => string;
  /** By keyboard shortcut. Each gets the selected rows, or the focused row if none is selected. */
  readonly actions: Readonly<Record<string, (rows: readonly TriageRow[]) => void>>;
  /** A change moves the focus to the first row, because the user asked for these rows. */
  readonly focusWhen: number;
  readonly onSelect: (selected: ReadonlyMap<string, TriageRow>) => void;
  readonly onOpen: (row: TriageRow) => void;
  /** Expands or collapses a row. Omitted: the rows have no more to show. */
  readonly onExpand?: (row: TriageRow, isExpanded: boolean) => void;
  readonly onHelp: () => void;
}

/**
 * A WAI-ARIA grid with focusable rows: Tab goes to the last focused row, the keys in grid-keys.ts move and select, and
 * further Tabs go through the content of the row.
 */
export function TriageGrid(props: TriageGridProps) {
  const { label, columns, rows, selected, rowName, actions, focusWhen, onSelect, onOpen, onExpand, onHelp } = props;
  const selection = useRowSelection(rows, selected, onSelect);
  const { body, stop, setCurrent, focusRow } = useRowFocus(rows, focusWhen);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target.closest('tbody > tr') : null;
    if (target === null) return;
    const isOnRow = target === event.target;
    const move = gridMove(event, { row: stop, rows: rows.length, isOnRow, actions: Object.keys(actions) });
    if (move === undefined) return;
    event.preventDefault();
    const row = rows[stop];
    switch (move.do) {
      case 'focus':
        if (move.extends) selection.extendTo(move.row, stop);
        else selection.endRange();
        setCurrent(move.row);
        focusRow(move.row);
        return;
      case 'toggle':
        return selection.toggle(stop);
      case 'open':
        return row === undefined ? undefined : onOpen(row);
      case 'expand':
      case 'collapse':
        return row === undefined ? undefined : onExpand?.(row, move.do === 'expand');
      case 'all':
        return selection.selectAll();
      case 'clear':
        return onSelect(new Map());
      case 'help':
        return onHelp();
      case 'action':
        return actions[move.key]?.(selected.size > 0 || row === undefined ? [...selected.values()] : [row]);
    }
  };

  return (
    <table className="table detections-table" role="grid" aria-label={label} aria-multiselectable onKeyDown={onKeyDown}>
      <GridHead
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        areAllSelected={selection.areAllSelected}
        onToggleAll={selection.toggleAll}
      />
      <tbody ref={body}>
        {rows.map((row, index) => (
          <GridRow
            key={row.id}
            row={row}
            name={rowName(row)}
            columns={columns}
            isSelected={selected.has(row.id)}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onSelect={(isRange) => (isRange ? selection.extendTo(index, stop) : selection.toggle(index))}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Keeps the focus on a row when the list changes. */
function useRowFocus(rows: readonly TriageRow[], focusWhen: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, rows.length - 1);
  const focusRow = (index: number) => body.current?.querySelectorAll<HTMLElement>(':scope > tr')[index]?.focus();
  useEffect(() => {
    if (focusWhen === 0) return;
    setCurrent(0);
    focusRow(0);
  }, [focusWhen]);

  // If the focused row is no longer in the list, the row in its place gets the focus.
  const isShown = useRef(false);
  useEffect(() => {
    if (isShown.current && document.activeElement === document.body) focusRow(stop);
    isShown.current = true;
  }, [rows]);
  return { body, stop, setCurrent, focusRow };
}

interface GridHeadProps extends GridSort {
  readonly columns: readonly Column[];
  readonly areAllSelected: boolean;
  readonly onToggleAll: () => void;
}

function GridHead({ columns, sort, onSort, areAllSelected, onToggleAll }: GridHeadProps) {
  const { selectAll } = texts.detections.list;
  return (
    <thead>
      <tr>
        <th scope="col" className="detections-select select-cell operable">
          <label>
            <input type="checkbox" checked={areAllSelected} onChange={onToggleAll} />
            <span className="detections-select-all">{selectAll}</span>
          </label>
        </th>
        {columns.map(({ name, title, isSortable }) =>
          isSortable === true ? (
            <SortHeader key={name} column={name} label={title} isDescendingFirst sort={sort} onSort={onSort} />
          ) : (
            <th scope="col" key={name}>
              {title}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

interface GridRowProps {
  readonly row: TriageRow;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onSelect: (isRange: boolean) => void;
}

function GridRow({ row, name, columns, isSelected, tabIndex, onFocus, onSelect }: GridRowProps) {
  return (
    <tr role="row" tabIndex={tabIndex} aria-selected={isSelected} onFocus={onFocus}>
      <td role="gridcell" className="detections-select select-cell">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={texts.detections.list.select(name)}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </td>
      {columns.map((column) => (
        <td role="gridcell" key={column.name} data-label={column.title}>
          {column.cell(row, tabIndex)}
        </td>
      ))}
    </tr>
  );
}

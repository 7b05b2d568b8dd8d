import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../texts';
import { gridMove } from './grid-keys';
import type { TriageRow } from './names';

/** A column; what is in it can be reached with Tab from its row alone. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: TriageRow, tabIndex: number) => ReactNode;
}

interface TriageGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TriageRow[];
  readonly selected: ReadonlyMap<string, TriageRow>;
  readonly rowName: (row: TriageRow) => string;
  /** By key: what it does with the rows that are selected, or else with that which has the focus. */
  readonly actions: Readonly<Record<string, (rows: readonly TriageRow[]) => void>>;
  /** Another one: the first row gets the focus, because somebody asked for these rows. */
  readonly focusWhen: number;
  readonly onSelect: (selected: ReadonlyMap<string, TriageRow>) => void;
  readonly onOpen: (row: TriageRow) => void;
  readonly onHelp: () => void;
}

/**
 * A grid of WAI-ARIA with rows as stops: one Tab leads to the row that had the focus last, the keys of grid-keys.ts move
 * and select, the next Tabs lead through what is in the row.
 */
export function TriageGrid(props: TriageGridProps) {
  const { label, columns, rows, selected, rowName, actions, focusWhen, onSelect, onOpen, onHelp } = props;
  const { list: t } = texts.detections;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, rows.length - 1);
  /** Where a selection with Shift began. */
  const anchor = useRef<number>();

  const focusRow = (index: number) => body.current?.querySelectorAll<HTMLElement>(':scope > tr')[index]?.focus();
  useEffect(() => {
    if (focusWhen === 0) return;
    setCurrent(0);
    focusRow(0);
  }, [focusWhen]);

  // What had the focus is not in the list any more: what stands in its place has it then.
  const isShown = useRef(false);
  useEffect(() => {
    if (isShown.current && document.activeElement === document.body) focusRow(stop);
    isShown.current = true;
  }, [rows]);

  const toggle = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    const next = new Map(selected);
    if (!next.delete(row.id)) next.set(row.id, row);
    anchor.current = index;
    onSelect(next);
  };
  const extendTo = (index: number) => {
    const from = anchor.current ?? stop;
    anchor.current = from;
    const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    onSelect(new Map([...selected, ...range.map((row) => [row.id, row] as const)]));
  };
  const selectAll = () => onSelect(new Map([...selected, ...rows.map((row) => [row.id, row] as const)]));

  const onKeyDown = (event: KeyboardEvent) => {
    const onRow = event.target instanceof Element ? event.target.closest('tbody > tr') : null;
    if (onRow === null) return;
    const isOnRow = onRow === event.target;
    const move = gridMove(event, { row: stop, rows: rows.length, isOnRow, actions: Object.keys(actions) });
    if (move === undefined) return;
    event.preventDefault();
    switch (move.do) {
      case 'focus':
        if (move.extends) extendTo(move.row);
        else anchor.current = undefined;
        setCurrent(move.row);
        focusRow(move.row);
        return;
      case 'toggle':
        toggle(stop);
        return;
      case 'open': {
        const row = rows[stop];
        if (row !== undefined) onOpen(row);
        return;
      }
      case 'all':
        selectAll();
        return;
      case 'clear':
        onSelect(new Map());
        return;
      case 'help':
        onHelp();
        return;
      case 'action': {
        const row = rows[stop];
        actions[move.key]?.(selected.size > 0 || row === undefined ? [...selected.values()] : [row]);
      }
    }
  };

  const areAllSelected = rows.every(({ id }) => selected.has(id));
  return (
    <table className="table detections-table" role="grid" aria-label={label} aria-multiselectable onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col" className="detections-select">
            <input
              type="checkbox"
              aria-label={t.selectAll}
              checked={areAllSelected}
              onChange={() => {
                if (!areAllSelected) selectAll();
                else onSelect(new Map([...selected].filter(([id]) => !rows.some((row) => row.id === id))));
              }}
            />
          </th>
          {columns.map(({ name, title }) => (
            <th scope="col" key={name}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => {
          const tabIndex = index === stop ? 0 : -1;
          return (
            <tr
              key={row.id}
              role="row"
              tabIndex={tabIndex}
              aria-selected={selected.has(row.id)}
              onFocus={() => setCurrent(index)}
            >
              <td role="gridcell" className="detections-select">
                <input
                  type="checkbox"
                  tabIndex={tabIndex}
                  aria-label={t.select(rowName(row))}
                  checked={selected.has(row.id)}
                  onChange={({ nativeEvent }) => {
                    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) extendTo(index);
                    else toggle(index);
                  }}
                />
              </td>
              {columns.map(({ name, title, cell }) => (
                <td role="gridcell" key={name} data-label={title}>
                  {cell(row, tabIndex)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

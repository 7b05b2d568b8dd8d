import { useRef } from 'react';
import type { TriageRow } from './names';

type Selection = ReadonlyMap<string, TriageRow>;

/** Selects rows of a list one by one, in a range with Shift, or all. */
export function useRowSelection(
  rows: readonly TriageRow[],
  selected: Selection,
  onSelect: (selected: Selection) => void,
) {
  /** The row where a range starts. */
  const anchor = useRef<number>();
  const add = (added: readonly TriageRow[]) =>
    onSelect(new Map([...selected, ...added.map((row) => [row.id, row] as const)]));
  const selectAll = () => add(rows);
  const areAllSelected = rows.every(({ id }) => selected.has(id));
  return {
    areAllSelected,
    selectAll,
    toggleAll: () => {
      if (!areAllSelected) selectAll();
      else onSelect(new Map([...selected].filter(([id]) => !rows.some((row) => row.id === id))));
    },
    toggle: (index: number) => {
      const row = rows[index];
      if (row === undefined) return;
      const next = new Map(selected);
      if (!next.delete(row.id)) next.set(row.id, row);
      anchor.current = index;
      onSelect(next);
    },
    /** @param current the row that starts the range if none has started */
    extendTo: (index: number, current: number) => {
      const from = anchor.current ?? current;
      anchor.current = from;
      add(rows.slice(Math.min(from, index), Math.max(from, index) + 1));
    },
    endRange: () => {
      anchor.current = undefined;
    },
  };
}

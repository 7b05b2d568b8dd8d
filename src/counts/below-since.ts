import * as z from 'zod';
import { storedDocument } from '../platform/stored-document';

/** The pages below their required level, by the day (UTC) on which each was first counted as such. */

export const BELOW_ROW = storedDocument(z.record(z.iso.date(), z.int().min(0)), {
  entity: 'count',
  key: 'below-since',
  initial: {},
  unreadable: 'absent',
});

type Days = Readonly<Record<string, number>>;

/** @param moves the day of each page before and after. Undefined: the page is not below its level */
export function withMoved(days: Days, moves: readonly (readonly [string | undefined, string | undefined])[]): Days {
  const sums = new Map(Object.entries(days));
  const add = (day: string | undefined, count: number) => {
    if (day !== undefined) sums.set(day, (sums.get(day) ?? 0) + count);
  };
  for (const [before, after] of moves) {
    add(before, -1);
    add(after, 1);
  }
  return Object.fromEntries([...sums].filter(([, count]) => count > 0));
}

/** The number of pages whose day is after one day and up to another one. */
export function countBelow(days: Days, after: string, to: string): number {
  return Object.entries(days).reduce((sum, [day, count]) => (day > after && day <= to ? sum + count : sum), 0);
}

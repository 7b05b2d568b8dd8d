import type * as z from 'zod';
import {
  CURSOR_LIFETIME_MS,
  type CursorOwner,
  type CursorQuestion,
  readCursor,
  writeCursor,
} from '../keys/sealed-cursor';
import type { Position } from '../platform/rows-by-time';
import { Problem } from './problem';

/** The cursors of the API's lists (../keys/sealed-cursor.ts). Each belongs to one line of keys. */

export interface Cursors {
  /** @param lifetimeMs how long the cursor is valid. Default: one day. */
  write(position: Position, question: CursorQuestion, lifetimeMs?: number): string;
  /**
   * @param parameter the parameter that contained the cursor, for the problem
   * @throws Problem 400 INVALID_CURSOR, EXPIRED_CURSOR
   */
  read(cursor: string, question: CursorQuestion, parameter?: string): Position;
}

/** The problems of an operation with cursors. */
export const CURSOR_PROBLEMS = ['INVALID_CURSOR', 'EXPIRED_CURSOR'] as const;

/**
 * Identifies a list: its route and everything that its query filters by, so that no filter is forgotten. The filters
 * are in the order of their schema. Add a new one at the end, because open cursors contain this order. Several values of
 * a filter have no order, and the platform does not keep it.
 */
export function questionOf(
  operationId: string,
  filters: z.ZodObject,
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
): CursorQuestion {
  const names = Object.keys(filters.shape).filter((name) => name !== 'limit' && name !== 'cursor');
  const values = names.map((name) => given[name]);
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return [operationId, ...values.slice(0, count).map((value) => value && [...new Set([value].flat())].sort().join())];
}

/** @param owner its reader is the line of the key */
export function cursorsOf(owner: CursorOwner): Cursors {
  return {
    write: (position, question, lifetimeMs = CURSOR_LIFETIME_MS) =>
      writeCursor(position, { ...owner, question }, lifetimeMs),
    read: (cursor, question, parameter = 'cursor') => {
      const position = readCursor(cursor, { ...owner, question });
      if (position === 'invalid') throw refused('INVALID_CURSOR', parameter);
      if (position === 'expired') throw refused('EXPIRED_CURSOR', parameter);
      return position;
    },
  };
}

function refused(code: (typeof CURSOR_PROBLEMS)[number], parameter: string): Problem {
  const detail =
    'A cursor belongs to its key and the keys that replace it, its route and its filters, and is good for a limited time. Start again without it.';
  return new Problem(code, { errors: [{ code, detail, parameter }] });
}

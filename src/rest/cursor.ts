import {
  CURSOR_LIFETIME_MS,
  type CursorOwner,
  type CursorQuestion,
  readCursor,
  writeCursor,
} from '../keys/sealed-cursor';
import type { Position } from '../platform/newest-first';
import { Problem } from './problem';

/** The cursors of the API's lists (../keys/sealed-cursor.ts): each belongs to one key. */

export interface Cursors {
  /** @param lifetimeMs for how long it can be read; a day if left out */
  write(position: Position, question: CursorQuestion, lifetimeMs?: number): string;
  /**
   * @param parameter in which it came, for the problem
   * @throws Problem 400 INVALID_CURSOR, EXPIRED_CURSOR
   */
  read(cursor: string, question: CursorQuestion, parameter?: string): Position;
}

type KeyOwner = Omit<CursorOwner, 'readerId'> & { readonly keyId: string };

export function cursorsOf({ keyId: readerId, ...others }: KeyOwner): Cursors {
  const owner = { ...others, readerId };
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

function refused(code: 'INVALID_CURSOR' | 'EXPIRED_CURSOR', parameter: string): Problem {
  const detail =
    'A cursor belongs to its key, its route and its filters, and is good for a limited time. Start again without it.';
  return new Problem(code, { errors: [{ code, detail, parameter }] });
}

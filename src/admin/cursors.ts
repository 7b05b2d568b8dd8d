import { type CursorQuestion, readCursor, writeCursor } from '../keys/sealed-cursor';
import type { Position } from '../platform/rows-by-time';
import { requirePeppers } from './keys/require-peppers';
import type { AdminRequest } from './operation';
import { Refusal } from './result';

/**
 * The cursors of lists that omit rows the admin may not see. They are sealed and encrypted like those of the API
 * (../keys/sealed-cursor.ts), because the row after which a list continues may be an omitted one.
 */

type Reader = Pick<AdminRequest, 'accountId' | 'installationId' | 'now' | 'peppers'>;

/** @throws Refusal PEPPER_MISSING */
export function writeListCursor(request: Reader, position: Position, question: CursorQuestion): string {
  return writeCursor(position, { ...ownerOf(request), question });
}

/** @returns undefined without a cursor: the list starts. @throws Refusal INVALID_CURSOR, PEPPER_MISSING */
export function readListCursor(
  request: Reader,
  cursor: string | undefined,
  question: CursorQuestion,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor, { ...ownerOf(request), question });
  if (position !== 'invalid' && position !== 'expired') return position;
  throw new Refusal(
    'INVALID_CURSOR',
    'Your position in the list has expired or doesn’t match the filters. Reload the list.',
  );
}

function ownerOf(reader: Reader) {
  const { accountId, installationId, now } = reader;
  return { peppers: requirePeppers(reader), installationId, readerId: accountId, now };
}

import * as z from 'zod';
import { type CsvColumns, csvPart } from '../../platform/csv';
import type { Levels } from '../../classification/level-store';
import { readLevels } from '../../classification/level-store';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { type FileNames, readFileNames } from './names-in-file';
import type { AdminRequest } from '../operation';

/** Exports a list as CSV. The parts joined together are one file. */

/** The cursor of a list without filters: the time, or the page, and the key of the last row of the previous part. */
export const exportInput = z.strictObject({
  cursor: z
    .string()
    .regex(/^(?:[0-9-]{10}T[0-9:.]{12}Z|[0-9]{1,19}) [0-9a-f-]{0,36}$/, { error: 'must be a cursor of this list' })
    .optional(),
});

/** A part of a CSV file. */
export interface CsvPart {
  /** Starts with a header line, unless it continues from a cursor, so that the parts joined together are one file. */
  readonly csv: string;
  readonly rows: number;
  readonly unreadable: number;
  /** The cursor of the next part; omitted: no more entries. */
  readonly cursor?: string;
  /** Present only with a cursor, in a list by time. Everything newer than this instant has been exported. */
  readonly searchedBackTo?: string;
}

interface Exported<T> {
  readonly columns: CsvColumns<[T, FileNames, Levels]>;
  readonly list: (
    storage: Pick<Storage, 'list'>,
    question: { readonly now: Date; readonly after: Position | undefined; readonly limit: number },
  ) => Promise<ListedRows<T | 'unreadable'>>;
  /** The entries as the admin can see them. Default: unchanged. */
  readonly show?: (request: AdminRequest, entries: readonly T[]) => Promise<readonly T[]>;
  /** The subjects whose names `readFileNames` reads. */
  readonly subjectsOf: (entry: T) => readonly string[];
  /** Default: as `positionOf` reads it. */
  readonly cursorOf?: (position: Position) => string;
}

/** The limits for one response, which must arrive within the platform's time limit and 5 MB. */
const MAX_EXPORTED = 1_000;
const MAX_EXPORTED_BYTES = 2_000_000;
const EXPORTED_AT_ONCE = 100;

/**
 * @param after the position after the previous part. Undefined: the first part.
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function exportInParts<T extends object>(
  request: AdminRequest,
  after: Position | undefined,
  { columns, list, show = (_request, all) => Promise.resolve(all), subjectsOf, cursorOf = writePosition }: Exported<T>,
): Promise<CsvPart> {
  const levels = await readLevels(request.storage, request.installationId);
  let next = after;
  const shown: T[] = [];
  let unreadable = 0;
  do {
    const part = await list(request.storage, { now: request.now, after: next, limit: EXPORTED_AT_ONCE });
    const entries = part.items.filter((item) => item !== 'unreadable');
    shown.push(...(await show(request, entries)));
    unreadable += part.items.length - entries.length;
    next = part.next;
    // A short page used all reads that one call should make, or is the last one.
    if (part.items.length < EXPORTED_AT_ONCE) break;
  } while (next && shown.length < MAX_EXPORTED && Buffer.byteLength(JSON.stringify(shown)) < MAX_EXPORTED_BYTES);
  const nameOf = await readFileNames(request, levels, shown.flatMap(subjectsOf));
  return {
    csv: csvPart(columns, shown, after === undefined, nameOf, levels),
    rows: shown.length,
    unreadable,
    ...(next === undefined ? {} : { cursor: cursorOf(next) }),
    ...(next === undefined || next.time === next.key ? {} : { searchedBackTo: next.time }),
  };
}

export function positionOf({ cursor }: z.output<typeof exportInput>): Position | undefined {
  const [time, key = ''] = cursor?.split(' ') ?? [];
  return time === undefined ? undefined : { time, key };
}

function writePosition({ time, key }: Position): string {
  return `${time} ${key}`;
}

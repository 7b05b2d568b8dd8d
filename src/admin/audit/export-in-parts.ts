import * as z from 'zod';
import { csvLine } from '../../platform/csv';
import type { Levels } from '../../classification/level-store';
import { readLevels } from '../../classification/level-store';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { type FileNames, readFileNames } from './names-in-file';
import type { AdminRequest } from '../operation';
import { readInput } from '../result';

/** Exports a list as CSV. The parts joined together are one file. */

/** The position after the previous part: the time, or the page, and the key of its last row. */
export const exportInput = z.strictObject({
  cursor: z
    .string()
    .regex(/^(?:[0-9-]{10}T[0-9:.]{12}Z|[0-9]{1,19}) [0-9a-f-]{0,36}$/, { error: 'must be a cursor of this list' })
    .optional(),
});

/** A part of a CSV file. */
export interface CsvPart {
  /** Starts with a header line, unless it continues from a cursor: the parts joined together are one file. */
  readonly csv: string;
  readonly rows: number;
  readonly unreadable: number;
  /** The cursor of the next part; omitted: no more entries. */
  readonly cursor?: string;
  /** Only with a cursor, in a list by time: everything newer than this instant has been exported. */
  readonly searchedBackTo?: string;
}

interface Exported<T> {
  readonly columns: readonly string[];
  readonly list: (
    storage: Pick<Storage, 'list'>,
    question: { readonly now: Date; readonly after: Position | undefined; readonly limit: number },
  ) => Promise<ListedRows<T | 'unreadable'>>;
  /** The entries as the admin can see them. Default: unchanged. */
  readonly show?: (request: AdminRequest, entries: readonly T[]) => Promise<readonly T[]>;
  /** The subjects whose names `readFileNames` reads. */
  readonly subjectsOf: (entry: T) => readonly string[];
  readonly cellsOf: (entry: T, levels: Levels, nameOf: FileNames) => readonly string[];
}

/** The limit for one response, which must arrive within the platform's time limit. */
const MAX_EXPORTED = 1_000;
const EXPORTED_AT_ONCE = 100;

/** @throws Refusal, StorageUnavailableError, CorruptRecordError */
export async function exportInParts<T extends object>(
  request: AdminRequest,
  payload: unknown,
  { columns, list, show = (_request, all) => Promise.resolve(all), subjectsOf, cellsOf }: Exported<T>,
): Promise<CsvPart> {
  const { cursor } = readInput(exportInput, payload);
  const levels = await readLevels(request.storage, request.installationId);
  let after = cursor === undefined ? undefined : toPosition(cursor);
  const isFirst = after === undefined;
  const shown: T[] = [];
  let rows = 0;
  let unreadable = 0;
  do {
    const { items, next } = await list(request.storage, { now: request.now, after, limit: EXPORTED_AT_ONCE });
    const entries = items.filter((item) => item !== 'unreadable');
    shown.push(...(await show(request, entries)));
    rows += entries.length;
    unreadable += items.length - entries.length;
    after = next;
    // A short page used all reads that one call should make, or is the last one.
    if (items.length < EXPORTED_AT_ONCE) break;
  } while (after !== undefined && rows < MAX_EXPORTED);
  const nameOf = await readFileNames(request, levels, shown.flatMap(subjectsOf));
  return {
    csv: [...(isFirst ? [columns] : []), ...shown.map((entry) => cellsOf(entry, levels, nameOf))].map(csvLine).join(''),
    rows,
    unreadable,
    ...(after === undefined ? {} : { cursor: `${after.time} ${after.key}` }),
    ...(after === undefined || after.time === after.key ? {} : { searchedBackTo: after.time }),
  };
}

function toPosition(cursor: string): Position {
  const [time = '', key = ''] = cursor.split(' ');
  return { time, key };
}

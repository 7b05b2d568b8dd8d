import * as z from 'zod';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Row, RowWrite, Storage } from '../platform/storage';
import { storedRecord } from '../platform/stored-rows';
import { partsOf } from '../platform/parts';

/**
 * Lists that belong to a run and do not fit into its row, such as pages and results: entity `job`, rows of a fixed
 * number of items. Commit the writes together with the run. They need no condition of their own, because nothing else
 * writes these rows.
 */

const ENTITY = 'job';

export interface ItemRows<T> {
  /** @param row from 0 */
  readonly keyOf: (runId: string, row: number) => string;
  readonly itemsPerRow: number;
  /** The data of a row. */
  readonly schema: z.ZodType<readonly T[]>;
  readonly format: (items: readonly T[]) => unknown;
  /** As for the rows of the runs. */
  readonly keepDays: number;
  /**
   * True if a row may be absent because it has no items yet. If not, an absent row is corrupt. Set it only if all items fit
   * into one row, which is read with strict consistency.
   */
  readonly mayBeAbsent: boolean;
}

const rowValue = storedRecord({ data: z.unknown() });

/** @param from the position of the first item; starts a row */
export function writeItems<T>(
  { keyOf, itemsPerRow, format, keepDays }: ItemRows<T>,
  runId: string,
  from: number,
  items: readonly T[],
): readonly RowWrite[] {
  return partsOf(items, itemsPerRow).map((part, index) => {
    const key = keyOf(runId, from / itemsPerRow + index);
    return { entity: ENTITY, key, value: { v: 1, rev: 1, data: format(part) }, keepDays };
  });
}

/**
 * Reads the stored items from one position to before another, with strict consistency, because a step adds its items to
 * the ones it read.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readItems<T>(
  storage: Pick<Storage, 'readMany'>,
  rows: ItemRows<T>,
  runId: string,
  from: number,
  to: number,
): Promise<readonly T[]> {
  if (to <= from) return [];
  const { keyOf, itemsPerRow } = rows;
  const first = Math.floor(from / itemsPerRow);
  const keys = Array.from({ length: Math.ceil(to / itemsPerRow) - first }, (_, n) => keyOf(runId, first + n));
  const names = keys.map((key) => ({ entity: ENTITY, key }) as const);
  const read = await storage.readMany(names, 'exact');
  const items = keys.flatMap((key, n) => parseRow(rows, key, read[n]));
  return items.slice(from - first * itemsPerRow, to - first * itemsPerRow);
}

function parseRow<T>({ schema, mayBeAbsent }: ItemRows<T>, key: string, row: Row | undefined): readonly T[] {
  if (mayBeAbsent && row?.value === undefined) return [];
  const value = rowValue.safeParse(row?.value);
  const items = schema.safeParse(value.data?.data);
  if (!items.success) throw new CorruptRecordError(ENTITY, key);
  return items.data;
}

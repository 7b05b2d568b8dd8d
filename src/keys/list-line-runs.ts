import * as z from 'zod';
import { listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { lineListOf } from './key-line';
import type { ApiKey } from './model';

interface LineQuery<T> {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
  /** The item to list for a row of entity `job`; undefined = the row is omitted. */
  readonly pick: (rowKey: string, value: unknown) => T | undefined;
}

export interface LineRunQuery<T> extends LineQuery<T> {
  readonly of: 'jobs' | 'redactions';
}

/** The jobs or the redactions of the key's line, newest first. @throws StorageUnavailableError */
export function listLineRuns<T>(
  storage: Pick<Storage, 'list'>,
  key: ApiKey,
  { of, ...query }: LineRunQuery<T>,
): Promise<ListedRows<T>> {
  return listRunsOfLine(storage, lineListOf(key, of), query);
}

/** @param lineList a partition of the index `by-line`. @throws StorageUnavailableError */
export function listRunsOfLine<T>(
  storage: Pick<Storage, 'list'>,
  lineList: string,
  { now, after, limit, pick }: LineQuery<T>,
): Promise<ListedRows<T>> {
  const period = periodOf(now);
  return listNewestFirst(storage, {
    entity: 'job',
    sources: [{ index: 'by-line', partition: lineList, from: period.from }],
    ...period,
    after,
    limit,
    time: 'createdAt',
    schema: z.unknown(),
    pick,
  });
}

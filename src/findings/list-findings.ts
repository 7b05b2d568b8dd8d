import * as z from 'zod';
import type { Category, Severity } from '../detection/detector';
import {
  type ListedRows,
  listNewestFirst,
  listOldestFirst,
  periodOf,
  type Position,
  type Source,
} from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type Band, type FindingRecord, findingRecord, type FindingStatus } from './model';

/** Lists findings by time. Eventually consistent: changes of the last seconds may be missing. */

/** A finding must match every filter that is set. */
export interface FindingFilter {
  /** The space that is stored with the finding. */
  readonly spaceId?: string | undefined;
  readonly pageId?: string | undefined;
  readonly detectorId?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly category?: Category | undefined;
  readonly severity?: Severity | undefined;
  /** One of these. */
  readonly severities?: readonly Severity[] | undefined;
  readonly band?: Band | undefined;
  readonly status?: FindingStatus | undefined;
  /** Inclusive bounds of the time when the finding was first found. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface ListedFinding {
  readonly findingId: string;
  readonly pageId: string;
  readonly record: FindingRecord;
  readonly at: Position;
}

export interface FindingsQuery {
  readonly filter: FindingFilter;
  /** A further condition on the stored finding. Only the pages of matching findings are looked up. */
  readonly isWanted: (record: FindingRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
  /** True if the list of each severity is read in turn. Most findings of a detector have the same severity. */
  readonly isEachSeverity?: boolean;
}

const timeOnly = z.object({ foundAt: z.iso.datetime({ precision: 3 }) });

/** Lists the newest findings first. @throws StorageUnavailableError */
export function listFindings(
  storage: Pick<Storage, 'list'>,
  { after, ...query }: FindingsQuery,
): Promise<ListedRows<ListedFinding>> {
  const { source, ...rows } = rowsOf(query);
  return listNewestFirst(storage, { ...rows, sources: [source], after });
}

/** Lists the oldest findings first. @throws StorageUnavailableError */
export async function listOldestFindings(
  storage: Pick<Storage, 'list'>,
  { after, ...query }: FindingsQuery,
): Promise<ListedRows<ListedFinding>> {
  const { source, from, ...rows } = rowsOf(query);
  const { index, partition } = source;
  const start = after ?? { time: from, key: '' };
  const { items, next, hasMore } = await listOldestFirst(storage, { ...rows, index, partition, after: start });
  return { items, next: hasMore ? next : undefined };
}

function rowsOf({ filter, isWanted, now, limit, isEachSeverity = false }: Omit<FindingsQuery, 'after'>) {
  const { from, to } = periodOf(now, filter);
  return {
    entity: 'detection' as const,
    source: sourceOf(isEachSeverity ? { ...filter, detectorId: undefined } : filter, from),
    from,
    to,
    limit,
    timeOf: (value: unknown) => timeOnly.safeParse(value).data?.foundAt,
    pick: (findingId: string, value: unknown): ListedFinding | undefined => {
      const parsed = findingRecord.safeParse(value);
      if (!parsed.success || !matchesFilter(parsed.data, filter) || !isWanted(parsed.data)) return undefined;
      const { pageId, foundAt } = parsed.data;
      return { findingId, pageId, record: parsed.data, at: { time: foundAt, key: findingId } };
    },
  };
}

function matchesFilter(record: FindingRecord, { from, to, severities, ...filter }: FindingFilter): boolean {
  const equal = ['spaceId', 'pageId', 'detectorId', 'fingerprint', 'category', 'severity', 'band', 'status'] as const;
  return (
    equal.every((name) => filter[name] === undefined || record[name] === filter[name]) &&
    (severities === undefined || severities.includes(record.severity)) &&
    (from === undefined || record.foundAt >= from) &&
    (to === undefined || record.foundAt <= to)
  );
}

/** The index that most likely has the fewest rows to read. */
function sourceOf({ pageId, fingerprint, spaceId, detectorId, severity, status }: FindingFilter, from: string): Source {
  if (pageId !== undefined) return { index: 'by-page', partition: pageId, from };
  if (fingerprint !== undefined) return { index: 'by-fingerprint', partition: fingerprint, from };
  if (spaceId !== undefined) return { index: 'by-space', partition: spaceId, from };
  if (detectorId !== undefined) return { index: 'by-detector', partition: detectorId, from };
  if (severity !== undefined) return { index: 'by-severity', partition: severity, from };
  if (status !== undefined) return { index: 'by-status', partition: status, from };
  return { index: 'by-date', from };
}

import { detectorsWith, type SeveritySettings } from '../../detection/configuration/effective-detection';
import type { Category, Severity } from '../../detection/detector';
import {
  type ListedRows,
  listNewestFirst,
  listOldestFirst,
  periodOf,
  type Position,
  type Source,
} from '../../platform/rows-by-time';
import { awaitAll } from '../../platform/await-all';
import type { Storage } from '../../platform/storage';
import { withSeverity } from '../exclusions/shown-status';
import { type Band, type FindingRecord, findingRecord, type FindingStatus } from '../model';

/** Lists findings by time. Eventually consistent, so changes of the last seconds may be missing. */

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
  /** The settings of the site, for the severities that findings have now. */
  readonly config: SeveritySettings;
  /** True if the list of each severity is read in turn. Most findings of a detector have the same severity. */
  readonly isEachSeverity?: boolean;
}

/** Lists the newest findings first. @throws StorageUnavailableError */
export function listFindings(
  storage: Pick<Storage, 'list'>,
  { after, ...query }: FindingsQuery,
): Promise<ListedRows<ListedFinding>> {
  const { sources, ...rows } = rowsOf(query);
  const order = (one: Position, other: Position) => compare(other, one);
  return merge(sources, query.limit, order, (source) =>
    listNewestFirst(storage, { ...rows, sources: [source], after }),
  );
}

/** Lists the oldest findings first. @throws StorageUnavailableError */
export function listOldestFindings(
  storage: Pick<Storage, 'list'>,
  { after, ...query }: FindingsQuery,
): Promise<ListedRows<ListedFinding>> {
  const { sources, from, ...rows } = rowsOf(query);
  const start = after ?? { time: from, key: '' };
  return merge(sources, query.limit, compare, async ({ index, partition }) => {
    const { items, next, hasMore } = await listOldestFirst(storage, { ...rows, index, partition, after: start });
    return { items, next: hasMore ? next : undefined };
  });
}

function compare(one: Position, other: Position): number {
  const [a, b] = one.time === other.time ? [one.key, other.key] : [one.time, other.time];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Joins lists in the same order. A finding may be in several of them. */
async function merge(
  sources: readonly Source[],
  limit: number,
  order: (one: Position, other: Position) => number,
  read: (source: Source) => Promise<ListedRows<ListedFinding>>,
): Promise<ListedRows<ListedFinding>> {
  const lists = await awaitAll(sources.map(read));
  // Behind the first place where a list stopped, its findings are not known yet.
  const [reached] = lists.flatMap(({ next }) => next ?? []).toSorted(order);
  const all = [...new Map(lists.flatMap(({ items }) => items.map((item) => [item.findingId, item] as const))).values()];
  const known = all.filter(({ at }) => reached === undefined || order(at, reached) <= 0);
  const items = known.toSorted((one, other) => order(one.at, other.at)).slice(0, limit);
  return { items, next: known.length > limit ? items.at(-1)?.at : reached };
}

function rowsOf({ filter, isWanted, now, limit, config, isEachSeverity = false }: Omit<FindingsQuery, 'after'>) {
  const { from, to } = periodOf(now, filter);
  return {
    entity: 'detection' as const,
    time: 'foundAt',
    schema: findingRecord,
    sources: sourcesOf(isEachSeverity ? { ...filter, detectorId: undefined } : filter, from, config),
    from,
    to,
    limit,
    pick: (findingId: string, stored: FindingRecord, at: Position): ListedFinding | undefined => {
      const record = withSeverity(stored, stored.spaceId, config);
      if (!matchesFilter(record, filter) || !isWanted(record)) return undefined;
      return { findingId, pageId: record.pageId, record, at };
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

/** With more detectors of a changed severity, all findings are read instead of those of each detector. */
const MAX_DETECTORS = 10;

/**
 * The index that most likely has the fewest rows to read. The index by severity has the severities of rows, so the findings of
 * detectors to which the settings give this severity come from other lists.
 */
function sourcesOf(filter: FindingFilter, from: string, config: SeveritySettings): readonly Source[] {
  const { pageId, fingerprint, spaceId, detectorId, severity, status } = filter;
  if (pageId !== undefined) return [{ index: 'by-page', partition: pageId, from }];
  if (fingerprint !== undefined) return [{ index: 'by-fingerprint', partition: fingerprint, from }];
  if (spaceId !== undefined) return [{ index: 'by-space', partition: spaceId, from }];
  if (detectorId !== undefined) return [{ index: 'by-detector', partition: detectorId, from }];
  const others = severity === undefined ? [] : detectorsWith(config, severity);
  if (severity !== undefined && others.length <= MAX_DETECTORS) {
    const ofOthers = others.map((partition): Source => ({ index: 'by-detector', partition, from }));
    return [{ index: 'by-severity', partition: severity, from }, ...ofOthers];
  }
  if (status !== undefined) return [{ index: 'by-status', partition: status, from }];
  return [{ index: 'by-date', from }];
}

import type { FollowedChange } from '../classification/change-feed';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelChangeRecord } from '../classification/model';
import { findPageLevel } from '../classification/page-level-store';
import { isBelowRequired } from '../findings/required-level/called-level';
import { isObservedRecord } from '../findings/exclusions/shown-status';
import type { FindingConditions } from '../findings/finding-conditions';
import { type FindingRecord, findingRecord } from '../findings/model';
import { readPageRows } from '../exposure/store';
import { findScan } from '../findings/scan/scan-store';
import { awaitAll } from '../platform/await-all';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { ABSENT_ROW, type Row, type RowCheck, type RowName, type RowWrite, type Storage } from '../platform/storage';
import { activeConditions } from './active-conditions';
import { BELOW_ROW, withMoved } from './below-since';
import { type Contribution, contributionOf, countersOf, exposureOf, type PageTruth, spaceOf } from './contribution';
import { addCounters, type Counters, NO_COUNTERS } from './numbers';
import { type PageCount, pageCountWrite, parsePageCount, type StoredPageCount } from './page-counts';
import { parseShard, type Shard, shardKeyOf, shardName, shardWrite } from './shards';
import {
  addChange,
  type ChangeKind,
  dateOf,
  firstDay,
  keptDays,
  parseTrend,
  TREND_DAYS,
  TREND_ROW,
  withChanges,
} from './trend';

/**
 * Counts pages again from their records. One transaction replaces the share of each page in the counters of its space,
 * so it does not matter how often, in which order or how many times at once a page is counted, or where a count is
 * interrupted. The row of a page is read before its records, and its next revision requires that no other count has
 * written it, so that records that were read earlier never replace later ones.
 */

export interface FoldContext extends FindingConditions, Pick<Context, 'storage' | 'clock'> {
  readonly levels: Levels;
}

export interface FoldOptions {
  /** Changes of the levels of these pages, to count by day. Changes that are counted already are ignored. */
  readonly changes?: readonly FollowedChange[];
  /** True if pages are also counted whose records have the revisions that were counted. Default: false. */
  readonly verify?: boolean;
}

/** A page whose share was wrong, although its records have not changed since it was counted. */
export type Drift = (pageId: string) => void;

/** The maximum number of rows that the platform writes in one transaction. */
const OPERATIONS = 25;
const PAGES_AT_ONCE = 20;
/** The number of findings that are read at once. A page has at most 500. */
const FINDINGS_AT_ONCE = 500;
/** Pages that changed more recently are not counted yet, which is no drift. */
export const RECENT_MS = 3_600_000;

/**
 * @returns contended: other counts wrote first at every attempt
 * @throws StorageUnavailableError
 */
export async function foldPages(
  context: FoldContext,
  pageIds: readonly string[],
  options: FoldOptions = {},
  onDrift: Drift = () => undefined,
): Promise<'done' | 'contended'> {
  let open = [...new Set(pageIds)];
  while (open.length > 0) {
    const some = open.slice(0, PAGES_AT_ONCE);
    const folded = await retryOnConflict(() => foldSome(context, some, options));
    if (folded === 'conflict') return 'contended';
    folded.drifted.forEach(onDrift);
    const done = new Set(folded.done);
    open = open.filter((pageId) => !done.has(pageId));
  }
  return 'done';
}

interface Folded {
  /** At least one page. */
  readonly done: readonly string[];
  readonly drifted: readonly string[];
}

interface CountedPage {
  readonly pageId: string;
  readonly before: StoredPageCount;
  readonly after: PageCount;
  readonly changes: DatedChanges;
  readonly isDrift: boolean;
}

type DatedChanges = readonly { readonly kind: ChangeKind; readonly at: string; readonly count: number }[];

async function foldSome(
  context: FoldContext,
  pageIds: readonly string[],
  { changes = [], verify = false }: FoldOptions,
): Promise<Folded | 'conflict'> {
  const { storage, clock, exclusions } = context;
  const countRows = await storage.readMany(pageIds.map((key) => ({ entity: 'page-count', key })));
  const [levelRows, scanRows, exposures] = await awaitAll([
    storage.readMany(pageIds.map((key) => ({ entity: 'page-level', key }))),
    storage.readMany(pageIds.map((key) => ({ entity: 'page-scan', key }))),
    readPageRows(storage, pageIds),
  ] as const);
  const now = clock();
  const active = activeConditions({ ...context, exclusions: exclusions.all, now });
  const pages = pageIds.map((pageId, index): Page => {
    const changesOfPage = changes.flatMap((one) => (one.pageId === pageId ? [one.entry] : []));
    const level = findPageLevel(levelRows[index] ?? ABSENT_ROW);
    const scan = findScan(scanRows[index] ?? ABSENT_ROW);
    const before = parsePageCount(countRows[index] ?? ABSENT_ROW);
    return { pageId, level, scan, exposure: exposures.get(pageId)?.record, before, changes: changesOfPage };
  });
  const stale = pages.filter((page) => verify || !isCounted(page, active));
  const current = pages.filter((page) => !stale.includes(page)).map(({ pageId }) => pageId);
  const counted = await countPages(context, startOf(stale), { active, now });
  // Only a corrupt row of a page can make a page that was counted correctly different.
  const changed = counted.filter(({ before, after }) => !isSame(before.count, after));
  const same = counted.filter((one) => !changed.includes(one)).map(({ pageId }) => pageId);
  const written = await commitCounts(context, changed, now);
  if (written === 'conflict') return 'conflict';
  const drifted = written.flatMap(({ pageId, isDrift }) => (isDrift ? [pageId] : []));
  return { done: [...current, ...same, ...written.map(({ pageId }) => pageId)], drifted };
}

interface Page extends Pick<PageTruth, 'pageId' | 'level' | 'scan' | 'exposure'> {
  readonly before: StoredPageCount;
  readonly changes: readonly LevelChangeRecord[];
}

function revOf({ revision }: Pick<Row, 'revision'>): number {
  return revision === 'absent' ? 0 : Math.max(0, revision);
}

/** True if the stored share belongs to these records. A moved page keeps the revision of its level. */
function isCounted({ before: { count }, level, scan, exposure, changes }: Page, active: string): boolean {
  const spaceId = spaceOf({ level, scan });
  return (
    count !== undefined &&
    count.levelRev === revOf(level) &&
    count.scanRev === revOf(scan) &&
    count.contribution?.spaceId === spaceId &&
    count.contribution?.exposure === (spaceId === undefined ? undefined : exposureOf({ level, exposure }, spaceId)) &&
    (count.findings === 0 || count.exclusions === active) &&
    changes.every(({ pageRev }) => pageRev <= count.changeRev)
  );
}

/** The first pages whose findings can be read at once. At least one page, if there is one. */
function startOf(pages: readonly Page[]): readonly Page[] {
  let findings = 0;
  return pages.filter((page, index) => {
    findings += page.scan.record?.data.findingIds.length ?? 0;
    return index === 0 || findings <= FINDINGS_AT_ONCE;
  });
}

async function countPages(
  { storage, levels, exclusions, observed, config }: FoldContext,
  pages: readonly Page[],
  { active, now }: { readonly active: string; readonly now: Date },
): Promise<readonly CountedPage[]> {
  const found = await readFindingsOf(storage, pages);
  const by = { config, exclusions: exclusions.all, observed, now };
  const isBelow = ({ spaceId, highest, levelId }: Partial<Contribution> = {}) =>
    spaceId !== undefined && highest !== undefined && isBelowRequired(levels, spaceId, config.rules, highest, levelId);
  return pages.map((page): CountedPage => {
    const { pageId, level, scan, exposure, before } = page;
    const findings = found.get(pageId) ?? [];
    const contribution = contributionOf({ pageId, level, scan, findings, exposure }, by);
    const ofFindings = changesOfFindings(
      page,
      findings.filter((record) => !isObservedRecord(record, observed)),
    );
    const ofLevels = changesOfLevels(page, levels);
    const open = findings.filter(({ status }) => status === 'open').length;
    const after: PageCount = {
      contribution,
      levelRev: revOf(level),
      scanRev: revOf(scan),
      exclusions: open === 0 ? '' : active,
      findings: open,
      ...(ofFindings.lastScan === undefined ? {} : { lastScan: ofFindings.lastScan }),
      changeRev: ofLevels.changeRev,
      ...(isBelow(contribution) ? { belowSince: before.count?.belowSince ?? dateOf(now) } : {}),
    };
    const first = firstDay(now, TREND_DAYS);
    const changes = [...ofLevels.changes, ...ofFindings.changes].filter(({ at }) => dateOf(at) >= first);
    return { pageId, before, after, changes, isDrift: isDrift(page, after, now) };
  });
}

async function readFindingsOf(
  storage: Storage,
  pages: readonly Page[],
): Promise<ReadonlyMap<string, readonly FindingRecord[]>> {
  const names = pages.flatMap(({ scan }): readonly RowName[] =>
    (scan.record?.data.findingIds ?? []).map((key) => ({ entity: 'detection', key })),
  );
  const rows = await storage.readMany(names);
  const byPage = new Map<string, FindingRecord[]>();
  for (const { value } of rows) {
    const { data: record } = findingRecord.safeParse(value);
    if (record === undefined) continue;
    const known = byPage.get(record.pageId) ?? [];
    known.push(record);
    byPage.set(record.pageId, known);
  }
  return byPage;
}

/**
 * A finding is found when it is first found or found again. The others of the last counted scan that are no longer open are
 * resolved. A scan that is not completely stored is counted when it is.
 */
function changesOfFindings(
  { before: { count }, scan: { record } }: Page,
  findings: readonly FindingRecord[],
): Pick<PageCount, 'lastScan'> & { readonly changes: DatedChanges } {
  const lastScan = count?.lastScan;
  if (record === undefined || record.state === 'unfinished') return { ...(lastScan && { lastScan }), changes: [] };
  const { scannedAt } = record;
  const open = findings.filter(({ status }) => status === 'open');
  const found = open.flatMap(({ foundAt, data: { statusAt = foundAt } }) =>
    lastScan === undefined || statusAt > lastScan.at ? [{ kind: 'found', at: statusAt, count: 1 } as const] : [],
  );
  const resolved = Math.max(0, (lastScan?.findings ?? 0) + found.length - open.length);
  return {
    lastScan: { at: scannedAt, findings: open.length },
    changes: [...found, { kind: 'resolved', at: scannedAt, count: resolved }],
  };
}

function changesOfLevels(
  { before: { count }, changes }: Page,
  levels: Levels,
): Pick<PageCount, 'changeRev'> & { readonly changes: DatedChanges } {
  const counted = count?.changeRev ?? 0;
  const next = changes.filter(({ pageRev }) => pageRev > counted);
  return {
    changeRev: Math.max(counted, ...next.map(({ pageRev }) => pageRev)),
    changes: next.flatMap((change) => {
      const kind = kindOf(change, levels);
      return kind === undefined ? [] : [{ kind, at: change.changedAt, count: 1 }];
    }),
  };
}

/** undefined: only the sub-level changed, or a level no longer exists. */
function kindOf({ previousLevelId, levelId }: LevelChangeRecord, levels: Levels): ChangeKind | undefined {
  if (levelId === undefined) return previousLevelId === undefined ? undefined : 'cleared';
  if (previousLevelId === undefined) return 'classified';
  const before = findLevel(levels, previousLevelId)?.order;
  const after = findLevel(levels, levelId)?.order;
  if (before === undefined || after === undefined || before === after) return undefined;
  return after < before ? 'raised' : 'lowered';
}

function isDrift({ before: { count }, level, scan }: Page, after: PageCount, now: Date): boolean {
  const changedAt = [level.changedAt ?? '', scan.record?.scannedAt ?? ''].toSorted().at(-1) ?? '';
  if (changedAt > new Date(now.getTime() - RECENT_MS).toISOString()) return false;
  if (count !== undefined && count.findings > 0 && count.exclusions !== after.exclusions) return false;
  return (
    addCounters(countersOf(unmeasured(count?.contribution)), countersOf(unmeasured(after.contribution)), -1).size > 0 ||
    count?.contribution?.spaceId !== after.contribution?.spaceId
  );
}

/** A measurement is not a change of a record that the counters read. */
function unmeasured(contribution: Contribution | undefined): Contribution | undefined {
  if (contribution === undefined) return undefined;
  const { exposure: _measured, ...others } = contribution;
  return others;
}

function isSame(before: PageCount | undefined, after: PageCount): boolean {
  return before !== undefined && JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
}

function sorted(count: PageCount): readonly unknown[] {
  const { contribution, lastScan, ...rest } = count;
  const entries = (value: object) => Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [entries(rest), entries(lastScan ?? {}), [...countersOf(contribution)], contribution?.spaceId];
}

/**
 * Writes the first pages that fit into one transaction.
 * @returns the written pages
 */
async function commitCounts(
  { storage, exclusions }: FoldContext,
  pages: readonly CountedPage[],
  now: Date,
): Promise<readonly CountedPage[] | 'conflict'> {
  const some: CountedPage[] = [];
  const deltas = new Map<string, Counters>();
  for (const page of pages) {
    const next = new Map(deltas);
    for (const [spaceId, delta] of deltasOf(page))
      next.set(spaceId, addCounters(next.get(spaceId) ?? NO_COUNTERS, delta));
    // One row for the trend, one for the days, and one condition.
    if (some.length + 1 + shardKeysOf(next).length + 3 > OPERATIONS) break;
    some.push(page);
    next.forEach((delta, spaceId) => deltas.set(spaceId, delta));
  }
  if (some.length === 0) return [];
  const keys = shardKeysOf(deltas);
  const daily = new Map<string, Partial<Record<ChangeKind, number>>>();
  for (const { changes } of some) for (const change of changes) addChange(daily, change);
  const moved = some.filter(({ before, after }) => before.count?.belowSince !== after.belowSince);
  const rows = await storage.readMany([
    ...keys.map(shardName),
    ...(daily.size === 0 ? [] : [TREND_ROW]),
    ...(moved.length === 0 ? [] : [BELOW_ROW]),
  ]);
  const shards = keys.map((key, index) => ({
    key,
    shard: withDeltas(parseShard(rows[index] ?? ABSENT_ROW), key, deltas),
  }));
  const trend = withChanges(parseTrend(rows[keys.length] ?? ABSENT_ROW), daily);
  const below = rows.at(-1) ?? ABSENT_ROW;
  const days = withMoved(
    BELOW_ROW.parse(below),
    moved.map(({ before, after }) => [before.count?.belowSince, after.belowSince]),
  );
  const writes: RowWrite[] = [
    ...some.map(({ pageId, before, after }) => pageCountWrite(pageId, before, after, now)),
    ...shards.map(({ key, shard }) => shardWrite(key, shard, now)),
    ...(daily.size === 0 ? [] : [TREND_ROW.write(trend.revision, keptDays(trend, now))]),
    ...(moved.length === 0 ? [] : [BELOW_ROW.write(below.revision, days)]),
  ];
  const usesExclusions = some.some(({ after }) => after.findings > 0);
  const checks: RowCheck[] =
    usesExclusions && exclusions.revision > 0
      ? [{ entity: 'config', key: 'detection-exclusions', expected: exclusions.revision }]
      : [];
  if ((await storage.commit(writes, checks)) === 'committed') return some;
  // A condition on an absent row is not known to hold (docs/adr/0005). A condition on an existing row is reliable.
  const absent = writes.filter(({ expected }) => expected === 'absent');
  await awaitAll(absent.map(({ entity, key }) => storage.placehold(entity, key)));
  return 'conflict';
}

/** By space. */
function deltasOf({ before, after }: CountedPage): readonly (readonly [string, Counters])[] {
  const one = before.count?.contribution;
  const other = after.contribution;
  if (one?.spaceId === other?.spaceId) {
    const delta = addCounters(countersOf(other), countersOf(one), -1);
    return delta.size === 0 || other === undefined ? [] : [[other.spaceId, delta]];
  }
  return [
    ...(one === undefined ? [] : [[one.spaceId, addCounters(NO_COUNTERS, countersOf(one), -1)] as const]),
    ...(other === undefined ? [] : [[other.spaceId, countersOf(other)] as const]),
  ];
}

function shardKeysOf(deltas: ReadonlyMap<string, Counters>): readonly string[] {
  return [...new Set([...deltas].flatMap(([spaceId, delta]) => (delta.size === 0 ? [] : [shardKeyOf(spaceId)])))];
}

function withDeltas(shard: Shard, key: string, deltas: ReadonlyMap<string, Counters>): Shard {
  const spaces = new Map(shard.spaces);
  for (const [spaceId, delta] of deltas) {
    if (shardKeyOf(spaceId) === key) spaces.set(spaceId, addCounters(spaces.get(spaceId) ?? NO_COUNTERS, delta));
  }
  return { ...shard, spaces };
}

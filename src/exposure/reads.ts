import type { Levels } from '../classification/level-store';
import { type Candidate, listVisibleRows, type VisibleRows } from '../classification/visible-list';
import { type Counters, NO_COUNTERS, numbersOf } from '../counts/numbers';
import { parseShard, SHARD_KEYS, shardKeyOf, shardName } from '../counts/shards';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { readPageLevels } from '../classification/page-level-store';
import type { SeenPage } from '../classification/pages-lookup';
import { type Audience, type Judgment, NOT_MEASURED, type OverReason, type Verdict } from './audience';
import { allowedGroups, DAY_MS, type Facts, judgeSpace, judgeStored, readFacts, ruledLevels } from './judged';
import type { ExposureException } from '../configuration/governance';
import { type Exposure, exceptionFor, readExposure } from './rules';
import { listPageRows, type ListedExposure, type Missing, readPageRows, type StoredPage } from './store';

/** The facts about exposure that doors show. Nothing here asks Confluence who can see a page; only lists ask what their reader can see. */

interface ExposureReader {
  readonly storage: Pick<Storage, 'list' | 'read' | 'readMany'>;
  readonly levels: Levels;
  readonly now: Date;
}

export interface PageExposure {
  readonly pageId: string;
  readonly spaceId: string;
  readonly levelId: string;
  readonly judgment: Judgment;
  /** Numbers only. Omitted: the page was not measured. */
  readonly audience?: Audience | undefined;
  /** The page whose restriction decides. Show it only to readers who see that page. */
  readonly gateId?: string | undefined;
  readonly checkedAt?: string | undefined;
  readonly overSince?: string | undefined;
  readonly exception?: ExposureException | undefined;
  readonly notMeasured: typeof NOT_MEASURED;
}

interface PagePlace {
  readonly pageId: string;
  /** The space of the page now. */
  readonly spaceId: string;
  readonly levelId: string | undefined;
}

/**
 * One page that the reader sees.
 * @returns undefined if its level has no rule
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readPageExposure(reader: ExposureReader, page: PagePlace): Promise<PageExposure | undefined> {
  return (await readPageExposures(reader, [page])).get(page.pageId);
}

/** The same for many pages, by id. Without those whose level has no rule. */
export async function readPageExposures(
  { storage, levels, now }: Omit<ExposureReader, 'storage'> & { readonly storage: Pick<Storage, 'read' | 'readMany'> },
  pages: readonly PagePlace[],
): Promise<ReadonlyMap<string, PageExposure>> {
  const ids = pages.map(({ pageId }) => pageId);
  const [exposure, rows] = await awaitAll([readExposure(storage, levels), readPageRows(storage, ids)] as const);
  const facts = await readFacts(
    storage,
    {
      spaceIds: pages.map(({ spaceId }) => spaceId),
      gates: [...rows.values()].flatMap(({ record }) => record?.data.gates.map(({ gate }) => gate) ?? []),
      groupIds: allowedGroups(exposure),
    },
    now,
  );
  return new Map(
    pages.flatMap((page) => {
      const found = pageExposureOf(exposure, page, rows.get(page.pageId), facts);
      return found === undefined ? [] : [[page.pageId, found] as const];
    }),
  );
}

function pageExposureOf(
  exposure: Exposure,
  { pageId, spaceId, levelId }: PagePlace,
  stored: StoredPage | undefined,
  facts: Facts,
): PageExposure | undefined {
  const rule = levelId === undefined ? undefined : exposure.rules[levelId];
  if (rule === undefined || levelId === undefined) return undefined;
  const record = stored?.record?.spaceList === spaceId ? stored.record : undefined;
  const ofSpace = judgeSpace(rule, spaceId, facts);
  const isOfSpace = ofSpace.judgment.verdict === 'within';
  const space = facts.spaces.get(spaceId);
  const notYet: Judgment = {
    verdict: 'unknown',
    reasons: [space?.isClosed === true ? 'closed-space' : 'not-measured-yet'],
  };
  const withoutRow = ofSpace.judgment.verdict === 'unknown' && space?.isClosed !== true ? ofSpace.judgment : notYet;
  const judged = record === undefined ? undefined : judgeStored(rule, spaceId, record.data, facts);
  const judgment = isOfSpace ? ofSpace.judgment : (judged?.judgment ?? withoutRow);
  const checkedAt = isOfSpace ? space?.checkedAt : record?.data.checkedAt;
  const isMeasured = isOfSpace || (record !== undefined && record.data.unmeasured === undefined);
  const exception = exceptionFor(exposure, { pageId, spaceId, levelId }, facts.now);
  const overSince = judgment.verdict === 'over' ? record?.data.overSince : undefined;
  return {
    ...{ pageId, spaceId, levelId, judgment, notMeasured: NOT_MEASURED },
    ...(isMeasured ? { audience: isOfSpace ? atMostOf(ofSpace.audience) : (judged ?? ofSpace).audience } : {}),
    ...(judged?.gateId === undefined ? {} : { gateId: judged.gateId }),
    ...(checkedAt === undefined ? {} : { checkedAt }),
    ...(overSince === undefined ? {} : { overSince }),
    ...(exception === undefined ? {} : { exception }),
  };
}

/** A page that was not asked about can have restrictions, which narrow what its space allows. */
function atMostOf({ anonymous, loggedIn, people, guests, ...audience }: Audience): Audience {
  const canBe = (known: boolean | undefined) => (known === false ? false : undefined);
  return {
    ...audience,
    ...{ anonymous: canBe(anonymous), loggedIn: canBe(loggedIn) },
    ...{ people: { ...people, atLeast: 0 }, guests: { ...guests, atLeast: 0 } },
  };
}

interface PageWithLevel {
  readonly pageId: string;
  readonly spaceId: string;
  readonly levelId: string;
}

/** By page id, judged by these rows. Undefined: its level has no rule. */
async function judgeRows(
  { storage, now }: ExposureReader,
  exposure: Exposure,
  pages: readonly PageWithLevel[],
  rows: ReadonlyMap<string, StoredPage>,
): Promise<ReadonlyMap<string, PageExposure | undefined>> {
  const records = pages.flatMap(({ pageId }) => rows.get(pageId)?.record ?? []);
  const facts = await readFacts(
    storage,
    {
      spaceIds: records.map(({ spaceList }) => spaceList),
      gates: records.flatMap(({ data }) => data.gates.map(({ gate }) => gate)),
      groupIds: allowedGroups(exposure),
    },
    now,
  );
  return new Map(pages.map((page) => [page.pageId, pageExposureOf(exposure, page, rows.get(page.pageId), facts)]));
}

/** After so many days over its rule, a page waits for its author, and then also for the admins of its space. */
export const WAITING_DAYS = { author: 7, space: 14 } as const;

/** Over the rule for so many days, without an exception. */
export function isOverFor(
  days: number,
  { overSince, exception }: Pick<PageExposure, 'overSince' | 'exception'>,
  now: Date,
): boolean {
  return exception === undefined && overSince !== undefined && overSince <= daysBefore(days, now);
}

const daysBefore = (days: number, now: Date) => new Date(now.getTime() - days * DAY_MS).toISOString();

/**
 * The pages that wait for their author, from stored rows only. The caller shows them only to people who can edit them.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findWaitingForAuthors(
  reader: ExposureReader,
  exposure: Exposure,
  pages: readonly PageWithLevel[],
): Promise<ReadonlySet<string>> {
  const ruled = pages.filter(({ levelId }) => exposure.rules[levelId] !== undefined);
  if (ruled.length === 0) return new Set();
  const { storage, now } = reader;
  const rows = await readPageRows(
    storage,
    ruled.map(({ pageId }) => pageId),
  );
  const overSinceOf = (pageId: string) => rows.get(pageId)?.record?.data.overSince;
  const long = ruled.filter(({ pageId }) => isOverFor(WAITING_DAYS.author, { overSince: overSinceOf(pageId) }, now));
  if (long.length === 0) return new Set();
  const judged = [...(await judgeRows(reader, exposure, long, rows)).values()];
  return new Set(
    judged.flatMap((one) => (one !== undefined && isOverFor(WAITING_DAYS.author, one, now) ? [one.pageId] : [])),
  );
}

export interface ExposureFilter {
  /** Default: `over`, or any with a space. Pages that their space alone keeps within the rule are in no list. */
  readonly verdict?: Verdict | undefined;
  readonly levelId?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly reason?: OverReason | undefined;
  /** Measured at this time or later. */
  readonly from?: string | undefined;
  /** As `isOverFor`. */
  readonly overForDays?: number | undefined;
}

export interface ListedPageExposure {
  readonly page: SeenPage;
  readonly exposure: PageExposure;
}

/**
 * Most risk first, with the reader's eyes (docs/adr/0038).
 * @param see as for `listVisibleRows`: looks up the pages as the reader, within the limits of a key
 * @throws StorageUnavailableError, HostError, CorruptRecordError
 */
export async function listExposure(
  reader: ExposureReader,
  filter: ExposureFilter,
  place: {
    readonly after: Position | undefined;
    readonly limit: number;
    readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, SeenPage | 'hidden'>>;
  },
): Promise<VisibleRows<ListedPageExposure, Position | undefined>> {
  const { storage, levels, now } = reader;
  const { spaceId, levelId, reason, from, overForDays } = filter;
  const verdict = filter.verdict ?? (spaceId === undefined ? 'over' : undefined);
  const exposure = await readExposure(storage, levels);
  const current = new Map<string, PageExposure | undefined>();
  const isWanted = ({ spaceList, data }: ListedExposure['record']) =>
    (spaceId === undefined || spaceList === spaceId) &&
    (levelId === undefined || data.levelId === levelId) &&
    (from === undefined || (data.checkedAt ?? '') >= from) &&
    (overForDays === undefined || isOverFor(overForDays, { overSince: data.overSince }, now));
  return listVisibleRows<ListedExposure & Candidate, SeenPage | 'hidden', ListedPageExposure, Position | undefined>({
    after: place.after,
    limit: place.limit,
    find: async (after, limit) => {
      const { items, next } = await listPageRows(storage, { verdict, spaceId, isWanted, after, limit });
      return { items, next, hasMore: next !== undefined };
    },
    see: (candidates) => place.see(candidates.map(({ pageId }) => pageId)),
    // Shown as the rows are now: a query can lag.
    prepare: async (candidates) => {
      const ids = candidates.map(({ pageId }) => pageId);
      const [stored, rows] = await awaitAll([readPageLevels(storage, ids), readPageRows(storage, ids)] as const);
      const pages = ids.flatMap((pageId) => {
        const level = stored.get(pageId);
        const record = level === undefined || level === 'unreadable' ? undefined : level.record;
        return record === undefined ? [] : [{ pageId, spaceId: record.spaceId, levelId: record.levelId }];
      });
      for (const [pageId, one] of await judgeRows(reader, exposure, pages, rows)) current.set(pageId, one);
    },
    show: ({ pageId }, page) => {
      const shown = current.get(pageId);
      if (page === 'hidden' || shown === undefined || page.spaceId !== shown.spaceId) return undefined;
      const { judgment } = shown;
      if (verdict !== undefined && judgment.verdict !== verdict) return undefined;
      if (levelId !== undefined && shown.levelId !== levelId) return undefined;
      if (overForDays !== undefined && !isOverFor(overForDays, shown, now)) return undefined;
      if (reason !== undefined && !judgment.reasons.some((one) => one === reason)) return undefined;
      return { page, exposure: shown };
    },
  });
}

/** Pages by verdict. `notMeasuredYet` is part of `unknown`: at most so many of them break the rule. */
export interface VerdictNumbers extends Readonly<Record<Verdict, number>> {
  readonly notMeasuredYet: number;
}

export interface SpaceExposure {
  readonly spaceId: string;
  /** Omitted: not measured yet. */
  readonly audience?: Audience | undefined;
  /** Show the names only as the reader may read them from Confluence. */
  readonly groupIds: readonly string[];
  /** Everyone with a license for Confluence can enter. */
  readonly letsInAllUsers: boolean;
  readonly isClosed: boolean;
  readonly checkedAt?: string | undefined;
  /** By level id, only levels with a rule that pages of the space have. */
  readonly byLevel: Readonly<Record<string, { readonly ofSpace: Judgment; readonly pages: VerdictNumbers }>>;
  readonly exceptions: readonly ExposureException[];
  readonly notMeasured: typeof NOT_MEASURED;
}

/** For site admins and the admins of the space. @throws StorageUnavailableError, CorruptRecordError */
export async function readSpaceExposure(reader: ExposureReader, spaceId: string): Promise<SpaceExposure> {
  const { storage, levels, now } = reader;
  const exposure = await readExposure(storage, levels);
  const shard = shardName(shardKeyOf(spaceId));
  const [row, facts] = await awaitAll([
    storage.read(shard.entity, shard.key),
    readFacts(storage, { spaceIds: [spaceId], gates: [], groupIds: allowedGroups(exposure) }, now),
  ] as const);
  const counters = parseShard(row).spaces.get(spaceId) ?? NO_COUNTERS;
  return spaceExposureOf(reader, exposure, spaceId, counters, facts);
}

function spaceExposureOf(
  { levels, now }: ExposureReader,
  exposure: Exposure,
  spaceId: string,
  counters: Counters,
  facts: Facts,
): SpaceExposure {
  const data = facts.spaces.get(spaceId);
  const { byLevel: counted, exposure: measured } = numbersOf(counters, () => true);
  const byLevel: Record<string, { ofSpace: Judgment; pages: VerdictNumbers }> = {};
  let audience: Audience | undefined;
  for (const levelId of ruledLevels(levels, exposure)) {
    const rule = exposure.rules[levelId];
    const pages = counted[levelId] ?? 0;
    if (rule === undefined) continue;
    const ofSpace = judgeSpace(rule, spaceId, facts);
    if (data?.principals !== undefined) ({ audience } = ofSpace);
    if (pages > 0)
      byLevel[levelId] = { ofSpace: ofSpace.judgment, pages: spread(pages, ofSpace.judgment, measured[levelId]) };
  }
  const exceptions = exposure.exceptions.filter((one) => one.spaceId === spaceId && one.until > now.toISOString());
  return {
    ...{ spaceId, byLevel, exceptions, notMeasured: NOT_MEASURED },
    ...(audience === undefined ? {} : { audience }),
    groupIds: data?.principals?.groupIds ?? [],
    letsInAllUsers: data?.principals?.allLicensed === true,
    isClosed: data?.isClosed === true,
    ...(data?.checkedAt === undefined ? {} : { checkedAt: data.checkedAt }),
  };
}

const NO_PAGES: VerdictNumbers = { over: 0, within: 0, unknown: 0, notMeasuredYet: 0 };

/** The pages without a row have the verdict of their space only if it is `within`: a restriction may narrow the others. */
function spread(
  pages: number,
  { verdict }: Judgment,
  measured: Readonly<Record<Verdict, number>> | undefined,
): VerdictNumbers {
  if (verdict === 'within') return { ...NO_PAGES, within: pages };
  const { over, within, unknown } = measured ?? NO_PAGES;
  const notMeasuredYet = Math.max(0, pages - over - within - unknown);
  return { over, within, unknown: unknown + notMeasuredYet, notMeasuredYet };
}

export interface SiteExposure {
  /** By level id: the levels with a rule. */
  readonly byLevel: Readonly<Record<string, VerdictNumbers>>;
  readonly spaces: readonly SpaceExposure[];
  /** The spaces with pages of levels with a rule, and those of them that were measured. */
  readonly measuredSpaces: number;
  readonly allSpaces: number;
  /** The times of the spaces that were measured. */
  readonly asOf?: { readonly oldest: string; readonly latest: string } | undefined;
  /** Pages of levels with a rule in spaces that anyone can enter, at most: restrictions may narrow some. By space id. */
  readonly openToAnyone: Readonly<Record<string, number>>;
  /** The pages over their rule that an exception covers now. */
  readonly excepted: number;
  /** The rules and exceptions that these numbers follow. */
  readonly exposure: Exposure;
  /** The questions that the site refuses to the app. */
  readonly missing: readonly Missing[];
  readonly notMeasured: typeof NOT_MEASURED;
}

/** For site admins. @throws StorageUnavailableError, CorruptRecordError */
export async function readSiteExposure(reader: ExposureReader): Promise<SiteExposure> {
  const { storage, levels, now } = reader;
  const exposure = await readExposure(storage, levels);
  const ruled = ruledLevels(levels, exposure);
  const counters = await readRuledSpaces(storage, ruled);
  const facts = await readFacts(
    storage,
    { spaceIds: [...counters.keys()], gates: [], groupIds: allowedGroups(exposure) },
    now,
  );
  const spaces = [...counters].map(([spaceId, of]) => spaceExposureOf(reader, exposure, spaceId, of, facts));
  const byLevel: Record<string, VerdictNumbers> = Object.fromEntries(ruled.map((levelId) => [levelId, NO_PAGES]));
  for (const space of spaces) {
    for (const [levelId, { pages }] of Object.entries(space.byLevel)) {
      const sum = byLevel[levelId] ?? NO_PAGES;
      byLevel[levelId] = {
        over: sum.over + pages.over,
        within: sum.within + pages.within,
        unknown: sum.unknown + pages.unknown,
        notMeasuredYet: sum.notMeasuredYet + pages.notMeasuredYet,
      };
    }
  }
  const times = spaces.flatMap(({ checkedAt }) => checkedAt ?? []).toSorted();
  const [oldest] = times;
  const latest = times.at(-1);
  const open = spaces.filter(({ audience }) => audience?.anonymous === true);
  return {
    ...{ byLevel, spaces, measuredSpaces: times.length, allSpaces: spaces.length, notMeasured: NOT_MEASURED },
    ...{ exposure, excepted: await countExcepted(reader, exposure, spaces) },
    ...(oldest === undefined || latest === undefined ? {} : { asOf: { oldest, latest } }),
    openToAnyone: Object.fromEntries(
      open.map(({ spaceId, byLevel: of }) => [
        spaceId,
        Object.values(of).reduce((sum, { pages }) => sum + pages.over + pages.notMeasuredYet, 0),
      ]),
    ),
    missing: facts.siteData?.missing ?? [],
  };
}

/** With a read only if a page has an exception. */
async function countExcepted(
  { storage, now }: ExposureReader,
  { exceptions }: Exposure,
  spaces: readonly SpaceExposure[],
): Promise<number> {
  const active = exceptions.filter(({ until }) => until > now.toISOString());
  const isOfSpace = (spaceId: string, levelId: string) =>
    active.some((one) => one.pageId === undefined && one.spaceId === spaceId && one.levelId === levelId);
  const inSpaces = spaces.flatMap(({ spaceId, byLevel }) =>
    Object.entries(byLevel).map(([levelId, { pages }]) => (isOfSpace(spaceId, levelId) ? pages.over : 0)),
  );
  const single = new Map(
    active.flatMap((one) =>
      one.pageId === undefined || isOfSpace(one.spaceId, one.levelId) ? [] : [[one.pageId, one] as const],
    ),
  );
  const rows = single.size === 0 ? [] : [...(await readPageRows(storage, [...single.keys()]))];
  const over = rows.filter(([pageId, { record }]) => {
    const { spaceId, levelId } = single.get(pageId) ?? {};
    return record?.list === 'over' && record.spaceList === spaceId && record.data.levelId === levelId;
  });
  return inSpaces.reduce((sum, count) => sum + count, over.length);
}

/** The counters of the spaces that have pages of these levels. */
export async function readRuledSpaces(
  storage: Pick<Storage, 'readMany'>,
  levelIds: readonly string[],
): Promise<ReadonlyMap<string, Counters>> {
  if (levelIds.length === 0) return new Map();
  const rows = await storage.readMany(SHARD_KEYS.map(shardName));
  return new Map(
    rows.flatMap((row) =>
      [...parseShard(row).spaces].filter(([, counters]) =>
        levelIds.some((id) => (counters.get(`level:${id}`) ?? 0) > 0),
      ),
    ),
  );
}

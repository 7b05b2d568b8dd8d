import { isListed } from '../classification/content-type';
import { type PageLevelRecord, pageLevelRecord } from '../classification/model';
import { MAX_REVIEW_MONTHS } from '../configuration/governance';
import { readPageLevels, type StoredPageLevel } from '../classification/page-level-store';
import type { SeenPage } from '../classification/pages-lookup';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from '../classification/visible-list';
import { awaitAll } from '../platform/await-all';
import { FIRST, type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type Campaign, listCampaigns, readAsks } from './campaign-store';
import { type Due, dueOf, isOwnerAsked, isOwnerReminded, monthsAfter } from './due';
import { readCampaignPages } from './evidence-lines';
import { pageIdIn, REVIEW_ROWS, reviewKey, type ReviewRecord } from './review-store';
import { readReviewRules, type ReviewRules } from './rules';

/** The pages that are due for a review. A page without a row of its own is due by its level alone, so a rule costs no row. */

interface DueReader {
  readonly storage: Pick<Storage, 'read' | 'readMany' | 'list'>;
  readonly now: Date;
}

/** @returns by page; a row that cannot be read counts as no review. @throws StorageUnavailableError */
export async function readReviews(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, ReviewRecord | undefined>> {
  const rows = await storage.readMany(pageIds.map((pageId) => REVIEW_ROWS.name(reviewKey(pageId))));
  return new Map(pageIds.map((pageId, index) => [pageId, REVIEW_ROWS.find(rows[index])]));
}

/** The pages among these that are due now. @throws StorageUnavailableError, CorruptRecordError */
async function dueAmong(
  { storage, now }: DueReader,
  levels: ReadonlyMap<string, StoredPageLevel | 'unreadable'>,
): Promise<ReadonlyMap<string, Due>> {
  const pageIds = [...levels.keys()];
  const [{ rules }, reviews, asks] = await awaitAll([
    readReviewRules(storage),
    readReviews(storage, pageIds),
    readAsks(storage, pageIds),
  ] as const);
  const due = [...levels].flatMap(([pageId, level]) => {
    const one =
      level === 'unreadable' || !isListed(level)
        ? undefined
        : dueOf(level, reviews.get(pageId), rules, now, asks.get(pageId));
    return one === undefined ? [] : [[pageId, one] as const];
  });
  return new Map(due);
}

/** The pages that their owner must review. @throws StorageUnavailableError, CorruptRecordError */
export async function ownerReviews(
  reader: DueReader,
  levels: ReadonlyMap<string, StoredPageLevel | 'unreadable'>,
): Promise<ReadonlyMap<string, Due>> {
  return new Map([...(await dueAmong(reader, levels))].filter(([, due]) => isOwnerAsked(due)));
}

/** True if a comment may ask the owner to review the page. @throws StorageUnavailableError, CorruptRecordError */
export async function remindsOwner(reader: DueReader, pageId: string, level: StoredPageLevel): Promise<boolean> {
  const [{ rules }, due] = await awaitAll([
    readReviewRules(reader.storage),
    dueAmong(reader, new Map([[pageId, level]])),
  ] as const);
  const one = due.get(pageId);
  return one !== undefined && isOwnerReminded(one, level.record && rules[level.record.levelId]);
}

interface ListedDue {
  readonly page: SeenPage;
  readonly level: PageLevelRecord | undefined;
  readonly review: ReviewRecord | undefined;
  readonly due: Due;
}

interface DueQuestion {
  readonly spaceId?: string | undefined;
  readonly levelIds?: readonly string[] | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, SeenPage | 'hidden'>>;
}

interface DueCandidate extends Candidate {
  /** The space of its stored level. */
  readonly spaceId: string | undefined;
  readonly level: PageLevelRecord | undefined;
  readonly review: ReviewRecord | undefined;
  readonly due: Due;
}

/**
 * Pages with a date come first, then those of a rule; in both, the oldest first. The others of open campaigns come last. A position says in
 * which part it is; one of a campaign also has the id of the campaign.
 */
const PARTS = { date: 'd', rule: 'r', campaign: 'c' } as const;
type Part = (typeof PARTS)[keyof typeof PARTS];
const START: Readonly<Record<Part, Position>> = {
  d: { time: PARTS.date + FIRST, key: '' },
  r: { time: PARTS.rule + FIRST, key: '' },
  c: { time: PARTS.campaign, key: '' },
};

/**
 * The due pages that a reader sees. The space of a page is that of its stored level, and the current one for the reader.
 * @throws StorageUnavailableError, CorruptRecordError, and what `see` throws
 */
export async function listDue(
  reader: DueReader,
  { spaceId, levelIds, after, limit, see }: DueQuestion,
): Promise<VisibleRows<ListedDue, Position | undefined>> {
  const where = { ...(await readReviewSources(reader)), spaceId };
  const isWanted = ({ level, ...one }: DueCandidate) =>
    (spaceId === undefined || one.spaceId === undefined || one.spaceId === spaceId) &&
    (levelIds === undefined || (level !== undefined && levelIds.includes(level.levelId)));
  return listVisibleRows<DueCandidate, SeenPage | 'hidden', ListedDue, Position | undefined>({
    after,
    limit,
    find: async (from = START.d, wanted): Promise<Found<DueCandidate, Position | undefined>> => {
      const found = await findDue(reader, where, from, wanted);
      return { ...found, items: found.items.filter(isWanted), isShortAnyway: true };
    },
    see: (candidates) => see([...new Set(candidates.map(({ pageId }) => pageId))]),
    show: ({ level, review, due }, page) =>
      page === 'hidden' || (spaceId !== undefined && page.spaceId !== spaceId)
        ? undefined
        : { page, level, review, due },
  });
}

/** The due pages of one read, before a check who may see them. */
async function findDue(
  reader: DueReader,
  where: Where,
  from: Position,
  wanted: number,
): Promise<FollowedRows<DueCandidate>> {
  const part = partIn(from);
  const { items, next, hasMore } = await LISTS[part](reader, where, unnamed(from), wanted);
  const due = await dueIn(reader, where, items, part);
  const following = part === PARTS.date ? START.r : START.c;
  const isEnd = !hasMore && part === PARTS.campaign;
  const named = (at: Position): Position => ({ ...at, time: part + at.time });
  return {
    items: due.map(({ at, ...item }) => ({ ...item, at: named(at) })),
    next: hasMore || isEnd ? named(next) : following,
    hasMore: !isEnd,
  };
}

const REMINDED_AT_ONCE = 100;

/**
 * The pages of one read whose owner may be asked in a comment.
 * @param after undefined: the first read of the pages of rules, or of those of campaigns
 * @returns `next` undefined: no more of them
 */
export async function findReminded(
  reader: DueReader,
  sources: ReviewSources,
  of: 'rules' | 'campaigns',
  after: Position | undefined,
): Promise<{ readonly pageIds: readonly string[]; readonly next: Position | undefined }> {
  const from = after ?? (of === 'rules' ? START.d : START.c);
  const found = await findDue(reader, { ...sources, spaceId: undefined }, from, REMINDED_AT_ONCE);
  const isEnd = !found.hasMore || (of === 'rules' && partIn(found.next) === PARTS.campaign);
  const reminded = found.items.filter(({ level, due }) => isOwnerReminded(due, level && sources.rules[level.levelId]));
  return { pageIds: reminded.map(({ pageId }) => pageId), next: isEnd ? undefined : found.next };
}

interface Listed {
  readonly pageId: string;
  readonly at: Position;
}

/** The rules and campaigns that make pages due. */
export interface ReviewSources {
  readonly rules: ReviewRules['rules'];
  /** The open ones. */
  readonly campaigns: readonly Campaign[];
}

interface Where extends ReviewSources {
  readonly spaceId: string | undefined;
}

type List = (reader: DueReader, where: Where, after: Position, limit: number) => Promise<FollowedRows<Listed>>;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readReviewSources({ storage }: Pick<DueReader, 'storage'>): Promise<ReviewSources> {
  const [{ rules }, campaigns] = await awaitAll([readReviewRules(storage), listCampaigns(storage, 'open')] as const);
  return { rules, campaigns };
}

const LISTS: Readonly<Record<Part, List>> = { d: listByDate, r: listByRule, c: listOfCampaigns };

function partIn({ time }: Position): Part {
  return time.startsWith(PARTS.rule) ? PARTS.rule : time.startsWith(PARTS.campaign) ? PARTS.campaign : PARTS.date;
}

const unnamed = (at: Position): Position => ({ ...at, time: at.time.slice(1) });

function listByDate({ storage, now }: DueReader, _where: Where, after: Position, limit: number) {
  return listOldestFirst(storage, {
    ...{ entity: 'governance', index: 'by-due', partition: 'review', after, to: now.toISOString(), limit },
    ...{ time: 'dueAt', schema: REVIEW_ROWS.schema },
    pick: (key, _record, at): Listed => ({ pageId: pageIdIn(key), at }),
  });
}

const isOfCampaign = ({ time }: Position, { campaign }: Due) => time.split(':')[0] === campaign?.campaignId;

/** The time of a position is `<campaignId>:<part>`. */
async function listOfCampaigns(
  { storage }: DueReader,
  { spaceId, campaigns }: Where,
  after: Position,
): Promise<FollowedRows<Listed>> {
  const [campaignId = '', part = FIRST] = after.time.split(':');
  const start = campaignId === '' ? 0 : campaigns.findIndex((one) => one.campaignId === campaignId);
  const campaign = campaigns[start];
  // It has ended in the meantime.
  if (campaign === undefined) return { items: [], next: after, hasMore: false };
  const { items, next, hasMore } = await readCampaignPages(storage, campaign, { time: part, key: after.key });
  const nameOf = (at: Position): Position => ({ ...at, time: `${campaign.campaignId}:${at.time}` });
  const following = campaigns[start + 1];
  const place = hasMore ? nameOf(next) : { time: `${following?.campaignId ?? campaign.campaignId}:${FIRST}`, key: '' };
  return {
    items: items
      .filter(({ page }) => page.answer !== 'still-right' && (spaceId === undefined || page.spaceId === spaceId))
      .map(({ pageId, at }) => ({ pageId, at: nameOf(at) })),
    next: place,
    hasMore: hasMore || following !== undefined,
  };
}

/** No month is shorter, so no due page is later. */
const SHORTEST_MONTH_MS = 28 * 86_400_000;

function listByRule({ storage, now }: DueReader, { rules, spaceId }: Where, after: Position, limit: number) {
  const fewest = Math.min(MAX_REVIEW_MONTHS, ...Object.values(rules).map(({ months }) => months));
  return listOldestFirst(storage, {
    ...{ entity: 'page-level', time: 'classificationDate', schema: pageLevelRecord, after, limit },
    ...(spaceId === undefined ? { index: 'by-date' } : { index: 'by-space-date', partition: spaceId }),
    to: new Date(now.getTime() - fewest * SHORTEST_MONTH_MS).toISOString(),
    pick: (pageId, { levelId, classificationDate }, at): Listed | undefined => {
      const rule = rules[levelId];
      const isOld = rule !== undefined && monthsAfter(classificationDate, rule.months) <= now.toISOString();
      return isOld ? { pageId, at } : undefined;
    },
  });
}

/** Reads the rows again, because lists may be behind. */
async function dueIn(
  { storage, now }: DueReader,
  { rules, campaigns }: Where,
  listed: readonly Listed[],
  part: Part,
): Promise<readonly DueCandidate[]> {
  const pageIds = listed.map(({ pageId }) => pageId);
  const [levels, reviews, asks] = await awaitAll([
    readPageLevels(storage, pageIds),
    readReviews(storage, pageIds),
    readAsks(storage, pageIds, campaigns),
  ] as const);
  return listed.flatMap(({ pageId, at }) => {
    const level = levels.get(pageId);
    if (level === undefined || level === 'unreadable') return [];
    const review = reviews.get(pageId);
    const due = dueOf(level, review, rules, now, asks.get(pageId));
    // A page is in the first of the parts that have it, and in the first campaign that waits for it.
    const isInFirst = review?.dueAt !== undefined && review.dueAt <= now.toISOString();
    if (due === undefined || (part !== PARTS.date && isInFirst)) return [];
    const isDueAnyway = dueOf(level, review, rules, now) !== undefined;
    if (part === PARTS.campaign ? isDueAnyway || !isOfCampaign(at, due) : !isDueAnyway) return [];
    return [{ pageId, at, level: level.record, review, due, spaceId: level.record?.spaceId }];
  });
}

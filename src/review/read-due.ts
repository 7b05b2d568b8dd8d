import { type PageLevelRecord, pageLevelRecord } from '../classification/model';
import { readPageLevels, type StoredPageLevel } from '../classification/page-level-store';
import type { SeenPage } from '../classification/pages-lookup';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from '../classification/visible-list';
import { awaitAll } from '../platform/await-all';
import { FIRST, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type Due, dueOf, monthsAfter } from './due';
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
export async function dueAmong(
  { storage, now }: DueReader,
  levels: ReadonlyMap<string, StoredPageLevel | 'unreadable'>,
): Promise<ReadonlyMap<string, Due>> {
  const [{ rules }, reviews] = await awaitAll([
    readReviewRules(storage),
    readReviews(storage, [...levels.keys()]),
  ] as const);
  const due = [...levels].flatMap(([pageId, level]) => {
    const one = level === 'unreadable' ? undefined : dueOf(level, reviews.get(pageId), rules, now);
    return one === undefined ? [] : [[pageId, one] as const];
  });
  return new Map(due);
}

/** The pages that their owner must review, and since when. @throws StorageUnavailableError, CorruptRecordError */
export async function ownerReviews(
  reader: DueReader,
  levels: ReadonlyMap<string, StoredPageLevel | 'unreadable'>,
): Promise<ReadonlyMap<string, string>> {
  const due = [...(await dueAmong(reader, levels))].filter(([, { reviewers }]) => reviewers === 'owner');
  return new Map(due.map(([pageId, { since }]) => [pageId, since]));
}

export interface ListedDue {
  readonly page: SeenPage;
  readonly level: PageLevelRecord | undefined;
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
  readonly level: PageLevelRecord | undefined;
  readonly due: Due;
}

/** Pages with a date come first, then those of a rule; in both, the oldest first. A position says in which part it is. */
const PARTS = { date: 'd', rule: 'r' } as const;
const START_OF_RULES: Position = { time: PARTS.rule + FIRST, key: '' };

/**
 * The due pages that a reader sees. The space of a page is that of its stored level, and the current one for the reader.
 * @throws StorageUnavailableError, CorruptRecordError, and what `see` throws
 */
export async function listDue(
  reader: DueReader,
  { spaceId, levelIds, after, limit, see }: DueQuestion,
): Promise<VisibleRows<ListedDue, Position | undefined>> {
  const { rules } = await readReviewRules(reader.storage);
  const isWanted = ({ due: _, level, ...one }: DueCandidate & { readonly spaceId: string | undefined }) =>
    (spaceId === undefined || one.spaceId === undefined || one.spaceId === spaceId) &&
    (levelIds === undefined || (level !== undefined && levelIds.includes(level.levelId)));
  return listVisibleRows<DueCandidate, SeenPage | 'hidden', ListedDue, Position | undefined>({
    after,
    limit,
    find: async (from, wanted): Promise<Found<DueCandidate, Position | undefined>> => {
      const isRule = from?.time.startsWith(PARTS.rule) === true;
      const part = isRule ? PARTS.rule : PARTS.date;
      const start = from === undefined ? { time: FIRST, key: '' } : { ...from, time: from.time.slice(1) };
      const found = await (isRule
        ? listByRule(reader, rules, spaceId, start, wanted)
        : listByDate(reader, start, wanted));
      const named = (at: Position): Position => ({ ...at, time: part + at.time });
      const items = await dueIn(reader, rules, found.items, part);
      const isLastPart = isRule || Object.keys(rules).length === 0;
      return {
        items: items.filter(isWanted).map(({ at, ...item }) => ({ ...item, at: named(at) })),
        next: found.hasMore || isLastPart ? named(found.next) : START_OF_RULES,
        hasMore: found.hasMore || !isLastPart,
        isShortAnyway: true,
      };
    },
    see: (candidates) => see([...new Set(candidates.map(({ pageId }) => pageId))]),
    show: ({ level, due }, page) =>
      page === 'hidden' || (spaceId !== undefined && page.spaceId !== spaceId) ? undefined : { page, level, due },
  });
}

interface Listed {
  readonly pageId: string;
  readonly at: Position;
}

function listByDate({ storage, now }: DueReader, after: Position, limit: number) {
  return listOldestFirst(storage, {
    ...{ entity: 'governance', index: 'by-due', partition: 'review', after, to: now.toISOString(), limit },
    ...{ time: 'dueAt', schema: REVIEW_ROWS.schema },
    pick: (key, _record, at): Listed => ({ pageId: pageIdIn(key), at }),
  });
}

/** No month is shorter, so no due page is later. */
const SHORTEST_MONTH_MS = 28 * 86_400_000;

function listByRule(
  { storage, now }: DueReader,
  rules: ReviewRules['rules'],
  spaceId: string | undefined,
  after: Position,
  limit: number,
) {
  const fewest = Math.min(...Object.values(rules).map(({ months }) => months));
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
  rules: ReviewRules['rules'],
  listed: readonly Listed[],
  part: (typeof PARTS)[keyof typeof PARTS],
): Promise<readonly (DueCandidate & { readonly spaceId: string | undefined })[]> {
  const pageIds = listed.map(({ pageId }) => pageId);
  const [levels, reviews] = await awaitAll([readPageLevels(storage, pageIds), readReviews(storage, pageIds)] as const);
  return listed.flatMap(({ pageId, at }) => {
    const level = levels.get(pageId);
    if (level === undefined || level === 'unreadable') return [];
    const review = reviews.get(pageId);
    const due = dueOf(level, review, rules, now);
    // A page whose date has come is in the first part only.
    const isInFirst = review?.dueAt !== undefined && review.dueAt <= now.toISOString();
    if (due === undefined || (part === PARTS.rule && isInFirst)) return [];
    return [{ pageId, at, level: level.record, due, spaceId: level.record?.spaceId }];
  });
}

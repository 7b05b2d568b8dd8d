import * as z from 'zod';
import { type FollowedChange, FEED_TRAILS_MS, readChanges } from '../classification/change-feed';
import { readLevels } from '../classification/level-store';
import { readFindingConditions } from '../findings/finding-conditions';
import { awaitAll } from '../platform/await-all';
import { addUp } from '../platform/add-up';
import { type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import {
  defineWalk,
  type NextStep,
  pushStart,
  STEP_DELAY_SECONDS,
  type StepResult,
  type WalkContext,
} from '../walks/walk';
import { activeConditions, COUNTED } from './active-conditions';
import { foldPages } from './fold-pages';
import { type BySeverity, noOpen, numbersOf } from './numbers';
import { type CountPosition, type Feed, type FeedName, POSITION_ROW, START } from './position';
import { parseShard, SHARD_KEYS, shardName } from './shards';
import { keptDays, parseTrend, TREND_ROW, withOpen } from './trend';

/**
 * Follows the rows that every change writes anyway (changes of levels, page scans, and moves of pages), and counts
 * their pages. Queries lag, and a page scan is written minutes after its time, so the last ten minutes are always read
 * again.
 */

export interface CountContext extends WalkContext {
  readonly installationId: string;
}

/** Longer than a scan of many pages takes from its time to its rows, which is the time limit of a queue consumer. */
const OVERLAP_MS = 600_000;
/** Shorter than that of other walks, because the first count of a large site takes thousands of steps. */
const FOLLOW_DELAY_SECONDS = 2;
/** The number of rows of each feed in one step. */
const ROWS_AT_ONCE = 300;

/** Never ends. When the counters are up to date, each run of the trigger follows the changes since then. */
export const FOLLOW_CHANGES = defineWalk<CountContext, CountPosition, NextStep & Pick<CountPosition, 'isBehind'>>({
  name: 'counts',
  row: () => POSITION_ROW,
  find: ({ follow, isBehind }) => ({ ...follow, isBehind }),
  put: (position, { isBehind: _same, ...follow }) => ({ ...position, follow }),
  restsUntil: ({ isBehind, step }) => (isBehind && step > 0 ? undefined : ''),
  step: followChanges,
});

async function followChanges({
  storage,
  clock,
  push,
  installationId,
}: CountContext): Promise<StepResult<CountPosition, NextStep>> {
  const now = clock();
  const [{ value: before }, conditions, levels] = await awaitAll([
    POSITION_ROW.read(storage),
    readFindingConditions(storage),
    readLevels(storage, installationId),
  ] as const);
  const fold = { storage, clock, levels, ...conditions };
  const active = activeConditions({ ...conditions, levels, exclusions: conditions.exclusions.all, now });
  const recountFrom = active === before.exclusions ? before.recount : START;

  const [ofChanges, ofScans, ofMoves] = await awaitAll([
    LISTS.changes(storage, before.feeds.changes.cursor, now),
    LISTS.scans(storage, before.feeds.scans.cursor, now),
    LISTS.moves(storage, before.feeds.moves.cursor, now),
  ] as const);
  const lists = [ofChanges, ofScans, ofMoves];
  const recount = recountFrom && (await listPagesWithFindings(storage, recountFrom, now));
  const pageIds = [...lists, ...(recount === undefined ? [] : [recount])].flatMap(({ items }) =>
    items.map(({ pageId }) => pageId),
  );
  const changes = lists.flatMap(({ items }) => items.flatMap(({ change }) => change ?? []));
  if ((await foldPages(fold, pageIds, { changes })) === 'contended') return 'contended';

  const isBehind = lists.some(({ hasMore }) => hasMore) || recount?.hasMore === true;
  // Without changes, only the nightly check alters counters, which an hourly write finds.
  const isNewHour = before.asOf === undefined || hourOf(before.asOf) !== hourOf(now.toISOString());
  if (!isBehind && (pageIds.length > 0 || isNewHour)) await writeTrend(storage, now);
  // The numbers of a new site do not wait for its first night. The delay lets this step store its result first.
  const isFirst = !isBehind && before.asOf === undefined;
  const change = ({ recount: _done, ...current }: CountPosition): CountPosition => ({
    ...current,
    feeds: {
      changes: advance(current.feeds.changes, ofChanges, now),
      scans: advance(current.feeds.scans, ofScans, now),
      moves: advance(current.feeds.moves, ofMoves, now),
    },
    exclusions: active,
    isBehind,
    ...(recount?.hasMore === true ? { recount: recount.next } : { counted: COUNTED }),
    ...(isBehind ? {} : { asOf: new Date(now.getTime() - FEED_TRAILS_MS).toISOString() }),
  });
  if (isFirst) await pushStart(push, 'count-check', STEP_DELAY_SECONDS);
  return { change, delaySeconds: FOLLOW_DELAY_SECONDS };
}

/**
 * Rows up to ten minutes ago are settled. If the list took several steps, rows that were written late may be before the
 * place of this one, so the next list starts where the previous steps settled.
 */
function advance({ cursor, settled }: Feed, { next, hasMore }: FollowedRows<unknown>, now: Date): Feed {
  const horizon = { time: new Date(now.getTime() - OVERLAP_MS).toISOString(), key: '' };
  const isOneStep = cursor.time === settled.time && cursor.key === settled.key;
  const reached = hasMore && next.time < horizon.time ? next : horizon;
  const after = (hasMore || isOneStep) && reached.time > settled.time ? reached : settled;
  return { cursor: hasMore ? next : after, settled: after };
}

function hourOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DDTHH'.length);
}

interface ListedPage {
  readonly pageId: string;
  readonly change?: FollowedChange;
}

type ListPages = (storage: Storage, after: Position, now: Date) => Promise<FollowedRows<ListedPage>>;

const movedPage = z.object({ subject: z.string().regex(/^page:./) });
const withFindings = z.object({ data: z.object({ findings: z.int().min(1) }) });

const LISTS: Readonly<Record<FeedName, ListPages>> = {
  changes: async (storage, after, now) => {
    const list = await readChanges(storage, { now, after, limit: ROWS_AT_ONCE });
    return { ...list, items: list.items.map((change) => ({ pageId: change.pageId, change })) };
  },
  scans: (storage, after, now) =>
    listOldestFirst(storage, {
      entity: 'page-scan',
      index: 'by-date',
      after,
      to: now.toISOString(),
      limit: ROWS_AT_ONCE,
      time: 'scannedAt',
      schema: z.unknown(),
      pick: (pageId) => ({ pageId }),
    }),
  // A move keeps the time and the revision of the level. Its audit event is written in the same transaction.
  moves: (storage, after, now) =>
    listOldestFirst(storage, {
      entity: 'audit',
      index: 'by-type',
      partition: 'page.moved',
      after,
      to: now.toISOString(),
      limit: ROWS_AT_ONCE,
      time: 'time',
      schema: movedPage,
      pick: (_id, { subject }) => ({ pageId: subject.slice('page:'.length) }),
    }),
};

/** A page that is counted again moves to the end of the list. There it is up to date, and is not written again. */
function listPagesWithFindings(storage: Storage, after: Position, now: Date): Promise<FollowedRows<ListedPage>> {
  return listOldestFirst(storage, {
    entity: 'page-count',
    index: 'by-date',
    after,
    to: now.toISOString(),
    limit: ROWS_AT_ONCE,
    time: 'countedAt',
    schema: withFindings,
    pick: (pageId) => ({ pageId }),
  });
}

/** The point of today is a copy of the counters. A lost write is repeated after the next change, or within an hour. */
async function writeTrend(storage: Storage, now: Date): Promise<void> {
  const rows = await storage.readMany([...SHARD_KEYS.map(shardName), TREND_ROW]);
  const trendRow = rows[SHARD_KEYS.length];
  if (trendRow === undefined) return;
  const open = rows.slice(0, SHARD_KEYS.length).reduce((sum: BySeverity, row) => {
    return [...parseShard(row).spaces.values()].reduce((total, counters) => {
      const { open: ofSpace } = numbersOf(counters, () => false);
      return addUp(total, ofSpace);
    }, sum);
  }, noOpen());
  const trend = withOpen(parseTrend(trendRow), open, now);
  if (trend === undefined) return;
  await TREND_ROW.save(storage, trend.revision, keptDays(trend, now));
}

import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { readLevels } from '../classification/level-store';
import { readFindingConditions } from '../findings/finding-conditions';
import { listAllRows } from '../platform/all-rows';
import { awaitAll } from '../platform/await-all';
import { type Confluence, HostError } from '../platform/confluence';
import { unlessContended } from '../platform/retry-on-conflict';
import { type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { defineWalk, firstStep, MAX_DELAY_SECONDS, pushStoredStep, STEP_DELAY_SECONDS } from '../walks/walk';
import { countersOf } from './contribution';
import type { CountContext } from './follow-changes';
import { foldPages, RECENT_MS } from './fold-pages';
import { addCounters, type Counters, NO_COUNTERS } from './numbers';
import { parsePageCount } from './page-counts';
import { type CountPosition, type Night, type Phase, PHASES, POSITION_ROW, START } from './position';
import { countPagesOfSpaces, countReportedPages } from './reported-pages';
import { parseShard, SHARD_KEYS, shardKeyOf, shardName, shardWrite } from './shards';

/**
 * Compares the counters with the records of pages each night, and repairs them. It first asks Confluence for the number of
 * pages of each space (`reported`), then adds up the pages of each space (`spaces`), then counts pages again (`pages`), then
 * finds pages that were never counted (`levels`, `scans`). Each night continues where the last one stopped.
 */

export interface CheckContext extends CountContext {
  readonly confluence: Confluence;
}

/** The rows that one phase reads in a night, and in one step. */
const [FIRST_PHASE] = PHASES;
const ROWS_PER_NIGHT = 50_000;
const ROWS_AT_ONCE = 500;
/** The delay of a step. Storage allows a site 4,000 units a minute, and requests need most of them. */
const ROWS_A_SECOND = 100;
/** A larger space is not added up, which would take too long for one invocation. Its pages are counted like others. */
const MAX_SUMMED_ROWS = 50_000;
/** Longer than a query may lag. The sum of a space is compared only if its row has not changed for this time. */
const QUIET_MS = 600_000;

/** Begins the check of this night, if none is running. @throws StorageUnavailableError */
export async function startCheck(context: CheckContext): Promise<void> {
  const { storage, clock, log } = context;
  const { value: before } = await POSITION_ROW.read(storage);
  if (before.night !== undefined) return;
  if (isTooFarBehind(before, clock())) {
    log('counts.check-skipped', {});
    return;
  }
  const pages = await countPagesInConfluence(context);
  const counted = pages === undefined ? {} : { pagesInConfluence: { count: pages, at: clock().toISOString() } };
  const night = { ...firstStep(context), phase: FIRST_PHASE, left: ROWS_PER_NIGHT, pages: 0, repaired: 0 };
  const started = await POSITION_ROW.change(storage, (current) =>
    current.night === undefined ? { ...current, ...counted, night } : undefined,
  );
  if (unlessContended(started) !== undefined) await pushStoredStep(context, 'count-check', night);
}

/** Pages that are not counted yet would count as wrong. */
function isTooFarBehind({ asOf }: CountPosition, now: Date): boolean {
  return asOf === undefined || now.getTime() - Date.parse(asOf) > RECENT_MS;
}

export const CHECK_COUNTS = defineWalk<CheckContext, CountPosition, Night>({
  name: 'count-check',
  row: () => POSITION_ROW,
  find: ({ night }) => night,
  put: (position, night) => ({ ...position, night }),
  step: async (context, night) => {
    const { value: before } = await POSITION_ROW.read(context.storage);
    if (isTooFarBehind(before, context.clock())) return 'later';
    const done = await CHECKS[night.phase](context, before.checked[night.phase] ?? START, night);
    if (done === 'contended') return done;
    const all = { pages: night.pages + done.pages, repaired: night.repaired + done.repaired };
    const next = nextPhase(night, done);
    const at = context.clock();
    const change = ({ night: _ended, ...position }: CountPosition): CountPosition => ({
      ...position,
      checked: { ...position.checked, [night.phase]: done.next ?? START },
      ...(next === undefined
        ? { lastCheck: { at: at.toISOString(), ...all } }
        : { night: { ...night, ...all, ...next } }),
    });
    if (next !== undefined || all.repaired === 0) return { change, delaySeconds: delayOf(done) };
    const id = context.random.uuid();
    const audit = auditRow({
      id,
      type: 'counts.repaired',
      time: at,
      subject: 'counts',
      actor: APP_ACTOR,
      requestId: id,
      after: auditDetails(all),
    });
    return { change, audit: () => audit };
  },
});

function delayOf({ rows }: Done): number {
  return Math.min(MAX_DELAY_SECONDS, Math.max(STEP_DELAY_SECONDS, Math.ceil(rows / ROWS_A_SECOND)));
}

interface Done {
  readonly rows: number;
  readonly pages: number;
  readonly repaired: number;
  /** undefined: this phase reached its end, and the next night starts from the beginning. */
  readonly next: Position | undefined;
}

/** @returns undefined if the check has ended */
function nextPhase(night: Night, { rows, next }: Done): Pick<Night, 'phase' | 'left'> | undefined {
  const left = night.left - rows;
  if (next !== undefined && left > 0) return { phase: night.phase, left };
  const phase = PHASES[PHASES.indexOf(night.phase) + 1];
  return phase === undefined ? undefined : { phase, left: ROWS_PER_NIGHT };
}

type Check = (context: CheckContext, after: Position, night: Night) => Promise<Done | 'contended'>;

const CHECKS: Readonly<Record<Phase, Check>> = {
  reported: countReported,
  pages: checkPages,
  levels: (context, after, night) => findUncounted(context, 'page-level', after, night),
  scans: (context, after, night) => findUncounted(context, 'page-scan', after, night),
  spaces: checkSpaces,
};

/** Counts pages again, and finds spaces that have pages but no numbers. */
async function checkPages(context: CheckContext, after: Position, night: Night): Promise<Done | 'contended'> {
  const { storage } = context;
  const list = await listRows(storage, 'page-count', after, { now: context.clock(), limit: limitOf(night) });
  const folded = await fold(context, list.items, true);
  if (folded === 'contended') return folded;
  const rows = await storage.readMany(list.items.map((key) => ({ entity: 'page-count', key })));
  const spaceIds = new Set(rows.flatMap((row) => parsePageCount(row).count?.contribution?.spaceId ?? []));
  const known = new Set(await readSpaceIds(storage));
  let repaired = folded;
  for (const spaceId of spaceIds) {
    if (!known.has(spaceId) && (await checkSpace(context, spaceId)).isRepaired) repaired += 1;
  }
  return { ...placeAfter(list), repaired };
}

async function findUncounted(
  context: CheckContext,
  entity: 'page-level' | 'page-scan',
  after: Position,
  night: Night,
): Promise<Done | 'contended'> {
  const list = await listRows(context.storage, entity, after, { now: context.clock(), limit: limitOf(night) });
  const repaired = await fold(context, list.items, false);
  return repaired === 'contended' ? repaired : { ...placeAfter(list), pages: 0, repaired };
}

function limitOf({ left }: Night): number {
  return Math.min(left, ROWS_AT_ONCE);
}

function placeAfter({ items, next, hasMore }: FollowedRows<string>): Omit<Done, 'repaired'> {
  return { rows: items.length, pages: items.length, next: hasMore ? next : undefined };
}

/** @returns the number of pages whose share was wrong */
async function fold(
  { storage, clock, installationId }: CheckContext,
  pageIds: readonly string[],
  verify: boolean,
): Promise<number | 'contended'> {
  const [conditions, levels] = await awaitAll([
    readFindingConditions(storage),
    readLevels(storage, installationId),
  ] as const);
  let repaired = 0;
  const context = { storage, clock, levels, ...conditions };
  const outcome = await foldPages(context, pageIds, { verify }, () => (repaired += 1));
  return outcome === 'contended' ? outcome : repaired;
}

const TIMES = { 'page-count': 'countedAt', 'page-level': 'classificationDate', 'page-scan': 'scannedAt' } as const;

/** Rows of pages that are not counted. */
const notCounted = z.union([
  z.object({ state: z.literal('gone') }),
  z.object({ classificationDate: z.string(), levelId: z.undefined() }),
]);

function listRows(
  storage: Storage,
  entity: keyof typeof TIMES,
  after: Position,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<FollowedRows<string>> {
  return listOldestFirst(storage, {
    entity,
    index: 'by-date',
    after,
    to: now.toISOString(),
    limit,
    time: TIMES[entity],
    schema: z.unknown(),
    pick: (pageId, row) => (notCounted.safeParse(row).success ? undefined : pageId),
  });
}

/** In the order of their ids. */
async function readSpaceIds(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.readMany(SHARD_KEYS.map(shardName));
  return rows.flatMap((row) => [...parseShard(row).spaces.keys()]).toSorted((one, other) => (one < other ? -1 : 1));
}

/** Adds up the pages of some spaces. */
async function checkSpaces(context: CheckContext, { key: after }: Position): Promise<Done> {
  const spaceIds = (await readSpaceIds(context.storage)).filter((spaceId) => spaceId > after);
  let rows = 0;
  let repaired = 0;
  for (const spaceId of spaceIds) {
    const checked = await checkSpace(context, spaceId);
    if (checked.isRepaired) repaired += 1;
    rows += checked.rows + 1;
    if (rows >= ROWS_AT_ONCE) return { rows, pages: 0, repaired, next: { time: START.time, key: spaceId } };
  }
  return { rows, pages: 0, repaired, next: undefined };
}

/**
 * Compares the numbers of a space with the sum of its pages. Every change of a page that counts also changes the row of its
 * space, so the sum is right if that row has been quiet for longer than queries lag, and stays unchanged until it is written.
 */
async function checkSpace(
  { storage, clock, log }: CheckContext,
  spaceId: string,
): Promise<{ readonly rows: number; readonly isRepaired: boolean }> {
  const key = shardKeyOf(spaceId);
  const now = clock();
  const shard = parseShard(await storage.read('count', key));
  const quietSince = new Date(now.getTime() - QUIET_MS).toISOString();
  if (shard.changedAt !== undefined && shard.changedAt > quietSince) return { rows: 0, isRepaired: false };
  let sum: Counters = NO_COUNTERS;
  let rows = 0;
  const query = { entity: 'page-count', index: 'by-space', partition: [spaceId], sort: 'ASC' } as const;
  for await (const listed of listAllRows(storage, query)) {
    if (rows >= MAX_SUMMED_ROWS) {
      log('counts.space-not-summed', { spaceId });
      return { rows, isRepaired: false };
    }
    for (const { value } of listed)
      sum = addCounters(sum, countersOf(parsePageCount({ revision: 1, value }).count?.contribution));
    rows += listed.length;
  }
  const stored = shard.spaces.get(spaceId) ?? NO_COUNTERS;
  if (addCounters(sum, stored, -1).size === 0) return { rows, isRepaired: false };
  const repaired = { ...shard, spaces: new Map(shard.spaces).set(spaceId, sum) };
  return { rows, isRepaired: (await storage.commit([shardWrite(key, repaired, now)], [])) === 'committed' };
}

/** A search counts as this number of rows, which limits a night to 1,000 spaces. */
const ROWS_OF_A_SEARCH = 50;

/** If Confluence does not answer, the last numbers stay, and the next night begins again. */
async function countReported(context: CheckContext, { key: after }: Position): Promise<Done> {
  try {
    const { spaces, next } = await countPagesOfSpaces({ ...context, now: context.clock() }, after);
    const rows = Math.max(1, spaces) * ROWS_OF_A_SEARCH;
    return { rows, pages: 0, repaired: 0, next: next === undefined ? undefined : { time: START.time, key: next } };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    context.log('counts.spaces-not-counted', { reason: error.kind });
    return { rows: 1, pages: 0, repaired: 0, next: undefined };
  }
}

/** The pages that the app sees. undefined: Confluence did not answer; the last number stays. */
async function countPagesInConfluence({ confluence, log }: CheckContext): Promise<number | undefined> {
  try {
    return await countReportedPages(confluence, 'type = page');
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    log('counts.pages-not-counted', { reason: error.kind });
    return undefined;
  }
}

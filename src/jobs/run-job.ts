import { includesScope } from '../access/scope';
import { rightsOf } from '../keys/key-rights';
import type { ApiKey } from '../keys/model';
import { searchPages } from '../classification/search-pages';
import { readCreator } from '../keys/creator';
import { checkKeyAgain } from '../keys/verify-key';
import type { Clock } from '../platform/clock';
import { type Confluence, HostError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Row, RowWrite, Storage } from '../platform/storage';
import { chargeUnits, MAX_WAIT_SECONDS, NOTHING_CHARGED, openBackgroundPoints } from '../quota/charge-or-wait';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Quotas } from '../quota/policies';
import { isWaiting, type Started } from '../runs/line';
import { type ChangedBy, findChangedPages } from './changed-pages';
import type { JobOwner } from './create-job';
import { endAuditRow, finalState } from './end-job';
import {
  commitJob,
  nextJob,
  pageWrites,
  readJob,
  readJobAndLine,
  readPages,
  readResults,
  resultsWrite,
} from './job-store';
import { expiryOf, isOver, type Job, MAX_PAGES, PAGES_IN_A_ROW, RESULTS_IN_A_ROW } from './model';
import { setPages } from './set-pages';

/**
 * Takes a job one step further: some pages more are found, or some more are done. Whatever has happened before, a step
 * begins where the stored job is, and what it has done is stored with where it is then; so it does not matter how often,
 * in which order and beside what a step is run, or where it was cut off.
 */

export interface RunContext {
  /** Storage and Confluence for so long. */
  readonly open: (limitMs: number) => { readonly storage: Storage; readonly confluence: Confluence };
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: Quotas | 'off';
  readonly installationId: string;
}

export type Step =
  /** Nothing is left to do here. `started`: the jobs whose turn has come with the end of this one; each needs an event. */
  | { readonly outcome: 'over'; readonly started: Started }
  | { readonly outcome: 'more' }
  | { readonly outcome: 'later'; readonly seconds: number };

const OVER: Step = { outcome: 'over', started: [] };
/** For what a step does beside the pages; those have times of their own. */
const STEP_LIMIT_MS = 240_000;
const PAGES_OF_A_SEARCH = 100;
const FIRST_WAIT_SECONDS = 30;
/** How often a place is tried before its page fails. */
const MAX_STALLS = 5;
const MAX_COMMITS = 5;

/** @throws StorageUnavailableError, CorruptRecordError, HostError: then the step is to be run again */
export async function runJob(context: RunContext, jobId: string): Promise<Step> {
  const { clock } = context;
  const { storage, confluence } = context.open(STEP_LIMIT_MS);
  const { job, open } = await readJobAndLine(storage, jobId);
  // One that waits gets another event when its turn has come.
  if (job === undefined || isOver(job.record) || isWaiting(open.line, jobId)) return OVER;
  const { keyId, data } = job.record;
  const points = openBackgroundPoints({ ...context, storage }, keyId ?? data.createdBy);
  const step: StepContext = { ...context, storage, confluence: points.meter(confluence) };
  // For a week it came to no end.
  if (clock() >= expiryOf(job)) return stopJob(step, job, 'HOST_TIMEOUT');
  try {
    const owner = await requireOwner(step, job);
    if (typeof owner === 'string') return await stopJob(step, job, owner);
    return await (data.search === undefined ? workOn(step, job, owner) : search(step, job, owner));
  } catch (error) {
    if (!(error instanceof CorruptRecordError)) throw error;
    // The next attempt would read the same: the job would keep its place for a week.
    return await stopJob(step, job, 'INTERNAL_ERROR');
  } finally {
    await points.close();
  }
}

interface StepContext extends RunContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
}

/** Whose job it is, as they are now, or the code of why they may not go on. */
async function requireOwner({ storage, confluence, clock }: StepContext, { record }: Job): Promise<JobOwner | string> {
  const { keyId, data } = record;
  if (keyId === undefined) {
    const { isSiteAdmin } = await readCreator(confluence, data.createdBy);
    return isSiteAdmin ? { kind: 'person', accountId: data.createdBy } : 'CREATOR_NOT_ADMIN';
  }
  const key = keyOrCode(keyId, data, await storage.read('api-key', keyId), clock());
  return typeof key === 'string' ? key : { kind: 'key', key };
}

function keyOrCode(keyId: string, data: Job['record']['data'], row: Row, now: Date): ApiKey | string {
  const verification = checkKeyAgain(keyId, row, now);
  switch (verification.outcome) {
    case 'revoked':
      return 'API_KEY_REVOKED';
    case 'expired':
      return 'API_KEY_EXPIRED';
    case 'invalid':
      return 'API_KEY_INVALID';
    case 'verified': {
      const { key } = verification;
      if (key.record.createdBy !== data.createdBy) return 'API_KEY_INVALID';
      return includesScope(rightsOf(key.record).scopes, 'classification::write') ? key : 'INSUFFICIENT_SCOPE';
    }
  }
}

/** All that is left fails with this. */
async function stopJob(context: StepContext, job: Job, stoppedBy: string): Promise<Step> {
  const { storage, clock, random } = context;
  const { data } = job.record;
  const now = clock();
  const failed = data.search === undefined ? data.failed + data.found - data.done : 0;
  const state = data.search === undefined ? finalState({ ...data, failed }) : 'failed';
  const at = now.toISOString();
  const after = nextJob(job, { failed, stoppedBy, finishedAt: at, touchedAt: at }, state);
  const started = await commitJob(storage, job, after, [], endAuditRow(random, after, job.jobId, now));
  // Whoever was faster may have left something to do.
  return started === 'conflict' ? { outcome: 'more' } : { outcome: 'over', started };
}

function ownerIdOf(owner: JobOwner): string {
  return owner.kind === 'key' ? owner.key.keyId : owner.accountId;
}

async function search(context: StepContext, job: Job, owner: JobOwner): Promise<Step> {
  const found = await (job.record.data.order.reverts === undefined
    ? findByQuery(context, job, owner)
    : findChanged(context, job, job.record.data.order.reverts));
  return 'outcome' in found ? found : addFound(context, job, found);
}

interface Found {
  readonly pageIds: readonly string[];
  /** Where the search goes on; undefined = there is nothing more. */
  readonly cursor: string | undefined;
}

function findChanged({ storage, clock }: StepContext, job: Job, reverts: ChangedBy): Promise<Found> {
  const cursor = job.record.data.search?.cursor;
  return findChangedPages(storage, reverts, { cursor, limit: PAGES_OF_A_SEARCH, now: clock() });
}

async function findByQuery(context: StepContext, job: Job, owner: JobOwner): Promise<Found | Step> {
  const { storage, confluence, quotas } = context;
  const { order, search: at, createdBy: creatorId } = job.record.data;
  if (owner.kind !== 'key') throw new Error('only a key searches');
  // A third of the points is left to background work of one key, and less where it is rounded down.
  const mostPoints = quotas === 'off' ? Infinity : Math.floor(quotas.host / 4);
  const limit = Math.max(1, Math.min(PAGES_OF_A_SEARCH, mostPoints - 1));
  const done = await searchPages(confluence, storage, {
    creatorId,
    cql: order.cql ?? '',
    cursor: at?.cursor,
    limit,
    rights: rightsOf(owner.key.record),
  });
  if (done.outcome === 'not-understood') return stopJob(context, job, 'INVALID_CQL');
  if (done.outcome === 'not-possible') {
    const creator = await readCreator(confluence, creatorId);
    return stopJob(context, job, creator.mayUseConfluence ? 'SEARCH_NOT_POSSIBLE' : 'API_KEY_OWNER_INACTIVE');
  }
  return { pageIds: done.pageIds, cursor: done.cursor };
}

async function addFound(context: StepContext, job: Job, done: Found): Promise<Step> {
  const { storage, clock } = context;
  const { found } = job.record.data;
  const known = await readPages(storage, job.jobId, 0, found);
  const isKnown = new Set(known.map(({ pageId }) => pageId));
  const added = [...new Set(done.pageIds)].filter((pageId) => !isKnown.has(pageId));
  if (found + added.length > MAX_PAGES) return stopJob(context, job, 'TOO_MANY_PAGES');
  const begun = found - (found % PAGES_IN_A_ROW);
  const pages = [...known.slice(begun), ...added.map((pageId) => ({ pageId }))];
  const change = {
    found: found + added.length,
    search: done.cursor === undefined ? undefined : { cursor: done.cursor },
    stalled: 0,
  };
  return commitStep(context, job, { change, writes: pageWrites(job.jobId, begun, pages), failed: 0, now: clock() });
}

const COST_OF_A_PAGE = { 'key-write': 1, host: POINTS_OF_A_PAGE };

async function workOn(context: StepContext, job: Job, owner: JobOwner): Promise<Step> {
  const { storage, clock } = context;
  const { jobId } = job;
  const { done, found, stalled } = job.record.data;
  const row = Math.floor(done / RESULTS_IN_A_ROW);
  const most = Math.min(found, (row + 1) * RESULTS_IN_A_ROW) - done;
  const ownerId = ownerIdOf(owner);
  const charged = most === 0 ? NOTHING_CHARGED : await chargeUnits(context, ownerId, COST_OF_A_PAGE, most);
  if ('waitSeconds' in charged) return { outcome: 'later', seconds: charged.waitSeconds };
  const { units, giveBack } = charged;
  const points = openBackgroundPoints(context, ownerId, { prepaid: { ...charged, units: units * POINTS_OF_A_PAGE } });
  const pages = await readPages(storage, jobId, done, done + units);
  const outcome = await setPages(
    {
      ...context,
      open: (limitMs) => {
        const opened = context.open(limitMs);
        return { ...opened, confluence: points.meter(opened.confluence) };
      },
      verifyAgain: (keyId, keyRow) => keyOrCode(keyId, job.record.data, keyRow, clock()),
      isStillWanted: async () => {
        const current = await readJob(storage, jobId);
        return current !== undefined && !isOver(current.record);
      },
      givesUp: stalled >= MAX_STALLS,
    },
    job,
    owner,
    { pages, from: done },
  ).finally(points.close);
  const { results } = outcome;
  if (results.length < units) await giveBack({ 'key-write': units - results.length });
  const earlier = await readResults(storage, jobId, row * RESULTS_IN_A_ROW, done);
  const writes = results.length === 0 ? [] : [resultsWrite(jobId, row, [...earlier, ...results])];
  const failed = results.filter(({ code }) => code !== undefined).length;
  const hasStalled = results.length === 0 && outcome.cut?.how === 'unavailable';
  const change = { done: done + results.length, stalled: hasStalled ? stalled + 1 : 0 };
  const step = await commitStep(context, job, {
    change,
    writes,
    failed,
    now: clock(),
    ...(outcome.cut?.how === 'stopped' ? { stoppedBy: outcome.cut.code } : {}),
  });
  if (step.outcome !== 'more' || outcome.cut === undefined || outcome.cut.how === 'stopped') return step;
  if (outcome.cut.how === 'not-wanted') return OVER;
  const backOff = FIRST_WAIT_SECONDS * 2 ** stalled;
  const after = outcome.cut.how === 'quota' ? (outcome.cut.retryAfterSeconds ?? FIRST_WAIT_SECONDS) : backOff;
  return { outcome: 'later', seconds: Math.min(after, MAX_WAIT_SECONDS) };
}

interface Progress {
  readonly change: {
    readonly found?: number;
    readonly search?: object | undefined;
    readonly done?: number;
    readonly stalled: number;
  };
  readonly writes: readonly RowWrite[];
  /** Of the pages that were done now. */
  readonly failed: number;
  readonly stoppedBy?: string;
  readonly now: Date;
}

function afterStep(before: Job, { change, failed: failedNow, stoppedBy, now }: Progress): Job {
  const { record } = before;
  const at = now.toISOString();
  const data = { ...record.data, ...change, failed: record.data.failed + failedNow };
  const touched = { ...change, failed: data.failed, touchedAt: at, startedAt: record.data.startedAt ?? at };
  if (record.state === 'cancelled') return nextJob(before, touched);
  const failed = stoppedBy === undefined ? data.failed : data.failed + data.found - data.done;
  const isDone = data.search === undefined && (data.done === data.found || stoppedBy !== undefined);
  return isDone
    ? nextJob(before, { ...touched, failed, stoppedBy, finishedAt: at }, finalState({ ...data, failed }))
    : nextJob(before, touched, 'running');
}

/**
 * What a step has come to, if nobody else has come further meanwhile. A job that was cancelled while the step ran stays
 * so, and knows what became of the pages that were being worked on.
 */
async function commitStep(context: StepContext, job: Job, progress: Progress): Promise<Step> {
  const { storage, random } = context;
  const { writes, now } = progress;
  let before = job;
  for (let attempt = 1; attempt <= MAX_COMMITS; attempt += 1) {
    const after = afterStep(before, progress);
    const hasEnded = isOver(after.record) && !isOver(before.record);
    const audit = hasEnded ? endAuditRow(random, after, job.jobId, now) : undefined;
    const started = await commitJob(storage, before, after, writes, audit);
    if (started !== 'conflict') return isOver(after.record) ? { outcome: 'over', started } : { outcome: 'more' };
    const again = await readJob(storage, job.jobId);
    const isWhereItWas =
      again !== undefined &&
      again.record.data.done === job.record.data.done &&
      again.record.data.found === job.record.data.found;
    // Somebody else goes on with it.
    if (!isWhereItWas || (isOver(again.record) && again.record.state !== 'cancelled')) return OVER;
    before = again;
  }
  throw new HostError('failure', 'others changed a job at every attempt');
}

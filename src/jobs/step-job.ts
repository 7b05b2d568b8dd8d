import { findChangedPages, parsePlace } from './changed-pages';
import { readLevels } from '../classification/level-store';
import { keepInLimits, NO_LIMITS, nextSearchPlace, searchCursorOf, searchPages } from '../classification/search-pages';
import { readFindingConditions } from '../findings/finding-conditions';
import { listPageScans } from '../findings/lists/list-page-scans';
import type { FingerprintKey } from '../findings/fingerprint-key';
import type { InventoryFilter } from '../findings/inventory/inventory-filter';
import { listInventory } from '../findings/inventory/page-inventory';
import { isOnSite } from '../findings/model';
import { findPossiblyBelow } from '../findings/required-level/raise-levels';
import { rightsOf } from '../keys/key-rights';
import { type Confluence, HostError } from '../platform/confluence';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite, Storage } from '../platform/storage';
import { chargeUnits, NOTHING_CHARGED, openPoints, payerOfWork, pointsThatFit } from '../quota/charge-or-wait';
import type { Cost } from '../quota/counters';
import type { Platform } from '../quota/invocation';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { commitStep } from '../runs/end-run';
import { hasEnded, nextRun } from '../runs/run-kind';
import { isRefusedByPlatform } from '../runs/impersonation';
import { checkRunKey, readRunOwner, type RunOwner } from '../runs/run-owner';
import { readItems, writeItems } from '../runs/run-items';
import { readRun } from '../runs/run-store';
import type { Step } from '../runs/push-run';
import { CONTINUE, ENDED, pause, type StepResult, stepRun, stop } from '../runs/step-run';
import { finalState } from '../runs/shown-state';
import { JOBS } from './job-kind';
import { JOB_PAGES, JOB_RESULTS } from './job-rows';
import { contentOf, earlierJobOf, type Job, type JobOrder, type JobPage, MAX_PAGES, startPlaceOf } from './model';
import { walkPagesBelow } from './pages-below';
import { findInResults } from './person-jobs';
import { type JobContext, setPages } from './set-pages';
import { waitForQuota } from '../runs/wait-reasons';

/** Runs one step of a job, which finds some more pages or sets the levels of some more pages. */

/** For the calls of a step that are not about one page; calls for a page have their own limit. */
const STEP_LIMIT_MS = 240_000;
const PAGES_OF_A_SEARCH = 100;
const FIRST_WAIT_SECONDS = 30;
/** The number of attempts at a position before its page fails. */
const MAX_STALLS = 5;
const SCOPE = 'classification::write';

/** @throws StorageUnavailableError, CorruptRecordError: run the step again later */
export function stepJob(context: PlatformOfJob, jobId: string): Promise<Step> {
  const { storage, unpaid } = context.open(STEP_LIMIT_MS);
  const charging = { ...context, storage };
  const pointsOf = (ownerId: string | undefined) => openPoints(charging, payerOfWork(ownerId));
  return stepRun({ ...charging, unpaid, openPoints: pointsOf }, JOBS, jobId, async (job, metered) => {
    const step: StepContext = { ...charging, confluence: metered };
    const { order } = job.record.data;
    const owner = await readRunOwner(
      step,
      job.record,
      SCOPE,
      startPlaceOf(order) === undefined ? 'site-admin' : 'user',
    );
    if (typeof owner === 'string') return stop(step, JOBS, job, owner);
    return job.record.data.search === undefined ? setNextPages(step, job, owner) : search(step, job, owner);
  });
}

/** The context of a step, whose calls to Confluence have no payer yet. */
interface PlatformOfJob extends Omit<JobContext, 'open'> {
  /** The platform, limited to the given time. */
  readonly open: (limitMs: number) => Pick<Platform, 'storage' | 'push' | 'unpaid'>;
  /** For the jobs that find pages by their scans. Throws if the site has no secret. */
  readonly readFingerprintKey: () => FingerprintKey;
}

interface StepContext extends PlatformOfJob {
  readonly storage: Storage;
  readonly confluence: Confluence;
}

async function search(context: StepContext, job: Job, owner: RunOwner): Promise<StepResult> {
  const earlierId = earlierJobOf(job.record.data.order);
  if (earlierId !== undefined) return addFromResults(context, job, earlierId);
  const found = await findPages(context, job, owner);
  if ('outcome' in found) return found;
  const pages = [...new Set(found.pageIds)].map((pageId) => ({ pageId }));
  return addPages(context, job, pages, found.cursor);
}

function findPages(context: StepContext, job: Job, owner: RunOwner): Promise<Found | StepResult> {
  const { order, search: at } = job.record.data;
  const { reverts, below, chosen, raises, tree } = order;
  if (raises === true) return findBelowRequired(context, job);
  if (chosen?.matching !== undefined) return findMatching(context, job, chosen.matching);
  const rootId = below?.pageId ?? tree?.rootPageId;
  if (rootId !== undefined) return findBelow(context, job, owner, rootId);
  if (reverts === undefined) return findByQuery(context, job, owner);
  const { storage, clock } = context;
  return findChangedPages(storage, reverts, { cursor: at?.cursor, limit: PAGES_OF_A_SEARCH, now: clock() });
}

async function addFromResults(context: StepContext, job: Job, earlierId: string): Promise<StepResult> {
  const { search: at, createdBy } = job.record.data;
  const earlier = await readRun(context.storage, JOBS, earlierId);
  if (earlier === undefined) return stop(context, JOBS, job, 'JOB_NOT_FOUND');
  // If the platform does not let the app act for the person, each page takes a second call.
  const limit = Math.max(1, Math.min(PAGES_OF_A_SEARCH, Math.floor((await pointsThatFit(context, 'work')) / 3)));
  const { pages, next } = await findInResults(context, createdBy, earlier, { from: Number(at?.cursor ?? 0), limit });
  return addPages(context, job, pages, next?.toString());
}

interface Found {
  readonly pageIds: readonly string[];
  /** The position where the search continues, or depending on the number of all found pages; undefined = no more pages. */
  readonly cursor: string | ((total: number) => string | undefined) | undefined;
}

async function findBelow(context: StepContext, job: Job, owner: RunOwner, rootId: string): Promise<Found | StepResult> {
  const { storage, confluence } = context;
  const { createdBy: accountId, found, search: at } = job.record.data;
  const pages = await readItems(storage, JOB_PAGES, job.runId, 0, found);
  const done = await walkPagesBelow(confluence, {
    accountId,
    rootId,
    ...(owner.kind === 'key' ? { keep: (listed) => keepInLimits(storage, rightsOf(owner.key.record), listed) } : {}),
    found: pages.map(({ pageId }) => pageId),
    cursor: at?.cursor,
    maxPoints: await pointsThatFit(context, 'work'),
    maxPages: MAX_PAGES,
  });
  if (done !== 'refused') return done;
  const mayWait = owner.kind === 'key' && !job.record.data.order.dryRun;
  return mayWait ? pause(context, JOBS, job, 'CANNOT_ACT_AS_PERSON') : stop(context, JOBS, job, 'SEARCH_NOT_POSSIBLE');
}

/** Stops at the maximum of a job. The pages that are left stay in the number of the overview. */
async function findBelowRequired(context: StepContext, job: Job): Promise<Found> {
  const { storage } = context;
  const { found, search: at, order } = job.record.data;
  const { items, next } = await listPageScans(storage, {
    contentType: contentOf(order),
    isWanted: (scan) => isOnSite(scan) && scan.data.findingIds.length > 0,
    after: at?.cursor === undefined ? undefined : parsePlace(at.cursor),
    limit: PAGES_OF_A_SEARCH,
  });
  const { config, exclusions, observed } = await readFindingConditions(storage);
  const by = { config, exclusions: exclusions.all, observed };
  const below = await findPossiblyBelow(
    { ...context, ...by },
    items.map(({ pageId }) => pageId),
  );
  const pageIds = below.map(({ pageId }) => pageId).slice(0, MAX_PAGES - found);
  return {
    pageIds,
    cursor: next === undefined || found + pageIds.length === MAX_PAGES ? undefined : JSON.stringify(next),
  };
}

/** Stops at the maximum of a job, as a job that raises levels does. */
async function findMatching(context: StepContext, job: Job, filter: InventoryFilter): Promise<Found> {
  const { storage, confluence, installationId, clock } = context;
  const { found, search: at, createdBy: accountId } = job.record.data;
  const levels = await readLevels(storage, installationId);
  const fingerprintKey = context.readFingerprintKey();
  const limit = Math.max(1, Math.min(PAGES_OF_A_SEARCH, Math.floor((await pointsThatFit(context, 'work')) / 3)));
  const { results, next, hasMore } = await listInventory(
    { storage, confluence, accountId, levels, now: clock(), fingerprintKey },
    filter,
    { after: at?.cursor === undefined ? undefined : parsePlace(at.cursor), limit },
  );
  const pageIds = results.map(({ page }) => page.pageId).slice(0, MAX_PAGES - found);
  const isEnd = !hasMore || next === undefined || found + pageIds.length === MAX_PAGES;
  return { pageIds, cursor: isEnd ? undefined : JSON.stringify(next) };
}

async function findByQuery(context: StepContext, job: Job, owner: RunOwner): Promise<Found | StepResult> {
  const { storage, confluence } = context;
  const { order, search: at, createdBy: creatorId } = job.record.data;
  const limit = Math.max(1, Math.min(PAGES_OF_A_SEARCH, (await pointsThatFit(context, 'work')) - 1));
  const done = await searchPages(confluence, storage, {
    creatorId,
    cql: order.cql ?? '',
    cursor: searchCursorOf(at?.cursor),
    limit,
    contentType: order.contentType,
    rights: owner.kind === 'key' ? rightsOf(owner.key.record) : NO_LIMITS,
  });
  if (done.outcome === 'not-understood') return stop(context, JOBS, job, 'INVALID_CQL');
  if (done.outcome === 'not-possible') {
    const isOfKey = owner.kind === 'key';
    if (isOfKey && !(await isRefusedByPlatform(confluence, creatorId)))
      return stop(context, JOBS, job, 'API_KEY_OWNER_INACTIVE');
    // A client waits for the result of a dry run, and needs the reason now.
    if (order.dryRun) return stop(context, JOBS, job, 'SEARCH_NOT_POSSIBLE');
    return pause(context, JOBS, job, 'CANNOT_ACT_AS_PERSON');
  }
  return { pageIds: done.pageIds, cursor: (total) => nextSearchPlace(at?.cursor, total, done.cursor) };
}

/** @param pages each once @param cursor as in `Found` */
async function addPages(
  context: StepContext,
  job: Job,
  wanted: readonly JobPage[],
  cursor: Found['cursor'],
): Promise<StepResult> {
  const { storage, clock } = context;
  const { found } = job.record.data;
  const known = await readItems(storage, JOB_PAGES, job.runId, 0, found);
  const isKnown = new Set(known.map(({ pageId }) => pageId));
  const added = wanted.filter(({ pageId }) => !isKnown.has(pageId));
  if (found + added.length > MAX_PAGES) return stop(context, JOBS, job, 'TOO_MANY_PAGES');
  const begun = found - (found % JOB_PAGES.itemsPerRow);
  const pages = [...known.slice(begun), ...added];
  const total = found + added.length;
  const next = typeof cursor === 'function' ? cursor(total) : cursor;
  const change = { found: total, search: next === undefined ? undefined : { cursor: next }, stalled: 0 };
  const writes = writeItems(JOB_PAGES, job.runId, begun, pages);
  return commitProgress(context, job, { change, writes, failed: 0, now: clock() });
}

/** A preview on a page changes nothing and its author waits for it, so it uses no changes of the minute. */
function costOfAPage({ below, dryRun }: JobOrder): Cost {
  const isPreview = below !== undefined && dryRun;
  return { host: POINTS_OF_A_PAGE, ...(isPreview ? {} : { 'key-write': 1 }) };
}

async function setNextPages(context: StepContext, job: Job, owner: RunOwner): Promise<StepResult> {
  const { storage, clock } = context;
  const { runId: jobId } = job;
  const { done, found, stalled, order } = job.record.data;
  const cost = costOfAPage(order);
  // The results of a batch are in one row.
  const rowStart = done - (done % JOB_RESULTS.itemsPerRow);
  const most = Math.min(found, rowStart + JOB_RESULTS.itemsPerRow) - done;
  const payer = payerOfWork(owner.kind === 'key' ? owner.key.keyId : owner.accountId);
  // Before the charge, so that a failed read costs no points.
  const next = await readItems(storage, JOB_PAGES, jobId, done, done + most);
  const charged = most === 0 ? NOTHING_CHARGED : await chargeUnits(context, payer, cost, most);
  if ('waitSeconds' in charged)
    return { outcome: 'later', seconds: charged.waitSeconds, wait: waitForQuota(charged.quota) };
  const { units, refund } = charged;
  const points = openPoints(context, payer, { prepaid: { ...charged, units: units * POINTS_OF_A_PAGE } });
  const outcome = await setPages(
    {
      ...context,
      open: (limitMs) => {
        const opened = context.open(limitMs);
        return { ...opened, confluence: points.meter(opened.unpaid) };
      },
      reverify: (keyId, keyRow) => checkRunKey(job.record, keyId, keyRow, clock(), SCOPE),
      isStillOpen: async () => {
        const current = await readRun(storage, JOBS, jobId);
        return current !== undefined && !hasEnded(current.record);
      },
      isLastAttempt: stalled >= MAX_STALLS,
    },
    job,
    owner,
    { pages: next.slice(0, units), from: done },
  ).finally(points.close);
  const { results } = outcome;
  const unused = units - results.length;
  if (unused > 0 && 'key-write' in cost) await refund({ 'key-write': unused });
  const earlier = await readItems(storage, JOB_RESULTS, jobId, rowStart, done);
  const writes = results.length === 0 ? [] : writeItems(JOB_RESULTS, jobId, rowStart, [...earlier, ...results]);
  const failed = results.filter(({ code }) => code !== undefined).length;
  const hasStalled = results.length === 0 && outcome.stop?.reason === 'unavailable';
  const change = { done: done + results.length, stalled: hasStalled ? stalled + 1 : 0 };
  const step = await commitProgress(context, job, {
    change,
    writes,
    failed,
    now: clock(),
    ...(outcome.stop?.reason === 'stopped' ? { stoppedBy: outcome.stop.code } : {}),
  });
  if (step.outcome !== 'continue' || outcome.stop === undefined || outcome.stop.reason === 'stopped') return step;
  if (outcome.stop.reason === 'cancelled') return ENDED;
  const backOff = FIRST_WAIT_SECONDS * 2 ** stalled;
  const seconds = outcome.stop.reason === 'quota' ? (outcome.stop.retryAfterSeconds ?? FIRST_WAIT_SECONDS) : backOff;
  return { outcome: 'later', seconds, wait: outcome.stop.wait };
}

interface Progress {
  readonly change: {
    readonly found?: number;
    readonly search?: object | undefined;
    readonly done?: number;
    readonly stalled: number;
  };
  readonly writes: readonly RowWrite[];
  /** For the pages of this step. */
  readonly failed: number;
  readonly stoppedBy?: string;
  readonly now: Date;
}

function afterStep(before: Job, { change, failed: failedNow, stoppedBy, now }: Progress): Job {
  const { record } = before;
  const at = now.toISOString();
  const data = { ...record.data, ...change, failed: record.data.failed + failedNow };
  const touched = { ...change, failed: data.failed, touchedAt: at, startedAt: record.data.startedAt ?? at };
  if (record.state === 'cancelled') return nextRun(before, touched);
  const failed = stoppedBy === undefined ? data.failed : data.failed + data.found - data.done;
  const isDone = data.search === undefined && (data.done === data.found || stoppedBy !== undefined);
  return isDone
    ? nextRun(before, { ...touched, failed, stoppedBy, finishedAt: at }, finalState(data.found, failed))
    : nextRun(before, touched, 'running');
}

/**
 * Stores the progress of a step, unless a concurrent step went further. A job that was canceled while the step ran stays
 * canceled, and gets the results of the pages that were being processed.
 */
async function commitProgress(context: StepContext, job: Job, progress: Progress): Promise<StepResult> {
  let before = job;
  const step = await retryOnConflict(async (attempt): Promise<StepResult | 'conflict'> => {
    if (attempt > 1) {
      const current = await readRun(context.storage, JOBS, job.runId);
      const isWhereItWas =
        current !== undefined &&
        current.record.data.done === job.record.data.done &&
        current.record.data.found === job.record.data.found;
      // Another step continues it.
      if (!isWhereItWas || (hasEnded(current.record) && current.record.state !== 'cancelled')) return ENDED;
      before = current;
    }
    const after = afterStep(before, progress);
    const started = await commitStep(context, JOBS, before, after, progress.writes);
    if (started === 'conflict') return started;
    return hasEnded(after.record) ? { outcome: 'ended', started } : CONTINUE;
  });
  if (step === 'conflict') throw new HostError('failure', 'others changed a job at every attempt');
  return step;
}

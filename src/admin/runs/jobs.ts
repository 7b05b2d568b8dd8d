import * as z from 'zod';
import { createJob } from '../../jobs/create-job';
import { JOBS } from '../../jobs/job-kind';
import { findChangedPages, parsePlace } from '../../jobs/changed-pages';
import { type JobOrder, type JobRecord, type JobState, MAX_PAGES } from '../../jobs/model';
import { JOB_RESULTS } from '../../jobs/job-rows';
import { canBeUndone, isComplete, isInGroup, readVisibleResults, undoOf } from '../../jobs/person-jobs';
import type { Lowering } from '../../access/decide';
import { neededFor } from '../../classification/content-type';
import { readLevels } from '../../classification/level-store';
import type { LevelOfPage } from '../../classification/model';
import { readItems } from '../../runs/run-items';
import { type PlacedRun, type Standing, standingOf } from '../../runs/placed-run';
import { readPlacedRun } from '../../runs/run-store';
import { definedOf } from '../../platform/defined-of';
import { readListCursor, writeListCursor } from '../cursors';
import { keyIdInput, requireKey } from '../keys/one-key';
import { cancelAsAdmin, startCreated } from './long-work';
import { findPages, findPagesWithLevels } from '../visible-pages';
import { cursorInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/**
 * Jobs that an admin starts in the background. They revert the changes of a key or of rules, set suggested levels, or
 * raise pages to required levels.
 */

const revertInput = z.strictObject({
  keyId: keyIdInput,
  /** The key's changes before this time stay; omitted = all changes are reverted. */
  from: z.iso.datetime({ precision: 3, error: 'must be a UTC timestamp with milliseconds' }).optional(),
  /** If true, nothing is written; the job shows what a real run would do. */
  dryRun: z.boolean(),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});
const restoreInput = revertInput.pick({ dryRun: true, requestKey: true });
const keyChangesInput = revertInput.pick({ keyId: true, from: true }).extend({ cursor: cursorInput });
const lostInput = z.strictObject({ cursor: cursorInput });
const jobInput = z.strictObject({ jobId: z.uuid() });

export interface JobView extends Standing {
  readonly jobId: string;
  readonly state: JobState;
  readonly dryRun: boolean;
  /** The number of pages; omitted while they are being collected. */
  readonly total?: number;
  readonly done: number;
  /** `changed`, `left` and `failed` are about this many pages, the first ones. Omitted: about all. */
  readonly counted?: number;
  readonly changed: number;
  /** Pages that are skipped, because others have changed them since or they already have that level. */
  readonly left: number;
  readonly failed: readonly { readonly code: string; readonly count: number; readonly pageIds: readonly string[] }[];
  /** The reason why it stopped early. */
  readonly stoppedBy?: string;
  /** A part of `changed`. */
  readonly lowered: number;
  /** A part of `left`: pages that already have the level. */
  readonly same: number;
  /** For a job that set levels and has ended. */
  readonly undo?: Lowering;
  /** The dry run has checked all pages and would change some, so that its job can start. */
  readonly canStart: boolean;
  readonly isUndo: boolean;
  /** The number of pages has reached the maximum, so the list may have more. */
  readonly isCut: boolean;
  /** The level that the job sets on all pages. `none`: it clears their level. Omitted: each page has its own. */
  readonly level?: LevelOfPage | 'none';
}

/** The maximum number of page ids listed for each error code. */
const NAMED_PAGES = 20;

/**
 * Restores the previous levels of the pages that a key has changed, unless another user has changed them since. The job
 * acts on behalf of the admin.
 */
export const revertKey = operation(revertInput, async (request, { keyId, from, dryRun, requestKey }) => {
  const { record } = await requireKey(request, keyId);
  return startSearch(request, requestKey, {
    reverts: { keyId, ...(from === undefined ? {} : { from }) },
    justification: `Reverts what the API key “${record.name}” (pclsk_${keyId}_…) changed`,
    dryRun,
  });
});

export interface KeyChanges {
  /** The changes of pages that the admin sees, the latest first. */
  readonly changes: readonly {
    readonly changeId: string;
    readonly pageId: string;
    readonly title: string;
    readonly changedAt: string;
  }[];
  /** The number of changes in this part on pages that the admin cannot see, or that no longer exist. */
  readonly others: number;
  /** The cursor of the next part. Omitted: no more changes. */
  readonly cursor?: string;
}

const CHANGES_OF_A_PART = 50;

/** Lists the changes of levels by a key, which `revertKey` reverts. */
export const listKeyChanges = operation(
  keyChangesInput,
  async (request, { keyId, from, cursor }): Promise<KeyChanges> => {
    const question = ['key-changes', keyId, from];
    const place = readListCursor(request, cursor, question);
    await requireKey(request, keyId);
    const after = place && JSON.stringify(place);
    const search = { cursor: after, limit: CHANGES_OF_A_PART, now: request.now };
    const found = await findChangedPages(request.storage, { keyId, from }, search);
    const seen = await findPages(request, found.pageIds, 'all', neededFor(found.changes));
    const changes = found.changes.flatMap((change) => {
      const page = seen.get(change.pageId) ?? 'hidden';
      const { changeId, pageId, changedAt } = change;
      return page === 'hidden' ? [] : [{ changeId, pageId, changedAt, title: page.title }];
    });
    const shown = { changes, others: found.changes.length - changes.length };
    if (found.cursor === undefined) return shown;
    return { ...shown, cursor: writeListCursor(request, parsePlace(found.cursor), question) };
  },
);

/** Restores the sub-levels that rules from findings removed, of pages whose level no one has changed since. */
export const restoreSubLevels = operation(restoreInput, async (request, { dryRun, requestKey }): Promise<JobView> => {
  const justification = 'Restores the sub-level that a rule from findings removed';
  return startSearch(request, requestKey, { reverts: { lost: 'sub-levels' }, justification, dryRun });
});

async function startSearch(
  request: AdminRequest,
  idempotencyKey: string,
  order: Omit<JobOrder, 'onlyUnclassified'>,
): Promise<JobView> {
  const { accountId, requestId, installationId } = request;
  const creation = await createJob(request, {
    owner: { kind: 'person', accountId },
    idempotencyKey,
    order: { ...order, onlyUnclassified: false },
    pages: [],
    requestId,
    installationId,
  });
  return viewJob(request, await startCreated(request, JOBS, creation));
}

export interface LostSubLevels {
  /** The pages that the admin sees, and the level that each of them still has. */
  readonly pages: readonly { readonly pageId: string; readonly title: string; readonly levelId: string }[];
  /** The cursor of the next part. Omitted: no more pages. A part can be empty although more pages follow. */
  readonly cursor?: string;
}

const LOST_OF_A_PART = 50;

/** Lists the pages that `restoreSubLevels` would change, the last changed ones first. */
export const listLostSubLevels = operation(lostInput, async (request, { cursor }): Promise<LostSubLevels> => {
  const { storage, now } = request;
  const question = ['lost-sub-levels'];
  const place = readListCursor(request, cursor, question);
  const after = place && JSON.stringify(place);
  const found = await findChangedPages(storage, { lost: 'sub-levels' }, { cursor: after, limit: LOST_OF_A_PART, now });
  const seen: Awaited<ReturnType<typeof findPagesWithLevels>> =
    found.pageIds.length === 0
      ? new Map()
      : await findPagesWithLevels(request, found.pageIds, neededFor(found.changes));
  // Only the current change of a page counts, because an earlier loss may be in another part.
  const pages = found.pageIds.flatMap((pageId) => {
    const one = seen.get(pageId) ?? 'hidden';
    if (one === 'hidden' || one.level === undefined || !found.changeIds.has(one.level.changeId)) return [];
    return [{ pageId, title: one.page.title, levelId: one.level.levelId }];
  });
  if (found.cursor === undefined) return { pages };
  return { pages, cursor: writeListCursor(request, parsePlace(found.cursor), question) };
});

const raiseToRequiredInput = z.strictObject({ requestKey: z.uuid() });

/**
 * Raises the pages and blog posts of the site that are below the level that their stored findings require. The app does it,
 * as after a scan. None is scanned.
 */
export const raiseToRequired = operation(raiseToRequiredInput, async (request, { requestKey }): Promise<JobView> => {
  return startSearch(request, `raise:${requestKey}`, { raises: true, contentType: 'all', dryRun: false });
});

export const getJob = operation(jobInput, async (request, { jobId }): Promise<JobView> => {
  return viewJob(request, await requireJob(request, jobId));
});

/** Pages that the job has not started are skipped. A job that has ended stays unchanged. */
export const cancelJob = operation(jobInput, async (request, { jobId }): Promise<JobView> => {
  const job = await requireJob(request, jobId);
  return viewJob(request, await cancelAsAdmin(request, JOBS, job.runId));
});

/** A job of this admin. The page Background work lists the jobs of others, and cancels them. */
export async function requireJob(
  { storage, now, accountId }: AdminRequest,
  jobId: string,
): Promise<PlacedRun<JobRecord>> {
  const job = await readPlacedRun(storage, JOBS, jobId, now);
  const isOwn = job?.record.keyId === undefined && job?.record.data.createdBy === accountId;
  if (job === undefined || !isOwn || now >= JOBS.expiryOf(job)) {
    throw new Refusal('JOB_NOT_FOUND', 'The job was not found. Jobs are kept for 7 days after they end.');
  }
  return job;
}

export async function viewJob(request: AdminRequest, job: PlacedRun<JobRecord>): Promise<JobView> {
  const { storage, installationId } = request;
  const { runId: jobId, record } = job;
  const { createdBy, found, done, order, search, stoppedBy } = record.data;
  // The numbers of the site include pages that the admin does not see, and name none of them.
  const isOfSite = order.raises === true;
  const seen = isOfSite
    ? { results: await readItems(storage, JOB_RESULTS, jobId, 0, done), state: record.state, next: undefined }
    : await readVisibleResults(request, createdBy, job);
  const { results, state } = seen;
  const failed = new Map<string, string[]>();
  for (const { code, pageId } of results) {
    if (code !== undefined) failed.set(code, [...(failed.get(code) ?? []), pageId]);
  }
  const changed = results.filter((result) => result.changed).length;
  const counted = seen.next === undefined ? undefined : results.length;
  const undo = canBeUndone(job)
    ? await undoOf(storage, (await readLevels(storage, installationId)).settings, job, seen)
    : undefined;
  const failures = [...failed].map(([code, pageIds]) => ({
    code,
    count: pageIds.length,
    pageIds: isOfSite || order.undoes !== undefined ? [] : pageIds.slice(0, NAMED_PAGES),
  }));
  return {
    jobId,
    state,
    dryRun: order.dryRun,
    done,
    changed,
    left: results.length - changed - failures.reduce((sum, { count }) => sum + count, 0),
    failed: failures.sort((a, b) => b.count - a.count),
    lowered: results.filter((result) => result.lowered === true).length,
    same: results.filter((result) => isInGroup(result, 'same')).length,
    canStart: order.chosen !== undefined && order.dryRun && isComplete(job) && (changed > 0 || counted !== undefined),
    isUndo: order.undoes !== undefined,
    isCut: found === MAX_PAGES,
    ...standingOf(job),
    ...definedOf({ total: search === undefined ? found : undefined, counted, stoppedBy, undo, level: levelOf(order) }),
  };
}

function levelOf({ level }: JobOrder): JobView['level'] {
  if (typeof level !== 'object') return level === 'none' ? level : undefined;
  const { levelId, subLevelId } = level;
  return { levelId, ...definedOf({ subLevelId }) };
}

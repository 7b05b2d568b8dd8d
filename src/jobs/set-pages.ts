import { changePageLevel, previewPageLevelChange } from '../classification/change-page-level';
import { type Levels, readLevels } from '../classification/level-store';
import type { PageLevelRecord } from '../classification/model';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { lookUpPage } from '../classification/page-lookup';
import { isLowering, isOffIn } from '../classification/settings';
import { reasonToKeep } from '../detection/reasons/check-reasons';
import { uuidV5 } from '../platform/uuid-v5';
import { type FindingConditions, readFindingConditions } from '../findings/finding-conditions';
import { raiseToRequired } from '../findings/required-level/raise-levels';
import { levelFloorReader } from '../findings/required-level/level-floor';
import { rightsOf } from '../keys/key-rights';
import { type CollectedMirrors, collectMirrors } from '../mirror/push-mirror';
import type { ApiKey } from '../keys/model';
import { monotonicMs } from '../platform/clock';
import { type Confluence, HostError } from '../platform/confluence';
import type { Push } from '../platform/queue';
import { type Row, type Storage, StorageUnavailableError } from '../platform/storage';
import type { ChargeContext } from '../quota/charge-or-wait';
import type { RunOwner } from '../runs/run-owner';
import { contentOf, type Job, type JobPage, PAGE_NOT_VISIBLE_TO_APP, type PageResult, startPlaceOf } from './model';
import { planPage } from './plan-page';
import { STEP_REPEATED, type Wait, waitAfter } from '../runs/wait-reasons';

/** Sets the levels of some pages of a job in order, a few concurrently. */

/** The context of a step of a job. */
export interface JobContext extends Omit<ChargeContext, 'storage'> {
  /** The platform, limited to the given time. */
  readonly open: (limitMs: number) => {
    readonly storage: Storage;
    readonly confluence: Confluence;
    readonly push: Push;
  };
  readonly installationId: string;
}

export interface SetPagesContext extends JobContext {
  readonly storage: Storage;
  /** Reads the key again. Returns the key, or the code that says why it can no longer be used. */
  readonly reverify: (keyId: string, row: Row) => ApiKey | string;
  /** False if the job was canceled. */
  readonly isStillOpen: () => Promise<boolean>;
  /** True if a page fails with an error that may be temporary, instead of being tried again. */
  readonly isLastAttempt: boolean;
}

/** Why some pages are not processed. */
export type StopReason =
  /** A dependency does not respond. */
  | { readonly reason: 'unavailable'; readonly wait: Wait }
  /** The quota for calls to Confluence is used up for now. */
  | { readonly reason: 'quota'; readonly retryAfterSeconds: number | undefined; readonly wait: Wait }
  /** The key can no longer be used. */
  | { readonly reason: 'stopped'; readonly code: string }
  | { readonly reason: 'cancelled' };

export interface PagesSet {
  /** The results of the processed pages, in their order. */
  readonly results: readonly PageResult[];
  /** Omitted if all pages are processed, or the time for this step is used up. */
  readonly stop?: StopReason;
}

/** The facts that all pages share. */
interface Batch extends SetPagesContext {
  readonly job: Job;
  readonly owner: RunOwner;
  readonly levels: Levels;
  readonly mirrors: CollectedMirrors;
  readonly justification: string | undefined;
  /** The reason of each failed page, for the log. The platform keeps few lines. */
  readonly failures: string[];
}

/** The number of pages that are processed concurrently. Each makes its own calls to Confluence and storage. */
const PAGES_AT_ONCE = 5;
/** The interval of the checks for a canceled job. */
const CHECK_OPEN_EVERY = 25;
/** After this time, no further page is started. */
const BUDGET_MS = 120_000;
/**
 * The time limit for one page. A change must be committed within a minute of its timestamp, or readers of the change
 * feed would miss it.
 */
const PAGE_LIMIT_MS = 20_000;
const PUSH_LIMIT_MS = 8_000;

/**
 * @param from the position of the first page in the job
 * @throws StorageUnavailableError, CorruptRecordError: run the step again
 */
export async function setPages(
  context: SetPagesContext,
  job: Job,
  owner: RunOwner,
  { pages, from }: { readonly pages: readonly JobPage[]; readonly from: number },
): Promise<PagesSet> {
  const { storage, installationId } = context;
  const endsAtMs = monotonicMs() + BUDGET_MS;
  const levels = await readLevels(storage, installationId);
  const changeIds = pages.map((_, index) => changeIdOf(job, from + index));
  const isDone = await readDone(storage, changeIds);
  const mirrors = collectMirrors();
  const justification = await reasonToKeep(job.record.data.order.justification, context.clock());
  const batch: Batch = { ...context, job, owner, levels, mirrors, justification, failures: [] };
  const conditions = job.record.data.order.raises === true ? await readFindingConditions(storage) : undefined;
  const setOne = async (page: JobPage, index: number): Promise<PageResult | StopReason> => {
    const { pageId } = page;
    const changeId = changeIds[index] ?? '';
    // An earlier step changed the page, but could not store the result.
    if (isDone.has(changeId)) {
      mirrors.pushMirror(pageId);
      return { pageId, changed: true };
    }
    try {
      if (conditions !== undefined) return await raisePage(batch, conditions, pageId, changeId);
      return await setPage(batch, page, changeId, from + index);
    } catch (error) {
      return outcomeOf(batch, pageId, error);
    }
  };

  const results: PageResult[] = [];
  let stop: StopReason | undefined;
  for (let start = 0; start < pages.length && stop === undefined && monotonicMs() < endsAtMs; start += PAGES_AT_ONCE) {
    if (start > 0 && start % CHECK_OPEN_EVERY === 0 && !(await context.isStillOpen())) {
      stop = { reason: 'cancelled' };
      break;
    }
    const some = pages.slice(start, start + PAGES_AT_ONCE);
    for (const outcome of await Promise.all(some.map((page, index) => setOne(page, start + index)))) {
      if (stop !== undefined) break;
      if ('reason' in outcome) stop = outcome;
      else results.push(outcome);
    }
  }
  for (const reason of new Set(batch.failures))
    context.log('job.pages-failed', {
      jobId: job.runId,
      reason,
      pages: batch.failures.filter((one) => one === reason).length,
    });
  await mirrors.pushAll({ push: context.open(PUSH_LIMIT_MS).push, log: context.log, requestId: job.runId });
  const reported = job.record.data.order.dryRun ? results : await withConcurrentChanges(storage, results, changeIds);
  return { results: reported, ...(stop === undefined ? {} : { stop }) };
}

/**
 * A change by a concurrent step looks like a change by another user, so the page would be skipped or fail its
 * condition.
 */
async function withConcurrentChanges(
  storage: Storage,
  results: readonly PageResult[],
  changeIds: readonly string[],
): Promise<readonly PageResult[]> {
  const isInDoubt = (index: number) => results[index]?.changed === false;
  const done = await readDone(
    storage,
    changeIds.filter((_changeId, index) => isInDoubt(index)),
  );
  return results.map((result, index) =>
    done.has(changeIds[index] ?? '') ? { pageId: result.pageId, changed: true } : result,
  );
}

/** The same for the same page of the same job, so that a change is never made twice. */
export function changeIdOf({ runId, record }: Job, index: number): string {
  return uuidV5(runId, `${record.createdAt} ${index}`);
}

async function readDone(storage: Storage, changeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const names = changeIds.map((key) => ({ entity: 'level-change', key }) as const);
  const rows = await storage.readMany(names, 'exact');
  return new Set(changeIds.filter((_changeId, index) => rows[index]?.value !== undefined));
}

/** A page that no longer needs a higher level, or that the app cannot see, keeps its level. */
async function raisePage(
  { clock, random, installationId, open, mirrors: { pushMirror } }: Batch,
  { config, exclusions, observed }: FindingConditions,
  pageId: string,
  changeId: string,
): Promise<PageResult> {
  const by = { config, exclusions: exclusions.all, observed };
  const raising = { ...open(PAGE_LIMIT_MS), clock, random, installationId, ...by, pushMirror };
  const { raised, unseen } = await raiseToRequired(raising, [pageId], changeId);
  if (raised.length > 0) return { pageId, changed: true };
  return { pageId, changed: false, ...(unseen.length > 0 ? { code: PAGE_NOT_VISIBLE_TO_APP } : { skipped: true }) };
}

async function setPage(batch: Batch, page: JobPage, changeId: string, lane: number): Promise<PageResult | StopReason> {
  const { random, clock, job, owner, levels, mirrors, justification } = batch;
  const { pageId, ifRevision, unlessRevision } = page;
  const { order } = job.record.data;
  const { storage, confluence } = batch.open(PAGE_LIMIT_MS);
  const plan = await planPage({ storage, now: clock(), levels: levels.all }, job.record.data, page);
  const isOfPerson = order.chosen !== undefined || startPlaceOf(order) !== undefined;
  const readFloor = levelFloorReader({ storage, confluence, clock, levels });
  const change = order.dryRun ? previewPageLevelChange : changePageLevel;
  const seen = { isOff: false };
  const done = await change(
    {
      storage,
      random,
      clock,
      requestId: job.runId,
      levels,
      actor: { ...(owner.kind === 'key' ? actorWith(batch, owner.key, lane) : owner), readFloor },
      readPage: async () => {
        const creatorId = job.record.data.createdBy;
        const lookup = await lookUpPage(confluence, {
          creatorId,
          pageId,
          contentType: contentOf(order),
          forUpdate: true,
        });
        if (lookup.outcome === 'creator-inactive') return { stoppedBy: 'API_KEY_OWNER_INACTIVE' };
        if (lookup.outcome === 'hidden') return 'hidden';
        seen.isOff = isOfPerson && isOffIn(levels.settings, lookup.page.spaceId);
        return seen.isOff ? 'hidden' : lookup.page;
      },
      pushMirror: mirrors.pushMirror,
    },
    {
      pageId,
      level: plan.level,
      justification,
      method: owner.kind === 'key' ? 'REST_API' : 'MANUAL',
      via: order.undoes !== undefined || order.reverts !== undefined ? 'UNDO' : 'JOB',
      changeId,
      precondition: (current) =>
        plan.keeps(current) === undefined &&
        isRevision(current, ifRevision) &&
        isOtherRevision(current, unlessRevision),
    },
  );
  if ('stoppedBy' in done) return { reason: 'stopped', code: done.stoppedBy };
  switch (done.outcome) {
    case 'changed':
    case 'unchanged': {
      const before = order.chosen === undefined ? undefined : (done.previous?.rev ?? 0);
      const rev = order.dryRun ? before : done.record?.rev;
      const isLowered = isOfPerson && isLowering(levels.all, done.previous?.levelId, done.record ?? 'none');
      return {
        pageId,
        changed: done.outcome === 'changed',
        ...(isLowered ? { lowered: true } : {}),
        ...(rev === undefined ? {} : { pageRev: rev }),
      };
    }
    case 'denied': {
      // The rules are checked first, but a visible page that keeps its level breaks none.
      const isVisible = !seen.isOff && done.denial !== 'PAGE_NOT_FOUND';
      const kept =
        (isOfPerson || order.reverts !== undefined) && isVisible
          ? plan.keeps(parsePageLevel(pageId, await readPageLevelRow(storage, pageId)).record)
          : undefined;
      if (kept !== undefined) return keptResult(pageId, kept);
      return { pageId, changed: false, code: seen.isOff ? 'CLASSIFICATION_OFF' : done.denial };
    }
    case 'precondition-failed': {
      const kept = plan.keeps(done.record);
      return kept === undefined ? { pageId, changed: false, code: 'PRECONDITION_FAILED' } : keptResult(pageId, kept);
    }
    case 'contended':
      batch.failures.push('contended');
      return temporaryFailure(batch, pageId, 'EDIT_CONFLICT', STEP_REPEATED);
  }
}

function keptResult(pageId: string, kept: 'skipped' | 'same'): PageResult {
  return { pageId, changed: false, ...(kept === 'skipped' ? { skipped: true } : {}) };
}

function actorWith({ reverify }: SetPagesContext, key: ApiKey, lane: number) {
  return {
    kind: 'key',
    key,
    lane,
    required: 'classification::write',
    rightsOf: ({ record }: ApiKey) => rightsOf(record),
    reverify: (row: Row) => {
      const verified = reverify(key.keyId, row);
      return typeof verified === 'string' ? { stoppedBy: verified } : verified;
    },
  } as const;
}

function isRevision(current: PageLevelRecord | undefined, wanted: JobPage['ifRevision']): boolean {
  if (wanted === undefined) return true;
  return current !== undefined && (wanted === 'any' || wanted === current.rev);
}

function isOtherRevision(current: PageLevelRecord | undefined, unwanted: JobPage['unlessRevision']): boolean {
  return current === undefined || unwanted === undefined || (unwanted !== 'any' && unwanted !== current.rev);
}

/** The result of a page that may succeed later, or the reason why the batch stops. */
function temporaryFailure({ isLastAttempt }: Batch, pageId: string, code: string, wait: Wait): PageResult | StopReason {
  return isLastAttempt ? { pageId, changed: false, code } : { reason: 'unavailable', wait };
}

/** Maps an error to the result of the page, or to the reason why the batch stops. */
function outcomeOf(batch: Batch, pageId: string, error: unknown): PageResult | StopReason {
  batch.failures.push(error instanceof Error ? error.name : 'unknown');
  if (error instanceof HostError && error.kind === 'quota')
    return { reason: 'quota', retryAfterSeconds: error.retryAfterSeconds, wait: waitAfter(error) };
  if (error instanceof HostError)
    return temporaryFailure(batch, pageId, error.kind === 'timeout' ? 'HOST_TIMEOUT' : 'HOST_ERROR', waitAfter(error));
  if (!(error instanceof StorageUnavailableError)) return { pageId, changed: false, code: 'INTERNAL_ERROR' };
  return temporaryFailure(batch, pageId, 'STORAGE_UNAVAILABLE', { code: 'STORAGE_UNAVAILABLE' });
}

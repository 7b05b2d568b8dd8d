import { decide } from '../access/decide';
import type { Scope } from '../access/scope';
import { actorOf, auditRow } from '../audit/event';
import { lookUpPage } from '../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { uuidV5 } from '../platform/uuid-v5';
import type { PageScanner } from '../findings/scan-content';
import { readFindings, readScan } from '../findings/scan-store';
import { rightsOf } from '../keys/key-rights';
import { type Clock, monotonicMs } from '../platform/clock';
import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import { type RowWrite, type Storage, StorageUnavailableError } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import type { Quotas } from '../quota/policies';
import { finishedAuditRow } from '../runs/end-run';
import { isOver, nextRun } from '../runs/run-kind';
import { readRunOwner } from '../runs/run-owner';
import { commitRun } from '../runs/run-store';
import type { Step } from '../runs/push-run';
import { MORE, OVER, type StepResult, stepRun, stop } from '../runs/step-run';
import { type ChargedWrites, openChargedWrites } from './charged-writes';
import { cleanHistory, type HistoryStep } from './clean-history';
import { redactPage, type RedactPageContext } from './redact-page';
import { allFailed, endedRedaction, REDACTIONS } from './redaction-kind';
import {
  type GuardRequest,
  type History,
  isPageDone,
  MAX_FINDINGS,
  MAX_SHOWN,
  type Noted,
  type PageResult,
  type RedactionPage,
  type RedactionRun,
} from './run-model';

/**
 * Advances a redaction by some pages. It starts at the stored position and stores the result of each page before it
 * starts the next one. The owner must currently have permission, page by page; pages that have already been written are
 * completed in any case.
 */

export interface RedactionContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: Quotas | 'off';
  readonly scanner: PageScanner;
  /** Whether the redaction asks Atlassian Guard first. */
  readonly usesGuard: boolean;
}

/** A step starts no further page after this time. */
const BUDGET_MS = 60_000;
/** Attempts for a page while a service does not respond. */
const MAX_STALLS = 5;
const FIRST_WAIT_SECONDS = 30;

/** Another step continues the redaction; or the write of this step took effect although the reply said otherwise. */
const CHECK_AGAIN: StepResult = { outcome: 'more', delaySeconds: 60 };

/** The owner no longer has any permission. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor(readonly code: string) {
    super(code);
  }
}

/** A quota is used up. */
class PutOffError extends Error {
  override readonly name = 'PutOffError';

  constructor(readonly seconds: number) {
    super('a quota is used up');
  }
}

/** Another worker continues the redaction. */
class ContendedError extends Error {
  override readonly name = 'ContendedError';
}

/** @throws StorageUnavailableError, CorruptRecordError: retry the step later */
export function stepRedaction(context: RedactionContext, redactionId: string): Promise<Step> {
  const openPoints = (ownerId: string | undefined) =>
    openBackgroundPoints(context, ownerId, { block: POINTS_AT_A_TIME });
  return stepRun({ ...context, openPoints }, REDACTIONS, redactionId, (run, confluence) =>
    stepPages({ ...context, confluence }, run),
  );
}

async function stepPages(context: RedactionContext, first: RedactionRun): Promise<StepResult> {
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let run = first;
  do {
    if (isOver(run.record)) return OVER;
    const { cancelledAt, pages } = run.record.data;
    const current = run;
    const index = pages.findIndex((one) => !isPageDone(current, one));
    const page = pages[index];
    if (page === undefined) return end(context, run, 'finished');
    if (cancelledAt !== undefined && !page.isBegun) return end(context, run, 'cancelled');
    const done = await workOn(context, run, index);
    if ('step' in done) return done.step;
    ({ run } = done);
  } while (monotonicMs() < endsAtMs);
  return MORE;
}

function changePage(
  run: RedactionRun,
  index: number,
  change: Partial<RedactionPage>,
  more: Partial<RedactionRun['record']['data']> & { readonly touchedAt: string },
): RedactionRun {
  const pages = run.record.data.pages.map((page, at) => (at === index ? { ...page, ...change } : page));
  return nextRun(run, { pages, ...more }, 'running');
}

/** The approximate cost of a page: read for editing, write, read back. Unused points are returned. */
const POINTS_AT_A_TIME = 12;

/** @throws PutOffError, StorageUnavailableError */
async function chargeWrite({ charge }: ChargedWrites, { record }: RedactionRun): Promise<void> {
  if (record.data.dryRun) return;
  const seconds = await charge();
  if (seconds !== undefined) throw new PutOffError(seconds);
}

/**
 * A redaction removes a value from the whole page, so it adds the other findings of the same values. It adds none where the
 * owner cannot see the page or may not redact it.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
async function findingsToRedact(
  context: RedactionContext,
  run: RedactionRun,
  page: RedactionPage,
): Promise<RedactionPage['findingIds']> {
  const { storage, confluence } = context;
  const { pages, createdBy } = run.record.data;
  const [lookup, row] = await awaitAll([
    lookUpPage(confluence, { creatorId: createdBy, pageId: page.pageId, forUpdate: false }),
    readPageLevelRow(storage, page.pageId),
  ] as const);
  if (lookup.outcome !== 'page') return page.findingIds;
  const levelId = parsePageLevel(page.pageId, row).record?.levelId ?? null;
  if (!(await permissionOf(context, run).isAllowed(lookup.page.spaceId, levelId))) return page.findingIds;
  const scan = (await readScan(storage, page.pageId)).record;
  const listed = scan?.data.findingIds ?? [];
  const findings = await readFindings(storage, [...new Set([...page.findingIds, ...listed])]);
  const values = new Set(page.findingIds.map((findingId) => findings.get(findingId)?.fingerprint));
  const others = [...findings].flatMap(([findingId, { status, fingerprint }]) =>
    status === 'open' && values.has(fingerprint) && !page.findingIds.includes(findingId) ? [findingId] : [],
  );
  const left = MAX_FINDINGS - pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0);
  return [...page.findingIds, ...others.slice(0, Math.max(0, left))];
}

type PageStep = { readonly run: RedactionRun } | { readonly step: StepResult };

async function workOn(stepContext: RedactionContext, run: RedactionRun, index: number): Promise<PageStep> {
  const { clock } = stepContext;
  const { stalled, keyId, createdBy } = run.record.data;
  const writes = openChargedWrites(stepContext, keyId ?? createdBy, stepContext.confluence);
  const context = { ...stepContext, confluence: writes.confluence };
  let current = run;
  const commit: Commit = async (change, stalls, audit) => {
    const after = changePage(current, index, change, { stalled: stalls, touchedAt: clock().toISOString() });
    if ((await commitRun(context, REDACTIONS, current, after, { auditRow: audit })) === 'conflict')
      throw new ContendedError();
    current = after;
  };
  try {
    const first = pageAt(run, index);
    if (!first.isBegun)
      await commit({ findingIds: await findingsToRedact(context, run, first), isBegun: true }, stalled);
    const page = pageAt(current, index);
    if (page.result === undefined) {
      await chargeWrite(writes, run);
      const noteGuard = (guard: GuardRequest | undefined) => commit({ guard }, stalled);
      const note = (noted: Noted) => commit({ noted }, stalled);
      await commit({ result: await redactOne(context, current, page, { noteGuard, note }), noted: undefined }, 0);
    } else await cleanOne(context, current, { ...page, result: page.result }, { commit, writes });
    return { run: current };
  } catch (error) {
    if (error instanceof ContendedError) return { step: CHECK_AGAIN };
    if (error instanceof PutOffError) return { step: { outcome: 'later', seconds: error.seconds } };
    if (error instanceof StoppedError) return { step: await stop(context, REDACTIONS, current, error.code) };
    const reason = failureOf(error);
    // Confluence itself sets the time of the next attempt.
    if (reason === undefined || (error instanceof HostError && error.kind === 'quota')) throw error;
    const isFinal = error instanceof ImpersonationRefusedError || error instanceof CorruptRecordError;
    const givesUp = isFinal || stalled >= MAX_STALLS;
    try {
      await commit(givesUp ? failedWith(pageAt(current, index), reason) : {}, givesUp ? 0 : stalled + 1);
    } catch (contended) {
      if (contended instanceof ContendedError) return { step: CHECK_AGAIN };
      throw contended;
    }
    return givesUp ? { run: current } : { step: { outcome: 'later', seconds: FIRST_WAIT_SECONDS * 2 ** stalled } };
  } finally {
    await writes.close();
  }
}

/** @throws ContendedError, StorageUnavailableError, CorruptRecordError */
type Commit = (change: Partial<RedactionPage>, stalls: number, audit?: RowWrite) => Promise<void>;

function pageAt({ record }: RedactionRun, index: number): RedactionPage {
  const page = record.data.pages[index];
  if (page === undefined) throw new Error('no such page');
  return page;
}

/** Undefined: an unexpected error. */
function failureOf(error: unknown): 'not-possible' | 'unavailable' | undefined {
  if (error instanceof ImpersonationRefusedError) return 'not-possible';
  const isUnavailable =
    error instanceof CorruptRecordError || error instanceof HostError || error instanceof StorageUnavailableError;
  return isUnavailable ? 'unavailable' : undefined;
}

function failedWith(page: RedactionPage, reason: 'not-possible' | 'unavailable'): Partial<RedactionPage> {
  if (page.result === undefined) return { result: allFailed(page, reason) };
  const exposed = reason === 'not-possible' ? 'not-allowed' : reason;
  return { history: { ...(page.history ?? FIRST), isOver: true, exposed } };
}

/** No older version has been read yet. */
const FIRST: History = { at: 0, deleted: [], isOver: false };

/** @throws StoppedError, ContendedError, PutOffError, and what cleanHistory throws */
async function cleanOne(
  context: RedactionContext,
  run: RedactionRun,
  { pageId, findingIds, result, history = FIRST }: RedactionPage & { readonly result: PageResult },
  { commit, writes }: { readonly commit: Commit; readonly writes: ChargedWrites },
): Promise<void> {
  const { storage, confluence, clock, scanner } = context;
  const { createdBy: accountId, dryRun, stalled } = run.record.data;
  const isDone = (findingId: string) => !result.failed.some((one) => one.findingId === findingId);
  const findings = [...(await readFindings(storage, findingIds.filter(isDone))).values()];
  if (!result.isSeen || findings.length === 0) return commit({ history: { ...history, isOver: true } }, 0);
  const permission = permissionOf(context, run);
  const { isAllowed } = permission;
  const note = async (noted: History) => {
    await chargeWrite(writes, run);
    await commit({ history: noted }, stalled);
  };
  const step = await cleanHistory(
    { storage, confluence, clock, scanner, accountId, dryRun, isAllowed, note },
    {
      pageId,
      fingerprints: new Set(findings.map(({ fingerprint }) => fingerprint)),
      history,
    },
  );
  const stopped = permission.stopped();
  if (stopped !== undefined) throw stopped;
  const isFurther = step.deleted !== undefined || step.history.at > history.at || step.history.isOver;
  const audit = step.deleted && deletionRow(context, run, pageId, step.deleted);
  await commit({ history: step.history }, isFurther ? 0 : stalled, audit);
}

function deletionRow(
  { clock }: RedactionContext,
  { runId, record }: RedactionRun,
  pageId: string,
  { version, commentId, createdAt }: NonNullable<HistoryStep['deleted']>,
): RowWrite {
  return auditRow({
    // A retry uses the same id.
    id: uuidV5(runId, ['deleted', pageId, commentId ?? '', version, createdAt].join(' ')),
    type: 'page.version-deleted',
    time: clock(),
    subject: `page:${pageId}`,
    actor: actorOf(record.data),
    requestId: runId,
    after: { version, versionCreatedAt: createdAt, ...(commentId === undefined ? {} : { commentId }) },
  });
}

/** @throws StoppedError, and what redactPage throws */
async function redactOne(
  context: RedactionContext,
  run: RedactionRun,
  page: RedactionPage,
  notes: Pick<RedactPageContext, 'noteGuard' | 'note'>,
): Promise<PageResult> {
  const { runId: redactionId, record } = run;
  const { createdBy: accountId, dryRun, marker = 'block', cleanHistory: cleansHistory = false, stalled } = record.data;
  const isLastTry = stalled >= MAX_STALLS;
  const permission = permissionOf(context, run);
  const { isAllowed } = permission;
  const actor = actorOf(record.data);
  const owned = { redactionId, accountId, actor, dryRun, marker, isAllowed, cleansHistory, isLastTry, ...notes };
  const result = await redactPage({ ...context, ...owned }, page);
  const isWritten = result.versionAfter !== undefined || result.comments !== undefined;
  const stopped = permission.stopped();
  if (stopped !== undefined && !isWritten) throw stopped;
  return withinRow(result, record.data.pages);
}

/** Limits the cuts and uncertain places of the whole redaction to the first ones: the redaction is one row. */
function withinRow(result: PageResult, pages: readonly RedactionPage[]): PageResult {
  const { cuts, uncertainPlaces } = result;
  const left = (counts: readonly number[]) => Math.max(0, MAX_SHOWN - counts.reduce((sum, count) => sum + count, 0));
  const cutsLeft = left(pages.map((page) => page.result?.cuts?.length ?? 0));
  const placesLeft = left(pages.map((page) => page.result?.uncertainPlaces?.locations.length ?? 0));
  return {
    ...result,
    ...(cuts === undefined ? {} : { cuts: cuts.slice(0, cutsLeft) }),
    ...(uncertainPlaces === undefined
      ? {}
      : { uncertainPlaces: { ...uncertainPlaces, locations: uncertainPlaces.locations.slice(0, placesLeft) } }),
  };
}

interface Permission {
  readonly isAllowed: (spaceId: string, levelId: string | null) => Promise<boolean>;
  /** The reason why the owner no longer has any permission. */
  readonly stopped: () => StoppedError | undefined;
}

/** The owner's current permissions, read again at each call. */
function permissionOf(context: RedactionContext, run: RedactionRun): Permission {
  let stopped: StoppedError | undefined;
  return {
    stopped: () => stopped,
    isAllowed: async (spaceId, levelId) => {
      const required = scopeOf(run);
      const owner = await readRunOwner(context, run.record, required);
      if (typeof owner === 'string') {
        stopped = new StoppedError(owner);
        return false;
      }
      if (owner.kind === 'person') return true;
      const seen = { spaceId, mayUpdate: true };
      return decide({ required, key: rightsOf(owner.key.record), page: seen, currentLevelId: levelId }).allow;
    },
  };
}

function scopeOf({ record }: RedactionRun): Scope {
  return record.data.cleanHistory === true ? 'detection::manage' : 'detection::write';
}

/** Ends a redaction that has nothing left to do or was cancelled. */
async function end(context: RedactionContext, run: RedactionRun, state: 'finished' | 'cancelled'): Promise<StepResult> {
  const { random, clock } = context;
  const now = clock();
  const after = endedRedaction(run, state, now.toISOString());
  const auditRow = finishedAuditRow(random, REDACTIONS, after, now);
  const started = await commitRun(context, REDACTIONS, run, after, { auditRow });
  // Another step wrote first and may have left work.
  return started === 'conflict' ? MORE : { outcome: 'over', started };
}

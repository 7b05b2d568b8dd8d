import { decide } from '../access/decide';
import { includesScope, type Scope } from '../access/scope';
import { type AuditActor, auditRow } from '../audit/event';
import { lookUpPage } from '../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { uuidV5 } from '../classification/uuid-v5';
import type { Inspector } from '../findings/inspect-page';
import { readFindings, readScan } from '../findings/scan-store';
import { readCreator } from '../keys/creator';
import { rightsOf } from '../keys/key-rights';
import type { ApiKey } from '../keys/model';
import { checkKeyAgain } from '../keys/verify-key';
import { type Clock, monotonicMs } from '../platform/clock';
import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import { type RowWrite, type Storage, StorageUnavailableError } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { cleanHistory, type HistoryStep } from './clean-history';
import { chargeOrWait, openBackgroundPoints } from '../quota/charge-or-wait';
import type { Quotas } from '../quota/policies';
import { isWaiting, type Started } from '../runs/line';
import { allFailed, endedRedaction } from './end-redaction';
import { redactPage, type RedactPageContext } from './redact-page';
import {
  expiryOfRedaction,
  type GuardRequest,
  type History,
  isPageDone,
  isRedactionOver,
  MAX_FINDINGS,
  MAX_SHOWN,
  type Noted,
  type PageResult,
  type RedactionPage,
  type RedactionRun,
} from './run-model';
import { commitRedaction, nextRedaction, readRedaction } from './run-store';

/**
 * Takes a redaction some pages further. It begins where the stored one is; what became of a page is stored before the next
 * one is begun. Who asked for it must be allowed to now, page by page; what has been written already is brought to its end
 * in any case.
 */

export interface StepContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: Quotas | 'off';
  readonly inspector: Inspector;
  /** Whether Atlassian Guard is asked first. */
  readonly usesGuard: boolean;
}

export type RedactionStep =
  /** Nothing is left to do here. `started`: the redactions whose turn has come with the end of this one; each needs an event. */
  { readonly outcome: 'over'; readonly started: Started } | { readonly outcome: 'more'; readonly delaySeconds: number };

/** After that no further page is begun. */
const BUDGET_MS = 60_000;
/** How often a page is tried that something does not answer for. */
const MAX_STALLS = 5;
const FIRST_WAIT_SECONDS = 30;

const OVER: RedactionStep = { outcome: 'over', started: [] };
const AT_ONCE: RedactionStep = { outcome: 'more', delaySeconds: 0 };
/** Somebody else goes on with it; or it was this step itself, whose write took place and was answered otherwise. */
const LOOK_AGAIN: RedactionStep = { outcome: 'more', delaySeconds: 60 };

/** Who asked for it may do nothing any more. */
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

/** Somebody else goes on with it. */
class ContendedError extends Error {
  override readonly name = 'ContendedError';
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError: then the step is to be run again */
export async function stepRedaction(context: StepContext, redactionId: string): Promise<RedactionStep> {
  const { storage, confluence } = context;
  const { open, run } = await readRedaction(storage, redactionId);
  // One that waits gets another event when its turn has come.
  if (run === undefined || isWaiting(open.line, redactionId)) return OVER;
  const { keyId, createdBy } = run.record.data;
  const points = openBackgroundPoints(context, keyId ?? createdBy, { block: POINTS_AT_A_TIME });
  return stepPages({ ...context, confluence: points.meter(confluence) }, run).finally(points.close);
}

async function stepPages(context: StepContext, first: RedactionRun): Promise<RedactionStep> {
  const { clock } = context;
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let run = first;
  do {
    if (isRedactionOver(run)) return OVER;
    if (clock() >= expiryOfRedaction(run)) return end(context, run, 'HOST_TIMEOUT');
    const { cancelledAt, pages } = run.record.data;
    const current = run;
    const index = pages.findIndex((one) => !isPageDone(current, one));
    const page = pages[index];
    if (page === undefined) return end(context, run);
    if (cancelledAt !== undefined && !page.isBegun) return end(context, run, 'cancelled');
    const done = await workOn(context, run, index);
    if ('step' in done) return done.step;
    ({ run } = done);
  } while (monotonicMs() < endsAtMs);
  return AT_ONCE;
}

function changePage(
  run: RedactionRun,
  index: number,
  change: Partial<RedactionPage>,
  more: Partial<RedactionRun['record']['data']> & { readonly touchedAt: string },
): RedactionRun {
  const pages = run.record.data.pages.map((page, at) => (at === index ? { ...page, ...change } : page));
  return nextRedaction(run, { pages, ...more }, 'running');
}

/** About what a page takes: it is read for editing, written, and read back. What is left is given back. */
const POINTS_AT_A_TIME = 12;

/**
 * A page that is written, or a version that is deleted, counts as a page that a request writes.
 * @throws PutOffError, StorageUnavailableError
 */
async function chargeWrite(context: StepContext, { record }: RedactionRun): Promise<void> {
  const { dryRun, keyId, createdBy } = record.data;
  if (dryRun) return;
  const seconds = await chargeOrWait(context, keyId ?? createdBy, { 'key-write': 1 });
  if (seconds !== undefined) throw new PutOffError(seconds);
}

/**
 * A redaction removes a value from the whole page, so it adds the other findings of the same values. It adds none where the
 * owner cannot see the page or may not redact it.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
async function findingsToRedact(
  context: StepContext,
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

type Worked = { readonly run: RedactionRun } | { readonly step: RedactionStep };

async function workOn(context: StepContext, run: RedactionRun, index: number): Promise<Worked> {
  const { storage, clock } = context;
  const { stalled } = run.record.data;
  let current = run;
  const commit: Commit = async (change, stalls, audit) => {
    const after = changePage(current, index, change, { stalled: stalls, touchedAt: clock().toISOString() });
    if ((await commitRedaction(storage, current, after, audit)) === 'conflict') throw new ContendedError();
    current = after;
  };
  try {
    const first = pageAt(run, index);
    if (!first.isBegun)
      await commit({ findingIds: await findingsToRedact(context, run, first), isBegun: true }, stalled);
    const page = pageAt(current, index);
    if (page.result === undefined) {
      await chargeWrite(context, run);
      const noteGuard = (guard: GuardRequest | undefined) => commit({ guard }, stalled);
      const note = (noted: Noted) => commit({ noted }, stalled);
      await commit({ result: await redactOne(context, current, page, { noteGuard, note }), noted: undefined }, 0);
    } else await cleanOne(context, current, { ...page, result: page.result }, commit);
    return { run: current };
  } catch (error) {
    if (error instanceof ContendedError) return { step: LOOK_AGAIN };
    if (error instanceof PutOffError) return { step: { outcome: 'more', delaySeconds: error.seconds } };
    if (error instanceof StoppedError) return { step: await end(context, current, error.code) };
    const reason = failureOf(error);
    // Confluence itself says when to come again.
    if (reason === undefined || (error instanceof HostError && error.kind === 'quota')) throw error;
    const isFinal = error instanceof ImpersonationRefusedError || error instanceof CorruptRecordError;
    const givesUp = isFinal || stalled >= MAX_STALLS;
    try {
      await commit(givesUp ? failedWith(pageAt(current, index), reason) : {}, givesUp ? 0 : stalled + 1);
    } catch (contended) {
      if (contended instanceof ContendedError) return { step: LOOK_AGAIN };
      throw contended;
    }
    return givesUp ? { run: current } : { step: { outcome: 'more', delaySeconds: FIRST_WAIT_SECONDS * 2 ** stalled } };
  }
}

/** @throws ContendedError, StorageUnavailableError, CorruptRecordError */
type Commit = (change: Partial<RedactionPage>, stalls: number, audit?: RowWrite) => Promise<void>;

function pageAt({ record }: RedactionRun, index: number): RedactionPage {
  const page = record.data.pages[index];
  if (page === undefined) throw new Error('no such page');
  return page;
}

/** undefined: nothing that is known to happen. */
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

/** Nothing is known of the older versions yet. */
const FIRST: History = { at: 0, deleted: [], isOver: false };

/** @throws StoppedError, ContendedError, PutOffError, and what cleanHistory throws */
async function cleanOne(
  context: StepContext,
  run: RedactionRun,
  { pageId, findingIds, result, history = FIRST }: RedactionPage & { readonly result: PageResult },
  commit: Commit,
): Promise<void> {
  const { storage, confluence, clock, inspector } = context;
  const { createdBy: accountId, dryRun, stalled } = run.record.data;
  const isDone = (findingId: string) => !result.failed.some((one) => one.findingId === findingId);
  const findings = [...(await readFindings(storage, findingIds.filter(isDone))).values()];
  if (!result.isSeen || findings.length === 0) return commit({ history: { ...history, isOver: true } }, 0);
  const permission = permissionOf(context, run);
  const { isAllowed } = permission;
  const note = async (noted: History) => {
    await chargeWrite(context, run);
    await commit({ history: noted }, stalled);
  };
  const step = await cleanHistory(
    { storage, confluence, clock, inspector, accountId, dryRun, isAllowed, note },
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
  { clock }: StepContext,
  { redactionId, record }: RedactionRun,
  pageId: string,
  { version, commentId, createdAt }: NonNullable<HistoryStep['deleted']>,
): RowWrite {
  return auditRow({
    // The same when it is done again.
    id: uuidV5(redactionId, ['deleted', pageId, commentId ?? '', version, createdAt].join(' ')),
    type: 'page.version-deleted',
    time: clock(),
    subject: `page:${pageId}`,
    actor: actorOf(record),
    requestId: redactionId,
    after: { version, versionCreatedAt: createdAt, ...(commentId === undefined ? {} : { commentId }) },
  });
}

function actorOf({ data: { createdBy: accountId, keyId } }: RedactionRun['record']): AuditActor {
  return keyId === undefined ? { type: 'user', accountId } : { type: 'apikey', accountId, keyId };
}

/** @throws StoppedError, and what redactPage throws */
async function redactOne(
  context: StepContext,
  run: RedactionRun,
  page: RedactionPage,
  notes: Pick<RedactPageContext, 'noteGuard' | 'note'>,
): Promise<PageResult> {
  const { redactionId, record } = run;
  const { createdBy: accountId, dryRun, marker = 'block', cleanHistory: cleansHistory = false, stalled } = record.data;
  const isLastTry = stalled >= MAX_STALLS;
  const permission = permissionOf(context, run);
  const { isAllowed } = permission;
  const actor = actorOf(record);
  const owned = { redactionId, accountId, actor, dryRun, marker, isAllowed, cleansHistory, isLastTry, ...notes };
  const result = await redactPage({ ...context, ...owned }, page);
  const isWritten = result.versionAfter !== undefined || result.comments !== undefined;
  const stopped = permission.stopped();
  if (stopped !== undefined && !isWritten) throw stopped;
  return withinRow(result, record.data.pages);
}

/** The first cuts and uncertain places of the whole redaction: it is one row. */
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
  /** Why whoever asked may do nothing any more. */
  readonly stopped: () => StoppedError | undefined;
}

/** What whoever asked may do, read anew each time. */
function permissionOf(context: StepContext, run: RedactionRun): Permission {
  let stopped: StoppedError | undefined;
  return {
    stopped: () => stopped,
    isAllowed: async (spaceId, levelId) => {
      const owner = await readOwner(context, run);
      if (typeof owner === 'string') {
        stopped = new StoppedError(owner);
        return false;
      }
      if (owner === undefined) return true;
      const seen = { spaceId, mayUpdate: true };
      const required = scopeOf(run);
      return decide({ required, key: rightsOf(owner.record), page: seen, currentLevelId: levelId }).allow;
    },
  };
}

function scopeOf({ record }: RedactionRun): Scope {
  return record.data.cleanHistory === true ? 'detection::manage' : 'detection::write';
}

/** The key as it is now; undefined = a person, who is a site admin; or the code of why they may not go on. */
async function readOwner(
  { storage, confluence, clock }: StepContext,
  run: RedactionRun,
): Promise<ApiKey | undefined | string> {
  const { keyId, createdBy } = run.record.data;
  if (keyId === undefined) {
    const { isSiteAdmin } = await readCreator(confluence, createdBy);
    return isSiteAdmin ? undefined : 'CREATOR_NOT_ADMIN';
  }
  const verification = checkKeyAgain(keyId, await storage.read('api-key', keyId), clock());
  switch (verification.outcome) {
    case 'revoked':
      return 'API_KEY_REVOKED';
    case 'expired':
      return 'API_KEY_EXPIRED';
    case 'invalid':
      return 'API_KEY_INVALID';
    case 'verified': {
      const { key } = verification;
      if (key.record.createdBy !== createdBy) return 'API_KEY_INVALID';
      return includesScope(rightsOf(key.record).scopes, scopeOf(run)) ? key : 'INSUFFICIENT_SCOPE';
    }
  }
}

/** @param why a problem's code, or that it was cancelled; undefined = it has come to its end */
async function end(context: StepContext, run: RedactionRun, why?: string): Promise<RedactionStep> {
  const { storage, clock } = context;
  const at = clock().toISOString();
  const after =
    why === undefined || why === 'cancelled'
      ? endedRedaction(run, why ?? 'finished', at)
      : endedRedaction(run, 'failed', at, why);
  const started = await commitRedaction(storage, run, after, endRow(context, after));
  // Whoever was faster may have left something to do.
  return started === 'conflict' ? AT_ONCE : { outcome: 'over', started };
}

function endRow({ random, clock }: StepContext, { redactionId, record }: RedactionRun): RowWrite {
  const { pages, stoppedBy } = record.data;
  const failed = pages.reduce((sum, { result }) => sum + (result?.failed.length ?? 0), 0);
  return auditRow({
    id: random.uuid(),
    type: 'job.finished',
    time: clock(),
    subject: `redaction:${redactionId}`,
    actor: actorOf(record),
    requestId: redactionId,
    after: {
      state: record.state,
      pages: pages.length,
      findings: pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0),
      failed,
      ...(stoppedBy === undefined ? {} : { code: stoppedBy }),
    },
  });
}

import { decide } from '../access/decide';
import { includesScope } from '../access/scope';
import { type AuditActor, auditRow } from '../audit/event';
import type { Inspector } from '../findings/inspect-page';
import { readFindings, readScan } from '../findings/scan-store';
import { readCreator } from '../keys/creator';
import { rightsOf } from '../keys/key-rights';
import type { ApiKey } from '../keys/model';
import { checkKeyAgain } from '../keys/verify-key';
import { type Clock, monotonicMs } from '../platform/clock';
import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Random } from '../platform/random';
import { type RowWrite, type Storage, StorageUnavailableError } from '../platform/storage';
import { redactPage, type RedactPageContext } from './redact-page';
import {
  expiryOfRedaction,
  type Failure,
  isRedactionOver,
  MAX_FINDINGS,
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
  readonly inspector: Inspector;
}

export type RedactionStep =
  /** There is nothing left to do here. */
  { readonly outcome: 'over' } | { readonly outcome: 'more'; readonly delaySeconds: number };

/** After that no further page is begun. */
const BUDGET_MS = 60_000;
/** How often a page is tried that something does not answer for. */
const MAX_STALLS = 5;
const FIRST_WAIT_SECONDS = 30;

const OVER: RedactionStep = { outcome: 'over' };
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

/** @throws StorageUnavailableError, CorruptRecordError, HostError: then the step is to be run again */
export async function stepRedaction(context: StepContext, redactionId: string): Promise<RedactionStep> {
  const { storage, clock } = context;
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let { run } = await readRedaction(storage, redactionId);
  do {
    if (run === undefined || isRedactionOver(run)) return OVER;
    if (clock() >= expiryOfRedaction(run)) return end(context, run, 'HOST_TIMEOUT');
    const index = run.record.data.pages.findIndex(({ result }) => result === undefined);
    const page = run.record.data.pages[index];
    if (page === undefined) return end(context, run);
    const begun = await begin(context, run, index, page);
    if (begun === 'conflict') return LOOK_AGAIN;
    const done = await workOn(context, begun, index);
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

/** A value goes from a page as a whole: so the findings of the same values are among those of the page from then on. */
async function begin(
  { storage, clock }: StepContext,
  run: RedactionRun,
  index: number,
  page: RedactionPage,
): Promise<RedactionRun | 'conflict'> {
  if (page.isBegun) return run;
  const { pages } = run.record.data;
  const scan = (await readScan(storage, page.pageId)).record;
  const listed = scan?.data.findingIds ?? [];
  const findings = await readFindings(storage, [...new Set([...page.findingIds, ...listed])]);
  const values = new Set(page.findingIds.map((findingId) => findings.get(findingId)?.fingerprint));
  const others = [...findings].flatMap(([findingId, { status, fingerprint }]) =>
    status === 'open' && values.has(fingerprint) && !page.findingIds.includes(findingId) ? [findingId] : [],
  );
  const left = MAX_FINDINGS - pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0);
  const findingIds = [...page.findingIds, ...others.slice(0, Math.max(0, left))];
  const after = changePage(run, index, { findingIds, isBegun: true }, { touchedAt: clock().toISOString() });
  return (await commitRedaction(storage, run, after)) === 'committed' ? after : 'conflict';
}

type Worked = { readonly run: RedactionRun } | { readonly step: RedactionStep };

async function workOn(context: StepContext, run: RedactionRun, index: number): Promise<Worked> {
  const { storage, clock } = context;
  const { stalled, pages } = run.record.data;
  const page = pages[index];
  if (page === undefined) throw new Error('no such page');
  const commit = async (change: Partial<RedactionPage>, stalls: number): Promise<Worked> => {
    const after = changePage(run, index, change, { stalled: stalls, touchedAt: clock().toISOString() });
    return (await commitRedaction(storage, run, after)) === 'committed' ? { run: after } : { step: LOOK_AGAIN };
  };
  let result: PageResult;
  try {
    result = await redactOne(context, run, page);
  } catch (error) {
    if (error instanceof StoppedError) return { step: await end(context, run, error.code) };
    if (error instanceof ImpersonationRefusedError) return commit({ result: allFailed(page, 'not-possible') }, 0);
    if (error instanceof CorruptRecordError) return commit({ result: allFailed(page, 'unavailable') }, 0);
    if (!(error instanceof HostError) && !(error instanceof StorageUnavailableError)) throw error;
    // Confluence itself says when to come again.
    if (error instanceof HostError && error.kind === 'quota') throw error;
    if (stalled >= MAX_STALLS) return commit({ result: allFailed(page, 'unavailable') }, 0);
    const waits = await commit({}, stalled + 1);
    return 'step' in waits ? waits : { step: { outcome: 'more', delaySeconds: FIRST_WAIT_SECONDS * 2 ** stalled } };
  }
  return commit({ result }, 0);
}

function allFailed({ findingIds }: RedactionPage, reason: Failure): PageResult {
  return { isSeen: false, places: [], failed: findingIds.map((findingId) => ({ findingId, reason })) };
}

/** @throws StoppedError, and what redactPage throws */
async function redactOne(context: StepContext, run: RedactionRun, page: RedactionPage): Promise<PageResult> {
  const { storage, confluence } = context;
  const { redactionId, record } = run;
  const { createdBy: accountId, keyId, dryRun, stalled } = record.data;
  const isLastTry = stalled >= MAX_STALLS;
  let stopped: StoppedError | undefined;
  const isAllowed: RedactPageContext['isAllowed'] = async (spaceId, levelId) => {
    const owner = await readOwner(context, run);
    if (typeof owner === 'string') {
      stopped = new StoppedError(owner);
      return false;
    }
    if (owner === undefined) return true;
    const required = 'detection::write';
    const seen = { spaceId, mayUpdate: true };
    return decide({ required, key: rightsOf(owner.record), page: seen, currentLevelId: levelId }).allow;
  };
  const actor: AuditActor = keyId === undefined ? { type: 'user', accountId } : { type: 'apikey', accountId, keyId };
  const { clock, inspector } = context;
  const result = await redactPage(
    { storage, confluence, clock, inspector, redactionId, accountId, actor, dryRun, isAllowed, isLastTry },
    page,
  );
  const isWritten = result.versionAfter !== undefined || result.comments !== undefined;
  if (stopped !== undefined && !isWritten) throw stopped;
  return result;
}

/** The key as it is now; undefined = a person, who is a site admin; or the code of why they may not go on. */
async function readOwner(
  { storage, confluence, clock }: StepContext,
  { record }: RedactionRun,
): Promise<ApiKey | undefined | string> {
  const { keyId, createdBy } = record.data;
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
      return includesScope(rightsOf(key.record).scopes, 'detection::write') ? key : 'INSUFFICIENT_SCOPE';
    }
  }
}

/** @param stoppedBy a problem's code; undefined = it has come to its end */
async function end(context: StepContext, run: RedactionRun, stoppedBy?: string): Promise<RedactionStep> {
  const { storage, clock } = context;
  const at = clock().toISOString();
  const pages = run.record.data.pages.map((page) => ({
    ...page,
    result: page.result ?? allFailed(page, 'stopped'),
  }));
  const change = { pages, touchedAt: at, finishedAt: at, ...(stoppedBy === undefined ? {} : { stoppedBy }) };
  const after = nextRedaction(run, change, stoppedBy === undefined ? 'finished' : 'failed');
  const committed = await commitRedaction(storage, run, after, endRow(context, after));
  // Whoever was faster may have left something to do.
  return committed === 'committed' ? OVER : AT_ONCE;
}

function endRow({ random, clock }: StepContext, { redactionId, record }: RedactionRun): RowWrite {
  const { createdBy, keyId, pages, stoppedBy } = record.data;
  const failed = pages.reduce((sum, { result }) => sum + (result?.failed.length ?? 0), 0);
  return auditRow({
    id: random.uuid(),
    type: 'job.finished',
    time: clock(),
    subject: `redaction:${redactionId}`,
    actor:
      keyId === undefined ? { type: 'user', accountId: createdBy } : { type: 'apikey', accountId: createdBy, keyId },
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

import { SYSTEM } from '../audit/event';
import { recordAnswer } from '../capabilities/answers';
import { LICENSE_INACTIVE, parseLicense } from '../capabilities/license';
import type { Clock } from '../platform/clock';
import { type Confluence, HostError, type UnpaidConfluence } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { MAX_WAIT_SECONDS, type Points } from '../quota/charge-or-wait';
import { stopRun } from './end-run';
import { mayActAs } from './impersonation';
import { PAUSED_RETRY_MS, type PauseCode } from './paused';
import { isRunning, isWaiting, type LineEntry, markUnreadable, postpone, type Started, startNext } from './line';
import { runBody, type Step } from './push-run';
import { hasEnded, keyIdOf, type Run, type RunKind, type RunRecord } from './run-kind';
import {
  commitLine,
  commitPause,
  commitRun,
  isReadable,
  type LineRow,
  readLine,
  readRunAndLine,
  type StoreContext,
} from './run-store';
import { type Wait, waitAfter } from './wait-reasons';

/**
 * Advances a run by one step. A step starts from the stored run, and stores its work together with the new position. So
 * steps may repeat, run in any order or concurrently, or be interrupted, without harm.
 */

export interface StepContext extends StoreContext {
  readonly unpaid: UnpaidConfluence;
  readonly clock: Clock;
  readonly random: Random;
  /** The points of Confluence: those of the key or person that started the run; undefined = those of the app. */
  readonly openPoints: (ownerId: string | undefined) => Points;
}

/** The result of the work of a step. */
export type StepResult =
  /** The run needs no next step: it has ended, or is paused. `started`: the runs that start because of that. */
  | { readonly outcome: 'ended'; readonly started: Started }
  /** The next step can begin; the run keeps its place. */
  | { readonly outcome: 'continue'; readonly delaySeconds: number }
  /** The run cannot continue before this time, so it gives its place to the next run. */
  | { readonly outcome: 'later'; readonly seconds: number; readonly wait: Wait };

export const ENDED: StepResult = { outcome: 'ended', started: [] };
export const CONTINUE: StepResult = { outcome: 'continue', delaySeconds: 0 };
/** Another step continues the run; or the write of this step took effect although the reply said otherwise. */
export const CHECK_AGAIN: StepResult = { outcome: 'continue', delaySeconds: 60 };

/** The delay if Confluence does not return a Retry-After. */
const RETRY_SECONDS = 60;
/** An event that arrives later than this is not the one that the wait pushed. The watch then starts the run. */
const LATE_SECONDS = 60;
/** Longer than every window of a quota. */
const LONGEST_WAIT_SECONDS = 3_600;

/**
 * @param work with `isLicensed: false` it only finishes what a step began
 * @throws StorageUnavailableError, CorruptRecordError: run the step again later
 */
export async function stepRun<R extends RunRecord, B>(
  context: StepContext,
  kind: RunKind<R, B>,
  runId: string,
  work: (run: Run<R>, confluence: Confluence, open: LineRow<B>, isLicensed: boolean) => Promise<StepResult>,
): Promise<Step> {
  const begun = await begin(context, kind, runId);
  const { run, open, isLicensed = true } = begun;
  const { waitSeconds } = begun;
  if (waitSeconds !== undefined) return { next: { delaySeconds: waitSeconds }, started: begun.started };
  if (run === undefined || open === undefined) return { started: begun.started };
  const result = await runWork(context, kind, { run, isLicensed }, (confluence) =>
    work(run, confluence, open, isLicensed),
  );
  switch (result.outcome) {
    case 'ended':
      return { started: [...begun.started, ...result.started] };
    case 'continue':
      return { next: { delaySeconds: result.delaySeconds }, started: begun.started };
    case 'later': {
      const seconds = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil(result.seconds)));
      const started = await releasePlace(context, kind, runId, { seconds, wait: result.wait });
      return { next: { delaySeconds: Math.min(seconds, MAX_WAIT_SECONDS) }, started: [...begun.started, ...started] };
    }
  }
}

interface Begun<R extends RunRecord, B> {
  /** With the line if the run has a place. Undefined if the step has nothing to do. */
  readonly run?: Run<R>;
  readonly open?: LineRow<B>;
  readonly isLicensed?: boolean;
  /** The run waits for a time that is later than one event can wait. This is the next event. */
  readonly waitSeconds?: number;
  readonly started: Started;
}

/** A run that waits gets another event when its turn has come; it starts at once if a place is free. */
async function begin<R extends RunRecord, B>(
  context: StepContext,
  kind: RunKind<R, B>,
  runId: string,
): Promise<Begun<R, B>> {
  const { storage, clock, log } = context;
  const begun = await retryOnConflict(async (): Promise<Begun<R, B> | 'conflict'> => {
    const { run, open, license } = await readRunAndLine(storage, kind, runId);
    const isLicensed = parseLicense(license, clock()) !== 'inactive';
    const entry = open.line.find(({ id }) => id === runId);
    if (run === 'unreadable') {
      log(`${kind.name}.unreadable`, runBody(kind.name, runId));
      if (entry === undefined || !isRunning(entry)) return { started: [] };
      const started = await commitLine(context, kind, open, { line: markUnreadable(open.line, runId, clock()) });
      return started === 'conflict' ? started : { started };
    }
    if (!isReadable(run) || hasEnded(run.record)) return { started: [] };
    if (entry === undefined || isRunning(entry)) return { run, open, isLicensed, started: [] };
    if (!isWaiting(entry)) return { started: [] };
    const waitSeconds = secondsToNextEvent(entry, clock());
    if (waitSeconds !== undefined) return { waitSeconds, started: [] };
    const line = startNext(open.line, clock());
    if (!line.some((one) => one.id === runId && isRunning(one))) return { started: [] };
    const started = await commitLine(context, kind, open, { line });
    return started === 'conflict' ? started : { run, open, isLicensed, started: started.filter((id) => id !== runId) };
  });
  if (begun === 'conflict') throw contended();
  return begun;
}

/**
 * An event cannot be delayed until the end of a long wait, so it is pushed again in parts. Only the event that the wait
 * itself pushed continues, because it arrives at the end of a part. Others, such as that of a repeated request, would
 * multiply.
 * @returns undefined if no further event is needed
 */
function secondsToNextEvent({ nextAttemptAt, wait }: LineEntry, now: Date): number | undefined {
  if (nextAttemptAt === undefined || wait === undefined) return undefined;
  const leftSeconds = Math.ceil((Date.parse(nextAttemptAt) - now.getTime()) / 1_000);
  const waitedSeconds = Math.floor((now.getTime() - Date.parse(wait.since)) / 1_000);
  const isEndOfPart = waitedSeconds >= MAX_WAIT_SECONDS && waitedSeconds % MAX_WAIT_SECONDS < LATE_SECONDS;
  return leftSeconds > 0 && isEndOfPart ? Math.min(MAX_WAIT_SECONDS, leftSeconds) : undefined;
}

async function runWork<R extends RunRecord, B>(
  context: StepContext,
  kind: RunKind<R, B>,
  { run, isLicensed }: { readonly run: Run<R>; readonly isLicensed: boolean },
  work: (confluence: Confluence) => Promise<StepResult>,
): Promise<StepResult> {
  const { unpaid, clock, log, openPoints } = context;
  if (clock() >= kind.expiryOf(run)) return stop(context, kind, run, 'HOST_TIMEOUT');
  if (!isLicensed && !kind.mustFinish(run)) return pause(context, kind, run, LICENSE_INACTIVE);
  const { createdBy, paused } = run.record.data;
  const points = openPoints(keyIdOf(run.record) ?? (createdBy === SYSTEM ? undefined : createdBy));
  const metered = points.meter(unpaid);
  try {
    return await (paused === undefined ? work(metered) : resume(context, metered, kind, run));
  } catch (error) {
    // A retry would read the same record, so the run would keep its place until it expires.
    if (error instanceof CorruptRecordError) return await stop(context, kind, run, 'INTERNAL_ERROR');
    if (!(error instanceof HostError)) throw error;
    log(`${kind.name}.step-failed`, { ...runBody(kind.name, run.runId), reason: error.name });
    return { outcome: 'later', seconds: error.retryAfterSeconds ?? RETRY_SECONDS, wait: waitAfter(error) };
  } finally {
    await points.close();
  }
}

/** Continues a paused run if its reason no longer applies. @throws StorageUnavailableError, CorruptRecordError, HostError */
async function resume<R extends RunRecord, B>(
  context: StepContext,
  confluence: Confluence,
  kind: RunKind<R, B>,
  run: Run<R>,
): Promise<StepResult> {
  const { storage, clock } = context;
  const { createdBy, paused } = run.record.data;
  const needsPerson = paused?.code === 'CANNOT_ACT_AS_PERSON';
  if (needsPerson && !(await mayActAs(confluence, createdBy))) return pause(context, kind, run, 'CANNOT_ACT_AS_PERSON');
  const now = clock();
  // Another step that wrote first continues the run.
  await commitRun(context, kind, run, kind.withPause(run, undefined, now.toISOString()));
  if (needsPerson) await recordAnswer(storage, 'act-as-person.consumer', 'works', now);
  return CONTINUE;
}

/**
 * Pauses a run, or keeps it paused, because its work is impossible on this site for now. The run gives its place to the next
 * run and is tried again in an hour.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function pause<R extends RunRecord, B>(
  context: Pick<StepContext, 'storage' | 'log' | 'clock'>,
  kind: RunKind<R, B>,
  run: Run<R>,
  code: PauseCode,
): Promise<StepResult> {
  const { storage, clock, log } = context;
  const now = clock();
  const { paused } = run.record.data;
  const since = paused?.code === code ? paused.since : now.toISOString();
  const after = kind.withPause(run, { code, since }, now.toISOString());
  const nextAttemptAt = new Date(now.getTime() + PAUSED_RETRY_MS);
  const started = await retryOnConflict(() =>
    commitPause(context, kind, run, after, { now, nextAttemptAt, wait: { code } }),
  );
  if (started === 'conflict' || started === 'superseded') return CHECK_AGAIN;
  if (paused === undefined) log(`${kind.name}.paused`, { ...runBody(kind.name, run.runId), code });
  if (code === 'CANNOT_ACT_AS_PERSON') await recordAnswer(storage, 'act-as-person.consumer', 'fails', now);
  return { outcome: 'ended', started };
}

/** Ends a run with a problem's code. @throws StorageUnavailableError, CorruptRecordError */
export async function stop<R extends RunRecord, B>(
  context: Pick<StepContext, 'storage' | 'log' | 'random' | 'clock'>,
  kind: RunKind<R, B>,
  run: Run<R>,
  stoppedBy: string,
): Promise<StepResult> {
  const started = await stopRun(context, kind, run, stoppedBy, context.clock());
  // Another step wrote first, and may have left work to do.
  return started === 'conflict' ? CONTINUE : { outcome: 'ended', started };
}

async function releasePlace<R extends RunRecord, B>(
  context: StepContext,
  kind: RunKind<R, B>,
  runId: string,
  { seconds, wait }: { readonly seconds: number; readonly wait: Wait },
): Promise<Started> {
  const { storage, clock } = context;
  const started = await retryOnConflict(async () => {
    const open = await readLine(storage, kind);
    const now = clock();
    const line = postpone(open.line, runId, { nextAttemptAt: new Date(now.getTime() + seconds * 1_000), wait }, now);
    return line === open.line ? [] : commitLine(context, kind, open, { line });
  });
  if (started === 'conflict') throw contended();
  return started;
}

function contended(): HostError {
  return new HostError('failure', 'others changed the line at every attempt');
}

import { type Answer, type ProbeName, readAnswers } from '../capabilities/answers';
import { LICENSE_INACTIVE, readLicense } from '../capabilities/license';
import type { Clock } from '../platform/clock';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { stopRun } from './end-run';
import { isWaiting, type Line, type LineEntry, type Started, startNext } from './line';
import { PAUSED_RETRY_MS } from './paused';
import { hasEnded, keyIdOf, type Run, type RunKind, type RunRecord } from './run-kind';
import { checkRunKey } from './run-owner';
import { EVENTS_USED_UP } from './wait-reasons';
import { commitLine, isReadable, readLine, readRuns, type StoreContext } from './run-store';

/** A step takes at most four minutes, and a run never waits longer for anything else. */
const LOST_AFTER_MS = 20 * 60_000;
/** A run that has not started waits only for its event. */
const LOST_BEFORE_FIRST_STEP_AFTER_MS = 2 * 60_000;

export interface WatchContext extends StoreContext {
  readonly clock: Clock;
  readonly random: Random;
}

/** The result of a check of a line, as run ids. */
export interface Watched {
  /** Running, but their event was lost. Each needs a new one. */
  readonly lost: readonly string[];
  /** Starting now. Each needs an event. */
  readonly started: Started;
  /** Their records are corrupt. */
  readonly unreadable: readonly string[];
}

/**
 * Checks a line: removes runs that ended, ends runs that wait for a key that ended, takes the places of runs whose
 * records are corrupt, finds runs whose event was lost, resumes paused runs if their reason no longer applies, and starts
 * runs if places are free.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function watchRuns<R extends RunRecord, B>(context: WatchContext, kind: RunKind<R, B>): Promise<Watched> {
  const startedByEnds = await endRunsOfEndedKeys(context, kind);
  const { storage, clock } = context;
  const watched = await retryOnConflict(async (): Promise<Watched | 'conflict'> => {
    const open = await readLine(storage, kind);
    const runs = await readRuns(
      storage,
      kind,
      open.line.map(({ id }) => id),
      'exact',
    );
    const now = clock();
    const reasons = await readReasons(storage, runs, now);
    const checked = open.line.map((entry, index) =>
      checkEntry(resumeEntry(entry, runs[index], reasons), runs[index], now),
    );
    const idsOf = (what: Checked['what']) => checked.flatMap((one) => (one.what === what ? [one.entry.id] : []));
    const left = checked.flatMap(({ what, entry }) => (what === 'ended' ? [] : [entry]));
    const result = { lost: idsOf('lost'), unreadable: idsOf('unreadable') };
    const line = startNext(left, now);
    if (open.corruptEntries === 0 && isSame(line, open.line)) return { ...result, started: [] };
    const started = await commitLine(context, kind, open, { line });
    return started === 'conflict' ? started : { ...result, started };
  });
  // Concurrent writes changed the line. The next check retries.
  if (watched === 'conflict') return { lost: [], unreadable: [], started: startedByEnds };
  return { ...watched, started: [...new Set([...startedByEnds, ...watched.started])] };
}

/** True if there may be a run to watch. A line that cannot be read is watched as well, which reports it. */
export async function mayHaveRuns<R extends RunRecord, B>(
  storage: Pick<Storage, 'read'>,
  kind: RunKind<R, B>,
): Promise<boolean> {
  const open = await readLine(storage, kind).catch(() => undefined);
  return open === undefined || open.line.length + open.corruptEntries > 0;
}

/** Facts about the site that pause runs. */
interface Reasons {
  readonly answers: ReadonlyMap<ProbeName, Answer>;
  readonly isLicensed: boolean;
}

/** Reads only the reasons of these runs. */
async function readReasons<R extends RunRecord>(
  storage: Storage,
  runs: readonly (Run<R> | 'unreadable' | undefined)[],
  now: Date,
): Promise<Reasons> {
  const codes = runs.flatMap((run) => (isReadable(run) ? (run.record.data.paused?.code ?? []) : []));
  return {
    answers: codes.includes('CANNOT_ACT_AS_PERSON') ? await readAnswers(storage) : new Map(),
    isLicensed: codes.includes(LICENSE_INACTIVE) && (await readLicense(storage, now)) !== 'inactive',
  };
}

/** A paused run is tried again at once if its reason no longer applies since its last attempt, and a run without an event at each check. */
function resumeEntry<R extends RunRecord>(
  entry: LineEntry,
  run: Run<R> | 'unreadable' | undefined,
  { answers, isLicensed }: Reasons,
): LineEntry {
  const { nextAttemptAt, wait, ...rest } = entry;
  if (wait?.code === EVENTS_USED_UP.code) return rest;
  const code = isReadable(run) ? run.record.data.paused?.code : undefined;
  if (nextAttemptAt === undefined || code === undefined) return entry;
  if (code === LICENSE_INACTIVE) return isLicensed ? rest : entry;
  const answer = answers.get('act-as-person.consumer');
  const lastAttemptMs = Date.parse(nextAttemptAt) - PAUSED_RETRY_MS;
  return answer?.state === 'works' && Date.parse(answer.since) > lastAttemptMs ? rest : entry;
}

interface Checked {
  readonly what: 'ended' | 'lost' | 'unreadable' | 'fine';
  /** The line after the check. */
  readonly entry: LineEntry;
}

function checkEntry<R extends RunRecord>(entry: LineEntry, run: Run<R> | 'unreadable' | undefined, now: Date): Checked {
  if (run === 'unreadable') return { what: 'unreadable', entry: { ...entry, state: 'unreadable' } };
  if (!isReadable(run) || hasEnded(run.record)) return { what: 'ended', entry };
  // Its record is readable again.
  if (entry.state === 'unreadable') return { what: 'fine', entry: { ...entry, state: 'waiting' } };
  if (isWaiting(entry) || !isLost(entry, run.record, now)) return { what: 'fine', entry };
  return { what: 'lost', entry: { ...entry, startedAt: now.toISOString() } };
}

/**
 * True if a run has a place and made no progress for so long that its event must be lost. A push counts as progress.
 */
function isLost({ startedAt }: LineEntry, { state, data }: RunRecord, now: Date): boolean {
  const movedAt = Math.max(Date.parse(data.touchedAt), startedAt === undefined ? 0 : Date.parse(startedAt));
  const silentMs = now.getTime() - movedAt;
  return silentMs >= (state === 'queued' ? LOST_BEFORE_FIRST_STEP_AFTER_MS : LOST_AFTER_MS);
}

/** Otherwise they would occupy waiting places until their turns. */
async function endRunsOfEndedKeys<R extends RunRecord, B>(
  context: WatchContext,
  kind: RunKind<R, B>,
): Promise<Started> {
  const { storage, clock } = context;
  const { line } = await readLine(storage, kind);
  const waitingIds = line.filter(isWaiting).map(({ id }) => id);
  const waiting = (await readRuns(storage, kind, waitingIds, 'exact'))
    .filter(isReadable)
    .filter((run) => !hasEnded(run.record) && !kind.mustFinish(run));
  const keyIds = [...new Set(waiting.flatMap(({ record }) => keyIdOf(record) ?? []))];
  const names = keyIds.map((key) => ({ entity: 'api-key', key }) as const);
  const rows = await storage.readMany(names, 'exact');
  const started: string[] = [];
  for (const run of waiting) {
    const keyId = keyIdOf(run.record);
    const row = keyId === undefined ? undefined : rows[keyIds.indexOf(keyId)];
    if (keyId === undefined || row === undefined) continue;
    const now = clock();
    const key = checkRunKey(run.record, keyId, row, now);
    if (typeof key !== 'string') continue;
    const ended = await stopRun(context, kind, run, key, now);
    // Another step wrote first. The next check retries.
    if (ended !== 'conflict') started.push(...ended);
  }
  return started;
}

function isSame(one: Line, other: Line): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import { type Push, pushOrLog, QueueUnavailableError } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { postponeAll, type Started } from './line';
import type { RunKind, RunKindName, RunRecord } from './run-kind';
import { commitLine, readLine, type StoreContext } from './run-store';
import { EVENTS_USED_UP } from './wait-reasons';

/** The queue in manifest.yml. An event continues the run with this id. */
export const RUN_QUEUES = { job: 'jobs', scan: 'scans', redaction: 'redactions' } as const satisfies Record<
  RunKindName,
  string
>;

/** The id of a run in an event and in the log. */
export function runBody(kind: RunKindName, id: string): Readonly<Record<string, string>> {
  return { [`${kind}Id`]: id };
}

export interface Pushing {
  readonly push: Push;
  readonly log: Log;
  readonly requestId: string;
}

export interface RunPushing extends Pushing, StoreContext {
  readonly clock: Clock;
}

/** The interval of the trigger that watches runs. */
const WATCH_MS = 300_000;

/** Pushes an event for each run. If that fails, the watch finds the run within minutes and pushes it. */
export async function pushRuns<R extends RunRecord, B>(
  context: RunPushing,
  kind: RunKind<R, B>,
  ids: readonly string[],
): Promise<void> {
  const { push, log, requestId } = context;
  const { name } = kind;
  const limited: string[] = [];
  for (const id of ids) {
    const event = { queue: RUN_QUEUES[name], body: runBody(name, id), event: `${name}.not-pushed`, requestId };
    if ((await pushOrLog(push, log, event)) === 'limited') limited.push(id);
  }
  if (limited.length === 0) return;
  try {
    await waitForWatch(context, kind, limited);
  } catch (error) {
    // Later, the watch finds them as runs without progress.
    log(`${name}.not-postponed`, { requestId, reason: error instanceof Error ? error.name : 'not an error' });
  }
}

/**
 * The platform takes no event now. The watch starts the runs, and those that could start in their places.
 * @throws Error if a run is not in the line, where the watch would not find it; StorageUnavailableError, CorruptRecordError
 */
async function waitForWatch<R extends RunRecord, B>(
  { storage, log, clock }: RunPushing,
  kind: RunKind<R, B>,
  ids: readonly string[],
): Promise<void> {
  const outcome = await retryOnConflict(async () => {
    const open = await readLine(storage, kind);
    if (ids.some((id) => !open.line.some((entry) => entry.id === id))) throw new Error('a run is not in the line');
    const now = clock();
    const postponement = { nextAttemptAt: new Date(now.getTime() + WATCH_MS), wait: EVENTS_USED_UP };
    return commitLine({ storage, log }, kind, open, { line: postponeAll(open.line, ids, postponement, now) });
  });
  if (outcome === 'conflict') throw new Error('others changed the line at every attempt');
}

/** Pushes the first event of a run that a request created. A repeated request finds a run that has started, or pushes again. */
export async function pushCreated<R extends RunRecord, B>(
  context: RunPushing,
  kind: RunKind<R, B>,
  { runId, record }: { readonly runId: string; readonly record: Pick<RunRecord, 'state'> },
): Promise<void> {
  if (record.state === 'queued') await pushRuns(context, kind, [runId]);
}

/** The events to push after a step. */
export interface Step {
  /** The next event for this run; undefined: none. */
  readonly next?: { readonly delaySeconds: number };
  /** Other runs whose turn has come. */
  readonly started: Started;
}

/**
 * Pushes the events that a step requires.
 * @param identity the member that identifies the next event of the run, so that a repeated event does not fork the chain
 * @throws QueueUnavailableError if the next event of the run itself may not have been pushed, so that the platform delivers this
 * one again; StorageUnavailableError, CorruptRecordError
 */
export async function pushStep<R extends RunRecord, B>(
  context: RunPushing,
  kind: RunKind<R, B>,
  runId: string,
  { next, started }: Step,
  identity: Readonly<Record<string, string>>,
): Promise<'done' | 'no-next'> {
  await pushRuns(context, kind, started);
  if (next === undefined) return 'no-next';
  const delaySeconds = next.delaySeconds === 0 ? undefined : next.delaySeconds;
  try {
    await context.push.push(RUN_QUEUES[kind.name], { ...runBody(kind.name, runId), ...identity }, delaySeconds);
  } catch (error) {
    if (!(error instanceof QueueUnavailableError && error.isLimited)) throw error;
    await waitForWatch(context, kind, [runId]);
  }
  return 'done';
}

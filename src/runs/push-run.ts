import type { Log } from '../platform/log';
import { type Push, pushOrLog } from '../platform/queue';
import type { Started } from './line';
import type { RunKindName, RunRecord } from './run-kind';

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

/** Pushes an event for each run. If that fails, the watch finds the run within minutes and pushes it. */
export async function pushRuns(
  { push, log, requestId }: Pushing,
  kind: RunKindName,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await pushOrLog(push, log, {
      queue: RUN_QUEUES[kind],
      body: runBody(kind, id),
      event: `${kind}.not-pushed`,
      requestId,
    });
}

/** Pushes the first event of a run that a request created. A repeated request finds a run that has started, or pushes again. */
export async function pushCreated(
  pushing: Pushing,
  kind: RunKindName,
  { runId, record }: { readonly runId: string; readonly record: Pick<RunRecord, 'state'> },
): Promise<void> {
  if (record.state === 'queued') await pushRuns(pushing, kind, [runId]);
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
 * @throws QueueUnavailableError if the next event of the run itself was not pushed, so that the platform delivers this
 * one again
 */
export async function pushStep(
  pushing: Pushing,
  kind: RunKindName,
  runId: string,
  { next, started }: Step,
  identity: Readonly<Record<string, string>>,
): Promise<'done' | 'no-next'> {
  await pushRuns(pushing, kind, started);
  if (next === undefined) return 'no-next';
  const delaySeconds = next.delaySeconds === 0 ? undefined : next.delaySeconds;
  await pushing.push.push(RUN_QUEUES[kind], { ...runBody(kind, runId), ...identity }, delaySeconds);
  return 'done';
}

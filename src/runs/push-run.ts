import type { Log } from '../platform/log';
import { type Push, pushOrLog } from '../platform/queue';

/** The three kinds of long work. */
export const RUN_KINDS = ['job', 'scan', 'redaction'] as const;

export type RunKind = (typeof RUN_KINDS)[number];

/** In manifest.yml. An event means: continue the run with this id. */
export const RUN_QUEUES = { job: 'jobs', scan: 'scans', redaction: 'redactions' } as const satisfies Record<
  RunKind,
  string
>;

/** The id of a run in an event, and in the log. */
export function runBody(kind: RunKind, id: string): Readonly<Record<string, string>> {
  return { [`${kind}Id`]: id };
}

interface Pushing {
  readonly push: Push;
  readonly log: Log;
  readonly requestId: string;
}

/** Pushes an event for each run. Where that fails, the watch finds the run within minutes and pushes it. */
export async function pushRuns(
  { push, log, requestId }: Pushing,
  kind: RunKind,
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

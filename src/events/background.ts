import { type CollectedMirrors, collectMirrors } from '../mirror/push-mirror';
import { openStorage } from '../people/open-storage';
import { type Confluence, openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { quotasOf } from '../quota/policies';
import type { WalkContext } from '../walks/walk';
import { type EventDependencies, installationIdOf } from './invocation';

/** The context of work that no caller waits for. */

export interface Background extends WalkContext, Pick<CollectedMirrors, 'pushMirror'> {
  readonly deadline: Deadline;
  /** Its calls are paid from the points for background work. */
  readonly confluence: Confluence;
  readonly installationId: string;
}

interface Options {
  /** The time limit of the whole work. */
  readonly limitMs: number;
  /** The points that are charged at a time. Unused points are returned. Default: 1. */
  readonly block?: number;
  /** Default: a new one. */
  readonly requestId?: string;
}

/** Opens the context, runs the work, returns the unused points, and pushes the pages whose level has changed. */
export async function inBackground<T>(
  { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs }: EventDependencies,
  context: unknown,
  { limitMs, block = 1, requestId = random.uuid() }: Options,
  work: (background: Background) => Promise<T>,
): Promise<T> {
  const installationId = installationIdOf(context);
  const deadline = new Deadline(limitMs);
  const storage = openStorage(deadline, clock, storageLimitMs);
  const quotas = quotasOf(rateLimits());
  const points = openBackgroundPoints({ storage, clock, random, pause, log, quotas }, undefined, { block });
  const confluence = points.meter(openConfluence(deadline, hostLimitMs));
  const push = openPush(deadline);
  const { pushMirror, pushAll } = collectMirrors();
  const opened = { storage, clock, random, log, requestId, push, deadline, confluence, installationId, pushMirror };
  return work(opened).finally(async () => {
    await points.close();
    await pushAll(opened);
  });
}

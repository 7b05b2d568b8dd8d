import { type CollectedMirrors, collectMirrors } from '../mirror/push-mirror';
import type { Context } from '../platform/context';
import { chargeOrThrow, openPoints, type PointOptions } from '../quota/charge-or-wait';
import { type Cost, type Payer, THE_SITE } from '../quota/counters';
import { heedLimit } from '../quota/confluence-limit';
import type { ScheduleName } from '../runs/schedules';
import { type Dependencies, openPlatform, openQuotas, type Platform } from '../quota/invocation';
import { recordPart } from '../upkeep/failed-parts';
import { installationIdOf, reasonOf } from './invocation';

/** The context of work that no caller waits for. Its calls to Confluence are paid from the points of the app itself. */
export interface Background extends Context, Pick<CollectedMirrors, 'pushMirror'> {
  /** Charges the app itself without a call to Confluence. @throws as `chargeOrThrow` */
  readonly charge: (cost: Cost) => Promise<unknown>;
}

export interface BackgroundOptions extends Pick<PointOptions, 'once'> {
  /** The time limit of the whole work. */
  readonly limitMs: number;
  /** The points that are charged at a time. Unused points are returned. Default: 1. */
  readonly block?: number;
  /** Default: a new one. */
  readonly requestId?: string;
  /** Default: the app itself. */
  readonly payer?: Payer;
}

/** The time for the two calls that identify a step. */
const STEPS_LIMIT_MS = 240_000;

/** The storage of the steps of a chain, for `createConsumer`. */
export function stepsOf(dependencies: Dependencies): () => Context['storage'] {
  return () => openPlatform(dependencies, STEPS_LIMIT_MS).storage;
}

/** Without a person who waits: Confluence is not called while it limits the app. @param limitMs as for `openPlatform` */
export function openUnattended(dependencies: Dependencies, limitMs: number): Platform {
  const platform = openPlatform(dependencies, limitMs);
  return { ...platform, unpaid: heedLimit(platform)(platform.unpaid) };
}

/** Runs a part of a scheduled trigger, whose calls are paid from the points of the app itself. */
export async function asSite<T>(
  dependencies: Dependencies,
  platform: Platform,
  work: (paid: Platform & Pick<Context, 'confluence'>) => Promise<T>,
): Promise<T> {
  const points = openPoints({ ...platform, quotas: openQuotas(dependencies) }, THE_SITE);
  return work({ ...platform, confluence: points.meter(platform.unpaid) }).finally(points.close);
}

const ALERTS_LIMIT_MS = 20_000;
const NEXT_ALERTS_SECONDS = 300;

/**
 * Counts and writes the alerts for admins. Two triggers call it, so that each notices if the other one is late. A failure is a task of
 * the admins, and stops no other work.
 */
export async function alertAdmins(dependencies: Dependencies, context: unknown, trigger: ScheduleName): Promise<void> {
  const platform = openUnattended(dependencies, ALERTS_LIMIT_MS);
  const { storage, clock, log } = platform;
  try {
    const { runAlerts } = await import('../alerts/run-alerts');
    const call = { installationId: installationIdOf(context), now: clock(), trigger };
    await asSite(dependencies, platform, (paid) => runAlerts({ ...paid, ...call }));
  } catch (error) {
    log('alerts.failed', { reason: reasonOf(error) });
    await recordPart(storage, 'alerts', 'failed', clock(), NEXT_ALERTS_SECONDS).catch(() => undefined);
  }
}

/** Opens the context, runs the work, returns the unused points, and pushes the pages whose level has changed. */
export async function inBackground<T>(
  dependencies: Dependencies,
  context: unknown,
  { limitMs, block = 1, once = {}, requestId = dependencies.random.uuid(), payer = THE_SITE }: BackgroundOptions,
  work: (background: Background) => Promise<T>,
): Promise<T> {
  const installationId = installationIdOf(context);
  const platform = openUnattended(dependencies, limitMs);
  const quotas = openQuotas(dependencies);
  const points = openPoints({ ...platform, quotas }, payer, { block, once });
  const confluence = points.meter(platform.unpaid);
  const { pushMirror, pushAll } = collectMirrors();
  const charge = (cost: Cost) => chargeOrThrow({ ...platform, quotas }, payer, cost);
  const opened = { ...platform, confluence, requestId, installationId, pushMirror, charge };
  return work(opened).finally(async () => {
    await points.close();
    await pushAll(opened);
  });
}

import { type CollectedMirrors, collectMirrors } from '../mirror/push-mirror';
import type { Context } from '../platform/context';
import { chargeOrThrow, openPoints, type PointOptions } from '../quota/charge-or-wait';
import { type Cost, THE_SITE } from '../quota/counters';
import { heedLimit } from '../quota/confluence-limit';
import { type Dependencies, openPlatform, openQuotas, type Platform } from '../quota/invocation';
import { installationIdOf } from './invocation';

/** The context of work that no caller waits for. Its calls to Confluence are paid from the points of the app itself. */
export interface Background extends Context, Pick<CollectedMirrors, 'pushMirror'> {
  /** Charges the app itself without a call to Confluence. @throws as `chargeOrThrow` */
  readonly charge: (cost: Cost) => Promise<unknown>;
}

interface Options extends Pick<PointOptions, 'once'> {
  /** The time limit of the whole work. */
  readonly limitMs: number;
  /** The points that are charged at a time. Unused points are returned. Default: 1. */
  readonly block?: number;
  /** Default: a new one. */
  readonly requestId?: string;
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

/** Opens the context, runs the work, returns the unused points, and pushes the pages whose level has changed. */
export async function inBackground<T>(
  dependencies: Dependencies,
  context: unknown,
  { limitMs, block = 1, once = {}, requestId = dependencies.random.uuid() }: Options,
  work: (background: Background) => Promise<T>,
): Promise<T> {
  const installationId = installationIdOf(context);
  const platform = openUnattended(dependencies, limitMs);
  const quotas = openQuotas(dependencies);
  const points = openPoints({ ...platform, quotas }, THE_SITE, { block, once });
  const confluence = points.meter(platform.unpaid);
  const { pushMirror, pushAll } = collectMirrors();
  const charge = (cost: Cost) => chargeOrThrow({ ...platform, quotas }, THE_SITE, cost);
  const opened = { ...platform, confluence, requestId, installationId, pushMirror, charge };
  return work(opened).finally(async () => {
    await points.close();
    await pushAll(opened);
  });
}

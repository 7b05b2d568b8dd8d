import type { AnswerRecorder } from '../capabilities/answer-recorder';
import { openStorage } from '../people/open-storage';
import { type Clock, systemClock } from '../platform/clock';
import { openConfluence, type Present, type UnpaidConfluence } from '../platform/confluence';
import type { Context } from '../platform/context';
import { Deadline } from '../platform/deadline';
import { consoleLog, type Log } from '../platform/log';
import { type Pause, systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import { type Random, systemRandom } from '../platform/random';
import { type Peppers, readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { parseQuotas, quotasOf } from './policies';
import { SiteQuotas } from './site-quotas';

/** One call of the app by the platform, and what it works with: time, storage, Confluence, queues and quotas. */

/** The dependencies of the functions that the platform calls. */
export interface Dependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
  /** The text of the variable `RATE_LIMITS`; undefined = the default quotas. */
  readonly rateLimits: () => string | undefined;
  /** Records what the calls of this process show about the platform. Default: nothing. */
  readonly answers?: AnswerRecorder;
  /** Runs between two attempts to count calls, and between two reads of a scan. Default: real time. */
  readonly pause?: Pause;
  /** The time limit of one call to Confluence. Default: 8 s. */
  readonly hostLimitMs?: number;
  /** The time limit of one call to storage. Default: 5 s. */
  readonly storageLimitMs?: number;
}

export const SYSTEM: Dependencies = {
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  rateLimits: readRateLimits,
};

export interface Invocation extends Platform, Pick<Context, 'requestId' | 'installationId'> {
  /** When it started. The clock is for durations and stored timestamps. */
  readonly now: Date;
  readonly peppers: () => Peppers | undefined;
  readonly quotas: SiteQuotas | 'off';
}

/** Calls to Confluence need a payer, see `openPoints`. */
export interface Platform extends Omit<Context, 'requestId' | 'installationId' | 'confluence'> {
  readonly unpaid: UnpaidConfluence;
}

/**
 * @param limitMs for all calls to the platform together
 * @param present undefined: no person waits
 */
export function openPlatform(
  { clock, random, log, pause = systemPause, hostLimitMs, storageLimitMs }: Dependencies,
  limitMs: number,
  present?: Present,
): Platform {
  const deadline = new Deadline(limitMs);
  const storage = openStorage(deadline, clock, storageLimitMs);
  const unpaid = openConfluence(deadline, hostLimitMs, pause, present);
  return { clock, random, log, pause, deadline, storage, unpaid, push: openPush(deadline) };
}

/** @param limitMs and `present` as for `openPlatform` */
export function openInvocation(
  dependencies: Dependencies,
  {
    requestId,
    installationId,
    limitMs,
    present,
  }: Pick<Invocation, 'requestId' | 'installationId'> & {
    readonly limitMs: number;
    readonly present?: Present;
  },
): Invocation {
  const { clock, log, peppers, rateLimits } = dependencies;
  if (parseQuotas(rateLimits()) === 'unreadable') log('rate-limits.unreadable', { requestId });
  return {
    ...openPlatform(dependencies, limitMs, present),
    requestId,
    installationId,
    now: clock(),
    peppers,
    quotas: openQuotas(dependencies),
  };
}

/** Invalid settings are logged only by requests. */
export function openQuotas({ rateLimits, log }: Pick<Dependencies, 'rateLimits' | 'log'>): SiteQuotas | 'off' {
  const quotas = quotasOf(rateLimits());
  return quotas === 'off' ? quotas : new SiteQuotas(quotas, log);
}

import type { Clock } from '../platform/clock';
import { type Confluence, HostError } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Storage } from '../platform/storage';
import { type Cost, unitsWithin } from './counters';
import { metered, type Purse } from './host-points';
import { openCharge, type QuotaContext, readCountersNow, settleCharge, settleReturn, takerOf } from './limiter';
import { type Quotas, windowSecondsOf } from './policies';

/**
 * For work that no caller waits for: where a quota has no room, it is put off. It never takes the last third of a quota, so
 * that callers are still answered.
 */

export interface ChargeContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: Quotas | 'off';
}

/** Waiting for as long as a trigger can ask for. */
export const MAX_WAIT_SECONDS = 900;
const CONTENDED_SECONDS = 5;

/** A charge that was counted. */
export interface Charged {
  readonly units: number;
  /** The hour that points were counted in: only there they are given back. */
  readonly hour: number;
  /** Gives back the unused part. If that fails, it stays counted until its window ends, and the log says so. */
  readonly giveBack: (unused: Cost) => Promise<void>;
}

export const NOTHING_CHARGED: Charged = { units: 0, hour: 0, giveBack: () => Promise.resolve() };

/**
 * Counts as many units as there is room for, 1 at least.
 * @param ownerId a key, or a person by the id of the account, who has the quotas of a key; undefined = the app for the site
 * @returns what was charged, or after how many seconds to ask again
 * @throws StorageUnavailableError: then it is not known whether it was counted
 */
export async function chargeUnits(
  context: ChargeContext,
  ownerId: string | undefined,
  unit: Cost,
  most: number,
): Promise<Charged | { readonly waitSeconds: number }> {
  const { quotas, storage, random, pause, clock, log } = context;
  if (quotas === 'off') return { ...NOTHING_CHARGED, units: most };
  const quota: QuotaContext = { storage, random, pause, quotas, now: clock(), keyId: ownerId, isBackground: true };
  const counters = await readCountersNow(quota);
  const units = Math.max(1, unitsWithin(counters, unit, most, quotas, quota.now, takerOf(quota)));
  const cost = timesOf(unit, units);
  const opened = openCharge(quota, counters, cost);
  const admission = opened.outcome === 'exceeded' ? opened : await settleCharge(quota, opened, cost);
  if (admission.outcome === 'admitted') {
    const giveBack = (unused: Cost) => settleReturn({ ...quota, log }, admission.receipt, unused);
    return { units, hour: admission.receipt.windows.host, giveBack };
  }
  // Others were faster, and may have left some.
  if (admission.outcome === 'contended' || units > 1) return { waitSeconds: CONTENDED_SECONDS };
  const { policy, standings } = admission;
  const reset = standings.find((standing) => standing.policy === policy)?.resetSeconds ?? windowSecondsOf(policy);
  return { waitSeconds: Math.min(reset, MAX_WAIT_SECONDS) };
}

/**
 * Counts what a step is going to cost.
 * @returns after how many seconds to ask again, where it may not go on
 * @throws StorageUnavailableError: then it is not known whether it was counted
 */
export async function chargeOrWait(
  context: ChargeContext,
  ownerId: string | undefined,
  cost: Cost,
): Promise<number | undefined> {
  const charged = await chargeUnits(context, ownerId, cost, 1);
  return 'units' in charged ? undefined : charged.waitSeconds;
}

function timesOf(unit: Cost, units: number): Cost {
  return Object.fromEntries(Object.entries(unit).map(([policy, each]) => [policy, each * units]));
}

/** The points of a step of background work. */
export interface BackgroundPoints {
  /** A call that there are no points for is not made: HostError of kind `quota`, with when to try again. */
  readonly meter: (confluence: Confluence) => Confluence;
  /** Gives back the unused points. Call it when the step has ended, also after an error. */
  readonly close: () => Promise<void>;
}

/**
 * @param ownerId as for `chargeUnits`
 * @param prepaid points that were charged already, as units
 * @param block so many points are charged at a time, at least
 */
export function openBackgroundPoints(
  context: ChargeContext,
  ownerId: string | undefined,
  { prepaid = NOTHING_CHARGED, block = 1 }: { readonly prepaid?: Charged; readonly block?: number } = {},
): BackgroundPoints {
  if (context.quotas === 'off') return { meter: (confluence) => confluence, close: () => Promise.resolve() };
  let left = prepaid.units;
  /** All charges of the latest hour. Earlier charges are not given back: their window has ended. */
  let latest = prepaid;
  let before: Promise<void> = Promise.resolve();
  const spend = async (points: number): Promise<void> => {
    // A step that got fewer points than it needs asks once more: the answer says when there are more.
    while (left < points) {
      const charged = await chargeUnits(context, ownerId, { host: 1 }, Math.max(points - left, block));
      if (!('units' in charged)) throw noPoints(charged.waitSeconds);
      latest = charged.hour === latest.hour ? { ...charged, units: latest.units + charged.units } : charged;
      left += charged.units;
    }
    left -= points;
  };
  const purse: Purse = {
    // One after the other, so that calls of one moment do not each charge a block.
    spend: (points) => {
      const spent = before.then(() => spend(points));
      before = spent.catch(() => undefined);
      return spent;
    },
    restore: (points) => (left += points),
  };
  return {
    meter: (confluence) => metered(confluence, purse, 'before'),
    close: async () => {
      await before;
      const unused = Math.min(left, latest.units);
      if (unused > 0) await latest.giveBack({ host: unused });
    },
  };
}

function noPoints(waitSeconds: number): HostError {
  return new HostError('quota', 'the points of the site for background work are used up', waitSeconds);
}

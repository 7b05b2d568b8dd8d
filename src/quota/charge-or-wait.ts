import type { Clock } from '../platform/clock';
import { type Confluence, HostError } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Storage } from '../platform/storage';
import { type Cost, unitsWithin } from './counters';
import { metered, type PointBudget } from './host-points';
import { openCharge, type QuotaContext, readCountersNow, commitCharge, commitRefund, chargeOwnerOf } from './limiter';
import { type QuotaName, type Quotas, windowSecondsOf } from './policies';

/**
 * Charges for background work, and for people. If a quota has no room, the work is postponed, or the person is refused.
 * Background work never uses the last third of a quota, so that requests are still served.
 */

export interface ChargeContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: Quotas | 'off';
  /** False: a person waits, who may use the last third too. Default: true. */
  readonly isBackground?: boolean;
}

/** The longest delay of a queue event. */
export const MAX_WAIT_SECONDS = 900;
const CONTENDED_SECONDS = 5;

/** A charge that was counted. */
export interface Charged {
  readonly units: number;
  /** The hour in which points were counted. Points can be returned within it only. */
  readonly hour: number;
  /** Returns the unused part. If that fails, it stays charged until its window ends, and the log says so. */
  readonly refund: (unused: Cost) => Promise<void>;
}

/** Nothing was charged. */
export interface NoRoom {
  /** Until the quota has room again. */
  readonly waitSeconds: number;
  /** Undefined: concurrent charges took the room that was left. */
  readonly quota: QuotaName | undefined;
}

export const NOTHING_CHARGED: Charged = { units: 0, hour: 0, refund: () => Promise.resolve() };

/**
 * Charges as many units as there is room for, at least 1.
 * @param ownerId an API key, or the account id of a person, who has the quotas of a key; undefined = the app itself
 * @param once charged together with the units, whatever their number
 * @returns the charge, or when the next attempt can succeed
 * @throws StorageUnavailableError; the units may have been charged
 */
export async function chargeUnits(
  context: ChargeContext,
  ownerId: string | undefined,
  unit: Cost,
  most: number,
  once: Cost = {},
): Promise<Charged | NoRoom> {
  const { quotas, storage, random, pause, clock, log, isBackground = true } = context;
  if (quotas === 'off') return { ...NOTHING_CHARGED, units: most };
  const quota: QuotaContext = { storage, random, pause, quotas, now: clock(), keyId: ownerId, isBackground };
  const counters = await readCountersNow(quota);
  const units = Math.max(1, unitsWithin(counters, unit, most, quotas, quota.now, chargeOwnerOf(quota)));
  const cost = { ...multiplyCost(unit, units), ...once };
  const opened = openCharge(quota, counters, cost);
  const admission = opened.outcome === 'exceeded' ? opened : await commitCharge(quota, opened, cost);
  if (admission.outcome === 'admitted') {
    const refund = (unused: Cost) => commitRefund({ ...quota, log }, admission.receipt, unused);
    return { units, hour: admission.receipt.windows.host, refund };
  }
  // Concurrent charges used the room. Some may be left.
  if (admission.outcome === 'contended' || (units > 1 && admission.policy !== 'page-event'))
    return { waitSeconds: CONTENDED_SECONDS, quota: undefined };
  const { policy, quotaStates } = admission;
  const reset = quotaStates.find((state) => state.policy === policy)?.resetSeconds ?? windowSecondsOf(policy);
  return { waitSeconds: reset, quota: policy };
}

function multiplyCost(unit: Cost, units: number): Cost {
  return Object.fromEntries(Object.entries(unit).map(([policy, each]) => [policy, each * units]));
}

/** The points of one step of background work. */
export interface BackgroundPoints {
  /** A call without points is not made: HostError of kind `quota` with the time of the next attempt. */
  readonly meter: (confluence: Confluence) => Confluence;
  /** Returns the unused points. Call it when the step has ended, also after an error. */
  readonly close: () => Promise<void>;
}

export interface BackgroundOptions {
  readonly prepaid?: Charged;
  readonly block?: number;
  readonly once?: Cost;
}

/**
 * @param ownerId as for `chargeUnits`
 * @param prepaid points that are already charged, as units
 * @param block the minimum number of points per charge
 * @param once charged with the first points
 */
export function openBackgroundPoints(
  context: ChargeContext,
  ownerId: string | undefined,
  { prepaid = NOTHING_CHARGED, block = 1, once = {} }: BackgroundOptions = {},
): BackgroundPoints {
  if (context.quotas === 'off') return { meter: (confluence) => confluence, close: () => Promise.resolve() };
  let left = prepaid.units;
  /** The charges of the latest hour. Earlier charges are not returned, because their window has ended. */
  let latest = prepaid;
  let due = once;
  let before: Promise<void> = Promise.resolve();
  const spend = async (points: number): Promise<void> => {
    // A step that got fewer points than it needs tries once more, because the response has the time of new ones.
    while (left < points) {
      const charged = await chargeUnits(context, ownerId, { host: 1 }, Math.max(points - left, block), due);
      if (!('units' in charged)) throw noPoints(charged);
      due = {};
      latest = charged.hour === latest.hour ? { ...charged, units: latest.units + charged.units } : charged;
      left += charged.units;
    }
    left -= points;
  };
  const budget: PointBudget = {
    // Charges run one after another, so that concurrent calls do not charge a block each.
    spend: (points) => {
      const spent = before.then(() => spend(points));
      before = spent.catch(() => undefined);
      return spent;
    },
    restore: (points) => (left += points),
  };
  return {
    meter: (confluence) => metered(confluence, budget, 'before'),
    close: async () => {
      await before;
      const unused = Math.min(left, latest.units);
      if (unused > 0) await latest.refund({ host: unused });
    },
  };
}

/** Background work of one key or person gets a third of the points, less rounding, so a quarter always fits. */
export function pointsThatFit(quotas: Quotas | 'off'): number {
  return quotas === 'off' ? Infinity : Math.floor(quotas.host / 4);
}

function noPoints({ waitSeconds, quota }: NoRoom): HostError {
  const message = 'the site has no room for more background work';
  return new HostError('quota', message, waitSeconds, undefined, quota);
}

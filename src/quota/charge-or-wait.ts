import type { Clock } from '../platform/clock';
import { type Confluence, HostError, type UnpaidConfluence } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { RowReader } from '../platform/read-ahead';
import type { RowName, Storage } from '../platform/storage';
import { type Cost, type Counter, type Payer, secondsUntilPoints, THE_SITE, unitsWithin } from './counters';
import { metered, openPointBudget, type PointBudget, unmetered } from './host-points';
import {
  type Admission,
  openCharge,
  type QuotaContext,
  readCountersNow,
  readQuotas,
  commitCharge,
  commitRefund,
  rowsOf,
} from './limiter';
import {
  HOST_SHARE,
  type Kind,
  KINDS,
  POLICIES,
  POLICY_NAMES,
  type QuotaName,
  reserveOf,
  windowSecondsOf,
} from './policies';
import type { SiteQuotas } from './site-quotas';

/**
 * Charges for the work of the app and for people. If a quota has no room, the work is postponed, or the person is refused. The reserves of the
 * kinds of work keep points for all others.
 */

export interface ChargeContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly log: Log;
  readonly quotas: SiteQuotas | 'off';
}

/** The longest delay of a queue event. */
export const MAX_WAIT_SECONDS = 900;
const CONTENDED_SECONDS = 5;
/** Fewer points of a view are not returned. */
const WORTH_A_CALL = 10;
/** Work that waits for points waits for so many units, so that each step is worth its invocation. */
const UNITS_WORTH_A_STEP = 25;

/** A charge that was counted. */
export interface Charged {
  readonly units: number;
  /** The hour in which points were counted. Points can be returned within it only. */
  readonly hour: number;
  /** False: no mirror event was counted. */
  readonly hasMirrorRoom: boolean;
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

export const NOTHING_CHARGED: Charged = {
  units: 0,
  hour: 0,
  hasMirrorRoom: true,
  refund: () => Promise.resolve(),
};

/**
 * Charges as many units as there is room for, at least 1.
 * @param once charged together with the units, whatever their number; of other quotas
 * @param needed fewer units are of no use; the next attempt waits for at least as many
 * @returns the charge, or when the next attempt can succeed
 * @throws StorageUnavailableError; the units may have been charged
 */
export async function chargeUnits(
  context: ChargeContext,
  payer: Payer,
  unit: Cost,
  most: number,
  once: Cost = {},
  needed = 1,
): Promise<Charged | NoRoom> {
  const { quotas, log } = context;
  if (quotas === 'off') return { ...NOTHING_CHARGED, units: most };
  const quota = quotaContextOf(context, quotas, payer, { ...unit, ...once });
  const counters = await readCountersNow(quota);
  const units = Math.max(1, unitsWithin(counters, unit, most, quotas.current, quota.now, payer));
  const cost = { ...multiplyCost(unit, units), ...once };
  const opened = openCharge(quota, counters, cost);
  const admission = opened.outcome === 'exceeded' ? opened : await commitCharge(quota, opened, cost);
  if (admission.outcome === 'admitted') {
    const { windows, hasMirrorRoom } = admission.receipt;
    const refund = (unused: Cost) => commitRefund({ ...quota, log }, admission.receipt, unused);
    return { units, hour: windows.host, hasMirrorRoom, refund };
  }
  // Concurrent charges used the room. Some may be left.
  if (units > 1 && !(admission.outcome === 'exceeded' && admission.policy === 'page-event'))
    return { waitSeconds: CONTENDED_SECONDS, quota: undefined };
  const noRoom = noRoomOf(admission);
  if (noRoom.quota !== HOST_SHARE) return noRoom;
  const worthIt = Math.max(needed, Math.min(most, UNITS_WORTH_A_STEP));
  const longer = secondsUntilPoints(counters, (unit.host ?? 0) * worthIt, quotas.current, quota.now, payer);
  return { ...noRoom, waitSeconds: Math.max(noRoom.waitSeconds, longer) };
}

/** As `chargeUnits`. @throws HostError of kind `quota` with the time of the next attempt */
export async function chargeOrThrow(
  context: ChargeContext,
  payer: Payer,
  unit: Cost,
  most = 1,
  once: Cost = {},
): Promise<Charged> {
  const charged = await chargeUnits(context, payer, unit, most, once);
  if ('waitSeconds' in charged) throw noPoints(charged);
  return charged;
}

function quotaContextOf(context: ChargeContext, quotas: SiteQuotas, payer: Payer, cost: Cost): QuotaContext {
  const { storage, random, pause, clock } = context;
  const hasOwnQuotas = POLICY_NAMES.some((policy) => POLICIES[policy].owner === 'key' && cost[policy] !== undefined);
  return { storage, random, pause, quotas, now: clock(), payer, hasOwnQuotas };
}

function noRoomOf(admission: Exclude<Admission, { readonly outcome: 'admitted' }>): NoRoom {
  if (admission.outcome === 'contended') return { waitSeconds: CONTENDED_SECONDS, quota: undefined };
  const { policy, quotaStates } = admission;
  const reset = quotaStates.find((state) => state.policy === policy)?.resetSeconds ?? windowSecondsOf(policy);
  return { waitSeconds: reset, quota: policy };
}

function multiplyCost(unit: Cost, units: number): Cost {
  return Object.fromEntries(Object.entries(unit).map(([policy, each]) => [policy, each * units]));
}

/** The points of one step of work, or of one view of a person. */
export interface Points {
  /** A call without points is not made: HostError of kind `quota` with the time of the next attempt. */
  readonly meter: (confluence: UnpaidConfluence) => Confluence;
  /** Returns the unused points. Call it when the step has ended, also after an error. */
  readonly close: () => Promise<void>;
}

export interface PointOptions {
  readonly prepaid?: Charged;
  readonly block?: number;
  readonly once?: Cost;
}

const FREE: Points = { meter: unmetered, close: () => Promise.resolve() };

/**
 * @param prepaid points that are already charged, as units
 * @param block the minimum number of points per charge
 * @param once charged with the first points
 */
export function openPoints(
  context: ChargeContext,
  payer: Payer,
  { prepaid = NOTHING_CHARGED, block = 1, once = {} }: PointOptions = {},
): Points {
  if (context.quotas === 'off') return FREE;
  let left = prepaid.units;
  /** The charges of the latest hour. Earlier charges are not returned, because their window has ended. */
  let latest = prepaid;
  let due = once;
  let before: Promise<void> = Promise.resolve();
  /** The calls that are paid and have not ended. */
  let running = 0;
  let wakeWaiting = (): void => undefined;
  const spend = async (points: number): Promise<void> => {
    // A step that got fewer points than it needs tries once more, because the response has the time of new ones.
    while (left < points) {
      const missing = points - left;
      // A call needs all of its points.
      const charged = await chargeUnits(context, payer, { host: 1 }, Math.max(missing, block), due, missing);
      if (!('units' in charged)) {
        // A list returns the points of the entries that it does not have. One may have ended since.
        if (left > points - missing) continue;
        if (running === 0) throw noPoints(charged);
        await new Promise<void>((resolve) => (wakeWaiting = resolve));
        continue;
      }
      due = {};
      latest = charged.hour === latest.hour ? { ...charged, units: latest.units + charged.units } : charged;
      left += charged.units;
    }
    left -= points;
    running += 1;
  };
  const budget: PointBudget = {
    returnsItems: true,
    // Charges run one after another, so that concurrent calls do not charge a block each.
    spend: (points) => {
      const spent = before.then(() => spend(points));
      before = spent.catch(() => undefined);
      return spent;
    },
    restore: (points) => {
      left += points;
      running -= 1;
      wakeWaiting();
    },
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

/** The points of a person who waits. */
export interface PointsOfView extends Points {
  /** The rows that the first charge needs. */
  readonly rows: readonly RowName[];
  /**
   * The first charge uses these rows instead of a call of its own.
   * @param soon the points of further calls, which are charged together with the first
   */
  readonly readWith: (reading: Promise<RowReader>, soon?: () => Promise<number>) => void;
  /** Charges a mirror event. @returns false if it must not be pushed. @throws StorageUnavailableError */
  readonly mirrorRoom: () => Promise<boolean>;
}

/**
 * Charges as few calls to storage as possible: each call to Confluence runs while it is charged. It is not made if the counters that were
 * read show no room. A few unused points stay charged, because their return would take a call, and its time would show what was not read.
 * @param prepaid points that are charged elsewhere. They are never returned
 */
export function openPointsOfView(context: ChargeContext, payer: Payer, prepaid = 0): PointsOfView {
  const { quotas, log } = context;
  if (quotas === 'off')
    return { ...FREE, rows: [], readWith: () => undefined, mirrorRoom: () => Promise.resolve(true) };
  const quota = quotaContextOf(context, quotas, payer, {});
  let counters: readonly Counter[] = [];
  let reading: Promise<Pick<RowReader, 'readMany'>> = Promise.resolve(context.storage);
  let known: Promise<void> | undefined;
  let refund: ((unused: Cost) => Promise<void>) | undefined;
  let charged = 0;
  let soon: (() => Promise<number>) | undefined;
  const charge = (points: number) => {
    const opened = openCharge(quota, counters, { host: points });
    if (opened.outcome === 'exceeded') throw noPoints(noRoomOf(opened));
    return opened;
  };
  const pay = async (asked: number) => {
    const further = (await soon?.()) ?? 0;
    soon = undefined;
    const host = asked + further;
    const admission = await commitCharge(quota, charge(host), { host });
    if (admission.outcome !== 'admitted') throw noPoints(noRoomOf(admission));
    const { receipt } = admission;
    ({ counters } = receipt);
    charged += host;
    budget.restore(further);
    refund = (unused) => commitRefund({ ...quota, log }, receipt, unused);
  };
  const budget = openPointBudget(prepaid, { check: charge, pay });
  const read = async () => {
    counters = await readCountersNow({ ...quota, storage: await reading });
  };
  const ready = () => {
    known ??= prepaid > 0 ? Promise.resolve() : read();
    return known;
  };
  return {
    rows: rowsOf(quota),
    readWith: (promised, further) => ([reading, soon] = [promised, further]),
    mirrorRoom: async () => {
      await ready();
      const cost = { 'mirror-event': 1 };
      const admission = await commitCharge(quota, openCharge(quota, counters, cost), cost);
      return admission.outcome === 'admitted' && admission.receipt.hasMirrorRoom;
    },
    meter: (confluence) => metered(confluence, { ...budget, ready, returnsItems: true }, 'concurrently'),
    close: async () => {
      const unused = Math.min(budget.left(), charged);
      if (unused >= WORTH_A_CALL) await refund?.({ host: unused });
    },
  };
}

/** The payer of a run. @param ownerId the key or the person that started it; undefined = the app itself */
export function payerOfWork(ownerId: string | undefined): Payer {
  return ownerId === undefined ? THE_SITE : { kind: 'work', ownerId };
}

/**
 * The points that an owner can use at the beginning of an hour if no other owner of the kind has used any, less what rounding takes in each
 * row. With others, the owner may have to wait for its share to grow.
 * @throws StorageUnavailableError
 */
export async function pointsThatFit(context: Parameters<typeof readQuotas>[0], kind: Kind): Promise<number> {
  const quotas = await readQuotas(context);
  if (quotas === 'off') return Infinity;
  const reserve = reserveOf(kind, quotas.host);
  return Math.max(1, Math.floor((KINDS[kind].isShared ? reserve / 2 : reserve) * 0.8));
}

function noPoints({ waitSeconds, quota }: NoRoom): HostError {
  const message = 'the site has no room for more calls of this kind';
  return new HostError('quota', message, waitSeconds, undefined, quota);
}

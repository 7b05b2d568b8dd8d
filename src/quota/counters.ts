import * as z from 'zod';
import { ABSENT_ROW, nextRevision, type Revision, type Row, type RowName, type RowWrite } from '../platform/storage';
import { storedRecord, storedRows } from '../platform/stored-rows';
import { HOST_SHARE, POLICIES, type Policy, POLICY_NAMES, quotaOf, type QuotaName, type Quotas } from './policies';

/**
 * Counts the use of quotas. Pure.
 *
 * A counter consists of several rows, each with a part of the quota. A row can only be incremented by a transaction that finds
 * it unchanged, so with a single row all but one of several concurrent requests would have to retry. The parts add up to the
 * quota, so it is never exceeded. Rows are reused; counts of earlier windows are ignored.
 *
 * Rows of the site also record how many points each key used. The share of a key is decided per row, from the row that the
 * transaction checks, so concurrent requests cannot exceed it either (docs/adr/0031).
 */

/** All rows of both fit into one storage batch, together with three other rows that are read with them. */
const ROWS = { key: 10, site: 12 } as const;

/**
 * Small quotas with shares use fewer rows, so that each row has at least this part. Half of a small part would round to
 * 0.
 */
const MIN_SHARED_PART = 50;

/** Longer than the longest window. Removes the rows of keys that are no longer used. */
const KEPT_DAYS = 1;

const amount = z.int().min(0);
const used = z.strictObject({
  window: amount,
  count: amount,
  /** The part of the count that each owner used, by key id or account id. */
  by: z.record(z.string(), amount).optional(),
});
const COUNTERS = storedRows('rate-limit', storedRecord({ used: z.partialRecord(z.enum(POLICY_NAMES), used) }));

type Used = Readonly<Partial<Record<Policy, z.infer<typeof used>>>>;

/** One row of a counter. */
export interface Counter {
  readonly owner: 'key' | 'site';
  /** The index of the row. */
  readonly part: number;
  readonly key: string;
  readonly revision: Revision;
  readonly used: Used;
}

/** The usage of a request, by policy. */
export type Cost = Readonly<Partial<Record<Policy, number>>>;

/** The owner of a charge. */
export interface ChargeOwner {
  /** A key id, or the account id of a person. Omitted: the app itself, which has no share. */
  readonly ownerId?: string;
  /** True for background work, which never uses the last third of a quota. */
  readonly isBackground?: boolean;
}

/** The state of a quota. */
export interface QuotaState {
  readonly policy: QuotaName;
  readonly quota: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export type Charge =
  | {
      readonly outcome: 'charged';
      readonly changed: readonly Counter[];
      /** All counters as they are after the changed ones are stored. */
      readonly after: readonly Counter[];
      readonly start: number;
      readonly quotaStates: readonly QuotaState[];
      /** The window of each charge, for returning units. */
      readonly windows: Windows;
    }
  | { readonly outcome: 'exceeded'; readonly policy: QuotaName; readonly quotaStates: readonly QuotaState[] };

export type Windows = Readonly<Record<Policy, number>>;

/** The rows that count an owner. @param ownerId undefined = the app itself: only the rows of the site */
export function counterNames(ownerId: string | undefined): readonly RowName[] {
  const names = (owner: string, rows: number) =>
    Array.from({ length: rows }, (_, part) => COUNTERS.name(`${owner}:${part}`));
  return [...(ownerId === undefined ? [] : names(`key:${ownerId}`, ROWS.key)), ...names('site', ROWS.site)];
}

/**
 * Parses rows in the order of `counterNames`. A row that cannot be read starts at 0: another version of the app wrote it, and
 * its counts expire soon.
 */
export function readCounters(names: readonly RowName[], rows: readonly Row[]): readonly Counter[] {
  const ofKey = names.length - ROWS.site;
  return names.map(({ key }, index) => {
    const { revision } = rows[index] ?? ABSENT_ROW;
    const isOfKey = index < ofKey;
    return {
      owner: isOfKey ? 'key' : 'site',
      part: isOfKey ? index : index - ofKey,
      key,
      revision,
      used: COUNTERS.find(rows[index])?.used ?? {},
    };
  });
}

/** The write that stores a counter. */
export function counterWrite({ key, revision, used: counts }: Counter): RowWrite {
  return COUNTERS.write(key, revision, { used: counts }, KEPT_DAYS);
}

function afterWrite(counters: readonly Counter[], changed: readonly Counter[]): readonly Counter[] {
  const written = new Map(
    changed.map((counter) => [counter.key, { ...counter, revision: nextRevision(counter.revision) }]),
  );
  return counters.map((counter) => written.get(counter.key) ?? counter);
}

/**
 * Charges a whole cost or nothing.
 * @param start the index of the first row to try; random, so that concurrent requests rarely use the same row
 */
export function charge(
  counters: readonly Counter[],
  cost: Cost,
  quotas: Quotas,
  now: Date,
  start: number,
  taker: ChargeOwner = {},
): Charge {
  const accounts = POLICY_NAMES.map((policy) => accountOf(policy, counters, quotas, now, taker));
  const exceeded = accounts.find(({ policy, room }) => room < (cost[policy] ?? 0));
  if (exceeded !== undefined) {
    const { policy, remaining } = exceeded;
    const isOfShare = policy === 'host' && taker.isBackground !== true && remaining >= (cost.host ?? 0);
    return {
      outcome: 'exceeded',
      policy: isOfShare ? HOST_SHARE : policy,
      quotaStates: quotaStatesOf(accounts, quotas),
    };
  }

  const changed = new Map<string, Counter>();
  for (const { policy, window, places } of accounts) {
    let left = cost[policy] ?? 0;
    // Tries the rows in turn. Together they have room for the cost.
    for (const { counter: before, room } of [...places, ...places].slice(start % places.length)) {
      const taken = Math.min(left, room);
      if (taken === 0) continue;
      left -= taken;
      const counter = changed.get(before.key) ?? before;
      changed.set(counter.key, countUp(counter, policy, window, taken, taker.ownerId));
    }
  }
  const after = afterWrite(counters, [...changed.values()]);
  const accountsAfter = POLICY_NAMES.map((policy) => accountOf(policy, after, quotas, now, taker));
  const quotaStates = quotaStatesOf(accountsAfter, quotas);
  return {
    outcome: 'charged',
    changed: [...changed.values()],
    after,
    start,
    quotaStates,
    windows: windowsOf(accounts),
  };
}

/** How many times a cost can be charged now, at most `most` times. */
export function unitsWithin(
  counters: readonly Counter[],
  unit: Cost,
  most: number,
  quotas: Quotas,
  now: Date,
  taker: ChargeOwner,
): number {
  return POLICY_NAMES.reduce((units, policy) => {
    const each = unit[policy] ?? 0;
    if (each === 0) return units;
    return Math.min(units, Math.floor(accountOf(policy, counters, quotas, now, taker).room / each));
  }, most);
}

/**
 * Returns charged and unused units to the counters.
 * @param windows the windows of the charge; counts of other windows stay
 * @returns the changed counters, with fewer units than given if the counters no longer hold them
 */
export function refund(
  counters: readonly Counter[],
  unused: Cost,
  windows: Windows,
  ownerId: string | undefined,
): readonly Counter[] {
  const changed = new Map<string, Counter>();
  for (const policy of POLICY_NAMES) {
    let left = unused[policy] ?? 0;
    for (const before of counters) {
      const stored = before.used[policy];
      if (left === 0 || stored?.window !== windows[policy]) continue;
      const returned = Math.min(left, usedBy(policy, stored, ownerId));
      if (returned === 0) continue;
      left -= returned;
      const counter = changed.get(before.key) ?? before;
      changed.set(counter.key, countUp(counter, policy, stored.window, -returned, ownerId));
    }
  }
  return [...changed.values()];
}

function countUp(
  counter: Counter,
  policy: Policy,
  window: number,
  units: number,
  ownerId: string | undefined,
): Counter {
  const stored = counter.used[policy];
  const { count, by = {} } = stored?.window === window ? stored : { count: 0 };
  const share = policy === 'host' && ownerId !== undefined ? { [ownerId]: (by[ownerId] ?? 0) + units } : {};
  const shares = { ...by, ...share };
  const counted = { window, count: count + units, ...(Object.keys(shares).length === 0 ? {} : { by: shares }) };
  return { ...counter, used: { ...counter.used, [policy]: counted } };
}

/** The part of a count that the owner used. */
function usedBy(policy: Policy, { count, by = {} }: z.infer<typeof used>, ownerId: string | undefined): number {
  if (policy !== 'host') return count;
  if (ownerId !== undefined) return by[ownerId] ?? 0;
  return Object.values(by).reduce((left, taken) => left - taken, count);
}

interface Account {
  readonly policy: Policy;
  readonly window: number;
  readonly remaining: number;
  /** The amount that the owner may use. */
  readonly room: number;
  readonly resetSeconds: number;
  readonly places: readonly { readonly counter: Counter; readonly room: number }[];
}

function accountOf(
  policy: Policy,
  counters: readonly Counter[],
  quotas: Quotas,
  now: Date,
  taker: ChargeOwner,
): Account {
  const { owner, windowSeconds } = POLICIES[policy];
  const quota = quotas[policy];
  const rows = counters.filter((counter) => counter.owner === owner);
  const window = windowOf(policy, rows, now);
  const parts =
    policy === 'host' ? Math.min(rows.length, Math.max(1, Math.floor(quota / MIN_SHARED_PART))) : rows.length;
  const ownerId = policy === 'host' ? taker.ownerId : undefined;
  const shareOf = (free: number, own: number) => (ownerId === undefined ? free : shareFor(taker, free, own));
  const isShared = taker.isBackground === true && policy !== 'page-event';
  const limit = isShared ? twoThirdsOf(quota) : quota;
  const places = rows.map((counter) => {
    const stored = counter.used[policy];
    const { count, by = {} } = stored?.window === window ? stored : { count: 0 };
    const own = ownerId === undefined ? 0 : (by[ownerId] ?? 0);
    const free = Math.max(0, partOf(quota, counter.part, parts) - count);
    const underLimit = Math.max(0, partOf(limit, counter.part, parts) - count);
    return { counter, count, own, free, room: Math.min(underLimit, shareOf(free, own)) };
  });
  const sum = (of: 'count' | 'own' | 'free' | 'room') => places.reduce((total, place) => total + place[of], 0);
  // After a quota was lowered, rows may hold more than their part.
  const remaining = Math.max(0, Math.min(sum('free'), quota - sum('count')));
  const room = Math.min(sum('room'), limit - sum('count'), shareOf(remaining, sum('own')));
  const endsAtMs = (window + 1) * windowSeconds * 1_000;
  return {
    policy,
    remaining,
    room: Math.max(0, room),
    resetSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1_000)),
    window,
    places,
  };
}

/**
 * The amount that an owner can still use. An owner never uses more than what is then left for the others. Background
 * work leaves the last third of that amount to the owner's other requests.
 */
function shareFor({ isBackground = false }: ChargeOwner, free: number, own: number): number {
  return Math.max(0, isBackground ? Math.floor((free + own) / 3) - own : Math.floor((free - own) / 2));
}

/**
 * The points that background work can use in an hour if there is no other work: of the app itself, or of one key or person.
 * @returns undefined if there is no limit
 */
export function pointsPerHour(
  quotas: Quotas | 'off',
  owner: 'app' | 'owner',
): { readonly perHour: number; readonly ofSite: number } | undefined {
  if (quotas === 'off') return undefined;
  const { host } = quotas;
  return { perHour: owner === 'app' ? twoThirdsOf(host) : Math.max(1, Math.floor(host / 3)), ofSite: host };
}

/** At least 1, so that background work makes progress. */
function twoThirdsOf(quota: number): number {
  return Math.max(1, Math.floor((quota * 2) / 3));
}

/**
 * The window to count in: the current one, or the next one if a machine with a faster clock has already started it. Going back
 * would grant the quota twice. Windows further ahead come from wrong clocks and are ignored.
 */
function windowOf(policy: Policy, counters: readonly Counter[], now: Date): number {
  const current = Math.floor(now.getTime() / 1_000 / POLICIES[policy].windowSeconds);
  const isBegun = counters.some(({ used: counts }) => counts[policy]?.window === current + 1);
  return isBegun ? current + 1 : current;
}

/** Splits a whole into parts that add up to it. */
function partOf(whole: number, part: number, parts: number): number {
  if (part >= parts) return 0;
  return Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
}

function windowsOf(accounts: readonly Account[]): Windows {
  const windows: Record<Policy, number> = { key: 0, 'key-write': 0, 'key-check': 0, site: 0, host: 0, 'page-event': 0 };
  for (const { policy, window } of accounts) windows[policy] = window;
  return windows;
}

function quotaStatesOf(accounts: readonly Account[], quotas: Quotas): readonly QuotaState[] {
  return accounts.flatMap(({ policy, remaining, room, resetSeconds }): QuotaState[] => [
    { policy, quota: quotas[policy], remaining, resetSeconds },
    ...(policy === 'host'
      ? [{ policy: HOST_SHARE, quota: quotaOf(HOST_SHARE, quotas), remaining: room, resetSeconds } as const]
      : []),
  ]);
}

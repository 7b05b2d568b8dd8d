import * as z from 'zod';
import { ABSENT_ROW, nextRevision, type Revision, type Row, type RowName, type RowWrite } from '../platform/storage';
import { storedRecord, storedRows } from '../platform/stored-rows';
import {
  HOST_SHARE,
  type Kind,
  KIND_NAMES,
  KINDS,
  mostOf,
  POLICIES,
  type Policy,
  POLICY_NAMES,
  quotaOf,
  type QuotaName,
  type Quotas,
  reserveOf,
} from './policies';

/**
 * Counts the use of quotas. Pure.
 *
 * A counter consists of several rows, each with a part of the quota. A row can only be incremented by a transaction that finds
 * it unchanged, so with a single row all but one of several concurrent requests would have to retry. The parts add up to the
 * quota, so it is never exceeded. Rows are reused; counts of earlier windows are ignored.
 *
 * Rows of the site also record how many points each kind of work and each of its owners used. The reserves of the kinds and the share of
 * an owner are decided per row, from the row that the transaction checks, so concurrent requests cannot exceed them either (docs/adr/0111).
 */

/** All rows of both fit into one storage batch, together with the quotas of the site and three other rows that are read with them. */
const ROWS = { key: 9, site: 12 } as const;

/**
 * Small quotas with shares use fewer rows, so that each row has at least this part. A reserve or a share of a small part would round
 * to 0.
 */
const MIN_SHARED_PART = 50;

/** Longer than the longest window. Removes the rows of keys that are no longer used. */
const KEPT_DAYS = 1;

const amount = z.int().min(0);
const used = z.strictObject({
  window: amount,
  count: amount,
  /** The points that each owner used, see `entryOf`. Without them the row is of an earlier version, and has counted nothing. */
  owners: z.record(z.string(), amount).optional(),
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

/** The owner of a charge. Every point has one. */
export interface Payer {
  readonly kind: Kind;
  /** A key id, or the account id of a person. Omitted: the kind has no owners. */
  readonly ownerId?: string;
}

/** The work of the app itself. */
export const THE_SITE: Payer = { kind: 'site' };

/**
 * A row keeps this number of owners of each kind. A further owner takes over the entry with the fewest points, so that a row stays small on a
 * site with many people. It then counts as if it had used these points, too: at most the 64th part of the row.
 */
const OWNERS_IN_A_ROW = 64;

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
      /** False: the mirror events of the cost were not charged, and must not be pushed. */
      readonly hasMirrorRoom: boolean;
    }
  | { readonly outcome: 'exceeded'; readonly policy: QuotaName; readonly quotaStates: readonly QuotaState[] };

export type Windows = Readonly<Record<Policy, number>>;

/** The rows that count a charge. @param ownerId the owner of `key` quotas; undefined = only the rows of the site, which have the points */
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
 * Charges a whole cost or nothing. It skips only mirror events without room.
 * @param start the index of the first row to try; random, so that concurrent requests rarely use the same row
 */
export function charge(
  counters: readonly Counter[],
  wanted: Cost,
  quotas: Quotas,
  now: Date,
  start: number,
  payer: Payer,
): Charge {
  const accounts = POLICY_NAMES.map((policy) => accountOf(policy, counters, quotas, now, payer));
  const { 'mirror-event': mirrors = 0 } = wanted;
  // Without the parts of other rows, which would be one more row that concurrent requests change.
  const hasMirrorRoom = accounts.every(
    ({ policy, room, places }) =>
      policy !== 'mirror-event' || Math.min(room, places[start % places.length]?.room ?? 0) >= mirrors,
  );
  const cost = hasMirrorRoom ? wanted : { ...wanted, 'mirror-event': 0 };
  const exceeded = accounts.find(({ policy, room }) => room < (cost[policy] ?? 0));
  if (exceeded !== undefined) {
    const { policy, remaining } = exceeded;
    const isOfShare = policy === 'host' && remaining >= (cost.host ?? 0);
    return {
      outcome: 'exceeded',
      policy: isOfShare ? HOST_SHARE : policy,
      quotaStates: quotaStatesOf(accounts, quotas, cost.host),
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
      changed.set(counter.key, countUp(counter, policy, window, taken, payer));
    }
  }
  const after = afterWrite(counters, [...changed.values()]);
  const accountsAfter = POLICY_NAMES.map((policy) => accountOf(policy, after, quotas, now, payer));
  const quotaStates = quotaStatesOf(accountsAfter, quotas);
  return {
    outcome: 'charged',
    changed: [...changed.values()],
    after,
    start,
    quotaStates,
    windows: windowsOf(accounts),
    hasMirrorRoom,
  };
}

/** How many times a cost can be charged now, at most `most` times. */
export function unitsWithin(
  counters: readonly Counter[],
  unit: Cost,
  most: number,
  quotas: Quotas,
  now: Date,
  payer: Payer,
): number {
  return POLICY_NAMES.reduce((units, policy) => {
    const each = unit[policy] ?? 0;
    if (each === 0) return units;
    return Math.min(units, Math.floor(accountOf(policy, counters, quotas, now, payer).room / each));
  }, most);
}

/**
 * Returns charged and unused units to the counters.
 * @param windows the windows of the charge; counts of other windows stay
 * @returns the changed counters, with fewer units than given if the counters no longer hold them
 */
export function refund(counters: readonly Counter[], unused: Cost, windows: Windows, payer: Payer): readonly Counter[] {
  const changed = new Map<string, Counter>();
  for (const policy of POLICY_NAMES) {
    let left = unused[policy] ?? 0;
    for (const before of counters) {
      const stored = before.used[policy];
      if (left === 0 || stored?.window !== windows[policy]) continue;
      const returned = Math.min(left, usedBy(policy, stored, payer));
      if (returned === 0) continue;
      left -= returned;
      const counter = changed.get(before.key) ?? before;
      changed.set(counter.key, countUp(counter, policy, stored.window, -returned, payer));
    }
  }
  return [...changed.values()];
}

function countUp(counter: Counter, policy: Policy, window: number, units: number, payer: Payer): Counter {
  const { count, owners } = countIn(counter, policy, window);
  const counted = {
    window,
    count: count + units,
    ...(policy === 'host' ? { owners: countFor(payer, owners, units) } : {}),
  };
  return { ...counter, used: { ...counter.used, [policy]: counted } };
}

type Owners = NonNullable<z.infer<typeof used>['owners']>;

function countIn({ used: counts }: Counter, policy: Policy, window: number): { count: number; owners: Owners } {
  const stored = counts[policy];
  const isOfEarlierVersion = policy === 'host' && stored?.owners === undefined;
  if (stored?.window !== window || isOfEarlierVersion) return { count: 0, owners: {} };
  return { count: stored.count, owners: stored.owners ?? {} };
}

/** The name of an owner in a row. */
function entryOf({ kind, ownerId = '' }: Payer): string {
  return `${kind}:${ownerId}`;
}

function countFor(payer: Payer, owners: Owners, units: number): Owners {
  const entry = entryOf(payer);
  const others = Object.keys(owners).filter((name) => name.startsWith(`${payer.kind}:`));
  const points = (name: string) => owners[name] ?? 0;
  if (entry in owners || others.length < OWNERS_IN_A_ROW) return { ...owners, [entry]: points(entry) + units };
  const least = others.reduce((a, b) => (points(b) < points(a) ? b : a));
  const { [least]: taken = 0, ...kept } = owners;
  return { ...kept, [entry]: taken + units };
}

/** The part of a count that the owner used. */
function usedBy(policy: Policy, { count, owners = {} }: z.infer<typeof used>, payer: Payer): number {
  return policy === 'host' ? (owners[entryOf(payer)] ?? 0) : count;
}

/** The points that each kind has used, in one pass, because a row can have hundreds of owners. */
function usedByKinds(owners: Owners): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [entry, points] of Object.entries(owners)) {
    const kind = entry.slice(0, entry.indexOf(':'));
    sums.set(kind, (sums.get(kind) ?? 0) + points);
  }
  return sums;
}

interface Account {
  readonly policy: Policy;
  readonly window: number;
  readonly remaining: number;
  /** The amount that the owner may use. */
  readonly room: number;
  /** The amount that all owners of the kind may use, and the amount that this one has used. */
  readonly ofKind: number;
  readonly own: number;
  /** The number of rows that have a part of the quota. */
  readonly parts: number;
  readonly resetSeconds: number;
  readonly places: readonly { readonly counter: Counter; readonly room: number }[];
}

function accountOf(policy: Policy, counters: readonly Counter[], quotas: Quotas, now: Date, payer: Payer): Account {
  const { owner, windowSeconds } = POLICIES[policy];
  const quota = quotas[policy];
  const rows = counters.filter((counter) => counter.owner === owner);
  const window = windowOf(policy, rows, now);
  const isHost = policy === 'host';
  const parts = isHost ? Math.min(rows.length, Math.max(1, Math.floor(quota / MIN_SHARED_PART))) : rows.length;
  const released = releasedAt(window, windowSeconds, now);
  const shareOf = (ofKind: number, own: number) =>
    isHost && KINDS[payer.kind].isShared ? Math.max(0, Math.floor((ofKind + own) * released) - own) : ofKind;
  // A job leaves changes to the other requests of its owner.
  const limit = policy === 'key-write' && payer.kind === 'work' ? twoThirdsOf(quota) : quota;
  const places = rows.map((counter) => {
    const { count, owners } = countIn(counter, policy, window);
    const part = partOf(quota, counter.part, parts);
    const own = isHost ? (owners[entryOf(payer)] ?? 0) : 0;
    const free = Math.max(0, part - count);
    const underLimit = Math.max(0, partOf(limit, counter.part, parts) - count);
    const ofKind = isHost ? roomOfKind(payer.kind, part, free, owners) : underLimit;
    return { counter, count, own, free, ofKind, room: shareOf(ofKind, own) };
  });
  const sum = (of: 'count' | 'own' | 'free' | 'ofKind' | 'room') =>
    places.reduce((total, place) => total + place[of], 0);
  // After a quota was lowered, rows may hold more than their part.
  const remaining = Math.max(0, Math.min(sum('free'), quota - sum('count')));
  const ofKind = Math.min(sum('ofKind'), limit - sum('count'));
  const own = sum('own');
  const endsAtMs = (window + 1) * windowSeconds * 1_000;
  return {
    policy,
    remaining,
    room: Math.max(0, Math.min(sum('room'), shareOf(ofKind, own))),
    ofKind,
    own,
    parts,
    resetSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1_000)),
    window,
    places,
  };
}

/** The amount of a row that a kind can use: all that is free, except what the other kinds have not yet used of their reserves. */
function roomOfKind(kind: Kind, part: number, free: number, owners: Owners): number {
  const used = usedByKinds(owners);
  const unusedOf = (of: Kind, whole: number) => Math.max(0, whole - (used.get(of) ?? 0));
  const kept = KIND_NAMES.reduce((sum, of) => (of === kind ? sum : sum + unusedOf(of, reserveOf(of, part))), 0);
  return Math.max(0, Math.min(free - kept, unusedOf(kind, mostOf(kind, part))));
}

/**
 * The part of the points of its kind that one owner may have: half at the beginning of the hour, all at its end. So the others always find at
 * least half of what this time of the hour would give them, and points that no other owner needs are not lost.
 */
function releasedAt(window: number, windowSeconds: number, now: Date): number {
  const passed = (now.getTime() / 1_000 - window * windowSeconds) / windowSeconds;
  return (1 + Math.min(1, Math.max(0, passed))) / 2;
}

/** The seconds until the share of an owner has grown by so many points; until the hour ends if it does not within it. */
function secondsToShare({ own, ofKind, resetSeconds, parts }: Account, points: number): number {
  const { windowSeconds } = POLICIES.host;
  // A share is rounded down in each row.
  const neededPart = (own + points + parts) / (own + ofKind);
  if (!(neededPart <= 1)) return resetSeconds;
  const seconds = (2 * neededPart - 1) * windowSeconds - (windowSeconds - resetSeconds);
  return Math.min(resetSeconds, Math.max(1, Math.ceil(seconds)));
}

/** The seconds until the owner can have so many points, at most until the hour ends. Others may use them before. */
export function secondsUntilPoints(
  counters: readonly Counter[],
  points: number,
  quotas: Quotas,
  now: Date,
  payer: Payer,
): number {
  return secondsToShare(accountOf('host', counters, quotas, now, payer), points);
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
  return { perHour: Math.max(1, mostOf(owner === 'app' ? 'site' : 'work', host)), ofSite: host };
}

/** The changes that a job may use: at least 1, so that it makes progress. */
export function twoThirdsOf(quota: number): number {
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
  const none = { key: 0, 'key-write': 0, 'key-check': 0, site: 0, host: 0, 'page-event': 0, 'mirror-event': 0 };
  return accounts.reduce((windows: Windows, { policy, window }) => ({ ...windows, [policy]: window }), none);
}

/** @param missing the points that the owner did not get */
function quotaStatesOf(accounts: readonly Account[], quotas: Quotas, missing?: number): readonly QuotaState[] {
  return accounts.flatMap((account): QuotaState[] => {
    const { policy, remaining, room, resetSeconds } = account;
    const state = { policy, quota: quotas[policy], remaining, resetSeconds };
    if (policy !== 'host') return [state];
    const resetOfShare = missing === undefined ? resetSeconds : secondsToShare(account, missing);
    const quota = quotaOf(HOST_SHARE, quotas);
    return [state, { policy: HOST_SHARE, quota, remaining: room, resetSeconds: resetOfShare }];
  });
}

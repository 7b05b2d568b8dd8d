import * as z from 'zod';
import type { Revision, Row, RowName, RowWrite } from '../platform/storage';
import { HOST_SHARE, POLICIES, type Policy, POLICY_NAMES, quotaOf, type QuotaName, type Quotas } from './policies';

/**
 * What has been used of the quotas. Pure.
 *
 * A counter is spread over several rows, each with its part of the quota, because a row can only be counted up by a
 * transaction that finds it as it was read: of many requests at once on one row, all but one would have to try again.
 * The parts add up to the quota, so it is never exceeded. A row is counted in over and over; a count of an earlier
 * window is none.
 *
 * A row of the site also says how many of its points each key took. So the share of a key is decided row by row, from the
 * row that the transaction holds on to: requests at the same moment cannot exceed it either (docs/adr/0031).
 */

/** Together they fit into one batch of storage, with two other rows that are read with them. */
const ROWS = { key: 11, site: 12 } as const;

/** Shared points are spread over fewer rows where a row would have fewer than this: half of a small part rounds to 0. */
const MIN_SHARED_PART = 50;

/** The longest window, and more: what is left of a key that is not used any more. */
const KEPT_DAYS = 1;

const amount = z.int().min(0);
const used = z.strictObject({
  window: amount,
  count: amount,
  /** How much of the count each owner took, by the id of the key or of the account. */
  by: z.record(z.string(), amount).optional(),
});
const counterRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  used: z.partialRecord(z.enum(POLICY_NAMES), used),
});

type Used = Readonly<Partial<Record<Policy, z.infer<typeof used>>>>;

/** One of the rows of a key or of the site. */
export interface Counter {
  readonly owner: 'key' | 'site';
  /** Which of them. */
  readonly part: number;
  readonly key: string;
  readonly revision: Revision;
  readonly used: Used;
}

/** What a request takes of each policy. */
export type Cost = Readonly<Partial<Record<Policy, number>>>;

/** Who takes it. */
export interface Taker {
  /** A key, or a person by the id of the account. Left out: the app for the site, which has no share. */
  readonly ownerId?: string;
  /** Work that no caller waits for: it never takes the last third of a quota. */
  readonly isBackground?: boolean;
}

/** How it stands with a quota. */
export interface Standing {
  readonly policy: QuotaName;
  readonly quota: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 at least. */
  readonly resetSeconds: number;
}

export type Charge =
  | {
      readonly outcome: 'charged';
      readonly changed: readonly Counter[];
      /** All of them, once the changed ones are stored. */
      readonly after: readonly Counter[];
      readonly start: number;
      readonly standings: readonly Standing[];
      /** The window that each policy was counted in: what is given back is given back there. */
      readonly windows: Windows;
    }
  | { readonly outcome: 'exceeded'; readonly policy: QuotaName; readonly standings: readonly Standing[] };

export type Windows = Readonly<Record<Policy, number>>;

/** The rows that count what an owner does. @param ownerId undefined = the app for the site: the rows of the site alone */
export function counterNames(ownerId: string | undefined): readonly RowName[] {
  const names = (owner: string, rows: number) =>
    Array.from({ length: rows }, (_, part): RowName => ({ entity: 'rate-limit', key: `${owner}:${part}` }));
  return [...(ownerId === undefined ? [] : names(`key:${ownerId}`, ROWS.key)), ...names('site', ROWS.site)];
}

/**
 * The counters of these rows, in the order of `counterNames`. What cannot be read is begun anew: nothing but the app
 * writes there, so another version did, and what it counted is soon past.
 */
export function readCounters(names: readonly RowName[], rows: readonly Row[]): readonly Counter[] {
  const ofKey = names.length - ROWS.site;
  return names.map(({ key }, index) => {
    const { revision, value } = rows[index] ?? { revision: 'absent', value: undefined };
    const parsed = counterRecord.safeParse(value);
    const isOfKey = index < ofKey;
    return {
      owner: isOfKey ? 'key' : 'site',
      part: isOfKey ? index : index - ofKey,
      key,
      revision,
      used: parsed.success ? parsed.data.used : {},
    };
  });
}

/** What is stored of a counter once it has been counted up. */
export function counterWrite({ key, revision, used: counts }: Counter): RowWrite {
  return {
    entity: 'rate-limit',
    key,
    value: { v: 1, rev: nextRevision(revision), used: counts },
    expected: revision,
    keepDays: KEPT_DAYS,
  };
}

function nextRevision(revision: Revision): number {
  return revision === 'absent' ? 1 : revision + 1;
}

function afterWrite(counters: readonly Counter[], changed: readonly Counter[]): readonly Counter[] {
  const written = new Map(
    changed.map((counter) => [counter.key, { ...counter, revision: nextRevision(counter.revision) }]),
  );
  return counters.map((counter) => written.get(counter.key) ?? counter);
}

/**
 * Takes a cost from the counters: all of it or nothing.
 * @param start which of the rows is tried first: by chance, so that requests at the same time seldom meet
 */
export function charge(
  counters: readonly Counter[],
  cost: Cost,
  quotas: Quotas,
  now: Date,
  start: number,
  taker: Taker = {},
): Charge {
  const accounts = POLICY_NAMES.map((policy) => accountOf(policy, counters, quotas, now, taker));
  const exceeded = accounts.find(({ policy, room }) => room < (cost[policy] ?? 0));
  if (exceeded !== undefined) {
    const { policy, remaining } = exceeded;
    const isOfShare = policy === 'host' && taker.isBackground !== true && remaining >= (cost.host ?? 0);
    return { outcome: 'exceeded', policy: isOfShare ? HOST_SHARE : policy, standings: standingsOf(accounts, quotas) };
  }

  const changed = new Map<string, Counter>();
  for (const { policy, window, places } of accounts) {
    let left = cost[policy] ?? 0;
    // From the first on and round: together they have room for all of it.
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
  const standings = standingsOf(accountsAfter, quotas);
  return { outcome: 'charged', changed: [...changed.values()], after, start, standings, windows: windowsOf(accounts) };
}

/** How many times a cost can be taken now, `most` at most. */
export function unitsWithin(
  counters: readonly Counter[],
  unit: Cost,
  most: number,
  quotas: Quotas,
  now: Date,
  taker: Taker,
): number {
  return POLICY_NAMES.reduce((units, policy) => {
    const each = unit[policy] ?? 0;
    if (each === 0) return units;
    return Math.min(units, Math.floor(accountOf(policy, counters, quotas, now, taker).room / each));
  }, most);
}

/**
 * Takes back from the counters what an owner was charged and did not use.
 * @param windows those it was charged in: what was counted in another window stays
 * @returns the counters that change; fewer units than asked where the counters no longer hold them
 */
export function giveBack(
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
      const returned = Math.min(left, ownOf(policy, stored, ownerId));
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

/** The part of a count that the owner took. */
function ownOf(policy: Policy, { count, by = {} }: z.infer<typeof used>, ownerId: string | undefined): number {
  if (policy !== 'host') return count;
  if (ownerId !== undefined) return by[ownerId] ?? 0;
  return Object.values(by).reduce((left, taken) => left - taken, count);
}

interface Account {
  readonly policy: Policy;
  readonly window: number;
  readonly remaining: number;
  /** How much the taker may take of it. */
  readonly room: number;
  readonly resetSeconds: number;
  readonly places: readonly { readonly counter: Counter; readonly room: number }[];
}

function accountOf(policy: Policy, counters: readonly Counter[], quotas: Quotas, now: Date, taker: Taker): Account {
  const { owner, windowSeconds } = POLICIES[policy];
  const quota = quotas[policy];
  const rows = counters.filter((counter) => counter.owner === owner);
  const window = windowOf(policy, rows, now);
  const parts =
    policy === 'host' ? Math.min(rows.length, Math.max(1, Math.floor(quota / MIN_SHARED_PART))) : rows.length;
  const ownerId = policy === 'host' ? taker.ownerId : undefined;
  const shareOf = (free: number, own: number) => (ownerId === undefined ? free : shareFor(taker, free, own));
  const limit = taker.isBackground === true ? withoutLastThird(quota) : quota;
  const places = rows.map((counter) => {
    const stored = counter.used[policy];
    const { count, by = {} } = stored?.window === window ? stored : { count: 0 };
    const own = ownerId === undefined ? 0 : (by[ownerId] ?? 0);
    const free = Math.max(0, partOf(quota, counter.part, parts) - count);
    const underLimit = Math.max(0, partOf(limit, counter.part, parts) - count);
    return { counter, count, own, free, room: Math.min(underLimit, shareOf(free, own)) };
  });
  const sum = (of: 'count' | 'own' | 'free' | 'room') => places.reduce((total, place) => total + place[of], 0);
  // A quota that was lowered leaves rows with more than their part.
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
 * How much an owner can still take: afterwards the owner has taken at most as much as is left for the others. Its background
 * work leaves the last third of that to its other requests.
 */
function shareFor({ isBackground = false }: Taker, free: number, own: number): number {
  return Math.max(0, isBackground ? Math.floor((free + own) / 3) - own : Math.floor((free - own) / 2));
}

/** 1 at least, or background work would never make progress. */
function withoutLastThird(quota: number): number {
  return Math.max(1, Math.floor((quota * 2) / 3));
}

/**
 * The window that is counted in: the current one, or the next one where another machine, whose clock is a little ahead, has
 * begun it; to go back would give the quota twice. A window further ahead is of a clock that was wrong.
 */
function windowOf(policy: Policy, counters: readonly Counter[], now: Date): number {
  const current = Math.floor(now.getTime() / 1_000 / POLICIES[policy].windowSeconds);
  const isBegun = counters.some(({ used: counts }) => counts[policy]?.window === current + 1);
  return isBegun ? current + 1 : current;
}

/** The parts add up to the whole. */
function partOf(whole: number, part: number, parts: number): number {
  if (part >= parts) return 0;
  return Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
}

function windowsOf(accounts: readonly Account[]): Windows {
  const windows: Record<Policy, number> = { key: 0, 'key-write': 0, 'key-check': 0, site: 0, host: 0 };
  for (const { policy, window } of accounts) windows[policy] = window;
  return windows;
}

function standingsOf(accounts: readonly Account[], quotas: Quotas): readonly Standing[] {
  return accounts.flatMap(({ policy, remaining, room, resetSeconds }): Standing[] => [
    { policy, quota: quotas[policy], remaining, resetSeconds },
    ...(policy === 'host'
      ? [{ policy: HOST_SHARE, quota: quotaOf(HOST_SHARE, quotas), remaining: room, resetSeconds } as const]
      : []),
  ]);
}

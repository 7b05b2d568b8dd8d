import * as z from 'zod';
import type { Revision, Row, RowName, RowWrite } from '../platform/storage';
import { POLICIES, type Policy, POLICY_NAMES, type Quotas } from './policies';

/**
 * What has been used of the quotas. Pure.
 *
 * A counter is spread over several rows, each with its part of the quota, because a row can only be counted up by a
 * transaction that finds it as it was read: of many requests at once on one row, all but one would have to try again.
 * The parts add up to the quota, so it is never exceeded. A row is counted in over and over; a count of an earlier
 * window is none.
 */

/** Together they fit into one batch of storage, with two other rows that are read with them. */
const ROWS = { key: 11, site: 12 } as const;

/** The longest window, and more: what is left of a key that is not used any more. */
const KEPT_DAYS = 1;

const used = z.strictObject({ window: z.int().min(0), count: z.int().min(0) });
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

/** How it stands with a policy. */
export interface Standing {
  readonly policy: Policy;
  readonly quota: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 at least. */
  readonly resetSeconds: number;
}

export type Charge =
  | {
      readonly outcome: 'charged';
      readonly changed: readonly Counter[];
      readonly start: number;
      readonly standings: readonly Standing[];
    }
  | { readonly outcome: 'exceeded'; readonly policy: Policy; readonly standings: readonly Standing[] };

/** The rows that count what a key does. */
export function counterNames(keyId: string): readonly RowName[] {
  const names = (owner: string, rows: number) =>
    Array.from({ length: rows }, (_, part): RowName => ({ entity: 'rate-limit', key: `${owner}:${part}` }));
  return [...names(`key:${keyId}`, ROWS.key), ...names('site', ROWS.site)];
}

/**
 * The counters of these rows, in the order of `counterNames`. What cannot be read is begun anew: nothing but the app
 * writes there, so another version did, and what it counted is soon past.
 */
export function readCounters(names: readonly RowName[], rows: readonly Row[]): readonly Counter[] {
  return names.map(({ key }, index) => {
    const { revision, value } = rows[index] ?? { revision: 'absent', value: undefined };
    const parsed = counterRecord.safeParse(value);
    const isOfKey = index < ROWS.key;
    return {
      owner: isOfKey ? 'key' : 'site',
      part: isOfKey ? index : index - ROWS.key,
      key,
      revision,
      used: parsed.success ? parsed.data.used : {},
    };
  });
}

/** What is stored of a counter once it has been counted up. */
export function counterWrite({ key, revision, used: counts }: Counter): RowWrite {
  const rev = revision === 'absent' ? 1 : revision + 1;
  return {
    entity: 'rate-limit',
    key,
    value: { v: 1, rev, used: counts },
    expected: revision,
    keepDays: KEPT_DAYS,
  };
}

/**
 * Takes a cost from the counters: all of it or nothing.
 * @param start which of the rows is tried first: by chance, so that requests at the same time seldom meet
 */
export function charge(counters: readonly Counter[], cost: Cost, quotas: Quotas, now: Date, start: number): Charge {
  const accounts = POLICY_NAMES.map((policy) => accountOf(policy, counters, quotas[policy], now));
  const exceeded = accounts.find(({ policy, remaining }) => remaining < (cost[policy] ?? 0));
  if (exceeded !== undefined)
    return { outcome: 'exceeded', policy: exceeded.policy, standings: accounts.map(standing) };

  const changed = new Map<string, Counter>();
  for (const { policy, window, places } of accounts) {
    let left = cost[policy] ?? 0;
    // From the first on and round: together they have room for all of it.
    for (const { counter: before, count, room } of [...places, ...places].slice(start % places.length)) {
      const taken = Math.min(left, room);
      if (taken === 0) continue;
      left -= taken;
      const counter = changed.get(before.key) ?? before;
      changed.set(counter.key, { ...counter, used: { ...counter.used, [policy]: { window, count: count + taken } } });
    }
  }
  const standings = accounts.map((account) =>
    standing({ ...account, remaining: account.remaining - (cost[account.policy] ?? 0) }),
  );
  return { outcome: 'charged', changed: [...changed.values()], start, standings };
}

interface Account extends Standing {
  readonly window: number;
  readonly places: readonly { readonly counter: Counter; readonly count: number; readonly room: number }[];
}

function accountOf(policy: Policy, counters: readonly Counter[], quota: number, now: Date): Account {
  const { owner, windowSeconds } = POLICIES[policy];
  const rows = counters.filter((counter) => counter.owner === owner);
  const window = windowOf(policy, rows, now);
  const places = rows.map((counter) => {
    const stored = counter.used[policy];
    const count = stored?.window === window ? stored.count : 0;
    return { counter, count, room: Math.max(0, partOf(quota, counter.part, rows.length) - count) };
  });
  const sum = (of: 'count' | 'room') => places.reduce((total, place) => total + place[of], 0);
  const endsAtMs = (window + 1) * windowSeconds * 1_000;
  return {
    policy,
    quota,
    // A quota that was lowered leaves rows with more than their part.
    remaining: Math.max(0, Math.min(sum('room'), quota - sum('count'))),
    resetSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1_000)),
    window,
    places,
  };
}

/**
 * The window that is counted in: that of now, or the next one where another machine, whose clock is a little ahead, has
 * begun it; to go back would give the quota twice. A window further ahead is of a clock that was wrong.
 */
function windowOf(policy: Policy, counters: readonly Counter[], now: Date): number {
  const current = Math.floor(now.getTime() / 1_000 / POLICIES[policy].windowSeconds);
  const isBegun = counters.some(({ used: counts }) => counts[policy]?.window === current + 1);
  return isBegun ? current + 1 : current;
}

/** The parts add up to the whole. */
function partOf(whole: number, part: number, parts: number): number {
  return Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
}

function standing({ policy, quota, remaining, resetSeconds }: Standing): Standing {
  return { policy, quota, remaining, resetSeconds };
}

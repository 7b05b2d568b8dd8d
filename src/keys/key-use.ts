import * as z from 'zod';
import { instant } from '../platform/instant';

/**
 * Records how a key is used, in one small record per key that is replaced as a whole and separate from the key's own
 * row. A late write, or one from a stale copy, can only lose use data that was recorded at the same time. It cannot
 * restore a key that was revoked in between, or undo an edit of the key.
 *
 * All counts are minimums. If calls are concurrent, possibly only one is counted. After MAX_REFUSAL_WRITES in a minute
 * no refusal is recorded, because the holder of a key must not be able to cause an unlimited number of storage writes.
 */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const HOURS = 24;
const MAX_REFUSAL_WRITES = 10;
/** With all problem codes in all hours, the record stays well below the 10 KB that storage counts as one unit. */
const MAX_CODES = 30;

const routeName = z.string().regex(/^[A-Z]{3,7} \/v1\/\S{1,100}$/);
const code = z.string().regex(/^[A-Z_]{1,40}$/);

const refusals = z.strictObject({
  lastAt: instant,
  lastRoute: routeName,
  /** Counts per hour: first the hour (UTC) of `lastAt`, then the hour before it, and so on. */
  byHour: z.array(z.int().min(0)).min(1).max(HOURS),
});

type Refusals = z.infer<typeof refusals>;

export const keyUseRecord = z.strictObject({
  v: z.literal(1),
  firstUsedAt: instant.optional(),
  lastUsedAt: instant.optional(),
  /** The route of the last use, for example `GET /v1/level`. */
  lastRoute: routeName.optional(),
  /** By problem code. */
  refused: z.record(code, refusals),
  /** The number of refusals written since the given time; for the limit. */
  refusalWrites: z.strictObject({ since: instant, count: z.int().min(0) }).optional(),
});

export type KeyUse = z.infer<typeof keyUseRecord>;

/** A call with a key that the caller has proven to hold. */
export interface KeyCall {
  readonly now: Date;
  /** The method and the route template, never a concrete path. */
  readonly route: string;
}

const NEVER_USED: KeyUse = { v: 1, refused: {} };

/**
 * Records a call with a valid key.
 * @returns the record to store; undefined = nothing, because a use was recorded within the last minute
 */
export function addUse(use: KeyUse | undefined, { now, route }: KeyCall): KeyUse | undefined {
  if (use?.lastUsedAt !== undefined && isWithinMinute(use.lastUsedAt, now)) return undefined;
  const at = now.toISOString();
  const firstUsedAt = use?.firstUsedAt !== undefined && use.firstUsedAt < at ? use.firstUsedAt : at;
  return { ...(use ?? NEVER_USED), firstUsedAt, lastUsedAt: at, lastRoute: route };
}

/**
 * Records a refused call.
 * @param problem the code of the problem that the call was refused with
 * @returns the record to store; undefined = nothing, because enough refusals were written within the last minute
 */
export function addRefusal(use: KeyUse | undefined, problem: string, { now, route }: KeyCall): KeyUse | undefined {
  const known = use ?? NEVER_USED;
  const at = now.toISOString();
  const { refusalWrites } = known;
  const writes =
    refusalWrites !== undefined && isWithinMinute(refusalWrites.since, now) ? refusalWrites : { since: at, count: 0 };
  if (writes.count >= MAX_REFUSAL_WRITES) return undefined;

  const others = Object.entries(known.refused)
    .filter(([other, one]) => other !== problem && sumOf(countsByHour(one, now)) > 0)
    .sort(([, one], [, other]) => (one.lastAt < other.lastAt ? 1 : -1))
    .slice(0, MAX_CODES - 1);
  return {
    ...known,
    refused: { ...Object.fromEntries(others), [problem]: countOnce(known.refused[problem], { now, route }) },
    refusalWrites: { since: writes.since, count: writes.count + 1 },
  };
}

/** Calls that were refused with one problem within the last 24 hours. */
export interface RefusedCalls {
  /** The code of the problem, as in API responses. */
  readonly code: string;
  /** A minimum, because there may have been more (see above). */
  readonly countAtLeast: number;
  readonly lastAt: string;
  /** The method and the route template, for example `POST /v1/page-level`. */
  readonly lastRoute: string;
}

/** @returns the most frequent problem first; the current hour and the 23 before it, so never more than 24 hours */
export function refusedLately(use: KeyUse | undefined, now: Date): readonly RefusedCalls[] {
  return Object.entries(use?.refused ?? {})
    .map(([problem, one]) => ({
      code: problem,
      countAtLeast: sumOf(countsByHour(one, now)),
      lastAt: one.lastAt,
      lastRoute: one.lastRoute,
    }))
    .filter(({ countAtLeast }) => countAtLeast > 0)
    .sort((one, other) => other.countAtLeast - one.countAtLeast || (one.lastAt < other.lastAt ? 1 : -1));
}

function countOnce(before: Refusals | undefined, { now, route }: KeyCall): Refusals {
  const [current = 0, ...earlier] = before === undefined ? [] : countsByHour(before, now);
  const at = now.toISOString();
  // If another machine's clock is slightly ahead, the counts start with its hour.
  const lastAt = before !== undefined && isLittleAhead(before.lastAt, now) ? before.lastAt : at;
  return { lastAt, lastRoute: route, byHour: [current + 1, ...earlier] };
}

/**
 * The counts relative to the current hour, which comes first.
 * @returns no counts if all of them are too old, or come from a wrong clock
 */
function countsByHour({ lastAt, byHour }: Refusals, now: Date): readonly number[] {
  if (isLittleAhead(lastAt, now)) return byHour;
  const hoursSince = hourOf(now) - hourOf(new Date(lastAt));
  if (hoursSince < 0 || hoursSince >= HOURS) return [];
  return [...Array.from({ length: hoursSince }, () => 0), ...byHour].slice(0, HOURS);
}

function isLittleAhead(instant: string, now: Date): boolean {
  const aheadMs = Date.parse(instant) - now.getTime();
  return aheadMs > 0 && aheadMs <= HOUR_MS;
}

/** Compares in both directions, so that a clock that was once far ahead blocks nothing for longer than a minute. */
function isWithinMinute(instant: string, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(instant)) < MINUTE_MS;
}

function hourOf(instant: Date): number {
  return Math.floor(instant.getTime() / HOUR_MS);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

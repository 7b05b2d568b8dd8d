import * as z from 'zod';

/**
 * What is remembered of how a key is used: one small record a key, written over as a whole, and never a part of the
 * key's own row. A write that comes late, or from a stale copy, can so lose what was noted at the same time and
 * nothing else: it cannot bring back a key that was revoked in between, or undo an edit of it.
 *
 * All of it is at least, never at most: of concurrent calls one may be counted, and past MAX_REFUSAL_WRITES in a
 * minute none is, because whoever holds a key must not be able to spend writes of storage without bound.
 */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const HOURS = 24;
const MAX_REFUSAL_WRITES = 10;
/** With all of them in all hours the record is well below the 10 KB that storage counts as one unit. */
const MAX_CODES = 30;

const instant = z.iso.datetime({ precision: 3 });
const routeName = z.string().regex(/^[A-Z]{3,7} \/v1\/\S{1,100}$/);
const code = z.string().regex(/^[A-Z_]{1,40}$/);

const refusals = z.strictObject({
  lastAt: instant,
  lastRoute: routeName,
  /** How many: first in the hour (UTC) of `lastAt`, then in the hour before it, and so on. */
  byHour: z.array(z.int().min(0)).min(1).max(HOURS),
});

type Refusals = z.infer<typeof refusals>;

export const keyUseRecord = z.strictObject({
  v: z.literal(1),
  firstUsedAt: instant.optional(),
  lastUsedAt: instant.optional(),
  /** Where it was used then, for example `GET /v1/level`. */
  lastRoute: routeName.optional(),
  /** By the code of the problem. */
  refused: z.record(code, refusals),
  /** How many refusals were written since when; for the bound. */
  refusalWrites: z.strictObject({ since: instant, count: z.int().min(0) }).optional(),
});

export type KeyUse = z.infer<typeof keyUseRecord>;

/** A call with a key that the caller has proven to hold. */
export interface KeyCall {
  readonly now: Date;
  /** The method and the template of the route, never a concrete path. */
  readonly route: string;
}

const NEVER_USED: KeyUse = { v: 1, refused: {} };

/**
 * A call with a key that is good.
 * @returns what to store; undefined = nothing, because a use was noted within the last minute
 */
export function noteUse(use: KeyUse | undefined, { now, route }: KeyCall): KeyUse | undefined {
  if (use?.lastUsedAt !== undefined && isWithinMinute(use.lastUsedAt, now)) return undefined;
  const at = now.toISOString();
  const firstUsedAt = use?.firstUsedAt !== undefined && use.firstUsedAt < at ? use.firstUsedAt : at;
  return { ...(use ?? NEVER_USED), firstUsedAt, lastUsedAt: at, lastRoute: route };
}

/**
 * A call that was refused.
 * @param problem the code of what it was refused with
 * @returns what to store; undefined = nothing, because enough was written within the last minute
 */
export function noteRefusal(use: KeyUse | undefined, problem: string, { now, route }: KeyCall): KeyUse | undefined {
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

/** Calls that were refused with one problem, within the last 24 hours. */
export interface RefusedCalls {
  /** The code of the problem, as the API answers it. */
  readonly code: string;
  /** There may have been more: see above. */
  readonly countAtLeast: number;
  readonly lastAt: string;
  /** The method and the template of the route, for example `POST /v1/page-level`. */
  readonly lastRoute: string;
}

/** @returns what was refused most comes first; the current hour and the 23 before it, so never more than 24 hours */
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
  // Where another machine's clock was a little ahead, its hour is the one that the counts are about.
  const lastAt = before !== undefined && isLittleAhead(before.lastAt, now) ? before.lastAt : at;
  return { lastAt, lastRoute: route, byHour: [current + 1, ...earlier] };
}

/**
 * The counts as they are now: first those of the current hour.
 * @returns none where all of it is too old, or from a clock that was wrong
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

/** Either way, so that a clock that was far ahead once stops nothing for longer than a minute. */
function isWithinMinute(instant: string, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(instant)) < MINUTE_MS;
}

function hourOf(instant: Date): number {
  return Math.floor(instant.getTime() / HOUR_MS);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

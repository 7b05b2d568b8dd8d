import * as z from 'zod';
import { SYSTEM } from '../audit/event';
import { STEP_REPEATED, type Wait, WAIT_REASONS, waitMember } from './wait-reasons';
import { instant } from '../platform/instant';

/**
 * The line of long-running work. Jobs, scans and redactions each have one. A fixed number of runs is active at a time,
 * and the others wait for their turn (docs/adr/0032). Pure: takes a line and returns a line. Every line that these
 * functions return is settled: no run waits while a place is free for it.
 */

/** The limits for each of the three kinds. */
export interface LineLimits {
  /** Running runs of the site. */
  readonly running: number;
  /** The running runs of one owner. The other places are for other owners. */
  readonly runningOfOwner: number;
  /** Running and waiting runs of one owner. */
  readonly openOfOwner: number;
  /** Running and waiting runs of the site. */
  readonly open: number;
}

export const LINE_LIMITS: LineLimits = { running: 5, runningOfOwner: 3, openOfOwner: 5, open: 100 };

const entry = z.strictObject({
  id: z.uuid(),
  /** The id of the API key, the accountId of a person, or `system`. Undefined: the entry was corrupt. */
  owner: z.string().optional(),
  /** Runs of a lower round start first; an owner has one run in a round. */
  round: z.int().min(0),
  /** `unreadable`: its record is corrupt. It holds no place, and does not count as open. */
  state: z.enum(['running', 'waiting', 'unreadable']),
  /** When it got its place, or was pushed again. Undefined: it has no place. */
  startedAt: instant.optional(),
  /** A waiting run does not start before this time. Undefined: it waits only for its turn. */
  nextAttemptAt: instant.optional(),
  /** Why it waits until `nextAttemptAt`. Undefined: stored before reasons were. */
  wait: waitMember.optional(),
});

export type LineEntry = z.infer<typeof entry>;
/** In the order of arrival. */
export type Line = readonly LineEntry[];

/** A corrupt entry that still contains its run's id. The run waits for a place. */
const namedRun = z
  .object({ id: z.uuid(), owner: z.string().optional().catch(undefined) })
  .transform(({ id, owner }): LineEntry => ({
    id,
    ...(owner === undefined ? {} : { owner }),
    round: 0,
    state: 'waiting',
  }));

/** @returns the line without the entries that have no run id, and the number of corrupt entries */
export function parseLine(values: readonly unknown[]): { readonly line: Line; readonly corrupt: number } {
  const isReadable = (value: unknown) => entry.safeParse(value).success;
  const named = z.union([entry, namedRun]);
  const line = values.flatMap((value): LineEntry | [] => named.safeParse(value).data ?? []);
  return { line, corrupt: values.filter((value) => !isReadable(value)).length };
}

/** Runs that start now. Each needs an event. */
export type Started = readonly string[];

/** The owner, or the site, already has the maximum number of open runs. */
export type Full = 'owner-full' | 'site-full';

/**
 * Adds a run. It starts at once if a place is free; otherwise it waits, behind the run of the round before of each
 * owner. The app's own work can always wait in the line, so users cannot block it.
 */
export function join(
  line: Line,
  { id, owner }: { readonly id: string; readonly owner: string },
  now: Date,
  limits = LINE_LIMITS,
): Line | Full {
  const others = line.filter((one) => one.id !== id);
  if (owner !== SYSTEM) {
    if (others.filter((one) => one.owner === owner && isOpen(one)).length >= limits.openOfOwner) return 'owner-full';
    if (others.filter(isOpen).length >= limits.open) return 'site-full';
  }
  return startNext([...others, { id, owner, round: nextRound(others, owner), state: 'waiting' }], now, limits);
}

/** Removes an ended run, whether it was running or waiting. */
export function leave(line: Line, id: string, now: Date, limits = LINE_LIMITS): Line {
  return startNext(
    line.filter((one) => one.id !== id),
    now,
    limits,
  );
}

export interface Postponement {
  readonly nextAttemptAt: Date;
  readonly wait: Wait;
}

/**
 * Takes the place of a run that cannot continue before a given time, and gives it to the next. The run waits in the next
 * round. A run that has no place stays as it is.
 */
export function postpone(
  line: Line,
  id: string,
  { nextAttemptAt, wait }: Postponement,
  now: Date,
  limits = LINE_LIMITS,
): Line {
  const run = line.find((one) => one.id === id);
  if (run === undefined || !isRunning(run)) return line;
  const { startedAt: _startedAt, ...rest } = run;
  const others = line.filter((one) => one !== run);
  const round = nextRound(others, run.owner);
  const postponed = { nextAttemptAt: nextAttemptAt.toISOString(), wait: { ...wait, since: now.toISOString() } };
  return startNext([...others, { ...rest, round, state: 'waiting', ...postponed }], now, limits);
}

/** The same for runs, and for those that would start in their places. */
export function postponeAll(
  line: Line,
  ids: readonly string[],
  postponement: Postponement,
  now: Date,
  limits = LINE_LIMITS,
): Line {
  const after = ids.reduce((rest, id) => postpone(rest, id, postponement, now, limits), line);
  const started = startedBy(line, after);
  return started.length === 0 ? after : postponeAll(after, started, postponement, now, limits);
}

/** Takes the place of a run whose record is corrupt. */
export function markUnreadable(line: Line, id: string, now: Date, limits = LINE_LIMITS): Line {
  return startNext(
    line.map((one): LineEntry => (one.id === id ? { ...one, state: 'unreadable' } : one)),
    now,
    limits,
  );
}

/** Starts runs in the order of their turns while places are free. */
export function startNext(line: Line, now: Date, limits = LINE_LIMITS): Line {
  const next = nextOf(line, now, limits);
  if (next === undefined) return line;
  const { nextAttemptAt: _nextAttemptAt, wait: _wait, ...rest } = next;
  const started: LineEntry = { ...rest, state: 'running', startedAt: now.toISOString() };
  return startNext(
    line.map((one) => (one === next ? started : one)),
    now,
    limits,
  );
}

/** The runs that are running after a change and were not before. */
export function startedBy(before: Line, after: Line): Started {
  const ran = new Set(before.filter(isRunning).map(({ id }) => id));
  return after.filter((one) => isRunning(one) && !ran.has(one.id)).map(({ id }) => id);
}

/** The position of a run among those that wait for their turn, from 1; undefined = it does not wait. */
export function positionOf(line: Line, id: string, now: Date): number | undefined {
  const index = waitingIn(line)
    .filter((one) => isDue(one, now))
    .findIndex((one) => one.id === id);
  return index === -1 ? undefined : index + 1;
}

/** How an open run stands in the line. */
export interface PlaceInLine {
  readonly state: LineEntry['state'];
  /** Its place among those that wait for their turn. */
  readonly position?: number;
  /** Omitted: it does not wait. */
  readonly waiting?: Waiting;
}

/** Why a run waits. */
export interface Waiting extends Wait {
  /** In words. */
  readonly reason: string;
  /** When it continues. Omitted: when its turn comes. */
  readonly nextAttemptAt?: string;
  /** The runs that are running, or start before it: those of its owner, and others. Omitted unless it waits for its turn. */
  readonly ahead?: { readonly own: number; readonly others: number };
}

/** undefined = the run is not in the line */
export function placeInLine(line: Line, id: string, now: Date): PlaceInLine | undefined {
  const entry = line.find((one) => one.id === id);
  if (entry === undefined) return undefined;
  const position = positionOf(line, id, now);
  return {
    state: entry.state,
    ...(position === undefined ? {} : { position }),
    ...(isWaiting(entry) ? { waiting: waitingOf(line, entry, position, now) } : {}),
  };
}

function waitingOf(
  line: Line,
  { owner, nextAttemptAt, wait }: LineEntry,
  position: number | undefined,
  now: Date,
): Waiting {
  if (position === undefined && nextAttemptAt !== undefined) {
    const { code, quota } = wait ?? STEP_REPEATED;
    return { code, ...(quota === undefined ? {} : { quota }), reason: WAIT_REASONS[code], nextAttemptAt };
  }
  const before = waitingIn(line).filter((one) => isDue(one, now));
  const ahead = [...line.filter(isRunning), ...before.slice(0, Math.max(0, (position ?? 1) - 1))];
  const own = ahead.filter((one) => one.owner === owner).length;
  const code = 'WAITS_FOR_TURN';
  return { code, reason: WAIT_REASONS[code], ahead: { own, others: ahead.length - own } };
}

/** The open runs wait at least for these seconds; 0 if one of them does not. @param owner omitted: of the whole site */
export function secondsUntilProgress(line: Line, now: Date, owner?: string): number {
  const open = line.filter((one) => isOpen(one) && (owner === undefined || one.owner === owner));
  const waits = open.map(({ nextAttemptAt }) => (nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - +now));
  return Math.max(0, Math.ceil(Math.min(...waits) / 1_000));
}

function nextOf(line: Line, now: Date, limits: LineLimits): LineEntry | undefined {
  const running = line.filter(isRunning);
  if (running.length >= limits.running) return undefined;
  const runs = (owner: string | undefined) => running.filter((one) => one.owner === owner).length;
  return waitingIn(line).find((one) => isDue(one, now) && runs(one.owner) < limits.runningOfOwner);
}

/** By round, and by arrival within one, because the sort is stable. */
function waitingIn(line: Line): Line {
  return line.filter(isWaiting).toSorted((a, b) => a.round - b.round);
}

/** The first round that has not begun and in which the owner has no run. */
function nextRound(others: Line, owner: string | undefined): number {
  const own = others.filter((one) => one.owner === owner);
  return Math.max(roundOf(others), ...own.map(({ round }) => round)) + 1;
}

/** The last round that began. A new run joins a later one, so that it is never ahead of a run that waits for its turn. */
function roundOf(line: Line): number {
  const first = waitingIn(line)[0]?.round ?? 0;
  return Math.max(0, first - 1, ...line.filter(isRunning).map(({ round }) => round));
}

function isOpen({ state }: LineEntry): boolean {
  return state !== 'unreadable';
}

export function isRunning({ state }: LineEntry): boolean {
  return state === 'running';
}

export function isWaiting({ state }: LineEntry): boolean {
  return state === 'waiting';
}

function isDue({ nextAttemptAt }: LineEntry, now: Date): boolean {
  return nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= now.getTime();
}

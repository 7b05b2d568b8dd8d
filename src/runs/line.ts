import * as z from 'zod';
import { SYSTEM } from '../audit/event';

/**
 * The line of long work: jobs, scans and redactions each have one. A fixed number runs at a time; the others wait for their
 * turn (docs/adr/0032). Pure: a line goes in, a line comes out. Every line that these functions return is settled: no run
 * waits that could run.
 */

/** For each of the three kinds. */
export interface LineLimits {
  /** Runs of the site that run at a time. */
  readonly running: number;
  /** Runs of one owner that run at a time: the other places are for other owners. */
  readonly runningOfOwner: number;
  /** Runs of one owner that run or wait. */
  readonly openOfOwner: number;
  /** Runs of the site that run or wait. */
  readonly open: number;
}

export const LINE_LIMITS: LineLimits = { running: 5, runningOfOwner: 3, openOfOwner: 5, open: 100 };

const entry = z.strictObject({
  id: z.uuid(),
  /** The id of the API key, the accountId of a person, or `system`. Left out: stored before there was a line. */
  owner: z.string().optional(),
  /** Runs of a lower round start first; an owner has one run in a round. */
  round: z.int().min(0),
  /** `unreadable`: its record cannot be read. It holds no place, and does not count as open. */
  state: z.enum(['running', 'waiting', 'unreadable']),
});

export type LineEntry = z.infer<typeof entry>;
/** In the order of arrival. */
export type Line = readonly LineEntry[];

/** A plain id was stored before there was a line, when every open run ran. */
export const storedLine = z.array(
  z.union([z.uuid().transform((id): LineEntry => ({ id, round: 0, state: 'running' })), entry]),
);

/** Runs whose turn has come: each needs an event. */
export type Started = readonly string[];

/** The owner, or the site, has as many open runs as it may have. */
export type Full = 'owner-full' | 'site-full';

/**
 * Adds a run. It runs at once where a place is free; otherwise it waits, behind the run of the round before of each owner.
 * The app's own work always finds a place to wait: people cannot keep it out.
 */
export function join(
  line: Line,
  { id, owner }: { readonly id: string; readonly owner: string },
  limits = LINE_LIMITS,
): Line | Full {
  const others = line.filter((one) => one.id !== id);
  const own = others.filter((one) => one.owner === owner);
  if (owner !== SYSTEM) {
    if (own.filter(isOpen).length >= limits.openOfOwner) return 'owner-full';
    if (others.filter(isOpen).length >= limits.open) return 'site-full';
  }
  const round = Math.max(roundOf(others), ...own.map((one) => one.round)) + 1;
  return startNext([...others, { id, owner, round, state: 'waiting' }], limits);
}

/** Removes a run that ended, whether it ran or waited. */
export function leave(line: Line, id: string, limits = LINE_LIMITS): Line {
  return startNext(
    line.filter((one) => one.id !== id),
    limits,
  );
}

/** Starts runs in the order of their turns, as long as places are free. */
export function startNext(line: Line, limits = LINE_LIMITS): Line {
  const next = nextOf(line, limits);
  if (next === undefined) return line;
  return startNext(
    line.map((one) => (one === next ? { ...one, state: 'running' } : one)),
    limits,
  );
}

/** Those that run after a change and did not before. */
export function startedBy(before: Line, after: Line): Started {
  const ran = new Set(before.filter(isRunning).map(({ id }) => id));
  return after.filter((one) => isRunning(one) && !ran.has(one.id)).map(({ id }) => id);
}

/** The place of a run among those that wait, from 1; undefined = it does not wait. */
export function positionOf(line: Line, id: string): number | undefined {
  const index = waitingIn(line).findIndex((one) => one.id === id);
  return index === -1 ? undefined : index + 1;
}

export function isWaiting(line: Line, id: string): boolean {
  return positionOf(line, id) !== undefined;
}

function nextOf(line: Line, limits: LineLimits): LineEntry | undefined {
  const running = line.filter(isRunning);
  if (running.length >= limits.running) return undefined;
  const runs = (owner: string | undefined) => running.filter((one) => one.owner === owner).length;
  return waitingIn(line).find(({ owner }) => runs(owner) < limits.runningOfOwner);
}

/** By round, and by arrival within one: the sort is stable. */
function waitingIn(line: Line): Line {
  return line.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.round - b.round);
}

/** The last round that began. A new run joins a later one, so that it is never ahead of a run that waits for its turn. */
function roundOf(line: Line): number {
  const first = waitingIn(line)[0]?.round ?? 0;
  return Math.max(0, first - 1, ...line.filter(isRunning).map(({ round }) => round));
}

function isOpen({ state }: LineEntry): boolean {
  return state !== 'unreadable';
}

function isRunning({ state }: LineEntry): boolean {
  return state === 'running';
}

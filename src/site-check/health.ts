import * as z from 'zod';
import { type Answer, ANSWERS_ROW, parseAnswers, type ProbeName } from '../capabilities/answers';
import { LICENSE_ROW, parseLicense } from '../capabilities/license';
import { awaitAll } from '../platform/await-all';
import { ABSENT_ROW, type Row, type RowName, type Storage } from '../platform/storage';
import { type Line, LINE_LIMITS, parseLine, positionOf } from '../runs/line';
import { parseSchedules, SCHEDULES_ROW } from '../runs/schedules';
import { type Erasure, listErasuresIn } from '../privacy/erasure-store';
import { FAILED_PARTS_ROW, parseFailedParts } from '../upkeep/failed-parts';

/** The state of the app on this site in short, for monitoring. It has no ids. */

export const HEALTH_PARTS = ['schedules', 'storage', 'site-check', 'license', 'erasures', 'backlog', 'points'] as const;

export interface HealthPart {
  readonly name: (typeof HEALTH_PARTS)[number];
  readonly status: 'ok' | 'degraded';
  /** ISO 8601. The time since which it is degraded; null if it is not, or if the time is not known. */
  readonly since: string | null;
}

/**
 * The probes whose failure disables something, by part. The app has a complete second way for the others, or they only
 * inform.
 */
const NEEDED = {
  storage: ['storage-read-write', 'storage-only-if-absent', 'storage-condition', 'storage-not-exists'],
  'site-check': [
    'act-as-person.resolver',
    'act-as-person.web-trigger',
    'act-as-person.consumer',
    'permission-check',
    'queue',
    'app-property',
    'search-alias',
    'personal-data-report',
  ],
} as const satisfies Readonly<Record<string, readonly ProbeName[]>>;

/** Two calls in parallel. @throws StorageUnavailableError */
export async function readHealth(
  storage: Pick<Storage, 'readMany' | 'list'>,
  now: Date,
): Promise<readonly HealthPart[]> {
  const [rows, erasures] = await awaitAll([
    storage.readMany([SCHEDULES_ROW, ANSWERS_ROW, LICENSE_ROW, FAILED_PARTS_ROW, ...LINES]),
    listErasuresIn(storage, 'running'),
  ] as const);
  const [schedules = ABSENT_ROW, answersRow = ABSENT_ROW, license = ABSENT_ROW, failed = ABSENT_ROW] = rows;
  const answers = parseAnswers(answersRow);
  const lines = rows.slice(-LINES.length).map((row) => parseLine(entriesOf(row)).line);
  return [
    partOf('schedules', [...lateSince(schedules, now), ...parseFailedParts(failed).map(({ since }) => since)]),
    partOf('storage', failuresSince(answers, NEEDED.storage)),
    partOf('site-check', failuresSince(answers, NEEDED['site-check'])),
    partOf('license', inactiveSince(license, now)),
    partOf('erasures', lateErasures(erasures, now)),
    partOf('backlog', backlogSince(schedules, lines, now)),
    partOf(
      'points',
      lines.flat().flatMap(({ wait }) => (wait?.code === 'POINTS_USED_UP' ? [wait.since] : [])),
    ),
  ];
}

/** @param problems for each problem, since when it exists; null if that is not known */
function partOf(name: HealthPart['name'], problems: readonly (string | null)[]): HealthPart {
  if (problems.length === 0) return { name, status: 'ok', since: null };
  const [first = null] = problems.filter((one) => one !== null).sort();
  return { name, status: 'degraded', since: first };
}

/** The last run of each trigger that is late. */
function lateSince(row: Row, now: Date): readonly (string | null)[] {
  return parseSchedules(row, now).schedules.flatMap(({ isLate, lastRunAt }) => (isLate ? [lastRunAt] : []));
}

/** The rows of the lines of jobs, scans and redactions. */
const LINES: readonly RowName[] = ['open', 'scan:open', 'redaction:open'].map((key) => ({ entity: 'job', key }));
const openRuns = z.object({
  data: z.union([z.array(z.unknown()), z.object({ open: z.array(z.unknown()) }).transform(({ open }) => open)]),
});

function entriesOf({ value }: Row): readonly unknown[] {
  return openRuns.safeParse(value).data?.data ?? [];
}

/** Runs without progress, and lines in which as many runs wait as can run at a time. */
function backlogSince(schedules: Row, lines: readonly Line[], now: Date): readonly null[] {
  const waiting = (line: Line) => line.filter(({ id }) => positionOf(line, id, now) !== undefined).length;
  const isLong = lines.some((line) => waiting(line) >= LINE_LIMITS.running);
  return isLong || parseSchedules(schedules, now).lostRuns > 0 ? [null] : [];
}

function failuresSince(answers: ReadonlyMap<ProbeName, Answer>, probes: readonly ProbeName[]): readonly string[] {
  return probes.flatMap((probe) => {
    const answer = answers.get(probe);
    return answer?.state === 'fails' ? [answer.since] : [];
  });
}

function inactiveSince(row: Row, now: Date): readonly (string | null)[] {
  if (parseLicense(row, now) !== 'inactive') return [];
  return [LICENSE_ROW.parse(row)?.since ?? null];
}

/** Between two passes, an erasure waits until a known time. */
const LATE_ERASURE_MS = 86_400_000;

function lateErasures(erasures: readonly Erasure[], now: Date): readonly string[] {
  return erasures.flatMap(({ record: { requestedAt, data } }) => {
    const dueAt = data.walk?.nextAt ?? data.walk?.touchedAt ?? requestedAt;
    return now.getTime() - Date.parse(dueAt) >= LATE_ERASURE_MS ? [dueAt] : [];
  });
}

import * as z from 'zod';
import { type Answer, ANSWERS_ROW, parseAnswers, parseProbeRow, type ProbeName } from '../capabilities/answers';
import { LICENSE_ROW } from '../capabilities/license';
import type { Row, RowName, Storage } from '../platform/storage';
import { parseSchedules, type Schedule, SCHEDULES_ROW } from '../runs/schedules';
import { ABSENT_ROW } from '../platform/storage';
import { instant } from '../platform/instant';

/** The last check of the site, which is stored with the answers. */

const check = z.object({
  startedAt: instant,
  /** Omitted while the probes of the resolver run, and if they did not end. */
  endedAt: instant.optional(),
  /** The audit event of the check. A scheduled trigger finds the person there, so that no other row stores the account id. */
  auditId: z.uuid(),
  /** Until then, a scheduled trigger tries to act as the person. */
  scheduleUntil: instant.optional(),
  /** The value with a time to live, and when a scheduled trigger next reads it. */
  expiry: z.object({ key: z.string(), setAt: instant, readAt: instant }).optional(),
});
export type Check = z.infer<typeof check>;

/** An unreadable check counts as none. */
export function parseCheck(stored: unknown): Check | undefined {
  return check.safeParse(stored).data;
}

/** A check can be started this long after the previous one. */
const BETWEEN_CHECKS_MS = 10 * 60_000;
/** A scheduled trigger tries to act as the person for this long. */
export const SCHEDULE_WITHIN_MS = 24 * 3_600_000;
/** A check without an end has failed after this time, which is longer than the resolver may run. */
const RUNNING_MS = 60_000;
/** An event that has not arrived by then is late, and its answer is no longer shown as pending. */
const EVENT_MS = 15 * 60_000;

export interface SiteAnswers {
  readonly answers: ReadonlyMap<ProbeName, Answer>;
  readonly schedules: readonly Schedule[];
  readonly check: Check | undefined;
  /** The row that was read with them, of the caller. */
  readonly also: Row;
}

/** The answers, with those about schedules and the license. One call. @throws StorageUnavailableError */
export async function readSiteAnswers(
  storage: Pick<Storage, 'readMany'>,
  now: Date,
  also: RowName,
): Promise<SiteAnswers> {
  const rows = await storage.readMany([ANSWERS_ROW, SCHEDULES_ROW, LICENSE_ROW, also]);
  const [probes, runs, license, other = ABSENT_ROW] = rows;
  const { schedules } = parseSchedules(runs ?? ABSENT_ROW, now);
  const answers = new Map([
    ...parseAnswers(probes ?? ABSENT_ROW),
    ...schedules.flatMap((one) => scheduleAnswer(one, now)),
    ...licenseAnswer(license ?? ABSENT_ROW),
  ]);
  return { answers, schedules, check: parseCheck(parseProbeRow(probes ?? ABSENT_ROW).check), also: other };
}

/** A schedule has no answer before its first run, unless that is late. */
function scheduleAnswer({ name, lastRunAt, isLate }: Schedule, now: Date): [ProbeName, Answer][] {
  const since = lastRunAt ?? (isLate ? now.toISOString() : undefined);
  if (since === undefined) return [];
  return [[`schedule.${name}`, { state: isLate ? 'fails' : 'works', since, at: since }]];
}

/** A site where the app is not sold has no license, which limits nothing. The detail is the answer of the platform. */
function licenseAnswer(row: Pick<Row, 'value'>): [ProbeName, Answer][] {
  const { since, license, found, answeredAt } = LICENSE_ROW.parse(row) ?? {};
  if (since === undefined || license === undefined || answeredAt === undefined) return [];
  const state = license === 'inactive' ? 'fails' : license === 'active' ? 'works' : 'not-tried';
  return [['license', { state, since, at: answeredAt, detail: found ?? license }]];
}

/** The time from which a check can be started. Undefined: now. */
export function mayStartAt(last: Check | undefined, now: Date): Date | undefined {
  if (last === undefined) return undefined;
  const at = Date.parse(last.startedAt) + BETWEEN_CHECKS_MS;
  return at > now.getTime() ? new Date(at) : undefined;
}

export function isRunning(last: Check | undefined, now: Date): boolean {
  return last !== undefined && last.endedAt === undefined && now.getTime() - Date.parse(last.startedAt) < RUNNING_MS;
}

/** The probes of the last check that wait for an event or a scheduled trigger. */
export function pendingProbes({ check: last, answers }: SiteAnswers, now: Date): readonly ProbeName[] {
  if (last === undefined) return [];
  const isAnswered = (probe: ProbeName) => (answers.get(probe)?.at ?? '') >= last.startedAt;
  const pending: ProbeName[] = [];
  if (now.getTime() - Date.parse(last.startedAt) < EVENT_MS) {
    pending.push(...(['queue', 'queue-delay', 'act-as-person.consumer'] as const).filter((one) => !isAnswered(one)));
  }
  if (last.scheduleUntil !== undefined && last.scheduleUntil > now.toISOString()) {
    pending.push('act-as-person.schedule');
  }
  if (last.expiry !== undefined) pending.push('storage-expiry');
  return pending;
}

import * as z from 'zod';
import { recordAnswer } from '../capabilities/answers';
import { readConfiguration } from '../configuration/read-configuration';
import { personWrite } from '../people/register';
import { ACCOUNTS_PER_REPORT, type ReportAnswer, type ReportedAccount } from '../platform/personal-data';
import { listByKey } from '../platform/rows-by-key';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { type PrivacyContext, startErasure } from './erase';
import { PRIVACY_QUEUE, reportBody, STALLED_MS } from './queue';

/**
 * The weekly report of the registered people to Atlassian, in steps of 90. Atlassian answers which accounts are closed, and the
 * app erases their data. Each step stores its position. Running a step twice is harmless.
 */

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const counts = { reported: count, closed: count, updated: count };

const run = z.strictObject({
  /** Events for other steps are ignored. */
  step: count,
  startedAt: instant,
  touchedAt: instant,
  ...counts,
});

const reportState = z.strictObject({
  run: run.optional(),
  last: z.strictObject({ startedAt: instant, endedAt: instant, ...counts }).optional(),
  /** When the next report starts. Omitted: at once. */
  nextAt: instant.optional(),
  /** The last report was refused. `status` is that of Atlassian's response, for example 401: the scope is missing. */
  failure: z.strictObject({ since: instant, status: z.int() }).optional(),
});

/** Entity `config`, row `personal-data-report`. */
const reportRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value: reportState });

export type ReportState = z.infer<typeof reportState>;
type Run = z.infer<typeof run>;

const ROW = { entity: 'config', key: 'personal-data-report' } as const;
const DAY_MS = 86_400_000;
const REPORTS_PER_STEP = 5;
/** Atlassian's period, unless its answer has another one. */
const PERIOD_DAYS = 7;

export interface ReportContext extends PrivacyContext {
  /** @throws HostError */
  readonly report: (accounts: readonly ReportedAccount[]) => Promise<ReportAnswer>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readReport(storage: Pick<Storage, 'read'>): Promise<ReportState> {
  return (await readConfiguration(storage, ROW.key, reportRecord))?.value ?? {};
}

/**
 * Starts a report that is due, and begins one again that lost its event.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError
 */
export async function watchReport({ storage, clock, push }: PrivacyContext): Promise<void> {
  const now = clock();
  const state = await change(storage, (before) => {
    if (before.run !== undefined) {
      const { step, touchedAt } = before.run;
      const isStalled = now.getTime() - Date.parse(touchedAt) >= STALLED_MS;
      return isStalled ? { ...before, run: newRun(now, step + 1) } : undefined;
    }
    if (before.nextAt !== undefined && now.toISOString() < before.nextAt) return undefined;
    return { ...before, run: newRun(now, 1) };
  });
  if (state?.run !== undefined) await push.push(PRIVACY_QUEUE, reportBody(state.run.step, ''));
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError, QueueUnavailableError: run the step again */
export async function stepReport(
  context: ReportContext,
  { step, after: from }: { readonly step: number; readonly after: string },
): Promise<'done'> {
  const { storage, clock, push } = context;
  const { run: before } = await readReport(storage);
  if (before?.step !== step) return 'done';
  let after = from;
  let isDone = false;
  let done: Run = { ...before, step: step + 1 };
  let periodDays = PERIOD_DAYS;
  for (let part = 0; part < REPORTS_PER_STEP && !isDone; part += 1) {
    const { rows, next } = await listByKey(storage, 'person', after);
    const people = rows.slice(0, ACCOUNTS_PER_REPORT);
    const answer = await reportPeople(context, people);
    if (answer.outcome === 'refused') {
      await endRefused(context, step, answer.status);
      return 'done';
    }
    for (const accountId of answer.closed) await startErasure(context, { accountId, cause: 'closed' });
    for (const accountId of answer.updated) await storage.commit([personWrite(accountId, clock())], []);
    periodDays = answer.periodDays ?? periodDays;
    after = people.at(-1)?.key ?? after;
    isDone = next === undefined && people.length === rows.length;
    done = {
      ...done,
      touchedAt: clock().toISOString(),
      reported: done.reported + people.length,
      closed: done.closed + answer.closed.length,
      updated: done.updated + answer.updated.length,
    };
  }
  if (isDone) {
    await endAccepted(context, done, periodDays);
    return 'done';
  }
  // Pushed before the step is stored: the next step runs only if it was stored.
  await push.push(PRIVACY_QUEUE, reportBody(step + 1, after), 2);
  await changeRun(storage, step, (state) => ({ ...state, run: done }));
  return 'done';
}

async function endAccepted({ storage, clock }: ReportContext, done: Run, periodDays: number): Promise<void> {
  const { step, startedAt, touchedAt, ...counted } = done;
  if (counted.reported > 0) await recordAnswer(storage, 'personal-data-report', 'works', clock());
  await changeRun(storage, step - 1, () => ({
    last: { startedAt, endedAt: touchedAt, ...counted },
    nextAt: new Date(Date.parse(startedAt) + periodDays * DAY_MS).toISOString(),
  }));
}

type Accepted = Extract<ReportAnswer, { readonly outcome: 'accepted' }>;

async function reportPeople(
  { report }: ReportContext,
  people: readonly { readonly key: string; readonly value: unknown }[],
): Promise<ReportAnswer> {
  const nothing: Accepted = { outcome: 'accepted', closed: [], updated: [], periodDays: undefined };
  if (people.length === 0) return nothing;
  return report(people.map(({ key, value }) => ({ accountId: key, updatedAt: seenAtIn(value) })));
}

const seen = z.object({ seenAt: instant });

/** A row that cannot be read is reported with an early time. */
function seenAtIn(value: unknown): string {
  return seen.safeParse(value).data?.seenAt ?? '2026-01-01T00:00:00.000Z';
}

function newRun(now: Date, step: number): Run {
  const startedAt = now.toISOString();
  return { step, startedAt, touchedAt: startedAt, reported: 0, closed: 0, updated: 0 };
}

/** The report starts again after a day: an admin may have to consent to the scope first. */
async function endRefused({ storage, clock }: ReportContext, step: number, status: number): Promise<void> {
  const now = clock();
  await recordAnswer(storage, 'personal-data-report', 'fails', now, String(status));
  await changeRun(storage, step, ({ last, failure }) => ({
    ...(last === undefined ? {} : { last }),
    nextAt: new Date(now.getTime() + DAY_MS).toISOString(),
    failure: { since: failure?.since ?? now.toISOString(), status },
  }));
}

/** Changes the state, unless another attempt of the same step was faster. */
async function changeRun(
  storage: Storage,
  step: number,
  next: (before: ReportState) => ReportState,
): Promise<ReportState | undefined> {
  return change(storage, (before) => (before.run?.step === step ? next(before) : undefined));
}

async function change(
  storage: Storage,
  next: (before: ReportState) => ReportState | undefined,
): Promise<ReportState | undefined> {
  const changed = await retryOnConflict(async () => {
    const stored = await readConfiguration(storage, ROW.key, reportRecord);
    const value = next(stored?.value ?? {});
    if (value === undefined) return undefined;
    if (stored === undefined) await storage.placehold(ROW.entity, ROW.key);
    const expected = stored?.revision ?? 0;
    const write = { ...ROW, value: { v: 1, rev: expected + 1, value }, expected };
    return (await storage.commit([write], [])) === 'conflict' ? 'conflict' : value;
  });
  return changed === 'conflict' ? undefined : changed;
}

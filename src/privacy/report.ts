import * as z from 'zod';
import { recordAnswer } from '../capabilities/answers';
import { personWrite, seenAtIn } from '../people/register';
import { ACCOUNTS_PER_REPORT, type ReportAnswer, type ReportedAccount } from '../platform/personal-data';
import { listByKey, type RowsByKey } from '../platform/rows-by-key';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { type PrivacyContext, startErasure } from './erase';
import { PRIVACY_QUEUE, reportBody, STALLED_MS } from './queue';

/**
 * The weekly report of the registered people to Atlassian, in steps of 90. Atlassian answers which accounts are closed, and the
 * app erases their data. The position is stored after each request, so a report that stops continues there.
 */

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const counts = { reported: count, closed: count, updated: count };

const run = z.strictObject({
  /** Events for other steps are ignored. */
  step: count,
  startedAt: instant,
  touchedAt: instant,
  /**
   * The accounts up to here are reported. A text between two account ids, never an id: an erasure would have to replace it.
   */
  after: z.string(),
  /** From Atlassian's last answer. */
  periodDays: count.optional(),
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

export type ReportState = z.infer<typeof reportState>;
type Run = z.infer<typeof run>;

const ROW = storedDocument(reportState, { key: 'personal-data-report', initial: {}, unreadable: 'refused' });
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
  return (await ROW.read(storage)).value;
}

/**
 * Starts a report that is due, and continues one that lost its event.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError
 */
export async function watchReport({ storage, clock, push }: PrivacyContext): Promise<void> {
  const now = clock();
  const state = await ROW.change(storage, (before) => {
    if (before.run !== undefined) {
      const { step, touchedAt } = before.run;
      const isStalled = now.getTime() - Date.parse(touchedAt) >= STALLED_MS;
      return isStalled
        ? { ...before, run: { ...before.run, step: step + 1, touchedAt: now.toISOString() } }
        : undefined;
    }
    if (before.nextAt !== undefined && now.toISOString() < before.nextAt) return undefined;
    return { ...before, run: newRun(now) };
  });
  if (state?.run !== undefined) await push.push(PRIVACY_QUEUE, reportBody(state.run.step));
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError, QueueUnavailableError: run the step again */
export async function stepReport(context: ReportContext, step: number): Promise<'done'> {
  const { storage, clock, push } = context;
  let { run: current } = await readReport(storage);
  if (current?.step !== step) return 'done';
  for (let part = 0; part < REPORTS_PER_STEP; part += 1) {
    const { people, after } = await nextPeople(storage, current.after);
    const answer = await reportPeople(context, people);
    if (answer.outcome === 'refused') {
      await endRefused(context, current, answer.status);
      return 'done';
    }
    for (const accountId of answer.closed) await startErasure(context, { accountId, cause: 'closed' });
    for (const accountId of answer.updated) await storage.commit([personWrite(accountId, clock())], []);
    const next: Run = {
      ...current,
      touchedAt: clock().toISOString(),
      after: after ?? current.after,
      ...(answer.periodDays === undefined ? {} : { periodDays: answer.periodDays }),
      reported: current.reported + people.length,
      closed: current.closed + answer.closed.length,
      updated: current.updated + answer.updated.length,
    };
    if (after === undefined) {
      await endAccepted(context, current, next);
      return 'done';
    }
    const isStored = await changeRun(storage, current, (state) => ({ ...state, run: next }));
    // Another delivery of this step was faster.
    if (isStored === undefined) return 'done';
    current = next;
  }
  // Pushed before the step is stored: the next step runs only if it was stored.
  await push.push(PRIVACY_QUEUE, reportBody(step + 1), 2);
  const next = { ...current, step: step + 1 };
  await changeRun(storage, current, (state) => ({ ...state, run: next }));
  return 'done';
}

interface People {
  readonly people: RowsByKey['rows'];
  /** The position after these people. Undefined: there are no more. */
  readonly after: string | undefined;
}

/** The people of one request. */
async function nextPeople(storage: Storage, after: string): Promise<People> {
  let { rows, next } = await listByKey(storage, 'person', after);
  while (rows.length <= ACCOUNTS_PER_REPORT && next !== undefined) {
    const more = await listByKey(storage, 'person', next);
    rows = [...rows, ...more.rows];
    ({ next } = more);
  }
  const people = rows.slice(0, ACCOUNTS_PER_REPORT);
  const [last, following] = [people.at(-1)?.key, rows[ACCOUNTS_PER_REPORT]?.key];
  return { people, after: last === undefined || following === undefined ? undefined : between(last, following) };
}

/** A short text that sorts after the first id and before the second. `~` sorts after every character of an id. */
function between(first: string, second: string): string {
  let same = 0;
  while (same < first.length && first[same] === second[same]) same += 1;
  return `${second.slice(0, same)}${String.fromCharCode(second.charCodeAt(same) - 1)}~`;
}

async function endAccepted({ storage, clock }: ReportContext, before: Run, done: Run): Promise<void> {
  const { startedAt, touchedAt, periodDays = PERIOD_DAYS, reported, closed, updated } = done;
  if (reported > 0) await recordAnswer(storage, 'personal-data-report', 'works', clock());
  await changeRun(storage, before, () => ({
    last: { startedAt, endedAt: touchedAt, reported, closed, updated },
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
  return report(people.map(({ key, value }) => ({ accountId: key, updatedAt: seenAtIn(value) ?? UNKNOWN_TIME })));
}

/** A row that cannot be read is reported with an early time. */
const UNKNOWN_TIME = '2026-01-01T00:00:00.000Z';

function newRun(now: Date): Run {
  const startedAt = now.toISOString();
  return { step: 1, startedAt, touchedAt: startedAt, after: '', reported: 0, closed: 0, updated: 0 };
}

/** The report starts again after a day: an admin may have to consent to the scope first. */
async function endRefused({ storage, clock }: ReportContext, before: Run, status: number): Promise<void> {
  const now = clock();
  await recordAnswer(storage, 'personal-data-report', 'fails', now, String(status));
  await changeRun(storage, before, ({ last, failure }) => ({
    ...(last === undefined ? {} : { last }),
    nextAt: new Date(now.getTime() + DAY_MS).toISOString(),
    failure: { since: failure?.since ?? now.toISOString(), status },
  }));
}

/** Changes the state, unless another delivery of the same step was faster. */
async function changeRun(
  storage: Storage,
  { step, after }: Run,
  next: (before: ReportState) => ReportState,
): Promise<ReportState | undefined> {
  return ROW.change(storage, (before) =>
    before.run?.step === step && before.run.after === after ? next(before) : undefined,
  );
}

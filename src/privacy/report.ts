import * as z from 'zod';
import { recordAnswer } from '../capabilities/answers';
import { personWrite, seenAtIn } from '../people/register';
import { instant } from '../platform/instant';
import { ACCOUNTS_PER_REPORT, type ReportAnswer, type ReportedAccount } from '../platform/personal-data';
import { unlessContended } from '../platform/retry-on-conflict';
import { listByKey, type RowsByKey } from '../platform/rows-by-key';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { defineWalk, firstStep, nextStep, pushStoredStep, type StepResult, type WalkContext } from '../walks/walk';
import { type PrivacyContext, startErasure } from './erase';

/**
 * The weekly report of the registered people to Atlassian, in steps of 90. Atlassian answers which accounts are closed, and the
 * app erases their data.
 */

const count = z.int().min(0);
const counts = { reported: count, closed: count, updated: count };

const run = z.strictObject({
  ...nextStep,
  startedAt: instant,
  /**
   * The accounts up to here are reported. A text between two account ids, as an erasure would have to replace an id.
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

/** Starts a report that is due. @throws StorageUnavailableError, CorruptRecordError */
export async function startReport(context: WalkContext): Promise<void> {
  const startedAt = context.clock().toISOString();
  const started = await ROW.change(context.storage, (before) => {
    if (before.run !== undefined || (before.nextAt !== undefined && startedAt < before.nextAt)) return undefined;
    return { ...before, run: { ...firstStep(context), startedAt, after: '', reported: 0, closed: 0, updated: 0 } };
  });
  const open = unlessContended(started)?.run;
  if (open !== undefined) await pushStoredStep(context, 'personal-data-report', open);
}

export const REPORT = defineWalk<ReportContext, ReportState, Run>({
  name: 'personal-data-report',
  row: () => ROW,
  find: ({ run: open }) => open,
  put: (state, open) => ({ ...state, run: open }),
  step: stepReport,
});

/** One request. */
async function stepReport(context: ReportContext, before: Run): Promise<StepResult<ReportState, Run>> {
  const { storage, clock } = context;
  const { people, after } = await nextPeople(storage, before.after);
  const answer = await reportPeople(context, people);
  if (answer.outcome === 'refused') return refused(context, answer.status);
  for (const accountId of answer.closed) await startErasure(context, { accountId, cause: 'closed' });
  for (const accountId of answer.updated) await storage.commit([personWrite(accountId, clock())], []);
  const done: Run = {
    ...before,
    after: after ?? before.after,
    ...(answer.periodDays === undefined ? {} : { periodDays: answer.periodDays }),
    reported: before.reported + people.length,
    closed: before.closed + answer.closed.length,
    updated: before.updated + answer.updated.length,
  };
  if (after !== undefined) return { change: (state) => ({ ...state, run: done }) };
  const { startedAt, periodDays = PERIOD_DAYS, reported, closed, updated } = done;
  if (reported > 0) await recordAnswer(storage, 'personal-data-report', 'works', clock());
  const last = { startedAt, endedAt: clock().toISOString(), reported, closed, updated };
  const nextAt = new Date(Date.parse(startedAt) + periodDays * DAY_MS).toISOString();
  return { change: () => ({ last, nextAt }) };
}

/** The report starts again after a day, because an admin may have to consent to the scope first. */
async function refused({ storage, clock }: ReportContext, status: number): Promise<StepResult<ReportState, Run>> {
  const now = clock();
  await recordAnswer(storage, 'personal-data-report', 'fails', now, String(status));
  const nextAt = new Date(now.getTime() + DAY_MS).toISOString();
  return {
    change: ({ last, failure }) => ({
      ...(last && { last }),
      nextAt,
      failure: { since: failure?.since ?? now.toISOString(), status },
    }),
  };
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

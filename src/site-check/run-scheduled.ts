import * as z from 'zod';
import { ANSWERS_ROW, changeProbeRow, type NewAnswer, parseProbeRow, withAnswers } from '../capabilities/answers';
import type { Context } from '../platform/context';
import type { Storage } from '../platform/storage';
import type { StorageTrial } from '../platform/storage-trial';
import { type Check, parseCheck } from './check';
import { tryPlace } from './queue-probes';

/** Two probes of the last check run in a scheduled trigger: to act as a person, and to read an expired value. */

interface ScheduledContext extends Pick<Context, 'storage' | 'confluence' | 'clock'> {
  readonly trial: Pick<StorageTrial, 'hasValue'>;
}

/** The value lives for one minute. A value that can still be read is read once more after this time. */
const SECOND_READ_AFTER_MS = 2 * 3_600_000;

/** Costs one read if nothing is due. @throws StorageUnavailableError */
export async function runScheduledProbes({ storage, confluence, trial, clock }: ScheduledContext): Promise<void> {
  const now = clock();
  const row = await storage.read(ANSWERS_ROW.entity, ANSWERS_ROW.key);
  const check = parseCheck(parseProbeRow(row).check);
  if (check === undefined || !isDue(check, now)) return;
  const answers: NewAnswer[] = [];
  const accountId = await personOf(storage, check, now);
  if (accountId !== undefined) answers.push(...(await tryPlace('act-as-person.schedule', confluence, accountId)));
  const expiry = await readExpired(trial, check, now);
  answers.push(...expiry.answers);
  await changeProbeRow(storage, (current) => {
    const stored = parseCheck(current.check);
    // Another check may have started in the meantime.
    if (stored?.auditId !== check.auditId) return { row: { answers: withAnswers(current.answers, answers, now) } };
    const { scheduleUntil: _until, expiry: _expiry, ...rest } = stored;
    const left = expiry.left === undefined ? {} : { expiry: expiry.left };
    return { row: { answers: withAnswers(current.answers, answers, now), check: { ...rest, ...left } } };
  });
}

function isDue({ scheduleUntil, expiry }: Check, now: Date): boolean {
  return scheduleUntil !== undefined || (expiry !== undefined && expiry.readAt <= now.toISOString());
}

const auditRow = z.object({ actorAccountId: z.string().min(1) });

/** The person who started the check. Only the audit log has the account id. One read, if the time has not ended. */
async function personOf(storage: Storage, { auditId, scheduleUntil }: Check, now: Date): Promise<string | undefined> {
  if (scheduleUntil === undefined || scheduleUntil <= now.toISOString()) return undefined;
  const { value } = await storage.read('audit', auditId);
  return auditRow.safeParse(value).data?.actorAccountId;
}

/** One read, if it is due. */
async function readExpired(
  trial: Pick<StorageTrial, 'hasValue'>,
  { expiry }: Check,
  now: Date,
): Promise<{ readonly answers: readonly NewAnswer[]; readonly left: Check['expiry'] }> {
  if (expiry === undefined || expiry.readAt > now.toISOString()) return { answers: [], left: expiry };
  const setAt = Date.parse(expiry.setAt);
  const minutes = Math.min(9_999, Math.round((now.getTime() - setAt) / 60_000));
  const probe = 'storage-expiry';
  try {
    if (!(await trial.hasValue(expiry.key))) {
      return { answers: [{ probe, state: 'works', detail: `minutes-${minutes}` }], left: undefined };
    }
  } catch {
    return { answers: [{ probe, state: 'not-tried', detail: 'no-answer' }], left: undefined };
  }
  const answers: readonly NewAnswer[] = [{ probe, state: 'fails', detail: `minutes-${minutes}` }];
  const readAt = new Date(setAt + SECOND_READ_AFTER_MS).toISOString();
  return { answers, left: expiry.readAt < readAt ? { ...expiry, readAt } : undefined };
}

import { changeProbeRow, type NewAnswer, withAnswers } from '../capabilities/answers';
import { actorOf, auditRow } from '../audit/event';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Push } from '../platform/queue';
import type { Random } from '../platform/random';
import type { Storage } from '../platform/storage';
import { type Check, mayStartAt, parseCheck } from './check';

/** Starts a check of the site by an admin: runs the probes of the resolver, and starts those of queues and schedules. */

export interface CheckContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly push: Push;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly requestId: string;
  readonly accountId: string;
  readonly installationId: string;
}

export type StartOutcome =
  | { readonly outcome: 'checked' }
  /** Another check was started less than ten minutes before. */
  | { readonly outcome: 'too-soon'; readonly mayStartAt: Date }
  /** Other writes kept getting in between. Nothing was started. */
  | { readonly outcome: 'contended' };

/** @throws StorageUnavailableError if the start of the check could not be stored */
export async function startCheck(context: CheckContext): Promise<StartOutcome> {
  const started = await claim(context);
  if ('outcome' in started) return started;
  const answers: readonly NewAnswer[] = [];
  await changeProbeRow(context.storage, ({ answers: before }) => ({
    row: {
      answers: withAnswers(before, answers, context.clock()),
      check: { ...started, endedAt: context.clock().toISOString() },
    },
  }));
  return { outcome: 'checked' };
}

/** Stores the start together with its audit event, on the condition that no other check was started. */
async function claim({
  storage,
  clock,
  random,
  requestId,
  accountId,
}: CheckContext): Promise<Check | Exclude<StartOutcome, { outcome: 'checked' }>> {
  const now = clock();
  const auditId = random.uuid();
  const check = { startedAt: now.toISOString(), auditId };
  let tooSoon: Date | undefined;
  const outcome = await changeProbeRow(storage, (row) => {
    tooSoon = mayStartAt(parseCheck(row.check), now);
    if (tooSoon !== undefined) return undefined;
    const audit = auditRow({
      id: auditId,
      type: 'site-check.run',
      time: now,
      subject: 'site',
      actor: actorOf({ accountId }),
      requestId,
    });
    return { row: { check }, audit };
  });
  if (tooSoon !== undefined) return { outcome: 'too-soon', mayStartAt: tooSoon };
  return outcome === 'conflict' ? { outcome: 'contended' } : check;
}

import { type NewAnswer, recordAnswers } from '../capabilities/answers';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import type { Push } from '../platform/queue';
import type { Storage } from '../platform/storage';
import { attempt } from './attempt';
import { tryToActAs } from './confluence-probes';
import { PROBE_QUEUE, type ProbeEvent } from './probe-event';

/** The probes of the queue `probes`: how late events are, and whether a consumer can act as a person. */

/** The delay that one event asks for. */
const DELAY_SECONDS = 60;
/** Clocks of two processes differ. */
const TOLERANCE_MS = 2_000;

/** Pushes two events. It never throws: a push that failed is an answer. */
export async function pushProbes(push: Push, now: Date, accountId: string | undefined): Promise<readonly NewAnswer[]> {
  const at = now.toISOString();
  const outcomes = await Promise.allSettled([
    push.push(PROBE_QUEUE, { task: 'now', pushedAt: at, ...(accountId === undefined ? {} : { accountId }) }),
    push.push(PROBE_QUEUE, { task: 'later', pushedAt: at }, DELAY_SECONDS),
  ]);
  return (['queue', 'queue-delay'] as const).flatMap((probe, index) =>
    outcomes[index]?.status === 'rejected' ? [{ probe, state: 'fails', detail: 'not-pushed' } as const] : [],
  );
}

interface ConsumerContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
}

/** Records what the consumer saw. @returns `contended`: nothing was recorded; the event needs a retry */
export async function consumeProbe(
  { storage, confluence, clock }: ConsumerContext,
  event: ProbeEvent,
): Promise<'done' | 'contended'> {
  const now = clock();
  const delayMs = now.getTime() - Date.parse(event.pushedAt);
  const detail = `seconds-${Math.min(9_999, Math.max(0, Math.round(delayMs / 1_000)))}`;
  const answers: NewAnswer[] = [];
  if (event.task === 'later') {
    const isDelayed = delayMs >= DELAY_SECONDS * 1_000 - TOLERANCE_MS;
    answers.push({ probe: 'queue-delay', state: isDelayed ? 'works' : 'fails', detail });
  } else {
    answers.push({ probe: 'queue', state: 'works', detail });
    if (event.accountId !== undefined) {
      answers.push(...(await tryPlace('act-as-person.consumer', confluence, event.accountId)));
    }
  }
  return (await recordAnswers(storage, answers, now, 'always')) ? 'done' : 'contended';
}

const LIMIT_MS = 10_000;

/** One call. It never throws. */
export function tryPlace(
  probe: 'act-as-person.consumer' | 'act-as-person.schedule',
  confluence: Confluence,
  accountId: string,
): Promise<readonly NewAnswer[]> {
  return attempt(new Deadline(LIMIT_MS), LIMIT_MS, [probe], async () => [
    { probe, ...(await tryToActAs(confluence, accountId)).answer },
  ]);
}

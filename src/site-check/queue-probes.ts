import { type NewAnswer, readAnswers, recordAnswers } from '../capabilities/answers';
import { readCreator } from '../keys/creator';
import { type Confluence, ImpersonationRefusedError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { Deadline } from '../platform/deadline';
import type { Push } from '../platform/queue';
import { isRefusedByPlatform } from '../runs/impersonation';
import { attempt } from './attempt';
import { tryToActAs } from './confluence-probes';
import { PROBE_QUEUE, type ProbeEvent } from './probe-event';

/** The probes of the queue `probes`: how late events are, and whether a consumer can act as a person. */

/** The delay that one event asks for. */
const DELAY_SECONDS = 60;
/** Clocks of two processes differ. */
const TOLERANCE_MS = 2_000;

/** Pushes two events. It never throws, because a push that failed is an answer. */
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

type ConsumerContext = Pick<Context, 'storage' | 'confluence' | 'clock'>;

/** Records what the consumer saw. @returns `contended`: nothing was recorded; the event needs a retry */
export async function consumeProbe(
  { storage, confluence, clock }: ConsumerContext,
  event: ProbeEvent,
): Promise<'done' | 'contended'> {
  const now = clock();
  if (event.task === 'person') {
    const found = await tryOtherPerson({ storage, confluence, clock }, event.accountId);
    return found.length === 0 || (await recordAnswers(storage, found, now)) ? 'done' : 'contended';
  }
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

/**
 * One call, and another one after a refusal, because a person who no longer uses Confluence is no fact about the
 * platform. It never throws.
 */
export function tryPlace(
  probe: 'act-as-person.consumer' | 'act-as-person.schedule' | 'act-as-person.other-people',
  confluence: Confluence,
  accountId: string,
): Promise<readonly NewAnswer[]> {
  return attempt(new Deadline(LIMIT_MS), LIMIT_MS, [probe], async () => {
    try {
      return [{ probe, ...(await tryToActAs(confluence, accountId)).answer }];
    } catch (error) {
      const isRefused = error instanceof ImpersonationRefusedError;
      if (!isRefused || (await isRefusedByPlatform(confluence, accountId))) throw error;
      return [{ probe, state: 'not-tried', detail: 'person-inactive' }];
    }
  });
}

const OTHER_PEOPLE = 'act-as-person.other-people';

/** Two calls, unless the answer is of today. A site admin gives no answer. */
async function tryOtherPerson(
  { storage, confluence, clock }: ConsumerContext,
  accountId: string,
): Promise<readonly NewAnswer[]> {
  const known = (await readAnswers(storage)).get(OTHER_PEOPLE);
  const isOfToday = known?.at.slice(0, 10) === clock().toISOString().slice(0, 10);
  if (isOfToday && known.state !== 'not-tried') return [];
  return attempt(new Deadline(LIMIT_MS), LIMIT_MS, [OTHER_PEOPLE], async () => {
    const { isSiteAdmin } = await readCreator(confluence, accountId);
    return isSiteAdmin ? [] : tryPlace(OTHER_PEOPLE, confluence, accountId);
  });
}

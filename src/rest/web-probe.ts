import { recordAnswers } from '../capabilities/answers';
import type { Clock } from '../platform/clock';
import { Deadline } from '../platform/deadline';
import { openStorage } from '../people/open-storage';
import type { Peppers } from '../platform/secrets';
import { answersOfRequest } from '../site-check/web-probe';
import type { Exchange } from './exchange';

interface ProbeDependencies {
  readonly clock: Clock;
  readonly peppers: () => Peppers | undefined;
  readonly requestLimitMs: number;
  readonly storageLimitMs?: number;
}

/**
 * Answers a request of the web probe of the site check, and records how it arrived. The nonce in its path is signed: a
 * forged or expired one costs no platform call, and the request continues like one to any unknown path.
 * @returns false if the request belongs to no web probe
 */
export async function answerWebProbe(
  exchange: Exchange,
  now: Date,
  { clock, peppers: readPeppers, requestLimitMs, storageLimitMs }: ProbeDependencies,
): Promise<boolean> {
  const peppers = readPeppers();
  const answers = peppers && answersOfRequest(exchange, peppers, now);
  if (answers === undefined) return false;
  await recordAnswers(openStorage(new Deadline(requestLimitMs), clock, storageLimitMs), answers, now, 'always');
  return true;
}

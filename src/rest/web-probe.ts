import { recordAnswers } from '../capabilities/answers';
import type { Invocation } from '../quota/invocation';
import { answersOfRequest } from '../site-check/web-probe';
import type { Exchange } from './exchange';
import type { RestResult } from './response';

/**
 * Answers a request of the web probe of the site check, and records how it arrived. The nonce in its path is signed, so
 * a forged or expired one costs no platform call, and the request continues like one to any unknown path.
 * @returns undefined if the request belongs to no web probe
 */
export async function answerWebProbe(
  exchange: Exchange,
  { now, storage, peppers: readPeppers }: Invocation,
): Promise<RestResult | undefined> {
  const peppers = readPeppers();
  const answers = peppers && answersOfRequest(exchange, peppers, now);
  if (answers === undefined) return undefined;
  // The client reports the status that it received in its next request.
  if (answers === 'not-modified') return { status: 304, headers: { ETag: '"1"' } };
  await recordAnswers(storage, answers, now, 'always');
  return { status: 204 };
}

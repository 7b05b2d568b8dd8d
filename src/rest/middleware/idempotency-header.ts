import { type Exchange, headerValues } from '../exchange';
import { Problem } from '../problem';

/** What a client calls a request, so that the same one sent again is done once (rest-api.md section 10). */

const KEY = /^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/;

export const IDEMPOTENCY_KEY = {
  'Idempotency-Key': {
    description:
      'What you call this request: 1 to 64 printable ASCII characters, for example a UUID, with or without quotes. The same request sent again with it is done once.',
    example: '"9f1c2f5e-2d0b-4c63-8f57-0a4f3a7f1c2d"',
  },
};

/** @throws Problem 400 INVALID_IDEMPOTENCY_KEY */
export function requireIdempotencyKey(exchange: Pick<Exchange, 'headers'>): string {
  const [value = '', ...others] = headerValues(exchange, 'idempotency-key');
  const trimmed = value.trim();
  const key = /^".*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
  if (others.length > 0 || !KEY.test(key)) {
    throw new Problem('INVALID_IDEMPOTENCY_KEY', {
      detail:
        'Send the header Idempotency-Key once, with 1 to 64 printable ASCII characters without spaces, quotes and backslashes: a new one for every job, the same one when you send the same request again.',
    });
  }
  return key;
}

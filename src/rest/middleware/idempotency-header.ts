import { type Exchange, headerValues } from '../exchange';
import { Problem } from '../problem';

/**
 * The grammar of `Idempotency-Key`, the same for every operation (draft-ietf-httpapi-idempotency-key-header): a quoted
 * string of RFC 9651, or the common unquoted form.
 */

/** In quotes, a backslash escapes a quotation mark and a backslash. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;
const VALUE = /^[!-~]{1,64}$/;

const GRAMMAR = '1 to 64 printable ASCII characters without a space, bare or in double quotes';

/** The description of the header in the OpenAPI document. */
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: 130,
  pattern: '^(?:"(?:[!#-[\\]-~]|\\\\["\\\\]){1,64}"|[!#-~][!-~]{0,63})$',
};

export const IDEMPOTENCY_KEY = {
  'Idempotency-Key': {
    description: `A unique value for this request: ${GRAMMAR}, for example a UUID. Requests repeated with the same value take effect once.`,
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  },
};

/**
 * @returns the value without its quotes; undefined if the header was not sent
 * @throws Problem 400 INVALID_IDEMPOTENCY_KEY
 */
export function readIdempotencyValue(exchange: Pick<Exchange, 'headers'>): string | undefined {
  const [text, ...others] = headerValues(exchange, 'idempotency-key');
  if (text === undefined) return undefined;
  const value = text.startsWith('"') ? QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') : text;
  if (others.length === 0 && value !== undefined && VALUE.test(value)) return value;
  throw invalid(`Send it once: ${GRAMMAR}. In quotes, write \\" for a quotation mark and \\\\ for a backslash.`);
}

/** @throws Problem 400 INVALID_IDEMPOTENCY_KEY */
export function requireIdempotencyKey(exchange: Pick<Exchange, 'headers'>): string {
  const value = readIdempotencyValue(exchange);
  if (value !== undefined) return value;
  throw invalid(`Required. Send ${GRAMMAR}. Use a new value for each operation.`);
}

function invalid(detail: string): Problem {
  return new Problem('INVALID_IDEMPOTENCY_KEY', { detail: `Idempotency-Key: ${detail}` });
}

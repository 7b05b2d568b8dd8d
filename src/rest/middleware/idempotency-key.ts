import { createHash } from 'node:crypto';
import { type Exchange, headerValues } from '../exchange';
import type { Route } from '../route';
import { readIdempotencyValue, requireIdempotencyKey } from './idempotency-header';
import { parseStrictJson, withoutNulls } from './strict-json';

/** What a client sends so that a request which is sent again is not done again: draft-ietf-httpapi-idempotency-key-header. */

export interface IdempotentCall {
  /** The row of this request: for each line of keys and operation, a value is another one. */
  readonly rowKey: string;
  /** Of everything that says what is asked for. */
  readonly fingerprint: string;
}

/** The same request of another line of keys. */
export function ofLine(call: IdempotentCall, lineId: string): IdempotentCall {
  return { ...call, rowKey: [lineId, ...call.rowKey.split(':').slice(1)].join(':') };
}

/**
 * @returns undefined where none was sent, or the operation takes none
 * @throws Problem 400 INVALID_IDEMPOTENCY_KEY
 */
export function readIdempotencyKey(exchange: Exchange, route: Route, keyId: string): IdempotentCall | undefined {
  if (route.idempotency === undefined) return undefined;
  const value = route.idempotency === 'required' ? requireIdempotencyKey(exchange) : readIdempotencyValue(exchange);
  if (value === undefined) return undefined;
  return {
    rowKey: `${keyId}:${route.operationId}:${hash(value)}`,
    fingerprint: hash(JSON.stringify([exchange.method, exchange.path, asked(exchange)])),
  };
}

/** Everything else that says what is asked for. The order of members, and of parameters, says nothing; null means left out. */
function asked(exchange: Exchange): unknown {
  const json = parseStrictJson(exchange.body ?? '');
  return [
    [...exchange.query].sort(([one], [other]) => (one < other ? -1 : 1)),
    headerValues(exchange, 'if-match'),
    headerValues(exchange, 'if-none-match'),
    json.valid ? canonical(withoutNulls(json.value)) : (exchange.body ?? ''),
  ];
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return members.map(([name, member]) => [name, canonical(member)]);
}

function hash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

import { createHash } from 'node:crypto';
import { type Exchange, headerValues } from '../exchange';
import type { Route } from '../route';
import { readIdempotencyValue, requireIdempotencyKey } from './idempotency-header';
import { parseStrictJson, withoutNulls } from './strict-json';

/**
 * The Idempotency-Key of a request, so that a retry does not repeat the effect: draft-ietf-httpapi-idempotency-key-
 * header.
 */

export interface IdempotentCall {
  /** The row of this request. A value is distinct for each line of keys and each operation. */
  readonly rowKey: string;
  /** A fingerprint of everything that determines the effect of the request. */
  readonly fingerprint: string;
}

/** The same request for another line of keys. */
export function ofLine(call: IdempotentCall, lineId: string): IdempotentCall {
  return { ...call, rowKey: [lineId, ...call.rowKey.split(':').slice(1)].join(':') };
}

/**
 * @returns undefined if none was sent, or the operation accepts none
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

/**
 * All other input that determines the effect. The order of members and parameters is irrelevant; null means omitted.
 */
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

import { createHash } from 'node:crypto';
import type { Exchange, WebTriggerResponse } from './exchange';
import { isKnownToClient } from './middleware/conditions';
import { prefersPlainJson } from './middleware/negotiation';
import { Problem, problemBody, PROBLEMS } from './problem';

/**
 * The response of a route. A 200 whose ETag the client has can become a 304. `body` is sent as JSON, `csv` as a file;
 * neither = no body.
 */
export interface RestResult {
  readonly status: number;
  readonly body?: object;
  readonly csv?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** On every response. Has no Access-Control-* header, so that no browser uses a key across origins. */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The request data that a response depends on. A malformed event of the platform has only these members. */
export type Reply = Pick<Exchange, 'requestId' | 'traceparent' | 'method' | 'headers'> &
  Partial<Pick<Exchange, 'basePath'>>;

/** True for a read whose version the client has. A write is never answered with 304 (RFC 9110, 13.1.2). */
export function isNotModified(exchange: Reply, { status, headers }: RestResult): boolean {
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  return isRead && status === 200 && headers?.ETag !== undefined && isKnownToClient(exchange, headers.ETag);
}

export function toResponse(exchange: Exchange, result: RestResult): WebTriggerResponse {
  const { status, headers = {} } = result;
  if (result.csv !== undefined) return build(exchange, status, headers, result.csv, CSV_TYPE);
  const selected = result.body && withSelected(exchange, result.body);
  const body = selected && JSON.stringify(withAddresses(exchange.basePath, selected));
  return build(exchange, status, headers, body, JSON_TYPE);
}

export function toProblemResponse(exchange: Reply, problem: Problem): WebTriggerResponse {
  const { status } = PROBLEMS[problem.code];
  const headers = {
    ...(status === 401 ? { 'WWW-Authenticate': 'Key realm="page-classification"' } : {}),
    ...problem.options.headers,
  };
  return build(
    exchange,
    status,
    headers,
    JSON.stringify(problemBody(problem, exchange)),
    prefersPlainJson(exchange) ? JSON_TYPE : PROBLEM_TYPE,
  );
}

/**
 * Routes write the members of `_links` as paths below the base URL. A client gets them in the same form as `Location`
 * and `Link`: absolute paths, which resolve against the URL of its request (RFC 3986, section 4.2).
 */
export function withAddresses<T extends object>(basePath: string, body: T): T {
  const links = (holder: unknown): object => {
    if (typeof holder !== 'object' || holder === null || !('_links' in holder)) return {};
    const { _links } = holder;
    if (typeof _links !== 'object' || _links === null) return {};
    const paths = Object.entries<unknown>({ ..._links }).map(([name, path]): [string, string] => [
      name,
      `${basePath}${String(path)}`,
    ]);
    return { _links: Object.fromEntries(paths) };
  };
  const results: readonly object[] | undefined =
    'results' in body && Array.isArray(body.results) ? body.results : undefined;
  return {
    ...body,
    ...(results && { results: results.map((one) => ({ ...one, ...links(one) })) }),
    ...links(body),
  };
}

/** A list with the members of its entries that the client selects with `fields`, and their `_links`. */
function withSelected({ query }: Pick<Exchange, 'query'>, body: object): object {
  const names = query.get('fields');
  if (names === undefined || !('results' in body) || !Array.isArray(body.results)) return body;
  const isSelected = ([name]: [string, unknown]) => name === '_links' || names.includes(name);
  const results = body.results.map((one: object) => Object.fromEntries(Object.entries(one).filter(isSelected)));
  return { ...body, results };
}

/** The same response with more headers. */
export function withHeaders(
  answer: RestResult | Problem,
  headers: Readonly<Record<string, string>>,
): RestResult | Problem {
  if (!(answer instanceof Problem)) return { ...answer, headers: { ...answer.headers, ...headers } };
  const { code, options } = answer;
  return new Problem(code, { ...options, headers: { ...options.headers, ...headers } });
}

/** A strong ETag for a response without a revision. */
export function etagOfBody(body: object): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
}

function build(
  exchange: Reply,
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  contentType: string,
): WebTriggerResponse {
  const all = {
    ...(body === undefined ? {} : { 'Content-Type': contentType }),
    ...SECURITY_HEADERS,
    'X-Request-Id': exchange.requestId,
    ...(exchange.traceparent === undefined ? {} : { traceparent: exchange.traceparent }),
    ...headers,
  };
  return {
    statusCode,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    body: body === undefined || exchange.method === 'HEAD' ? '' : body,
  };
}

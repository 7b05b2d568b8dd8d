import * as z from 'zod';
import type { PlatformSwitches } from './assumptions';
import { MAX_ANSWER_BYTES } from './invocation-limits';

/**
 * The HTTP side of a web trigger. Builds the event that the platform passes to the function, and the response from its
 * result.
 */

/** A request as received. */
export interface WireRequest {
  readonly method: string;
  /** The path and query of the request line, raw. */
  readonly target: string;
  /** Alternating names and values, in their original case. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** The part of the path before the suffix: `/public/<trigger id>`. */
export const TRIGGER_PATH = '/public/local';

const MAX_PAYLOAD_BYTES = 5 * 1024 * 1024;

/** The function's first argument. */
export function toEvent({ method, target, rawHeaders, body }: WireRequest, switches: PlatformSwitches): object {
  const [rawPath = '', ...query] = target.split('?');
  const path = switches.has('decoded-paths') ? decodedPath(rawPath) : rawPath;
  const headers = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    listOf(headers, name).push(rawHeaders[index + 1] ?? '');
  }
  const queryParameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query.join('?'))) {
    // A comma splits a value, and the order is lost.
    listOf(queryParameters, name).unshift(...value.split(',').reverse());
  }
  return {
    method,
    path,
    userPath: path.slice(TRIGGER_PATH.length),
    // Own members for any name: `__proto__` and `constructor` are ordinary names.
    headers: Object.fromEntries(headers),
    queryParameters: Object.fromEntries(queryParameters),
    // Bytes that are not UTF-8 become U+FFFD before the function receives them.
    ...(body.length === 0 && method !== 'POST' ? {} : { body: body.toString('utf8') }),
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** With `no-head-or-options`, the platform answers these methods, and the app never sees them. */
export function isAnsweredByPlatform({ method }: WireRequest, switches: PlatformSwitches): boolean {
  return switches.has('no-head-or-options') && (method === 'HEAD' || method === 'OPTIONS');
}

function listOf(lists: Map<string, string[]>, name: string): string[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}

export function isTooLarge({ body }: WireRequest): boolean {
  return body.length > MAX_PAYLOAD_BYTES;
}

const functionResult = z.object({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), z.array(z.string())).default({}),
  body: z.string().default(''),
});

/** The response for the function's result. A malformed result gives the platform's own 500. */
export function toWireResponse(result: unknown): WireResponse {
  const parsed = functionResult.safeParse(result);
  if (!parsed.success) return platformError(500, 'The function returned something that is not a response');
  const { statusCode, headers, body } = parsed.data;
  if (Buffer.byteLength(body) > MAX_ANSWER_BYTES)
    return platformError(500, 'The response of the function is too large');
  return { status: statusCode, headers: { ...headers, ...platformHeaders() }, body };
}

/** The platform's own answers: 424 if the function threw or timed out, 413, 500. */
export function platformError(status: number, message: string): WireResponse {
  return { status, headers: { 'Content-Type': ['text/plain'], ...platformHeaders() }, body: message };
}

/** The platform counts invocations and reports the counts on every response, in headers of its own. */
function platformHeaders(): Record<string, string[]> {
  const resetAt = Math.ceil(Date.now() / 60_000) * 60;
  return { 'X-Ratelimit-Limit': ['7000'], 'X-Ratelimit-Remaining': ['6999'], 'X-Ratelimit-Reset': [String(resetAt)] };
}

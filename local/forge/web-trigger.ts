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

/**
 * The response for the function's result. A malformed result gives the platform's own 500. With `no-3xx`, the platform passes on no 204
 * and no 3xx. It answers 200 with the headers and without a body.
 */
export function toWireResponse(result: unknown, switches: PlatformSwitches): WireResponse {
  const parsed = functionResult.safeParse(result);
  if (!parsed.success) return platformError(500, 'The function returned something that is not a response');
  const { statusCode, headers, body } = parsed.data;
  if (Buffer.byteLength(body) > MAX_ANSWER_BYTES)
    return platformError(500, 'The response of the function is too large');
  const isReplaced = switches.has('no-3xx') && (statusCode === 204 || (statusCode >= 300 && statusCode < 400));
  return isReplaced ? { status: 200, headers, body: '' } : { status: statusCode, headers, body };
}

/** The platform's own answers: 424 if the function threw or timed out, 413, 429, 500. */
export function platformError(status: number, message: string): WireResponse {
  return { status, headers: { 'Content-Type': ['text/plain'] }, body: message };
}

/** Not documented by Atlassian; observed on the responses of web triggers. */
const MOST_IN_MINUTE = 7_000;
const MOST_IN_SECOND = 300;

/**
 * Counts the calls of an installation, in full minutes and seconds, and reports the count of the minute on every response. A call above a limit
 * gets 429. It says nothing about when to try again but the end of the minute.
 * @param refuses false: counts only
 */
export function createTriggerQuota(now: () => Date, refuses: boolean) {
  const minute = { window: 0, used: 0 };
  const second = { window: 0, used: 0 };
  const usedIn = (counter: typeof minute, windowMs: number): number => {
    const window = Math.floor(now().getTime() / windowMs);
    if (counter.window !== window) Object.assign(counter, { window, used: 0 });
    return (counter.used += 1);
  };
  return async (answer: () => Promise<WireResponse>): Promise<WireResponse> => {
    const used = usedIn(minute, 60_000);
    const isAbove = usedIn(second, 1_000) > MOST_IN_SECOND || used > MOST_IN_MINUTE;
    const quota = {
      'X-Ratelimit-Limit': [String(MOST_IN_MINUTE)],
      'X-Ratelimit-Remaining': [String(Math.max(0, MOST_IN_MINUTE - used))],
      'X-Ratelimit-Reset': [String((minute.window + 1) * 60)],
    };
    const response = refuses && isAbove ? platformError(429, 'Too Many Requests') : await answer();
    return { ...response, headers: { ...response.headers, ...quota } };
  };
}

import api, { asApp, asUser, NeedsAuthenticationError, ProxyRequestError, route, type Route } from '@forge/api';
import { awaitAll } from './await-all';
import { type Deadline, TimeoutError } from './deadline';
import { type Pause, systemPause } from './pause';

/**
 * The Confluence REST API, called as the app or as a user that the app may impersonate. It only transports requests.
 * Callers interpret the status and the parsed body.
 */

/** The person who waits for a call of the app, as the platform names them. */
export interface Present {
  readonly accountId: string | undefined;
  /** True in a resolver, where the platform asks the person for consent: the calls end with ConsentNeededError if it is missing. */
  readonly canBeAsked: boolean;
}

/** The account that a call is made as. Anonymous: without a login. */
export type Actor = { readonly kind: 'app' | 'anonymous' } | Person;

interface Person {
  readonly kind: 'person';
  readonly accountId: string;
  /** True: the app finds out in any case whether it may act for the person, so that the calls do not depend on the answer. */
  readonly isConfirmed?: boolean;
}

export const APP: Actor = { kind: 'app' };

/**
 * A conclusive response of Confluence: 2xx, or 4xx except 401 and 429. A 403 or 404 of a person is conclusive only if the
 * platform lets the app act for this person.
 */
export interface HostResponse {
  readonly status: number;
  /** The JSON of a 200. Undefined for any other status, and for a 200 without a body. */
  readonly body: unknown;
  /** Seconds until the hour of Confluence's points ends, if less than a fifth of them is left. */
  readonly scarceForSeconds?: number | undefined;
}

/** A file that Confluence returned. */
export interface HostFile {
  /** A status of 3xx: the platform does not follow the redirect to the file. */
  readonly status: number;
  /** Undefined for any other status than 200, and for a file with more than the maximum. */
  readonly bytes: Uint8Array | undefined;
  readonly scarceForSeconds?: number | undefined;
}

/** Confluence gave no conclusive response. Callers must deny. With `refused`, no retry can succeed until the site changes. */
export class HostError extends Error {
  override readonly name = 'HostError';

  constructor(
    readonly kind: 'quota' | 'failure' | 'timeout' | 'refused',
    message: string,
    /** Seconds from Retry-After, if Confluence sent it. */
    readonly retryAfterSeconds?: number,
    /** The status of the response. Undefined if there was none. */
    readonly status?: number,
    /** The quota of the app that had no room for the call. Undefined: the reason is another one. */
    readonly quota?: string,
  ) {
    super(message);
  }
}

/** False: without time or points, no other call can succeed either. */
export function isOfOneCall({ kind }: HostError): boolean {
  return kind === 'failure' || kind === 'refused';
}

/**
 * The person who waits has not allowed the app to act for them. Confluence asks the person if this error of the platform leaves a
 * resolver, so nothing in between handles it.
 */
export { NeedsAuthenticationError as ConsentNeededError };

/** The platform refused to impersonate the user. This reveals nothing about the page. */
export class ImpersonationRefusedError extends Error {
  override readonly name = 'ImpersonationRefusedError';
}

export interface Confluence {
  /** @throws HostError, and ImpersonationRefusedError where the actor is a person */
  get(actor: Actor, path: Route): Promise<HostResponse>;
  /** Reads a file of at most that many bytes. The same errors as `get`. */
  download(actor: Actor, path: Route, maxBytes: number): Promise<HostFile>;
  /** Like `get`, with a JSON body. After a HostError it is unknown whether the call took effect. */
  post(actor: Actor, path: Route, body: object): Promise<HostResponse>;
  /** Like `post`. Read the resource to find out whether the call took effect. */
  put(actor: Actor, path: Route, body: object): Promise<HostResponse>;
  /** Like `put`, without a body. */
  delete(actor: Actor, path: Route): Promise<HostResponse>;
}

/**
 * Confluence as `openConfluence` returns it. Only `src/quota` makes calls possible, with a budget that pays for each, so no door of the app
 * can call Confluence for nothing (docs/adr/0111).
 */
export class UnpaidConfluence {
  readonly #calls: Confluence;

  constructor(calls: Confluence) {
    this.#calls = calls;
  }

  /** Called by `src/quota` only, which test/architecture checks. */
  openUnpaid(): Confluence {
    return this.#calls;
  }
}

export { route };

const CALL_LIMIT_MS = 8_000;
/** For one file. The media service sends several megabytes a second. */
const DOWNLOAD_LIMIT_MS = 25_000;

/** The longest Retry-After that a call waits for. The caller gets a longer one, or the background waits for it. */
const MAX_WAIT_SECONDS = 5;
/** For all waits of one call. */
const MAX_WAITS_MS = 15_000;
/** The time that the deadline must leave for the repeated call. */
const MIN_CALL_MS = 2_000;
/** Without Retry-After, as Atlassian advises. It doubles. */
const FIRST_WAIT_SECONDS = 2;

const MAY_BE_REFUSALS: readonly number[] = [403, 404];

/**
 * The platform may refuse to act for a person with a plain 401, 403 or 404. Confluence itself never answers a person
 * whom the app acts for with 401. After a 403 or 404, one call that everybody may make decides which of both it was; it
 * does not depend on the page.
 * @param present the app acts for this person without impersonation, which an app that is not shared may only use for its contributors
 */
export function openConfluence(
  deadline: Deadline,
  callLimitMs = CALL_LIMIT_MS,
  pause: Pause = systemPause,
  present?: Present,
): UnpaidConfluence {
  const acting = new Map<string, Promise<boolean>>();
  const mayAct = (person: Person): Promise<boolean> => {
    const known = acting.get(person.accountId);
    if (known !== undefined) return known;
    // An empty list, so that the call costs one point: what a 403 or 404 costs less than it is charged.
    const asked = send(
      person,
      route`/wiki/api/v2/spaces?ids=9000000000000000000&limit=1`,
      { method: 'GET' },
      toAnswer,
    ).then(
      ({ status }) => !MAY_BE_REFUSALS.includes(status),
      (error: unknown) => {
        if (error instanceof ImpersonationRefusedError) return false;
        // Without an answer, the next call asks again.
        acting.delete(person.accountId);
        throw error;
      },
    );
    acting.set(person.accountId, asked);
    return asked;
  };
  async function call<T extends { readonly status: number }>(
    actor: Actor,
    path: Route,
    init: Init,
    read: ReadResponse<T>,
  ): Promise<T> {
    if (actor.kind !== 'person') return send(actor, path, init, read);
    const confirmed = actor.isConfirmed === true && mayAct(actor);
    const [answer] = await awaitAll([send(actor, path, init, read), confirmed] as const);
    if (!MAY_BE_REFUSALS.includes(answer.status)) acting.set(actor.accountId, Promise.resolve(true));
    else if (!(await mayAct(actor)))
      throw new ImpersonationRefusedError(`the platform answers this person with ${answer.status}`);
    return answer;
  }
  /** Confluence did nothing for a call that it answered with 429, so the app repeats writes, too. */
  async function send<T>(actor: Actor, path: Route, init: Init, read: ReadResponse<T>): Promise<T> {
    for (let attempt = 1, waitedMs = 0; ; attempt += 1) {
      try {
        return await once(actor, path, init, read);
      } catch (error) {
        const waitMs = waitBeforeRepeat(error, attempt);
        waitedMs += waitMs;
        if (waitedMs > MAX_WAITS_MS || waitMs + MIN_CALL_MS > deadline.leftMs()) throw error;
        await pause(waitMs);
      }
    }
  }
  async function once<T>(actor: Actor, path: Route, init: Init, read: ReadResponse<T>): Promise<T> {
    const isPresent = actor.kind === 'person' && actor.accountId === present?.accountId;
    const client =
      actor.kind === 'person' ? asUser(isPresent ? undefined : actor.accountId) : actor.kind === 'app' ? asApp() : api;
    const headers = {
      Accept: init.accept ?? 'application/json',
      ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const { method, body, limitMs = callLimitMs } = init;
    const sent = body === undefined ? { method } : { method, body };
    try {
      return await deadline.run(limitMs, async (signal) =>
        read(await client.requestConfluence(path, { ...sent, headers, signal }), actor),
      );
    } catch (error) {
      if (error instanceof NeedsAuthenticationError && isPresent && present.canBeAsked) throw error;
      throw toHostError(error, actor);
    }
  }
  return new UnpaidConfluence({
    get: (actor, path) => call(actor, path, { method: 'GET' }, toAnswer),
    download: (actor, path, maxBytes) =>
      call(actor, path, { method: 'GET', accept: '*/*', limitMs: DOWNLOAD_LIMIT_MS }, toFile(maxBytes)),
    post: (actor, path, body) => call(actor, path, { method: 'POST', body: JSON.stringify(body) }, toAnswer),
    put: (actor, path, body) => call(actor, path, { method: 'PUT', body: JSON.stringify(body) }, toAnswer),
    delete: (actor, path) => call(actor, path, { method: 'DELETE' }, toAnswer),
  });
}

/** Infinite: the call is not repeated. Up to a second more each time, so that calls do not meet again. */
function waitBeforeRepeat(error: unknown, attempt: number): number {
  if (!(error instanceof HostError) || error.status !== 429) return Infinity;
  const { retryAfterSeconds: named = 0 } = error;
  const seconds = named > 0 ? named : FIRST_WAIT_SECONDS * 2 ** (attempt - 1);
  return seconds > MAX_WAIT_SECONDS ? Infinity : 1_000 * (seconds + Math.random() * attempt);
}

interface WireResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface Init {
  readonly method: string;
  readonly body?: string;
  /** Default: JSON. */
  readonly accept?: string;
  /** Default: the limit of all calls. */
  readonly limitMs?: number;
}

type ReadResponse<T> = (response: WireResponse, actor: Actor) => Promise<T>;

/** @throws HostError, and ImpersonationRefusedError where the actor is a person */
function checkStatus({ status, headers }: WireResponse, actor: Actor): void {
  if (status === 429) {
    const seconds = retryAfterSeconds(headers.get('retry-after'));
    throw new HostError('quota', 'Confluence returned 429', seconds, status);
  }
  if (status === 401 && actor.kind === 'person') throw new ImpersonationRefusedError('the platform returned 401');
  if (status === 401 || status >= 500 || status < 200)
    throw new HostError('failure', `Confluence returned ${status}`, undefined, status);
}

async function toAnswer(response: WireResponse, actor: Actor): Promise<HostResponse> {
  checkStatus(response, actor);
  const { status } = response;
  if (status >= 300 && status < 400) throw new HostError('failure', `Confluence returned ${status}`, undefined, status);
  const text = await response.text();
  const scarceForSeconds = scarceSeconds(response.headers);
  if (status !== 200 || text === '') return { status, body: undefined, scarceForSeconds };
  try {
    return { status, body: JSON.parse(text), scarceForSeconds };
  } catch {
    throw new HostError('failure', 'Confluence returned 200 without valid JSON');
  }
}

/** Reads no body whose length the response gives as more than the maximum. */
function toFile(maxBytes: number): ReadResponse<HostFile> {
  return async (response, actor) => {
    checkStatus(response, actor);
    const { status, headers } = response;
    const scarceForSeconds = scarceSeconds(headers);
    const isRead = status === 200 && Number(headers.get('content-length') ?? 0) <= maxBytes;
    const bytes = isRead ? new Uint8Array(await response.arrayBuffer()) : undefined;
    return { status, bytes: bytes !== undefined && bytes.length <= maxBytes ? bytes : undefined, scarceForSeconds };
  };
}

function toHostError(error: unknown, actor: Actor): Error {
  if (error instanceof HostError || error instanceof ImpersonationRefusedError) return error;
  if (error instanceof TimeoutError || (error instanceof Error && error.name === 'AbortError'))
    return new HostError('timeout', error.message);
  // The platform's own limit for calls says nothing about the person.
  if (error instanceof ProxyRequestError && error.status === 429)
    return new HostError('quota', 'the platform returned 429', undefined, error.status);
  if (error instanceof NeedsAuthenticationError || error instanceof ProxyRequestError) {
    return actor.kind === 'person'
      ? new ImpersonationRefusedError(error.message)
      : new HostError(actor.kind === 'app' ? 'failure' : 'refused', `the platform refused a call (${actor.kind})`);
  }
  return new HostError('failure', 'the connection to Confluence failed');
}

/** Retry-After in seconds. A date or an invalid value is ignored. */
function retryAfterSeconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

/** Confluence counts points by the hour. Its response has the remaining points only after most of them are used. */
function scarceSeconds(headers: WireResponse['headers']): number | undefined {
  const [, left, seconds] = /app-quota";r=(\d+);t=(\d{1,4})\b/.exec(headers.get('ratelimit') ?? '') ?? [];
  const [, quota] = /app-quota";q=(\d+);w=3600\b/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  return Number(left) * 5 < Number(quota) ? Number(seconds) : undefined;
}

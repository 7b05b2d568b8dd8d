import { asApp, asUser, NeedsAuthenticationError, ProxyRequestError, route, type Route } from '@forge/api';
import { type Deadline, TimeoutError } from './deadline';

/**
 * Confluence's REST API, as the app or as a person whom the platform lets the app act for.
 * Here is transport alone: what an answer means is decided by the rooms, from `status` and a parsed `body`.
 */

/** On whose behalf a call is made. */
export type Actor = { readonly kind: 'app' } | { readonly kind: 'person'; readonly accountId: string };

/** An answer of Confluence itself that says something: 2xx or a 4xx other than 401 and 429. */
export interface HostAnswer {
  readonly status: number;
  /** The JSON of a 200, unparsed; undefined for any other status. */
  readonly body: unknown;
}

/** Confluence gave no answer that one can build on. Always a reason to deny. */
export class HostError extends Error {
  override readonly name = 'HostError';

  constructor(
    readonly kind: 'quota' | 'failure' | 'timeout',
    message: string,
    /** When it may be asked again, in seconds, if it said. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The platform's proxy would not act for this person. It says nothing about the page. */
export class ImpersonationRefusedError extends Error {
  override readonly name = 'ImpersonationRefusedError';
}

export interface Confluence {
  /** @throws HostError, and ImpersonationRefusedError where the actor is a person */
  get(actor: Actor, path: Route): Promise<HostAnswer>;
  /** As `get`, with a JSON body. Where it throws a HostError, an effect that it has may have taken place. */
  post(actor: Actor, path: Route, body: object): Promise<HostAnswer>;
  /** As `post`. What is there tells whether it took place. */
  put(actor: Actor, path: Route, body: object): Promise<HostAnswer>;
  /** As `put`, without a body. */
  delete(actor: Actor, path: Route): Promise<HostAnswer>;
}

export { route };

const CALL_LIMIT_MS = 8_000;

export function openConfluence(deadline: Deadline, callLimitMs = CALL_LIMIT_MS): Confluence {
  const call = async (actor: Actor, path: Route, init: { method: string; body?: string }): Promise<HostAnswer> => {
    const client = actor.kind === 'app' ? asApp() : asUser(actor.accountId);
    const headers = {
      Accept: 'application/json',
      ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    try {
      return await deadline.run(callLimitMs, async (signal) =>
        toAnswer(await client.requestConfluence(path, { ...init, headers, signal })),
      );
    } catch (error) {
      throw toHostError(error, actor);
    }
  };
  return {
    get: (actor, path) => call(actor, path, { method: 'GET' }),
    post: (actor, path, body) => call(actor, path, { method: 'POST', body: JSON.stringify(body) }),
    put: (actor, path, body) => call(actor, path, { method: 'PUT', body: JSON.stringify(body) }),
    delete: (actor, path) => call(actor, path, { method: 'DELETE' }),
  };
}

interface WireResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

async function toAnswer(response: WireResponse): Promise<HostAnswer> {
  const { status } = response;
  if (status === 429)
    throw new HostError('quota', 'Confluence answered 429', retryAfterSeconds(response.headers.get('retry-after')));
  if (status === 401 || status >= 500 || status < 200 || (status >= 300 && status < 400)) {
    throw new HostError('failure', `Confluence answered ${status}`);
  }
  const text = await response.text();
  if (status !== 200) return { status, body: undefined };
  try {
    return { status, body: JSON.parse(text) };
  } catch {
    throw new HostError('failure', 'Confluence answered 200 with something that is not JSON');
  }
}

function toHostError(error: unknown, actor: Actor): Error {
  if (error instanceof HostError) return error;
  if (error instanceof TimeoutError) return new HostError('timeout', error.message);
  if (error instanceof NeedsAuthenticationError || error instanceof ProxyRequestError) {
    return actor.kind === 'person'
      ? new ImpersonationRefusedError(error.message)
      : new HostError('failure', 'the platform refused a call as the app');
  }
  return new HostError('failure', 'the connection to Confluence broke');
}

/** Retry-After in seconds; a date or nonsense counts as not said. */
function retryAfterSeconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

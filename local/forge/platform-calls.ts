import { randomUUID } from 'node:crypto';
import type { Caller, Confluence, RateLimits } from '../confluence';
import { type InvocationPlace, type PlatformSwitches, refusesImpersonation } from './assumptions';
import { callGateway, type GatewayOptions } from './gateway';
import { delay, type FaultPlan } from './faults';
import type { ForgeFetch, ForgeFetchInit, ForgeTarget, Installation } from './runtime';
import type { ForgeStorage, StorageCall } from './storage';
import type { Target, Trace } from './trace';

/** The targets of the app's platform calls (storage, Confluence and the gateway), within the limits of manifest.yml. */

export interface PlatformOptions extends GatewayOptions {
  readonly storage: ForgeStorage;
  readonly confluence: Confluence;
  readonly rateLimits: RateLimits;
  readonly faults: FaultPlan;
  /** The minimum duration of every call; the gateway has the same latency as Confluence. */
  readonly latencyMs: Readonly<Record<'kvs' | 'confluence', number>>;
  readonly assumptions: PlatformSwitches;
  /** The people for whom the platform does not let the app act while they are absent. */
  readonly notActingFor: ReadonlySet<string>;
  /** Code that still runs after a host is closed must not use its database, because libsql would end the process. */
  readonly isClosed: () => boolean;
  readonly intercept?: Intercept | undefined;
}

/** A call of the app to the platform. */
export interface PlatformCall {
  readonly target: Target;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/**
 * Intercepts every call between the app and the platform, for tests that hold, reorder or break calls. `proceed` makes
 * the call; a rejection is a broken connection.
 */
export type Intercept = (call: PlatformCall, proceed: () => Promise<Response>) => Promise<Response>;

interface CallingInvocation {
  readonly installation: Installation;
  /** The person who waits for the invocation. */
  readonly accountId?: string;
  readonly place: InvocationPlace;
  /** False: this person has not allowed the app to act for them. Default: true. */
  readonly hasConsent?: boolean;
  readonly trace: Trace;
  /** A push belongs to the chain of the invocation that makes it; without an invocation it starts a new chain. */
  readonly chain?: string;
}

/** The `__forge_fetch__` of one invocation. */
export function platformFetch(options: PlatformOptions, invocation: CallingInvocation): ForgeFetch {
  const { installation, chain = randomUUID() } = invocation;
  return async (target, path, init) => {
    const kind = kindOf(target);
    if (kind === undefined) return refused(403, 'INVALID_REMOTE');
    const method = init.method ?? 'GET';
    const end = invocation.trace.start(kind, method, path);
    const stored = kind === 'kvs' ? beginStorageCall(options, installation.installationId, path, init) : undefined;
    let status = 0;
    try {
      // Yields to calls that were made at the same time, so that they really overlap.
      const latencyMs = options.latencyMs[kind === 'kvs' ? 'kvs' : 'confluence'];
      await delay(Math.max(latencyMs, stored?.leastMs ?? 0), init.signal ?? null);
      const proceed = () =>
        options.faults.call(kind, path, init.signal ?? null, async () => {
          if (options.isClosed()) throw new Error('The host is closed');
          if (stored !== undefined) return stored.answer();
          switch (kind) {
            case 'kvs':
              return noStorage();
            case 'confluence':
              return callConfluence(options, target, path, init, invocation);
            case 'gateway':
              return callGateway(options, { installation, chain }, path, init);
          }
        });
      const { intercept } = options;
      const response = await (intercept === undefined
        ? proceed()
        : intercept({ target: kind, method, path, body: init.body }, proceed));
      status = response.status;
      return response;
    } finally {
      stored?.end();
      end(status);
    }
  };
}

function kindOf({ type, provider, remote }: ForgeTarget): Target | undefined {
  if (type === 'kvs') return 'kvs';
  if (type !== 'fpp') return undefined;
  if (remote === 'confluence') return 'confluence';
  return remote === 'stargate' && provider === 'app' ? 'gateway' : undefined;
}

/** Undefined: the manifest has no scope for storage. */
function beginStorageCall(
  { manifest, storage }: PlatformOptions,
  installationId: string,
  path: string,
  init: ForgeFetchInit,
): StorageCall | undefined {
  if (!Object.hasOwn(manifest.scopes, 'storage:app')) return undefined;
  return storage.begin(installationId, path, JSON.parse(init.body ?? 'null'));
}

function noStorage(): Response {
  return Response.json({ code: 'UNAUTHORIZED', message: 'storage:app is missing' }, { status: 401 });
}

async function callConfluence(
  options: PlatformOptions,
  target: ForgeTarget,
  path: string,
  init: ForgeFetchInit,
  { accountId: invokerId, place, hasConsent = true }: CallingInvocation,
): Promise<Response> {
  const { confluence, manifest } = options;
  const url = new URL(path, options.siteUrl());
  const method = init.method ?? 'GET';
  const { assumptions } = options;
  const request = new Request(url, { method, headers: init.headers ?? {}, body: init.body ?? null });
  // For operations without OAuth, Forge has calls without a login.
  if (target.provider === 'none')
    return assumptions.has('no-anonymous-calls')
      ? refused(401, 'AUTH_TYPE_UNAVAILABLE')
      : answerOf(options, request, { kind: 'anonymous' });
  const alternatives = confluence.requiredScopes(method, url.pathname) ?? [[]];
  const granted = alternatives.filter((scopes) => scopes.every((scope) => Object.hasOwn(manifest.scopes, scope)));
  if (granted.length === 0)
    return Response.json({ code: 401, message: 'Unauthorized; scope does not match' }, { status: 401 });
  const isUnconsented = (scope: string) => assumptions.has('consented-to-less') && LATER_SCOPES.includes(scope);
  if (granted.every((scopes) => scopes.some(isUnconsented)))
    return Response.json({ code: 403, message: 'Forbidden; scope does not match' }, { status: 403 });

  let caller: Caller = { kind: 'app' };
  if (target.provider === 'user') {
    const accountId = target.accountId ?? invokerId;
    if (accountId === undefined) return refused(401, 'NEEDS_AUTHENTICATION_ERR');
    // Atlassian reports 403 and 404 for guests, without a sign of the platform (ECO-1450).
    if (confluence.isGuest(accountId)) return refusedPlainly(url.pathname);
    if (!hasConsent && target.accountId === undefined) return refused(401, 'NEEDS_AUTHENTICATION_ERR');
    // The platform treats an account that the app names as absent, even if it is the person who waits.
    const isImpersonation = target.accountId !== undefined;
    const mayImpersonate =
      confluence.impersonationRefusal(accountId) === undefined &&
      !options.notActingFor.has(accountId) &&
      (confluence.isSiteAdmin(accountId) || !options.assumptions.has('not-shared')) &&
      alternatives.some((scopes) => scopes.every((scope) => manifest.scopes[scope]?.allowImpersonation === true));
    const isRefusedHere = !hasConsent || refusesImpersonation(options.assumptions, place);
    if (isRefusedHere || (isImpersonation && !mayImpersonate))
      return options.assumptions.has('plain-refusals')
        ? refusedPlainly(url.pathname)
        : refused(403, 'AUTH_TYPE_UNAVAILABLE');
    caller = { kind: 'user', accountId, isThroughApp: true };
  } else if (target.provider !== 'app') {
    return refused(403, 'AUTH_TYPE_UNAVAILABLE');
  }
  return answerOf(options, request, caller);
}

/** The scopes that the first sites did not consent to. */
const LATER_SCOPES = ['read:space.permission:confluence', 'read:group:confluence', 'read:user:confluence'];

async function answerOf(options: PlatformOptions, request: Request, caller: Caller): Promise<Response> {
  const { confluence, rateLimits } = options;
  const { pathname } = new URL(request.url);
  const refusal = rateLimits.refuse(pathname);
  if (refusal !== undefined) return refusal;
  const answer = await rateLimits.count(request.method, pathname, await confluence.handle(request, caller));
  if (options.assumptions.has('slow-answers') && (await answer.clone().arrayBuffer()).byteLength > MOST_BYTES_IN_TIME)
    throw new DOMException('This operation was aborted', 'AbortError');
  // Atlassian does not document if the platform follows a redirect to its media service.
  if (answer.status !== 302 || options.assumptions.has('downloads-not-followed')) return answer;
  return confluence.mediaFile(answer.headers.get('location') ?? '') ?? answer;
}

/** Confluence takes a second for each MB, and a call of the app ends after 8 seconds. The test does not wait for them. */
const MOST_BYTES_IN_TIME = 8_000_000;

const PLAIN_STATUSES = [401, 403, 404] as const;

/** The same path always has the same status, and different paths have different ones. */
function refusedPlainly(pathname: string): Response {
  const sum = [...pathname].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return Response.json({ message: 'Refused' }, { status: PLAIN_STATUSES[sum % PLAIN_STATUSES.length] ?? 401 });
}

/** An error of the platform's proxy. This header distinguishes it from an answer of Confluence. */
function refused(status: number, code: string): Response {
  return Response.json({ message: code }, { status, headers: { 'forge-proxy-error': code } });
}

import { includesScope, partsOf, type Scope, type Scopes } from '../access/scope';
import { watchActing } from '../capabilities/watch-acting';
import { fingerprintKeyOf } from '../findings/fingerprint-key';
import { type Levels, readLevels } from '../classification/level-store';
import { provenKeyId, type Verification, verifyKey } from '../keys/verify-key';
import { lineOf } from '../keys/key-line';
import type { ApiKey } from '../keys/model';
import { openStorage } from '../people/open-storage';
import type { Row, Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../quota/host-points';
import { type Dependencies, type Invocation, openInvocation } from '../quota/invocation';
import { cursorsOf } from './cursor';
import { type Exchange, readExchange, type WebTriggerResponse } from './exchange';
import { countAndNote, keyCharge, noteAlone, type Price, readKeyBooks, runCounted } from './middleware/admission';
import { notVerified, requirePresentedKey, requireVerified } from './middleware/authentication';
import { readQuery, refuseSensitiveReasons } from './middleware/input';
import { refuseKeyInUrl } from './middleware/key-in-url';
import { deprecationHeaders } from './middleware/deprecation';
import { runOnce } from './middleware/idempotency';
import { type IdempotentCall, ofLine, readIdempotencyKey } from './middleware/idempotency-key';
import { logFailure, noteCall, recordRefusal } from './middleware/key-use';
import { requireLicense } from './middleware/license';
import { checkAccept, checkContentType } from './middleware/negotiation';
import { checkSizes } from './middleware/size-limits';
import { refuseTwoSpaces, runInSpace } from './middleware/space-key';
import { toProblem } from './failure';
import { rightsOf } from '../keys/key-rights';
import { createPasses304 } from './not-modified';
import { routesOf } from './parts';
import { Problem } from './problem';
import { withPlace } from './problem-place';
import { isNotModified, type RestResult, toProblemResponse, toResponse, withHeaders } from './response';
import { type AuthorizedRequest, type Prepared, type Route, templateOf } from './route';
import { createRouter, type Endpoint, type Router } from './router';

export interface RestDependencies extends Dependencies {
  /** Timeout of a whole request. */
  readonly requestLimitMs: number;
  /** Timeout of a call to storage that the response does not depend on. Default: 1 s. */
  readonly keyUseLimitMs?: number;
}

const KEY_USE_LIMIT_MS = 1_000;

const routerOfAll = createRouter(routesOf);

export type Rest = (event: unknown, context: unknown) => Promise<WebTriggerResponse>;

/** The REST API. The returned handler never rejects, because the platform would then respond with 424. */
export function createRest(dependencies: RestDependencies, router: Router = routerOfAll): Rest {
  const { random, log, clock } = dependencies;
  const passes304 = createPasses304(clock);
  return async (event, context) => {
    const requestId = random.uuid();
    const exchange = readExchange(event, context, requestId);
    if (exchange === undefined) {
      log('request.malformed', { requestId });
      const reply = { requestId, traceparent: undefined, method: 'GET', headers: new Map() };
      return toProblemResponse(reply, new Problem('INTERNAL_ERROR'));
    }
    const outcome = await answer(exchange, dependencies, router);
    const response =
      outcome instanceof Problem
        ? toProblemResponse(exchange, outcome)
        : toResponse(
            exchange,
            isNotModified(exchange, outcome) && (await passes304(exchange.installationId))
              ? { status: 304, headers: outcome.headers ?? {} }
              : outcome,
          );
    log('request', {
      requestId,
      traceparent: exchange.traceparent,
      method: exchange.method.slice(0, 16),
      status: response.statusCode,
      code: outcome instanceof Problem ? outcome.code : undefined,
    });
    return response;
  };
}

async function answer(
  exchange: Exchange,
  dependencies: RestDependencies,
  router: Router,
): Promise<RestResult | Problem> {
  const { requestId, installationId } = exchange;
  const opened = openInvocation(dependencies, { requestId, installationId, limitMs: dependencies.requestLimitMs });
  const asProblem = (error: unknown) => toProblem(error, requestId, dependencies.log);
  try {
    checkSizes(exchange);
    if (exchange.path.startsWith('/probe/')) {
      const { answerWebProbe } = await import('./web-probe');
      const answered = await answerWebProbe(exchange, opened);
      if (answered !== undefined) return answered;
    }
    const { endpoint, parameters } = await router(exchange.path);
    if (exchange.method === 'OPTIONS') return { status: 204, headers: { Allow: allowedMethods(endpoint) } };
    // HEAD runs as GET; the response omits the body.
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    const operation = endpoint.operations.find((candidate) => candidate.method === method);
    if (operation === undefined) {
      const allowed = allowedMethods(endpoint);
      throw new Problem('METHOD_NOT_ALLOWED', {
        detail: `The route supports ${allowed}.`,
        headers: { Allow: allowed },
      });
    }
    refuseKeyInUrl(exchange);
    if (!('answer' in operation)) {
      const served = await serve(exchange, operation, parameters, opened, dependencies).catch(asProblem);
      const outcome = served instanceof Problem ? withPlace(served, exchange, parameters) : served;
      const { Link } = (outcome instanceof Problem ? outcome.options.headers : outcome.headers) ?? {};
      return withHeaders(outcome, deprecationHeaders(operation, Link));
    }
    checkAccept(exchange);
    readQuery(exchange, undefined);
    return await operation.answer({ ...opened, exchange });
  } catch (error) {
    return withPlace(asProblem(error), exchange);
  }
}

/**
 * Serves a route that requires a key. The order of the checks decides which problem a caller gets: the form of the
 * request first, then the validity of the key, then its permissions.
 */
async function serve(
  exchange: Exchange,
  route: Route,
  parameters: Readonly<Record<string, string>>,
  opened: Invocation,
  { answers, keyUseLimitMs = KEY_USE_LIMIT_MS }: RestDependencies,
): Promise<RestResult | Problem> {
  const { requestId, installationId, now, storage, quotas, log } = opened;
  const { presented, peppers } = requirePresentedKey(exchange, opened.peppers(), log);
  const asked = prepare(exchange, route, parameters, presented.keyId);

  const brief = openStorage(opened.deadline, opened.clock, keyUseLimitMs);
  const [keyRow, levels, books] = await awaitAll([
    storage.read('api-key', presented.keyId),
    readLevels(storage, installationId),
    readKeyBooks(
      presented.keyId,
      quotas,
      { once: 'once' in asked ? asked.once : undefined, license: route.method !== 'GET' },
      { patient: storage, brief },
    ),
  ]);

  const verification = verifyKey(presented, keyRow, installationId, now);
  if (verification.outcome === 'invalid') throw notVerified(exchange, verification, log);
  const keyId = provenKeyId(verification);
  const call = { keyId, now, route: nameOf(route), requestId };
  const isGood = verification.outcome === 'verified';
  const use = 'failure' in books.use ? undefined : noteCall(call, books.use, isGood, log);
  if ('failure' in books.use) logFailure(call, books.use.failure, log);

  // An invalid key consumes no quota.
  const counting =
    quotas === 'off' || verification.outcome !== 'verified'
      ? noteAlone(call, use?.due, brief, log)
      : countAndNote(
          { ...opened, quotas, ...keyCharge(keyId) },
          books.counters,
          priceOf(route, asked, {
            isInScope: hasScope(route, rightsOf(verification.key.record).scopes),
            isRepeated: books.once?.value !== undefined,
            levels,
          }),
          use?.due,
        );

  const watched = watchActing(counting.meter(opened.unpaid));
  const run = async (gated: Storage): Promise<RestResult> => {
    const admit = (found: Verification) => {
      const key = requireVerified(exchange, found, log);
      requireScope(route, rightsOf(key.record).scopes);
      return key;
    };
    const key = admit(verification);
    if (asked instanceof Problem) throw asked;
    const { prepared, once } = asked;
    if (route.body !== undefined && route.dropsReasons === undefined) await refuseSensitiveReasons(exchange, now);
    const authorized = (writable: Storage, keep: AuthorizedRequest['keep']): AuthorizedRequest => ({
      ...opened,
      exchange,
      key,
      levels,
      storage: writable,
      keep,
      confluence: watched.confluence,
      mirrorRoom: counting.mirrorRoom,
      pagesWithin: counting.pagesWithin,
      requirePages: counting.requirePages,
      peppers: () => peppers,
      fingerprintKey: () => fingerprintKeyOf(peppers, installationId),
      cursors: cursorsOf({ peppers, installationId, readerId: lineOf(key), now }),
      reverify: (row) => admit(verifyKey(presented, row, installationId, now)),
    });
    const keepNothing = () => [];
    const runLicensed: Prepared['run'] = async (request) => {
      requireLicense(route, books.license, now);
      return runInSpace({ route, parameters, prepared }, request);
    };
    if (once === undefined || books.once === undefined) return runLicensed(authorized(gated, keepNothing));
    const mark = await markOfLine(storage, key, { call: once, row: books.once });
    return runOnce(
      { ...mark, storage: gated, now, requestId, log },
      ({ storage: writable, keep }) => runLicensed(authorized(writable, keep)),
      (answer) => replay(prepared, authorized(gated, keepNothing), answer),
    );
  };
  const asProblem = (error: unknown) => toProblem(error, requestId, log);
  const { outcome, isNoted } = await runCounted(counting, storage, run, asProblem);
  if (use !== undefined && isNoted) await recordRefusal(call, use.after, outcome, { storage: brief, log });
  const acting = watched.acting();
  // The platform refuses to act as a person who is no longer active, which says nothing about others.
  const isAboutPerson = outcome instanceof Problem && outcome.code === 'API_KEY_OWNER_INACTIVE';
  if (acting !== undefined && !isAboutPerson) {
    await answers?.record(brief, installationId, { probe: 'act-as-person.web-trigger', ...acting }, now);
  }
  return outcome;
}

/**
 * A request that is refused for its content or its scope counts like any other; otherwise guessing would be free.
 * It has no points, because it makes no call to Confluence.
 */
function priceOf(
  route: Route,
  asked: Asked | Problem,
  known: { readonly isInScope: boolean; readonly isRepeated: boolean; readonly levels: Levels },
): Price {
  const prepared: Pick<Prepared, 'units' | 'points'> = asked instanceof Problem ? {} : asked.prepared;
  const { units = 1, points = POINTS_OF_A_PAGE } = prepared;
  const writes = route.method === 'GET' ? {} : { 'key-write': units };
  const cost = { key: 1, ...writes, ...(route.pushesMirror === true ? { 'mirror-event': 1 } : {}), site: 1 };
  const none = { cost, checkPoints: 0, isDeferred: false };
  if (asked instanceof Problem || !known.isInScope) return none;
  // A replayed response may need no call to Confluence. A bulk request is charged in full before the first page is
  // changed.
  if (points === 'when-known' || (known.isRepeated && units === 1)) return { ...none, isDeferred: true };
  if (points === 'creator-check')
    return { ...none, cost: { ...cost, 'key-check': 1 }, checkPoints: POINTS_OF_A_PERSON };
  return { ...none, cost: { ...cost, host: typeof points === 'number' ? points : points(known.levels) } };
}

interface Mark {
  readonly call: IdempotentCall;
  readonly row: Row;
}

/**
 * An Idempotency-Key belongs to the line of keys, which is known only from the key's record. The row that is read
 * together with the record is therefore correct for the first key of a line; its successors need another read.
 */
async function markOfLine(storage: Storage, key: ApiKey, mark: Mark): Promise<Mark> {
  const lineId = lineOf(key);
  if (lineId === key.keyId) return mark;
  const call = ofLine(mark.call, lineId);
  return { call, row: await storage.read('idempotency', call.rowKey) };
}

/** Every route that accepts an Idempotency-Key decides again which part of an earlier response the key may see. */
function replay(prepared: Prepared, request: AuthorizedRequest, answer: RestResult | Problem): Promise<RestResult> {
  if (prepared.replay === undefined) throw new Error('a route that keeps answers does not decide on their replay');
  return prepared.replay(request, answer);
}

/** A well-formed request. */
interface Asked {
  readonly prepared: Prepared;
  readonly once: IdempotentCall | undefined;
}

/** The parsed input or its problem. Known early, but returned only to callers who are authorized to see it. */
function prepare(
  exchange: Exchange,
  route: Route,
  parameters: Readonly<Record<string, string>>,
  keyId: string,
): Asked | Problem {
  try {
    checkAccept(exchange, 'mediaType' in route.success ? route.success.mediaType : undefined);
    if (route.body !== undefined) checkContentType(exchange);
    const prepared = route.prepare(exchange, parameters);
    // A route with query parameters has already read them.
    if (route.query === undefined) readQuery(exchange, undefined);
    refuseTwoSpaces(exchange);
    return { prepared, once: readIdempotencyKey(exchange, route, keyId) };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function hasScope(route: Route, granted: Scopes): boolean {
  return missingScope(route, granted) === undefined;
}

function missingScope({ scope, alsoScope }: Route, granted: Scopes): Scope | undefined {
  return [scope, alsoScope].find((one) => one !== undefined && !includesScope(granted, one));
}

function requireScope(route: Route, granted: Scopes): void {
  const scope = missingScope(route, granted);
  if (scope === undefined) return;
  const { area } = partsOf(scope);
  const rank = granted[area];
  const has = rank === 'none' ? `no ${area} scope` : `${area}::${rank}`;
  throw new Problem('INSUFFICIENT_SCOPE', {
    detail: `${nameOf(route)} needs ${scope}; this key has ${has}.`,
    requiredScope: scope,
  });
}

/** In its documented form: `GET /v1/page-level/by-page/{pageId}`. */
function nameOf({ method, path }: Route): string {
  return `${method} ${templateOf(path)}`;
}

function allowedMethods({ operations }: Endpoint): string {
  return [...operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

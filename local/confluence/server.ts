import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { type Access, accessOfAccount, anonymousAccess } from './access';
import { administer } from './administration';
import { type Changes, type IsVisibleToApp, recordChanges } from './changes';
import type { CqlProperty } from './cql';
import { applyPart } from './long-tasks';
import { closedSpaceIds, unjoinedSpaceIds } from './data-policies';
import { Call, type Endpoint, type ScopeAlternatives } from './endpoint';
import type { PlatformSwitches } from '../forge/assumptions';
import type { Caller } from './caller';
import { apiOf, forbidden, Refusal, refusalResponse, unauthenticated } from './refusal';
import { type Origin, type ProductEvent, productEvents, SPACE_ACCESS_EVENT } from './product-events';
import type { User } from './rows';
import type { Site } from './site';

export interface ServerOptions {
  readonly site: Site;
  readonly endpoints: readonly Endpoint[];
  readonly baseUrl: () => string;
  readonly now: () => Date;
  readonly onEvent: (event: ProductEvent, reachesApp: boolean) => void;
  /** Undefined: before this host started. */
  readonly appInstalledAt: () => Date | undefined;
  readonly hasGuard: boolean;
  readonly assumptions: PlatformSwitches;
  readonly properties: ReadonlyMap<string, CqlProperty>;
  readonly copiesProperties: boolean;
}

/** Queries cannot name any property. */
const NO_PROPERTIES: ReadonlyMap<string, CqlProperty> = new Map();

interface Environment {
  Bindings: { caller: Caller };
}

/** People without a login have no account, so nothing is ever written in this name. */
const ANONYMOUS: User = {
  accountId: '',
  email: '',
  displayName: 'Anonymous',
  accountType: 'atlassian',
  active: true,
  siteAdmin: false,
  mayUseConfluence: false,
};

function userOf(site: Site, caller: Caller): User | undefined {
  switch (caller.kind) {
    case 'app':
      return site.people.app();
    case 'user':
      return site.people.byAccountId(caller.accountId);
    case 'anonymous':
      return ANONYMOUS;
  }
}

/** The endpoints that answer about public spaces. The others require a license. */
const PUBLIC_PATH =
  /^\/wiki\/(api\/v2\/(pages|blogposts|spaces|labels|attachments|footer-comments|inline-comments)(\/|$)|rest\/api\/search$)/;

/**
 * The answer for people without a license or a login. They get public content. Everything else looks the same to them,
 * whether it exists or not.
 */
async function answerPublicly(endpoint: Endpoint, call: Call, caller: Caller): Promise<Response> {
  const { pathname } = call.url;
  const isPublic = endpoint.method === 'GET' && PUBLIC_PATH.test(pathname) && !call.access.isEmpty;
  try {
    if (isPublic || endpoint.isOpen === true) return await endpoint.handle(call);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
  }
  if (caller.kind === 'anonymous') return unauthenticated(pathname);
  throw forbidden('Current user not permitted to use Confluence');
}

/** One table of endpoints serves both routing and scope checks. */
export function createServer(options: ServerOptions) {
  const { site, endpoints } = options;
  const app = new Hono<Environment>();
  const scopes = new TrieRouter<ScopeAlternatives>();
  const accessOfApp = (isExempt = false): Access =>
    accessOfAccount(site, site.people.app().accountId, [
      ...(isExempt ? [] : closedSpaceIds(site, options.assumptions)),
      ...unjoinedSpaceIds(site, options.assumptions, options.now(), options.appInstalledAt()),
    ]);
  const isVisibleToApp: IsVisibleToApp = (content) =>
    options.assumptions.has('restricted-events') || accessOfApp().to(content).read;

  const send = (origin: Origin, changes: Changes): void => {
    const isUnsent = ({ eventType }: ProductEvent) =>
      eventType === SPACE_ACCESS_EVENT && options.assumptions.has('no-space-access-event');
    for (const { event, reachesApp } of productEvents(origin, changes))
      options.onEvent(event, reachesApp && !isUnsent(event));
  };

  /** Makes the changes of slow tasks whose time has come. Cascading deletions and moves send no events. */
  const continueTasks = async (): Promise<void> => {
    const continued = site.tasks.takeDue(options.now().getTime()).map(async (part) => {
      const accountId = site.tasks.byId(part.taskId)?.accountId ?? '';
      const user = site.people.byAccountId(accountId) ?? ANONYMOUS;
      const { changes } = await recordChanges(() => applyPart(site, part), isVisibleToApp);
      if (part.work !== 'archive-page') return;
      const isApp = accountId === site.people.app().accountId;
      send({ site, user, isApp, now: new Date(part.dueAt).toISOString() }, changes);
    });
    await Promise.all(continued);
  };

  for (const endpoint of endpoints) {
    scopes.add(endpoint.method, endpoint.path, endpoint.scopes);
    app.on(endpoint.method, endpoint.path, async (context) => {
      await continueTasks();
      const { caller } = context.env;
      const user = userOf(site, caller);
      const url = new URL(context.req.url);
      if (user === undefined || !user.active) return unauthenticated(url.pathname);
      const parameters = context.req.param();
      const callWith = (access: Access) =>
        new Call(
          site,
          context.req.raw,
          url,
          parameters,
          user,
          caller.kind === 'app',
          access,
          options.now().toISOString(),
          options.baseUrl(),
          options.hasGuard,
          options.assumptions.has('no-search-alias') ? NO_PROPERTIES : options.properties,
          options.copiesProperties,
          options.assumptions,
        );
      if (!user.mayUseConfluence) {
        const access = caller.kind === 'anonymous' ? anonymousAccess(site) : accessOfAccount(site, user.accountId);
        return answerPublicly(endpoint, callWith(access), caller);
      }
      const isThroughApp = caller.kind === 'app' || (caller.kind === 'user' && caller.isThroughApp === true);
      const isExempt = endpoint.isExemptFromPolicies === true;
      const closed = isThroughApp && !isExempt ? closedSpaceIds(site, options.assumptions) : [];
      const call = callWith(
        caller.kind === 'app' ? accessOfApp(isExempt) : accessOfAccount(site, user.accountId, closed),
      );
      const { result, changes } = await recordChanges(() => endpoint.handle(call), isVisibleToApp);
      send(call, changes);
      return result;
    });
  }

  app.notFound((context) => {
    const { method } = context.req;
    const { pathname } = new URL(context.req.url);
    return refusalResponse(
      new Refusal(501, `${method} ${pathname} is not modeled by the local Confluence`),
      apiOf(pathname),
    );
  });

  app.onError((error, context) => {
    const api = apiOf(new URL(context.req.url).pathname);
    if (error instanceof Refusal) return refusalResponse(error, api);
    return refusalResponse(new Refusal(500, `The local Confluence failed: ${error.message}`), api);
  });

  return {
    continueTasks,
    administer: async (request: Request): Promise<Response> => {
      const { result, changes } = await recordChanges(() => administer(site, request), isVisibleToApp);
      const user = site.people.all().find(({ siteAdmin }) => siteAdmin) ?? ANONYMOUS;
      send({ site, user, isApp: false, now: options.now().toISOString() }, changes);
      return result;
    },
    handle: async (request: Request, caller: Caller): Promise<Response> => {
      try {
        return await app.fetch(request, { caller });
      } catch (error) {
        // hono answers errors of endpoints; this covers errors outside them, such as an unreadable URL.
        const reason = error instanceof Error ? error.message : 'unknown error';
        return refusalResponse(new Refusal(500, `The local Confluence failed: ${reason}`), 'v1');
      }
    },
    requiredScopes: (method: string, pathname: string): ScopeAlternatives | undefined => {
      const [matches] = scopes.match(method === 'HEAD' ? 'GET' : method, pathname);
      return matches[0]?.[0];
    },
  };
}

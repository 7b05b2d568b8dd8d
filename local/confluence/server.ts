import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { accessOfAccount } from './access';
import { recordChanges } from './changes';
import { Call, type Endpoint, type ScopeAlternatives } from './endpoint';
import type { Caller } from './caller';
import { apiOf, forbidden, Refusal, refusalResponse, unauthenticated } from './refusal';
import { type ProductEvent, productEvents } from './product-events';
import type { Site } from './site';

export interface ServerOptions {
  readonly site: Site;
  readonly endpoints: readonly Endpoint[];
  readonly baseUrl: () => string;
  readonly now: () => Date;
  readonly onEvent: (event: ProductEvent) => void;
  readonly hasGuard: boolean;
}

interface Environment {
  Bindings: { caller: Caller };
}

/** One table of endpoints serves both routing and scope checks. */
export function createServer(options: ServerOptions) {
  const { site, endpoints } = options;
  const app = new Hono<Environment>();
  const scopes = new TrieRouter<ScopeAlternatives>();

  for (const endpoint of endpoints) {
    scopes.add(endpoint.method, endpoint.path, endpoint.scopes);
    app.on(endpoint.method, endpoint.path, async (context) => {
      const { caller } = context.env;
      const user = caller.kind === 'app' ? site.people.app() : site.people.byAccountId(caller.accountId);
      const url = new URL(context.req.url);
      if (user === undefined || !user.active) return unauthenticated(url.pathname);
      if (!user.mayUseConfluence) throw forbidden('Current user not permitted to use Confluence');
      const access = accessOfAccount(site, user.accountId);
      const parameters = context.req.param();
      const call = new Call(
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
      );
      const { result, changes } = await recordChanges(() => endpoint.handle(call));
      for (const event of productEvents(call, changes)) options.onEvent(event);
      return result;
    });
  }

  app.notFound((context) => {
    const { method } = context.req;
    const { pathname } = new URL(context.req.url);
    return refusalResponse(
      new Refusal(501, `${method} ${pathname} is not modelled by the local Confluence`),
      apiOf(pathname),
    );
  });

  app.onError((error, context) => {
    const api = apiOf(new URL(context.req.url).pathname);
    if (error instanceof Refusal) return refusalResponse(error, api);
    return refusalResponse(new Refusal(500, `The local Confluence failed: ${error.message}`), api);
  });

  return {
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

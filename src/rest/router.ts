import { TrieRouter } from 'hono/router/trie-router';
import { checkPath } from './middleware/path';
import { openApiOperation } from './openapi-operation';
import { Problem } from './problem';
import type { OpenOperation, OpenRoute, Route } from './route';

/** A path and its operations. */
export interface Endpoint {
  readonly operations: readonly (Route | OpenOperation)[];
}

/** Finds the operations of a path. */
export type Router = (path: string) => Promise<{
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}>;

/** The operations below `/v1/{resource}`. Returns the same array for the same resource. */
type RoutesOf = (resource: string) => Promise<Operations>;

type Operations = readonly (OpenRoute | Route)[];

/**
 * Hono's router alone, without its Request and Response, because a WHATWG Request would strip a byte order mark from
 * the body, resolve `%2e%2e`, refuse TRACE, and drop the body of a GET. It holds no data of a site.
 * @returns a function that rejects with Problem 404, 400 INVALID_PATH_ENCODING
 */
export function createRouter(routesOf: RoutesOf): Router {
  const routers = new Map<Operations, TrieRouter<Endpoint>>();
  return async (path) => {
    const verdict = checkPath(path);
    if (verdict === 'bad-encoding') {
      throw new Problem('INVALID_PATH_ENCODING', { detail: 'Percent-encode UTF-8, once.' });
    }
    const [match] = verdict === 'ok' ? await matches(decodeURIComponent(path)) : [];
    if (match === undefined) throw new Problem('ROUTE_NOT_FOUND', { detail: 'GET /v1/openapi.json lists the routes.' });
    const [endpoint, parameters] = match;
    return {
      endpoint,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
    };
  };

  async function matches(path: string) {
    const routes = await routesOf(path.split('/')[2] ?? '');
    const router = routers.get(routes) ?? routerOf(routes);
    // Do not cache unknown resources, because each lookup returns a new empty list.
    if (routes.length > 0) routers.set(routes, router);
    return router.match('ALL', path)[0];
  }
}

function routerOf(routes: Operations): TrieRouter<Endpoint> {
  const operations: readonly (Route | OpenOperation)[] = [...routes, openApiOperation];
  const router = new TrieRouter<Endpoint>();
  for (const path of new Set(operations.map((operation) => operation.path))) {
    router.add('ALL', path, { operations: operations.filter((operation) => operation.path === path) });
  }
  return router;
}

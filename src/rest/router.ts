import { TrieRouter } from 'hono/router/trie-router';
import { checkPath } from './middleware/path';
import { openApiOperation } from './openapi-operation';
import { Problem } from './problem';
import type { OpenOperation, Route } from './route';
import { routes } from './routes';

/** A path and what can be done there. */
export interface Endpoint {
  readonly operations: readonly (Route | OpenOperation)[];
}

const operations: readonly (Route | OpenOperation)[] = [...routes, openApiOperation];

/**
 * Hono's router alone, without its Request and Response: a WHATWG Request would strip a byte order mark from the body,
 * resolve `%2e%2e`, refuse TRACE, and drop the body of a GET. Built when the module is loaded; it holds nothing of a site.
 */
const router = new TrieRouter<Endpoint>();
for (const path of new Set(operations.map((operation) => operation.path))) {
  router.add('ALL', path, { operations: operations.filter((operation) => operation.path === path) });
}

/** @throws Problem 404, 400 INVALID_PATH_ENCODING */
export function findEndpoint(path: string): {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
} {
  const verdict = checkPath(path);
  if (verdict === 'bad-encoding') throw new Problem('INVALID_PATH_ENCODING', { detail: 'Percent-encode UTF-8, once.' });
  const [match] = verdict === 'ok' ? router.match('ALL', decodeURIComponent(path))[0] : [];
  if (match === undefined) throw new Problem('ROUTE_NOT_FOUND', { detail: 'GET /v1/openapi.json lists the routes.' });
  const [endpoint, parameters] = match;
  return {
    endpoint,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
}

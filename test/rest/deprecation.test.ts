import { parseItem } from 'structured-headers';
import { systemRandom } from '../../src/platform/random';
import { createRest } from '../../src/rest/app';
import { deprecationHeaders } from '../../src/rest/middleware/deprecation';
import { buildOpenApi } from '../../src/rest/openapi';
import type { Route } from '../../src/rest/route';
import { createRouter } from '../../src/rest/router';
import { routes } from '../../src/rest/routes';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { openSite, type Site } from '../support/site';

/** An operation that will be removed announces it in its headers. No operation does today. */

const DEPRECATED = {
  since: '2026-01-01T00:00:00.000Z',
  sunset: '2026-12-31T23:59:59.000Z',
  link: 'https://page-classification.example/migration',
};
const LINKS = ['deprecation', 'sunset'].map((relation) => `<${DEPRECATED.link}>; rel="${relation}"; type="text/html"`);

const withDeprecated: readonly Route[] = routes.map((route) =>
  /^(getOwnKey|listPageLevels)$/.test(route.operationId) ? { ...route, deprecated: DEPRECATED } : route,
);

let site: Site;
beforeEach(() => {
  const dependencies = {
    clock: () => new Date(),
    random: systemRandom,
    log: () => undefined,
    peppers: () => [PEPPER] as const,
    rateLimits: () => undefined,
    requestLimitMs: 20_000,
    hostLimitMs: 8_000,
  };
  const rest = createRest(
    dependencies,
    createRouter(() => Promise.resolve(withDeprecated)),
  );
  site = openSite({ app: { rest, admin: () => Promise.resolve(undefined) } });
});
afterEach(() => site.close());

it.each([
  ['a success', '/v1/key', 200],
  ['a refusal', '/v1/key?x=1', 400],
])('a deprecation is announced in every response of the operation: %s', async (_what, path, status) => {
  const { key } = await aStoredKey(site);
  const answer = await site.rest('GET', path, { key });
  expect(answer.status).toBe(status);
  const [since] = parseItem(answer.header('Deprecation') ?? '');
  expect(since).toEqual(new Date(DEPRECATED.since));
  expect(answer.header('Sunset')).toBe('Thu, 31 Dec 2026 23:59:59 GMT');
  expect(answer.header('Link')).toBe(LINKS.join(', '));
  expect(answer.header('RateLimit')).toBeDefined();
});

it('the announcement of a deprecation keeps the other links of a response', () => {
  const [route] = withDeprecated.filter(({ deprecated }) => deprecated !== undefined);
  if (route === undefined) throw new Error('no operation is deprecated');
  const next = '</v1/page-level?cursor=x>; rel="next"';
  expect(deprecationHeaders(route, next)['Link']).toBe([next, ...LINKS].join(', '));
});

it('a deprecation is announced before authentication', async () => {
  const answer = await site.rest('GET', '/v1/key');
  expect([answer.status, answer.header('Deprecation')]).toEqual([401, '@1767225600']);
});

it('a deprecation is not announced by any other operation', async () => {
  const { key } = await aStoredKey(site);
  for (const path of ['/v1/level', '/v1/openapi.json', '/v1/nothing']) {
    const { headers } = await site.rest('GET', path, { key });
    expect(Object.keys(headers).filter((name) => /^(deprecation|sunset|link)$/i.test(name))).toEqual([]);
  }
});

it('a deprecation is marked in the document, and applies to no operation today', () => {
  const marked = (table: readonly Route[]) =>
    Object.values(
      (buildOpenApi(table, []) as { paths: Record<string, Record<string, { deprecated?: true; operationId: string }>> })
        .paths,
    )
      .flatMap((operations) => Object.values(operations))
      .filter(({ deprecated }) => deprecated === true)
      .map(({ operationId }) => operationId);
  expect(marked(withDeprecated).sort()).toEqual(['getOwnKey', 'listPageLevels']);
  expect(marked(routes)).toEqual([]);
});

it('a deprecation in the document is one of an operation, so that it has dates', () => {
  const marks = (table: readonly Route[]) => JSON.stringify(buildOpenApi(table, [])).match(/"deprecated":/g) ?? [];
  for (const table of [routes, withDeprecated])
    expect(marks(table)).toHaveLength(table.filter(({ deprecated }) => deprecated !== undefined).length);
});

it('a deprecated operation ends at least six months after its deprecation', () => {
  const SIX_MONTHS_MS = 182 * 86_400_000;
  for (const { deprecated } of [...routes, ...withDeprecated]) {
    if (deprecated === undefined) continue;
    expect(Date.parse(deprecated.sunset) - Date.parse(deprecated.since)).toBeGreaterThanOrEqual(SIX_MONTHS_MS);
  }
});

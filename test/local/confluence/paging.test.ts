import * as z from 'zod';
import { DEMO_PAGES } from '../../../local/demo';
import { idsOf, listOf, v1ErrorOf, v2ErrorOf } from './answers';
import { aSite, BASE_URL } from './simulated-site';

const site = aSite();
const admin = site.as('admin');

async function collect(first: string, prefix = ''): Promise<{ ids: string[]; requests: number }> {
  const ids: string[] = [];
  let requests = 0;
  let next: string | undefined = first;
  while (next !== undefined) {
    const answer = await admin.get(next);
    const links = z.object({ _links: z.object({ next: z.string().optional() }) }).parse(answer.json)._links;
    const results = z
      .object({
        results: z.array(z.object({ id: z.string().optional(), content: z.object({ id: z.string() }).optional() })),
      })
      .parse(answer.json).results;
    ids.push(...results.map((one) => one.id ?? one.content?.id ?? ''));
    requests += 1;
    next = links.next === undefined ? undefined : `${prefix}${links.next}`;
  }
  return { ids, requests };
}

it.each([
  ['/wiki/api/v2/pages', ''],
  ['/wiki/api/v2/pages?sort=-title', ''],
  ['/wiki/api/v2/spaces', ''],
  ['/wiki/api/v2/spaces/98306/pages', ''],
  ['/wiki/api/v2/spaces/98306/permissions', ''],
  ['/wiki/rest/api/search?cql=type%3Dpage', '/wiki'],
  ['/wiki/rest/api/content/search?cql=type%3Dpage%20order%20by%20title%20desc', '/wiki'],
])('the pages of %s together are the whole list', async (path, prefix) => {
  const join = path.includes('?') ? '&' : '?';
  const whole = await collect(`${path}${join}limit=250`, prefix);
  expect(whole.requests).toBe(1);
  for (const limit of [1, 2, 7]) {
    const parts = await collect(`${path}${join}limit=${limit}`, prefix);
    expect(parts.ids).toEqual(whole.ids);
    expect(parts.requests).toBe(Math.ceil(whole.ids.length / limit));
  }
});

it('v2 returns the next page in _links and in the Link header, and neither on the last page', async () => {
  const first = await admin.get('/wiki/api/v2/pages?limit=2');
  const next = listOf(first)._links.next ?? '';
  expect(next).toMatch(/^\/wiki\/api\/v2\/pages\?limit=2&cursor=[\w-]+$/);
  expect(first.headers.get('link')).toBe(`<${next}>; rel="next", <${BASE_URL}/wiki>; rel="base"`);
  const last = await admin.get('/wiki/api/v2/pages?limit=250');
  expect(listOf(last)._links.next).toBeUndefined();
  expect(last.headers.get('link')).toBe(`<${BASE_URL}/wiki>; rel="base"`);
});

it('v1 search returns the next page without the context path', async () => {
  const answer = await admin.get('/wiki/rest/api/search?cql=type%3Dpage&limit=2');
  expect(answer.json).toMatchObject({
    size: 2,
    limit: 2,
    _links: {
      base: `${BASE_URL}/wiki`,
      context: '/wiki',
      next: expect.stringMatching(/^\/rest\/api\/search\?.*cursor=/),
    },
  });
});

it('a wrong cursor, or the cursor of another query, is a 400', async () => {
  const next = listOf(await admin.get('/wiki/api/v2/pages?limit=2'))._links.next ?? '';
  const cursor = new URL(next, BASE_URL).searchParams.get('cursor') ?? '';
  for (const path of [
    '/wiki/api/v2/pages?cursor=nonsense',
    '/wiki/api/v2/pages?cursor=',
    `/wiki/api/v2/pages?cursor=${cursor.slice(0, -4)}`,
    `/wiki/api/v2/pages?sort=title&cursor=${cursor}`,
    `/wiki/api/v2/spaces?cursor=${cursor}`,
  ]) {
    expect(v2ErrorOf(await admin.get(path))).toMatch(/^400 .*not a valid cursor/);
  }
  expect(v1ErrorOf(await admin.get(`/wiki/rest/api/search?cql=type%3Dpage&cursor=${cursor}`))).toMatch(
    /^400 .*not a valid cursor/,
  );
});

it.each(['0', '-1', '251', 'ten', ''])('limit=%s is a 400', async (limit) => {
  expect((await admin.get(`/wiki/api/v2/pages?limit=${limit}`)).status).toBe(400);
});

it('a page that is deleted during a listing causes no other page to be missed', async () => {
  const own = aSite();
  const reader = own.as('outsider');
  const first = await reader.get('/wiki/api/v2/pages?limit=3');
  await own.as('admin').delete(`/wiki/api/v2/pages/${DEMO_PAGES.welcome}`);
  const second = await reader.get(listOf(first)._links.next ?? '');
  expect([...idsOf(first), ...idsOf(second)]).toEqual([
    DEMO_PAGES.openHome,
    DEMO_PAGES.welcome,
    DEMO_PAGES.officeGuide,
    DEMO_PAGES.travelPolicy,
    DEMO_PAGES.securityBasics,
    DEMO_PAGES.supplierList,
  ]);
  // Also if it is the page of the cursor itself.
  await own.as('admin').delete(`/wiki/api/v2/pages/${DEMO_PAGES.supplierList}`);
  expect(idsOf(await reader.get(listOf(second)._links.next ?? ''))).toEqual([DEMO_PAGES.glossary]);
});

it('v1 lists page by start and limit', async () => {
  const answer = await admin.get('/wiki/rest/api/group?start=1&limit=1');
  expect(answer.json).toMatchObject({ start: 1, limit: 1, size: 1, results: [{ name: 'confluence-users' }] });
});

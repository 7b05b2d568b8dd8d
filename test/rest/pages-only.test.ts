import { ADMIN, DEMO_SPACES } from '../../local/demo';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { payloadOf } from '../admin/payloads';
import { PAYLOADS } from '../surfaces/payloads';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { aBlogPost, aPage, expectOk } from '../support/wiki-pages';
import { isReadRequest, routeRequests } from './route-requests';

/** Clients that know only pages see no difference on a site with blog posts. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: Site;
let key: string;
let levelId: string;
/** The last ones that were published. */
let posts: readonly string[];
beforeAll(async () => {
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
  ({ key } = await site.createKey({ detectionScope: 'manage', expiresOn: '2027-11-01' }));
  ({ levelId } = levelNamed(site, 'Restricted'));
  const rule = { levelId, maxPeople: 1, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
  for (const [path, body] of [
    ['/v1/setting/review', { rules: [{ levelId, months: 1, reviewers: 'owner' }] }],
    ['/v1/setting/exposure', { rules: [rule] }],
  ] as const)
    expect((await site.rest('PUT', path, { key, body })).status).toBe(200);
});
afterAll(() => site.close());

async function settle(): Promise<void> {
  for (let minute = 0; minute < 15; minute += 1) {
    nowMs += MINUTE_MS;
    if (minute % 5 === 0) await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.settle();
  }
}

/** Content with values, of which one has no level, and whose levels are due for a review. */
async function publish(make: typeof aPage): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, spaceId] of [DEMO_SPACES.OPEN, DEMO_SPACES.ENG, DEMO_SPACES.ENG].entries()) {
    const text = `Card: 4539 1488 0343 6467. Password: tr0ub4dor-${index}-horse.`;
    const pageId = await make(site, { spaceId, text });
    if (index > 0) await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    ids.push(pageId);
  }
  const scan = { key, body: { site: true }, headers: { 'Idempotency-Key': crypto.randomUUID() } };
  expect((await site.rest('POST', '/v1/detection/scan', scan)).status).toBe(202);
  await settle();
  nowMs += 40 * DAY_MS;
  await settle();
  return ids;
}

/** They record actions on all content. */
const LOGS = ['GET /v1/audit', 'listAudit', 'exportAudit'];

/** Some of the answers that contain the pages, so that the comparison is about lists that are not empty. */
const WITH_PAGES = [
  ...[
    'page-level',
    'page-exposure',
    'page-exposure/export',
    'page-review',
    'change',
    'detection',
    'detection/export',
  ].map((name) => `GET /v1/${name}`),
  ...['listPages', 'listExposure', 'exportPageLevels', 'exportLevelChanges', 'listFindings', 'groupFindings'],
  ...['exportFindings', 'listMyPages in home', 'findByLevel in home', 'findInSpace in space-classification'],
  ...['listSpaceFindings', 'listSpaceReviews', 'exportSpace'].map((name) => `${name} in space-classification`),
];

/** The answers of all operations that read, with their default arguments, without times, cursors and random ids. */
async function readAll(): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const add = (name: string, answer: string) =>
    answers.set(
      name,
      answer
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
        .replace(/cursor=[^"&]+|"cursor":"[^"]+"/g, 'a cursor')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')
        // The trend has one more day.
        .replace(/\{"date":"[^"]+","open":\{[^}]*\}\},?/g, ''),
    );
  for (const { name, path, headers } of routeRequests().filter(isReadRequest))
    add(name, (await site.rest('GET', path, { key, headers })).text);
  for (const [operation, { effect }] of Object.entries(ADMIN_CONTRACT)) {
    const payload = payloadOf({ site, keyId: '', findingId: crypto.randomUUID() }, operation);
    if (effect === 'read') add(operation, JSON.stringify(await site.admin(operation, payload)));
  }
  const noFacts = { findingId: '', exclusionId: '', redactionId: '', jobId: '', undoableId: '', levelId, pageId: '1' };
  for (const at of [{}, { spaceKey: 'ENG' }])
    for (const [operation, { effect }] of Object.entries(SURFACE_CONTRACT)) {
      const payload = operation in PAYLOADS ? PAYLOADS[operation as keyof typeof PAYLOADS](noFacts) : {};
      const module = 'spaceKey' in at ? 'space-classification' : 'home';
      if (effect !== 'read') continue;
      const answer: unknown = await site.surface(module, operation, payload, { as: ADMIN.email, ...at });
      add(`${operation} in ${module}`, JSON.stringify(answer));
    }
  return answers;
}

it('every list, count, search, feed and export contains what it contains on a site without blog posts', async () => {
  const pageIds = await publish(aPage);
  const before = await readAll();
  const namesWith = (answers: ReadonlyMap<string, string>, ids: readonly string[]) =>
    [...answers].filter(([, answer]) => ids.some((id) => answer.includes(id))).map(([name]) => name);
  expect(namesWith(before, pageIds)).toEqual(expect.arrayContaining(WITH_PAGES));
  posts = await publish(aBlogPost);
  const after = await readAll();
  expect(namesWith(after, posts)).toEqual(LOGS);
  expect([...after].filter(([name, answer]) => answer !== before.get(name)).map(([name]) => name)).toEqual(LOGS);

  const [pageId] = pageIds;
  const scopes = { key, headers: { 'Idempotency-Key': crypto.randomUUID() } };
  const cql = `id in (${[pageId, ...posts].join(',')})`;
  const job = await site.rest('POST', '/v1/page-level/jobs', {
    ...scopes,
    body: { action: 'set', levelId: 'restricted', cql },
  });
  await settle();
  expect(job.body).toMatchObject({ jobId: expect.any(String) });
  const { results } = (await site.rest('GET', `/v1/job/${job.body.jobId}/results`, { key })).body;
  expect(results.map((one: { pageId: string }) => one.pageId)).toEqual([pageId]);
  const purpose = 'ai-read';
  const checked = await site.rest('POST', '/v1/page-use/check', { key, body: { purpose, pageIds: posts } });
  const notFound = await site.rest('POST', '/v1/page-use/check', { key, body: { purpose, pageIds: ['7', '8', '9'] } });
  const withoutIds = ({ body }: RestAnswer) =>
    body.results.map(({ pageId: _, ...one }: { readonly pageId: string }) => one);
  expect(withoutIds(checked)).toEqual(withoutIds(notFound));
});

it('a client that asks for blog posts gets their findings and scans in lists, counts and the export', async () => {
  const read = async (path: string) => (await site.rest('GET', path, { key })).body;
  const idsIn = async (path: string) => {
    const { results } = await read(path);
    return [...new Set(results.map((one: { readonly pageId: string }) => one.pageId))].sort();
  };
  for (const path of ['/v1/detection', '/v1/detection/coverage']) {
    const [pages, ofPosts] = [await idsIn(`${path}?limit=250`), await idsIn(`${path}?limit=250&contentType=blogpost`)];
    expect(ofPosts).toEqual(expect.arrayContaining([...posts]));
    expect(pages).toEqual(await idsIn(`${path}?limit=250&contentType=page`));
    expect(await idsIn(`${path}?limit=250&contentType=all`)).toEqual([...pages, ...ofPosts].sort());
  }
  const { results } = await read('/v1/detection?contentType=blogpost&limit=1');
  expect(results).toMatchObject([{ contentType: 'blogpost', pageOwnerId: null }]);
  expect(await read(`/v1/detection/summary?contentType=blogpost&pageId=${posts[0]}`)).toMatchObject({ detections: 2 });
  expect(await read(`/v1/detection/summary?pageId=${posts[0]}`)).toMatchObject({ detections: 0 });
  await expectOk(site.wiki('POST', `/rest/api/content/${posts[0]}/label`, [{ prefix: 'global', name: 'samples' }]));
  const match = { by: 'detector', detectorId: 'card-pan' };
  const excluded = { match, scope: { of: 'label', label: 'samples' }, reason: 'Test cards.' };
  expect((await site.rest('POST', '/v1/exclusion', { key, body: excluded })).status).toBe(201);
  expect(await read(`/v1/detection/summary?contentType=blogpost&pageId=${posts[0]}`)).toMatchObject({
    byStatus: { excluded: 1, open: 1 },
  });
  const { text } = await site.rest('GET', '/v1/detection/export?contentType=blogpost', { key });
  for (const pageId of posts) expect(text).toContain(`"${pageId}"`);
  const { key: ofSpace } = await site.createKey({ detectionScope: 'read', spaceLimit: ['OPEN'] });
  const limited = await site.rest('GET', '/v1/detection?contentType=blogpost', { key: ofSpace });
  expect(new Set(limited.body.results.map((one: { readonly pageId: string }) => one.pageId))).toEqual(
    new Set([posts[0]]),
  );
});

it('an operation that is only for pages says so, with the same answer for a blog post and for a missing one', async () => {
  const answersFor = async (pageId: string) => {
    const change = { key, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const answers = [
      await site.rest('GET', `/v1/page-exposure/by-page/${pageId}`, { key }),
      await site.rest('GET', `/v1/page-review/by-page/${pageId}`, { key }),
      await site.rest('POST', '/v1/page-level/jobs', {
        ...change,
        body: { action: 'set', levelId, tree: { rootPageId: pageId } },
      }),
    ];
    const items = [{ pageId, answer: 'still-right', ifMatch: '*' }];
    const { body } = await site.rest('POST', '/v1/page-review/answer', { ...change, body: { items } });
    return [...answers.map((answer) => answer.body), body.results[0].error].map(({ code, detail }) => [code, detail]);
  };
  const ofPost = await answersFor(posts[0] ?? '');
  expect(ofPost).toEqual(
    Array(4).fill(['PAGE_NOT_FOUND', expect.stringContaining('This operation does not find blog posts.')]),
  );
  expect(await answersFor('9007199254740991')).toEqual(ofPost);
});

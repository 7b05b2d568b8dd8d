import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ADMIN, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { forge, MIRROR_PEPPERS, mirrorPages, mirrorState, propertyOf, removeProperty } from '../support/mirror';
import { runsOf } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { readsWith } from '../surfaces/payloads';
import { settleSurfaces } from '../surfaces/surface-site';

/**
 * Everyone who may edit a page can write the content property that mirrors its level. The property never changes an answer
 * of the API, of the frames on pages, or of jobs, and it is repaired.
 */

let site: Site;
let key: string;
let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
/** Restricted, after Internal. Everyone can see it. */
let pageId: string;
/** The values that the app wrote for other pages, and earlier for this page. */
let values: readonly unknown[];

const HOUR_MS = 3_600_000;

beforeAll(async () => {
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    rateLimits: () => 'off',
  });
  await stopScans(site);
  // The levels that can be set depend on the current one.
  await settleSurfaces(site, { peopleMayExclude: true }, { lowering: 'forbidden' });
  ({ key } = await site.createKey());
  const others = [await aPage(site, { spaceId: DEMO_SPACES.OPEN }), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
  const [publicPage = '', highPage = ''] = others;
  pageId = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await setLevel(publicPage, 'Public');
  await setLevel(highPage, 'Highly Restricted');
  await setLevel(pageId, 'Internal');
  await mirrorPages(site, [publicPage, highPage, pageId]);
  const old = await valueOf(pageId);
  await setLevel(pageId, 'Restricted');
  await mirrorPages(site, [pageId]);
  // The feed has changes after a while.
  nowMs += 600_000;
  values = [await valueOf(publicPage), await valueOf(highPage), old];
});
afterAll(() => site.close());

const levelId = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
const valueOf = async (page: string) => (await propertyOf(site, page))?.value;
const members = (value: unknown) => Object.fromEntries(Object.entries(value ?? {}));
const repairs = () => rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.mirror.repaired').length;

async function setLevel(page: string, name: Parameters<typeof levelNamed>[1]): Promise<void> {
  nowMs += 1_000;
  const body = { pageId: page, levelId: levelId(name) };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
}

/** Ids, times and cursors differ between equal answers. */
const CHANGING = new Set([
  'cursor',
  'requestId',
  'jobId',
  'next',
  'self',
  'results',
  'statusUrl',
  'createdAt',
  'validUntil',
  'instance',
]);

function stable(answer: unknown): unknown {
  const text = JSON.stringify(answer, (member, value: unknown) =>
    CHANGING.has(member) && !Array.isArray(value) ? undefined : value,
  );
  return JSON.parse(text);
}

const REQUESTS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/v1/page-level/by-page/{pageId}'],
  ['GET', '/v1/page-level/by-page/{pageId}/levels'],
  ['GET', '/v1/page-level/by-page/{pageId}/history'],
  ['GET', '/v1/page-level?levelId={Restricted}'],
  ['GET', '/v1/page-level?levelId={Public}'],
  ['GET', '/v1/page-level?pageIds={pageId}'],
  ['GET', '/v1/change?from=2026-01-01T00:00:00Z'],
  ['POST', '/v1/page-level', { levelId: '{Public}' }],
  ['POST', '/v1/page-level', { levelId: '{Restricted}' }],
  ['DELETE', '/v1/page-level/by-page/{pageId}'],
];

async function ofApi(): Promise<unknown[]> {
  const fill = (text: string) =>
    text
      .replace('{pageId}', pageId)
      .replace('{Public}', levelId('Public'))
      .replace('{Restricted}', levelId('Restricted'));
  const answers: unknown[] = [];
  for (const [method, path, body] of REQUESTS) {
    const sent = body === undefined ? {} : { body: { pageId, ...JSON.parse(fill(JSON.stringify(body))) } };
    const { status, body: answer } = await site.rest(method, fill(path), { key, ...sent });
    answers.push([method, path, status, answer]);
  }
  return answers;
}

const VIEWERS = [ADMIN.email, EDITOR.email, VIEWER.email, OUTSIDER.email, UNLICENSED.email, 'anonymous'];
const OPERATIONS: readonly (readonly [string, () => object])[] = [
  ['openPopup', () => ({})],
  ['openBanner', () => ({})],
  ['openLevel', () => ({})],
  ['listHistory', () => ({})],
  ['checkUse', () => ({})],
  ['openBelow', () => ({})],
  ['openReport', () => ({})],
  ['matchSelection', () => ({ action: 'exclude' })],
  // The level on a page with another revision, and one that the site forbids.
  ['setLevel', () => ({ level: { levelId: levelId('Public') }, revision: 2 })],
  ['setLevel', () => ({ level: 'none', revision: 1 })],
];

async function ofSurfaces(): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const as of VIEWERS)
    for (const [operation, payload] of OPERATIONS)
      answers.push([as, operation, await site.surface('level-byline', operation, payload(), { pageId, as })]);
  for (const as of VIEWERS) answers.push(await site.exportMacro('level-macro', 'pdf', { pageId, as }));
  for (const as of VIEWERS) answers.push(await site.byline('level-byline-by-language', { pageId, as }));
  return answers;
}

/** The results of a job that changes nothing, and of a preview. */
async function ofJobs(): Promise<unknown[]> {
  const order = { pages: [{ pageId }], levelId: levelId('Public'), dryRun: true };
  const headers = { 'Idempotency-Key': randomUUID() };
  const { body } = await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: order });
  const level = { levelId: levelId('Highly Restricted') };
  const request = { level, alsoLower: false, requestKey: randomUUID() };
  const preview = await site.surface('level-history', 'previewBelow', request, { pageId, as: EDITOR.email });
  const { jobId } = preview.value.job;
  const page = { pageId, as: EDITOR.email };
  const below = () => site.surface('level-history', 'getBelowJob', { jobId }, page);
  for (let round = 0; (await below()).value.job.counts === undefined && round < 20; round += 1) await runAll();
  const results = (await site.rest('GET', `/v1/job/${body.jobId}/results`, { key })).body;
  return [results, await below()];
}

/** Runs everything that is waiting now. */
async function runAll(): Promise<void> {
  nowMs += 10_000;
  await site.host.background.settle();
}

/** The answers of every door, which never wait for the repair of the property. */
async function answers(): Promise<unknown> {
  return stable([await ofApi(), await ofSurfaces()]);
}

const depth = (levels: number): unknown => (levels === 0 ? 'deep' : { title: [depth(levels - 1)] });
const MEMBERS = ['title', 'tooltip', 'icon', 'levelKey', 'rank', 'at', 'rev', 'banner', 'mac', 'pageId', 'v', 'x'];

/** Any value that an editor can write. */
function forgeries(current: unknown): fc.Arbitrary<unknown> {
  const altered = fc
    .dictionary(fc.constantFrom(...MEMBERS), fc.oneof(fc.jsonValue(), fc.constantFrom('true', 'Public', 1, 99, '1')), {
      minKeys: 1,
    })
    .map((change) => ({ ...members(current), ...change }));
  return fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(...values),
    altered,
    fc.constantFrom(...values).map((value) => ({ ...members(value), pageId })),
    fc.integer({ min: 10, max: 200 }).map(depth),
    fc.integer({ min: 1_000, max: 20_000 }).map((length) => ({ ...members(current), title: 'x'.repeat(length) })),
    fc.constantFrom('title', 'mac', 'rank').map((omitted) => {
      const { [omitted]: _, ...others } = members(current);
      return others;
    }),
  );
}

const isOther = (value: unknown, current: unknown) =>
  value !== null && JSON.stringify(stable(value)) !== JSON.stringify(stable(current));

it('the test tries a forged mirror with every operation that shows the level of a page', () => {
  const tried = OPERATIONS.map(([name]) => name);
  expect(readsWith('level').filter((name) => !tried.includes(name))).toEqual([]);
});

it('a forged mirror never changes an answer, and is repaired after a person opens the popup', async () => {
  const current = await valueOf(pageId);
  const expected = await answers();
  await runAll();
  await fc.assert(
    fc.asyncProperty(
      forgeries(current).filter((value) => isOther(value, current)),
      fc.constantFrom(EDITOR.email, VIEWER.email, OUTSIDER.email),
      async (value, as) => {
        await forge(site, pageId, value);
        expect(await answers()).toEqual(expected);
        // Nothing has run yet.
        expect(stable(await valueOf(pageId))).toEqual(stable(value));
        await site.surface('level-byline', 'openPopup', {}, { pageId, as });
        await runAll();
        expect(stable(await valueOf(pageId))).toEqual(stable(current));
        expect(await mirrorState(site, pageId)).toBe('current');
      },
    ),
    { numRuns: runsOf(20) },
  );
  expect(await answers()).toEqual(expected);
});

it('a forged mirror never changes what a job does', async () => {
  const current = await valueOf(pageId);
  const expected = stable(await ofJobs());
  expect(JSON.stringify(expected)).toContain('LEVEL_CHANGE_FORBIDDEN');
  await fc.assert(
    fc.asyncProperty(forgeries(current), async (value) => {
      await forge(site, pageId, value);
      expect(stable(await ofJobs())).toEqual(expected);
    }),
    { numRuns: runsOf(10) },
  );
  await mirrorPages(site, [pageId], true);
});

it('a forged mirror is audited once an hour for a page, however often it is altered, and by whatever value', async () => {
  nowMs += HOUR_MS;
  const before = repairs();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...values, 'text', { title: 'Public' }, undefined), async (value) => {
      if (value === undefined) await removeProperty(site, pageId);
      else await forge(site, pageId, value);
      await site.surface('level-byline', 'openPopup', {}, { pageId, as: VIEWER.email });
      await runAll();
      expect(await mirrorState(site, pageId)).toBe('current');
    }),
    { numRuns: runsOf(12) },
  );
  expect(repairs()).toBe(before + 1);
  nowMs += HOUR_MS;
  await forge(site, pageId, 'text');
  await mirrorPages(site, [pageId], true);
  expect(repairs()).toBe(before + 2);
});

it.each(['anonymous', UNLICENSED.email])(
  'a forged mirror is neither repaired nor recorded because %s opens something',
  async (as) => {
    await runAll();
    const value = { title: 'Public' };
    await forge(site, pageId, value);
    const before = repairs();
    for (const [operation, payload] of OPERATIONS)
      await site.surface('level-byline', operation, payload(), { pageId, as });
    expect(site.host.background.pending().filter(({ module }) => module === 'mirror-consumer')).toEqual([]);
    await runAll();
    expect(await valueOf(pageId)).toEqual(value);
    expect(repairs()).toBe(before);
    await mirrorPages(site, [pageId], true);
  },
);

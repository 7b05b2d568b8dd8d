import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../../local/demo';
import type { FoundPage } from '../../../src/surfaces/home/contract';
import { type LevelName, levelNamed } from '../../support/levels';
import { openSite, type Site } from '../../support/site';
import { putRow, stopScans } from '../../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../../support/wiki-pages';
import { settleSurfaces } from '../surface-site';

/** *Find by level*: only pages that the person sees, by their stored level, whatever the search index has. */

const { ENG, HR } = DEMO_SPACES;
let site: Site;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({ now: () => new Date(nowMs) });
  await stopScans(site);
});
afterEach(() => site.close());

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const find = (payload: object, as = EDITOR.email) => site.surface('home', 'findByLevel', payload, { as });

/** All parts of the list. */
async function everything(payload: object, as?: string): Promise<readonly FoundPage[]> {
  const pages: FoundPage[] = [];
  let cursor: string | undefined;
  do {
    const { value, error } = await find({ ...payload, ...(cursor === undefined ? {} : { cursor }) }, as);
    if (value?.state !== 'pages') throw new Error(JSON.stringify(value ?? error));
    pages.push(...value.pages);
    cursor = value.cursor;
  } while (cursor !== undefined);
  return pages;
}
const idsOf = async (payload: object, as?: string) => (await everything(payload, as)).map(({ pageId }) => pageId);

/** A page with a level, which Confluence's search finds. */
async function pageWith(name: LevelName, spaceId: string = ENG): Promise<string> {
  const pageId = await aPage(site, { spaceId });
  const { key } = await site.createKey({});
  await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf(name) } });
  // The property of the page is written a little later.
  nowMs += 60_000;
  await site.host.background.settle();
  return pageId;
}

it('the search by level lists the pages of a level, of a space, and those without a level', async () => {
  const [eng, hr, other] = [await pageWith('Restricted'), await pageWith('Restricted', HR), await pageWith('Public')];
  expect(new Set(await idsOf({ levelId: idOf('Restricted') }))).toEqual(new Set([eng, hr]));
  expect(await idsOf({ levelId: idOf('Restricted'), spaceKey: 'HR' })).toEqual([hr]);
  const without = await idsOf({ levelId: 'unclassified', spaceKey: 'ENG' });
  expect(without).toContain(DEMO_PAGES.architecture);
  for (const pageId of [eng, other]) expect(without).not.toContain(pageId);
  expect((await everything({ levelId: idOf('Public') }))[0]).toEqual({
    ...{ pageId: other, title: expect.any(String), spaceName: 'Engineering', classifiedAt: expect.any(String) },
    level: expect.objectContaining({ name: 'Public' }),
  });
});

it('the search by level omits pages whose stored level is another one, although the search still finds them', async () => {
  const pageId = await pageWith('Restricted');
  await storeLevel(site, pageId, idOf('Public'));
  expect(await idsOf({ levelId: idOf('Restricted') })).toEqual([]);
  await putRow(site, 'page-level', pageId, { v: 9, rev: 1 });
  expect(await idsOf({ levelId: idOf('Restricted') })).toEqual([]);
});

it('the search by level omits pages and spaces that the person cannot see, and spaces where classification is off', async () => {
  const [hidden, seen] = [await pageWith('Restricted'), await pageWith('Restricted')];
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  expect(await idsOf({ levelId: idOf('Restricted') })).toEqual([seen]);
  expect(await idsOf({ levelId: idOf('Restricted') }, VIEWER.email)).toEqual([seen]);
  expect(await idsOf({ levelId: idOf('Restricted') }, OUTSIDER.email)).toEqual([]);
  for (const spaceKey of ['HR', 'NOSUCH'])
    expect(await find({ levelId: idOf('Restricted'), spaceKey }, VIEWER.email)).toEqual({
      ok: true,
      value: { state: 'space-hidden' },
    });
  await settleSurfaces(site, { offSpaceIds: [ENG] });
  expect(await idsOf({ levelId: idOf('Restricted') })).toEqual([]);
});

it('the search by level shows no page twice, although the parts of a search repeat some', async () => {
  site.close();
  // Few points, so that a search has several parts.
  site = openSite({ now: () => new Date(nowMs), rateLimits: () => JSON.stringify({ host: 200 }) });
  await stopScans(site);
  for (let count = 0; count < 15; count += 1) await aPage(site, { spaceId: HR });
  nowMs += 60_000;
  site.host.assumptions.add('inexact-search');
  const request = { levelId: 'unclassified', spaceKey: 'HR' };
  const parts: number[] = [];
  for (let times = 1; times <= 2; times += 1) {
    nowMs += 3_600_000;
    const { value } = await find(request, ADMIN.email);
    const ids = value.pages.map(({ pageId }: FoundPage) => pageId);
    expect(new Set(ids).size).toBe(ids.length);
    parts.push(ids.length);
  }
  // The first request misses pages at the ends of parts, and the second one gets pages again.
  expect(parts[0]).not.toBe(parts[1]);
});

it('the search by level names wrong inputs without a call to Confluence', async () => {
  for (const [field, payload] of [
    ['levelId', {}],
    ['levelId', { levelId: 'none' }],
    ['levelId', { levelId: randomUUID() }],
    ['spaceKey', { levelId: idOf('Public'), spaceKey: 'ENG" or type = page' }],
    ['cursor', { levelId: idOf('Public'), cursor: '' }],
    ['accountId', { levelId: idOf('Public'), accountId: ADMIN.accountId }],
  ] as const) {
    const { result, calls } = await site.surfaceCalls('home', 'findByLevel', payload, { as: EDITOR.email });
    expect([field, result.error]).toEqual([field, { code: 'INVALID_INPUT', message: expect.stringContaining(field) }]);
    expect(calls.filter(({ target }) => target === 'confluence')).toEqual([]);
  }
  expect(await find({ levelId: idOf('Public'), cursor: 'forged' })).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});

it('the search by level asks Confluence three times, for the search, for all pages that it lists, and for the names of their spaces', async () => {
  await pageWith('Restricted');
  await pageWith('Restricted');
  const { calls } = await site.surfaceCalls(
    'home',
    'findByLevel',
    { levelId: idOf('Restricted') },
    { as: EDITOR.email },
  );
  expect(calls.filter(({ target }) => target === 'confluence')).toHaveLength(3);
});

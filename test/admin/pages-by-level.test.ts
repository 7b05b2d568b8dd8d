import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { PagesByLevel } from '../../src/admin/pages/pages-by-level';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** The lists behind the numbers of the overview have the pages that the admin can see, and no others. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

async function listAll(input: object, as?: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const payload = cursor === undefined ? input : { ...input, cursor };
    const part = await done<PagesByLevel>(site, 'listPagesByLevel', payload, as);
    ids.push(...part.pages.map(({ pageId }) => pageId));
    ({ cursor } = part);
  } while (cursor !== undefined);
  return ids;
}

it('the admin area lists the pages of a level, in one space or all, in several parts', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  const pages: string[] = [];
  for (let n = 0; n < 55; n += 1) {
    const pageId = await aPage(site);
    await storeLevel(site, pageId, levelId);
    pages.push(pageId);
  }
  const elsewhere = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await storeLevel(site, elsewhere, levelId, DEMO_SPACES.OPEN);
  expect([...(await listAll({ levelId, spaceId: DEMO_SPACES.ENG }))].sort()).toEqual(pages.sort());
  expect(await listAll({ levelId, spaceId: DEMO_SPACES.OPEN })).toEqual([elsewhere]);
  expect(await listAll({ levelId })).toHaveLength(56);
});

it('the admin area lists the pages without a level', async () => {
  const [open, classified] = [await aPage(site), await aPage(site)];
  await storeLevel(site, classified, levelNamed(site, 'Restricted').levelId);
  const ids = await listAll({ levelId: 'none', spaceId: DEMO_SPACES.ENG });
  expect(ids).toContain(open);
  expect(ids).not.toContain(classified);
});

it('the admin area omits pages that the admin can’t see, with and without a level', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  const [withLevel, without] = [await aPage(site, { by: ADMIN2.email }), await aPage(site, { by: ADMIN2.email })];
  await storeLevel(site, withLevel, levelId);
  expect(await listAll({ levelId }, ADMIN2.email)).toEqual([withLevel]);
  await restrict(site, withLevel, 'read', ADMIN_AND_APP);
  await restrict(site, without, 'read', ADMIN_AND_APP);
  expect(await listAll({ levelId }, ADMIN2.email)).toEqual([]);
  expect(await listAll({ levelId: 'none' }, ADMIN2.email)).not.toContain(without);
});

it('the admin area has no pages of a space that does not exist, and refuses other input', async () => {
  expect(await listAll({ levelId: 'none', spaceId: '999999999' })).toEqual([]);
  for (const payload of [{}, { levelId: 'internal' }, { levelId: 'none', spaceId: 'ENG' }])
    expect((await refusal(site, 'listPagesByLevel', payload)).code).toBe('INVALID_INPUT');
  expect((await refusal(site, 'listPagesByLevel', { levelId: 'none', cursor: 'x' })).code).toBe('INVALID_CURSOR');
});

import { DEMO_PAGES, EDITOR, UNLICENSED } from '../../local/demo';
import { archiveLevels, levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';

/** The levels in the form of an action. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const open = (as: string, payload: object = {}) =>
  site.surface('level-byline', 'openAction', payload, { as, pageId: DEMO_PAGES.welcome });

it('the form of the action lists the levels that can be set, with their sub-levels, to people with a license only', async () => {
  await archiveLevels(site, ['Public']);
  const { value } = await open(EDITOR.email);
  expect(value.levels.map(({ name }: { name: string }) => name)).toEqual([
    'Highly Restricted',
    'Restricted',
    'Internal',
  ]);
  expect(value.levels[1]).toMatchObject({
    levelId: levelNamed(site, 'Restricted').levelId,
    subLevels: [
      { subLevelId: expect.any(String), name: 'Finance' },
      { subLevelId: expect.any(String), name: 'People' },
    ],
  });
  for (const as of [UNLICENSED.email, 'anonymous']) {
    expect(await open(as)).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
  }
  expect(await open(EDITOR.email, { pageId: '1' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});

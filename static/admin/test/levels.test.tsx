import type { LevelList } from '../../../src/admin/change-levels';
import type { PageCount } from '../../../src/classification/level-use';
import type { LevelActions } from '../src/levels/level-actions';
import { LevelsList } from '../src/levels/levels-list';
import { DEMO_PAGES } from '../../../local/demo';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { putRow, rowsOf } from '../../../test/support/stored-rows';
import { textsOf } from './rendered';

/** The texts of the Levels page for a resolver response. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const NO_ACTIONS: LevelActions = {
  edit: () => undefined,
  archive: () => undefined,
  createSubLevel: () => undefined,
  restore: () => undefined,
  move: () => undefined,
  undo: () => undefined,
  movedId: undefined,
  restoringIds: [],
  problem: undefined,
};

async function classifyPages(levelId: string, count: number): Promise<void> {
  const { key } = await site.createKey();
  await site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.officeGuide, levelId } });
  const [row] = rowsOf(site, 'page-level');
  for (let index = 1; index < count; index += 1)
    await putRow(site, 'page-level', String(900_000 + index), { ...row?.value, levelId });
}

it.each([
  [0, '0 pages'],
  [1, '1 page'],
  [99, '99 pages'],
  [100, '100+ pages'],
])('a level of %i pages shows “%s”', async (count, text) => {
  if (count > 0) await classifyPages(levelNamed(site, 'Public').levelId, count);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const value = await done<{ counts: readonly PageCount[] }>(site, 'countPagesByLevel', {});
  const texts = textsOf(<LevelsList levels={levels} counts={{ state: 'ready', value }} actions={NO_ACTIONS} />);
  const shown = Object.fromEntries(levels.map(({ name }) => [name, texts[texts.indexOf(name) + 2]]));
  expect(shown).toEqual({ 'Highly Restricted': '0 pages', Restricted: '0 pages', Internal: '0 pages', Public: text });
});

import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LevelList } from '../../../src/admin/levels/change-levels';
import type { PageCounts } from '../../../src/admin/levels/levels';
import type { LevelActions } from '../src/levels/level-actions';
import {
  checkDraft,
  checkLevel,
  levelDraftOf,
  newLevelDraft,
  NO_TEXTS,
  sentBanner,
  sentTranslations,
} from '../src/levels/level-draft';
import { LevelsList } from '../src/levels/levels-list';
import { inOrder, moveOne, positionOf } from '../src/levels/order';
import { done } from '../../../test/admin/ask';
import { archiveLevels, changeLevels, levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { textsIn, textsOf } from './rendered';

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

it.each([
  [0, true, '0 pages'],
  [1, true, '1 page'],
  [188, true, '188 pages'],
  [188, false, 'At least 188 pages'],
])('a level of %i pages, exact: %s, shows “%s”', async (count, isExact, text) => {
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const of = levelNamed(site, 'Public').levelId;
  const counts = levels.map(({ levelId }) =>
    levelId === of ? { levelId, count, isExact } : { levelId, count: 0, isExact: true },
  );
  const value: PageCounts = { asOf: '2026-11-20T09:00:00.000Z', counts };
  const texts = textsOf(<LevelsList levels={levels} counts={{ state: 'ready', value }} actions={NO_ACTIONS} />);
  const shown = Object.fromEntries(levels.map(({ name }) => [name, texts[texts.indexOf(name) + 2]]));
  expect(shown).toEqual({ 'Highly Restricted': '0 pages', Restricted: '0 pages', Internal: '0 pages', Public: text });
});

it('a list in which every level is archived explains itself and offers the archived ones', async () => {
  await archiveLevels(site, ['Highly Restricted', 'Restricted', 'Internal', 'Public']);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const markup = renderToStaticMarkup(
    <LevelsList levels={levels} counts={{ state: 'loading' }} actions={NO_ACTIONS} />,
  );
  expect(textsIn(markup)).toEqual(expect.arrayContaining(['No levels to use', 'Archived levels (4)']));
  for (const { name } of levels) expect(markup).toContain(`aria-label="Restore ${name}"`);
});

it('a move skips archived levels, which keep their places', async () => {
  await archiveLevels(site, ['Restricted']);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const place = { levelId: levelNamed(site, 'Internal').levelId };
  const order = moveOne(levels, place, -1);
  if (order === undefined) throw new Error('Internal cannot be moved up');
  const moved = inOrder(levels, order);
  expect(moved.map(({ name }) => name)).toEqual(['Internal', 'Restricted', 'Highly Restricted', 'Public']);
  expect(positionOf(moved, place)).toEqual({ at: 1, of: 3 });
  expect(moveOne(moved, place, -1)).toBeUndefined();
});

it.each([
  [{ name: ' ', description: '' }, { name: 'Enter a name.' }],
  [{ name: 'x'.repeat(101), description: '' }, { name: 'Use 100 characters or fewer. This text has 101.' }],
  [
    { name: 'A', description: 'x'.repeat(1_001) },
    { description: 'Use 1,000 characters or fewer. This text has 1,001.' },
  ],
  [{ name: 'A', description: '', guideline: 'x'.repeat(2_000) }, {}],
])('the errors of a level %#', (draft, errors) => {
  expect(checkDraft({ translations: [], ...draft })).toEqual(errors);
});

describe('the banner and the names of a level', () => {
  const row = (id: number, language: string, name: string, others: Partial<typeof NO_TEXTS> = {}) => {
    return { id, language, ...NO_TEXTS, name, ...others };
  };
  const ok = { ...newLevelDraft, name: 'Secret' };

  it.each([
    [{ banner: { text: ' ', contact: 'x' } }, { banner: 'Enter the text of the banner, or clear the contact.' }],
    [
      { banner: { text: 'x'.repeat(501), contact: '' } },
      { banner: 'Use 500 characters or fewer for the text. It has 501.' },
    ],
    [
      { banner: { text: 'x', contact: 'x'.repeat(201) } },
      { banner: 'Use 200 characters or fewer for the contact. It has 201.' },
    ],
    [
      { translations: [row(0, 'de', 'Geheim'), row(1, 'german', 'x')] },
      { translations: 'Language 2: enter a language code, such as de or pt-BR.' },
    ],
    [{ translations: [row(0, 'de', ' ')] }, { translations: 'Enter a text for de, or remove the language.' }],
    [{ translations: [row(0, 'de', '', { guideline: 'Nur intern.' })] }, {}],
    [
      { translations: [row(0, 'de', 'A', { bannerText: 'x'.repeat(501) })] },
      { translations: 'Banner text (de): use 500 characters or fewer. It has 501.' },
    ],
    [
      { translations: [row(0, 'de', 'A'), row(1, 'DE', 'B')] },
      { translations: 'Remove one of the translations to de.' },
    ],
    [{ translations: [row(0, 'PT-br', 'A'), row(1, '', ' ')], banner: { text: 'x', contact: '' } }, {}],
  ])('have errors that say what to do %#', (changes, errors) => {
    expect(checkLevel({ ...ok, ...changes })).toEqual(errors);
  });

  it('are sent as the resolver stores them, and shown again', async () => {
    const banner = sentBanner({ text: 'Do not share.', contact: ' ' });
    const translations = sentTranslations([row(3, ' PT-br ', 'Secreto'), row(5, 'DE', 'Geheim'), row(6, '', '')]);
    const { levels } = await changeLevels(site, 'createLevel', { name: 'Secret', color: 'RED', banner, translations });
    const created = levels.find(({ name }) => name === 'Secret');
    if (created === undefined) throw new Error('no level');
    expect(levelDraftOf(created)).toMatchObject({
      banner: { text: 'Do not share.', contact: '' },
      translations: [row(0, 'de', 'Geheim'), row(1, 'pt-BR', 'Secreto')],
    });
    const shown = textsOf(<LevelsList levels={levels} counts={{ state: 'loading' }} actions={NO_ACTIONS} />);
    expect(shown.join(' ')).toContain('Banner (Secret) Do not share.');
    expect(shown.join(' ')).toContain('Other languages: Geheim (de), Secreto (pt-BR)');
  });
});

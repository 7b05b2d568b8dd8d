import { DEMO_SPACES, EDITOR, SPACE_ADMIN } from '../../local/demo';
import { inLanguage } from '../../src/classification/level-language';
import type { Level } from '../../src/classification/model';
import type { SurfaceOperations } from '../../src/surfaces/contract';
import { levelNamed, settle } from '../support/levels';
import { MIRROR_PEPPERS, propertyOf } from '../support/mirror';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { putRow, rowOf, stopScans } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { readsWith } from './payloads';
import { setLevel } from './surface-site';

/** A viewer sees the texts of a level in one language, in every frame. */

type Name = keyof SurfaceOperations;

const TEXTS = ['name', 'description', 'guideline', 'bannerText'] as const;
/** A sub-level has a name and a description. */
const SUB_TEXTS = ['subName', 'subDescription'] as const;
type Text = (typeof TEXTS)[number] | (typeof SUB_TEXTS)[number];
const NAMES = ['Highly Restricted', 'Restricted', 'Internal', 'Public'] as const;
/** The texts that the admin entered, and those in German. Each is found in no other text. */
const english = (index: number, field: Text) => `Eng${index} ${field}`;
const german = (index: number, field: Text) => `Deu${index} ${field}`;
/** The page has a sub-level. */
const bothNames = (of: typeof english) => `${of(2, 'name')} / ${of(2, 'subName')}`;
const subLevelIdOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

const VIEWERS_LANGUAGE = { ...NO_SURFACE_SETTINGS, bylineNames: 'viewer' } as const;

let site: Site;
let nowMs: number;
let pageId: string;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({ now: () => new Date(nowMs), queryLagMs: 0, peppers: () => MIRROR_PEPPERS });
  await stopScans(site);
});
afterEach(() => site.close());

/** Translates all levels, and gives a page one that a person has changed. */
async function open(bylineNames: 'site' | 'viewer'): Promise<void> {
  const levels = NAMES.map((name) => levelNamed(site, name));
  pageId = await aPage(site);
  await storeLevel(site, pageId, levels[3]?.levelId ?? '', DEMO_SPACES.ENG);
  await settle(site, { surfaces: { ...VIEWERS_LANGUAGE, bylineNames }, delegated: ['defaultLevel', 'levels'] });
  const { value, ...row } = rowOf(site, 'config', 'levels') as { value: { levels: readonly Level[] } };
  const all = value.levels.map((level, index) => ({
    ...level,
    name: english(index, 'name'),
    description: english(index, 'description'),
    guideline: english(index, 'guideline'),
    banner: { text: english(index, 'bannerText') },
    translations: { de: Object.fromEntries(TEXTS.map((field) => [field, german(index, field)])) },
    subLevels: [
      {
        ...{ subLevelId: subLevelIdOf(index), subLevelKey: 'part', status: 'PUBLISHED' },
        ...{ name: english(index, 'subName'), description: english(index, 'subDescription') },
        translations: { de: { name: german(index, 'subName'), description: german(index, 'subDescription') } },
      },
    ],
  }));
  await putRow(site, 'config', 'levels', { ...row, value: { ...value, levels: all } });
  const level = { levelId: levels[2]?.levelId ?? '', subLevelId: subLevelIdOf(2) };
  await setLevel(site, { pageId, level });
  await pass();
  const due = { kind: 'review', dueAt: new Date(nowMs).toISOString(), data: {} };
  await putRow(site, 'governance', `review:${pageId}`, { v: 1, rev: 1, ...due });
  await site.host.background.runSchedule('every-five-minutes');
  await pass();
}

/** Lets the copies of levels be written and indexed, and the counters follow. */
async function pass(): Promise<void> {
  nowMs += 120_000;
  await site.host.background.settle();
}

interface View {
  readonly payload?: () => object;
  readonly at?: () => SurfaceRequest;
}

const inSpace = (): SurfaceRequest => ({ spaceKey: 'ENG', as: SPACE_ADMIN.email });
const atHome = (): SurfaceRequest => ({});

/** How to open each operation that reads and names levels. */
const VIEWS: Partial<Record<Name, View>> = {
  openPopup: {},
  openBanner: {},
  openLevel: {},
  listHistory: {},
  openBelow: {},
  openAction: {},
  openReport: { at: () => ({ pageId, config: { source: 'query', query: `id = ${pageId}` } }) },
  openHome: { at: atHome },
  findByLevel: { at: atHome, payload: () => ({ levelId: levelNamedAt(2) }) },
  openSpace: { at: inSpace },
  findInSpace: { at: inSpace, payload: () => ({ levelId: levelNamedAt(2) }) },
  readSpaceNumbers: { at: inSpace },
  listSpaceReviews: { at: inSpace },
  exportSpace: { at: inSpace, payload: () => ({ of: 'pages' }) },
  openSpaceSettings: { at: inSpace },
};
function levelNamedAt(index: number): string {
  const { value } = rowOf(site, 'config', 'levels') as { value: { levels: readonly Level[] } };
  return value.levels[index]?.levelId ?? '';
}

async function textOf(name: Name, locale: string): Promise<string> {
  const { payload = () => ({}), at = (): SurfaceRequest => ({ pageId }) } = VIEWS[name] ?? {};
  const place = at();
  const module =
    place.config !== undefined
      ? 'report-macro'
      : place.spaceKey !== undefined
        ? 'space-classification'
        : place.pageId === undefined
          ? 'home'
          : 'level-byline';
  const result = await site.surface(module, name, payload(), { as: EDITOR.email, locale, ...place });
  expect(result).toMatchObject({ ok: true });
  return JSON.stringify(result);
}

it('the test opens every operation that names levels', () => {
  expect(Object.keys(VIEWS).sort()).toEqual(readsWith('names').toSorted());
});

it.each(Object.keys(VIEWS) as Name[])('%s has texts in the language of the viewer only', async (name) => {
  await open('viewer');
  const texts = { german: await textOf(name, 'de-DE'), english: await textOf(name, 'en-US') };
  expect(texts.german).toMatch(/Deu\d/);
  expect(texts.german).not.toMatch(/Eng\d/);
  expect(texts.english).toMatch(/Eng\d/);
  expect(texts.english).not.toMatch(/Deu\d/);
});

it.each(Object.keys(VIEWS) as Name[])('%s has the texts of the site if it has one name for everyone', async (name) => {
  await open('site');
  const text = await textOf(name, 'de-DE');
  expect(text).toMatch(/Eng\d/);
  expect(text).not.toMatch(/Deu\d/);
});

it('the app has the same name in the byline and in the popup, and another viewer never changes the stored name', async () => {
  await open('viewer');
  const at = { pageId, as: EDITOR.email, locale: 'de-DE' };
  expect((await site.byline('level-byline-by-language', at)).title).toBe(bothNames(german));
  const popup = await textOf('openPopup', 'de-DE');
  for (const text of SUB_TEXTS) expect(popup).toContain(german(2, text));
  const stored = await propertyOf(site, pageId);
  expect(stored?.value).toMatchObject({ title: bothNames(english) });
  await textOf('openPopup', 'de-DE');
  await pass();
  expect(await propertyOf(site, pageId)).toEqual(stored);
});

it('the app exports macros in the language of the viewer', async () => {
  await open('viewer');
  const exported = JSON.stringify(
    await site.exportMacro('level-macro', 'pdf', { pageId, as: EDITOR.email, locale: 'de-DE' }),
  );
  expect(exported).toContain(bothNames(german));
  expect(exported).not.toMatch(/Eng\d/);
});

it('an agent gets the names in all languages, and a rule gets the name of the site', async () => {
  await open('viewer');
  const explained = await site.action('explain-level', { pageId }, { as: EDITOR.email });
  expect(explained).toMatchObject({
    levelName: bothNames(english),
    translatedNames: {
      [english(2, 'name')]: { de: german(2, 'name') },
      [bothNames(english)]: { de: bothNames(german) },
    },
  });
  expect(await site.action('get-level', { pageId }, { as: EDITOR.email })).toMatchObject({
    levelName: english(2, 'name'),
  });
  const proposed = { level: bothNames(german), reason: 'It fits.' };
  expect(await site.action('propose-level', { pageId, ...proposed }, { as: EDITOR.email })).toMatchObject({
    outcome: 'unchanged',
  });
});

it.each([
  ['de-DE', 'Deutsch', 'Leitfaden'],
  ['de-CH', 'Schweiz', 'Leitfaden'],
  ['de_CH', 'Schweiz', 'Leitfaden'],
  ['fr', 'Restricted', 'Guideline'],
  [undefined, 'Restricted', 'Guideline'],
])('for %s, the app uses the most exact language of each text', async (locale, name, guideline) => {
  const translations = { de: { name: 'Deutsch', guideline: 'Leitfaden' }, 'de-CH': { name: 'Schweiz' } };
  const level = { ...levelNamed(site, 'Restricted'), guideline: 'Guideline', translations };
  const settings = { lowering: 'allowed', schemes: [], spaces: {}, surfaces: VIEWERS_LANGUAGE } as const;
  const levels = { revision: 1, all: [level], settings: { ...settings, schemes: [] } };
  expect(inLanguage(levels, locale).all).toEqual([expect.objectContaining({ name, guideline })]);
});

import { DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { defaultLevels } from '../../src/classification/default-levels';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { siteAri } from '../../local/forge/runtime';
import { levelNamed, settle } from '../support/levels';
import { storeLevel } from '../support/wiki-pages';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';

/** The text of the byline in the viewer's language. */

let site: Site;
let intercept: Intercept | undefined;
let calls: string[];
beforeEach(async () => {
  intercept = undefined;
  calls = [];
  site = openSite({
    intercept: (call, proceed) => {
      calls.push(call.target);
      return intercept?.(call, proceed) ?? proceed();
    },
  });
  await settle(site, { surfaces: VIEWERS_LANGUAGE });
  await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId, DEMO_SPACES.ENG);
  calls = [];
});
afterEach(() => {
  site.close();
});

const pageId = DEMO_PAGES.architecture;
const MODULE = 'level-byline-by-language';
const VIEWERS_LANGUAGE = { ...NO_SURFACE_SETTINGS, bylineNames: 'viewer' } as const;
const NEUTRAL = {
  title: 'Classification',
  tooltip: 'Classification level of this page',
  icon: expect.stringMatching(/^data:image\/svg\+xml;utf8,/),
};

const byline = (at: object = {}) => site.byline(MODULE, { pageId, as: VIEWER.email, ...at });

async function translate(): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation)).map((level) => ({
    ...level,
    ...(level.name === 'Restricted'
      ? { translations: { de: 'Eingeschränkt', 'de-CH': 'Eingeschraenkt', 'pt-BR': 'Restrito' } }
      : {}),
  }));
  const settings = { lowering: 'allowed', schemes: [], spaces: {}, surfaces: VIEWERS_LANGUAGE };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels, settings } });
}

it.each(['documented', 'observed'] as const)('has the name of the level, in the %s form of the call', async (form) => {
  const { title, tooltip, icon } = await byline({ form });
  expect(title).toBe('Restricted');
  expect(tooltip).toBe(levelNamed(site, 'Restricted').description.split(/(?<=\.)\s/)[0]);
  expect(icon).toMatch(/^data:image\/svg\+xml;utf8,/);
  expect((await byline({ form, pageId: DEMO_PAGES.runbooks })).title).toBe('Not classified');
});

it.each([
  ['de-DE', 'Eingeschränkt'],
  ['de-CH', 'Eingeschraenkt'],
  ['de_CH', 'Eingeschraenkt'],
  ['pt-BR', 'Restrito'],
  ['pt-PT', 'Restricted'],
  ['fr-FR', 'Restricted'],
  ['x'.repeat(500), 'Restricted'],
])('for the language %s has the name of this language, or the name of the site', async (locale, title) => {
  await translate();
  expect((await byline({ locale })).title).toBe(title);
});

it('takes two reads of storage and no call of Confluence, for viewers without a login too', async () => {
  expect((await byline({ as: 'anonymous' })).title).toBe('Restricted');
  expect(calls).toHaveLength(2);
  expect(new Set(calls)).toEqual(new Set(['kvs']));
});

it('is neutral where classification is off, whatever space the call claims', async () => {
  await settle(site, { surfaces: { ...VIEWERS_LANGUAGE, offSpaceIds: [DEMO_SPACES.ENG] } });
  const offText = { title: 'Classification', tooltip: 'Classification is off in this space' };
  expect(await byline()).toMatchObject(offText);
  expect(await byline({ forged: { space: { id: DEMO_SPACES.OPEN, key: 'OPEN' } } })).toMatchObject(offText);
});

it('is neutral on a blog post, for a wrong page, and if storage does not respond', async () => {
  expect(await byline({ pageId: DEMO_PAGES.blogPost })).toEqual(NEUTRAL);
  for (const content of [
    { id: '../1', type: 'page', subtype: null },
    { id: '0', type: 'page', subtype: null },
  ])
    expect(await byline({ forged: { content } })).toEqual(NEUTRAL);
  intercept = () => Promise.reject(new Error('no connection'));
  expect(await byline()).toEqual(NEUTRAL);
});

it('is neutral if the stored level cannot be read', async () => {
  await putRow(site, 'page-level', pageId, { v: 1, rev: 1, levelId: 'Restricted' });
  expect(await byline()).toEqual(NEUTRAL);
});

it.each([{ bylineNames: 'site' }, { byline: false }])(
  'says nothing about any page with the setting %j',
  async (setting) => {
    await settle(site, { surfaces: { ...VIEWERS_LANGUAGE, ...setting } });
    expect(await byline()).toEqual(NEUTRAL);
  },
);

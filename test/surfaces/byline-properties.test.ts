import { DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { defaultLevels } from '../../src/classification/default-levels';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { siteAri } from '../../local/forge/runtime';
import { levelNamed, settle } from '../support/levels';
import { ADMIN_AND_APP, restrict, storeLevel } from '../support/wiki-pages';
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
  tooltip: 'Classification level',
  icon: expect.stringMatching(/^data:image\/svg\+xml;utf8,/),
};

const byline = (at: object = {}) => site.byline(MODULE, { pageId, as: VIEWER.email, ...at });

async function translate(): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation)).map((level) => ({
    ...level,
    ...(level.name === 'Restricted'
      ? {
          translations: {
            de: { name: 'Eingeschränkt' },
            'de-CH': { name: 'Eingeschraenkt' },
            'pt-BR': { name: 'Restrito' },
          },
        }
      : {}),
  }));
  const settings = { lowering: 'allowed', schemes: [], spaces: {}, surfaces: VIEWERS_LANGUAGE };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels, settings } });
}

it.each(['documented', 'observed'] as const)(
  'the byline has the name of the level, in the %s form of the call',
  async (form) => {
    const { title, tooltip, icon } = await byline({ form });
    expect(title).toBe('Restricted');
    expect(tooltip).toBe(levelNamed(site, 'Restricted').description.split(/(?<=\.)\s/)[0]);
    expect(icon).toMatch(/^data:image\/svg\+xml;utf8,/);
    expect((await byline({ form, pageId: DEMO_PAGES.runbooks })).title).toBe('Not classified');
  },
);

it.each([
  ['de-DE', 'Eingeschränkt'],
  ['de-CH', 'Eingeschraenkt'],
  ['de_CH', 'Eingeschraenkt'],
  ['pt-BR', 'Restrito'],
  ['pt-PT', 'Restricted'],
  ['fr-FR', 'Restricted'],
  ['x'.repeat(500), 'Restricted'],
])('the byline for the language %s has the name of this language, or the name of the site', async (locale, title) => {
  await translate();
  expect((await byline({ locale })).title).toBe(title);
});

it.each([
  ['a person', VIEWER.email, 1],
  ['a person without a license', UNLICENSED.email, 4],
  ['a viewer without a login', 'anonymous', 2],
])('the byline asks Confluence if %s sees the page, in a bounded number of calls', async (_who, as, count) => {
  const open = DEMO_PAGES.openHome;
  await storeLevel(site, open, levelNamed(site, 'Internal').levelId, DEMO_SPACES.OPEN);
  calls = [];
  expect((await byline({ as, pageId: open })).title).toBe('Internal');
  expect(calls.filter((target) => target !== 'kvs')).toHaveLength(count);
  expect(calls.filter((target) => target === 'kvs')).toHaveLength(2);
});

it.each([VIEWER.email, OUTSIDER.email, UNLICENSED.email, 'anonymous'])(
  'the byline answers %s about a page that they cannot see as about a missing page, with the same calls',
  async (as) => {
    await restrict(site, pageId, 'read', ADMIN_AND_APP);
    calls = [];
    expect(await byline({ as })).toEqual(NEUTRAL);
    const onHidden = calls;
    calls = [];
    expect(await byline({ as, forged: { content: { id: '9007199254740991', type: 'page', subtype: null } } })).toEqual(
      NEUTRAL,
    );
    expect(onHidden).toEqual(calls);
  },
);

it('the byline names no level once the calls of the viewer are used up, and asks Confluence nothing', async () => {
  site.close();
  site = openSite({
    rateLimits: () => '{"key-check": 8}',
    intercept: (call, proceed) => {
      calls.push(call.target);
      return proceed();
    },
  });
  await settle(site, { surfaces: VIEWERS_LANGUAGE });
  await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId, DEMO_SPACES.ENG);
  for (const title of ['Restricted', 'Restricted']) expect((await byline()).title).toBe(title);
  calls = [];
  expect(await byline()).toEqual(NEUTRAL);
  expect(new Set(calls)).toEqual(new Set(['kvs']));
  expect((await byline({ as: EDITOR.email })).title).toBe('Restricted');
});

it('the byline is neutral where classification is off, whatever space the call claims', async () => {
  await settle(site, { surfaces: { ...VIEWERS_LANGUAGE, offSpaceIds: [DEMO_SPACES.ENG] } });
  const offText = { title: 'Classification', tooltip: 'Classification is off in this space' };
  expect(await byline()).toMatchObject(offText);
  expect(await byline({ forged: { space: { id: DEMO_SPACES.OPEN, key: 'OPEN' } } })).toMatchObject(offText);
});

it('the byline is neutral for a wrong page, and if storage does not respond', async () => {
  for (const content of [
    { id: '../1', type: 'page', subtype: null },
    { id: '0', type: 'page', subtype: null },
  ])
    expect(await byline({ forged: { content } })).toEqual(NEUTRAL);
  intercept = () => Promise.reject(new Error('no connection'));
  expect(await byline()).toEqual(NEUTRAL);
});

it('the byline is neutral if the stored level cannot be read', async () => {
  await putRow(site, 'page-level', pageId, { v: 1, rev: 1, levelId: 'Restricted' });
  expect(await byline()).toEqual(NEUTRAL);
});

it.each([{ bylineNames: 'site' }, { byline: false }])(
  'the byline says nothing about any page with the setting %j',
  async (setting) => {
    await settle(site, { surfaces: { ...VIEWERS_LANGUAGE, ...setting } });
    expect(await byline()).toEqual(NEUTRAL);
  },
);

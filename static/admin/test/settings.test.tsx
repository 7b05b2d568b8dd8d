import './bridge';
import { DEMO_SPACES } from '../../../local/demo';
import type { LevelList } from '../../../src/admin/levels/change-levels';
import { done, refusal } from '../../../test/admin/ask';
import { archiveLevels, changeLevels, levelNamed, type LevelName, settle } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { WeakenedList } from '../src/spaces/space-admins-section';
import { settingsDifferences } from '../src/configuration/settings-differences';
import { schemeNameFault } from '../src/schemes/scheme';
import { checkSettings } from '../src/settings/setting-draft';
import { texts } from '../src/texts';
import { textsOf } from './rendered';

/** The errors and differences of the Settings page, with what the resolver returned. */

const { ENG, OPEN } = DEMO_SPACES;

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const list = () => done<LevelList>(site, 'listLevels', {});
const change = <T extends LevelList = LevelList>(operation: string, payload: object) =>
  changeLevels<T>(site, operation, payload, 'admin2@example.com');
const createScheme = async (name: string, ...levels: readonly LevelName[]) =>
  (await change<LevelList & { schemeId: string }>('createScheme', { name, levelIds: levels.map(idOf) })).schemeId;

it('spaces that protect their pages less than the site are listed if the admin can view them, and the others counted', async () => {
  const ownSpaces = {
    [ENG]: { defaultLevel: { levelId: idOf('Public') }, isOff: true },
    [OPEN]: { lowering: 'forbidden' },
    '999999999': { levelIds: [idOf('Public')] },
  };
  const delegated = ['defaultLevel', 'levels', 'lowering', 'off'];
  await settle(site, { delegated, ownSpaces, defaultLevel: { levelId: idOf('Restricted') }, defaultFloor: 'none' });
  const { weakened = [] } = await list();
  expect(weakened).toEqual([
    { spaceId: ENG, by: ['defaultLevel', 'off'] },
    { spaceId: '999999999', by: ['levels'] },
  ]);
  const spaces = new Map([[ENG, { id: ENG, key: 'ENG', name: 'Engineering' }]]);
  expect(textsOf(<WeakenedList weakened={weakened} spaces={spaces} />)).toEqual([
    'Engineering',
    'Weaker: Default level, Classification off',
    '1 space more, which you can’t view or which don’t fit here',
  ]);
});

it('the least sensitive default level of space admins is saved, shown in differences, and refused if it does not exist', async () => {
  const before = await list();
  const after = await change('changeDelegated', { delegated: ['defaultLevel'], defaultFloor: idOf('Internal') });
  expect(after.settings.defaultFloor).toBe(idOf('Internal'));
  expect(settingsDifferences(before, after, new Map())).toContainEqual({
    what: `Site settings: ${texts.settings.spaceAdmins.floor}`,
    before: texts.settings.spaceAdmins.floorAsSite,
    now: 'Internal',
  });
  const reset = await change('changeDelegated', { delegated: ['defaultLevel'] });
  expect(reset.settings.defaultFloor).toBeUndefined();
  const unknown = { rev: reset.rev, delegated: [], defaultFloor: '00000000-0000-4000-8000-00000000dead' };
  expect(await refusal(site, 'changeDelegated', unknown)).toMatchObject({ code: 'LEVEL_NOT_SETTABLE' });
});

describe('the settings of a space', () => {
  const { errors } = texts.settings;
  const outside = { defaultLevel: errors.outside('Restricted', 'Open') };

  it('are refused at the default level if it is not one of the allowed levels, also if one of them is that of the site', async () => {
    const schemeId = await createScheme('Open', 'Internal', 'Public');
    const current = await list();
    expect(checkSettings(current, { defaultLevel: idOf('Restricted'), schemeId })).toEqual(outside);
    for (const defaultLevel of [idOf('Internal'), 'none'])
      expect(checkSettings(current, { defaultLevel, schemeId })).toEqual({});
    const ofSite = await change('changeSiteSettings', { lowering: 'allowed', schemeId });
    expect(checkSettings(ofSite, { defaultLevel: idOf('Restricted'), schemeId: 'site' })).toEqual(outside);
    const defaultLevel = { levelId: idOf('Restricted') };
    const otherSite = await change('changeSiteSettings', { lowering: 'allowed', defaultLevel });
    expect(checkSettings(otherSite, { defaultLevel: 'site', schemeId })).toEqual(outside);
  });

  it('are refused with an archived level or a scheme that no longer exists', async () => {
    await archiveLevels(site, ['Public']);
    await settle(site, { defaultLevel: { levelId: idOf('Public') } });
    const draft = { defaultLevel: idOf('Public'), schemeId: crypto.randomUUID() };
    expect(checkSettings(await list(), draft)).toEqual({
      defaultLevel: errors.levelNotFound,
      schemeId: errors.schemeNotFound,
    });
  });
});

it('the name of a scheme is required, unique in any case, and has at most 100 characters', () => {
  const others = [{ schemeId: '1', name: 'Open' }];
  const fault = (name: string) => schemeNameFault(name, others, texts.settings.schemes.takenName);
  expect([' ', ' OPEN ', 'x'.repeat(101), 'x'.repeat(100)].map(fault)).toEqual([
    'Enter a name.',
    'Other allowed levels have this name. Enter a different name.',
    'Use 100 characters or fewer. This name has 101.',
    undefined,
  ]);
});

it('the changes of another admin are shown in names and words', async () => {
  const schemeId = await createScheme('Open', 'Internal', 'Public');
  const removed = await createScheme('Old', 'Public');
  const before = await list();
  await change('changeSiteSettings', { lowering: 'forbidden', defaultLevel: { levelId: idOf('Public') } });
  await change('changeSurfaceSettings', {
    byline: true,
    banner: false,
    menus: false,
    bylineNames: 'viewer',
    peopleMayExclude: true,
    peopleMayRedact: false,
    offSpaceIds: [ENG],
  });
  await change('changeSpaceSettings', { spaceId: ENG, schemeId });
  await change('editScheme', { schemeId, name: 'Half open', levelIds: [idOf('Internal'), idOf('Public')] });
  await change('removeScheme', { schemeId: removed });
  await createScheme('New', 'Public');
  const differences = settingsDifferences(
    before,
    await list(),
    new Map([[ENG, { id: ENG, key: 'ENG', name: 'Engineering' }]]),
  );
  expect(differences.map(({ what, before: old, now }) => [what, old, now].join(' | '))).toEqual([
    'Site settings: Default level | None | Public',
    'Site settings: Lowering levels | Allowed | Not allowed',
    'On pages: Shown on pages | Byline, Banner, Menus | Byline',
    'On pages: Language of levels on pages | One name for everyone | In the language of each viewer',
    'On pages: People who can edit a page can | Only set levels | Mark findings as not sensitive',
    'On pages: Spaces without classification | – | Engineering',
    'Allowed levels “Half open”: Name | Open | Half open',
    'Allowed levels “Old” | Public | Removed',
    'Allowed levels “New” | – | New',
    'Space Engineering: Allowed levels | Same as site | Half open',
  ]);
});

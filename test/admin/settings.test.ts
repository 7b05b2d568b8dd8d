import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { LevelList } from '../../src/admin/levels/change-levels';
import { archiveLevels, changeLevels, levelNamed, type LevelName, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored } from '../support/stored-rows';

/** The settings of a site, which share one revision with the levels. */

let site: Site;
/** The bodies of the events that were pushed to queues. */
let pushed: string[];
beforeEach(() => {
  pushed = [];
  site = openSite({
    queryLagMs: 0,
    intercept: ({ path, body = '' }, proceed) => {
      if (path.includes('/queue/publish/')) pushed.push(body);
      return proceed();
    },
  });
});
afterEach(() => site.close());

const { ENG, HR } = DEMO_SPACES;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const at = (name: LevelName) => ({ levelId: idOf(name) });
const change = <T extends LevelList>(operation: string, payload: object) => changeLevels<T>(site, operation, payload);

async function refusedNow(operation: string, payload: object): Promise<{ code: string; message: string }> {
  const { value } = await site.admin('listLevels', {});
  const before = everythingStored(site);
  const result = await site.admin(operation, { rev: value.rev, ...payload });
  expect(result.ok).toBe(false);
  expect(everythingStored(site)).toEqual(before);
  return result.error;
}

const aScheme = async (name: string, ...levels: readonly LevelName[]) =>
  (await change<LevelList & { schemeId: string }>('createScheme', { name, levelIds: levels.map(idOf) })).schemeId;

it('start with the settings of a new site', async () => {
  const { value } = await site.admin('listLevels', {});
  expect(value).toMatchObject({ rev: 0, settings: { lowering: 'allowed', schemes: [], spaces: {} } });
});

it('apply from the next request on, and each edit has its audit event', async () => {
  const { key } = await site.createKey();
  const schemeId = await aScheme('Open', 'Internal', 'Public');
  await change('changeSpaceSettings', { spaceId: ENG, schemeId, defaultLevel: at('Internal') });
  await change('changeSiteSettings', { lowering: 'forbidden', defaultLevel: at('Restricted') });
  const set = (name: LevelName) =>
    site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.engHome, ...at(name) } });
  expect((await set('Restricted')).body).toMatchObject({ code: 'LEVEL_NOT_IN_SPACE_SCHEME' });
  await site.rest('DELETE', `/v1/page-level/by-page/${DEMO_PAGES.engHome}`, { key });
  expect((await set('Public')).body).toMatchObject({ code: 'LEVEL_CHANGE_FORBIDDEN' });

  const { value } = await site.admin('listAudit', {});
  const ofSettings = value.entries.filter(({ type }: { type: string }) => /^(settings|scheme)\./.test(type));
  expect(ofSettings.map(({ type, subject, details }: Record<string, unknown>) => [type, subject, details])).toEqual(
    expect.arrayContaining([
      [
        'settings.updated',
        'settings',
        {
          before: { lowering: 'allowed' },
          after: { lowering: 'forbidden', defaultLevelId: idOf('Restricted') },
        },
      ],
      ['settings.updated', `space:${ENG}`, { before: {}, after: { defaultLevelId: idOf('Internal'), schemeId } }],
      [
        'scheme.created',
        `scheme:${schemeId}`,
        { before: {}, after: { name: 'Open', levelIds: [idOf('Internal'), idOf('Public')] } },
      ],
    ]),
  );
});

it('the settings of a space can be reset to those of the site, without a remaining row', async () => {
  await change('changeSpaceSettings', { spaceId: ENG, defaultLevel: 'none', schemeId: 'none' });
  const { settings } = await change('changeSpaceSettings', { spaceId: ENG });
  expect(settings.spaces).toEqual({});
});

it('the settings are not written if nothing changes', async () => {
  await change('changeSiteSettings', { lowering: 'justified', defaultLevel: at('Internal') });
  const before = everythingStored(site);
  await change('changeSiteSettings', { lowering: 'justified', defaultLevel: at('Internal') });
  await change('changeSpaceSettings', { spaceId: ENG });
  expect(everythingStored(site)).toEqual(before);
});

it('survive an edit of the levels, and the levels survive an edit of the settings', async () => {
  await change('changeSiteSettings', { lowering: 'justified' });
  await change('createLevel', { name: 'Secret', color: 'RED' });
  const { levels, settings } = await change('changeSiteSettings', { lowering: 'forbidden' });
  expect(settings.lowering).toBe('forbidden');
  expect(levels.map(({ name }) => name)).toContain('Secret');
});

describe('the settings for pages as people see them', () => {
  const SURFACES = {
    byline: true,
    banner: true,
    menus: true,
    bylineNames: 'site',
    peopleMayExclude: false,
    peopleMayRedact: false,
    offSpaceIds: [] as string[],
  };
  const PEOPLE = { ...SURFACES, menus: false, bylineNames: 'viewer', peopleMayExclude: true };

  it('are replaced as a whole, audited, and pushed to the pages', async () => {
    const { settings } = await change('changeSurfaceSettings', { ...PEOPLE, offSpaceIds: [HR, ENG, HR] });
    expect(settings).toMatchObject({ lowering: 'allowed', surfaces: { ...PEOPLE, offSpaceIds: [ENG, HR].sort() } });
    const { value } = await site.admin('listAudit', { subject: 'surfaces' });
    expect(value.entries).toMatchObject([
      {
        type: 'settings.updated',
        details: {
          before: { menus: true, bylineNames: 'site', peopleMayExclude: false, offSpaceIds: [] },
          after: { menus: false, bylineNames: 'viewer', peopleMayExclude: true, offSpaceIds: [ENG, HR].sort() },
        },
      },
    ]);
    expect(pushed.map((body) => JSON.parse(body))).toMatchObject([
      { queueName: 'mirror', payload: [{ body: { task: 'configuration' } }] },
    ]);
    expect((await change('changeSurfaceSettings', SURFACES)).settings.surfaces).toEqual(SURFACES);
  });

  it('are neither written nor pushed if nothing changes', async () => {
    const before = everythingStored(site);
    await change('changeSurfaceSettings', SURFACES);
    expect(everythingStored(site)).toEqual(before);
    expect(pushed).toEqual([]);
  });

  it('are saved even if the queue fails', async () => {
    site.host.faults.add({ target: 'gateway', match: '/queue/publish/', status: 503, times: 1 });
    expect((await change('changeSurfaceSettings', PEOPLE)).settings.surfaces).toEqual(PEOPLE);
  });

  it('remain when other settings change, in the admin area and in the API', async () => {
    await change('changeSurfaceSettings', { ...PEOPLE, offSpaceIds: [HR] });
    const { key } = await site.createKey();
    const send = (method: string, path: string, body?: object) =>
      site.rest(method, path, { key, ...(body === undefined ? {} : { body }) });
    const read = await send('GET', '/v1/setting');
    expect(Object.keys(read.body)).toEqual([
      'lowering',
      'defaultLevel',
      'schemeId',
      'mentions',
      'schemes',
      'spaces',
      'delegated',
      'defaultFloor',
      'ownSpaces',
    ]);
    expect((await send('PUT', '/v1/setting', { ...read.body, lowering: 'justified' })).status).toBe(200);
    expect((await send('PUT', `/v1/setting/space/${ENG}`, { defaultLevel: 'none' })).status).toBe(200);
    await change('createLevel', { name: 'Secret', color: 'RED' });
    const { settings } = await change('changeSiteSettings', { lowering: 'forbidden' });
    expect(settings).toMatchObject({ lowering: 'forbidden', surfaces: { ...PEOPLE, offSpaceIds: [HR] } });
  });

  it('cannot name an unknown space, except one that is already off', async () => {
    const gone = '999999999';
    expect(await refusedNow('changeSurfaceSettings', { ...SURFACES, offSpaceIds: [HR, gone] })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'offSpaceIds', message: `contains spaces that you can’t view: ${gone}` }],
    });
    await settle(site, { surfaces: { ...SURFACES, offSpaceIds: [gone] } });
    const { settings } = await change('changeSurfaceSettings', { ...SURFACES, offSpaceIds: [gone, HR] });
    expect(settings.surfaces?.offSpaceIds).toEqual([gone, HR].sort());
  });

  it.each([
    ['byline', 'yes'],
    ['menus', undefined],
    ['bylineNames', 'all'],
    ['offSpaceIds', 'ENG'],
    ['offSpaceIds', Array.from({ length: 251 }, (_, index) => String(index + 1))],
    ['offSpaceIds.0', ['ENG']],
  ])('must be complete and valid: %s', async (field, value) => {
    const [name = ''] = field.split('.');
    expect(await refusedNow('changeSurfaceSettings', { ...SURFACES, [name]: value })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field }],
    });
  });
});

describe('settings are refused', () => {
  it.each([
    ['an unknown default', () => ({ defaultLevel: { levelId: crypto.randomUUID() } }), 'LEVEL_NOT_SETTABLE'],
    ['an archived default', () => ({ defaultLevel: at('Public') }), 'LEVEL_NOT_SETTABLE'],
    [
      'a sub-level of another level',
      () => ({
        defaultLevel: { ...at('Internal'), subLevelId: levelNamed(site, 'Restricted').subLevels[0]?.subLevelId },
      }),
      'LEVEL_NOT_SETTABLE',
    ],
    ['an unknown scheme', () => ({ schemeId: crypto.randomUUID() }), 'SCHEME_NOT_FOUND'],
  ])('with %s, for the site and for a space', async (_what, settings, code) => {
    await archiveLevels(site, ['Public']);
    expect(await refusedNow('changeSiteSettings', { lowering: 'allowed', ...settings() })).toMatchObject({ code });
    const refused = await refusedNow('changeSpaceSettings', { spaceId: ENG, ...settings() });
    expect(refused).toMatchObject({ code, places: [`space:${ENG}`] });
  });

  it('with a scheme that has an archived or unknown level', async () => {
    await archiveLevels(site, ['Public']);
    const scheme = { name: 'New', levelIds: [idOf('Public')] };
    expect((await refusedNow('createScheme', scheme)).code).toBe('LEVEL_NOT_SETTABLE');
    expect((await refusedNow('createScheme', { name: 'New', levelIds: [] })).code).toBe('INVALID_INPUT');
  });

  it('with a default that the scheme of its space lacks, for every way to cause that', async () => {
    const schemeId = await aScheme('Open', 'Public', 'Internal');
    await change('changeSpaceSettings', { spaceId: ENG, schemeId, defaultLevel: at('Internal') });
    await change('changeSpaceSettings', { spaceId: HR, schemeId });
    const code = 'DEFAULT_OUTSIDE_SCHEME';
    const attempts = [
      ['changeSpaceSettings', { spaceId: ENG, schemeId, defaultLevel: at('Restricted') }],
      ['editScheme', { schemeId, name: 'Open', levelIds: [idOf('Public')] }],
      ['changeSiteSettings', { lowering: 'allowed', defaultLevel: at('Restricted') }],
    ] as const;
    for (const [operation, payload] of attempts) expect((await refusedNow(operation, payload)).code).toBe(code);
    await change('changeSiteSettings', { lowering: 'allowed', defaultLevel: at('Public') });
  });

  it('without a scheme that is in use, and the error names its use', async () => {
    const schemeId = await aScheme('Open', 'Public');
    await change('changeSpaceSettings', { spaceId: ENG, schemeId });
    await change('changeSiteSettings', { lowering: 'allowed', schemeId });
    expect(await refusedNow('removeScheme', { schemeId })).toMatchObject({
      code: 'SCHEME_IN_USE',
      places: ['site', `space:${ENG}`],
    });
    await change('changeSpaceSettings', { spaceId: ENG });
    await change('changeSiteSettings', { lowering: 'allowed' });
    expect((await change('removeScheme', { schemeId })).settings.schemes).toEqual([]);
    expect((await refusedNow('removeScheme', { schemeId })).code).toBe('SCHEME_NOT_FOUND');
  });

  it('for an unknown space, except to reset it', async () => {
    const spaceId = '999999999';
    expect(await refusedNow('changeSpaceSettings', { spaceId, defaultLevel: 'none' })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'spaceId' }],
    });
    await change('changeSpaceSettings', { spaceId });
  });

  it('with the name of another scheme in any case', async () => {
    await aScheme('Open', 'Public');
    expect(await refusedNow('createScheme', { name: 'OPEN', levelIds: [idOf('Public')] })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'name' }],
    });
  });

  it('for a revision that is not the latest', async () => {
    await change('changeSiteSettings', { lowering: 'justified' });
    const result = await site.admin('changeSiteSettings', { rev: 0, lowering: 'forbidden' });
    expect(result.error.code).toBe('LEVELS_CHANGED');
  });
});

describe('a level in use by the settings', () => {
  it.each([
    [
      'as the default of the site',
      () => change('changeSiteSettings', { lowering: 'allowed', defaultLevel: at('Public') }),
      'site',
    ],
    [
      'as the default of a space',
      () => change('changeSpaceSettings', { spaceId: ENG, defaultLevel: at('Public') }),
      `space:${ENG}`,
    ],
    ['in a scheme', () => aScheme('Open', 'Public', 'Internal'), 'scheme:Open'],
  ])('cannot be archived as %s, and the refusal names the use', async (_how, settle, where) => {
    await settle();
    expect(await refusedNow('archiveLevel', { ...at('Public'), confirmed: true })).toMatchObject({
      code: 'LEVEL_IN_SETTINGS',
      places: [where],
    });
  });

  it('with a sub-level in use: only that one cannot be archived', async () => {
    const [finance, people] = levelNamed(site, 'Restricted').subLevels;
    const defaultLevel = { ...at('Restricted'), subLevelId: finance?.subLevelId };
    await change('changeSiteSettings', { lowering: 'allowed', defaultLevel });
    const place = (subLevelId: string | undefined) => ({ ...at('Restricted'), subLevelId });
    expect((await refusedNow('archiveSubLevel', place(finance?.subLevelId))).code).toBe('LEVEL_IN_SETTINGS');
    await change('archiveSubLevel', place(people?.subLevelId));
  });

  it('lists its other uses', async () => {
    await aScheme('Open', 'Public');
    await change('changeSiteSettings', { lowering: 'allowed', defaultLevel: at('Public') });
    await change('changeSpaceSettings', { spaceId: HR, defaultLevel: at('Public') });
    const { value } = await site.admin('describeLevelUse', at('Public'));
    expect(value.settings).toEqual({ isSiteDefault: true, spaceIds: [HR], schemeNames: ['Open'] });
  });
});

describe('the comments that mention authors', () => {
  const read = async () => (await site.admin('listLevels', {})).value.settings.mentions;

  it('are off, are turned on and off with an audit event, and stay when other settings change', async () => {
    expect(await read()).toBeUndefined();
    expect((await change('changeMentions', { mentions: true })).settings.mentions).toBe(true);
    await change('changeSiteSettings', { lowering: 'forbidden' });
    expect(await read()).toBe(true);
    const { value } = await site.admin('listAudit', { subject: 'mentions' });
    expect(value.entries).toMatchObject([
      { type: 'settings.updated', details: { before: { mentions: false }, after: { mentions: true } } },
    ]);
    await change('changeMentions', { mentions: false });
    expect(await read()).toBeUndefined();
  });

  it('are a setting of the API, and unchanged if a replacement omits them', async () => {
    const { key } = await site.createKey();
    const put = (body: object) => site.rest('PUT', '/v1/setting', { key, body });
    expect((await put({ lowering: 'allowed', mentions: true })).body).toMatchObject({ mentions: true });
    expect(await read()).toBe(true);
    expect((await put({ lowering: 'forbidden' })).body).toMatchObject({ mentions: true });
    expect((await put({ lowering: 'allowed', mentions: false })).body).toMatchObject({ mentions: false });
    expect((await put({ lowering: 'allowed', mentions: 'yes' })).body).toMatchObject({
      errors: [{ pointer: '#/mentions' }],
    });
  });
});

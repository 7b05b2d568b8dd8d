import { isDeepStrictEqual } from 'node:util';
import { DEMO_SPACES } from '../../local/demo';
import { routes } from '../../src/rest/routes';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type Site } from '../support/site';
import { bodySchemaOf, outcomeOf, placesOf } from './route-requests';

/** A client can send back the response of a GET: nothing changes, and only a changed read-only member is refused. */

let site: Site;
let key: string;
let paths: Readonly<Record<string, string>>;

const send = (method: string, path: string, body?: object) =>
  site.rest(method, path, { key, ...(body === undefined ? {} : { body }) });

async function made(method: string, path: string, body: object): Promise<Record<string, string>> {
  const answer = await send(method, path, body);
  expect(outcomeOf(answer)).toMatch(/^20[01]$/);
  return answer.body as Record<string, string>;
}

beforeAll(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  const { ENG, HR } = DEMO_SPACES;
  const { schemeId: levelScheme = '' } = await made('POST', '/v1/setting/scheme', {
    name: 'Open',
    levelIds: ['public', 'restricted'],
  });
  await made('PUT', '/v1/setting', { lowering: 'justified', defaultLevel: { levelId: 'restricted/finance' } });
  await made('PUT', `/v1/setting/space/${ENG}`, { schemeId: levelScheme, defaultLevel: { levelId: 'public' } });
  await made('PUT', `/v1/setting/space/${HR}`, { defaultLevel: 'none' });
  const { customId = '' } = await made('POST', '/v1/detector/custom', {
    name: 'Project code',
    category: 'pii',
    severity: 'medium',
    pattern: 'PRJ-[0-9]{6}',
    keywords: ['project', 'code'],
    samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-12'] },
  });
  const { schemeId: detectorScheme = '' } = await made('POST', '/v1/detection/config/scheme', {
    name: 'Human resources',
    detectors: [{ detectorId: 'us-ssn', severity: 'low' }, { detectorId: `custom:${customId}` }],
  });
  await made('PUT', `/v1/detection/config/space/${HR}`, { schemeId: detectorScheme });
  await made('PUT', '/v1/detection/config', {
    regions: ['US', 'DE'],
    minConfidence: 0.4,
    targets: { title: true, body: true, comments: false, attachmentNames: true },
    triggers: { onPublish: true, schedule: 'weekly' },
    rules: [
      { severity: 'critical', levelId: 'highly-restricted' },
      { severity: 'low', levelId: 'restricted', subLevelId: 'finance' },
    ],
    redaction: { guard: true },
  });
  await made('PATCH', '/v1/detector/us-ssn', { minConfidence: 0.7 });
  paths = {
    setSettings: '/v1/setting',
    editSpaceSettings: `/v1/setting/space/${ENG}`,
    editScheme: `/v1/setting/scheme/${levelScheme}`,
    editLevel: '/v1/level/restricted',
    editSubLevel: '/v1/level/restricted/sub-level/finance',
    setDetectionConfig: '/v1/detection/config',
    editDetectorScheme: `/v1/detection/config/scheme/${detectorScheme}`,
    editSpaceDetection: `/v1/detection/config/space/${HR}`,
    replaceCustomDetector: `/v1/detector/custom/${customId}`,
    editDetector: '/v1/detector/us-ssn',
  };
});
afterAll(() => site.close());

type Resource = Readonly<Record<string, unknown>>;

/** A list in a response. */
async function listIn(path: string, name: string): Promise<readonly Resource[]> {
  const { body } = await send('GET', path);
  return (body as Readonly<Record<string, readonly Resource[]>>)[name] ?? [];
}

const whole = async (path: string): Promise<Resource> => (await send('GET', path)).body as Resource;

/** The resource that each operation writes, as GET returns it: a response, or an entry of a list. */
const PRESENT: Readonly<Record<string, () => Promise<Resource | undefined>>> = {
  setSettings: () => whole('/v1/setting'),
  editSpaceSettings: async () => (await listIn('/v1/setting', 'spaces'))[0],
  editScheme: async () => (await listIn('/v1/setting', 'schemes'))[0],
  editLevel: () => whole('/v1/level/restricted'),
  editSubLevel: async () =>
    (await listIn('/v1/level/restricted', 'subLevels')).find((one) => one.subLevelKey === 'restricted/finance'),
  setDetectionConfig: () => whole('/v1/detection/config'),
  editDetectorScheme: async () => (await listIn('/v1/detection/config', 'schemes'))[0],
  // A space that uses the site's settings is not listed.
  editSpaceDetection: async () =>
    (await listIn('/v1/detection/config', 'spaces'))[0] ?? { spaceId: DEMO_SPACES.HR, schemeId: null },
  replaceCustomDetector: () => whole(paths.replaceCustomDetector ?? ''),
  editDetector: async () => (await listIn('/v1/detector', 'detectors')).find((one) => one.detectorId === 'us-ssn'),
};

const CHANGES: Readonly<Record<string, object>> = {
  setSettings: { lowering: 'allowed' },
  editSpaceSettings: { defaultLevel: 'none' },
  editScheme: { name: 'Opened' },
  editLevel: { guideline: 'Ask first.' },
  editSubLevel: { description: 'Figures.' },
  setDetectionConfig: { minConfidence: 0.6 },
  editDetectorScheme: { regions: ['FR'] },
  editSpaceDetection: { schemeId: null },
  replaceCustomDetector: { proximity: 60 },
  editDetector: { severity: 'low' },
};

/** They accept only an order, which no GET returns by itself. */
const ORDERS = ['orderLevels', 'orderSubLevels'];
const editing = routes.filter(({ method }) => method === 'PUT' || method === 'PATCH');

it('is tested with every operation that replaces or edits', () => {
  const names = editing.map(({ operationId }) => operationId).sort();
  expect(names).toEqual([...Object.keys(PRESENT), ...ORDERS].sort());
});

const cases = editing
  .filter(({ operationId }) => !ORDERS.includes(operationId))
  .map((route) => ({ name: `${route.method} ${route.path}`, route, operationId: route.operationId }));

describe.each(cases)('$name', ({ route, operationId }) => {
  const { properties = {} } = bodySchemaOf(route) ?? {};
  const readOnly = Object.keys(properties).filter(
    (name) => (properties[name] as { readonly readOnly?: boolean }).readOnly === true,
  );

  it('accepts the response of GET, and writes nothing', async () => {
    const present = await PRESENT[operationId]?.();
    const before = storedButKeyUse(site);
    const answer = await send(route.method, paths[operationId] ?? '', present);
    expect(outcomeOf(answer)).toBe('200');
    expect(storedButKeyUse(site)).toEqual(before);
    expect(await PRESENT[operationId]?.()).toEqual(present);
  });

  it('accepts a change of one member of the response of GET', async () => {
    const present = await PRESENT[operationId]?.();
    const change = CHANGES[operationId];
    expect(outcomeOf(await send(route.method, paths[operationId] ?? '', { ...present, ...change }))).toBe('200');
    expect(await PRESENT[operationId]?.()).toMatchObject({ ...change });
  });

  it.each(readOnly)('refuses another %s, and names it', async (name) => {
    const present = await PRESENT[operationId]?.();
    const before = storedButKeyUse(site);
    const others = ['another', 17, [], [null], { other: 1 }].filter((one) => !isDeepStrictEqual(one, present?.[name]));
    for (const value of others) {
      const answer = await send(route.method, paths[operationId] ?? '', { ...present, [name]: value });
      expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
      expect(placesOf(answer)).toEqual([`INVALID_FIELD #/${name}`]);
    }
    expect(storedButKeyUse(site)).toEqual(before);
  });
});

describe('the level in settings and rules', () => {
  const settings = async () => (await send('GET', '/v1/setting')).body as Settings;
  interface Settings {
    readonly lowering: string;
    readonly defaultLevel: Readonly<Record<string, string | null>> | null;
  }

  it('can change while the names from GET stay, which are ignored', async () => {
    const present = await settings();
    const defaultLevel = { ...present.defaultLevel, levelId: 'internal', subLevelId: null };
    expect(outcomeOf(await send('PUT', '/v1/setting', { ...present, defaultLevel }))).toBe('200');
    const after = (await settings()).defaultLevel;
    expect(after).toMatchObject({ levelKey: 'internal', subLevelId: null });

    const config = (await send('GET', '/v1/detection/config')).body as { rules: { level: object }[] };
    const rules = config.rules.map((rule) => ({
      ...rule,
      level: { ...rule.level, levelId: 'internal', subLevelId: null },
    }));
    const answer = await send('PUT', '/v1/detection/config', { ...config, rules });
    expect(outcomeOf(answer)).toBe('200');
    expect(answer.body).toMatchObject({
      rules: [{ level: { levelKey: 'internal' } }, { level: { levelKey: 'internal' } }],
    });
  });

  it('cannot be changed by a name alone', async () => {
    const present = await settings();
    for (const name of ['levelKey', 'levelName', 'subLevelKey', 'subLevelName']) {
      const defaultLevel = { ...present.defaultLevel, [name]: 'public' };
      const answer = await send('PUT', '/v1/setting', { ...present, defaultLevel });
      expect(placesOf(answer)).toEqual([`INVALID_FIELD #/defaultLevel/${name}`]);
    }
    expect(await settings()).toEqual(present);
  });

  it('is in only one rule', async () => {
    const config = (await send('GET', '/v1/detection/config')).body as { rules: object[] };
    const both = await send('PUT', '/v1/detection/config', {
      ...config,
      rules: config.rules.map((rule) => ({ ...rule, levelId: 'public' })),
    });
    expect(placesOf(both)).toEqual(['INVALID_FIELD #/rules/0/levelId', 'INVALID_FIELD #/rules/1/levelId']);
    const neither = await send('PUT', '/v1/detection/config', { ...config, rules: [{ severity: 'low' }] });
    expect(placesOf(neither)).toEqual(['INVALID_FIELD #/rules/0/levelId']);
  });
});

it('accepts the key of a sub-level alone or with that of its own level', async () => {
  const edit = (subLevelKey: string) => send('PATCH', '/v1/level/restricted/sub-level/finance', { subLevelKey });
  expect(outcomeOf(await edit('finance'))).toBe('200');
  expect(outcomeOf(await edit('Restricted/Finance'))).toBe('200');
  expect(placesOf(await edit('public/finance'))).toEqual(['INVALID_FIELD #/subLevelKey']);
});

it('sets the default value of a detector if only that is sent', async () => {
  const path = '/v1/detector/card-pan';
  const cards = (await listIn('/v1/detector', 'detectors')).find((one) => one.detectorId === 'card-pan');
  const severity = cards?.severity;
  const { body } = await send('PATCH', path, { severity });
  expect(body).toMatchObject({ severity, settings: { severity } });
});

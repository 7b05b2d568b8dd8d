import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Route } from '../../src/rest/route';
import { routes } from '../../src/rest/routes';
import { storeFinding } from '../support/findings';
import { storedButKeyUse } from '../support/key-use';
import { levelNamed } from '../support/levels';
import { NATIVE, nativeAdmin } from '../support/native-levels';
import { observe } from '../support/observed';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { bodySchemaOf, outcomeOf, placesOf } from './route-requests';

/** A client can send back the response of a GET: nothing changes, and only a changed read-only member is refused. */

let site: Site;
let key: string;
let paths: Readonly<Record<string, string>>;
let ids: Readonly<Record<'restricted' | 'finance' | 'public' | 'internal' | 'scheme', string>>;

const send = (method: string, path: string, body?: object) =>
  site.rest(method, path, { key, ...(body === undefined ? {} : { body }) });

async function made(method: string, path: string, body: object): Promise<Record<string, string>> {
  const answer = await send(method, path, body);
  expect(outcomeOf(answer)).toMatch(/^20[01]$/);
  return answer.body as Record<string, string>;
}

beforeAll(async () => {
  site = openSite({ queryLagMs: 0, assumptions: new Set(['native-levels']) });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  await observe(site, ['us-ssn']);
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
    attachmentContents: { enabled: true, maxMegabytes: 5, kinds: ['pdf'], spaceIds: [ENG] },
    triggers: { onPublish: true, schedule: 'weekly' },
    rules: [
      { severity: 'critical', levelId: 'highly-restricted' },
      { severity: 'low', levelId: 'restricted', subLevelId: 'finance' },
    ],
    redaction: { guard: true },
  });
  await made('PUT', '/v1/setting/exposure', {
    rules: [
      { levelId: 'restricted', maxPeople: 9, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' },
      { levelId: 'internal', guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden', groupIds: ['a-group'] },
    ],
  });
  await made('PUT', '/v1/setting/review', {
    rules: [{ levelId: 'restricted', months: 12, reviewers: 'owner' }],
  });
  await made('PATCH', '/v1/detector/us-ssn', { minConfidence: 0.7 });
  await made('PATCH', '/v1/level/restricted', { banner: { text: 'Only for you.', contact: 'Help desk' } });
  const { rev } = await nativeAdmin(site, 'getNativeLevels');
  await nativeAdmin(site, 'importNativeLevels', {
    rev,
    links: [{ nativeId: NATIVE.Restricted, levelId: levelNamed(site, 'Restricted').levelId }],
  });
  const levels = await listIn('/v1/level', 'results');
  const idOf = (levelKey: string) => String(levels.find((one) => one.levelKey === levelKey)?.levelId);
  const [finance] = (levels.find((one) => one.levelKey === 'restricted')?.subLevels ?? []) as readonly Resource[];
  ids = {
    restricted: idOf('restricted'),
    finance: String(finance?.subLevelId),
    public: idOf('public'),
    internal: idOf('internal'),
    scheme: levelScheme,
  };
  paths = {
    setSettings: '/v1/setting',
    editSpaceSettings: `/v1/setting/space/${ENG}`,
    setExposureRules: '/v1/setting/exposure',
    setReviewRules: '/v1/setting/review',
    editPageReview: `/v1/page-review/by-page/${DEMO_PAGES.engHome}`,
    setPageUseRules: '/v1/setting/page-use',
    editScheme: `/v1/setting/scheme/${levelScheme}`,
    editLevel: `/v1/level/${ids.restricted}`,
    setLabelSync: '/v1/setting/label-sync',
    editSubLevel: `/v1/level/${ids.restricted}/sub-level/${ids.finance}`,
    setDetectionConfig: '/v1/detection/config',
    editDetectorScheme: `/v1/detection/config/scheme/${detectorScheme}`,
    editSpaceDetection: `/v1/detection/config/space/${HR}`,
    replaceCustomDetector: `/v1/detector/custom/${customId}`,
    editDetector: '/v1/detector/us-ssn',
    editDetection: `/v1/detection/${await storeFinding(site, DEMO_PAGES.engHome)}`,
  };
  config.push(...rowsOf(site, 'config'));
});
/** The stored configuration, which each test finds as it was. */
const config: { readonly key: string; readonly value: object }[] = [];
afterEach(async () => {
  for (const row of config) await putRow(site, 'config', row.key, row.value);
});
afterAll(() => site.close());

type Resource = Readonly<Record<string, unknown>>;

/** A list in a response. */
async function listIn(path: string, name: string): Promise<readonly Resource[]> {
  const { body } = await send('GET', path);
  return (body as Readonly<Record<string, readonly Resource[]>>)[name] ?? [];
}

const whole = async (path: string): Promise<Resource> => (await send('GET', path)).body as Resource;

/** The resource that an operation writes, as a GET of its address returns it. */
const present = (operationId: string): Promise<Resource> => whole(paths[operationId] ?? '');

/** Another value for every member that a client can set. A member of an object has a path: `targets.title`. */
const VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  setSettings: {
    lowering: 'allowed',
    defaultLevel: { levelId: 'public' },
    schemeId: () => ids.scheme,
    mentions: true,
    delegated: ['lowering'],
    defaultFloor: () => ids.internal,
  },
  editPageReview: { reviewOn: '2030-01-01T00:00:00.000Z' },
  setReviewRules: {
    rules: [{ levelId: 'public', levelKey: 'public', levelName: 'Public', months: 6, reviewers: 'space-admins' }],
  },
  setExposureRules: {
    rules: [
      {
        ...{ levelId: 'restricted', levelKey: 'restricted', levelName: 'Restricted', maxPeople: 7 },
        ...{ guests: 'allowed', unlicensed: 'allowed', anonymous: 'allowed', groupIds: ['another-group'] },
      },
    ],
  },
  setPageUseRules: {
    rules: [
      {
        ...{ when: 'level', levelId: 'restricted', levelKey: 'restricted', levelName: 'Restricted' },
        ask: [],
        deny: ['public'],
      },
      { when: 'findings', severity: 'high', ask: ['export'], deny: [] },
    ],
  },
  editSpaceSettings: { defaultLevel: 'none', schemeId: 'none' },
  editScheme: { name: 'Opened', levelIds: () => [ids.internal, ids.public] },
  setLabelSync: { enabled: true, prefix: 'data_' },
  editLevel: {
    name: 'Limited',
    description: 'For a few.',
    color: 'TEAL',
    guideline: 'Ask first.',
    levelKey: 'limited',
    'banner.text': 'Do not forward.',
    'banner.contact': 'Service desk',
    translations: {
      de: { name: 'Begrenzt', description: 'Für wenige.', guideline: 'Erst fragen.', bannerText: 'Halt.' },
    },
  },
  editSubLevel: {
    name: 'Money',
    description: 'Figures.',
    subLevelKey: 'restricted/money',
    translations: { de: { name: 'Geld', description: 'Zahlen.' } },
  },
  setDetectionConfig: {
    regions: ['FR'],
    minConfidence: 0.6,
    'targets.title': false,
    'targets.body': false,
    'targets.comments': true,
    'targets.attachmentNames': false,
    'attachmentContents.enabled': false,
    'attachmentContents.maxMegabytes': 7,
    'attachmentContents.kinds': ['texts'],
    'attachmentContents.spaceIds': [DEMO_SPACES.HR],
    'triggers.onPublish': false,
    'triggers.schedule': 'daily',
    rules: [
      { severity: 'high', levelId: 'restricted', subLevelId: 'finance' },
      { severity: 'low', level: { levelId: 'public' } },
    ],
    'redaction.guard': false,
  },
  editDetectorScheme: {
    name: 'Staff',
    regions: ['FR'],
    minConfidence: 0.9,
    detectors: [{ detectorId: 'us-ssn', severity: 'high', enabled: false, minConfidence: 0.5 }],
  },
  editSpaceDetection: { schemeId: null },
  replaceCustomDetector: {
    name: 'Code of a project',
    category: 'network',
    severity: 'high',
    pattern: 'PRJ-[0-9]{4,6}',
    keywords: ['project'],
    proximity: 60,
    confidence: 0.7,
    'samples.match': ['code PRJ-654321'],
    'samples.noMatch': ['PRJ-1'],
  },
  editDetection: { ownerId: EDITOR.accountId, comment: 'Ask the team.', dueOn: '2026-12-24', isInProgress: true },
  editDetector: { enabled: false, minConfidence: 0.8, severity: 'medium', isObserved: false },
};

/** The values that GET returns in another form. */
const RETURNED: Readonly<Record<string, unknown>> = {
  'setReviewRules rules': [expect.objectContaining({ levelKey: 'public', months: 6, reviewers: 'space-admins' })],
  'setExposureRules rules': [expect.objectContaining({ levelKey: 'restricted', groupIds: ['another-group'] })],
  'setPageUseRules rules': [
    expect.objectContaining({ levelKey: 'restricted', severity: null, deny: ['public'] }),
    expect.objectContaining({ when: 'findings', levelId: null, severity: 'high', ask: ['export'] }),
  ],
  'setDetectionConfig rules': [
    { severity: 'high', level: expect.objectContaining({ levelKey: 'restricted', subLevelKey: 'restricted/finance' }) },
    { severity: 'low', level: expect.objectContaining({ levelKey: 'public', subLevelKey: null }) },
  ],
  'setSettings defaultLevel': expect.objectContaining({ levelKey: 'public', subLevelKey: null }),
};

/** They accept only an order of what exists. */
const ORDERS = ['orderLevels', 'orderSubLevels'];
const editing = routes.filter(({ method }) => method === 'PUT' || method === 'PATCH');

it('reading and writing back is tested with every operation that replaces or edits', () => {
  const names = editing.map(({ operationId }) => operationId).sort();
  expect(names).toEqual([...Object.keys(paths), ...ORDERS].sort());
});

const cases = editing
  .filter(({ operationId }) => !ORDERS.includes(operationId))
  .map((route) => ({ name: `${route.method} ${route.path}`, route, operationId: route.operationId }));

/** The paths of the members that a client can set, from the schema of the body. A level is one member. */
function settableIn(route: Route): readonly string[] {
  if (route.body === undefined) return [];
  const { $defs = {}, ...whole } = z.toJSONSchema(route.body.schema, { io: 'input' });
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = schema.$ref?.slice('#/$defs/'.length);
    return name === undefined || name === 'DefaultLevel' ? schema : ($defs[name] ?? schema);
  };
  const below = (schema: JsonSchema, path: string): readonly string[] => {
    const { properties, readOnly: isReadOnly } = resolve(schema);
    if (isReadOnly === true) return [];
    if (properties === undefined) return [path];
    return Object.entries(properties).flatMap(([name, one]) =>
      typeof one === 'boolean' ? [] : below(one, path === '' ? name : `${path}.${name}`),
    );
  };
  return below(whole, '');
}

/** The members of an entry of each list, and of each object with any keys, that a client can set. */
function entryMembersIn(route: Route): Readonly<Record<string, readonly string[]>> {
  const { $defs = {}, properties = {} } = z.toJSONSchema(route.body?.schema ?? z.object(), { io: 'input' });
  const resolved = (schema: unknown): JsonSchema => {
    const one = typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? (schema as JsonSchema) : {};
    return $defs[one.$ref?.slice('#/$defs/'.length) ?? ''] ?? one;
  };
  const lists = Object.entries(properties).flatMap(([name, schema]) => {
    const { readOnly: isReadOnly, items, additionalProperties } = resolved(schema);
    const { properties: members } = resolved(items ?? additionalProperties);
    return isReadOnly === true || members === undefined ? [] : [[name, Object.keys(members).sort()] as const];
  });
  return Object.fromEntries(lists);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Only the members of the resource that a client can set. */
function settableOf(resource: Resource | undefined, settable: readonly string[]): Record<string, unknown> {
  const names = new Set(settable.map((path) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(resource ?? {}).filter(([name]) => names.has(name)));
}

function withMember(resource: Resource, [name = '', ...rest]: readonly string[], value: unknown): Resource {
  const inner = resource[name];
  const next = rest.length === 0 ? value : withMember(isResource(inner) ? inner : {}, rest, value);
  return { ...resource, [name]: next };
}

function memberOf(resource: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return resource;
  return isResource(resource) ? memberOf(resource[name], rest) : undefined;
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe.each(cases)('$name', ({ route, operationId }) => {
  const { properties = {} } = bodySchemaOf(route) ?? {};
  const readOnly = Object.keys(properties).filter(
    (name) => (properties[name] as { readonly readOnly?: boolean }).readOnly === true,
  );

  it('accepts the response of GET, and writes nothing', async () => {
    const now = await present(operationId);
    const before = storedButKeyUse(site);
    const answer = await send(route.method, paths[operationId] ?? '', now);
    expect(outcomeOf(answer)).toBe('200');
    expect(answer.body).toEqual(now);
    expect(storedButKeyUse(site)).toEqual(before);
    expect(await present(operationId)).toEqual(now);
  });

  const settable = settableIn(route);

  it('has another value for every member that a client can set', () => {
    expect(Object.keys(VALUES[operationId] ?? {}).sort()).toEqual([...settable].sort());
  });

  it('has every member of an entry in the values of its lists', () => {
    for (const [member, names] of Object.entries(entryMembersIn(route))) {
      const entries: object[] = Object.values(VALUES[operationId]?.[member] ?? {});
      expect([member, [...new Set(entries.flatMap((entry) => Object.keys(entry)))].sort()]).toEqual([member, names]);
    }
  });

  describe('a change of one member alone', () => {
    it.each(settable)('is stored: %s', async (member) => {
      const path = member.split('.');
      const [first = ''] = path;
      const before = await present(operationId);
      const given = VALUES[operationId]?.[member];
      const value: unknown = typeof given === 'function' ? given() : given;
      const wanted = withMember(settableOf(before, settable), path, value);
      // A PATCH needs nothing else. A PUT needs the other members.
      const body = route.method === 'PATCH' ? { [first]: wanted[first] } : wanted;
      const answer = await send(route.method, paths[operationId] ?? '', body);
      const after = await present(operationId);
      expect([outcomeOf(answer), answer.body]).toEqual(['200', after]);
      const returned = RETURNED[`${operationId} ${member}`];
      expect(memberOf(after, path)).not.toEqual(memberOf(before, path));
      expect(settableOf(after, settable)).toEqual(returned === undefined ? wanted : { ...wanted, [first]: returned });
    });

    // An omitted member of a PATCH is unchanged.
    if (route.method !== 'PUT') return;
    const { required = [] } = bodySchemaOf(route) ?? {};

    it('is kept or reset if it is omitted, as its description says', async () => {
      for (const member of settable.filter((name) => !name.includes('.') && !required.includes(name))) {
        const now = settableOf(await present(operationId), settable);
        const given = VALUES[operationId]?.[member] ?? now[member];
        const other = { ...now, [member]: typeof given === 'function' ? (given() as unknown) : given };
        expect(outcomeOf(await send('PUT', paths[operationId] ?? '', other))).toBe('200');
        const set = (await present(operationId))[member];
        const { [member]: _omitted, ...rest } = other;
        expect(outcomeOf(await send('PUT', paths[operationId] ?? '', rest))).toBe('200');
        const isKept = isDeepStrictEqual((await present(operationId))[member], set);
        const { description = '' } = (properties[member] ?? {}) as { readonly description?: string };
        expect({ member, isKept }).toEqual({ member, isKept: description.includes('Omitted = unchanged') });
      }
    });
  });

  if (readOnly.length === 0) return;

  it.each(readOnly)('refuses another %s, and names it', async (name) => {
    const now = await present(operationId);
    const before = storedButKeyUse(site);
    const others = ['another', 17, [], [null], { other: 1 }].filter((one) => !isDeepStrictEqual(one, now[name]));
    for (const value of others) {
      const answer = await send(route.method, paths[operationId] ?? '', { ...now, [name]: value });
      expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
      expect(placesOf(answer)).toEqual([`INVALID_FIELD #/${name}`]);
    }
    expect(storedButKeyUse(site)).toEqual(before);
  });
});

it('the API returns a changed order of levels and of sub-levels', async () => {
  const level = `/v1/level/${ids.restricted}`;
  for (const [path, member] of [
    ['/v1/level/order', 'levelIds'],
    [`${level}/sub-level/order`, 'subLevelIds'],
  ] as const) {
    const { [member]: before } = (await whole(path)) as Readonly<Record<string, readonly string[]>>;
    for (const wanted of [before?.toReversed(), before]) {
      const answer = await send('PUT', path, { [member]: wanted });
      expect([outcomeOf(answer), answer.body]).toEqual(['200', { [member]: wanted }]);
      expect(await whole(path)).toEqual(answer.body);
    }
  }
});

it('every address that can be written can be read', () => {
  const read = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  const written = routes.filter(({ method }) => method === 'PUT' || method === 'PATCH').map(({ path }) => path);
  expect(written.filter((path) => !read.has(path))).toEqual([]);
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

it('the API accepts the key of a sub-level alone or with that of its own level', async () => {
  const edit = (subLevelKey: string) => send('PATCH', '/v1/level/restricted/sub-level/finance', { subLevelKey });
  expect(outcomeOf(await edit('finance'))).toBe('200');
  expect(outcomeOf(await edit('Restricted/Finance'))).toBe('200');
  expect(placesOf(await edit('public/finance'))).toEqual(['INVALID_FIELD #/subLevelKey']);
});

it('the API sets the default value of a detector if only that is sent', async () => {
  const path = '/v1/detector/card-pan';
  const cards = (await listIn('/v1/detector', 'results')).find((one) => one.detectorId === 'card-pan');
  const severity = cards?.severity;
  const { body } = await send('PATCH', path, { severity });
  expect(body).toMatchObject({ severity, settings: { severity } });
});

import { ADMIN2, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { createFaultInjector, FAULTS, withoutWaiting } from '../support/fault-injection';
import { storedButKeyUse } from '../support/key-use';
import { archiveLevels, changeLevels, levelNamed, type LevelName, settle } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { edit } from '../admin/ask';
import { outcomeOf } from './route-requests';

/** Settings over the API: a site admin's permissions in the admin area, restricted by the scope and limits of a key. */

let site: Site;
let key: string;
let keyId: string;
let intercept: Intercept | undefined;
let nowMs: number;
beforeEach(async () => {
  intercept = undefined;
  nowMs = Date.parse('2026-03-10T12:00:00.000Z');
  site = openSite({
    queryLagMs: 0,
    now: () => new Date((nowMs += 1)),
    intercept: (call, proceed) => intercept?.(call, proceed) ?? proceed(),
  });
  ({ key, keyId } = await site.createKey());
});
afterEach(() => site.close());

const { ENG, HR } = DEMO_SPACES;
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
const idOf = (name: LevelName) => levelNamed(site, name).levelId;

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<RestAnswer> =>
  site.rest(method, `/v1/setting${path}`, { key, headers, ...(body === undefined ? {} : { body }) });
const read = async () => (await send('GET', '')).body;
const setLevel = (levelId: string, more: object = {}) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.engHome, levelId, ...more } });
const clear = () => site.rest('DELETE', `/v1/page-level/by-page/${DEMO_PAGES.engHome}`, { key });

async function aScheme(name: string, ...levelIds: readonly string[]): Promise<string> {
  const { status, body } = await send('POST', '/scheme', { name, levelIds });
  expect(status).toBe(201);
  return body.schemeId;
}

/** Runs instead of the next transaction, which then conflicts. */
function insteadOfCommit(happens: () => Promise<unknown>): void {
  intercept = async ({ path }, proceed) => {
    if (!path.endsWith('/transaction')) return proceed();
    intercept = undefined;
    await happens();
    return Response.json({ code: 'CONDITION_CHECK_FAILED', message: 'the race was lost' }, { status: 409 });
  };
}

it('start with the settings of a new site', async () => {
  expect(await read()).toEqual({
    lowering: 'allowed',
    defaultLevel: null,
    schemeId: null,
    mentions: false,
    schemes: [],
    spaces: [],
    delegated: [],
    defaultFloor: 'default',
    ownSpaces: [],
  });
});

it('set the floor of the default levels of space admins, and say by what a space is weaker', async () => {
  const own = { defaultLevel: { levelId: idOf('Public') }, isOff: true };
  await settle(site, { delegated: ['defaultLevel', 'off'], ownSpaces: { [ENG]: own } });
  const weakerWith = async (body: object) => {
    const answer = await send('PUT', '', { lowering: 'allowed', defaultLevel: { levelId: 'restricted' }, ...body });
    expect(answer.status).toBe(200);
    return [answer.body.defaultFloor, answer.body.ownSpaces[0].weakerBy];
  };
  expect(await weakerWith({})).toEqual(['default', ['off']]);
  expect(await weakerWith({ defaultFloor: 'none' })).toEqual(['none', ['defaultLevel', 'off']]);
  expect(await weakerWith({})).toEqual(['none', ['defaultLevel', 'off']]);
  expect(await weakerWith({ defaultFloor: 'internal' })).toEqual([idOf('Internal'), ['off']]);
  expect(await weakerWith({ defaultFloor: 'default' })).toEqual(['default', ['off']]);
  const unknown = await send('PUT', '', { lowering: 'allowed', defaultFloor: 'no-such-level' });
  expect(outcomeOf(unknown)).toBe('422 INVALID_SETTINGS');
  expect(rowsOf(site, 'audit').map(({ value }) => value['details'])).toContainEqual(
    expect.objectContaining({ before: { defaultFloor: 'none' }, after: { defaultFloor: idOf('Internal') } }),
  );
});

it('the settings of the API have the effects of the admin area, accept levels by key or UUID, and record the key', async () => {
  const scheme = await send('POST', '/scheme', { name: 'Open', levelIds: ['public', idOf('Internal'), 'public'] });
  const { schemeId } = scheme.body;
  const levels = { levelIds: [idOf('Public'), idOf('Internal')], levelKeys: ['public', 'internal'] };
  expect(scheme).toMatchObject({ status: 201, body: { schemeId, name: 'Open', ...levels } });

  const space = await send('PUT', `/space/${ENG}`, {
    schemeId: schemeId.toUpperCase(),
    defaultLevel: { levelId: 'internal' },
  });
  const internal = { levelId: idOf('Internal'), levelKey: 'internal', levelName: 'Internal', subLevelId: null };
  expect(space).toMatchObject({ status: 200, body: { spaceId: ENG, schemeId, defaultLevel: internal } });
  await send('PUT', `/space/${HR}`, { defaultLevel: 'none', schemeId: 'none' });

  const defaultLevel = { levelId: 'restricted/finance' };
  const all = await send('PUT', '', { lowering: 'forbidden', defaultLevel });
  expect(all.body).toMatchObject({
    lowering: 'forbidden',
    defaultLevel: { levelKey: 'restricted', subLevelKey: 'restricted/finance', subLevelName: 'Finance' },
    schemeId: null,
    schemes: [scheme.body],
    spaces: [space.body, { spaceId: HR, defaultLevel: 'none', schemeId: 'none' }],
  });
  expect(await read()).toEqual(all.body);

  const renamed = await send('PUT', `/scheme/${schemeId.toUpperCase()}`, { name: 'Opened', levelIds: ['internal'] });
  expect(renamed).toMatchObject({ status: 200, body: { schemeId, name: 'Opened', levelKeys: ['internal'] } });
  expect((await send('PUT', `/space/${ENG}`, {})).body).toEqual({ spaceId: ENG, defaultLevel: null, schemeId: null });
  expect((await send('DELETE', `/scheme/${schemeId}`)).status).toBe(204);
  expect((await send('PUT', '', { lowering: 'allowed', defaultLevel: null })).body).toMatchObject({
    lowering: 'allowed',
    defaultLevel: null,
    schemes: [],
    spaces: [{ spaceId: HR }],
  });

  const { value } = await site.admin('listAudit', { apiKeyId: keyId });
  expect(value.entries.map(({ type, subject }: Record<string, string>) => `${type} ${subject}`)).toEqual([
    'settings.updated settings',
    `scheme.deleted scheme:${schemeId}`,
    `settings.updated space:${ENG}`,
    `scheme.updated scheme:${schemeId}`,
    'settings.updated settings',
    `settings.updated space:${HR}`,
    `settings.updated space:${ENG}`,
    `scheme.created scheme:${schemeId}`,
  ]);
  expect(value.entries[7].details).toMatchObject({ after: { name: 'Open', levelIds: levels.levelIds } });
});

describe('settings apply from the next request, namely', () => {
  it('the scheme of the space, and of the site', async () => {
    const schemeId = await aScheme('Open', 'public', 'internal');
    await send('PUT', `/space/${ENG}`, { schemeId });
    expect(outcomeOf(await setLevel('restricted'))).toBe('422 LEVEL_NOT_IN_SPACE_SCHEME');
    await send('PUT', `/space/${ENG}`, {});
    expect(outcomeOf(await setLevel('restricted'))).toBe('201');
    await send('PUT', '', { lowering: 'allowed', schemeId });
    expect(outcomeOf(await setLevel('highly-restricted'))).toBe('422 LEVEL_NOT_IN_SPACE_SCHEME');
    await send('PUT', `/scheme/${schemeId}`, { name: 'Open', levelIds: ['highly-restricted'] });
    expect(outcomeOf(await setLevel('highly-restricted'))).toBe('201');
  });

  it('the rule for lowering levels', async () => {
    await setLevel('restricted');
    await send('PUT', '', { lowering: 'forbidden' });
    expect(outcomeOf(await setLevel('public'))).toBe('403 LEVEL_CHANGE_FORBIDDEN');
    await send('PUT', '', { lowering: 'justified' });
    expect(outcomeOf(await setLevel('public'))).toBe('422 JUSTIFICATION_REQUIRED');
    expect(outcomeOf(await setLevel('public', { justification: 'It was published.' }))).toBe('201');
  });

  it('the default of the space, and of the site', async () => {
    const levelOf = async () =>
      (await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.engHome}`, { key })).body.levelKey;
    await setLevel('public');
    await send('PUT', '', { lowering: 'allowed', defaultLevel: { levelId: 'internal' } });
    await clear();
    expect(await levelOf()).toBe('internal');
    await setLevel('public');
    await send('PUT', `/space/${ENG}`, { defaultLevel: { levelId: 'restricted' } });
    await clear();
    expect(await levelOf()).toBe('restricted');
  });
});

it('write nothing if nothing changes', async () => {
  await send('PUT', '', { lowering: 'justified', defaultLevel: { levelId: 'internal' } });
  const before = storedButKeyUse(site);
  expect((await send('PUT', '', { lowering: 'justified', defaultLevel: { levelId: idOf('Internal') } })).status).toBe(
    200,
  );
  // The same for a space that does not exist.
  expect((await send('PUT', '/space/999999999', {})).status).toBe(200);
  expect(storedButKeyUse(site)).toEqual(before);
});

describe('settings are refused without a write', () => {
  const refusedWith = async (answer: () => Promise<RestAnswer>, outcome: string) => {
    const before = storedButKeyUse(site);
    const refused = await answer();
    expect(outcomeOf(refused)).toBe(outcome);
    expect(storedButKeyUse(site)).toEqual(before);
    return refused.body.detail as string;
  };
  const attempts: readonly (readonly [string, string, object | undefined])[] = [
    ['GET', '', undefined],
    ['PUT', '', { lowering: 'forbidden' }],
    ['PUT', `/space/${ENG}`, { schemeId: 'none' }],
    ['POST', '/scheme', { name: 'New', levelIds: ['public'] }],
    ['PUT', `/scheme/${UNKNOWN}`, { name: 'New', levelIds: ['public'] }],
    ['DELETE', `/scheme/${UNKNOWN}`, undefined],
  ];

  /** Every request with the key is refused. */
  async function refuseAll(outcome: string): Promise<void> {
    for (const attempt of attempts) await refusedWith(() => send(...attempt), outcome);
  }

  it.each([
    ['a page access limit', { levelLimit: ['unclassified'] }],
    ['a space limit, though it has the space', { spaceLimit: ['ENG'] }],
  ])('for a key with %s', async (_what, limits) => {
    ({ key } = await site.createKey(limits));
    await refuseAll('403 KEY_HAS_LIMITS');
  });

  it('for a key whose creator is no longer a site admin', async () => {
    ({ key } = await site.createKey({ as: ADMIN2.email }));
    await site.setUser(ADMIN2.email, { siteAdmin: false });
    await refuseAll('403 CREATOR_NOT_ADMIN');
  });

  it.each(['read', 'write'])('for a key with the scope %s', async (classificationScope) => {
    ({ key } = await site.createKey({ classificationScope }));
    await refuseAll('403 INSUFFICIENT_SCOPE');
  });

  it('if If-Match matches neither them nor the levels', async () => {
    const etag = (await send('GET', '')).header('ETag') ?? '';
    expect((await site.rest('GET', '/v1/level', { key })).header('ETag')).toBe(etag);
    await changeLevels(site, 'createLevel', { name: 'Other', color: 'RED' });
    const stale = () => send('PUT', '', { lowering: 'forbidden' }, { 'If-Match': etag });
    await refusedWith(stale, '412 PRECONDITION_FAILED');
    const headers = { 'If-Match': (await stale()).header('ETag') ?? '' };
    const done = await send('PUT', '', { lowering: 'forbidden' }, headers);
    expect(done.status).toBe(200);
    expect((await send('GET', '')).header('ETag')).toBe(done.header('ETag'));
  });

  it.each([
    ['an unknown default', { defaultLevel: { levelId: UNKNOWN } }],
    ['a default by a key that there is not', { defaultLevel: { levelId: 'no-such-level' } }],
    ['an archived default', { defaultLevel: { levelId: 'public' } }],
    ['a sub-level of another level', { defaultLevel: { levelId: 'internal', subLevelId: 'finance' } }],
    ['an unknown scheme', { schemeId: UNKNOWN }],
  ])('for the site and for a space: %s', async (_what, settings) => {
    await archiveLevels(site, ['Public']);
    const ofSite = () => send('PUT', '', { lowering: 'allowed', ...settings });
    expect(await refusedWith(ofSite, '422 INVALID_SETTINGS')).toContain('site');
    expect(await refusedWith(() => send('PUT', `/space/${ENG}`, settings), '422 INVALID_SETTINGS')).toContain(
      `space:${ENG}`,
    );
  });

  it.each(['no-such-level', 'restricted/finance', 'public', UNKNOWN])('with a scheme of %s', async (levelId) => {
    await archiveLevels(site, ['Public']);
    const scheme = { name: 'New', levelIds: ['internal', levelId] };
    await refusedWith(() => send('POST', '/scheme', scheme), '422 INVALID_SETTINGS');
    const schemeId = await aScheme('New', 'internal');
    await refusedWith(() => send('PUT', `/scheme/${schemeId}`, scheme), '422 INVALID_SETTINGS');
  });

  it('with a default that the scheme of its space lacks, for every way to cause that', async () => {
    const schemeId = await aScheme('Open', 'public', 'internal');
    await send('PUT', `/space/${ENG}`, { schemeId, defaultLevel: { levelId: 'internal' } });
    const wrong: readonly (readonly [string, string, object])[] = [
      ['PUT', `/space/${ENG}`, { schemeId, defaultLevel: { levelId: 'restricted' } }],
      ['PUT', `/scheme/${schemeId}`, { name: 'Open', levelIds: ['public'] }],
      ['PUT', '', { lowering: 'allowed', schemeId, defaultLevel: { levelId: 'restricted' } }],
    ];
    for (const attempt of wrong) await refusedWith(() => send(...attempt), '422 INVALID_SETTINGS');
  });

  it('without a scheme that the site or a space uses', async () => {
    const schemeId = await aScheme('Open', 'public');
    await send('PUT', '', { lowering: 'allowed', schemeId });
    expect(await refusedWith(() => send('DELETE', `/scheme/${schemeId}`), '422 INVALID_SETTINGS')).toContain('site');
    await send('PUT', '', { lowering: 'allowed' });
    expect((await send('DELETE', `/scheme/${schemeId}`)).status).toBe(204);
  });

  it('for a nonexistent scheme or space', async () => {
    const unknown = '404 CONFIGURATION_NOT_FOUND';
    await refusedWith(() => send('DELETE', `/scheme/${UNKNOWN}`), unknown);
    await refusedWith(() => send('PUT', `/scheme/${UNKNOWN}`, { name: 'New', levelIds: ['public'] }), unknown);
    for (const spaceId of ['999999999', '9'.repeat(19)]) {
      await refusedWith(() => send('PUT', `/space/${spaceId}`, { schemeId: 'none' }), unknown);
      await refusedWith(() => send('GET', `/space/${spaceId}`), unknown);
    }
  });

  it('with the name of another scheme in any case, and with one scheme too many', async () => {
    await aScheme('Open', 'public');
    const named = (name: string) => send('POST', '/scheme', { name, levelIds: ['public'] });
    await refusedWith(() => named('OPEN'), '422 NAME_TAKEN');
    const levelIds = [idOf('Public')];
    const schemes = Array.from({ length: 50 }, (_, index) => ({
      schemeId: crypto.randomUUID(),
      name: `${index}`,
      levelIds,
    }));
    await settle(site, { schemes });
    await refusedWith(() => named('One more'), '422 CONFIGURATION_FULL');
  });

  const malformed = [
    ['PUT', '', { lowering: 'never' }, 'INVALID_FIELD'],
    ['PUT', '', {}, 'MISSING_FIELD'],
    ['PUT', '', { lowering: 'allowed', levels: [] }, 'UNKNOWN_FIELD'],
    ['PUT', '', { lowering: 'allowed', schemeId: 'none' }, 'INVALID_FIELD'],
    ['PUT', '', { lowering: 'allowed', defaultLevel: 'none' }, 'INVALID_FIELD'],
    ['PUT', `/space/${ENG}`, { defaultLevel: 'public' }, 'INVALID_FIELD'],
    ['PUT', '/space/ENG', {}, 'INVALID_PARAMETER'],
    ['PUT', '/scheme/open', { name: 'Open', levelIds: ['public'] }, 'INVALID_PARAMETER'],
    ['POST', '/scheme', { name: 'Open', levelIds: [] }, 'INVALID_FIELD'],
    ['POST', '/scheme', { name: `pclsk_0123456789q4n2m5_${'A'.repeat(49)}`, levelIds: ['public'] }, 'INVALID_FIELD'],
  ] as const;
  it('if the request is malformed', async () => {
    for (const [method, path, body, code] of malformed)
      await refusedWith(() => send(method, path, body), `400 ${code}`);
  });
});

it('the settings of a deleted space can be reset to those of the site', async () => {
  await settle(site, { spaces: { '999999999': { schemeId: 'none' } } });
  expect((await send('PUT', '/space/999999999', {})).status).toBe(200);
  expect((await read()).spaces).toEqual([]);
});

it('settings that another version left invalid can be edited, and accept no new error', async () => {
  const bad = { levelId: UNKNOWN, subLevelId: UNKNOWN };
  await settle(site, { defaultLevel: bad, schemes: [{ schemeId: UNKNOWN, name: 'Old', levelIds: [UNKNOWN] }] });
  const wrong: readonly (readonly [string, object])[] = [
    ['', { lowering: 'allowed', defaultLevel: { ...bad, levelId: 'no-such-level' } }],
    ['', { lowering: 'allowed', defaultLevel: { ...bad, subLevelId: 'no-such-sub-level' } }],
    [`/scheme/${UNKNOWN}`, { name: 'Old', levelIds: ['no-such-level'] }],
  ];
  for (const [path, body] of wrong) expect(outcomeOf(await send('PUT', path, body))).toBe('422 INVALID_SETTINGS');
  expect((await send('PUT', '', { lowering: 'forbidden', defaultLevel: bad })).body.lowering).toBe('forbidden');
  expect((await send('PUT', `/scheme/${UNKNOWN}`, { name: 'Old', levelIds: ['public'] })).status).toBe(200);
});

describe('concurrent writers', () => {
  it('both succeed if they change different things', async () => {
    insteadOfCommit(() => changeLevels(site, 'changeSpaceSettings', { spaceId: HR, schemeId: 'none' }));
    const { body } = await send('PUT', '', { lowering: 'justified' });
    expect(body).toMatchObject({ lowering: 'justified', spaces: [{ spaceId: HR }] });
  });

  it('are decided one after the other, and a resulting contradiction is refused', async () => {
    const schemeId = await aScheme('Open', 'public');
    insteadOfCommit(() => changeLevels(site, 'removeScheme', { schemeId }));
    expect(outcomeOf(await send('PUT', `/space/${ENG}`, { schemeId }))).toBe('422 INVALID_SETTINGS');
    expect((await read()).spaces).toEqual([]);
  });

  it('do not overwrite each other with If-Match', async () => {
    const etag = (await send('GET', '')).header('ETag') ?? '';
    insteadOfCommit(() => changeLevels(site, 'changeSiteSettings', { lowering: 'forbidden' }));
    const answer = await send('PUT', '', { lowering: 'justified' }, { 'If-Match': etag });
    expect(outcomeOf(answer)).toBe('412 PRECONDITION_FAILED');
    expect((await read()).lowering).toBe('forbidden');
  });

  it('fail once the key is revoked or limited in between', async () => {
    insteadOfCommit(() => edit(site, keyId, { spaceLimit: ['ENG'] }));
    expect(outcomeOf(await send('PUT', '', { lowering: 'forbidden' }))).toBe('403 KEY_HAS_LIMITS');
    ({ key, keyId } = await site.createKey());
    insteadOfCommit(() => site.admin('revokeKey', { keyId }));
    expect(outcomeOf(await send('PUT', '', { lowering: 'forbidden' }))).toBe('401 API_KEY_REVOKED');
    expect(rowsOf(site, 'config')).toEqual([]);
  });

  it('all get a result, however many they are', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Scheme ${index}`);
    const answers = await Promise.all(names.map((name) => send('POST', '/scheme', { name, levelIds: ['public'] })));
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.every((outcome) => ['201', '409 EDIT_CONFLICT'].includes(outcome))).toBe(true);
    const made = names.filter((_, index) => outcomes[index] === '201');
    expect(made.length).toBeGreaterThan(0);
    const { schemes } = await read();
    expect(schemes.map(({ name }: { name: string }) => name).sort()).toEqual(made);
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'scheme.created')).toHaveLength(made.length);
  });
});

describe('a failed platform call', () => {
  const SCHEME = '00000000-0000-4000-8000-00000000cafe';
  const WRITES: readonly (readonly [string, string, object | undefined, number])[] = [
    ['PUT', '', { lowering: 'forbidden' }, 200],
    ['PUT', `/space/${ENG}`, { defaultLevel: { levelId: 'restricted' } }, 200],
    ['POST', '/scheme', { name: 'New', levelIds: ['public'] }, 201],
    ['DELETE', `/scheme/${SCHEME}`, undefined, 204],
  ];
  const written = () => ({
    revision: rowOf(site, 'config', 'levels')['rev'] as number,
    audited: rowsOf(site, 'audit').filter(({ value }) => /^(settings|scheme)\./.test(String(value['type']))).length,
  });

  it.each(WRITES)('%s %s: neither success without effect, nor effect without its audit event', async (...request) => {
    const [method, path, body, success] = request;
    const injector = createFaultInjector();
    intercept = injector.intercept;
    const start = async () => {
      await archiveLevels(site, []);
      await settle(site, { schemes: [{ schemeId: SCHEME, name: 'Old', levelIds: [idOf('Public')] }] });
      // So that the use of the key is written with every request.
      nowMs += 60_000;
      injector.arm();
      return written();
    };
    await start();
    expect((await send(method, path, body)).status).toBe(success);
    const calls = [...injector.calls];
    expect(calls.length).toBeGreaterThanOrEqual(5);
    for (const [place, call] of calls.entries()) {
      const isWrite = call.path.endsWith('/transaction') || call.path.endsWith('/api/v1/set');
      const isOfKeyUse = call.path.endsWith('/batch/get') || call.path.endsWith('/api/v1/set');
      for (const fault of FAULTS) {
        // Reads have no effect, and @forge/kvs treats any 2xx of a transaction as success.
        if (!isWrite && fault.effect) continue;
        if (call.path.endsWith('/transaction') && fault.response === 'garbage' && !fault.effect) continue;
        const before = await start();
        injector.arm([place, fault]);
        const ask = () => send(method, path, body);
        const answer = await (fault.response === 'timeout' ? withoutWaiting(ask) : ask());
        injector.arm();
        const after = written();
        const done = after.revision - before.revision;
        const observed = { place, call: call.path, fault: fault.name, outcome: outcomeOf(answer) };
        expect({ ...observed, audited: after.audited - before.audited }).toEqual({ ...observed, audited: done });
        const isSuccess = answer.status === success;
        if (isSuccess) expect({ ...observed, done }).toEqual({ ...observed, done: 1 });
        if (!fault.effect && !isSuccess) expect({ ...observed, done }).toEqual({ ...observed, done: 0 });
        if (isOfKeyUse) expect({ ...observed, isSuccess }).toEqual({ ...observed, isSuccess: true });
        else if (!isSuccess)
          expect(observed.outcome).toMatch(/^(503 STORAGE_|502 HOST_|504 HOST_|429 HOST_|404 CONFIG)/);
      }
    }
  });

  it('never makes an unreadable record count as missing', async () => {
    await putRow(site, 'config', 'levels', { v: 2, rev: 4, value: { levels: [] } });
    const before = storedButKeyUse(site);
    expect(outcomeOf(await send('PUT', '', { lowering: 'allowed' }))).toBe('500 INTERNAL_ERROR');
    expect(storedButKeyUse(site)).toEqual(before);
  });
});

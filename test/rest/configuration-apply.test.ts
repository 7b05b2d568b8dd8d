import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { createGate, type Gate } from '../support/gate';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { outcomeOf, placesOf } from './route-requests';

/** A document is applied as a whole, as it was planned, or not at all. */

const TRANSACTION = '/transaction';

let gate: Gate;
let site: Site;
let key: string;

async function open(notExistsHoldsForAbsentRow = true): Promise<void> {
  gate = createGate(({ target, path }) => target === 'kvs' && path.endsWith(TRANSACTION));
  site = openSite({ intercept: gate.intercept, notExistsHoldsForAbsentRow });
  ({ key } = await site.createKey({ detectionScope: 'manage', name: 'canary-of-a-key' }));
}

type Parts = Readonly<Record<string, unknown>>;

const get = () => site.rest('GET', '/v1/configuration', { key });
const siteId = async () => String((await get()).body.site);
const documentOf = async (parts: Parts): Promise<Parts> => ({ version: 1, site: await siteId(), ...parts });
const plan = async (parts: Parts, more: Parts = {}) =>
  site.rest('POST', '/v1/configuration/plan', { key, body: { document: await documentOf(parts), ...more } });

/** @param more also `planHash`; default: that of a plan */
async function apply(
  parts: Parts,
  more: Parts = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RestAnswer> {
  const { allowLoosening: _allow, planHash: _hash, ...flags } = more;
  const { body: planned } = await plan(parts, flags);
  const body = { document: await documentOf(parts), planHash: planned.planHash, ...more };
  return site.rest('POST', '/v1/configuration/apply', { key, body, headers });
}

const pointersOf = (answer: RestAnswer) => placesOf(answer).map((place) => place.split(' ')[1]);

const events = () => rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'configuration.applied');
const configuration = () =>
  rowsOf(site, 'config').filter(({ key: name }) =>
    ['levels', 'detection', 'detection-exclusions', 'governance', 'quotas'].includes(name),
  );

/** A change of each row. */
const EVERYTHING = {
  levels: [{ key: 'restricted', name: 'Restricted', description: 'For few.' }],
  detection: { detectors: { email: { severity: 'high' } } },
  exclusions: [{ match: { by: 'domain', domain: 'example.com' }, scope: { of: 'site' }, reason: 'Our own.' }],
  exposure: {
    rules: { restricted: { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden', maxPeople: 5 } },
  },
  review: { rules: { restricted: { months: 12, reviewers: 'owner' } } },
  use: { rules: { 'level:internal': { ask: ['ai-train'], deny: [] } } },
  labels: { enabled: true },
  quotas: { site: 300 },
};
const LOOSE = { allowLoosening: true };

describe('a document with a change of each part', () => {
  beforeAll(() => open());
  afterAll(() => site.close());

  it('is planned without any change', async () => {
    const before = JSON.stringify(configuration());
    const { status, body } = await plan(EVERYTHING);
    expect(status).toBe(200);
    expect(body.entries).toHaveLength(8);
    expect(body.entries.filter(({ loosens }: { loosens: boolean }) => loosens)).toEqual([
      expect.objectContaining({ op: 'add', after: EVERYTHING.exclusions[0] }),
    ]);
    expect(body.drift).toBeNull();
    expect(JSON.stringify(configuration())).toBe(before);
  });

  it('is refused if an edit lowers the protection, and changes nothing', async () => {
    const before = JSON.stringify(configuration());
    const answer = await apply(EVERYTHING);
    expect(outcomeOf(answer)).toBe('422 LOOSENING_NOT_ALLOWED');
    expect(pointersOf(answer)).toEqual(['#/document/exclusions']);
    expect(JSON.stringify(configuration())).toBe(before);
  });

  it('is applied with all its rows and one audit event, and changes nothing when it is applied again', async () => {
    const answer = await apply(EVERYTHING, LOOSE);
    expect([answer.status, answer.body.outcome]).toEqual([200, 'applied']);
    expect(configuration().map(({ value }) => value['rev'])).toEqual([1, 1, 1, 1, 1]);
    expect(events()).toEqual([
      expect.objectContaining({
        value: expect.objectContaining({
          subject: 'configuration',
          actorType: 'apikey',
          actorAccountId: ADMIN.accountId,
        }),
      }),
    ]);
    const after = await get();
    expect(after.header('ETag')).toBe(answer.header('ETag'));
    expect(after.body.quotas.site).toBe(300);
    const again = await apply(EVERYTHING, LOOSE);
    expect([again.body.outcome, again.body.entries, again.header('ETag')]).toEqual([
      'unchanged',
      [],
      after.header('ETag'),
    ]);
    expect((await get()).text).toBe(after.text);
    expect(events()).toHaveLength(1);
  });

  it('is refused with another planHash, and with an ETag of another state', async () => {
    const parts = { quotas: { site: 200 } };
    const stale = await apply({ quotas: { site: 250 } }, { planHash: (await plan(parts)).body.planHash });
    expect([outcomeOf(stale), pointersOf(stale)]).toEqual(['412 PRECONDITION_FAILED', ['#/planHash']]);
    const late = await apply(parts, {}, { 'If-Match': '"l0.d0.x0.g0.q0"' });
    expect(outcomeOf(late)).toBe('412 PRECONDITION_FAILED');
    expect(late.header('ETag')).toBe((await get()).header('ETag'));
    const inTime = await apply(parts, {}, { 'If-Match': String((await get()).header('ETag')) });
    expect(inTime.body.outcome).toBe('applied');
  });

  it('counts the changes outside of it', async () => {
    await apply({ settings: { lowering: 'justified', mentions: true } });
    expect((await plan({})).body.drift.changes).toBe(0);
    await site.rest('PUT', '/v1/setting', { key, body: { lowering: 'forbidden' } });
    const { drift } = (await plan({})).body;
    expect(drift).toEqual({ appliedAt: expect.any(String), changes: 1 });
    expect((await site.admin('getOverview', {})).value.outsideOfFile).toEqual({ since: drift.appliedAt, changes: 1 });
  });

  it('is refused with what the edits refuse, at their places', async () => {
    const answer = await plan({
      levels: [{ key: 'new', name: 'Restricted' }],
      levelSchemes: [{ name: 'Some', levels: ['no-such-level'] }],
      detection: { detectors: { 'no-such-detector': { enabled: true } } },
      customDetectors: [
        {
          ...{ name: 'Bad', category: 'pii', severity: 'low', pattern: 'A+' },
          samples: { match: ['B'], noMatch: ['C'] },
        },
      ],
    });
    expect([outcomeOf(answer), pointersOf(answer)]).toEqual(['422 INVALID_SETTINGS', ['#/document/customDetectors']]);
    const others = await plan({
      levels: [{ key: 'new', name: 'Restricted' }],
      levelSchemes: [{ name: 'Some', levels: ['no-such-level'] }],
      detection: { detectors: { 'no-such-detector': { enabled: true } } },
    });
    expect(pointersOf(others)).toEqual([
      '#/document/levels',
      '#/document/levels',
      '#/document/levelSchemes',
      '#/document/detection',
    ]);
  });

  it('refuses more than 2 MiB, and takes more than 64 KiB', async () => {
    const spaces = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_none, index) => [String(1_000_000 + index), {}]));
    expect(outcomeOf(await plan({ spaces: spaces(8_000) }))).toBe('200');
    const text = ' '.repeat(2 * 1024 * 1024);
    const body = `{"document":${JSON.stringify(await documentOf({}))}${text}}`;
    const headers = { 'Content-Type': 'application/json' };
    expect(outcomeOf(await site.rest('POST', '/v1/configuration/plan', { key, body, headers }))).toBe(
      '413 BODY_TOO_LARGE',
    );
  });
});

describe('a document of another site', () => {
  beforeAll(() => open());
  afterAll(() => site.close());

  const OTHER = {
    version: 1,
    site: 'another-site',
    spaces: { [DEMO_SPACES.ENG]: { defaultLevel: 'restricted' } },
    settings: { lowering: 'justified', pages: { offSpaceIds: [DEMO_SPACES.ENG] } },
  };

  it('is refused', async () => {
    const answer = await site.rest('POST', '/v1/configuration/plan', { key, body: { document: OTHER } });
    expect([outcomeOf(answer), pointersOf(answer)]).toEqual(['422 INVALID_SETTINGS', ['#/document/site']]);
  });

  it('is applied without its spaces, if the request says so', async () => {
    const { body } = await site.rest('POST', '/v1/configuration/plan', {
      key,
      body: { document: OTHER, siteChanges: true },
    });
    expect(body.entries.map(({ path }: { path: string }) => path)).toEqual(['/settings']);
    expect(body.ignored).toEqual([`/spaces/${DEMO_SPACES.ENG}`, '/settings/pages/offSpaceIds']);
  });
});

describe('a race with another change', () => {
  beforeEach(() => open());
  afterEach(() => site.close());

  const RIVALS: readonly (readonly [string, string, string, object, isOfPlan: boolean])[] = [
    ['levels', 'PATCH', '/v1/level/restricted', { description: 'By another admin.' }, true],
    ['levels, elsewhere', 'PATCH', '/v1/level/public', { description: 'By another admin.' }, false],
    ['detection', 'PATCH', '/v1/detector/email', { severity: 'low' }, true],
    ['detection, elsewhere', 'PATCH', '/v1/detector/us-ssn', { severity: 'low' }, false],
    [
      'exclusions',
      'POST',
      '/v1/exclusion',
      { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' }, reason: 'No.' },
      false,
    ],
  ];

  it.each(RIVALS)('changes all or nothing: %s', async (_row, method, path, body, isOfPlan) => {
    const { body: planned } = await plan(EVERYTHING);
    const document = await documentOf(EVERYTHING);
    const hold = gate.hold(0, 'before');
    const applying = site.rest('POST', '/v1/configuration/apply', {
      key,
      body: { document, planHash: planned.planHash, ...LOOSE },
    });
    await hold.reached;
    expect((await site.rest(method, path, { key, body })).status).toBeLessThan(300);
    hold.release();
    const answer = await applying;
    expect(outcomeOf(answer)).toBe(isOfPlan ? '412 PRECONDITION_FAILED' : '200');
    expect(events()).toHaveLength(isOfPlan ? 0 : 1);
    const { quotas, levels } = (await get()).body;
    expect(quotas.site).toBe(isOfPlan ? 'maximum' : 300);
    if (path.includes('public')) expect(levels.at(-1).description).toBe('By another admin.');
  });

  it('also counts a row that the document only uses', async () => {
    const parts = { detection: { rules: [{ severity: 'high', level: 'public' }] } };
    const { body: planned } = await plan(parts);
    const document = await documentOf(parts);
    const hold = gate.hold(0, 'before');
    const applying = site.rest('POST', '/v1/configuration/apply', {
      key,
      body: { document, planHash: planned.planHash },
    });
    await hold.reached;
    expect((await site.rest('DELETE', '/v1/level/public', { key })).status).toBe(204);
    hold.release();
    expect(outcomeOf(await applying)).toBe('422 INVALID_SETTINGS');
    expect((await get()).body.detection.rules).toEqual([]);
  });
});

describe('a failed write', () => {
  afterEach(() => site.close());

  it.each([
    ['before its effect', false],
    ['after its effect', true],
  ])('of the transaction leaves all or nothing: %s', async (_when, hasEffect) => {
    let fails = false;
    site = openSite({
      intercept: async (call, proceed) => {
        if (!fails || !call.path.endsWith(TRANSACTION)) return proceed();
        fails = false;
        if (hasEffect) await proceed();
        throw new TypeError('fetch failed');
      },
    });
    ({ key } = await site.createKey({ detectionScope: 'manage' }));
    const { body: planned } = await plan(EVERYTHING);
    const document = await documentOf(EVERYTHING);
    fails = true;
    const answer = await site.rest('POST', '/v1/configuration/apply', {
      key,
      body: { document, planHash: planned.planHash, ...LOOSE },
    });
    expect(answer.status).toBe(hasEffect ? 200 : 503);
    expect(configuration()).toHaveLength(hasEffect ? 5 : 0);
    expect(events()).toHaveLength(hasEffect ? 1 : 0);
  });

  it('is no fault of a platform on which no condition of absence holds', async () => {
    await open(false);
    expect((await apply(EVERYTHING, LOOSE)).body.outcome).toBe('applied');
    expect(configuration().map(({ value }) => value['rev'])).toEqual([1, 1, 1, 1, 1]);
  });

  it('follows a key that was revoked in the meantime', async () => {
    await open();
    const other = await site.createKey({ detectionScope: 'manage', as: 'admin2@example.com' });
    const { body: planned } = await plan(EVERYTHING);
    const document = await documentOf(EVERYTHING);
    const hold = gate.hold(0, 'before');
    const applying = site.rest('POST', '/v1/configuration/apply', {
      key: other.key,
      body: { document, planHash: planned.planHash, ...LOOSE },
    });
    await hold.reached;
    await site.admin('revokeKey', { keyId: other.keyId });
    hold.release();
    expect(outcomeOf(await applying)).toBe('401 API_KEY_REVOKED');
    expect(configuration()).toEqual([]);
  });
});

describe('the exported document', () => {
  beforeAll(() => open());
  afterAll(() => site.close());

  it('has no keys, account ids, values, fingerprints, page levels, or exclusions of single pages', async () => {
    const restricted = levelNamed(site, 'Restricted');
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.engHome, levelId: 'restricted' } });
    await storeExclusions(
      site,
      anExclusion({
        match: { by: 'fingerprint', fingerprints: ['canary-of-a-fingerprint'] },
        createdBy: 'canary-of-an-account',
        reason: 'canary-of-values',
      }),
      anExclusion({
        exclusionId: '00000000-0000-4000-8000-0000000e0003',
        scope: { of: 'page', pageId: '164001' },
        reason: 'canary-of-a-page',
      }),
      anExclusion({
        exclusionId: '00000000-0000-4000-8000-0000000e0004',
        match: { by: 'domain', domain: 'example.org', hash: 'canary-of-a-domain-hash' },
        createdBy: 'canary-of-an-account',
        reason: 'Shown.',
      }),
      anExclusion({
        exclusionId: '00000000-0000-4000-8000-0000000e0005',
        scope: { of: 'space', spaceId: '900000000000000001' },
        reason: 'canary-of-a-hidden-space',
      }),
    );
    const { text, body } = await get();
    expect(body.exclusions).toEqual([
      { match: { by: 'domain', domain: 'example.org' }, reason: 'Shown.', scope: { of: 'site' } },
    ]);
    expect(text).not.toContain('canary');
    for (const secret of [ADMIN.accountId, key, restricted.levelId, DEMO_PAGES.engHome])
      expect(text).not.toContain(secret);
  });

  it('is planned with the pages, keys and spaces that an archived level affects', async () => {
    await site.createKey({ name: 'limited', levelLimit: ['restricted'] });
    await site.rest('PUT', `/v1/setting/space/${DEMO_SPACES.OPEN}`, {
      key,
      body: { defaultLevel: { levelId: 'restricted' } },
    });
    const levels = [{ key: 'restricted', name: 'Restricted', status: 'ARCHIVED' }];
    const spaces = { [DEMO_SPACES.OPEN]: { defaultLevel: 'none' } };
    const { body } = await plan({ levels, spaces });
    expect(body.entries).toEqual([
      expect.objectContaining({ path: `/spaces/${DEMO_SPACES.OPEN}`, effect: { pages: 0, keys: 0, spaces: 1 } }),
      expect.objectContaining({ op: 'archive', loosens: true, effect: { pages: 1, keys: 1, spaces: 1 } }),
    ]);
  });

  it('does not remove what it cannot show', async () => {
    const { body } = await plan({ exclusions: [] }, { prune: true });
    expect(body.entries).toEqual([
      expect.objectContaining({ op: 'remove', before: expect.objectContaining({ reason: 'Shown.' }) }),
    ]);
  });
});

import { NO_ATTACHMENT_CONTENTS } from '../../src/detection/configuration/model';
import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { edit } from '../admin/ask';
import { storedButKeyUse } from '../support/key-use';
import { archiveLevels, levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { rowOf } from '../support/stored-rows';
import { outcomeOf, placesOf } from './route-requests';

/** Detection configuration over the API: a site admin's permissions, restricted by the scope and limits of a key. */

let site: Site;
let key: string;
let keyId: string;
let intercept: Intercept | undefined;
beforeEach(async () => {
  intercept = undefined;
  site = openSite({ queryLagMs: 0, intercept: (call, proceed) => intercept?.(call, proceed) ?? proceed() });
  ({ key, keyId } = await site.createKey({ detectionScope: 'manage' }));
});
afterEach(() => site.close());

const { ENG } = DEMO_SPACES;
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};
const SITE = {
  regions: [],
  minConfidence: 0.5,
  targets: { title: true, body: true, comments: true, attachmentNames: true },
  attachmentContents: NO_ATTACHMENT_CONTENTS,
  triggers: { onPublish: true, schedule: 'off' },
  rules: [],
  redaction: { guard: false },
};

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<RestAnswer> =>
  site.rest(method, `/v1${path}`, { key, headers, ...(body === undefined ? {} : { body }) });

interface Listed {
  readonly detectorId: string;
  readonly category: string;
  readonly enabled: boolean;
  readonly isCustom: boolean;
}
const list = async (query = ''): Promise<readonly Listed[]> => (await send('GET', `/detector${query}`)).body.results;
const one = async (detectorId: string) => (await list()).find((entry) => entry.detectorId === detectorId);

async function refusedWith(answer: () => Promise<RestAnswer>, outcome: string): Promise<RestAnswer> {
  const before = storedButKeyUse(site);
  const refused = await answer();
  expect(outcomeOf(refused)).toBe(outcome);
  expect(storedButKeyUse(site)).toEqual(before);
  return refused;
}

it('the API starts with the configuration of a new site', async () => {
  expect((await send('GET', '/detection/config')).body).toEqual({ ...SITE, schemes: [], spaces: [] });
  expect(await one('us-ssn')).toMatchObject({
    enabled: true,
    inRegions: true,
    minConfidence: 0.5,
    settings: { enabled: null, minConfidence: null, severity: null },
  });
});

it('the API lists detectors by category and by state', async () => {
  const all = await list();
  await send('PATCH', '/detector/card-pan', { enabled: false });
  const off = await list('?category=financial&enabled=false');
  expect(off.map(({ detectorId }) => detectorId)).toContain('card-pan');
  expect(off.every(({ category, enabled }) => category === 'financial' && !enabled)).toBe(true);
  expect((await list('?enabled=true')).length + (await list('?enabled=false')).length).toBe(all.length);
  expect(outcomeOf(await send('GET', '/detector?enabled=yes'))).toBe('400 INVALID_PARAMETER');
});

it('the API changes and clears the given members of a detector, each with one audit event of the key', async () => {
  const changed = await send('PATCH', '/detector/us-ssn', { minConfidence: 0.9, severity: 'low' });
  const { body } = await send('PATCH', '/detector/us-ssn', { severity: 'default', enabled: false });
  expect(changed.status).toBe(200);
  expect(body).toMatchObject({ enabled: false, minConfidence: 0.9, settings: { enabled: false, severity: null } });
  expect(await one('us-ssn')).toEqual(body);
  await send('PATCH', '/detector/us-ssn', { enabled: false });
  const { value } = await site.admin('listAudit', { apiKeyId: keyId });
  interface AuditEntry {
    readonly type: string;
    readonly subject: string;
    readonly details: { readonly before: object; readonly after: object };
  }
  const entries = (value.entries as readonly AuditEntry[]).map((entry) => [
    entry.type,
    entry.subject,
    entry.details.before,
    entry.details.after,
  ]);
  expect(entries).toEqual([
    ['detector.updated', 'detector:us-ssn', { severity: 'low' }, { enabled: false }],
    ['detector.updated', 'detector:us-ssn', {}, { minConfidence: 0.9, severity: 'low' }],
  ]);
});

it('the API shows the detectors that the regions of the site exclude', async () => {
  await send('PUT', '/detection/config', { ...SITE, regions: ['DE'] });
  expect(await one('us-ssn')).toMatchObject({ enabled: true, inRegions: false });
  expect(await one('card-pan')).toMatchObject({ inRegions: true });
});

describe('a custom detector', () => {
  it('can be created, listed, read, edited, disabled and deleted', async () => {
    const made = await send('POST', '/detector/custom', CUSTOM);
    const { customId, detectorId } = made.body;
    expect(made).toMatchObject({ status: 201, body: { ...CUSTOM, detectorId: `custom:${customId}`, confidence: 0.8 } });
    expect(made.header('Location')).toMatch(new RegExp(`/v1/detector/custom/${customId}$`));
    expect((await send('GET', `/detector/custom/${customId}`)).body).toEqual(made.body);
    expect(await one(detectorId)).toMatchObject({ name: 'Project code', isCustom: true, enabled: true });
    expect(JSON.stringify(await list())).not.toContain('PRJ-123456');

    const edited = await send('PUT', `/detector/custom/${customId.toUpperCase()}`, {
      ...CUSTOM,
      keywords: ['project'],
      samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-123456'] },
    });
    expect(edited).toMatchObject({ status: 200, body: { customId, keywords: ['project'], proximity: 50 } });
    expect((await send('PATCH', `/detector/${detectorId}`, { enabled: false })).body).toMatchObject({ enabled: false });
    expect((await send('DELETE', `/detector/custom/${customId}`)).status).toBe(204);
    expect(await one(detectorId)).toBeUndefined();
    expect(JSON.stringify(rowOf(site, 'config', 'detection'))).not.toContain(customId);
  });

  it.each<[string, object, readonly string[]]>([
    ['a pattern that is not one', { pattern: '(?=a)' }, ['#/pattern']],
    ['a pattern that matches nothing', { pattern: 'a*' }, ['#/pattern']],
    [
      'samples that it is wrong about',
      { samples: { match: ['PRJ-1'], noMatch: ['x', 'PRJ-123456'] } },
      ['#/samples/match/0', '#/samples/noMatch/1'],
    ],
  ])('is refused with %s, and every error has its location', async (_what, change, places) => {
    const { customId } = (await send('POST', '/detector/custom', CUSTOM)).body;
    for (const [method, path] of [
      ['POST', '/detector/custom'],
      ['PUT', `/detector/custom/${customId}`],
    ] as const) {
      const refused = await refusedWith(
        () => send(method, path, { ...CUSTOM, name: 'Other', ...change }),
        '422 INVALID_DETECTOR',
      );
      expect(placesOf(refused)).toEqual(places.map((place) => `INVALID_DETECTOR ${place}`));
      expect(refused.text).not.toContain('PRJ');
    }
  });

  it.each<[string, object, string]>([
    ['no sample that must be found', { samples: { match: [], noMatch: ['x'] } }, '#/samples/match'],
    ['a confidence above 1', { confidence: 1.1 }, '#/confidence'],
    ['a pattern that is too long', { pattern: 'a'.repeat(513) }, '#/pattern'],
    ['a keyword that is too far', { proximity: 301 }, '#/proximity'],
    ['a severity that there is not', { severity: 'worst' }, '#/severity'],
  ])('is refused with %s', async (_what, change, place) => {
    const refused = await refusedWith(
      () => send('POST', '/detector/custom', { ...CUSTOM, ...change }),
      '400 INVALID_FIELD',
    );
    expect(placesOf(refused)).toEqual([`INVALID_FIELD ${place}`]);
  });

  it('has a unique name', async () => {
    await send('POST', '/detector/custom', CUSTOM);
    await refusedWith(() => send('POST', '/detector/custom', { ...CUSTOM, name: ' PROJECT CODE ' }), '422 NAME_TAKEN');
  });
});

describe('the site, and spaces with a scheme,', () => {
  it('can be configured, read and reset', async () => {
    const rules = [{ severity: 'high', levelId: 'restricted/finance' }];
    const set = await send('PUT', '/detection/config', {
      ...SITE,
      regions: ['US', 'GB', 'US'],
      minConfidence: 0.6,
      rules,
      redaction: { guard: true },
    });
    expect(set).toMatchObject({
      status: 200,
      body: {
        regions: ['GB', 'US'],
        minConfidence: 0.6,
        rules: [{ severity: 'high', level: { levelKey: 'restricted', subLevelKey: 'restricted/finance' } }],
        redaction: { guard: true },
      },
    });
    const scheme = await send('POST', '/detection/config/scheme', {
      name: 'Strict',
      regions: ['DE'],
      detectors: [{ detectorId: 'card-pan', enabled: false }],
    });
    const { schemeId } = scheme.body;
    expect(scheme.status).toBe(201);
    expect((await send('PUT', `/detection/config/space/${ENG}`, { schemeId })).body).toEqual({
      spaceId: ENG,
      schemeId,
    });
    expect((await send('GET', '/detection/config')).body).toMatchObject({
      schemes: [scheme.body],
      spaces: [{ spaceId: ENG, schemeId }],
    });
    await refusedWith(() => send('DELETE', `/detection/config/scheme/${schemeId}`), '422 INVALID_SETTINGS');
    const edited = await send('PUT', `/detection/config/scheme/${schemeId}`, { name: 'Stricter', detectors: [] });
    expect(edited.body).toEqual({ schemeId, name: 'Stricter', regions: null, minConfidence: null, detectors: [] });
    expect((await send('PUT', `/detection/config/space/${ENG}`, {})).body).toEqual({ spaceId: ENG, schemeId: null });
    expect((await send('DELETE', `/detection/config/scheme/${schemeId}`)).status).toBe(204);
    expect((await send('GET', '/detection/config')).body).toMatchObject({ schemes: [], spaces: [] });
  });

  it('refuse unknown regions, detectors, levels, schemes and spaces', async () => {
    await archiveLevels(site, ['Public']);
    const put = (change: object) => () => send('PUT', '/detection/config', { ...SITE, ...change });
    for (const region of ['UK', 'de', 'XX', 'EU', 'DEU']) {
      expect(placesOf(await refusedWith(put({ regions: [region] }), '400 INVALID_FIELD'))).toEqual([
        'INVALID_FIELD #/regions/0',
      ]);
    }
    for (const levelId of ['public', 'no-such-level', UNKNOWN]) {
      await refusedWith(put({ rules: [{ severity: 'high', levelId }] }), '422 INVALID_SETTINGS');
    }
    const twice = { severity: 'high', levelId: 'restricted' };
    await refusedWith(put({ rules: [twice, twice] }), '422 INVALID_SETTINGS');
    const scheme = { name: 'New', detectors: [{ detectorId: 'no-such-detector' }] };
    await refusedWith(() => send('POST', '/detection/config/scheme', scheme), '422 INVALID_SETTINGS');
    const unknown = '404 CONFIGURATION_NOT_FOUND';
    await refusedWith(() => send('PUT', `/detection/config/scheme/${UNKNOWN}`, { ...scheme, detectors: [] }), unknown);
    await refusedWith(() => send('DELETE', `/detection/config/scheme/${UNKNOWN}`), unknown);
    await refusedWith(
      () => send('PUT', `/detection/config/space/${ENG}`, { schemeId: UNKNOWN }),
      '422 INVALID_SETTINGS',
    );
    const { body } = await send('POST', '/detection/config/scheme', { name: 'New', detectors: [] });
    await refusedWith(() => send('PUT', '/detection/config/space/999999999', { schemeId: body.schemeId }), unknown);
    await refusedWith(() => send('GET', '/detection/config/space/999999999'), unknown);
    await refusedWith(() => send('PATCH', '/detector/no-such-detector', { enabled: true }), '404 DETECTOR_NOT_FOUND');
    await refusedWith(() => send('GET', '/detector/no-such-detector'), '404 DETECTOR_NOT_FOUND');
    await refusedWith(() => send('PUT', `/detector/custom/${UNKNOWN}`, CUSTOM), '404 DETECTOR_NOT_FOUND');
    await refusedWith(() => send('DELETE', `/detector/custom/${UNKNOWN}`), '404 DETECTOR_NOT_FOUND');
  });

  it('show a rule whose level was archived later, and accept other changes', async () => {
    const rules = [{ severity: 'high', levelId: 'public' }];
    await send('PUT', '/detection/config', { ...SITE, rules });
    await archiveLevels(site, ['Public']);
    const done = await send('PUT', '/detection/config', { ...SITE, rules, minConfidence: 0.7 });
    expect(done.body).toMatchObject({
      minConfidence: 0.7,
      rules: [{ level: { levelId: levelNamed(site, 'Public').levelId } }],
    });
  });
});

describe('the configuration stays unchanged', () => {
  const attempts: readonly (readonly [string, string, object | undefined])[] = [
    ['PATCH', '/detector/card-pan', { enabled: false }],
    ['POST', '/detector/custom', CUSTOM],
    ['PUT', '/detection/config', { ...SITE, minConfidence: 0.9 }],
    ['POST', '/detection/config/scheme', { name: 'New', detectors: [] }],
    ['GET', '/detection/config', undefined],
  ];

  describe.each(attempts)('with %s %s', (method, path, body) => {
    it.each([
      ['limits', { levelLimit: ['unclassified'] }, '403 KEY_HAS_LIMITS'],
      ['a space limit', { spaceLimit: ['ENG'] }, '403 KEY_HAS_LIMITS'],
      ['the scope to act', { detectionScope: 'write' }, '403 INSUFFICIENT_SCOPE'],
    ])('by a key with %s', async (_what, change, outcome) => {
      ({ key } = await site.createKey({ detectionScope: 'manage', ...change }));
      await refusedWith(() => send(method, path, body), outcome);
    });

    it('by a key whose creator is no longer a site admin', async () => {
      ({ key } = await site.createKey({ as: ADMIN2.email, detectionScope: 'manage' }));
      await site.setUser(ADMIN2.email, { siteAdmin: false });
      await refusedWith(() => send(method, path, body), '403 CREATOR_NOT_ADMIN');
    });
  });

  it('if If-Match does not match', async () => {
    const etag = (await send('GET', '/detector')).header('ETag') ?? '';
    await send('PATCH', '/detector/card-pan', { enabled: false });
    const stale = () => send('PATCH', '/detector/card-pan', { enabled: true }, { 'If-Match': etag });
    await refusedWith(stale, '412 PRECONDITION_FAILED');
    const now = (await stale()).header('ETag') ?? '';
    expect((await send('PATCH', '/detector/card-pan', { enabled: true }, { 'If-Match': now })).status).toBe(200);
  });
});

describe('after a lost race', () => {
  /** Runs instead of the next transaction, which then conflicts. */
  const insteadOfCommit = (happens: () => Promise<unknown>) => {
    intercept = async ({ path }, proceed) => {
      if (!path.endsWith('/transaction')) return proceed();
      intercept = undefined;
      await happens();
      return proceed();
    };
  };

  it('a change is decided again on the new configuration', async () => {
    await send('PATCH', '/detector/card-pan', { enabled: false });
    insteadOfCommit(() => send('PATCH', '/detector/us-ssn', { enabled: false }));
    expect((await send('PATCH', '/detector/card-pan', { severity: 'low' })).status).toBe(200);
    expect(await one('us-ssn')).toMatchObject({ enabled: false });
    expect(await one('card-pan')).toMatchObject({ settings: { enabled: false, severity: 'low' } });
  });

  it('against the revocation of its key, a change is refused', async () => {
    insteadOfCommit(() => edit(site, keyId, { detectionScope: 'read' }));
    expect(outcomeOf(await send('PATCH', '/detector/card-pan', { enabled: false }))).toBe('403 INSUFFICIENT_SCOPE');
    expect(await one('card-pan')).toMatchObject({ settings: { enabled: null } });
  });
});

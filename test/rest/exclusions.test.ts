import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import type { Exclusion } from '../../src/findings/exclusions/model';
import { readPeppers } from '../../src/platform/secrets';
import { callsOf } from '../support/disclosure';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel } from '../support/wiki-pages';
import { outcomeOf, placesOf } from './route-requests';

/**
 * Any key that can see a page can exclude values on it. Only keys for the whole site can create all other exclusions.
 */

const NOW = new Date('2026-11-21T10:00:00.000Z');

let site: Site;
let manager: string;
let intercept: Intercept;
beforeEach(async () => {
  intercept = (_call, proceed) => proceed();
  site = openSite({ queryLagMs: 0, now: () => NOW, intercept: (call, proceed) => intercept(call, proceed) });
  manager = await aKey('manage');
});
afterEach(() => site.close());

async function aKey(detectionScope: 'read' | 'write' | 'manage', limits: object = {}): Promise<string> {
  return (await site.createKey({ classificationScope: 'none', detectionScope, as: ADMIN2.email, ...limits })).key;
}

interface Body {
  readonly results: readonly { readonly exclusionId: string; readonly status: string; readonly detectionId: string }[];
  readonly _links: { readonly next?: string };
}

const ask = (method: string, path: string, key = manager, options: object = {}) =>
  site.rest(method, path, { key, ...options });
const exclude = (body: object, key = manager, options: object = {}) =>
  ask('POST', '/v1/exclusion', key, { body: { reason: 'Known.', ...body }, ...options });
const idOf = ({ body }: RestAnswer) => (body as Body).results[0]?.exclusionId ?? '';
const bodyOf = async (path: string, key = manager) => (await ask('GET', path, key)).body as Body;
const DETECTOR = { by: 'detector', detectorId: 'email' };
const EVERYWHERE = { of: 'site' };

const audits = () => rowsOf(site, 'audit').filter(({ value }) => String(value['type']).startsWith('exclusion.'));

it('an exclusion with detection::write excludes findings on their page, is shown in every read, and can be deleted', async () => {
  const pageId = await aPage(site);
  const [one, other] = [await storeFinding(site, pageId), await storeFinding(site, pageId)];
  const key = await aKey('write');
  const made = await exclude({ detectionIds: [one], scope: { of: 'page' } }, key);
  expect(made.status).toBe(201);
  const exclusionId = idOf(made);
  expect(made.body).toMatchObject({
    results: [
      {
        match: { by: 'fingerprint', fingerprints: [expect.stringMatching(/^fingerprint-of-value-/)] },
        scope: { of: 'page', pageId },
        reason: 'Known.',
        createdBy: ADMIN2.accountId,
        state: 'active',
        expiresAt: null,
      },
    ],
  });
  expect((await ask('GET', `/v1/detection/${one}`, key)).body).toMatchObject({ status: 'excluded', exclusionId });
  expect((await ask('GET', `/v1/detection/${other}`, key)).body).toMatchObject({ status: 'open', exclusionId: null });
  const read = async (query: string) => {
    const lists = [
      await bodyOf(`/v1/detection${query}`, key),
      await bodyOf(`/v1/detection/by-page/${pageId}${query}`, key),
    ];
    return lists.map(({ results }) => results.map(({ detectionId, status }) => [detectionId, status]));
  };
  const asExcluded = [[one, 'excluded']];
  const asOpen = [[other, 'open']];
  expect(await read('')).toEqual([
    [...asOpen, ...asExcluded],
    [...asOpen, ...asExcluded],
  ]);
  expect(await read('?status=excluded')).toEqual([asExcluded, asExcluded]);
  expect(await read('?status=open')).toEqual([asOpen, asOpen]);
  const counted = async (query: string) => (await ask('GET', `/v1/detection/summary${query}`, key)).body;
  expect(await counted('')).toMatchObject({ detections: 2, byStatus: { excluded: 1, open: 1 } });
  expect(await counted('?status=open')).toMatchObject({ detections: 1, byStatus: { open: 1 } });

  expect((await ask('GET', `/v1/exclusion/${exclusionId}`, key)).status).toBe(200);
  expect((await ask('DELETE', `/v1/exclusion/${exclusionId}`, key)).status).toBe(204);
  expect(await read('?status=excluded')).toEqual([[], []]);
  expect(await read('?status=open')).toEqual([
    [
      [other, 'open'],
      [one, 'open'],
    ],
    [
      [other, 'open'],
      [one, 'open'],
    ],
  ]);
  expect(outcomeOf(await ask('DELETE', `/v1/exclusion/${exclusionId}`, key))).toBe('404 EXCLUSION_NOT_FOUND');
  expect(
    audits()
      .map(({ value }) => [value['type'], value['subject']])
      .sort(),
  ).toEqual([
    ['exclusion.created', `exclusion:${exclusionId}`],
    ['exclusion.deleted', `exclusion:${exclusionId}`],
  ]);
});

it('the API lists open findings between many excluded ones, page by page', async () => {
  const [quiet, loud] = [await aPage(site), await aPage(site)];
  for (let n = 0; n < 30; n += 1) await storeFinding(site, quiet);
  const open = [await storeFinding(site, loud)];
  for (let n = 0; n < 30; n += 1) await storeFinding(site, quiet);
  open.unshift(await storeFinding(site, loud));
  await storeExclusions(
    site,
    anExclusion({ scope: { of: 'space', spaceId: DEMO_SPACES.ENG }, match: { by: 'detector', detectorId: 'x' } }),
    anExclusion({ scope: { of: 'page', pageId: quiet } }),
  );
  const found: string[] = [];
  let pages = 0;
  for (let next: string | undefined = '/v1/detection?status=open&limit=1'; next !== undefined;) {
    const { results, _links }: Body = await bodyOf(next);
    found.push(...results.map(({ detectionId }) => detectionId));
    next = _links.next;
    pages += 1;
  }
  expect(found).toEqual(open);
  // Excluded findings in between do not end the list.
  expect(pages).toBe(open.length);
});

it('the API requires a key for the whole site except for values on a page, and hides pages from other keys', async () => {
  const visible = await storeFinding(site, await aPage(site));
  const hiddenPage = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hiddenPage, 'read', ADMIN_AND_APP);
  const restricted = await storeFinding(site, hiddenPage);
  const sensitivePage = await aPage(site);
  await storeLevel(site, sensitivePage, levelNamed(site, 'Restricted').levelId);
  const sensitive = await storeFinding(site, sensitivePage);
  const elsewhere = await storeFinding(site, await aPage(site, { spaceId: DEMO_SPACES.OPEN }));
  const limited = await aKey('manage', {
    spaceLimit: [DEMO_SPACES.ENG],
    levelLimit: ['unclassified', levelNamed(site, 'Internal').levelId],
  });
  const onOwnPage = (...detectionIds: readonly string[]) => ({ detectionIds, scope: { of: 'page' } });
  const unknown = '00000000-0000-4000-8000-00000000dead';
  const cases: readonly (readonly [string, object, string, string?])[] = [
    [limited, onOwnPage(visible, restricted), '404 DETECTION_NOT_FOUND', 'DETECTION_NOT_FOUND #/detectionIds/1'],
    [
      limited,
      onOwnPage(visible, visible, sensitive),
      '404 DETECTION_NOT_FOUND',
      'DETECTION_NOT_FOUND #/detectionIds/2',
    ],
    [limited, onOwnPage(elsewhere), '404 DETECTION_NOT_FOUND', 'DETECTION_NOT_FOUND #/detectionIds/0'],
    [limited, onOwnPage(unknown), '404 DETECTION_NOT_FOUND', 'DETECTION_NOT_FOUND #/detectionIds/0'],
    [limited, { match: DETECTOR, scope: EVERYWHERE }, '403 KEY_HAS_LIMITS'],
    [limited, { detectionIds: [visible], scope: { of: 'space' } }, '403 KEY_HAS_LIMITS'],
    [await aKey('write'), { detectionIds: [visible], scope: EVERYWHERE }, '403 INSUFFICIENT_SCOPE'],
    [await aKey('write'), { match: DETECTOR, scope: { of: 'page', pageId: sensitivePage } }, '403 INSUFFICIENT_SCOPE'],
    [await aKey('read'), onOwnPage(visible), '403 INSUFFICIENT_SCOPE'],
    [manager, { match: DETECTOR, scope: { of: 'page', pageId: hiddenPage } }, '404 PAGE_NOT_FOUND'],
    [manager, { match: DETECTOR, scope: { of: 'space', spaceId: '99' } }, '404 CONFIGURATION_NOT_FOUND'],
    [
      manager,
      { match: DETECTOR, scope: { of: 'level', levelId: 'no-such' } },
      '422 LEVEL_NOT_FOUND',
      'LEVEL_NOT_FOUND #/scope/levelId',
    ],
    [
      manager,
      { match: { ...DETECTOR, detectorId: 'no-such' }, scope: EVERYWHERE },
      '422 INVALID_EXCLUSION',
      'INVALID_EXCLUSION #/match/detectorId',
    ],
    [
      manager,
      { match: { by: 'pattern', pattern: '(?=x)' }, scope: EVERYWHERE },
      '422 INVALID_EXCLUSION',
      'INVALID_EXCLUSION #/match/pattern',
    ],
    [manager, { match: { by: 'value' }, scope: EVERYWHERE }, '400 INVALID_FIELD', 'INVALID_FIELD #/match/by'],
    [manager, { match: DETECTOR, scope: { of: 'page' } }, '400 INVALID_FIELD', 'INVALID_FIELD #/scope'],
    [
      manager,
      { match: DETECTOR, detectionIds: [visible], scope: EVERYWHERE },
      '400 INVALID_FIELD',
      'INVALID_FIELD #/match',
    ],
    [
      manager,
      { match: DETECTOR, scope: EVERYWHERE, expiresAt: NOW.toISOString() },
      '400 INVALID_FIELD',
      'INVALID_FIELD #/expiresAt',
    ],
  ];
  const before = rowsOf(site, 'config');
  for (const [key, body, expected, place] of cases) {
    const refused = await exclude(body, key);
    expect([body, outcomeOf(refused)]).toEqual([body, expected]);
    if (place !== undefined) expect([body, placesOf(refused)]).toEqual([body, [place]]);
  }
  expect(rowsOf(site, 'config')).toEqual(before);
  expect(audits()).toEqual([]);

  await site.setUser(ADMIN2.email, { siteAdmin: false });
  expect(outcomeOf(await exclude({ match: DETECTOR, scope: EVERYWHERE }))).toBe('403 CREATOR_NOT_ADMIN');
  expect((await exclude(onOwnPage(visible))).status).toBe(201);
});

async function listedWith(key: string, limit: number): Promise<readonly string[]> {
  const listed: string[] = [];
  for (let next: string | undefined = `/v1/exclusion?limit=${limit}`; next !== undefined;) {
    const { results, _links }: Body = await bodyOf(next, key);
    listed.push(...results.map(({ exclusionId }) => exclusionId));
    next = _links.next;
  }
  return listed;
}

it.each([true, false])(
  'a hidden page and a nonexistent page look the same in the list (impersonation %s)',
  async (impersonation) => {
    site.close();
    site = openSite({ impersonation, queryLagMs: 0, now: () => NOW });
    manager = await aKey('manage');
    const [hidden, deleted, visible] = [await aPage(site, { by: ADMIN2.email }), await aPage(site), await aPage(site)];
    await restrict(site, hidden, 'read', ADMIN_AND_APP);
    await purge(site, deleted);
    const on = (pageId: string, n: number) =>
      anExclusion({
        exclusionId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        scope: { of: 'page', pageId },
      });
    const read = async (pageId: string) => {
      await storeExclusions(site, on(visible, 1), on(pageId, 2), on(pageId, 3), on(visible, 4));
      const answers = [];
      for (const query of ['', '?limit=1', '?limit=3', '?scope=page&state=active']) {
        const answer = await ask('GET', `/v1/exclusion${query}`);
        const { results, _links } = answer.body as Body;
        answers.push([query, results, Object.keys(_links), callsOf(answer)]);
      }
      return answers;
    };
    expect(await read(hidden)).toEqual(await read(deleted));
    expect(await listedWith(manager, 1)).toHaveLength(2);
  },
);

it('only a key for the whole site can read, list and delete exclusions beyond the values of a visible page', async () => {
  const pageId = await aPage(site, { by: ADMIN2.email });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  const [ofHidden, ofSite, ofDetector] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  await storeExclusions(
    site,
    anExclusion({
      exclusionId: ofHidden ?? '',
      scope: { of: 'page', pageId },
      match: { by: 'fingerprint', fingerprints: ['fingerprint-of-a-value'] },
    }),
    anExclusion({ exclusionId: ofSite ?? '' }),
    anExclusion({ exclusionId: ofDetector ?? '', scope: { of: 'page', pageId } }),
  );
  const limited = await aKey('manage', { spaceLimit: [DEMO_SPACES.ENG] });
  const writer = await aKey('write');
  const outcomeFor = async (key: string, method: string, id = '') =>
    outcomeOf(await ask(method, `/v1/exclusion/${id}`, key));
  for (const method of ['GET', 'DELETE']) {
    expect(await outcomeFor(limited, method, ofHidden)).toBe('404 EXCLUSION_NOT_FOUND');
    expect(await outcomeFor(limited, method, ofSite)).toBe('404 EXCLUSION_NOT_FOUND');
    expect(await outcomeFor(limited, method, ofDetector)).toBe('404 EXCLUSION_NOT_FOUND');
  }
  expect(await outcomeFor(writer, 'GET', ofSite)).toBe('200');
  expect(await outcomeFor(writer, 'DELETE', ofSite)).toBe('403 INSUFFICIENT_SCOPE');
  for (const method of ['GET', 'DELETE'])
    expect(await outcomeFor(manager, method, ofDetector)).toBe('404 EXCLUSION_NOT_FOUND');
  expect(outcomeOf(await ask('GET', '/v1/exclusion', limited))).toBe('403 KEY_HAS_LIMITS');
  expect(await listedWith(manager, 2)).toEqual([ofSite]);
  // Every user who can see the page can read them.
  const admins = await site.createKey({ classificationScope: 'none', detectionScope: 'manage', as: ADMIN.email });
  expect(await listedWith(admins.key, 2)).toEqual([ofDetector, ofSite, ofHidden]);
  expect(await outcomeFor(admins.key, 'GET', ofDetector)).toBe('200');
  expect((await bodyOf('/v1/exclusion?scope=site&state=active')).results.map(({ exclusionId }) => exclusionId)).toEqual(
    [ofSite],
  );
  expect((await bodyOf('/v1/exclusion?state=expired')).results).toEqual([]);
  expect(await outcomeFor(manager, 'DELETE', ofSite)).toBe('204');
});

it('the API reports a full list, and writes nothing', async () => {
  const ids = Array.from({ length: 501 }, (_none, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const full = async (all: readonly Partial<Exclusion>[], body: object) => {
    await storeExclusions(site, ...all.map((change, n) => anExclusion({ exclusionId: ids[n] ?? '', ...change })));
    const before = everythingStored(site);
    const { status, body: problem } = await exclude(body);
    expect(everythingStored(site).filter(({ entity }) => entity === 'config' || entity === 'audit')).toEqual(
      before.filter(({ entity }) => entity === 'config' || entity === 'audit'),
    );
    return [status, problem.code, problem.detail];
  };
  const values = (of: number) => Array.from({ length: 1_000 }, (_none, n) => `${of}-${n}-`.padEnd(43, 'f'));
  const byValues = (of: number) => ({ match: { by: 'fingerprint' as const, fingerprints: values(of) } });
  expect(
    await full(
      Array.from({ length: 500 }, () => ({})),
      { match: DETECTOR, scope: EVERYWHERE },
    ),
  ).toEqual([
    422,
    'CONFIGURATION_FULL',
    'A site can have up to 500 exclusions. Remove some first, or add one for a whole space or the site.',
  ]);
  expect(await full([1, 2, 3, 4].map(byValues), { ...byValues(5), scope: EVERYWHERE })).toEqual([
    422,
    'CONFIGURATION_FULL',
    'The exclusions are larger than 200 KiB (about 4,000 values). Remove some, or exclude by detector, pattern or domain.',
  ]);
});

it('the API deletes an exclusion if all exclusions together are larger than the limit', async () => {
  const idAt = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const fingerprints = Array.from({ length: 1_000 }, (_none, n) => `${n}-`.padEnd(43, 'f'));
  const large = [1, 2, 3, 4, 5].map((n) =>
    anExclusion({ exclusionId: idAt(n), match: { by: 'fingerprint', fingerprints } }),
  );
  await storeExclusions(site, anExclusion({ exclusionId: idAt(0) }), ...large);
  expect((await ask('DELETE', `/v1/exclusion/${idAt(0)}`)).status).toBe(204);
  const stored = rowsOf(site, 'config').find(({ key }) => key === 'detection-exclusions');
  expect(stored?.value['value']).toEqual(large);
});

it('the API marks an exclusion of values or a domain as outdated once its secret was deleted', async () => {
  const [first, second] = [1, 2].map((version) => ({ [`PEPPER_V${version}`]: String(version).repeat(64) }));
  let variables: Record<string, string> = { ...first };
  site.close();
  site = openSite({ queryLagMs: 0, now: () => NOW, peppers: () => readPeppers(variables) });
  manager = await aKey('manage');
  const ofValue = { by: 'fingerprint', fingerprints: ['f'.repeat(43)] };
  const ofDomain = { by: 'domain', domain: 'example.com' };
  for (const match of [ofValue, ofDomain, DETECTOR])
    expect((await exclude({ match, scope: EVERYWHERE })).status).toBe(201);
  const statesOf = async (path = '/v1/exclusion') =>
    ((await ask('GET', path)).body.results as { state: string; match: { by: string } }[])
      .map(({ state, match: { by } }) => `${by} ${state}`)
      .sort();
  const active = ['detector active', 'domain active', 'fingerprint active'];
  expect(await statesOf()).toEqual(active);
  variables = { ...first, ...second };
  manager = await aKey('manage');
  expect(await statesOf()).toEqual(active);
  variables = { ...second };
  expect(await statesOf()).toEqual(['detector active', 'domain outdated', 'fingerprint outdated']);
  expect(await statesOf('/v1/exclusion?state=outdated')).toEqual(['domain outdated', 'fingerprint outdated']);
  const remade = await exclude({ match: ofDomain, scope: EVERYWHERE });
  expect([remade.status, remade.body.results[0].state]).toEqual([201, 'active']);
});

it('a repeated response contains only what the request could see now', async () => {
  const pageId = await aPage(site);
  const findingId = await storeFinding(site, pageId);
  const once = { headers: { 'Idempotency-Key': 'one' } };
  const writer = await aKey('write');
  const ofPage = () => exclude({ detectionIds: [findingId], scope: { of: 'page' } }, writer, once);
  const ofSite = () => exclude({ match: DETECTOR, scope: EVERYWHERE }, manager, once);
  const outcomes = async () => [outcomeOf(await ofPage()), outcomeOf(await ofSite())];
  expect(await outcomes()).toEqual(['201', '201']);
  expect(await outcomes()).toEqual(['201', '201']);
  await site.setUser(ADMIN2.email, { siteAdmin: false });
  expect(await outcomes()).toEqual(['201', '403 CREATOR_NOT_ADMIN']);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  expect(await outcomes()).toEqual(['404 DETECTION_NOT_FOUND', '403 CREATOR_NOT_ADMIN']);
  await site.setUser(ADMIN2.email, { active: false });
  expect(await outcomes()).toEqual(['401 API_KEY_OWNER_INACTIVE', '401 API_KEY_OWNER_INACTIVE']);
  expect(audits()).toHaveLength(2);
});

it('a retried request has one effect, and If-Match requires the version that was read', async () => {
  const options = { headers: { 'Idempotency-Key': 'one' } };
  const body = { match: { by: 'domain', domain: 'Example.COM' }, scope: EVERYWHERE };
  const written: string[] = [];
  intercept = (call, proceed) => {
    if (call.path.endsWith('/transaction')) written.push(call.body ?? '');
    return proceed();
  };
  const first = await exclude(body, manager, options);
  // In one transaction, so that no concurrent event can repeat the effect.
  expect(written.filter((text) => text.includes('detection-exclusions') && text.includes('"answer"'))).toHaveLength(1);
  const again = await exclude(body, manager, options);
  expect([first.status, again.body]).toEqual([201, first.body]);
  expect((await bodyOf('/v1/exclusion')).results).toMatchObject([{ match: { by: 'domain', domain: 'example.com' } }]);
  const [etag] = [first.header('ETag')];
  const another = { match: DETECTOR, scope: EVERYWHERE };
  const onlyIf = (tag = '') => ({ headers: { 'If-Match': tag } });
  expect((await exclude(another, manager, onlyIf(etag))).status).toBe(201);
  expect(outcomeOf(await exclude(another, manager, onlyIf(etag)))).toBe('412 PRECONDITION_FAILED');
  const stale = await ask('DELETE', `/v1/exclusion/${idOf(first)}`, manager, onlyIf(etag));
  expect(outcomeOf(stale)).toBe('412 PRECONDITION_FAILED');
});

it('a permission that ends before the write prevents it', async () => {
  const detectionIds = [await storeFinding(site, await aPage(site))];
  for (const body of [
    { match: DETECTOR, scope: EVERYWHERE },
    { detectionIds, scope: { of: 'page' } },
  ]) {
    const { key, keyId } = await site.createKey({ detectionScope: 'manage', as: ADMIN2.email });
    intercept = async (call, proceed) => {
      if (!(call.body ?? '').includes('detection-exclusions') || !call.path.endsWith('/transaction')) return proceed();
      intercept = (_call, go) => go();
      const changes = { spaceLimit: [DEMO_SPACES.OPEN] };
      expect(await site.admin('editKey', { keyId, rev: 1, changes }, ADMIN2.email)).toMatchObject({ ok: true });
      return proceed();
    };
    expect(outcomeOf(await exclude(body, key))).toBe('409 EDIT_CONFLICT');
    expect(['403 KEY_HAS_LIMITS', '404 DETECTION_NOT_FOUND']).toContain(outcomeOf(await exclude(body, key)));
  }
  expect(audits()).toEqual([]);
});

it('concurrent writers all succeed, and an unreadable row is never treated as missing', async () => {
  const detectors = ['email', 'card-pan', 'iban'];
  const all = await Promise.all(
    detectors.map((detectorId) => exclude({ match: { by: 'detector', detectorId }, scope: EVERYWHERE })),
  );
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await bodyOf('/v1/exclusion')).results).toHaveLength(3);
  const findingId = await storeFinding(site, await aPage(site));
  await putRow(site, 'config', 'detection-exclusions', { v: 1, rev: 9, value: [{ some: 'thing' }] });
  const before = everythingStored(site).filter(({ entity }) => entity === 'config');
  for (const path of ['/v1/detection', `/v1/detection/${findingId}`, '/v1/exclusion'])
    expect([path, outcomeOf(await ask('GET', path))]).toEqual([path, '500 INTERNAL_ERROR']);
  expect(outcomeOf(await exclude({ match: DETECTOR, scope: EVERYWHERE }))).toBe('500 INTERNAL_ERROR');
  expect(everythingStored(site).filter(({ entity }) => entity === 'config')).toEqual(before);
});

it.each([false, true])('no failed call leaves a partial effect (after its effect: %s)', async (after) => {
  const detectionIds = [await storeFinding(site, await aPage(site))];
  const body = { detectionIds, scope: { of: 'page' } };
  const count = async () => (await bodyOf('/v1/exclusion')).results.length;
  let before = 0;
  for (let place = 0, isOver = false; !isOver; place += 1) {
    expect(place).toBeLessThan(20);
    let calls = 0;
    intercept = async (call, proceed) => {
      calls += 1;
      if (calls - 1 !== place) return proceed();
      if (after) await proceed();
      return new Response('{"code":"X","message":"x"}', { status: call.target === 'kvs' ? 500 : 503 });
    };
    const answer = await exclude(body);
    intercept = (_call, proceed) => proceed();
    isOver = calls <= place;
    const now = await count();
    expect([place, audits().length]).toEqual([place, now]);
    if (answer.status === 201) expect([place, now]).toEqual([place, before + 1]);
    else if (!after) expect([place, now]).toEqual([place, before]);
    before = now;
  }
  expect(before).toBeGreaterThan(0);
});

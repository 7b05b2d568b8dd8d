import { formatKey } from '../../src/keys/key-format';
import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { COVERAGES } from '../../src/findings/lists/page-coverage';
import { aKey, aStoredKey, type LooseRecord, PEPPER } from '../keys/key-records';
import { storeFinding } from '../support/findings';
import { archiveLevels, levelNamed } from '../support/levels';
import { allCallsOf, bytesOf, callsOf } from '../support/disclosure';
import { isOtherCall } from '../support/key-use';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel, takeSpacePermission, trash } from '../support/wiki-pages';

/**
 * Test plan T5: neither the response nor its cost reveals what a caller may not know. Every cause returns the same
 * bytes, and takes the same platform calls in the same order and the same stages.
 */

/** Pages for each cause, for each of the two ways to read from Confluence. */
const PAGES = 5;

/** The first routes read an id that is no page as a blog post, in one more stage. */
const FOR_BLOG_POSTS = 4;

const routesOf = (pageId: string, levelId: string) =>
  [
    ['POST', '/v1/page-level', { pageId, levelId }],
    ['GET', `/v1/page-level/by-page/${pageId}`, undefined],
    ['GET', `/v1/page-level/by-page/${pageId}/levels`, undefined],
    ['HEAD', `/v1/page-level/by-page/${pageId}`, undefined],
    ['GET', `/v1/page-exposure/by-page/${pageId}`, undefined],
    ['GET', `/v1/page-review/by-page/${pageId}`, undefined],
    ['PUT', `/v1/page-review/by-page/${pageId}`, { reviewOn: '2030-03-01' }],
  ] as const;

describe.each([
  [true, '{"key":100000,"key-write":100000,"site":100000,"host":1000000}'],
  [false, 'off'],
])('a hidden page, with impersonation %s and rate limits %s', (impersonation, limits) => {
  let site: Site;
  let key: string;
  let now = new Date();
  beforeAll(async () => {
    // Without the meter of storage, because thousands of requests follow each other in one instant.
    site = openSite({ meter: 'off', impersonation, peppers: () => [PEPPER], now: () => now, rateLimits: () => limits });
    await takeSpacePermission(site, 'HR', ADMIN2.accountId);
    await archiveLevels(site, ['Restricted']);
    ({ key } = await aStoredKey(site, {
      createdBy: ADMIN2.accountId,
      spaceLimit: [DEMO_SPACES.ENG, DEMO_SPACES.HR],
      levelLimit: [internal()],
    }));
  });
  afterAll(() => site.close());

  const internal = () => levelNamed(site, 'Internal').levelId;
  const classified = async (pageId: string, levelId = internal()) => {
    await storeLevel(site, pageId, levelId);
    return pageId;
  };
  const changed = async (pageId: string, change: (site: Site, pageId: string) => Promise<void>) => {
    await change(site, pageId);
    return pageId;
  };
  let lastId = 7_000_000;
  const unknownId = () => String((lastId += 1));

  const visible = async () => classified(await aPage(site, { by: ADMIN2.email }));
  const causes: Readonly<Record<string, () => Promise<string>>> = {
    'was never there': async () => unknownId(),
    'was never there, though a level is stored': async () => classified(unknownId()),
    'is purged': async () => changed(await visible(), purge),
    'is in the trash': async () => changed(await visible(), trash),
    'is a draft of the creator': async () => classified(await aPage(site, { by: ADMIN2.email, status: 'draft' })),
    'is a draft of another user': async () => classified(await aPage(site, { by: ADMIN.email, status: 'draft' })),
    'is in a space that the creator does not see': async () =>
      classified(await aPage(site, { spaceId: DEMO_SPACES.HR })),
    'is outside the space limit': async () => classified(await aPage(site, { spaceId: DEMO_SPACES.OPEN })),
    'has a level outside the level limit': async () =>
      classified(await aPage(site), levelNamed(site, 'Highly Restricted').levelId),
    'has no level, outside the level limit': () => aPage(site),
    'is restricted to others': async () =>
      changed(await visible(), (_site, pageId) => restrict(site, pageId, 'read', ADMIN_AND_APP)),
    'is outside the limits and restricted to others': async () =>
      changed(
        await classified(await aPage(site, { spaceId: DEMO_SPACES.OPEN }), levelNamed(site, 'Public').levelId),
        (_site, pageId) => restrict(site, pageId, 'read', ADMIN_AND_APP),
      ),
  };
  const askAll = async (pageId: string, levelId = internal()) => {
    const answers: RestAnswer[] = [];
    // Concurrent requests might have to count more than once.
    for (const [method, path, body] of routesOf(pageId, levelId)) {
      answers.push(await site.rest(method, path, { key, ...(body === undefined ? {} : { body }) }));
    }
    return answers;
  };

  it('is distinguishable from a visible one', async () => {
    const answers = await askAll(await visible());
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200]);
  });

  it(`causes the same bytes and the same calls for every cause, for ${PAGES} pages each`, async () => {
    const missing = await askAll(unknownId());
    expect(missing.map(({ status, body }) => [status, body?.code])).toEqual([
      [404, 'PAGE_NOT_FOUND'],
      [404, 'PAGE_NOT_FOUND'],
      [404, 'PAGE_NOT_FOUND'],
      [404, undefined],
      [404, 'PAGE_NOT_FOUND'],
      [404, 'PAGE_NOT_FOUND'],
      [404, 'PAGE_NOT_FOUND'],
    ]);
    const expected = missing.map((answer) => [bytesOf(answer), callsOf(answer)]);
    expect(missing.map(({ calls }) => Math.max(...calls.filter(isOtherCall).map(({ stage }) => stage)))).toEqual(
      // Without impersonation, a refused attempt, and a read that computed pages are off.
      missing.map((_answer, index) => (impersonation ? 2 : 4) + (index < FOR_BLOG_POSTS ? 1 : 0)),
    );
    const changes = () =>
      everythingStored(site).filter(({ entity }) => entity === 'level-change' || entity === 'audit');
    const changesBefore = changes();
    let compared = 0;
    for (const [cause, make] of Object.entries(causes)) {
      for (let count = 0; count < PAGES; count += 1) {
        const answers = await askAll(await make());
        expect([cause, answers.map((answer) => [bytesOf(answer), callsOf(answer)])]).toEqual([cause, expected]);
        compared += answers.length;
      }
    }
    expect(compared).toBe(12 * PAGES * 7);
    expect(changes()).toEqual(changesBefore);
  });

  it('has its refusal recorded with the same calls for every cause', async () => {
    const noted = async (pageId: string) => {
      now = new Date(now.getTime() + 60_000);
      const answer = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
      expect(answer.body.code).toBe('PAGE_NOT_FOUND');
      return allCallsOf(answer);
    };
    const expected = await noted(unknownId());
    expect(expected.filter((call) => call.endsWith('/api/v1/set'))).toHaveLength(limits === 'off' ? 2 : 1);
    for (const [cause, make] of Object.entries(causes)) {
      expect([cause, await noted(await make())]).toEqual([cause, expected]);
    }
  });

  it('causes the same bytes and the same calls for every cause, as a filter', async () => {
    const spaceLimit = [DEMO_SPACES.ENG, DEMO_SPACES.HR];
    const rights = { createdBy: ADMIN2.accountId, detectionScope: 'read', levelLimit: [internal()], spaceLimit };
    const { key: reader } = await aStoredKey(site, rights);
    const ask = async (pageId: string) => {
      await storeFinding(site, pageId);
      const answers: RestAnswer[] = [];
      for (const path of ['/v1/detection', '/v1/detection/summary', '/v1/detection/export'])
        for (const filter of ['', '&status=open', `&spaceId=${DEMO_SPACES.ENG}`])
          answers.push(await site.rest('GET', `${path}?pageId=${pageId}${filter}`, { key: reader }));
      return answers;
    };
    const expected = (await ask(unknownId())).map((answer) => [bytesOf(answer), callsOf(answer)]);
    for (const [cause, make] of Object.entries(causes)) {
      const answers = await ask(await make());
      expect([cause, answers.map((answer) => [bytesOf(answer), callsOf(answer)])]).toEqual([cause, expected]);
    }
    const [first] = await ask(await visible());
    expect(first?.body.results).toHaveLength(1);
  });

  const notToBeSet = {
    unknown: () => '00000000-0000-4000-8000-00000000dead',
    archived: () => levelNamed(site, 'Restricted').levelId,
    'outside the level limit': () => levelNamed(site, 'Public').levelId,
  };

  it.each(Object.entries(notToBeSet))('is not revealed by a level that cannot be set: %s', async (_name, levelOf) => {
    const levelId = levelOf();
    const [set] = await askAll(await visible(), levelId);
    expect(set?.body.code).not.toBe('PAGE_NOT_FOUND');
    const expected = (await askAll(unknownId(), levelId)).map((answer) => [bytesOf(answer), callsOf(answer)]);
    for (const [cause, make] of Object.entries(causes)) {
      const answers = await askAll(await make(), levelId);
      expect([cause, answers.map((answer) => [bytesOf(answer), callsOf(answer)])]).toEqual([cause, expected]);
    }
  });
});

describe.each([
  [true, '{"key":100000,"key-write":100000,"site":100000,"host":1000000}'],
  [false, 'off'],
])('a hidden space, with impersonation %s and rate limits %s', (impersonation, limits) => {
  const ABSENT = '987654';
  const PAGES_IN_SPACE = 30;
  let site: Site;
  const keys: string[] = [];
  const now = new Date('2026-11-21T09:00:00.000Z');

  beforeAll(async () => {
    // Without the meter of storage, because thousands of requests follow each other in one instant.
    site = openSite({
      meter: 'off',
      impersonation,
      peppers: () => [PEPPER],
      now: () => now,
      queryLagMs: 0,
      rateLimits: () => limits,
    });
    await takeSpacePermission(site, 'HR', ADMIN2.accountId);
    const spaceId = DEMO_SPACES.HR;
    const { levelId } = levelNamed(site, 'Internal');
    for (let index = 0; index < PAGES_IN_SPACE; index += 1) {
      const pageId = await aPage(site, { spaceId });
      await storeLevel(site, pageId, levelId, spaceId);
      await storeFinding(site, pageId, {
        spaceId,
        foundAt: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T00:00:00.000Z`,
      });
    }
    await site.host.background.settle();
    const everything = { createdBy: ADMIN2.accountId, classificationScope: 'manage', detectionScope: 'manage' };
    keys.push((await aStoredKey(site, everything)).key);
    const spaceLimit = [DEMO_SPACES.ENG, DEMO_SPACES.HR, ABSENT];
    keys.push((await aStoredKey(site, { ...everything, spaceLimit })).key);
  });
  afterAll(() => site.close());

  /** Every route that accepts a space, with its other parameters. */
  const requestsOf = (spaceId: string) => {
    const period = 'from=2026-01-01T00:00:00.000Z&to=2026-03-12T00:00:00.000Z';
    const before = 'to=2025-01-01T00:00:00.000Z';
    const lists = [
      `/v1/page-level?spaceId=${spaceId}`,
      `/v1/page-level?spaceId=${spaceId}&limit=1`,
      `/v1/page-level?spaceId=${spaceId}&${period}`,
      `/v1/page-level?spaceId=${spaceId}&${before}`,
      `/v1/page-level?spaceId=${spaceId}&levelId=internal`,
      `/v1/page-level?spaceId=${spaceId}&method=MANUAL`,
      `/v1/page-level?spaceId=${spaceId}&classifierId=${ADMIN.accountId}`,
      `/v1/page-level?spaceId=${spaceId}&unclassified=true`,
      `/v1/page-level?spaceId=${spaceId}&unclassified=true&limit=1`,
      ...['/v1/detection', '/v1/detection/summary', '/v1/detection/export'].flatMap((path) => [
        `${path}?spaceId=${spaceId}`,
        `${path}?spaceId=${spaceId}&${period}`,
        `${path}?spaceId=${spaceId}&${before}`,
        `${path}?spaceId=${spaceId}&status=open`,
        `${path}?spaceId=${spaceId}&detectorId=email&severity=medium`,
        `${path}?spaceId=${spaceId}&levelId=internal`,
        `${path}?spaceId=${spaceId}&pageId=${DEMO_PAGES.engHome}`,
      ]),
      `/v1/detection?spaceId=${spaceId}&limit=1`,
      `/v1/detection/coverage?spaceId=${spaceId}`,
      `/v1/detection/coverage?spaceId=${spaceId}&limit=1`,
      ...COVERAGES.map((coverage) => `/v1/detection/coverage?spaceId=${spaceId}&coverage=${coverage}`),
    ];
    return [
      ...lists.map((path) => ['GET', path, undefined] as const),
      ['PUT', `/v1/setting/space/${spaceId}`, { defaultLevel: 'none' }],
      ['PUT', `/v1/detection/config/space/${spaceId}`, { schemeId: crypto.randomUUID() }],
      ['PUT', `/v1/detection/config/space/${spaceId}`, {}],
      [
        'POST',
        '/v1/exclusion',
        { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'space', spaceId }, reason: 'x' },
      ],
      ['POST', '/v1/detection/scan', { spaceId }],
    ] as const;
  };
  const ask = async (key: string, spaceId: string) => {
    const answers: (readonly [request: string, bytes: string, calls: readonly string[]])[] = [];
    for (const [method, path, body] of requestsOf(spaceId)) {
      const headers = method === 'POST' ? { 'Idempotency-Key': `"${crypto.randomUUID()}"` } : {};
      const answer = await site.rest(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
      answers.push([
        `${method} ${path} ${answer.status}`.replaceAll(spaceId, '{spaceId}'),
        bytesOf(answer).replaceAll(spaceId, '{spaceId}'),
        callsOf(answer),
      ]);
    }
    return answers;
  };

  it.each([0, 1])('looks like a nonexistent one: the same bytes and the same calls (key %s)', async (index) => {
    const key = keys[index] ?? '';
    const written = () =>
      everythingStored(site).filter(({ entity = '' }) => ['config', 'audit', 'job'].includes(entity));
    const before = written();
    const absent = await ask(key, ABSENT);
    const hidden = await ask(key, DEMO_SPACES.HR);
    expect(hidden).toEqual(absent);
    const noLists = absent.filter(([request]) => request.startsWith('GET') && !request.endsWith(' 200'));
    expect(noLists).toEqual([]);
    expect(written()).toEqual(before);
  });

  it('is distinguishable from a visible one', async () => {
    const key = (await aStoredKey(site, { createdBy: ADMIN.accountId, detectionScope: 'manage' })).key;
    const list = (path: string) => site.rest('GET', `${path}?spaceId=${DEMO_SPACES.HR}&limit=5`, { key });
    const numbers = [];
    for (const path of ['/v1/page-level', '/v1/detection', '/v1/detection/coverage'])
      numbers.push((await list(path)).body.results.length);
    // Without impersonation of the creator, every space is unknown.
    expect(numbers).toEqual(impersonation ? [5, 5, 5] : [0, 0, 0]);
  });

  it('reveals nothing to an inactive creator', async () => {
    const key = keys[0] ?? '';
    await site.setUser(ADMIN2.email, { active: false });
    const outcomes = new Set<string>();
    for (const spaceId of [ABSENT, DEMO_SPACES.HR])
      for (const [, bytes] of await ask(key, spaceId)) outcomes.add(bytes.slice(0, 5));
    await site.setUser(ADMIN2.email, { active: true });
    expect([...outcomes]).toEqual(['[401,']);
  });
});

describe('an invalid key', () => {
  const TIMES = 2;
  let site: Site;
  let elsewhere: Site;
  beforeAll(() => {
    site = openSite({ peppers: () => [PEPPER] });
    elsewhere = openSite({ peppers: () => [PEPPER], siteName: 'elsewhere' });
  });
  afterAll(() => {
    site.close();
    elsewhere.close();
  });

  const valid = async () => (await aStoredKey(site)).key;
  /** The correct id with another secret and a valid checksum. */
  const wrongSecretOf = ({ keyId }: { keyId: string }) => formatKey(keyId, aKey(site).secret);
  const withRecord = async (overrides: LooseRecord) => (await aStoredKey(site, overrides)).key;

  const beforeStorage: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    'is something else': async () => ['not-a-key'],
    'is very long': async () => ['x'.repeat(5_000)],
    'has a space after it': async () => [`${await valid()} `],
    'comes as a bearer token': async () => [`Bearer ${await valid()}`],
    'is in capitals': async () => [(await valid()).toUpperCase()],
    'is cut off': async () => [(await valid()).slice(0, -1)],
    'has a letter of another alphabet': async () => [(await valid()).replace('pclsk', 'p\u0441lsk')],
    'has a wrong checksum': async () => [(await valid()).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    'was created by another site': async () => [(await aStoredKey(elsewhere)).key],
    'was created with another pepper': async () => [aKey(site, {}, { version: '2', bytes: Buffer.alloc(32, 7) }).key],
    'comes twice': async () => {
      const key = await valid();
      return [key, key];
    },
    'comes twice in one value': async () => {
      const key = await valid();
      return [`${key}, ${key}`];
    },
  };
  const inStorage: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    'is unknown': async () => [aKey(site).key],
    'has a wrong secret': async () => [wrongSecretOf(await aStoredKey(site))],
    'is revoked, with a wrong secret': async () => [
      wrongSecretOf(await aStoredKey(site, { revokedAt: '2026-02-01T00:00:00.000Z' })),
    ],
    'is expired, with a wrong secret': async () => [
      wrongSecretOf(await aStoredKey(site, { expiresAt: '2026-01-02T00:00:00.000Z' })),
    ],
    'has a record of a later version': async () => [await withRecord({ v: 2 })],
    'has a record with an unknown scope': async () => [await withRecord({ classificationScope: 'everything' })],
    'has a record whose creator was changed': async () => {
      const { key, keyId, record } = aKey(site);
      await putRow(site, 'api-key', keyId, { ...record, createdBy: ADMIN2.accountId });
      return [key];
    },
    'has a record with another MAC': async () => [await withRecord({ mac: 'A'.repeat(43) })],
    'has a record of another pepper': async () => [await withRecord({ pepperVersion: '9' })],
  };

  const askAll = async (values: readonly string[]) => {
    const headers = values.flatMap((value) => ['x-api-key', value]);
    const answers = [await site.rest('GET', '/v1/level', { headers })];
    for (const [method, path, body] of routesOf('164002', levelNamed(site, 'Internal').levelId)) {
      answers.push(await site.rest(method, path, { headers, ...(body === undefined ? {} : { body }) }));
    }
    return answers;
  };

  it('causes the same bytes on every route, for every cause', async () => {
    const expected = (await askAll(['x'])).map(bytesOf);
    expect(expected.every((bytes) => bytes.startsWith('[401,'))).toBe(true);
    for (const [cause, make] of Object.entries({ ...beforeStorage, ...inStorage })) {
      for (let count = 0; count < TIMES; count += 1) {
        expect([cause, (await askAll(await make())).map(bytesOf)]).toEqual([cause, expected]);
      }
    }
  });

  it('takes no platform call if the key itself is enough to refuse it', async () => {
    for (const [cause, make] of Object.entries(beforeStorage)) {
      expect([cause, (await askAll(await make())).flatMap(callsOf)]).toEqual([cause, []]);
    }
  });

  it('takes one stage of at most three reads if its record is needed, the same for every cause', async () => {
    const expected = (await askAll([aKey(site).key])).map(allCallsOf);
    const read = '1 kvs POST /api/v1/entity/get';
    expect(expected).toEqual(Array(8).fill([read, read, '1 kvs POST /api/v1/batch/get']));
    for (const [cause, make] of Object.entries(inStorage)) {
      const values = await make();
      const before = everythingStored(site);
      expect([cause, (await askAll(values)).map(allCallsOf)]).toEqual([cause, expected]);
      expect(everythingStored(site)).toEqual(before);
    }
  });
});

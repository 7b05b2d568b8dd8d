import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { bytesOf, callsOf } from '../support/disclosure';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aStoredKey, type IssuedKey, PEPPER } from '../keys/key-records';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel } from '../support/wiki-pages';

/** Hidden and nonexistent resources return the same bytes and take the same platform calls. */

const NOW = new Date('2026-11-21T10:00:00.000Z');
const LIMITS = '{"key":100000,"key-write":100000,"site":100000,"host":1000000}';
const ABSENT = '00000000-0000-4000-8000-00000000dead';

let site: Site;
let key: string;
let issued: IssuedKey;
let name = 0;

/** No limits if a request pays for more calls while it runs, because two payments can race. */
async function open(impersonation: boolean, limits = impersonation ? LIMITS : 'off'): Promise<void> {
  const rateLimits = () => limits;
  site = openSite({ impersonation, queryLagMs: 0, now: () => NOW, peppers: () => [PEPPER], rateLimits });
  issued = await aKey({ spaceLimit: [DEMO_SPACES.ENG], levelLimit: ['unclassified', idOf('Internal')] });
  ({ key } = issued);
}
afterEach(() => site.close());

const idOf = (level: Parameters<typeof levelNamed>[1]) => levelNamed(site, level).levelId;
const aKey = (overrides: object = {}) =>
  aStoredKey(site, {
    createdBy: ADMIN2.accountId,
    classificationScope: 'write',
    detectionScope: 'manage',
    expiresAt: '2027-01-01T00:00:00.000Z',
    ...overrides,
  });
const nextName = () => `request-${(name += 1)}`;
const ask = (method: string, path: string, body?: object, headers?: object) =>
  site.rest(method, path, { key, ...(body && { body }), ...(headers && { headers }) } as object);
const once = (value = nextName()) => ({ 'Idempotency-Key': value });

/** The response without the ids of its resources, and the calls. */
const disclosed = (answer: RestAnswer, ...ids: readonly string[]) => [
  ids.reduce((text, id) => text.replaceAll(id, '{id}'), bytesOf(answer)),
  callsOf(answer),
];

/** A new page that has been scanned. */
async function aScannedPage(page: Parameters<typeof aPage>[1] = {}): Promise<string> {
  const pageId = await aPage(site, page);
  await site.host.background.settle();
  return pageId;
}

/** The open findings of a page, as a scan stores them. */
function storeScan(pageId: string, findingIds: readonly string[]): Promise<void> {
  const data = { reasons: [], detectorsOverBudget: [], findingIds };
  const scan = { v: 1, rev: 1, spaceId: DEMO_SPACES.ENG, pageVersion: 1, configHash: 'hash', state: 'complete' };
  return putRow(site, 'page-scan', pageId, { ...scan, scannedAt: NOW.toISOString(), data });
}

/** The ways in which a page becomes hidden from the key. */
const HIDDEN: Readonly<Record<string, (change?: (pageId: string) => Promise<void>) => Promise<string>>> = {
  'restricted to others': async (prepare) => {
    const pageId = await aScannedPage({ by: ADMIN2.email });
    await prepare?.(pageId);
    await restrict(site, pageId, 'read', ADMIN_AND_APP, ADMIN2.email);
    return pageId;
  },
  purged: async (prepare) => {
    const pageId = await aScannedPage();
    await prepare?.(pageId);
    await purge(site, pageId);
    return pageId;
  },
  'outside the page access limit': async (prepare) => {
    const pageId = await aScannedPage();
    await prepare?.(pageId);
    await storeLevel(site, pageId, idOf('Restricted'));
    return pageId;
  },
  'outside the space limit': async (prepare) => {
    const pageId = await aScannedPage({ spaceId: DEMO_SPACES.OPEN });
    await prepare?.(pageId);
    return pageId;
  },
};

describe.each([true, false])('with impersonation %s', (impersonation) => {
  beforeEach(() => open(impersonation));

  it('a redaction of named findings treats hidden ones like absent ones', async () => {
    const redact = async (findingId: string, isKnown = true) => {
      const made = await ask('POST', '/v1/redaction', { detectionIds: [findingId] }, once());
      expect([made.status, made.body.results]).toEqual([
        202,
        [{ detectionId: findingId, status: isKnown ? 'failed' : 'waiting', ...(isKnown && { reason: 'not-found' }) }],
      ]);
      const { redactionId } = made.body;
      await site.host.background.settle();
      const read = await ask('GET', `/v1/redaction/${redactionId}`);
      const audit = rowsOf(site, 'audit')
        .filter(({ value }) => value['subject'] === `redaction:${redactionId}`)
        .map(({ value }) => JSON.stringify([value['type'], value['details']]))
        .sort();
      return [disclosed(made, findingId, redactionId), disclosed(read, findingId, redactionId), audit];
    };
    const expected = await redact(ABSENT);
    for (const [cause, make] of Object.entries(HIDDEN)) {
      const pageId = await make();
      const fingerprint = 'fingerprint-of-one-value';
      const findingId = await storeFinding(site, pageId, { fingerprint });
      await storeFinding(site, pageId, { fingerprint });
      expect([cause, await redact(findingId)]).toEqual([cause, expected]);
    }
    const visible = await storeFinding(site, await aPage(site));
    const made = await ask('POST', '/v1/redaction', { detectionIds: [visible] }, once());
    expect(made.body.results).toEqual([{ detectionId: visible, status: 'waiting' }]);
  });

  it('a request treats hidden findings like absent ones, however many of its findings exist', async () => {
    const order = (detectionIds: readonly string[]) => ask('POST', '/v1/redaction', { detectionIds }, once());
    const absent = Array.from({ length: 3 }, (_none, n) => `00000000-0000-4000-8000-00000000a00${n}`);
    const expected = callsOf(await order(absent));
    const pageIds = [await HIDDEN['purged']?.(), await HIDDEN['outside the space limit']?.()];
    const hidden: string[] = [];
    for (const pageId of [...pageIds, pageIds[1]]) hidden.push(await storeFinding(site, pageId ?? ''));
    expect(callsOf(await order(hidden))).toEqual(expected);
    expect(callsOf(await order([absent[0] ?? '', ...hidden.slice(1)]))).toEqual(expected);
  });
});

it.each([true, false])(
  'a redaction of more pages than one batch checks includes all of them (impersonation %s)',
  async (impersonation) => {
    await open(impersonation, 'off');
    const findingIds: string[] = [];
    for (let n = 0; n < 30; n += 1) findingIds.push(await storeFinding(site, await aPage(site)));
    const made = await ask('POST', '/v1/redaction', { detectionIds: findingIds, dryRun: true }, once());
    const isWaiting = ({ status }: { readonly status: string }) => status === 'waiting';
    expect(made.body.results.filter(isWaiting)).toHaveLength(30);
    const read = await ask('GET', `/v1/redaction/${made.body.redactionId}`);
    expect(read.body.results.filter(isWaiting)).toHaveLength(30);
    const exclusion = { detectionIds: findingIds, scope: { of: 'page' }, reason: 'Known.' };
    expect((await ask('POST', '/v1/exclusion', exclusion)).status).toBe(201);
  },
);

it.each(Object.keys(HIDDEN))('a redaction created before its page was %s', async (cause) => {
  await open(true);
  const fingerprint = 'fingerprint-of-one-value';
  const redact = async (findingId: string, token: string) => {
    const made = await ask('POST', '/v1/redaction', { detectionIds: [findingId], dryRun: true }, once(token));
    await site.host.background.settle();
    return made;
  };
  const readAgain = async (findingId: string, token: string, redactionId: string) => [
    disclosed(await ask('GET', `/v1/redaction/${redactionId}`), findingId, redactionId),
    disclosed(await redact(findingId, token), findingId, redactionId),
  ];
  const absent = await redact(ABSENT, 'absent');
  const expected = await readAgain(ABSENT, 'absent', absent.body.redactionId);
  let made: RestAnswer | undefined;
  let findingId = '';
  // Temporarily a key without limits, so that it can see every page.
  await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, spaceLimit: [], levelLimit: [] });
  await HIDDEN[cause]?.(async (pageId) => {
    findingId = await storeFinding(site, pageId, { fingerprint });
    const other = await storeFinding(site, pageId, { fingerprint });
    await storeScan(pageId, [findingId, other]);
    made = await redact(findingId, 'named');
    const { results, pages } = (await ask('GET', `/v1/redaction/${made.body.redactionId}`)).body;
    expect([results.length, pages.length]).toEqual([2, 1]);
  });
  await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 3 });
  expect(await readAgain(findingId, 'named', made?.body.redactionId)).toEqual(expected);
});

it('a redaction of a whole page shows nothing of the page once it is hidden', async () => {
  await open(true);
  let redactionId = '';
  const order = (pageId: string) => ask('POST', '/v1/redaction', { pageId, dryRun: true }, once('page'));
  const pageId = await HIDDEN['restricted to others']?.(async (visible) => {
    const findingId = await storeFinding(site, visible);
    await storeScan(visible, [findingId]);
    redactionId = (await order(visible)).body.redactionId;
    await site.host.background.settle();
  });
  expect((await ask('GET', `/v1/redaction/${redactionId}`)).body).toMatchObject({ total: 0, results: [], pages: [] });
  expect((await order(pageId ?? '')).body.code).toBe('PAGE_NOT_FOUND');
  await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, detectionScope: 'none' });
  expect((await ask('GET', `/v1/redaction/${redactionId}`)).body.code).toBe('INSUFFICIENT_SCOPE');
});

describe.each([true, false])('with impersonation %s, hidden exclusions', (impersonation) => {
  const EXCLUSION = '00000000-0000-4000-8000-0000000e0001';
  beforeEach(() => open(impersonation));

  const askBoth = async (exclusionId: string, withKey: string, headers?: object) => {
    ({ key } = { key: withKey });
    return [
      disclosed(await ask('GET', `/v1/exclusion/${exclusionId}`), exclusionId),
      disclosed(await ask('DELETE', `/v1/exclusion/${exclusionId}`, undefined, headers), exclusionId),
    ];
  };

  it('are like absent ones if they are requested by id', async () => {
    const expected = await askBoth(ABSENT, issued.key, { 'If-Match': '"x1"' });
    const ofValues = { by: 'fingerprint' as const, fingerprints: ['fingerprint-of-a-value'] };
    for (const [cause, make] of Object.entries(HIDDEN)) {
      const scope = { of: 'page', pageId: await make() } as const;
      await storeExclusions(site, anExclusion({ exclusionId: EXCLUSION, scope, match: ofValues }));
      expect([cause, await askBoth(EXCLUSION, issued.key, { 'If-Match': '"x1"' })]).toEqual([cause, expected]);
    }
    // Only for keys without limits.
    for (const scope of [{ of: 'space', spaceId: DEMO_SPACES.ENG }, { of: 'site' }] as const) {
      await storeExclusions(site, anExclusion({ exclusionId: EXCLUSION, scope }));
      expect(await askBoth(EXCLUSION, issued.key, { 'If-Match': '"x1"' })).toEqual(expected);
    }
    const unlimited = await aKey();
    await site.setUser(ADMIN2.email, { siteAdmin: false });
    expect(await askBoth(EXCLUSION, unlimited.key)).toEqual(await askBoth(ABSENT, unlimited.key));
    await site.setUser(ADMIN2.email, { siteAdmin: true });
    ({ key } = unlimited);
    expect((await ask('GET', `/v1/exclusion/${EXCLUSION}`)).status).toBe(200);
  });

  it('are like absent ones if findings are named', async () => {
    const exclude = (detectionIds: readonly string[]) =>
      ask('POST', '/v1/exclusion', { detectionIds, scope: { of: 'page' }, reason: 'Known.' });
    const expected = disclosed(await exclude([ABSENT]), ABSENT);
    for (const [cause, make] of Object.entries(HIDDEN)) {
      const findingId = await storeFinding(site, await make());
      expect([cause, disclosed(await exclude([findingId]), findingId)]).toEqual([cause, expected]);
      const one = await ask('GET', `/v1/detection/${findingId}`);
      expect(disclosed(one, findingId)).toEqual(disclosed(await ask('GET', `/v1/detection/${ABSENT}`), ABSENT));
    }
  });

  it('return 401 for a key whose creator is inactive, like absent and visible ones', async () => {
    await storeExclusions(site, anExclusion({ exclusionId: EXCLUSION }));
    const findingId = await storeFinding(site, await aPage(site));
    await site.setUser(ADMIN2.email, { active: false });
    for (const withKey of [issued.key, (await aKey()).key]) {
      ({ key } = { key: withKey });
      for (const exclusionId of [EXCLUSION, ABSENT])
        for (const method of ['GET', 'DELETE'])
          expect((await ask(method, `/v1/exclusion/${exclusionId}`)).body.code).toBe('API_KEY_OWNER_INACTIVE');
    }
    for (const detectionId of [findingId, ABSENT]) {
      const body = { detectionIds: [detectionId], scope: { of: 'page' }, reason: 'Known.' };
      expect((await ask('POST', '/v1/exclusion', body)).body.code).toBe('API_KEY_OWNER_INACTIVE');
    }
  });
});

describe('a result from before its page was hidden', () => {
  beforeEach(() => open(true, 'off'));

  const MISSING = '9999999';
  const levelId = () => idOf('Internal');
  const set = (pageId: string) => ask('POST', '/v1/page-level', { pageId, levelId: levelId() }, once('set'));
  const inBulk = (pageId: string) =>
    ask('POST', '/v1/page-level/bulk', { items: [{ pageId, levelId: levelId() }] }, once('bulk'));
  const clear = (pageId: string) => ask('DELETE', `/v1/page-level/by-page/${pageId}`, undefined, once('clear'));
  const reset = (pageId: string) =>
    ask('POST', `/v1/page-level/by-page/${pageId}/reset`, { justification: 'Wrong.' }, once('reset'));
  const job = async (pageId: string) => {
    const made = await ask('POST', '/v1/page-level/jobs', { levelId: levelId(), pages: [{ pageId }] }, once('job'));
    await site.host.background.settle();
    return made;
  };
  const tree = async (rootPageId: string) => {
    const body = { levelId: levelId(), tree: { rootPageId } };
    const made = await ask('POST', '/v1/page-level/jobs', body, once('tree'));
    await site.host.background.settle();
    return made;
  };
  const asks = { set, inBulk, job, tree, clear, reset };

  /** The responses to all requests, and the job as it is read back. */
  const askAll = async (pageId: string) => {
    const answers: Record<string, RestAnswer> = {};
    for (const [which, send] of Object.entries(asks)) answers[which] = await send(pageId);
    const jobId = answers['job']?.body.jobId ?? '';
    answers['read job'] = await ask('GET', `/v1/job/${jobId}`);
    answers['read results'] = await ask('GET', `/v1/job/${jobId}/results`);
    return { answers, jobId };
  };
  const disclosedBy = ({ answers, jobId }: Awaited<ReturnType<typeof askAll>>, pageId: string) =>
    Object.entries(answers).map(([which, answer]) => [which, ...disclosed(answer, jobId, pageId)]);

  it.each(Object.keys(HIDDEN))('is not returned again: %s', async (cause) => {
    await askAll(MISSING);
    const expected = disclosedBy(await askAll(MISSING), MISSING);
    site.close();
    await open(true, 'off');
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, spaceLimit: [], levelLimit: [] });
    const pageId =
      (await HIDDEN[cause]?.(async (visible) => {
        const { answers } = await askAll(visible);
        expect(Object.values(answers).map(({ status }) => status)).toEqual([201, 207, 202, 202, 204, 200, 200, 200]);
        expect(answers['read job']?.body).toMatchObject({ state: 'succeeded', failed: 0 });
      })) ?? '';
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 3 });
    expect(disclosedBy(await askAll(pageId), pageId)).toEqual(expected);
  });

  it('is refused if the level is outside the current limit of the key, like a new request', async () => {
    const pageId = await aPage(site);
    expect([(await set(pageId)).status, (await inBulk(pageId)).status]).toEqual([201, 207]);
    await storeLevel(site, pageId, idOf('Public'));
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, levelLimit: [idOf('Public')] });
    const fresh = await ask('POST', '/v1/page-level', { pageId, levelId: levelId() }, once());
    expect(fresh.body.code).toBe('LEVEL_OUTSIDE_KEY_LIMIT');
    const again = await set(pageId);
    expect([again.status, again.body.code, again.body.detail]).toEqual([403, fresh.body.code, fresh.body.detail]);
    expect((await inBulk(pageId)).body.results).toMatchObject([{ status: 403, error: { code: fresh.body.code } }]);
  });

  it('is hidden from a key that lost its scope', async () => {
    const { answers, jobId } = await askAll(await aPage(site));
    expect(answers['read job']?.status).toBe(200);
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, classificationScope: 'none' });
    for (const path of [`/v1/job/${jobId}`, `/v1/job/${jobId}/results`])
      expect((await ask('GET', path)).body.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe.each([true, false])('with impersonation %s, requests with a hidden page', (impersonation) => {
  beforeEach(() => open(impersonation, 'off'));

  const asksAbout = (pageId: string) =>
    [
      ['POST', '/v1/redaction', { pageId }, once()],
      ['GET', `/v1/detection/by-page/${pageId}`],
      ['GET', `/v1/page-level/by-page/${pageId}/history`],
      ['DELETE', `/v1/page-level/by-page/${pageId}`, undefined, { 'If-Match': '"p1"' }],
      ['POST', `/v1/page-level/by-page/${pageId}/reset`, { justification: 'Wrong.' }],
      ['POST', '/v1/page-level', { pageId, levelId: idOf('Public') }, { 'If-None-Match': '*' }],
      ['POST', '/v1/page-level/bulk', { items: [{ pageId, levelId: idOf('Public'), ifMatch: '"p1"' }] }],
      ['POST', '/v1/page-level/jobs', { levelId: idOf('Internal'), tree: { rootPageId: pageId } }, once()],
    ] as const;
  const askAll = async (pageId: string) => {
    const answers = [];
    for (const [method, path, body, headers] of asksAbout(pageId)) {
      const answer = await ask(method, path, body, headers);
      expect([path, JSON.stringify(answer.body)]).toEqual([path, expect.stringContaining('PAGE_NOT_FOUND')]);
      answers.push([path.replace(pageId, '{id}'), disclosed(answer, pageId)]);
    }
    return answers;
  };

  it('are answered as with an absent one, whatever hides the page', async () => {
    const expected = await askAll('9999999');
    for (const [cause, make] of Object.entries(HIDDEN)) {
      const pageId = await make();
      await storeFinding(site, pageId);
      expect([cause, await askAll(pageId)]).toEqual([cause, expected]);
    }
  });
});

it.each(Object.keys(HIDDEN))(
  'a redaction adds no finding of a page that becomes hidden before its turn: %s',
  async (cause) => {
    await open(true);
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, spaceLimit: [], levelLimit: [] });
    let made: RestAnswer | undefined;
    let named = '';
    await HIDDEN[cause]?.(async (pageId) => {
      const fingerprint = 'fingerprint-of-one-value';
      named = await storeFinding(site, pageId, { fingerprint });
      await storeScan(pageId, [named, await storeFinding(site, pageId, { fingerprint })]);
      made = await ask('POST', '/v1/redaction', { detectionIds: [named] }, once());
      expect(made.body.results).toEqual([{ detectionId: named, status: 'waiting' }]);
    });
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 3 });
    await site.host.background.settle();
    const run = rowsOf(site, 'job').find(({ key: name }) => name === `redaction:${made?.body.redactionId}`);
    expect(run?.value).toMatchObject({ state: 'finished', data: { pages: [{ findingIds: [named] }] } });
  },
);

it('the lists of jobs and redactions show what the key can see now', async () => {
  await open(true, 'off');
  const list = async (path: string) => {
    const { results } = (await ask('GET', path)).body as { results: readonly Record<string, unknown>[] };
    return results.map(({ state, done, failed }) => [state, done, failed]);
  };
  await HIDDEN['restricted to others']?.(async (pageId) => {
    const pages = [{ pageId }];
    await ask('POST', '/v1/page-level/jobs', { levelId: idOf('Internal'), pages }, once());
    const finding = await storeFinding(site, pageId);
    const order = { detectionIds: [finding], dryRun: true };
    await ask('POST', '/v1/redaction', order, once());
    await site.host.background.settle();
    expect(await list('/v1/job')).toEqual([['succeeded', 1, 0]]);
  });
  expect(await list('/v1/job')).toEqual([['failed', 1, 1]]);
  expect([await list('/v1/job?state=succeeded'), await list('/v1/job?state=failed')]).toEqual([[], [['failed', 1, 1]]]);
  expect(await list('/v1/redaction')).toEqual([['failed', 1, 1]]);
});

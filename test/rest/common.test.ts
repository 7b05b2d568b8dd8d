import { formatKey, parseKey } from '../../src/keys/key-format';
import { partsOf, RANKS, type Rank } from '../../src/access/scope';
import { isOtherCall } from '../support/key-use';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type RestOptions, type Site } from '../support/site';
import { CALL_BUDGETS } from './call-budgets';
import {
  bodyFor,
  fieldsOf,
  firstLevel,
  jsonText,
  makeSampleFinding,
  makeSampleJob,
  makeSampleRedaction,
  makeSampleScan,
  outcomeOf,
  restoreFor,
  parameterNames,
  placesOf,
  problemOf,
  routeRequests,
  type RouteRequest,
  type SampleLevel,
  withRequired,
  withSamples,
} from './route-requests';

/**
 * The required responses of every route, checked over the route table: a new route is covered without a change here.
 */

const requests = routeRequests();
const withBody = requests.filter(({ body }) => body !== undefined);
const withParameters = requests.filter(({ route }) => parameterNames(route).length > 0);
const reading = requests.filter(({ method }) => method === 'GET');
/** All operations share the code that reads a request, so each run sends wrong input to a third of them. */
const INPUT: ReadonlySet<RouteRequest> = new Set(sample(requests, requests.length / 3));

/** Parameters of resources that only the key that created them can see, with the response for another key. */
const OF_A_KEY: Readonly<Record<string, string>> = {
  jobId: '404 JOB_NOT_FOUND',
  redactionId: '404 REDACTION_NOT_FOUND',
};

const CREATED_AT = new Date('2026-03-01T12:00:00.000Z');
const NOW = new Date('2026-03-10T12:00:00.000Z');

let now = CREATED_AT;
let site: Site;
/** Without a pepper. */
let bare: Site;
let level: SampleLevel;
/** The response to each request that the tests vary. */
const succeeded = new Map<RouteRequest, RestAnswer>();
let key: string;
let expiredKey: string;
let revokedKey: string;
let orphanedKey: string;
let limitedKey: string;
let formerAdminKey: string;
let foreignKey: string;
const scopedKeys = new Map<string, string>();

beforeAll(async () => {
  // Without the meter of storage, because thousands of requests follow each other in one instant.
  site = openSite({ meter: 'off', now: () => now });
  bare = openSite({ peppers: () => undefined });
  expiredKey = (await site.createKey({ name: 'expired', expiresOn: '2026-03-02' })).key;
  now = NOW;
  key = (await site.createKey({ name: 'everything', detectionScope: 'manage' })).key;
  const revoked = await site.createKey({ name: 'revoked' });
  await site.admin('revokeKey', { keyId: revoked.keyId });
  revokedKey = revoked.key;
  orphanedKey = (await site.createKey({ name: 'orphaned', as: 'admin2@example.com', detectionScope: 'manage' })).key;
  await site.setUser('admin2@example.com', { active: false });
  limitedKey = (await site.createKey({ name: 'limited', detectionScope: 'manage', levelLimit: ['public'] })).key;
  await site.setUser('editor@example.com', { siteAdmin: true });
  formerAdminKey = (await site.createKey({ name: 'former', as: 'editor@example.com', detectionScope: 'manage' })).key;
  await site.setUser('editor@example.com', { siteAdmin: false });
  const otherSite = openSite({ now: () => now, siteName: 'other' });
  foreignKey = (await otherSite.createKey()).key;
  otherSite.close();
  level = await firstLevel(site, key);
  await makeSampleJob(site, key, level);
  await makeSampleFinding(site);
  await makeSampleScan(site, key, level);
  await makeSampleRedaction(site, key, level);
  await classify();
  // In this order: the audit log grows with every test, and with it the calls that read it.
  for (const request of requests) {
    succeeded.set(request, await send(request, { key }));
    if (request.route.success.status !== 204) continue;
    await restoreFor(site, request);
    await classify();
  }
});
afterAll(() => {
  site.close();
  bare.close();
});

/** Every route can succeed now, because the page has a level. */
async function classify(): Promise<void> {
  for (const request of withBody.filter(({ path }) => path === '/v1/page-level')) await send(request, { key });
}

/** The request that the site is prepared for. No success since then prevents it. */
let ready: RouteRequest | undefined;

/** The successful request with these changes. */
async function send(request: RouteRequest, options: RestOptions = {}, path = request.path): Promise<RestAnswer> {
  const body = bodyFor(request, level);
  return sendReady(request, path, withRequired(request, body === undefined ? options : { body, ...options }));
}

function sendText(request: RouteRequest, text: string): Promise<RestAnswer> {
  return sendReady(request, request.path, withRequired(request, jsonText(key, text)));
}

async function sendReady(request: RouteRequest, path: string, options: RestOptions): Promise<RestAnswer> {
  if (ready !== request) await restoreFor(site, request);
  ready = request;
  const answer = await site.rest(request.method, path, options);
  if (answer.status < 400 && request.method !== 'GET') ready = undefined;
  return answer;
}

function goodBody(request: RouteRequest): Record<string, unknown> {
  return bodyFor(request, level) ?? {};
}

async function scopedKey(classificationScope: Rank, detectionScope: Rank): Promise<string> {
  const name = `${classificationScope} ${detectionScope}`;
  const made = scopedKeys.get(name) ?? (await site.createKey({ name, classificationScope, detectionScope })).key;
  scopedKeys.set(name, made);
  return made;
}

/** A key with a valid checksum and id but another secret. */
function withOtherSecret(right: string): string {
  const parsed = parseKey(right);
  if ('rejectedAt' in parsed) throw new Error('not a key');
  return formatKey(parsed.keyId, 'A'.repeat(43));
}

it('the table of budgets has no budget for an operation that does not exist', () => {
  const operations = new Set(requests.map(({ route }) => route.operationId));
  expect(Object.keys(CALL_BUDGETS).filter((operation) => !operations.has(operation))).toEqual([]);
});

it('the search for operations finds at least the four operations in the route table', () => {
  expect(requests.length).toBeGreaterThanOrEqual(4);
  expect(withBody.length).toBeGreaterThan(0);
  expect(withParameters.length).toBeGreaterThan(0);
});

describe.each(requests)('$name', (request) => {
  const { route, path, method } = request;
  if (route.success.status === 204) {
    afterAll(classify);
    afterAll(() => restoreFor(site, request));
  }

  it('succeeds within its budget of platform calls, with the request that the other tests vary', () => {
    const answer = succeeded.get(request);
    if (answer === undefined) throw new Error('it was not sent');
    expect(outcomeOf(answer)).toBe(String(route.success.status));
    const stages = Math.max(0, ...answer.calls.map(({ stage }) => stage));
    const made = { calls: answer.calls.length, stages };
    const budget = CALL_BUDGETS[route.operationId];
    expect(budget).toBeDefined();
    expect({
      calls: Math.max(made.calls, budget?.calls ?? 0),
      stages: Math.max(made.stages, budget?.stages ?? 0),
    }).toEqual(budget);
  });

  describe('authentication', () => {
    const cases: readonly (readonly [string, () => RestOptions, string])[] = [
      ['no key', () => ({}), 'API_KEY_MISSING'],
      ['an empty key', () => ({ key: '' }), 'API_KEY_MISSING'],
      ['a key in Authorization', () => ({ headers: ['Authorization', `Bearer ${key}`] }), 'API_KEY_MISSING'],
      ['something that is no key', () => ({ key: 'secret' }), 'API_KEY_INVALID'],
      ['a key with another secret', () => ({ key: withOtherSecret(key) }), 'API_KEY_INVALID'],
      [
        'a key with a wrong checksum',
        () => ({ key: key.slice(0, -1) + (key.endsWith('0') ? '1' : '0') }),
        'API_KEY_INVALID',
      ],
      ['a key of another site', () => ({ key: foreignKey }), 'API_KEY_INVALID'],
      ['a key in upper case', () => ({ key: key.toUpperCase() }), 'API_KEY_INVALID'],
      ['a key after a scheme', () => ({ key: `Bearer ${key}` }), 'API_KEY_INVALID'],
      ['a key with a space before it', () => ({ key: ` ${key}` }), 'API_KEY_INVALID'],
      ['a key with a line break after it', () => ({ key: `${key}\n` }), 'API_KEY_INVALID'],
      ['the same key twice', () => ({ key, headers: ['x-api-key', key] }), 'API_KEY_INVALID'],
      ['two keys', () => ({ key, headers: ['X-API-KEY', foreignKey] }), 'API_KEY_INVALID'],
      ['two keys joined by a proxy', () => ({ key: `${key}, ${key}` }), 'API_KEY_INVALID'],
      ['a key and an empty one', () => ({ key, headers: ['x-api-key', ''] }), 'API_KEY_INVALID'],
      ['an expired key', () => ({ key: expiredKey }), 'API_KEY_EXPIRED'],
      ['a revoked key', () => ({ key: revokedKey }), 'API_KEY_REVOKED'],
      ['a key whose creator has been deactivated', () => ({ key: orphanedKey }), 'API_KEY_OWNER_INACTIVE'],
    ];
    it('refuses every invalid key, and a valid one that is sent in another way', async () => {
      const answers: (readonly [string, string])[] = [];
      for (const [name, options] of cases) {
        const answer = await send(request, options());
        answers.push([name, answer.text.includes('pclsk_') ? 'a key in the answer' : outcomeOf(answer)]);
      }
      expect(answers).toEqual(cases.map(([name, , code]) => [name, `401 ${code}`]));
    });

    it('returns 503 while the site has no pepper', async () => {
      const answer = await bare.rest(method, path, {
        key,
        ...(request.body === undefined ? {} : { body: goodBody(request) }),
      });
      expect(outcomeOf(answer)).toBe('503 AUTH_UNAVAILABLE');
    });
  });

  // An exclusion of a value on one page requires neither.
  if (route.problems.includes('CREATOR_NOT_ADMIN') && !route.path.startsWith('/v1/exclusion')) {
    it('refuses a key with limits, and one whose creator is no longer a site admin', async () => {
      for (const [refused, code] of [
        [limitedKey, 'KEY_HAS_LIMITS'],
        [formerAdminKey, 'CREATOR_NOT_ADMIN'],
      ] as const)
        expect(outcomeOf(await send(request, { key: refused }))).toBe(`403 ${code}`);
    });
  }

  describe('scope', () => {
    const [ofKey] = parameterNames(route).flatMap((name) => OF_A_KEY[name] ?? []);
    if (route.scope === undefined) {
      it.each([
        ['read', 'none'],
        ['none', 'read'],
      ] as const)('accepts any key: classification::%s, detection::%s', async (classification, detection) => {
        const weak = await scopedKey(classification, detection);
        expect(outcomeOf(await send(request, { key: weak }))).toBe(ofKey ?? String(route.success.status));
      });
      return;
    }
    const [area, required] = route.scope.split('::') as ['classification' | 'detection', Rank];
    const lower = RANKS.slice(0, RANKS.indexOf(required));
    const cases = lower
      .flatMap((own) => RANKS.map((other) => ({ own, other })))
      .filter(({ own, other }) => own !== 'none' || other !== 'none');

    it.each(cases)(`refuses ${area}::$own, with any scope of the other area ($other)`, async ({ own, other }) => {
      const weak = area === 'classification' ? await scopedKey(own, other) : await scopedKey(other, own);
      const answer = await send(request, { key: weak });
      expect(outcomeOf(answer)).toBe('403 INSUFFICIENT_SCOPE');
      expect(problemOf(answer).requiredScope).toBe(route.scope);
      expect(answer.calls.some(({ target }) => target === 'confluence')).toBe(false);
    });

    if (route.alsoScope !== undefined)
      it(`refuses a key without ${route.alsoScope}`, async () => {
        const answer = await send(request, { key: await scopedKey('manage', 'write') });
        expect(problemOf(answer).requiredScope).toBe(route.alsoScope);
      });

    it.each(RANKS.slice(RANKS.indexOf(required)))(`accepts ${area}::%s`, async (own) => {
      const also = route.alsoScope === undefined ? 'none' : partsOf(route.alsoScope).rank;
      const enough = area === 'classification' ? await scopedKey(own, also) : await scopedKey('none', own);
      expect(outcomeOf(await send(request, { key: enough }))).toBe(ofKey ?? String(route.success.status));
    });
  });

  if (!INPUT.has(request)) return;

  describe('methods', () => {
    const own = requests.filter((other) => other.route.path === route.path).map((other) => other.method);
    const allowed = [...own.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])), 'OPTIONS'];
    const others = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'TRACE',
      'CONNECT',
      'PURGE',
      'QUERY',
      'get',
      'Post',
      'options',
      ' ',
      '',
    ];

    it('returns 405 and the allowed methods for every other method, with and without a key', async () => {
      const wrong = others.filter((name) => !allowed.includes(name));
      const answers = [];
      for (const name of wrong) {
        for (const options of [{ key }, {}]) {
          const { status, headers, calls } = await site.rest(name, path, options);
          answers.push({ name, status, allow: headers['Allow'], calls });
        }
      }
      const expected = wrong.map((name) => ({ name, status: 405, allow: [allowed.join(', ')], calls: [] }));
      expect(answers).toEqual(expected.flatMap((one) => [one, one]));
    });

    it('returns the allowed methods for OPTIONS, without a key, a body or CORS headers', async () => {
      const preflight = ['Origin', 'https://evil.example', 'Access-Control-Request-Method', method];
      const answer = await site.rest('OPTIONS', path, { headers: preflight });
      expect(answer.status).toBe(204);
      expect(answer.headers['Allow']).toEqual([allowed.join(', ')]);
      expect(answer.text).toBe('');
      expect(Object.keys(answer.headers).join().toLowerCase()).not.toMatch(/access-control|(^|,)content-type/);
      expect(answer.calls).toEqual([]);
    });

    it('reads the method from the request line only', async () => {
      const other = allowed.includes('PUT') ? 'REPORT' : 'PUT';
      const saying = (name: string) => ({
        key,
        headers: { 'X-HTTP-Method-Override': name, 'X-HTTP-Method': name, 'X-Method-Override': name },
      });
      expect(outcomeOf(await send(request, saying(other)))).toBe(String(route.success.status));
      expect(outcomeOf(await site.rest(other, path, saying(method)))).toBe('405 METHOD_NOT_ALLOWED');
    });
  });

  describe('query', () => {
    it('refuses every unknown parameter', async () => {
      const names = [
        'limits',
        'pageid',
        'levelID',
        '__proto__',
        'constructor',
        'hasOwnProperty',
        '',
        ' ',
        'a.b',
        'ключ',
      ];
      const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&');
      const answer = await send(request, { key }, `${path}?${query}`);
      expect(outcomeOf(answer)).toBe('400 UNKNOWN_PARAMETER');
      expect(placesOf(answer)).toEqual(names.map((name) => `UNKNOWN_PARAMETER ${name}`));
    });

    it('refuses a parameter without a value, and a repeated one', async () => {
      expect(outcomeOf(await send(request, { key }, `${path}?verbose`))).toBe('400 UNKNOWN_PARAMETER');
      for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'limit=1,2', 'limit&limit']) {
        const answer = await send(request, { key }, `${path}?${query}`);
        expect(outcomeOf(answer)).toBe('400 DUPLICATE_PARAMETER');
        expect(placesOf(answer)).toEqual(['DUPLICATE_PARAMETER limit']);
      }
    });

    it('names every refused parameter, up to twenty', async () => {
      const query = Array.from({ length: 30 }, (_, index) => `p${index}=1`).join('&');
      expect(placesOf(await send(request, { key }, `${path}?a=1&b=2&b=3`))).toEqual([
        'UNKNOWN_PARAMETER a',
        'DUPLICATE_PARAMETER b',
      ]);
      expect(placesOf(await send(request, { key }, `${path}?${query}`))).toHaveLength(20);
    });

    it('accepts an empty query', async () => {
      expect(outcomeOf(await send(request, { key }, `${request.path}?`))).toBe(String(route.success.status));
    });
  });

  describe('a key in the URL', () => {
    const names = ['api_key', 'apikey', 'api-key', 'x-api-key', 'x-apikey', 'x-api_key', 'token', 'access_token'];
    const spellings = names.flatMap((name) => [
      name,
      name.toUpperCase(),
      name.replace(/^./, (first) => first.toUpperCase()),
    ]);

    it('is refused in every spelling, even an empty one, even beside a valid key', async () => {
      // Every spelling at every route, and every variant over all routes together, because the check of the URL is
      // independent of routes.
      const ways = ['', 'x', key].flatMap((value) => [
        { value, options: { key } },
        { value, options: {} },
      ]);
      const answers = [];
      for (const [index, name] of spellings.entries()) {
        const way = ways[(index + requests.indexOf(request)) % ways.length];
        const answer = await send(request, way?.options, `${path}?${name}=${way?.value}`);
        answers.push([name, outcomeOf(answer), answer.text.includes('pclsk_'), answer.calls]);
      }
      expect(answers).toEqual(spellings.map((name) => [name, '400 API_KEY_IN_URL', false, []]));
    });

    it('is recognized under any name, as a name, in other text, and percent-encoded', async () => {
      const encoded = key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
      for (const query of [
        `q=${key}`,
        `q=${encoded}`,
        key,
        `${key}=1`,
        `q=a${key}b`,
        `a=1&a=${key}`,
        `%61pi_key=1`,
        `q=${key.toUpperCase()}`,
      ]) {
        const answer = await send(request, { key }, `${path}?${query}`);
        expect(outcomeOf(answer)).toBe('400 API_KEY_IN_URL');
        expect(answer.text.toLowerCase()).not.toContain('pclsk_');
      }
    });

    it('is not suspected in similar names', async () => {
      const query = 'tokens=1&my_token=1&xapikey=1&api__key=1&key=1';
      expect(outcomeOf(await send(request, { key }, `${path}?${query}`))).toBe('400 UNKNOWN_PARAMETER');
    });
  });

  it('gets a response that repeats no header, and at most 64 characters of the name of a parameter', async () => {
    const canary = 'Xh4'.repeat(30);
    const headers = [
      'Origin',
      'Referer',
      'User-Agent',
      'X-Request-Id',
      'traceparent',
      'tracestate',
      'Host',
      'X-Forwarded-Host',
      'Cookie',
    ];
    // Separately, because a route may refuse its content.
    for (const names of [['Accept'], headers]) {
      const answer = await send(request, { key, headers: names.flatMap((name) => [name, canary]) });
      expect(JSON.stringify([answer.headers, answer.text])).not.toContain('Xh4');
    }
    const refused = await send(request, { key: canary });
    expect(outcomeOf(refused)).toBe('401 API_KEY_INVALID');
    expect(JSON.stringify([refused.headers, refused.text])).not.toContain('Xh4');
    const query = await send(request, { key }, `${path}?${canary}=${canary}`);
    expect(outcomeOf(query)).toBe('400 UNKNOWN_PARAMETER');
    expect(longestRun(query.text, canary)).toBe(64);
    expect(JSON.stringify(query.headers)).not.toContain('Xh4');
  });
});

describe.each(sample(reading, reading.length / 3))('HEAD for $name', (request) => {
  const { path } = request;
  const withoutIds = ({ headers }: RestAnswer) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !/^x-request-id$|^x-ratelimit/i.test(name)));
  beforeAll(() => restoreFor(site, request));

  it('returns the status and headers of GET without a body, for success and failure', async () => {
    const cases: readonly [RestOptions, string][] = [
      [{ key }, path],
      [{}, path],
      [{ key: 'wrong' }, path],
      [{ key: expiredKey }, path],
      [{ key, headers: { Accept: 'text/html' } }, path],
      [{ key, headers: { Accept: 'application/json' } }, `${path}?x=1`],
      [{ key: await scopedKey('none', 'manage') }, path],
      [{ key }, `${path}/nowhere`],
      [{ key }, `${path}?api_key=1`],
    ];
    for (const [options, target] of cases) {
      const get = await site.rest('GET', target, options);
      const head = await site.rest('HEAD', target, options);
      expect(head.status).toBe(get.status);
      expect(withoutIds(head)).toEqual(withoutIds(get));
      expect(head.text).toBe('');
      // The recorded use of a key differs from one call to the next.
      expect(head.calls.filter(isOtherCall).length).toBe(get.calls.filter(isOtherCall).length);
    }
  });

  it('needs no content type, and the body of a GET is ignored', async () => {
    for (const body of ['{', '\uFEFF', 'x'.repeat(70_000)]) {
      expect(
        outcomeOf(await site.rest('GET', request.path, { key, body, headers: { 'Content-Type': 'text/plain' } })),
      ).toBe('200');
    }
  });
});

describe.each(sample(withParameters, withParameters.length / 3))('path parameters of $name', (request) => {
  const { route, method } = request;
  const parameters = parameterNames(route);
  const call = (name: string, value: string) => {
    const body = request.body === undefined ? {} : { body: goodBody(request) };
    return site.rest(method, withSamples(route.path, { [name]: value }), { key, ...body });
  };

  it.each(parameters)('refuses an impossible %s and names the parameter', async (name) => {
    const wrong = [
      '{{page.id}}',
      '%7B%7Bpage.id%7D%7D',
      '%7b%7bpage.id%7d%7d',
      '-',
      '%20',
      '%E2%98%83',
      ':x',
      '*',
      '__proto__',
      '%252f',
      'x'.repeat(500),
      // A word could be the key of a level.
      ...(name === 'pageId' ? ['null', 'constructor'] : []),
    ];
    for (const value of wrong) {
      const answer = await call(name, value);
      expect(outcomeOf(answer)).toBe('400 INVALID_PARAMETER');
      expect(placesOf(answer)).toEqual([`INVALID_PARAMETER ${name}`]);
      expect(answer.calls.some(({ target }) => target === 'confluence')).toBe(false);
    }
  });

  it.each(parameters)('reports an unreplaced smart value in %s, without repeating it', async (name) => {
    expect(problemOf(await call(name, '{{page.id}}')).errors[0]?.detail).toContain('smart value');
    const canary = 'Zq7'.repeat(30);
    expect(longestRun((await call(name, canary)).text, canary)).toBe(0);
  });

  it.each(parameters)('refuses an API key as %s', async (name) => {
    const answer = await call(name, key);
    expect(outcomeOf(answer)).toBe('400 API_KEY_IN_URL');
    expect(answer.text).not.toContain('pclsk_');
    const encoded = key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    expect(outcomeOf(await call(name, encoded))).toBe('400 API_KEY_IN_URL');
  });

  const ids = parameters.filter((name) => name === 'pageId');
  if (ids.length > 0)
    it.each(ids)('limits %s to ids that Confluence can have', async (name) => {
      for (const value of [
        '0',
        '01',
        '-1',
        '1.0',
        '1e3',
        '+1',
        '0x1',
        '٣',
        '1'.repeat(20),
        '9223372036854775808',
        '9999999999999999999',
      ]) {
        expect(outcomeOf(await call(name, encodeURIComponent(value)))).toBe('400 INVALID_PARAMETER');
      }
      expect(outcomeOf(await call(name, '9223372036854775807'))).toBe('404 PAGE_NOT_FOUND');
      expect(outcomeOf(await call(name, '9007199254740993'))).toBe('404 PAGE_NOT_FOUND');
    });
});

describe.each(sample(withBody, withBody.length / 3))('body of $name', (request) => {
  const { route } = request;
  const fields = fieldsOf(route);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const optional = fields.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
  const texts = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
  const [firstField] = fields;
  if (firstField === undefined) throw new Error('a body without fields');
  const success = String(route.success.status);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(goodBody(request)).filter(([field]) => field !== name));
  const withMember = (member: string) => `${JSON.stringify(goodBody(request)).slice(0, -1)},${member}}`;

  const malformed: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'EMPTY_BODY'],
    ['white space', ' \r\n', 'INVALID_JSON'],
    ['no JSON', 'pageId=1', 'INVALID_JSON'],
    ['an unfinished object', '{"pageId": "1"', 'INVALID_JSON'],
    ['a trailing comma', '{"pageId": "1",}', 'INVALID_JSON'],
    ['single quotes', "{'pageId': '1'}", 'INVALID_JSON'],
    ['a comment', '{} // done', 'INVALID_JSON'],
    ['two values', '{}{}', 'INVALID_JSON'],
    ['NaN', '{"pageId": NaN}', 'INVALID_JSON'],
    ['a raw line break in a string', '{"pageId": "1\n"}', 'INVALID_JSON'],
    ['a byte order mark', '\uFEFF{}', 'INVALID_JSON'],
    ['NUL', '\0', 'INVALID_JSON'],
    ['a member given twice', '{"a":1,"a":1}', 'DUPLICATE_JSON_KEY'],
    ['a lone surrogate', '{"a":"\\ud800"}', 'INVALID_UNICODE'],
  ];
  it('refuses invalid JSON', async () => {
    const answers: string[][] = [];
    for (const [name, text] of malformed) answers.push([name, outcomeOf(await sendText(request, text))]);
    expect(answers).toEqual(malformed.map(([name, , code]) => [name, `400 ${code}`]));
  });

  it('refuses JSON that is not an object', async () => {
    const texts = ['[]', '[{}]', '"text"', '""', '1', '0', 'true', 'false', 'null', '-0.0e1'];
    const answers: unknown[] = [];
    for (const text of texts) {
      const answer = await sendText(request, text);
      answers.push([text, outcomeOf(answer), placesOf(answer)]);
    }
    expect(answers).toEqual(texts.map((text) => [text, '400 INVALID_FIELD', ['INVALID_FIELD #']]));
  });

  it('refuses a repeated member, however it is written, with its location', async () => {
    // A member that the body already has, so that it occurs twice.
    const [name = ''] = Object.keys(goodBody(request));
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    const cases: readonly [string, string][] = [
      [withMember(`"${name}":"1"`), `#/${name}`],
      [withMember(`"${escaped}":"1"`), `#/${name}`],
      [`{"${escaped}":"1","${name}":"1"}`, `#/${name}`],
      [withMember('"x":{"a":1,"b":{"a":1,"a":2}}'), '#/x/b/a'],
      [withMember('"x":[0,{"a":1,"\\u0061":2}]'), '#/x/1/a'],
      [withMember('"__proto__":1,"__proto__":2'), '#/__proto__'],
      [withMember('"\\u005f_proto__":1,"__proto__":2'), '#/__proto__'],
      [withMember('"":1,"":2'), '#/'],
      [withMember('"a/b~":1,"a/b~":2'), '#/a~1b~0'],
      [withMember('"é":1,"\\u00e9":2'), '#/%C3%A9'],
    ];
    for (const [text, pointer] of cases) {
      const answer = await sendText(request, text);
      expect(outcomeOf(answer)).toBe('400 DUPLICATE_JSON_KEY');
      expect(placesOf(answer)).toEqual([`DUPLICATE_JSON_KEY ${pointer}`]);
    }
  });

  it('accepts the same name in different objects, and names that look similar', async () => {
    const text = withMember('"x":{"a":{"a":[{"a":1},{"a":1}]}},"A":1,"a":1,"a ":1');
    expect(outcomeOf(await sendText(request, text))).toBe('400 UNKNOWN_FIELD');
  });

  it('refuses every unknown field, whatever its value', async () => {
    const names = ['extra', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '0', ''];
    const unknown = [...names, firstField.name.toUpperCase()];
    for (const value of ['1', '{}', '{"isAdmin":true}', '[]', '""', 'false']) {
      const members = unknown.map((name) => `${JSON.stringify(name)}:${value}`).join();
      const answer = await sendText(request, withMember(members));
      expect(outcomeOf(answer)).toBe('400 UNKNOWN_FIELD');
      expect([...placesOf(answer)].sort()).toEqual(unknown.map((name) => `UNKNOWN_FIELD #/${name}`).sort());
    }
  });

  it('reports all errors at once, up to twenty', async () => {
    if (required.length > 0) {
      expect([...placesOf(await sendText(request, '{}'))].sort()).toEqual(
        required.map((name) => `MISSING_FIELD #/${name}`).sort(),
      );
    }
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`extra${index}`, 1]));
    expect(placesOf(await sendText(request, JSON.stringify(many)))).toHaveLength(20);
  });

  if (required.length > 0)
    it.each(required)('refuses a body without %s, and one with a null value', async (name) => {
      for (const body of [without(name), { ...goodBody(request), [name]: null }]) {
        const answer = await send(request, { key, body });
        expect(outcomeOf(answer)).toBe('400 MISSING_FIELD');
        expect(placesOf(answer)).toEqual([`MISSING_FIELD #/${name}`]);
      }
    });

  if (optional.length > 0) {
    it.each(optional)('treats null for the optional %s as omitted', async (name) => {
      await send(request, { key, body: without(name) });
      const left = await send(request, { key, body: without(name) });
      const nulled = await send(request, { key, body: { ...goodBody(request), [name]: null } });
      expect(outcomeOf(nulled)).toBe(outcomeOf(left));
      // Each created resource and each request has its own id.
      const withoutIds = ({ text }: RestAnswer) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
      if (left.status >= 400) expect(placesOf(nulled)).toEqual(placesOf(left));
      else expect(withoutIds(nulled)).toBe(withoutIds(left));
    });
  }

  for (const name of texts)
    it(`refuses anything but a string for ${name}, with its location`, async () => {
      for (const value of [1, 0, 1.5, 9_007_199_254_740_992, true, false, [], ['1'], {}, { toString: '1' }]) {
        const answer = await send(request, { key, body: { ...goodBody(request), [name]: value } });
        expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
        expect(placesOf(answer)).toEqual([`INVALID_FIELD #/${name}`]);
      }
      const number = problemOf(await send(request, { key, body: { ...goodBody(request), [name]: 1 } }));
      expect(number.errors[0]?.detail).toContain('number');
    });

  for (const name of texts.filter((text) => text.endsWith('Id')))
    it(`reports an empty or unreplaced smart value in ${name}`, async () => {
      for (const [value, hint] of [
        ['', 'empty'],
        ['{{page.id}}', 'smart value'],
        ['{{issue.key}}', 'smart value'],
      ] as const) {
        const answer = await send(request, { key, body: { ...goodBody(request), [name]: value } });
        expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
        expect(placesOf(answer)).toEqual([`INVALID_FIELD #/${name}`]);
        expect(problemOf(answer).errors[0]?.detail).toContain(hint);
        expect(answer.text).not.toContain('page.id');
      }
    });

  it('limits the size in bytes: accepts the maximum of the route and refuses one byte more', async () => {
    const most = route.body?.maxBytes ?? 65_536;
    const good = JSON.stringify(goodBody(request));
    const padded = (bytes: number) => good + ' '.repeat(bytes - Buffer.byteLength(good));
    expect(outcomeOf(await sendText(request, padded(most - 1)))).toBe(success);
    expect(outcomeOf(await sendText(request, padded(most)))).toBe(success);
    expect(outcomeOf(await sendText(request, padded(most + 1)))).toBe('413 BODY_TOO_LARGE');
    for (const [letter, size] of [
      ['é', 2],
      ['€', 3],
      ['😀', 4],
    ] as const) {
      const frame = Buffer.byteLength(withMember('"x":""'));
      const spare = (most - frame) % size;
      const text = withMember(`"x":"${letter.repeat((most - frame - spare) / size)}${'.'.repeat(spare)}"`);
      expect(Buffer.byteLength(text)).toBe(most);
      expect(outcomeOf(await sendText(request, text))).toBe('400 UNKNOWN_FIELD');
      expect(outcomeOf(await sendText(request, `${text} `))).toBe('413 BODY_TOO_LARGE');
    }
  });

  it('accepts JSON with eight levels, refuses nine, and survives ten thousand', async () => {
    const nested = (depth: number) => withMember(`"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`);
    const objects = (depth: number) => withMember(`"x":${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}`);
    for (const text of [nested(8), objects(8)])
      expect(outcomeOf(await sendText(request, text))).toBe('400 UNKNOWN_FIELD');
    for (const text of [nested(9), objects(9), nested(10_000), objects(10_000)]) {
      const answer = await sendText(request, text);
      expect(outcomeOf(answer)).toBe('400 JSON_TOO_DEEP');
      expect(placesOf(answer)[0]).toMatch(/^JSON_TOO_DEEP #\/x(\/[0a]){7}$/);
    }
  });

  it('requires a JSON content type, in any case, with UTF-8 as the only charset', async () => {
    const text = JSON.stringify(goodBody(request));
    const sendAs = async (headers: readonly string[]) => {
      await restoreFor(site, request);
      return site.rest(request.method, request.path, withRequired(request, { key, body: text, headers }));
    };
    for (const header of [
      ['Content-Type', 'application/json'],
      ['content-type', 'APPLICATION/JSON'],
      ['CONTENT-TYPE', 'application/json; charset=utf-8'],
      ['Content-Type', 'application/json;charset="UTF-8"'],
    ]) {
      expect(outcomeOf(await sendAs(header))).toBe(success);
    }
    for (const headers of [
      [],
      ['Content-Type', 'text/plain'],
      ['Content-Type', 'application/json; charset=utf-16'],
      ['Content-Type', 'application/json', 'content-type', 'application/json'],
      ['Content-Type', 'application/json', 'Content-Encoding', 'gzip'],
      ['Content-Type', 'application/json', 'Content-Encoding', 'identity'],
    ]) {
      expect(outcomeOf(await sendAs(headers))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('gets a response that repeats at most 64 characters of the name of a field', async () => {
    const canary = 'Zq7'.repeat(30);
    const texted = await send(request, { key, body: { ...goodBody(request), [firstField.name]: canary } });
    // The response contains an accepted text.
    if (texted.status >= 400) expect(longestRun(texted.text, canary)).toBe(0);
    for (const text of [
      withMember(`"${canary}":"${canary}"`),
      withMember(`"${canary}":1,"${canary}":2`),
      `{"${canary}":"\\ud800"}`,
    ]) {
      const answer = await sendText(request, text);
      expect(answer.status).toBe(400);
      expect(longestRun(answer.text, canary)).toBe(64);
      expect(JSON.stringify(answer.headers)).not.toContain('Zq7');
    }
  });

  it('has no effect on a page if it is refused', async () => {
    const answer = await sendText(request, withMember('"extra":1'));
    expect(answer.calls.filter(isOtherCall).filter(({ path }) => /set|transaction|delete/.test(path))).toEqual([]);
  });
});

/** The length of the longest part of `canary` that occurs in `text`. */
function longestRun(text: string, canary: string): number {
  for (let length = canary.length; length >= 3; length -= 1) {
    for (let start = 0; start + length <= canary.length; start += 1) {
      if (text.includes(canary.slice(start, start + length))) return length;
    }
  }
  return 0;
}

import { request } from 'node:http';
import { DEMO_PAGES } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { type LevelName, levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';

/**
 * Real requests of automation rules over HTTP: headers in every spelling, smart values without a value, retries, and
 * bursts. Valid requests work; the response to an invalid one shows the author of the rule what to change. test/recipes
 * checks that the fields of the Recipes page work.
 */

let site: ServedSite;
let baseUrl: string;
let key: string;
let reader: string;
let rateLimits: string | undefined = 'off';
beforeAll(async () => {
  site = await serveSite({ rateLimits: () => rateLimits });
  baseUrl = (await done<{ baseUrl: string }>(site, 'getBaseAddress', {})).baseUrl;
  ({ key } = await site.createKey());
  reader = (await site.createKey({ classificationScope: 'read' })).key;
});
afterAll(() => site.stop());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
}

/** Alternating header names and values, sent unchanged, including repeated ones. */
type Headers = readonly string[];

function send(method: string, path: string, headers: Headers, body = ''): Promise<Answer> {
  const { hostname, port, pathname } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length =
      body === '' || headers.includes('Transfer-Encoding') ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const sent = request({
      hostname,
      port,
      method,
      path: pathname + path,
      headers: ['Host', hostname, ...headers, ...length],
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) }),
      );
    });
    sent.end(body);
  });
}

const JSON_TYPE: Headers = ['Content-Type', 'application/json'];
const PLAIN: Headers = [...JSON_TYPE, 'Accept', 'application/json'];
const own = (): Headers => ['x-api-key', key];
const idOf = (name: LevelName = 'Internal') => levelNamed(site, name).levelId;
const bodyFor = (pageId: string, name?: LevelName) => JSON.stringify({ pageId, levelId: idOf(name) });

const set = (pageId: string, headers: Headers = PLAIN, name?: LevelName) =>
  send('POST', '/v1/page-level', [...own(), ...headers], bodyFor(pageId, name));

/** The level of a page, and the number of its changes. */
async function stateOf(pageId: string): Promise<{ levelId: unknown; changes: number }> {
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: reader });
  const history = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key: reader });
  return { levelId: body.levelId, changes: history.body.results.length };
}

describe('an automation rule sets the level of a page', () => {
  it.each<readonly [string, () => Headers]>([
    [
      'header names in capitals',
      () => ['X-API-KEY', key, 'CONTENT-TYPE', 'application/json', 'ACCEPT', 'application/json'],
    ],
    ['header names in mixed case', () => ['X-Api-Key', key, 'content-Type', 'application/json', 'aCCept', '*/*']],
    ['a media type in mixed case', () => [...own(), 'Content-Type', 'Application/JSON', 'Accept', 'Application/Json']],
    ['a charset', () => [...own(), 'Content-Type', 'application/json; charset=UTF-8']],
    ['a charset in quotes', () => [...own(), 'Content-Type', 'application/json;Charset="utf-8"']],
    ['any type of answer', () => [...own(), ...JSON_TYPE, 'Accept', '*/*']],
    [
      'the types that Automation accepts',
      () => [...own(), ...JSON_TYPE, 'Accept', 'application/json; charset=UTF-8, */*;q=0.8'],
    ],
    [
      'Accept twice, as its own and that of the rule',
      () => [...own(), ...JSON_TYPE, 'Accept', '*/*', 'accept', 'application/json'],
    ],
    ['no Accept', () => [...own(), ...JSON_TYPE]],
    [
      'blanks around every value',
      () => ['x-api-key', `${key} \t`, 'Content-Type', 'application/json  ', 'Accept', ' application/json '],
    ],
    ['a body in chunks', () => [...own(), ...PLAIN, 'Transfer-Encoding', 'chunked']],
    [
      'additional headers',
      () => [
        ...own(),
        ...PLAIN,
        'User-Agent',
        'Automation',
        'X-Forwarded-For',
        '10.0.0.1',
        'Cookie',
        'a=b',
        'Authorization',
        'Basic eDp5',
      ],
    ],
  ])('with %s', async (_case, headers) => {
    const pageId = await aPage(site);
    const { status, body } = await send('POST', '/v1/page-level', headers(), bodyFor(pageId));
    expect([status, body]).toMatchObject([201, { pageId, levelId: idOf(), changed: true }]);
    expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });

  it.each<readonly [string, (pageId: string, levelId: string) => string]>([
    [
      'CRLF between the lines',
      (pageId, levelId) => `{\r\n  "pageId": "${pageId}",\r\n  "levelId": "${levelId}"\r\n}\r\n`,
    ],
    ['blank lines around', (pageId, levelId) => `\n\r\n\t{"pageId":"${pageId}","levelId":"${levelId}"}\n\n`],
    [
      'a sub-level that is null',
      (pageId, levelId) => `{"pageId":"${pageId}","levelId":"${levelId}","subLevelId":null}`,
    ],
    ['the key of the level', (pageId) => `{"pageId":"${pageId}","levelId":"internal"}`],
    [
      'the id of the level in capitals',
      (pageId, levelId) => `{"pageId":"${pageId}","levelId":"${levelId.toUpperCase()}"}`,
    ],
  ])('with a body that has %s', async (_case, bodyOf) => {
    const pageId = await aPage(site);
    const { status, body } = await send('POST', '/v1/page-level', [...own(), ...PLAIN], bodyOf(pageId, idOf()));
    expect([status, body]).toMatchObject([201, { pageId, levelId: idOf(), changed: true }]);
  });
});

describe('the response explains an invalid request', () => {
  const PAGE = DEMO_PAGES.glossary;

  it.each<readonly [string, (levelId: string) => string, string, string, RegExp]>([
    [
      'a smart value that was not replaced',
      (id) => `{"pageId": "{{page.id}}", "levelId": "${id}"}`,
      'INVALID_FIELD',
      '#/pageId',
      /smart value .* did not replace/,
    ],
    [
      'one in place of a level',
      () => `{"pageId": "${PAGE}", "levelId": "{{level}}"}`,
      'INVALID_FIELD',
      '#/levelId',
      /smart value .* did not replace/,
    ],
    [
      'a smart value without a value',
      (id) => `{"pageId": "", "levelId": "${id}"}`,
      'INVALID_FIELD',
      '#/pageId',
      /smart value without a value/,
    ],
    [
      'the id of a page as a number',
      (id) => `{"pageId": ${PAGE}, "levelId": "${id}"}`,
      'INVALID_FIELD',
      '#/pageId',
      /number.*strings/,
    ],
    [
      'a comma behind the id',
      (id) => `{"pageId": "${PAGE},", "levelId": "${id}"}`,
      'INVALID_FIELD',
      '#/pageId',
      /characters that are not digits/,
    ],
    [
      'a blank behind the id',
      (id) => `{"pageId": "${PAGE} ", "levelId": "${id}"}`,
      'INVALID_FIELD',
      '#/pageId',
      /begins or ends with a space/,
    ],
    [
      'the name of a level',
      () => `{"pageId": "${PAGE}", "levelId": "Highly Restricted"}`,
      'INVALID_FIELD',
      '#/levelId',
      /contains a space/,
    ],
    ['a list of ids', (id) => `{"pageId": ["${PAGE}"], "levelId": "${id}"}`, 'INVALID_FIELD', '#/pageId', /array/],
    [
      'a smart value that is null',
      (id) => `{"pageId": null, "levelId": "${id}"}`,
      'MISSING_FIELD',
      '#/pageId',
      /pageId is missing/,
    ],
    [
      'a field of another API',
      (id) => `{"pageId": "${PAGE}", "levelId": "${id}", "page.title": "x"}`,
      'UNKNOWN_FIELD',
      '#/page.title',
      /Unknown field/,
    ],
  ])('%s: identifies the field and the probable cause', async (_case, bodyOf, code, pointer, explained) => {
    const { status, headers, body } = await send('POST', '/v1/page-level', [...own(), ...PLAIN], bodyOf(idOf()));
    expect([status, headers['content-type'], body.code]).toEqual([400, 'application/json; charset=utf-8', code]);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({ code, pointer });
    expect(`${body.errors[0].title} ${body.errors[0].detail}`).toMatch(explained);
  });

  it.each<readonly [string, (levelId: string) => string, string]>([
    ['an empty value without quotation marks', (id) => `{"pageId": , "levelId": "${id}"}`, 'INVALID_JSON'],
    [
      'a title with quotation marks',
      (id) => `{"pageId": "${PAGE}", "levelId": "${id}", "title": "The "new" plan"}`,
      'INVALID_JSON',
    ],
    ['a line break inside a value', (id) => `{"pageId": "${PAGE}\n", "levelId": "${id}"}`, 'INVALID_JSON'],
    ['a comma after the last member', (id) => `{"pageId": "${PAGE}", "levelId": "${id}",}`, 'INVALID_JSON'],
    ['typographic quotation marks', (id) => `{“pageId”: “${PAGE}”, “levelId”: “${id}”}`, 'INVALID_JSON'],
    [
      'two members of one name',
      (id) => `{"pageId": "${PAGE}", "pageId": "${PAGE}", "levelId": "${id}"}`,
      'DUPLICATE_JSON_KEY',
    ],
    ['nothing', () => '', 'EMPTY_BODY'],
  ])('a body with %s', async (_case, bodyOf, code) => {
    const { status, body } = await send('POST', '/v1/page-level', [...own(), ...PLAIN], bodyOf(idOf()));
    expect([status, body.code, typeof body.errors[0].detail]).toEqual([400, code, 'string']);
  });

  it.each([
    ['/v1/page-level/by-page/{{page.id}}', '400 INVALID_PARAMETER', /smart value .* did not replace/],
    ['/v1/page-level/by-page/', '404 ROUTE_NOT_FOUND', /lists the routes/],
    ['/v1/page-level/by-page//levels', '404 ROUTE_NOT_FOUND', /lists the routes/],
  ])('a URL with a smart value: %s', async (path, outcome, explained) => {
    const { status, body } = await send('GET', path, [...own(), 'Accept', 'application/json']);
    expect(`${status} ${body.code}`).toBe(outcome);
    expect(body.errors[0].detail).toMatch(explained);
  });

  it.each<readonly [string, () => Headers, string, RegExp]>([
    [
      'the asterisks of a rule that was copied',
      () => ['x-api-key', '**********', ...PLAIN],
      '401 API_KEY_INVALID',
      /complete key/,
    ],
    ['a scheme before the key', () => ['x-api-key', `Bearer ${key}`, ...PLAIN], '401 API_KEY_INVALID', /complete key/],
    ['the header of the key twice', () => [...own(), ...own(), ...PLAIN], '401 API_KEY_INVALID', /once/],
    ['the key in another header', () => ['Authorization', key, ...PLAIN], '401 API_KEY_MISSING', /x-api-key/],
    ['no value for the key', () => ['x-api-key', '', ...PLAIN], '401 API_KEY_MISSING', /x-api-key/],
    [
      'a form',
      () => [...own(), 'Content-Type', 'application/x-www-form-urlencoded'],
      '415 UNSUPPORTED_MEDIA_TYPE',
      /application\/json/,
    ],
    ['no type', () => own(), '415 UNSUPPORTED_MEDIA_TYPE', /application\/json/],
    ['the type twice', () => [...own(), ...JSON_TYPE, ...JSON_TYPE], '415 UNSUPPORTED_MEDIA_TYPE', /once/],
    [
      'another charset',
      () => [...own(), 'Content-Type', 'application/json; charset=ISO-8859-1'],
      '415 UNSUPPORTED_MEDIA_TYPE',
      /utf-8/,
    ],
    [
      'an answer of another type',
      () => [...own(), ...JSON_TYPE, 'Accept', 'text/html'],
      '406 NOT_ACCEPTABLE',
      /application\/json/,
    ],
  ])('%s', async (_case, headers, outcome, explained) => {
    const { status, body } = await send('POST', '/v1/page-level', headers(), bodyFor(PAGE));
    expect(`${status} ${body.code}`).toBe(outcome);
    expect(body.detail).toMatch(explained);
  });

  it('the default method of the field', async () => {
    const { status, headers, body } = await send('PUT', '/v1/page-level', [...own(), ...PLAIN], bodyFor(PAGE));
    expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(headers['allow']).toContain('POST');
    expect(body.detail).toBe(`The route supports ${String(headers['allow'])}.`);
  });

  it.each([
    ['a page that is not there', () => bodyFor('999999999'), '404 PAGE_NOT_FOUND', /creator/],
    ['a page in the trash', () => bodyFor(DEMO_PAGES.trashed), '404 PAGE_NOT_FOUND', /creator/],
    [
      'a level of another site',
      () => JSON.stringify({ pageId: PAGE, levelId: crypto.randomUUID() }),
      '422 LEVEL_NOT_FOUND',
      /levels/,
    ],
  ])('%s', async (_case, bodyOf, outcome, explained) => {
    const { status, body } = await send('POST', '/v1/page-level', [...own(), ...PLAIN], bodyOf());
    expect(`${status} ${body.code}`).toBe(outcome);
    expect(body.detail).toMatch(explained);
  });
});

describe('a repeated request', () => {
  it('changes nothing, and reports that', async () => {
    const pageId = await aPage(site);
    const [first, second] = [await set(pageId), await set(pageId)];
    expect([first.body, second.body]).toMatchObject([{ changed: true }, { changed: false }]);
    expect(second.body).toEqual({ ...first.body, changed: false });
    expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });

  it('leaves a classified page unchanged if the rule is for pages without a level', async () => {
    const pageId = await aPage(site);
    const headers = [...PLAIN, 'If-None-Match', '*'];
    expect((await set(pageId, headers)).status).toBe(201);
    const { status, body } = await set(pageId, headers, 'Public');
    expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });
});

const TWENTY = Array.from({ length: 20 });

/** A burst may exceed what the counters can count at once. The request then has no effect and can be retried. */
async function untilAdmitted(sendOne: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await sendOne();
    if (answer.status !== 429) return answer;
    expect([answer.headers['ratelimit-reason'], answer.headers['retry-after']]).toEqual(['contention', '1']);
  }
}

describe('twenty concurrent requests', () => {
  // With the default quotas of a site; a key for each test, so that no test uses the quota of another.
  beforeEach(async () => {
    rateLimits = undefined;
    ({ key } = await site.createKey());
  });
  afterEach(() => {
    rateLimits = 'off';
  });

  it('for twenty pages set each level', async () => {
    const pages = await Promise.all(TWENTY.map(() => aPage(site)));
    const answers = await Promise.all(pages.map((pageId) => untilAdmitted(() => set(pageId))));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(pages.map(() => [201, undefined]));
    for (const pageId of pages) expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });

  it('for one page set the level once', async () => {
    const pageId = await aPage(site);
    const answers = await Promise.all(TWENTY.map(() => untilAdmitted(() => set(pageId))));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [201, undefined]));
    expect(answers.filter(({ body }) => body.changed === true)).toHaveLength(1);
    expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });

  it('for one page without a level: exactly one reports the change', async () => {
    const pageId = await aPage(site);
    const answers = await Promise.all(
      TWENTY.map(() => untilAdmitted(() => set(pageId, [...PLAIN, 'If-None-Match', '*']))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 412)]);
    expect(await stateOf(pageId)).toEqual({ levelId: idOf(), changes: 1 });
  });

  it('of two rules for one page: the page keeps the level of one of them, and its history has every change', async () => {
    const pageId = await aPage(site);
    const levels: LevelName[] = ['Internal', 'Public'];
    const answers = await Promise.all(
      TWENTY.map((_one, index) => untilAdmitted(() => set(pageId, PLAIN, levels[index % 2]))),
    );
    const [conflicts, successes] = [
      answers.filter(({ status }) => status === 409),
      answers.filter(({ status }) => status === 201),
    ];
    expect(successes.length).toBeGreaterThan(0);
    expect(conflicts.length + successes.length).toBe(20);
    for (const { headers, body } of conflicts) {
      expect([body.code, headers['retry-after']]).toEqual(['EDIT_CONFLICT', '1']);
      expect(body.detail).toMatch(/Nothing was changed. Retry/);
    }
    const { levelId, changes } = await stateOf(pageId);
    expect(levels.map((name) => idOf(name))).toContain(levelId);
    expect(changes).toBe(successes.filter(({ body }) => body.changed === true).length);
  });
});

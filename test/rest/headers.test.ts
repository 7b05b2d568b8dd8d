import { systemRandom } from '../../src/platform/random';
import { createRest } from '../../src/rest/app';
import { openSite, type Site } from '../support/site';
import { firstLevel, outcomeOf, PAGE_ID } from './route-requests';
import { anEvent, responseKindOf, invoke } from './web-trigger-event';

/** T14: headers of clients, proxies and attackers, and events that differ from the platform's documentation. */

let site: Site;
let key: string;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
});
afterAll(() => site.close());

const withHeaders = (headers: unknown) => invoke(site, anEvent({ headers }));

describe('the key', () => {
  it.each(['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-API-key', 'X-aPI-kEY', 'x-api-Key', 'X-api-key', 'x-Api-keY'])(
    'is read from %s',
    async (name) => {
      expect(outcomeOf(await withHeaders({ [name]: [key] }))).toBe('200');
    },
  );

  it('is read from a plain string, which some versions of the platform send', async () => {
    expect(outcomeOf(await withHeaders({ 'x-api-key': key }))).toBe('200');
  });

  it.each<readonly [string, (key: string) => object]>([
    ['no value', () => ({ 'x-api-key': [] })],
    ['an empty value', () => ({ 'x-api-key': [''] })],
    ['an empty string', () => ({ 'x-api-key': '' })],
    [
      'another name',
      (right) => ({ 'x-apikey': [right], 'api-key': [right], 'x-api-key ': [right], x_api_key: [right] }),
    ],
    [
      'Authorization',
      (right) => ({ Authorization: [`Key ${right}`], 'Proxy-Authorization': [right], Cookie: [`x-api-key=${right}`] }),
    ],
  ])('is missing with %s', async (_case, headers) => {
    expect(outcomeOf(await withHeaders(headers(key)))).toBe('401 API_KEY_MISSING');
  });

  it.each<readonly [string, (key: string) => object]>([
    ['the same twice', (right) => ({ 'x-api-key': [right, right] })],
    ['two names of different case', (right) => ({ 'x-api-key': [right], 'X-API-KEY': [right] })],
    ['three names of different case', (right) => ({ 'x-api-key': [right], 'X-API-KEY': [''], 'X-Api-Key': ['x'] })],
    ['two empty values', () => ({ 'x-api-key': ['', ''] })],
    ['an empty value before it', (right) => ({ 'x-api-key': ['', right] })],
    ['a comma between two', (right) => ({ 'x-api-key': [`${right},${right}`] })],
    ['a comma after it', (right) => ({ 'x-api-key': [`${right},`] })],
    ['a comma and a space', (right) => ({ 'x-api-key': [`${right}, ${right}`] })],
    ['a tab before it', (right) => ({ 'x-api-key': [`\t${right}`] })],
    ['a tab after it', (right) => ({ 'x-api-key': [`${right}\t`] })],
    ['spaces around it', (right) => ({ 'x-api-key': [` ${right} `] })],
    ['only white space', () => ({ 'x-api-key': [' \t '] })],
    ['a fold after it', (right) => ({ 'x-api-key': [`${right}\r\n `] })],
    ['CR', (right) => ({ 'x-api-key': [`${right}\r`] })],
    ['LF', (right) => ({ 'x-api-key': [`${right}\n`] })],
    ['LF before it', (right) => ({ 'x-api-key': [`\n${right}`] })],
    ['NUL', (right) => ({ 'x-api-key': [`${right}\0`] })],
    ['an injected header', (right) => ({ 'x-api-key': [`${right}\r\nX-Admin: 1`] })],
    ['a letter that is not ASCII', (right) => ({ 'x-api-key': [`${right.slice(0, -1)}é`] })],
    ['full-width letters', (right) => ({ 'x-api-key': [right.replace('p', '\uFF50')] })],
    ['a Cyrillic letter', (right) => ({ 'x-api-key': [right.replace('p', '\u0440')] })],
    ['an invisible character', (right) => ({ 'x-api-key': [`${right}\u200B`] })],
    ['quotes', (right) => ({ 'x-api-key': [`"${right}"`] })],
    ['percent-encoding', (right) => ({ 'x-api-key': [right.replace('_', '%5F')] })],
    ['base64', (right) => ({ 'x-api-key': [Buffer.from(right).toString('base64')] })],
    ['a prefix in upper case', (right) => ({ 'x-api-key': [right.replace('pclsk', 'PCLSK')] })],
    ['one character too few', (right) => ({ 'x-api-key': [right.slice(0, -1)] })],
    ['one character too many', (right) => ({ 'x-api-key': [`${right}0`] })],
    ['8 KiB', () => ({ 'x-api-key': ['a'.repeat(8 * 1024)] })],
    ['itself, over and over', (right) => ({ 'x-api-key': [right.repeat(100)] })],
    ['an object as text', () => ({ 'x-api-key': ['[object Object]'] })],
    ['a wildcard', () => ({ 'x-api-key': ['*'] })],
  ])('is refused with %s', async (_case, headers) => {
    const answer = await withHeaders(headers(key));
    expect(outcomeOf(answer)).toBe('401 API_KEY_INVALID');
    expect(answer.text).not.toContain('pclsk_');
    expect(JSON.stringify(answer.headers)).not.toContain('X-Admin');
  });

  it('takes precedence over Authorization', async () => {
    for (const Authorization of ['Bearer x', 'Basic YWRtaW46bG9jYWw=', '', 'Key pclsk_x']) {
      expect(outcomeOf(await withHeaders({ 'x-api-key': [key], Authorization: [Authorization] }))).toBe('200');
    }
  });
});

describe('sizes', () => {
  const keyBytes = () => 'x-api-key'.length + Buffer.byteLength(key);

  it('accepts 16 KiB of headers including names, and not a byte more', async () => {
    const filler = (total: number) => ({
      'x-api-key': [key],
      'X-Filler': ['f'.repeat(total - keyBytes() - 'X-Filler'.length)],
    });
    expect(outcomeOf(await withHeaders(filler(16_383)))).toBe('200');
    expect(outcomeOf(await withHeaders(filler(16_384)))).toBe('200');
    expect(outcomeOf(await withHeaders(filler(16_385)))).toBe('431 HEADERS_TOO_LARGE');
  });

  it('counts bytes, every value of a name, and names without a value', async () => {
    const tooMuch = [
      { 'X-Filler': ['é'.repeat(8_200)] },
      { 'X-Filler': Array.from({ length: 1_000 }, () => 'f'.repeat(10)) },
      Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`X-Filler-${index}`, ['']])),
      { ['X'.repeat(17_000)]: [''] },
    ];
    for (const headers of tooMuch) {
      expect(outcomeOf(await withHeaders({ 'x-api-key': [key], ...headers }))).toBe('431 HEADERS_TOO_LARGE');
    }
    expect(outcomeOf(await withHeaders({ 'x-api-key': [key], 'User-Agent': ['u'.repeat(8 * 1024)] }))).toBe('200');
  });

  it('accepts 8 KiB of path and query and not a byte more', async () => {
    const query = (total: number) => {
      const name = 'q';
      return { [name]: ['v'.repeat(total - '/v1/level'.length - name.length)] };
    };
    const send = (queryParameters: object) =>
      invoke(site, anEvent({ headers: { 'x-api-key': [key] }, queryParameters }));
    expect(outcomeOf(await send(query(8_192)))).toBe('400 UNKNOWN_PARAMETER');
    expect(outcomeOf(await send(query(8_193)))).toBe('414 URI_TOO_LONG');
    expect(outcomeOf(await send({ q: ['é'.repeat(4_100)] }))).toBe('414 URI_TOO_LONG');
    const longPath = (total: number) => invoke(site, anEvent({ apiPath: '/v1/nothing/'.padEnd(total, 'x') }));
    expect(outcomeOf(await longPath(8_192))).toBe('404 ROUTE_NOT_FOUND');
    expect(outcomeOf(await longPath(8_193))).toBe('414 URI_TOO_LONG');
  });
});

describe('irrelevant headers', () => {
  const SPOOFS: Readonly<Record<string, string>> = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Prefix': '/evil.example',
    Forwarded: 'for=127.0.0.1;host=evil.example',
    'X-Original-URL': '/v1/openapi.json',
    'X-Rewrite-URL': '/v1/openapi.json',
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Real-IP': '127.0.0.1',
    'X-Atlassian-Account-Id': '712020:evil.example',
    Origin: 'https://evil.example',
    Referer: 'https://evil.example',
    Cookie: 'session=evil.example',
    Expect: '100-continue',
    Range: 'bytes=0-0',
    Upgrade: 'h2c',
    ['__proto__']: 'x',
    constructor: 'x',
    'X-Evil\r\nX-Admin': '1',
  };

  it.each(Object.entries(SPOOFS))('%j: %j changes nothing', async (name, value) => {
    const { levelId } = await firstLevel(site, key);
    const body = JSON.stringify({ pageId: PAGE_ID, levelId });
    const good = { 'x-api-key': [key], 'content-type': ['application/json'] };
    const event = (headers: object) => anEvent({ method: 'POST', apiPath: '/v1/page-level', headers, body });
    await invoke(site, event(good));
    const plain = await invoke(site, event(good));
    const spoofed = await invoke(site, event(Object.fromEntries([...Object.entries(good), [name, [value]]])));
    const comparable = ({ status, headers, body: record }: typeof plain) => ({
      status,
      record: record as unknown,
      headers: Object.entries(headers).filter(([header]) => !/^x-(request-id|ratelimit)/i.test(header)),
    });
    expect(plain.status).toBe(201);
    expect(comparable(spoofed)).toEqual(comparable(plain));
    expect(JSON.stringify(spoofed.headers)).not.toMatch(/evil|X-Admin/);
  });

  it('leave Location at the URL that the platform gave the trigger', async () => {
    const { levelId } = await firstLevel(site, key);
    const answer = await invoke(site, {
      ...anEvent({ method: 'POST', apiPath: '/v1/page-level', body: JSON.stringify({ pageId: PAGE_ID, levelId }) }),
      path: '/x1/AbC-d_E/compliance/api/v1/page-level',
      headers: { 'X-API-Key': [key], 'Content-Type': ['application/json'] },
    });
    expect(answer.header('Location')).toBe(`/x1/AbC-d_E/compliance/api/v1/page-level/by-page/${PAGE_ID}`);
  });
});

describe('tracing', () => {
  const VALID = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('returns a valid traceparent, on successes and on problems', async () => {
    expect((await withHeaders({ 'x-api-key': [key], Traceparent: [VALID] })).header('traceparent')).toBe(VALID);
    expect((await withHeaders({ traceparent: [VALID] })).header('traceparent')).toBe(VALID);
    expect((await withHeaders({ traceparent: VALID })).header('traceparent')).toBe(VALID);
  });

  it.each([
    ['upper case', VALID.toUpperCase()],
    ['a future version', VALID.replace('00-', '01-')],
    ['version ff', VALID.replace('00-', 'ff-')],
    ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['no span', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['a character too few', VALID.slice(0, -1)],
    ['a character too many', `${VALID}0`],
    ['a line break', `${VALID}\n`],
    ['an injected header', `${VALID}\r\nX-Admin: 1`],
    ['a space', ` ${VALID}`],
    ['letters beyond f', VALID.replace('4bf', '4bg')],
    ['nothing', ''],
  ])('does not repeat a traceparent with %s', async (_case, traceparent) => {
    const answer = await withHeaders({ 'x-api-key': [key], traceparent: [traceparent] });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers)).not.toContain('traceparent');
  });

  it('uses neither of two', async () => {
    for (const headers of [{ traceparent: [VALID, VALID] }, { traceparent: [VALID], Traceparent: [VALID] }]) {
      expect((await withHeaders({ 'x-api-key': [key], ...headers })).header('traceparent')).toBeUndefined();
    }
  });

  it("gives every request its own id, regardless of the client's", async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const answers = [await withHeaders({ 'X-Request-Id': [id] }), await withHeaders({ 'X-Request-Id': [id] })];
    const ids = answers.map(({ requestId }) => requestId);
    expect(new Set([...ids, id]).size).toBe(3);
    for (const requestId of ids)
      expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('events', () => {
  it('may lack headers, query and body', async () => {
    for (const absent of [undefined, null]) {
      const event = anEvent({ headers: absent, queryParameters: absent, body: absent });
      expect(outcomeOf(await invoke(site, event))).toBe('401 API_KEY_MISSING');
      const post = anEvent({
        method: 'POST',
        apiPath: '/v1/page-level',
        body: absent,
        headers: { 'x-api-key': [key], 'Content-Type': ['application/json'] },
      });
      expect(outcomeOf(await invoke(site, post))).toBe('400 EMPTY_BODY');
    }
  });

  it('may lack paths, and have unknown members', async () => {
    expect(outcomeOf(await invoke(site, { method: 'GET' }))).toBe('404 ROUTE_NOT_FOUND');
    expect(
      outcomeOf(
        await invoke(site, { ...anEvent({ headers: { 'x-api-key': [key] } }), call: {}, isBase64Encoded: true }),
      ),
    ).toBe('200');
  });

  it('may have plain strings as values of parameters', async () => {
    const answer = await invoke(site, anEvent({ headers: { 'x-api-key': [key] }, queryParameters: { limit: '1' } }));
    expect(outcomeOf(answer)).toBe('400 UNKNOWN_PARAMETER');
  });

  it('may use names of members that every object has', async () => {
    const queryParameters = JSON.parse('{"__proto__":["1"],"constructor":["1"],"toString":["1"]}') as unknown;
    const answer = await invoke(site, anEvent({ headers: { 'x-api-key': [key] }, queryParameters }));
    const { errors } = answer.body as { errors: { parameter: string }[] };
    expect(errors.map(({ parameter }) => parameter)).toEqual(['__proto__', 'constructor', 'toString']);
    const headers = JSON.parse(`{"__proto__":["1"],"constructor":["1"],"x-api-key":["${key}"]}`) as unknown;
    expect(outcomeOf(await withHeaders(headers))).toBe('200');
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['an array', []],
    ['a string', 'GET /v1/level'],
    ['a number', 1],
    ['an empty object', {}],
    ['a method that is a number', anEvent({ method: 1 })],
    ['no method', anEvent({ method: undefined })],
    ['a path that is a list', anEvent({ path: [] })],
    ['a user path that is null', anEvent({ userPath: null })],
    ['headers as a list', anEvent({ headers: [] })],
    ['headers as text', anEvent({ headers: 'x-api-key: 1' })],
    ['a header that is a number', anEvent({ headers: { 'x-api-key': 1 } })],
    ['a header that is null', anEvent({ headers: { 'x-api-key': null } })],
    ['a header value that is a number', anEvent({ headers: { 'x-api-key': [1] } })],
    ['a parameter that is a number', anEvent({ queryParameters: { limit: 1 } })],
    ['parameters as text', anEvent({ queryParameters: 'limit=1' })],
    ['a body that is an object', anEvent({ body: {} })],
    ['a body that is a buffer', anEvent({ body: Buffer.from('{}') })],
  ])('that are %s get a 500 without details, not an exception', async (_case, event) => {
    const wire = await site.host.invokeWebTrigger(event);
    expect(outcomeOf(responseKindOf(wire))).toBe('500 INTERNAL_ERROR');
    expect(wire.headers['Content-Type']).toEqual(['application/problem+json; charset=utf-8']);
    // No reference to the document could resolve.
    expect(JSON.parse(wire.body)).toMatchObject({ type: 'about:blank' });
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['empty', {}],
    ['of an empty site', { installContext: '' }],
    ['of a site that is a number', { installContext: 1 }],
    ['a string', 'ari:cloud:confluence::site/x'],
  ])('whose context is %s get a 500, not another site', async (_case, context) => {
    const rest = createRest({
      clock: () => new Date(0),
      random: systemRandom,
      log: () => undefined,
      peppers: () => undefined,
      rateLimits: () => undefined,
      requestLimitMs: 1_000,
      hostLimitMs: 1_000,
    });
    const { statusCode, body } = await rest(anEvent({ headers: { 'x-api-key': [key] } }), context);
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: 'INTERNAL_ERROR' });
  });
});

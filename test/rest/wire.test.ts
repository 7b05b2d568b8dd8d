import { connect } from 'node:net';
import { createLocalHost, type LocalHost } from '../../local/host';
import { type RunningServer, serve } from '../../local/server';
import { openSite, type Site } from '../support/site';

/** Tests over real HTTP, byte by byte, that the local host translates requests and responses as Forge documents it. */

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes and reads until the server closes. */
function exchange(port: number, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const end = text.indexOf('\r\n\r\n');
      resolve({ status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end + 4) });
    });
  });
}

function request(line: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...length, ...headers, '', body].join('\r\n');
}

const portOf = ({ url }: RunningServer) => Number(new URL(url).port);
const BASE = '/public/local/compliance/api';

describe('the input and the response of the function', () => {
  let answer: () => Promise<unknown>;
  let events: Record<string, unknown>[];
  let host: LocalHost;
  let server: RunningServer;
  let port: number;

  beforeAll(async () => {
    const rest = (event: unknown) => {
      events.push(event as Record<string, unknown>);
      return answer();
    };
    host = createLocalHost({ app: { rest, admin: () => Promise.resolve({}) } });
    server = await serve(host, 0);
    port = portOf(server);
  });
  beforeEach(() => {
    events = [];
    answer = () => Promise.resolve({ statusCode: 200, headers: { 'X-Own': ['1'] }, body: 'fine' });
  });
  afterAll(async () => {
    await server.close();
    host.close();
  });

  it('keeps the case of header names and every value of a name', async () => {
    await exchange(
      port,
      request(`GET ${BASE}/v1/level`, ['X-aPi-KeY: 1', 'x-api-key: 2', 'x-api-key: 3', 'ACCEPT: */*']),
    );
    expect(events[0]?.['headers']).toMatchObject({ 'X-aPi-KeY': ['1'], 'x-api-key': ['2', '3'], ACCEPT: ['*/*'] });
  });

  it('passes the path unchanged, after the URL of the trigger', async () => {
    await exchange(port, request(`GET ${BASE}/v1/../%2e%2e//x;y=1/{{page.id}}\\?q=1?2`));
    expect(events[0]).toMatchObject({
      method: 'GET',
      path: `${BASE}/v1/../%2e%2e//x;y=1/{{page.id}}\\`,
      userPath: '/compliance/api/v1/../%2e%2e//x;y=1/{{page.id}}\\',
      queryParameters: { q: ['1?2'] },
    });
    await exchange(port, request('GET /public/local'));
    expect(events[1]).toMatchObject({ userPath: '', queryParameters: {} });
  });

  it('splits query values at commas, decodes them once, and accepts any name', async () => {
    await exchange(port, request(`GET ${BASE}/?a=1,2&a=3&b=&c&d=%2541&__proto__=x&constructor=y`));
    const { queryParameters } = events[0] as { queryParameters: Record<string, string[]> };
    expect([...(queryParameters['a'] ?? [])].sort()).toEqual(['1', '2', '3']);
    const { a: _a, ...others } = queryParameters;
    expect(Object.entries(others)).toEqual([
      ['b', ['']],
      ['c', ['']],
      ['d', ['%41']],
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ]);
  });

  it('passes a body as text, in which bytes that are not UTF-8 are lost', async () => {
    await exchange(port, request(`POST ${BASE}/`, ['Content-Length: 4']), Buffer.from([0x61, 0xff, 0xc3, 0x28]));
    expect(events[0]?.['body']).toBe('a\uFFFD\uFFFD(');
    await exchange(
      port,
      request(`POST ${BASE}/`, ['Transfer-Encoding: chunked']),
      '2\r\n{"\r\n3\r\na":\r\n2\r\n1}\r\n0\r\n\r\n',
    );
    expect(events[1]?.['body']).toBe('{"a":1}');
  });

  it('accepts 5 MiB; a larger body gets a 413 and never reaches the function', async () => {
    const body = 'x'.repeat(5 * 1024 * 1024);
    expect((await exchange(port, request(`POST ${BASE}/`, [], body))).status).toBe(200);
    expect(events).toHaveLength(1);
    const refused = await exchange(port, request(`POST ${BASE}/`, [], `${body}x`));
    expect([refused.status, refused.body]).toEqual([413, expect.stringContaining('Payload Too Large')]);
    expect(events).toHaveLength(1);
  });

  it('returns the response of the function, and the headers of the platform', async () => {
    const { status, head, body } = await exchange(port, request(`GET ${BASE}/`));
    expect([status, body]).toEqual([200, expect.stringContaining('fine')]);
    expect(head).toContain('X-Own: 1');
    expect(head).toMatch(/X-Ratelimit-Limit: \d+\r\nX-Ratelimit-Remaining: \d+\r\nX-Ratelimit-Reset: \d{10}\r\n/);
  });

  it('returns 424 for a function that throws', async () => {
    const noise = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = () => Promise.reject(new Error('secret detail'));
    const { status, body } = await exchange(port, request(`GET ${BASE}/`));
    noise.mockRestore();
    expect(status).toBe(424);
    expect(body).not.toContain('secret');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'fine'],
    ['no status', { body: 'fine' }],
    ['a status as text', { statusCode: '200' }],
    ['an invalid status', { statusCode: 99 }],
    ['a status that informs', { statusCode: 101 }],
    ['half a status', { statusCode: 200.5 }],
    ['headers as text', { statusCode: 200, headers: { 'Content-Type': 'text/plain' } }],
    ['a body that is an object', { statusCode: 200, body: {} }],
  ])('returns 500 for a function that returns %s', async (_case, result) => {
    answer = () => Promise.resolve(result);
    expect((await exchange(port, request(`GET ${BASE}/`))).status).toBe(500);
  });
});

describe('the app behind it', () => {
  let site: Site;
  let key: string;
  let server: RunningServer;
  let port: number;

  beforeAll(async () => {
    site = openSite();
    ({ key } = await site.createKey());
    server = await serve(site.host, 0);
    port = portOf(server);
  });
  afterAll(async () => {
    await server.close();
    site.close();
  });

  const codeOf = ({ status, body }: RawAnswer) => {
    const json = /\{.*\}/s.exec(body)?.[0];
    return json === undefined
      ? String(status)
      : `${status} ${(JSON.parse(json) as { code?: string }).code ?? ''}`.trim();
  };
  const send = async (line: string, headers: readonly string[] = [], body = '') =>
    codeOf(await exchange(port, request(line, headers, body)));

  it('finds the key in any case of its header, and refuses a repeated one', async () => {
    expect(await send(`GET ${BASE}/v1/level`, [`X-aPi-KeY: ${key}`])).toBe('200');
    expect(await send(`GET ${BASE}/v1/level`, [`x-api-key: ${key}`, `X-Api-Key: ${key}`])).toBe('401 API_KEY_INVALID');
    expect(await send(`GET ${BASE}/v1/level`, [`x-api-key:   ${key} \t`])).toBe('200');
    expect(await send(`GET ${BASE}/v1/level`, ['x-api-key:'])).toBe('401 API_KEY_MISSING');
  });

  it('receives the path as it was typed', async () => {
    const own = [`x-api-key: ${key}`];
    expect(await send(`GET ${BASE}/v1/page-level/by-page/{{page.id}}`, own)).toBe('400 INVALID_PARAMETER');
    expect(await send(`GET ${BASE}/v1/x/../level`, own)).toBe('404 ROUTE_NOT_FOUND');
    expect(await send(`GET ${BASE}/v1/level/`, own)).toBe('404 ROUTE_NOT_FOUND');
    expect(await send(`GET ${BASE}/v1/level%ff`, own)).toBe('400 INVALID_PATH_ENCODING');
    expect(await send(`GET ${BASE}/v1/level?api_key=${key}`, own)).toBe('400 API_KEY_IN_URL');
    expect(await send(`GET ${BASE}/v1/level?a=1,2`, own)).toBe('400 DUPLICATE_PARAMETER');
    expect(await send('GET /public/local/v1/level', own)).toBe('404 ROUTE_NOT_FOUND');
  });

  it('returns HEAD without a body and OPTIONS without CORS headers', async () => {
    const head = await exchange(port, request(`HEAD ${BASE}/v1/level`, [`x-api-key: ${key}`]));
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.head).toContain('ETag: ');
    const options = await exchange(port, request(`OPTIONS ${BASE}/v1/level`, ['Origin: https://evil.example']));
    expect([options.status, options.body]).toEqual([204, '']);
    expect(options.head).toContain('Allow: GET, HEAD, POST, OPTIONS');
    expect(options.head.toLowerCase()).not.toContain('access-control');
  });

  it('refuses unknown methods, also those of proxies', async () => {
    for (const method of ['TRACE', 'PURGE', 'DELETE', 'PROPFIND']) {
      const answer = await exchange(port, request(`${method} ${BASE}/v1/level`, ['X-Secret: canary']));
      expect(codeOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
      expect(answer.body + answer.head).not.toContain('canary');
    }
  });

  it('refuses a body or headers that are too large', async () => {
    const own = [`x-api-key: ${key}`, 'Content-Type: application/json'];
    expect(await send(`POST ${BASE}/v1/page-level`, own, ' '.repeat(65_537))).toBe('413 BODY_TOO_LARGE');
    expect(await send(`GET ${BASE}/v1/level`, [...own, `X-Filler: ${'x'.repeat(20_000)}`])).toBe(
      '431 HEADERS_TOO_LARGE',
    );
    expect(await send(`GET ${BASE}/v1/level?q=${'x'.repeat(9_000)}`, own)).toBe('414 URI_TOO_LONG');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PAGES } from '../../local/demo';
import { formatKey } from '../../src/keys/key-format';
import { openSite, type RestOptions, type Site } from '../support/site';
import { cleanUp, freePort, newDataDir, startServer } from '../support/server-process';

/**
 * T17: requests of every kind contain a canary key, also in places where no key belongs. No part of its secret
 * appears anywhere except in the response that created it: not whole, truncated, plain or encoded.
 */

const root = join(__dirname, '../..');
const pageId = DEMO_PAGES.officeGuide;
const record = `/v1/page-level/by-page/${pageId}`;

/** A match of this many characters of a secret cannot be a coincidence. */
const WINDOW = 10;

/** The fragments of a secret in the text, in any common encoding. */
function piecesIn(text: string, key: string): readonly string[] {
  const secret = key.slice(23, 66);
  const lower = text.toLowerCase();
  const pieces = Array.from({ length: secret.length - WINDOW + 1 }, (_, at) => secret.slice(at, at + WINDOW));
  const encoded = ['base64', 'base64url'].flatMap((encoding) =>
    [0, 1, 2].map((offset) => {
      const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
      return bytes.toString(encoding as BufferEncoding).slice(4, 4 + 2 * WINDOW);
    }),
  );
  const codes = (prefix: string) =>
    Array.from(secret.slice(2, 2 + WINDOW), (character) => prefix + character.charCodeAt(0).toString(16)).join('');
  return [
    ...pieces.filter((piece) => text.includes(piece)),
    ...encoded.filter((piece) => text.includes(piece)),
    // Hexadecimal, percent-encoded, and as JSON escapes.
    ...[codes(''), codes('%'), codes('\\u00')].filter((piece) => lower.includes(piece)),
  ];
}

interface Attempt extends RestOptions {
  readonly method: string;
  readonly path: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HEADERS = [
  'accept',
  'x-request-id',
  'traceparent',
  'authorization',
  'content-type',
  'content-encoding',
  'cookie',
] as const;

/** The canary in every place of a request. */
function attempts(key: string): readonly Attempt[] {
  const body = { pageId, levelId: crypto.randomUUID() };
  const wrongSecret = formatKey(key.slice(6, 22), `${key.slice(23, 65)}${key[65] === 'a' ? 'b' : 'a'}`);
  const cut = key.slice(0, -1);
  const percent = Array.from(key, (character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  // A secret without its prefix could be any name; it is tried as a value.
  const asName = [key, cut, wrongSecret, `x${key}x`];
  const asValue = [...asName, key.slice(23)];
  const routes = [
    ['GET', '/v1/level'],
    ['GET', record],
    ['GET', `${record}/levels`],
    ['HEAD', record],
    ['OPTIONS', record],
    ['DELETE', record],
    ['GET', '/v1/openapi.json'],
    ['GET', '/v1/nowhere'],
    ['GET', `/v1/page-level/by-page/${DEMO_PAGES.hrRestricted}`],
  ] as const;
  const get = (path: string, headers: Record<string, string> = {}): Attempt => ({ method: 'GET', path, key, headers });
  const post = (value: object | string, headers: Record<string, string> = {}): Attempt => ({
    method: 'POST',
    path: '/v1/page-level',
    key,
    body: value,
    headers,
  });
  return [
    ...routes.map(([method, path]) => ({ method, path, key })),
    ...routes.map(([method, path]) => ({ method, path, key: wrongSecret })),
    { method: 'POST', path: '/v1/page-level', key, body },
    ...asValue.flatMap((text): readonly Attempt[] => [
      ...[`?q=${text}`, `?api_key=${text}`, `?a=1&a=${text}`].map((query) => get(`/v1/level${query}`)),
      ...[`/v1/page-level/by-page/${text}`, `/v1/page-level/by-page/${text}/levels`, `/${text}`].map((path) =>
        get(path),
      ),
      ...HEADERS.map((name) => get('/v1/level', { [name]: text })),
      { method: 'GET', path: '/v1/level', headers: ['x-api-key', text, 'X-API-KEY', key] },
      { method: 'GET', path: '/v1/level', headers: { 'x-api-key': `Bearer ${text}` } },
      post('{}', { accept: text, 'content-type': `application/json; charset=${text}` }),
      post('{}', { 'content-type': text }),
      ...[{ pageId: text, levelId: text }, { ...body, subLevelId: text }, [text]].map((value) => post(value)),
      ...[`"${text}"`, text, `{"pageId":${text}}`].map((value) => post(value, JSON_TYPE)),
    ]),
    ...asName.flatMap((text): readonly Attempt[] => [
      get(`/v1/level?${text}=1`),
      get('/v1/level', { [text]: text }),
      { method: text, path: '/v1/level', key },
      ...[{ ...body, [text]: 1 }, { [text]: { [text]: [text] } }].map((value) => post(value)),
      ...[`{"${text}":1,"${text}":2}`, `{"a":{"${text}":{"b":1,"b":2}}}`, `{"${text}":"\\u0000"}`].map((value) =>
        post(value, JSON_TYPE),
      ),
    ]),
    { method: 'GET', path: `/v1/page-level/by-page/${percent}`, key },
    { method: 'GET', path: `/v1/level?q=${percent}`, key },
    { method: 'GET', path: `/v1/${Buffer.from(key).toString('base64url')}`, key },
  ];
}

describe('in the app', () => {
  let site: Site;
  let log: string[];
  beforeEach(() => {
    log = [];
    site = openSite({ log: (event, fields) => log.push(JSON.stringify({ event, ...fields })) });
  });
  afterEach(() => site.close());

  it('the scan finds a secret in each form that it searches', async () => {
    const { key } = await site.createKey();
    const hex = Buffer.from(key).toString('hex');
    for (const text of [
      key,
      key.slice(0, 40),
      hex,
      hex.toUpperCase(),
      Buffer.from(key).toString('base64'),
      Buffer.from(`xx${key}`).toString('base64url'),
    ]) {
      expect(piecesIn(`before ${text} after`, key)).not.toEqual([]);
    }
    expect(piecesIn(`${key.slice(0, 23)} ${crypto.randomUUID()}`, key)).toEqual([]);
  });

  it('no request reveals any of the secret in a response, the log, the trace or storage', async () => {
    const { key, keyId } = await site.createKey();
    const statuses = new Set<number>();
    for (const attempt of attempts(key)) {
      const { method, path, ...options } = attempt;
      const answer = await site.rest(method, path, options);
      statuses.add(answer.status);
      expect({ attempt, leaks: piecesIn(`${JSON.stringify(answer.headers)} ${answer.text}`, key) }).toEqual({
        attempt,
        leaks: [],
      });
      expect({ attempt, leaks: piecesIn(JSON.stringify(answer.calls), key) }).toEqual({ attempt, leaks: [] });
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404, 405, 406, 415, 422]));
    expect(log.length).toBeGreaterThan(100);
    expect(piecesIn(log.join('\n'), key)).toEqual([]);
    const stored = JSON.stringify(site.host.storage.dump(site.host.installation.installationId));
    expect(stored).toContain(keyId);
    expect(piecesIn(stored, key)).toEqual([]);
  });

  it('no fault of the platform reveals any of the secret in a response or the log', async () => {
    const { key } = await site.createKey();
    for (const target of ['kvs', 'confluence'] as const) {
      for (const status of [400, 401, 429, 500, 200]) {
        // A platform that echoes its input.
        site.host.faults.add({
          target,
          status,
          body: JSON.stringify({ code: key, message: key, errors: [{ title: key }] }),
          times: 1,
        });
        const answer = await site.rest('GET', record, { key });
        expect({ target, status, leaks: piecesIn(`${JSON.stringify(answer.headers)} ${answer.text}`, key) }).toEqual({
          target,
          status,
          leaks: [],
        });
      }
    }
    expect(piecesIn(log.join('\n'), key)).toEqual([]);
  });

  it('a key that is typed into the admin area is refused, and neither stored, logged, forwarded nor returned', async () => {
    const { key, keyId } = await site.createKey();
    const create = { name: 'x', expiresOn: '2030-01-01', classificationScope: 'read' };
    const inputs: readonly (readonly [string, unknown])[] = [
      ['createKey', { ...create, name: key }],
      ['createKey', { ...create, name: `CI ${key}` }],
      ['createKey', { ...create, expiresOn: key }],
      ['createKey', { ...create, classificationScope: key }],
      ['createKey', { ...create, spaceLimit: [key] }],
      ['createKey', { ...create, levelLimit: [key] }],
      ['createKey', { ...create, [key]: 1 }],
      ['editKey', { keyId, rev: 1, changes: { name: key } }],
      ['editKey', { keyId, rev: 1, changes: { [key]: key } }],
      ['editKey', { keyId: key, rev: 1, changes: {} }],
      ['revokeKey', { keyId: key }],
      ['listKeys', { [key]: key }],
    ];
    for (const [operation, payload] of inputs) {
      const accountId = site.host.confluence.accountIdOf('admin@example.com') ?? '';
      const { result, requestId } = await site.host.invokeResolver(operation, payload, accountId);
      expect(result).toMatchObject({ ok: false });
      const calls = site.host.traces.find(requestId)?.calls;
      expect(calls).toBeDefined();
      expect({ operation, leaks: piecesIn(JSON.stringify([result, calls]), key) }).toEqual({ operation, leaks: [] });
    }
    expect(piecesIn(log.join('\n'), key)).toEqual([]);
    expect(piecesIn(JSON.stringify(site.host.storage.dump(site.host.installation.installationId)), key)).toEqual([]);
  });

  it('a handler that is called with anything but a request throws nothing and logs no part of it', async () => {
    const { key } = await site.createKey();
    const events: readonly unknown[] = [
      key,
      { method: key },
      { method: 'GET', path: key, userPath: key, headers: { [key]: 1 } },
      [key],
      null,
    ];
    for (const event of events) {
      const { body, status } = await site.host.invokeWebTrigger(event);
      expect([404, 500]).toContain(status);
      expect(piecesIn(body, key)).toEqual([]);
    }
    expect(piecesIn(log.join('\n'), key)).toEqual([]);
  });
});

describe('outside of the app', () => {
  afterEach(cleanUp);

  it('the console of the local host and the files of its data folder do not contain the secret', async () => {
    const dataDir = newDataDir();
    const server = await startServer({ dataDir, port: await freePort() });
    const { key, keyId } = await server.createKey();
    const levels = await server.rest('GET', '/v1/level', { key });
    const body = { pageId, levelId: levels.body.results[0].levelId };
    expect((await server.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
    for (const { method, path, key: sent, body: content } of attempts(key).filter(
      ({ method }) => method === 'GET' || method === 'POST',
    )) {
      await server.rest(method, path, {
        ...(sent === undefined ? {} : { key: sent }),
        ...(typeof content === 'object' ? { body: content } : {}),
      });
    }
    await server.http('POST', '/local/faults', { body: { target: 'kvs', times: 3, status: 500 } });
    await server.rest('GET', '/v1/level', { key });
    await server.rest('POST', '/v1/page-level', { key, headers: { 'x-request-id': key }, body: { [key]: key } });
    server.child.kill('SIGTERM');
    await server.ended;

    const console = server.stdout() + server.stderr();
    expect(console).toContain('"event":"request"');
    expect(piecesIn(console, key)).toEqual([]);
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    expect(files.some((text) => text.includes(keyId))).toBe(true);
    expect(files.flatMap((text) => piecesIn(text, key))).toEqual([]);
  });

  it('the API document contains no key', () => {
    const document = readFileSync(join(root, 'dist/openapi.json'), 'utf8');
    expect(document).toContain('x-api-key');
    expect(document).not.toMatch(/pclsk_[0-9a-z]{16}_[0-9A-Za-z]{10}/i);
  });
});

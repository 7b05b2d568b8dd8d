import { DEMO_PAGES } from '../../local/demo/ids';
import type { ApiAnswer } from '../../src/admin/keys/send-api-request';
import type { Log } from '../../src/platform/log';
import { everythingStored } from '../support/stored-rows';
import { openSite, type RestOptions, type Site } from '../support/site';
import { done, refusal } from './ask';

/** Requests that the admin area sends to the API get the same response as over HTTP, and the key is not stored. */

let site: Site;
let logged: string[];
beforeEach(() => {
  logged = [];
  const log: Log = (event, fields) => logged.push(JSON.stringify([event, fields]));
  site = openSite({ log });
});
afterEach(() => site.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

const send = ({ headers = [], ...rest }: Sent) => done<ApiAnswer>(site, 'sendApiRequest', { ...rest, headers });

/** Without the parts that differ between requests, and those that only the platform adds. */
function comparable({ status, headers, body }: { status: number; headers: ApiAnswer['headers']; body: string }) {
  const kept = Object.entries(headers)
    .map(([name, values]) => [name.toLowerCase(), values] as const)
    .filter(([name]) => !name.startsWith('x-ratelimit-') && name !== 'x-request-id');
  const text = body.replace(/"requestId":"[^"]+"/, '"requestId":""').replace(/"(urn:uuid:)?[0-9a-f-]{36}"/g, '"id"');
  return { status, headers: Object.fromEntries(kept.sort()), body: text };
}

it.each<Sent & { readonly withKey?: boolean }>([
  { method: 'GET', path: '/v1/level', withKey: true },
  { method: 'GET', path: '/v1/level' },
  { method: 'HEAD', path: '/v1/level', withKey: true },
  { method: 'OPTIONS', path: '/v1/level' },
  { method: 'GET', path: '/v1/openapi.json' },
  { method: 'GET', path: `/v1/page-level/by-page/${DEMO_PAGES.architecture}`, withKey: true },
  { method: 'GET', path: '/v1/page-level/by-page/%31', withKey: true },
  { method: 'GET', path: '/v1/level?limit=1&limit=2&x=a,b', withKey: true },
  { method: 'GET', path: '/v1/level?api_key=x' },
  { method: 'DELETE', path: '/v1/level', withKey: true },
  { method: 'GET', path: '/v2/none' },
  { method: 'POST', path: '/v1/page-level', withKey: true },
  { method: 'POST', path: '/v1/page-level', withKey: true, body: '{', headers: [['content-TYPE', 'application/json']] },
  { method: 'POST', path: '/v1/page-level', withKey: true, body: '{}', headers: [['Content-Type', 'text/plain']] },
  { method: 'POST', path: '/v1/page-level', withKey: true, body: 'x'.repeat(70_000) },
  {
    method: 'GET',
    path: '/v1/level',
    headers: [
      ['x-api-key', 'a'],
      ['X-API-Key', 'b'],
    ],
  },
  { method: 'GET', path: '/v1/level', withKey: true, headers: [['Accept', 'text/html']] },
])(
  'the request form returns the response of the web trigger: $method $path (#$#)',
  async ({ withKey = false, ...sent }) => {
    const { key } = await site.createKey();
    const headers = [...(withKey ? [['x-api-key', key] as const] : []), ...(sent.headers ?? [])];
    const overHttp: RestOptions = {
      headers: headers.flat(),
      ...(sent.body === undefined ? {} : { body: sent.body }),
    };
    const wire = await site.rest(sent.method, sent.path, overHttp);
    const answer = await send({ ...sent, headers });
    expect(comparable(answer)).toEqual(comparable({ ...wire, body: wire.text }));
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
  },
);

it('the request form executes the request, so a page gets its level, and Location is the URL on the site', async () => {
  const { key } = await site.createKey();
  const levels = await send({ method: 'GET', path: '/v1/level', headers: [['x-api-key', key]] });
  const [{ levelId }] = JSON.parse(levels.body).results;
  const answer = await send({
    method: 'POST',
    path: '/v1/page-level',
    headers: [
      ['x-api-key', key],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify({ pageId: DEMO_PAGES.architecture, levelId }),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.Location?.[0]).toMatch(/^\/public\/local\/compliance\/api\/v1\/page-level\/by-page\/\d+$/);
  const read = await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.architecture}`, { key });
  expect(read.body.levelId).toBe(levelId);
});

it('the request form keeps no part of the key in storage, the log or the response', async () => {
  const { key } = await site.createKey();
  const secret = key.split('_')[2] ?? '';
  const answers = [
    await send({ method: 'GET', path: '/v1/level', headers: [['x-api-key', key]] }),
    await send({ method: 'GET', path: `/v1/level?api_key=${key}` }),
    await site.admin('sendApiRequest', { method: 'GET', path: '/v1/level', headers: [[`x ${key}`, key]] }),
    await site.admin('sendApiRequest', { method: key, path: key, headers: [['x', `${key}\n`]], [key]: key }),
  ];
  for (const text of [JSON.stringify(answers), logged.join(), JSON.stringify(everythingStored(site))]) {
    expect(text).not.toContain(secret);
  }
});

it('the request form sends nothing for a user who is not a site admin', async () => {
  const { key } = await site.createKey();
  logged = [];
  const payload = { method: 'GET', path: '/v1/level', headers: [['x-api-key', key]] };
  expect((await refusal(site, 'sendApiRequest', payload, 'editor@example.com')).code).toBe('NOT_SITE_ADMIN');
  expect(logged.filter((line) => line.startsWith('["request"'))).toEqual([]);
});

it.each([
  ['method', { method: 'TRACE' }],
  ['path', { path: 'v1/level' }],
  ['path', { path: '/v1/ level' }],
  ['path', { path: '/v1/level#x' }],
  ['path', { path: `/${'x'.repeat(10_000)}` }],
  ['headers.0.0', { headers: [['no name', 'x']] }],
  ['headers.0.1', { headers: [['x', 'a\r\nb: c']] }],
  ['headers', { headers: Array.from({ length: 51 }, () => ['a', 'b']) }],
  ['body', { body: 'x'.repeat(200_001) }],
  ['body', { body: {} }],
  ['installContext', { installContext: 'ari:cloud:other' }],
])('the request form refuses an invalid %s (#%#)', async (field, change) => {
  const payload = { method: 'GET', path: '/v1/level', headers: [], ...change };
  const error = await refusal(site, 'sendApiRequest', payload);
  expect(error.code).toBe('INVALID_INPUT');
  expect(error.fields?.map((each) => each.field)).toEqual([field]);
});

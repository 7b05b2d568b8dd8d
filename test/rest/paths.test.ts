import { openSite, type Site } from '../support/site';
import { outcomeOf, PAGE_ID } from './route-requests';
import { anEvent, invoke } from './web-trigger-event';

/** T14: the accepted forms of a path, on the raw text from the platform. */

let site: Site;
let key: string;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
});
afterAll(() => site.close());

const call = (apiPath: string) => invoke(site, anEvent({ apiPath, headers: { 'x-api-key': [key] } }));

it.each([
  '',
  '/',
  '/v1',
  '/v1/',
  '/v2/level',
  '/v1/levels',
  '/v1/level.json',
  '/V1/level',
  '/v1/Level',
  '/v1/LEVEL',
  '/v1/level/',
  '/v1/level//',
  '//v1/level',
  '/v1//level',
  '/v1/./level',
  '/v1/../v1/level',
  '/v1/x/../level',
  '/v1/level/.',
  '/v1/level/..',
  '/v1/%2e/level',
  '/v1/%2E%2e/v1/level',
  '/v1/.%2e/v1/level',
  '/v1/level/%2e%2e',
  '/v1/level%00',
  '/v1/level%00.json',
  '/v1/%00level',
  '/v1/level\0',
  '/v1%2flevel',
  '/v1%2Flevel',
  '/v1/level%2f',
  '/v1%5clevel',
  '/v1/level%5C',
  '/v1\\level',
  '/v1/level\\',
  '/v1/level;',
  '/v1/level;v=1',
  '/v1;v=1/level',
  '/v1/level%3b',
  '/v1/level?x=1',
  '/v1/level#x',
  '/v1/level%23',
  '/v1/level%3f',
  '/v1/level ',
  '/v1/level%20',
  '/v1/%20level',
  '/v1/level%0a',
  '/v1/level%0d%0aX-Admin:%201',
  '/v1/level\n',
  '/v1/level%25',
  '/v1/%256cevel',
  '/v1/ｌevel',
  '/v1/%EF%BD%8Cevel',
  '/v1/leve%CC%81l',
  '/v1/*',
  '/v1/:pageId',
  '/v1/__proto__',
  '/v1/constructor',
  '/v1/toString',
  '/v1/page-level/by-page',
  '/v1/page-level/by-page/',
  '/v1/page-level/by-page//levels',
  `/v1/page-level/by-page/${PAGE_ID}/`,
  `/v1/page-level/by-page/${PAGE_ID}/Levels`,
  `/v1/page-level/by-page/${PAGE_ID}/levels/`,
  `/v1/page-level/by-page/${PAGE_ID}/levels/x`,
  `/v1/page-level/by-page/${PAGE_ID}%2flevels`,
  `/v1/page-level/by-page/${PAGE_ID};levels`,
  '/v1/page-level/by-page/%2e%2e/levels',
  '/v1/page-level/by-page/../levels',
])('the API returns 404 for the path %j, with and without a key, without a lookup', async (apiPath) => {
  const answer = await call(apiPath);
  expect(outcomeOf(answer)).toBe('404 ROUTE_NOT_FOUND');
  expect(outcomeOf(await invoke(site, anEvent({ apiPath })))).toBe('404 ROUTE_NOT_FOUND');
  expect(outcomeOf(await invoke(site, anEvent({ apiPath, method: 'OPTIONS' })))).toBe('404 ROUTE_NOT_FOUND');
  expect(site.host.traces.find(answer.requestId)?.calls).toEqual([]);
});

it.each([
  '/v1/%',
  '/v1/level%',
  '/v1/level%4',
  '/v1/level%zz',
  '/v1/%g0',
  '/v1/%ff',
  '/v1/%C0%AF',
  '/v1/%c3%28',
  '/v1/%ed%a0%80',
  '/v1/%f4%90%80%80',
  '/v1/page-level/by-page/%',
  '/v1/page-level/by-page/%E2%82',
  '/v1/page-level/by-page/1%u0031',
])('the API returns 400 for the path %j, which is not percent-encoded UTF-8', async (apiPath) => {
  expect(outcomeOf(await call(apiPath))).toBe('400 INVALID_PATH_ENCODING');
});

it('the API decodes a path once', async () => {
  for (const apiPath of ['/v1/%6Cevel', '/%76%31/%6c%65%76%65%6c']) {
    expect(outcomeOf(await invoke(site, anEvent({ apiPath })))).toBe('401 API_KEY_MISSING');
  }
  const encodedId = PAGE_ID.replace(/./g, (digit) => `%3${digit}`);
  expect(outcomeOf(await call(`/v1/page-level/by-page/${encodedId}`))).toBe('404 PAGE_NOT_CLASSIFIED');
  expect(outcomeOf(await call(`/v1/page-level/by-page/${encodedId.replaceAll('%', '%25')}`))).toBe(
    '400 INVALID_PARAMETER',
  );
});

it.each([
  '',
  '/',
  '/compliance',
  '/compliance/api',
  '/compliance/api/',
  '/v1/level',
  '/api/v1/level',
  '/compliance/v1/level',
  '/compliance/api/compliance/api/v1/level',
  '/Compliance/API/v1/level',
  'compliance/api/v1/level',
  '//compliance/api/v1/level',
  '/compliance//api/v1/level',
  '/compliance%2fapi/v1/level',
  '/compliance/ap%69/v1/level',
  '/compliance/api;x/v1/level',
  '/compliance/apiv1/level',
  '/compliance/api?/v1/level',
  '/x/../compliance/api/v1/level',
])('the API has one base path, and returns 404 for the suffix %j', async (userPath) => {
  for (const method of ['GET', 'OPTIONS', 'POST']) {
    const event = { ...anEvent(), method, path: `/public/local${userPath}`, userPath, headers: { 'x-api-key': [key] } };
    const answer = await invoke(site, event);
    expect(outcomeOf(answer)).toBe('404 ROUTE_NOT_FOUND');
    // It refers to the document, not to the path of the request.
    const type = '/public/local/compliance/api/v1/openapi.json#/components/x-problems/ROUTE_NOT_FOUND';
    if (method !== 'OPTIONS') expect(answer.body).toMatchObject({ type });
  }
});

it('the API uses the suffix, never the whole path', async () => {
  const event = { ...anEvent(), path: '/public/local/compliance/api/v1/openapi.json', headers: {} };
  expect(outcomeOf(await invoke(site, event))).toBe('401 API_KEY_MISSING');
});

describe('the description of the API', () => {
  const path = '/v1/openapi.json';

  it('is public, and the same with any key', async () => {
    const plain = await site.rest('GET', path);
    expect(plain.status).toBe(200);
    expect(plain.header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(plain.header('ETag')).toMatch(/^"[\w-]{22}"$/);
    expect(plain.calls).toEqual([]);
    for (const options of [{ key }, { key: 'wrong' }, { key, headers: ['x-api-key', key] }]) {
      expect((await site.rest('GET', path, options)).text).toBe(plain.text);
    }
  });

  it('is refused with parameters and for other content types', async () => {
    expect(outcomeOf(await site.rest('GET', `${path}?pretty=1`))).toBe('400 UNKNOWN_PARAMETER');
    expect(outcomeOf(await site.rest('GET', path, { headers: { Accept: 'text/yaml' } }))).toBe('406 NOT_ACCEPTABLE');
  });

  it('allows HEAD, OPTIONS and no other method', async () => {
    const head = await site.rest('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.header('ETag')).toBe((await site.rest('GET', path)).header('ETag'));
    expect((await site.rest('OPTIONS', path)).headers['Allow']).toEqual(['GET, HEAD, OPTIONS']);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'get']) {
      const answer = await site.rest(method, path);
      expect(outcomeOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
      expect(answer.headers['Allow']).toEqual(['GET, HEAD, OPTIONS']);
    }
  });

  it('refuses a key in its URL too', async () => {
    expect(outcomeOf(await site.rest('GET', `${path}?api_key=1`))).toBe('400 API_KEY_IN_URL');
    expect(outcomeOf(await site.rest('GET', `${path}?v=${key}`))).toBe('400 API_KEY_IN_URL');
  });
});

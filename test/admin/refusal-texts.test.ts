import type { KeyDetails } from '../../src/admin/audit/audit-log';
import { PROBLEMS } from '../../src/rest/problem';
import { refusalText } from '../../static/admin/src/texts/refusals';
import { openSite, type RestOptions, type Site } from '../support/site';

/** The details of a key explain the meaning and the solution of every counted refusal. */

const PAGE = '/v1/page-level/by-page/164034';

interface Request extends RestOptions {
  readonly path: string;
  readonly method?: string;
}

/** Caused by the client, and returned before the key is identified. */
const NOT_COUNTED: Readonly<Record<string, Request>> = {
  API_KEY_IN_URL: { path: '/v1/level?api_key=1' },
  API_KEY_INVALID: { path: '/v1/level', key: `pclsk_${'0'.repeat(66)}` },
  API_KEY_MISSING: { path: '/v1/level', key: '' },
  HEADERS_TOO_LARGE: { path: '/v1/level', headers: { 'x-long': 'x'.repeat(17_000) } },
  INVALID_PATH_ENCODING: { path: '/v1/page-level/by-page/%ff' },
  METHOD_NOT_ALLOWED: { path: '/v1/level', method: 'PATCH' },
  ROUTE_NOT_FOUND: { path: '/v1/nothing' },
  URI_TOO_LONG: { path: `/v1/level?q=${'x'.repeat(9_000)}` },
};

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const useOf = async (keyId: string): Promise<KeyDetails['use']> =>
  (await site.admin('getKeyDetails', { keyId })).value.use;

it.each(Object.entries(NOT_COUNTED))('%s is not counted', async (code, request) => {
  const { key, keyId } = await site.createKey();
  const { path, method = 'GET', ...options } = request;
  const answer = await site.rest(method, path, { key, ...options });
  expect(answer.body.code).toBe(code);
  expect((await useOf(keyId))?.refused).toEqual([]);
  await site.rest('GET', PAGE, { key });
  expect((await useOf(keyId))?.refused).toMatchObject([{ code: 'PAGE_NOT_CLASSIFIED', countAtLeast: 1 }]);
});

it.each(Object.keys(PROBLEMS))('%s is explained in complete sentences, without Markdown', (code) => {
  expect(refusalText(code)).toMatch(/^[A-Z][^`\]]+[.]$/);
});

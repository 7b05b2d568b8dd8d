import { DEMO_PAGES } from '../../local/demo';
import { openSite, type Site } from '../support/site';
import { firstLevel, outcomeOf } from './route-requests';

/**
 * A request with several errors gets the problem of the earliest check. Tests every pair, triple and quadruple of the
 * errors below.
 */

let site: Site;
let key: string;
let readKey: string;
let levelId: string;

beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
  readKey = (await site.createKey({ classificationScope: 'read' })).key;
  ({ levelId } = await firstLevel(site, key));
});
afterAll(() => site.close());

interface Draft {
  method: string;
  path: string;
  query: string[];
  key: string | undefined;
  headers: string[];
  body: Record<string, unknown>;
  padding: string;
}

interface Fault {
  readonly name: string;
  readonly outcome: string;
  spoil(draft: Draft): void;
}

/** In the required order of the checks. */
const FAULTS: readonly Fault[] = [
  { name: 'URI too long', outcome: '414 URI_TOO_LONG', spoil: (draft) => draft.query.push(`a=${'x'.repeat(9000)}`) },
  {
    name: 'headers too large',
    outcome: '431 HEADERS_TOO_LARGE',
    spoil: (draft) => draft.headers.push('X-Filler', 'x'.repeat(17_000)),
  },
  { name: 'no such route', outcome: '404 ROUTE_NOT_FOUND', spoil: (draft) => (draft.path += 's') },
  { name: 'wrong method', outcome: '405 METHOD_NOT_ALLOWED', spoil: (draft) => (draft.method = 'PUT') },
  { name: 'key in the URL', outcome: '400 API_KEY_IN_URL', spoil: (draft) => draft.query.push('api_key=1') },
  { name: 'no key', outcome: '401 API_KEY_MISSING', spoil: (draft) => (draft.key = undefined) },
  { name: 'scope too low', outcome: '403 INSUFFICIENT_SCOPE', spoil: (draft) => (draft.key &&= readKey) },
  { name: 'unacceptable', outcome: '406 NOT_ACCEPTABLE', spoil: (draft) => draft.headers.push('Accept', 'text/html') },
  {
    name: 'no JSON declared',
    outcome: '415 UNSUPPORTED_MEDIA_TYPE',
    spoil: (draft) => draft.headers.push('Content-Encoding', 'gzip'),
  },
  { name: 'body too large', outcome: '413 BODY_TOO_LARGE', spoil: (draft) => (draft.padding = ' '.repeat(70_000)) },
  { name: 'unknown field', outcome: '400 UNKNOWN_FIELD', spoil: (draft) => (draft.body['extra'] = 1) },
  {
    name: 'invisible page',
    outcome: '404 PAGE_NOT_FOUND',
    spoil: (draft) => (draft.body['pageId'] = DEMO_PAGES.hrRestricted),
  },
  {
    name: 'unknown level',
    outcome: '422 LEVEL_NOT_FOUND',
    spoil: (draft) => (draft.body['levelId'] = '00000000-0000-0000-0000-000000000000'),
  },
];

async function outcomeWith(faults: readonly Fault[]): Promise<string> {
  const draft: Draft = {
    method: 'POST',
    path: '/v1/page-level',
    query: [],
    key,
    headers: ['Content-Type', 'application/json'],
    body: { pageId: DEMO_PAGES.engHome, levelId },
    padding: '',
  };
  for (const fault of faults) fault.spoil(draft);
  const target = draft.query.length === 0 ? draft.path : `${draft.path}?${draft.query.join('&')}`;
  return outcomeOf(
    await site.rest(draft.method, target, {
      ...(draft.key === undefined ? {} : { key: draft.key }),
      headers: draft.headers,
      body: JSON.stringify(draft.body) + draft.padding,
    }),
  );
}

it('the test has a successful request to vary', async () => {
  expect(await outcomeWith([])).toBe('201');
});

it.each(FAULTS)('the API returns $outcome for $name alone', async (fault) => {
  expect(await outcomeWith([fault])).toBe(fault.outcome);
});

const pairs = FAULTS.flatMap((first, index) => FAULTS.slice(index + 1).map((second) => [first, second] as const));

it.each(pairs.map(([first, second]) => ({ first, second, earlier: first.name, later: second.name })))(
  'the API reports "$earlier" before "$later"',
  async ({ first, second }) => {
    expect(await outcomeWith([first, second])).toBe(first.outcome);
  },
);

it('the API reports the earliest of any three or four errors', async () => {
  for (let set = 1; set < 2 ** FAULTS.length; set += 1) {
    const faults = FAULTS.filter((_fault, index) => (set & (1 << index)) !== 0);
    if (faults.length < 3 || faults.length > 4) continue;
    const outcome = await outcomeWith(faults);
    if (outcome !== faults[0]?.outcome) {
      throw new Error(`${faults.map(({ name }) => name).join(' + ')} was answered with ${outcome}`);
    }
  }
});

it('the API reports an error in a body or a path before an unknown query parameter', async () => {
  const body = await site.rest('POST', '/v1/page-level?x=1', { key, body: {} });
  expect(outcomeOf(body)).toBe('400 MISSING_FIELD');
  expect(outcomeOf(await site.rest('GET', '/v1/page-level/by-page/x?x=1', { key }))).toBe('400 INVALID_PARAMETER');
});

it('the API refuses a key before it reports errors in the body or the page', async () => {
  for (const wrong of ['nonsense', '']) {
    const answer = await site.rest('POST', '/v1/page-level', {
      key: wrong,
      body: '{',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer.status).toBe(401);
    expect(answer.calls).toEqual([]);
  }
});

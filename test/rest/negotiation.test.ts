import { openSite, type Site } from '../support/site';
import {
  bodyFor,
  firstLevel,
  makeSampleFinding,
  makeSampleJob,
  makeSampleRedaction,
  makeSampleScan,
  outcomeOf,
  requestOptions,
  restoreFor,
  routeRequests,
  type SampleLevel,
  withRequired,
} from './route-requests';

/**
 * T15: the response to every pair of Accept and Content-Type on one route, to every Accept on a route of each method,
 * and to one Accept of each kind on every route. The expected results are written by hand.
 */

interface Accept {
  /** undefined = not sent */
  readonly accept: string | undefined;
  /** True if it admits one of the two JSON types that the API returns. */
  readonly isAcceptable: boolean;
  /** True if a problem is sent as application/json, because the client accepts only that. */
  readonly isPlain: boolean;
}

const accepts = (isAcceptable: boolean, isPlain: boolean, list: readonly (string | undefined)[]): Accept[] =>
  list.map((accept) => ({ accept, isAcceptable, isPlain }));

const ACCEPTS: readonly Accept[] = [
  ...accepts(true, true, [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="utf-8";q=0.9, text/html',
    'text/html;q=0.9,application/json;q=0.1',
    'application/problem+json;q=0, application/json',
  ]),
  ...accepts(true, false, [
    undefined,
    '',
    ' ',
    '*/*',
    'application/*',
    'application/problem+json',
    'application/json, application/problem+json',
    'APPLICATION/JSON, */*;q=0.1',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'application/json;q=0, */*',
  ]),
  ...accepts(false, false, [
    'text/html',
    'text/*',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'application/json;q=0',
    'application/json;q=0.0, application/problem+json;q=0.000',
    '*/*;q=0',
    'json',
    '*',
    ',;=',
    '{"application":"json"}',
  ]),
];

interface ContentType {
  readonly type: string | undefined;
  readonly isJson: boolean;
}

const CONTENT_TYPES: readonly ContentType[] = [
  ...[
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;\tcharset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json;',
  ].map((type) => ({ type, isJson: true })),
  ...[
    undefined,
    '',
    'text/plain',
    'application/problem+json',
    'application/json; charset=iso-8859-1',
    'application/json, application/json',
    'application/jsonx',
    'application/json; charset',
    'application /json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
  ].map((type) => ({ type, isJson: false })),
];

let site: Site;
let key: string;
let level: SampleLevel;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  level = await firstLevel(site, key);
  await makeSampleJob(site, key, level);
  await makeSampleFinding(site);
  await makeSampleScan(site, key, level);
  await makeSampleRedaction(site, key, level);
  for (const request of requests) {
    if (request.body !== undefined) {
      await site.rest(request.method, request.path, { key, ...requestOptions(request, level) });
    }
  }
});
afterAll(() => site.close());

const requests = routeRequests();
const PLAIN = 'application/json; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const PROBLEM = 'application/problem+json; charset=utf-8';

function headersOf(accept: string | undefined, type: string | undefined): string[] {
  return [...(accept === undefined ? [] : ['Accept', accept]), ...(type === undefined ? [] : ['Content-Type', type])];
}

/** One of each kind; the code is the same for all routes. */
const FEW_ACCEPTS = ACCEPTS.filter(
  ({ isAcceptable, isPlain }, index) =>
    index === ACCEPTS.findIndex((other) => other.isAcceptable === isAcceptable && other.isPlain === isPlain),
);
const firstOfMethod = new Set(
  requests.filter(({ method }, index) => index === requests.findIndex((other) => other.method === method)),
);

describe.each(requests)('$name', (request) => {
  const success = String(request.route.success.status);
  const isBodyExpected = request.body !== undefined;
  const isFile = 'mediaType' in request.route.success;

  const expectedOutcome = ({ isAcceptable }: Accept, { isJson }: ContentType) => {
    if (!isAcceptable) return '406 NOT_ACCEPTABLE';
    if (isBodyExpected && !isJson) return '415 UNSUPPORTED_MEDIA_TYPE';
    return success;
  };

  const isOne = request.route.operationId === 'setPageLevel';
  if (request.route.operationId === 'getPageLevel')
    beforeAll(async () => {
      // Another test may have cleared it.
      const set = requests.find(({ route }) => route.operationId === 'setPageLevel');
      if (set === undefined) throw new Error('no operation sets a level');
      await site.rest(set.method, set.path, { key, ...requestOptions(set, level) });
    });
  const someAccepts = isOne || firstOfMethod.has(request) ? ACCEPTS : FEW_ACCEPTS;
  it.each(someAccepts)('returns the required response to Accept: $accept with every Content-Type', async (accept) => {
    // Without a body the type is ignored. All routes share this code; a few of them cover it.
    const nth = isBodyExpected ? 5 : 9;
    const types = isOne ? CONTENT_TYPES : CONTENT_TYPES.filter((_type, index) => index % nth === 0);
    for (const contentType of types) {
      const body = isBodyExpected ? { body: JSON.stringify(bodyFor(request, level)) } : {};
      const headers = headersOf(accept.accept, contentType.type);
      const complete = withRequired(request, { key, headers, ...body });
      await restoreFor(site, request);
      const answer = await site.rest(request.method, request.path, complete);
      const expected = expectedOutcome(accept, contentType);
      const hasNoBody = expected === '204';
      const ofSuccess = isFile ? CSV : PLAIN;
      const ofProblem = accept.isPlain ? PLAIN : PROBLEM;
      const mediaType = hasNoBody ? undefined : expected === success ? ofSuccess : ofProblem;
      expect({ contentType, outcome: outcomeOf(answer), mediaType: answer.header('Content-Type') }).toEqual({
        contentType,
        outcome: expected,
        mediaType,
      });
    }
  });
});

it.each(ACCEPTS)(
  'the API sends every problem in the JSON type that Accept: $accept requires',
  async ({ accept, isPlain }) => {
    const expected = isPlain ? PLAIN : PROBLEM;
    const headers = headersOf(accept, undefined);
    for (const answer of [
      await site.rest('GET', '/v1/level', { headers }),
      await site.rest('GET', '/v1/nowhere', { headers }),
      await site.rest('PUT', '/v1/level', { headers }),
      await site.rest('GET', '/v1/level?token=1', { headers }),
      await site.rest('HEAD', '/v1/level', { headers }),
    ]) {
      expect(answer.header('Content-Type')).toBe(expected);
    }
  },
);

it('the API reads several Accept headers as one list', async () => {
  const twice = (first: string, second: string) =>
    site.rest('GET', '/v1/level', { key, headers: ['Accept', first, 'accept', second] });
  expect((await twice('text/html', 'application/json')).status).toBe(200);
  expect(outcomeOf(await twice('text/html', 'text/plain'))).toBe('406 NOT_ACCEPTABLE');
  expect(
    (await site.rest('GET', '/v1/nowhere', { headers: ['Accept', 'application/json', 'Accept', '*/*'] })).header(
      'Content-Type',
    ),
  ).toBe(PROBLEM);
});

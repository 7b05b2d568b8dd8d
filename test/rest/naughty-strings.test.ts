import strings from '../vectors/naughty-strings.json';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type RestOptions, type Site } from '../support/site';
import { firstLevel, outcomeOf, PAGE_ID } from './route-requests';

/** T13: 515 strings that break careless software, in every place that accepts a string from a client. */

let site: Site;
let key: string;
let levelId: string;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
  ({ levelId } = await firstLevel(site, key));
});
afterAll(() => site.close());

const BY_PAGE = `/v1/page-level/by-page/${PAGE_ID}`;

/** encodeURIComponent that also accepts lone surrogates, on which the original throws. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function post(body: object): Promise<RestAnswer> {
  return site.rest('POST', '/v1/page-level', { key, body });
}

function get(options: RestOptions, path = BY_PAGE): Promise<RestAnswer> {
  return site.rest('GET', path, options);
}

interface Position {
  readonly name: string;
  send(text: string): Promise<RestAnswer>;
  /** The permitted responses. */
  readonly outcomes: RegExp;
}

const ignored = (name: string): Position => ({
  name: `the header ${name}`,
  send: (text) => get({ headers: [name, text] }),
  outcomes: /^401 API_KEY_MISSING$/,
});

const POSITIONS: readonly Position[] = [
  {
    name: 'pageId',
    send: (text) => post({ pageId: text, levelId }),
    outcomes: /^(400 (INVALID_FIELD|INVALID_UNICODE)|404 PAGE_NOT_FOUND)$/,
  },
  {
    name: 'levelId',
    send: (text) => post({ pageId: PAGE_ID, levelId: text }),
    // Words of Latin letters could be a key.
    outcomes: /^(400 (INVALID_FIELD|INVALID_UNICODE)|422 LEVEL_NOT_FOUND)$/,
  },
  {
    name: 'subLevelId',
    send: (text) => post({ pageId: PAGE_ID, levelId, subLevelId: text }),
    outcomes: /^(400 (INVALID_FIELD|INVALID_UNICODE)|422 SUBLEVEL_NOT_IN_LEVEL)$/,
  },
  {
    name: "a field's name",
    send: (text) =>
      post(
        Object.fromEntries([
          ['pageId', PAGE_ID],
          ['levelId', levelId],
          [text, 'x'],
        ]),
      ),
    outcomes: /^400 (UNKNOWN_FIELD|INVALID_UNICODE)$/,
  },
  {
    name: 'the whole body',
    send: (text) =>
      site.rest('POST', '/v1/page-level', { key, body: text, headers: { 'Content-Type': 'application/json' } }),
    outcomes:
      /^400 (EMPTY_BODY|INVALID_JSON|INVALID_FIELD|MISSING_FIELD|UNKNOWN_FIELD|INVALID_UNICODE|DUPLICATE_JSON_KEY|JSON_TOO_DEEP)$/,
  },
  {
    name: 'a path parameter',
    send: (text) => get({ key }, `/v1/page-level/by-page/${encoded(text)}`),
    outcomes: /^(400 INVALID_PARAMETER|404 (ROUTE|PAGE)_NOT_FOUND)$/,
  },
  {
    name: 'a route',
    send: (text) => get({ key }, `/v1/${encoded(text)}`),
    outcomes: /^404 ROUTE_NOT_FOUND$/,
  },
  {
    name: "a query parameter's name",
    send: (text) => get({ key }, `${BY_PAGE}?${encoded(text)}=1`),
    outcomes: /^400 (UNKNOWN|DUPLICATE)_PARAMETER$/,
  },
  {
    name: "a query parameter's value",
    send: (text) => get({ key }, `${BY_PAGE}?q=${encoded(text)}`),
    outcomes: /^400 (UNKNOWN|DUPLICATE)_PARAMETER$/,
  },
  {
    name: 'the header x-api-key',
    send: (text) => get({ key: text }),
    outcomes: /^401 API_KEY_(MISSING|INVALID)$/,
  },
  {
    name: 'the header Accept',
    send: (text) => get({ key, headers: ['Accept', text] }, '/v1/page-level/by-page/x'),
    outcomes: /^(406 NOT_ACCEPTABLE|400 INVALID_PARAMETER)$/,
  },
  {
    name: 'the header Content-Type',
    send: (text) => site.rest('POST', '/v1/page-level', { key, body: '{}', headers: ['Content-Type', text] }),
    outcomes: /^415 UNSUPPORTED_MEDIA_TYPE$/,
  },
  ignored('X-Request-Id'),
  ignored('traceparent'),
  ignored('User-Agent'),
  { name: 'the method', send: (text) => site.rest(text, BY_PAGE, { key }), outcomes: /^405 METHOD_NOT_ALLOWED$/ },
];

it('the list of naughty strings has all 515 strings', () => {
  expect(strings).toHaveLength(515);
});

it.each(POSITIONS)(
  'any string as $name gets a documented response, and no header repeats it',
  async ({ send, outcomes }) => {
    const wrong: object[] = [];
    for (const text of sample(strings, 100)) {
      const answer = await send(text);
      const outcome = outcomeOf(answer);
      const headers = Object.entries(answer.headers).filter(([name]) => !/^x-ratelimit/i.test(name));
      // Short strings occur in headers by chance.
      const isReflected = text.length > 8 && headers.some(([, values]) => values.some((value) => value.includes(text)));
      const hasLineBreak = /[\r\n\0]/.test(headers.flat(2).join(''));
      if (!outcomes.test(outcome) || isReflected || hasLineBreak)
        wrong.push({ text, outcome, isReflected, hasLineBreak });
    }
    expect(wrong).toEqual([]);
  },
);

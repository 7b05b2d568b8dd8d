import { runInNewContext } from 'node:vm';
import formats from '../vectors/formats.json';
import { apiKeyRecord } from '../../src/keys/model';
import { newKeyInput } from '../../src/keys/key-settings';
import { KEY_INSIDE_TEXT, KEY_PATTERN } from '../../src/keys/key-format';
import { readPeppers } from '../../src/platform/secrets';
import type { Exchange } from '../../src/rest/exchange';
import { readExchange } from '../../src/rest/exchange';
import * as fields from '../../src/rest/fields';
import { checkAccept, checkContentType, prefersPlainJson } from '../../src/rest/middleware/negotiation';
import { refuseKeyInUrl } from '../../src/rest/middleware/key-in-url';
import { checkPath } from '../../src/rest/middleware/path';
import { escapePointer, parseStrictJson } from '../../src/rest/middleware/strict-json';
import { Problem } from '../../src/rest/problem';

/** T13: formats against the JSON Schema test suite, and patterns against input that tries to make them slow. */

describe('the formats of JSON Schema', () => {
  it.each(formats.uuid)('uuid $value: $why', ({ value, valid }) => {
    expect(fields.levelName.safeParse(value).success).toBe(valid);
  });

  it('reads a UUID in any case and returns it in lower case', () => {
    expect(fields.levelName.parse('2EB8AA08-aa98-11EA-B4AA-73b441d16380')).toBe('2eb8aa08-aa98-11ea-b4aa-73b441d16380');
  });

  it('accepts only the plain form of a UUID', () => {
    const uuid = '2eb8aa08-aa98-11ea-b4aa-73b441d16380';
    for (const wrong of [
      `{${uuid}}`,
      `urn:uuid:${uuid}`,
      uuid.replaceAll('-', ''),
      ` ${uuid}`,
      `${uuid}\n`,
      `${uuid}0`,
    ]) {
      expect(fields.levelName.safeParse(wrong).success).toBe(false);
    }
  });

  const expiresOn = newKeyInput.shape.expiresOn;
  it.each(formats.date)('date $value: $why', ({ value, valid }) => {
    expect(expiresOn.safeParse(value).success).toBe(valid);
  });

  // Stored times have one form: UTC, milliseconds, upper case. It is a subset of the standard.
  const instant = apiKeyRecord.shape.expiresAt;
  it.each(formats['date-time'].filter(({ valid }) => !valid))('date-time $value is refused: $why', ({ value }) => {
    expect(instant.safeParse(value).success).toBe(false);
  });

  it('accepts exactly the instants of the standard that have the stored form', () => {
    expect(instant.safeParse('1963-06-19T08:30:06.283Z').success).toBe(true);
    const others = formats['date-time'].filter(({ valid, value }) => valid && !/\.\d{3}Z$/.test(value));
    expect(others.length).toBeGreaterThan(5);
    for (const { value } of others) expect(instant.safeParse(value).success).toBe(false);
  });
});

/**
 * Texts of 100,000 characters that make patterns slow, such as near matches and texts that can be split in many ways.
 */
const LONG = 100_000;
const rows = (text: string, end = '!') => text.repeat(Math.ceil(LONG / text.length)) + end;
const HOSTILE = [
  'a',
  '0',
  '1',
  'f',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '/',
  ';',
  ',',
  '"',
  '\\',
  '\\"',
  '%',
  '%41',
  '%c3',
  '{',
  '[',
  '[]',
  '{}',
  '{{',
  '"a":1,',
  '; ',
  ' ;',
  ';  ',
  '; a',
  ';a=b',
  '; a=b ',
  ';a="',
  ';a="b"',
  'a/b;',
  'a/b, ',
  'a/*;q=0.1,',
  ';charset',
  '; charset = ',
  ';charset="',
  'pclsk_',
  'pclsk_0123456789abcdef_',
  '00-',
  'é',
  '😀',
  '\uD83D',
  '_token',
  '=',
  '&',
  '..',
  '../',
].flatMap((text) => [
  rows(text),
  rows(text, ''),
  `a/b${rows(text)}`,
  `"${rows(text)}"`,
  `application/json${rows(text)}`,
]);

/** Everything that runs a pattern over text from outside. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  pageId: (text) => fields.pageId.safeParse(text),
  uuid: (text) => fields.levelName.safeParse(text),
  'key name': (text) => newKeyInput.shape.name.safeParse(text),
  'key expiry': (text) => newKeyInput.shape.expiresOn.safeParse(text),
  'spaces of a key': (text) => newKeyInput.shape.spaceLimit.safeParse([text]),
  'levels of a key': (text) => newKeyInput.shape.levelLimit.safeParse([text]),
  'stored instant': (text) => apiKeyRecord.shape.expiresAt.safeParse(text),
  'stored MAC': (text) => apiKeyRecord.shape.mac.safeParse(text),
  'whole key': (text) => KEY_PATTERN.test(text),
  'key inside text': (text) => KEY_INSIDE_TEXT.test(text),
  JSON: (text) => parseStrictJson(text),
  'JSON string': (text) => parseStrictJson(JSON.stringify({ [text]: text })),
  pointer: (text) => escapePointer(text),
  path: (text) => checkPath(`/${text}`),
  'key in a URL': (text) => refuseKeyInUrl(exchangeWith({ query: new Map([[text, [text]]]) })),
  Accept: (text) => checkAccept(exchangeWith({ headers: new Map([['accept', [text]]]) })),
  'kind of JSON': (text) => prefersPlainJson(exchangeWith({ headers: new Map([['accept', [text]]]) })),
  'Content-Type': (text) => checkContentType(exchangeWith({ headers: new Map([['content-type', [text]]]) })),
  traceparent: (text) =>
    readExchange({ method: 'GET', headers: { traceparent: [text] } }, { installContext: 'x' }, 'id'),
  pepper: (text) => readPeppers({ PEPPER_V1: text, [`PEPPER_V${text}`]: 'x' }),
};

function exchangeWith(parts: Partial<Exchange>): Exchange {
  const base = {
    requestId: 'id',
    traceparent: undefined,
    installationId: 'x',
    method: 'GET',
    basePath: '',
    path: '/v1/level',
  };
  return { ...base, query: new Map(), headers: new Map(), headerNames: [], body: undefined, ...parts };
}

/** Generous: catastrophic backtracking takes practically forever, everything else a fraction of a second. */
const LIMIT_MS = 30_000;

it.each(Object.keys(READERS))('%s is read in time that stays proportional to its length', (name) => {
  const read = READERS[name];
  let count = 0;
  const readAll = () => {
    for (const text of HOSTILE) {
      try {
        read?.(text);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
      count += 1;
    }
  };
  // Only this ends a runaway pattern; the timeout of a test cannot interrupt it.
  runInNewContext('readAll()', { readAll }, { timeout: LIMIT_MS });
  expect(count).toBe(HOSTILE.length);
});

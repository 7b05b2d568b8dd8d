import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStrictJson } from '../../src/rest/middleware/strict-json';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { openSite, type Site } from '../support/site';
import { problemOf } from './route-requests';

/** T13: the 318 texts of JSONTestSuite, through the parser and through the API. */

interface Vector {
  readonly name: string;
  readonly expect: 'accept' | 'reject' | 'either';
  /** null for the one text that is too long to store. */
  readonly base64: string | null;
}

const VECTORS = readFileSync(join(__dirname, '../vectors/json-parsing.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

/** The text that is not stored: JSONTestSuite's name for it describes it. */
const OPEN_ARRAY_OBJECT = Buffer.from(`${'[{"":'.repeat(50_000)}\n`);

const bytesOf = ({ base64 }: Vector) => (base64 === null ? OPEN_ARRAY_OBJECT : Buffer.from(base64, 'base64'));

/** Our parser's result for every text that a parser may accept or refuse. Non-UTF-8 bytes arrive as U+FFFD. */
const EITHER: Readonly<Record<string, string>> = {
  'i_number_double_huge_neg_exp.json': 'valid',
  'i_number_huge_exp.json': 'valid',
  'i_number_neg_int_huge_exp.json': 'valid',
  'i_number_pos_double_huge_exp.json': 'valid',
  'i_number_real_neg_overflow.json': 'valid',
  'i_number_real_pos_overflow.json': 'valid',
  'i_number_real_underflow.json': 'valid',
  'i_number_too_big_neg_int.json': 'valid',
  'i_number_too_big_pos_int.json': 'valid',
  'i_number_very_big_negative_int.json': 'valid',
  'i_object_key_lone_2nd_surrogate.json': 'INVALID_UNICODE #',
  'i_string_1st_surrogate_but_2nd_missing.json': 'INVALID_UNICODE #/0',
  'i_string_1st_valid_surrogate_2nd_invalid.json': 'INVALID_UNICODE #/0',
  'i_string_UTF-16LE_with_BOM.json': 'INVALID_JSON',
  'i_string_UTF-8_invalid_sequence.json': 'INVALID_UNICODE #/0',
  'i_string_UTF8_surrogate_U+D800.json': 'INVALID_UNICODE #/0',
  'i_string_incomplete_surrogate_and_escape_valid.json': 'INVALID_UNICODE #/0',
  'i_string_incomplete_surrogate_pair.json': 'INVALID_UNICODE #/0',
  'i_string_incomplete_surrogates_escape_valid.json': 'INVALID_UNICODE #/0',
  'i_string_invalid_lonely_surrogate.json': 'INVALID_UNICODE #/0',
  'i_string_invalid_surrogate.json': 'INVALID_UNICODE #/0',
  'i_string_invalid_utf-8.json': 'INVALID_UNICODE #/0',
  'i_string_inverted_surrogates_U+1D11E.json': 'INVALID_UNICODE #/0',
  'i_string_iso_latin_1.json': 'INVALID_UNICODE #/0',
  'i_string_lone_second_surrogate.json': 'INVALID_UNICODE #/0',
  'i_string_lone_utf8_continuation_byte.json': 'INVALID_UNICODE #/0',
  'i_string_not_in_unicode_range.json': 'INVALID_UNICODE #/0',
  'i_string_overlong_sequence_2_bytes.json': 'INVALID_UNICODE #/0',
  'i_string_overlong_sequence_6_bytes.json': 'INVALID_UNICODE #/0',
  'i_string_overlong_sequence_6_bytes_null.json': 'INVALID_UNICODE #/0',
  'i_string_truncated-utf-8.json': 'INVALID_UNICODE #/0',
  'i_string_utf16BE_no_BOM.json': 'INVALID_JSON',
  'i_string_utf16LE_no_BOM.json': 'INVALID_JSON',
  'i_structure_500_nested_arrays.json': 'JSON_TOO_DEEP #/0/0/0/0/0/0/0/0',
  'i_structure_UTF-8_BOM_empty_object.json': 'INVALID_JSON',
};

/** Valid JSON that we refuse on purpose. */
const REFUSED: Readonly<Record<string, string>> = {
  'y_object_duplicated_key.json': 'DUPLICATE_JSON_KEY #/a',
  'y_object_duplicated_key_and_value.json': 'DUPLICATE_JSON_KEY #/a',
  'y_object_escaped_null_in_key.json': 'INVALID_UNICODE #',
  'y_string_null_escape.json': 'INVALID_UNICODE #/0',
};

/** Over 64 KiB: refused without parsing. */
const TOO_LARGE = new Set(['n_structure_100000_opening_arrays.json', 'n_structure_open_array_object.json']);

/** The parser's result for a text: `valid`, or the code and its location. */
function verdictOn(text: string): string {
  const result = parseStrictJson(text);
  if (result.valid) return 'valid';
  return result.pointer === undefined ? result.code : `${result.code} ${result.pointer}`;
}

function expectedOf({ name, expect: kind }: Vector): string | undefined {
  switch (kind) {
    case 'reject':
      return 'INVALID_JSON';
    case 'accept':
      return REFUSED[name] ?? 'valid';
    case 'either':
      return EITHER[name];
  }
}

let site: Site;
let key: string;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
});
afterAll(() => site.close());

/** Sends raw bytes that a string cannot hold. */
async function post(body: Buffer): Promise<string> {
  const { status, body: text } = await site.host.callWebTrigger({
    method: 'POST',
    target: `${TRIGGER_PATH}/compliance/api/v1/page-level`,
    rawHeaders: ['x-api-key', key, 'content-type', 'application/json'],
    body,
  });
  const { code, errors } = JSON.parse(text) as { code: string; errors: { pointer?: string }[] };
  return [status, code, errors[0]?.pointer].filter((part) => part !== undefined).join(' ');
}

it('the JSON test suite has all 318 texts, and our own verdict on each optional one', () => {
  const counts = { accept: 0, reject: 0, either: 0 };
  for (const { expect: kind } of VECTORS) counts[kind] += 1;
  expect(counts).toEqual({ accept: 95, reject: 188, either: 35 });
  const names = VECTORS.filter(({ expect: kind }) => kind === 'either').map(({ name }) => name);
  expect(Object.keys(EITHER).sort()).toEqual(names.sort());
});

it.each(VECTORS)('$name has the required result, in the parser and over the API', async (vector) => {
  const expected = expectedOf(vector);
  const bytes = bytesOf(vector);
  expect(verdictOn(bytes.toString('utf8'))).toBe(expected);

  const answer = await post(bytes);
  if (bytes.length === 0) expect(answer).toBe('400 EMPTY_BODY');
  else if (TOO_LARGE.has(vector.name)) expect(answer).toBe('413 BODY_TOO_LARGE');
  else if (expected === 'valid') expect(answer).toMatch(/^400 (INVALID_FIELD #$|MISSING_FIELD|UNKNOWN_FIELD)/);
  else expect(answer).toBe(`400 ${expected ?? ''}`);
});

describe('characters that are not text', () => {
  it.each([
    ['NUL, escaped', '{"a":"\\u0000"}'],
    ['U+FFFD', '{"a":"\uFFFD"}'],
    ['U+FFFD, escaped', '{"a":"\\uFFFD"}'],
    ['a high surrogate alone', '{"a":"\\uD83D"}'],
    ['a low surrogate alone', '{"a":"\\uDE00"}'],
    ['surrogates in the wrong order', '{"a":"\\uDE00\\uD83D"}'],
    ['half a pair, raw and escaped', '{"a":"x\\uD83Dx"}'],
  ])('%s is refused, in a value at its location, in a name at its object', async (_case, text) => {
    expect(verdictOn(text)).toBe('INVALID_UNICODE #/a');
    expect(verdictOn(`{"b":[${text}]}`)).toBe('INVALID_UNICODE #/b/0/a');
    expect(verdictOn(text.replace('{"a":"', '{"').replace('"}', '":1}'))).toBe('INVALID_UNICODE #');
    expect(await post(Buffer.from(text))).toBe('400 INVALID_UNICODE #/a');
  });

  it.each([
    ['a pair of surrogates', '{"a":"\\uD83D\\uDE00"}'],
    ['the same, raw', '{"a":"😀"}'],
    ['U+FFFF and U+FEFF inside', '{"a":"\uFFFF\uFEFF"}'],
    ['a backslash before what looks like an escape', '{"a":"\\\\uD83D"}'],
    ['line separators', '{"a":"\u2028\u2029"}'],
  ])('%s is text', (_case, text) => {
    expect(verdictOn(text)).toBe('valid');
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['an unfinished sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0xe9]],
    ['0xFF', [0xff]],
  ])('%s over the wire is refused, anywhere in the body', async (_case, bytes) => {
    const wrong = Buffer.from(bytes);
    expect(await post(Buffer.concat([Buffer.from('{"pageId":"1'), wrong, Buffer.from('"}')]))).toBe(
      '400 INVALID_UNICODE #/pageId',
    );
    expect(await post(Buffer.concat([Buffer.from('{"a'), wrong, Buffer.from('":1}')]))).toBe('400 INVALID_UNICODE #');
    expect(await post(Buffer.concat([wrong, Buffer.from('{}')]))).toBe('400 INVALID_JSON');
  });
});

it('the JSON parser reports the exact location of an error, also after strings that look like JSON', () => {
  expect(verdictOn('{"a":"{\\"b\\":1,\\"b\\":2}","c":["]","}"],"d":{"e":[1,{"f":1},{"f":1,"f":2}]}}')).toBe(
    'DUPLICATE_JSON_KEY #/d/e/2/f',
  );
  expect(verdictOn('{"a\\"":1,"a\\"":2}')).toBe('DUPLICATE_JSON_KEY #/a%22');
  expect(verdictOn('[{"a":1},{"a":1}]')).toBe('valid');
  expect(verdictOn(' { "a" : 1 , "a" : 2 } ')).toBe('DUPLICATE_JSON_KEY #/a');
});

it('every refusal says what to check', async () => {
  for (const body of ['{', '{"a":1,"a":1}', '{"a":"\\u0000"}', '[[[[[[[[[]]]]]]]]]']) {
    const answer = await site.rest('POST', '/v1/page-level', {
      key,
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(problemOf(answer).errors[0]?.detail).toMatch(/\w{4}/);
  }
});

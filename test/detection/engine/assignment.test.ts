import { findAssignedValue, isEndOfValue } from '../../../src/detection/engine/assignment';
import { codesOf } from '../../../src/detection/text/fold';

/** The start of the value of `key` in a text. Undefined if nothing is assigned to it. */
function valueIn(text: string): string | undefined {
  const start = text.indexOf('key');
  const at = findAssignedValue(codesOf(text), start, start + 3);
  return at < 0 ? undefined : text.slice(at);
}

it.each([
  ['key=v', 'v'],
  ['key: v', 'v'],
  ['key := v', 'v'],
  ['key ::= v', 'v'],
  ['key => v', 'v'],
  ['key == v', 'v'],
  ['key ?= v', 'v'],
  ['key || v', 'v'],
  ['key, v', 'v'],
  ['<key>v', 'v'],
  ['"key": "v"', 'v"'],
  ["config['key'] = 'v'", "v'"],
  ['`key`: `v`', 'v`'],
  ['**key**: v', 'v'],
  ['{\\"key\\":\\"v', 'v'],
  ['my_key-of.it 2 = v', 'v'],
  ['key\u00a0=\u00a0v', 'v'],
  ['key\n=\nv', 'v'],
  ['--key v', 'v'],
  ['--my-key-file v', 'v'],
  ['--key-of.it v', 'v'],
  ['key v', undefined],
  ['-key v', undefined],
  ['--keys/v', undefined],
  ['key ? v', undefined],
  ['key; v', undefined],
  ['key', undefined],
  ['--key', undefined],
  ['key=', ''],
  ['key\0=v', undefined],
  ['keyé=v', undefined],
  [`key${'x'.repeat(20)}=v`, 'v'],
  [`key${'x'.repeat(21)}=v`, undefined],
])('%j assigns %j', (text, value) => {
  // The memory after the end of a text may contain a longer, earlier text.
  codesOf(' = value'.repeat(20));
  expect(valueIn(text)).toBe(value);
});

it.each([
  ['v', true],
  ['v;', true],
  ['v.', true],
  ['v. Then', true],
  ['v-', true],
  ['va', false],
  ['v9', false],
  ['v_', false],
  ['v.a', false],
  ['v/a', false],
  ['v+a', false],
  ['v-a', false],
  ['v=a', false],
])('the engine detects the end of a value in %j: %j', (text, ends) => {
  codesOf('a'.repeat(20));
  expect(isEndOfValue(codesOf(text), 1)).toBe(ends);
});

import { detect } from '../../../src/detection/engine/detect';
import type { Detector } from '../../../src/detection/detector';
import { Engine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';

/** A window rule finds only values within reach of a keyword, however many keywords are nearby. */

const detector: Detector = {
  id: 'around',
  name: 'Four digits around a word',
  category: 'pii',
  group: 'Test',
  severity: 'low',
  rules: [{ by: 'window', keywords: ['key', 'a long keyword'], before: 10, after: 10, pattern: /\d{4}/ }],
  confidence: { base: 0.9 },
};
const selection = selectDetectors(new Engine([detector]), DEFAULT_POLICY);

function foundIn(text: string): string[] {
  const { winners } = detect(flattenPlain(text), selection, new Date('2026-01-15T00:00:00Z'));
  return winners.map(({ scored: { start, end } }) => text.slice(start, end));
}

it.each([
  ['behind and before', '1111 key 2222', ['1111', '2222']],
  ['as far as it reaches', '1111      key      2222', ['1111', '2222']],
  ['no farther', '1111       key       2222', []],
  ['not what reaches over its end', 'key       2222', []],
  ['between two keywords, near one of them', 'key      1111                2222 key', ['1111', '2222']],
  ['between two keywords, near none', 'key            1111            key', []],
  [
    'nothing that lies over the end of one reach and the beginning of the next',
    `key${' '.repeat(8)}1111${' '.repeat(7)}key`,
    [],
  ],
  ['keywords whose reaches meet', 'key 1111 key 2222 key 3333', ['1111', '2222', '3333']],
  ['a longer keyword that reaches farther back', '1111 a long keyword, key', ['1111']],
  ['keywords far apart', `key 1111${' '.repeat(100)}2222${' '.repeat(100)}key 3333`, ['1111', '3333']],
])('the engine finds %s', (_case, text, expected) => {
  expect(foundIn(text)).toEqual(expected);
});

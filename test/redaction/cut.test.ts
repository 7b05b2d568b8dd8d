import { applyCuts, MARKER, markerOf, replacementOf, type StringCut } from '../../src/redaction/page/cut';

/** Cuts of a string. */

const TEXT = 'abcdefghij';
const cut = (start: number, end: number, replacement = ''): StringCut => ({ start, end, replacement });

it.each<readonly [name: string, cuts: readonly StringCut[], expected: string]>([
  ['changes nothing without a cut', [], TEXT],
  ['replaces ranges in any order, and keeps everything else', [cut(7, 8, '2'), cut(1, 3, '1')], 'a1defg2ij'],
  ['keeps the markers of two ranges that touch', [cut(2, 4, '1'), cut(4, 6, '2')], 'ab12ghij'],
  ['merges ranges that overlap, with the marker of the first', [cut(4, 8, '2'), cut(2, 5, '1')], 'ab1ij'],
  ['removes a range that contains another one', [cut(2, 8, '1'), cut(3, 5, '2')], 'ab1ij'],
  ['uses the later marker if the first range has none', [cut(2, 5), cut(4, 8, '2')], 'ab2ij'],
  ['removes overlapping ranges that have no marker', [cut(2, 5), cut(4, 8)], 'abij'],
  ['uses the marker of the shorter of two ranges with the same start', [cut(2, 8, '2'), cut(2, 4, '1')], 'ab1ij'],
])('%s', (_name, cuts, expected) => {
  expect(applyCuts(TEXT, cuts)).toBe(expected);
});

it('a marker names the category of a value only if the marker style requests it', () => {
  expect(MARKER).toBe('█████');
  expect([markerOf('block', 'financial'), markerOf('category', 'financial')]).toEqual([
    MARKER,
    '[REDACTED: financial]',
  ]);
});

it('the redaction puts the marker at the first place of a value, and nothing at the others', () => {
  const value = { kind: 'text', ranges: [], marker: MARKER } as const;
  expect([0, 1, 2].map((index) => replacementOf(value, index))).toEqual([MARKER, '', '']);
});

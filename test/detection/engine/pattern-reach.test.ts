import { reachOf } from '../../../src/detection/engine/pattern-reach';

it.each<[RegExp, number]>([
  [/ab?[cd]{2,3}/, 5],
  [/(?:abc|d){0,4}e|f{20}/, 20],
  [/(?<=x{3})(?<value>a)(?!bc)/, 6],
  [/([ -])a\1{2}b{0}/, 6],
  [/(?<pair>ab)\k<pair>{3}/, 8],
  [/[)(|+*?]\)\(\|/, 4],
  [/\{\{(?:){2}a/, 3],
  [/\p{L}{2}/u, 4],
  [/a(?=b*)/, Infinity],
  [/(?:a{2,}|b)/, Infinity],
  [/a+?/, Infinity],
])('%p reads at most %d characters', (pattern, reach) => {
  expect(reachOf(pattern)).toBe(reach);
});

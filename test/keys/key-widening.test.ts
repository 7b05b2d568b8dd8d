import fc from 'fast-check';
import { RANKS, type Rank, UNCLASSIFIED } from '../../src/access/scope';
import type { KeySettings } from '../../src/keys/key-settings';
import { widens } from '../../src/keys/key-widening';

/** The changes of a key that only its creator can make, because it acts with their permissions. */

const narrow: KeySettings = {
  name: 'CI',
  classificationScope: 'read',
  detectionScope: 'read',
  levelLimit: ['a'],
  spaceLimit: ['1'],
};

it.each<readonly [boolean, string, Partial<KeySettings>]>([
  [false, 'nothing', {}],
  [false, 'another name', { name: 'New' }],
  [true, 'a higher classification scope', { classificationScope: 'write' }],
  [false, 'a lower classification scope', { classificationScope: 'none' }],
  [true, 'a higher detection scope', { detectionScope: 'write' }],
  [false, 'a lower detection scope', { detectionScope: 'none' }],
  [true, 'another level', { levelLimit: ['b'] }],
  [true, 'one level more', { levelLimit: ['a', 'b'] }],
  [true, 'no page access limit', { levelLimit: [] }],
  [true, 'another space', { spaceLimit: ['2'] }],
  [true, 'one space more', { spaceLimit: ['1', '2'] }],
  [true, 'no space limit', { spaceLimit: [] }],
  [true, 'less of the one and more of the other', { classificationScope: 'none', detectionScope: 'manage' }],
])('%s: %s', (isWidened, _what, changes) => {
  expect(widens(narrow, { ...narrow, ...changes })).toBe(isWidened);
});

it('an edit widens a key exactly if it adds a permission', () => {
  const rank = fc.constantFrom<Rank>(...RANKS);
  const limit = fc.subarray(['a', 'b', UNCLASSIFIED]);
  const settings = fc.record({
    name: fc.constantFrom('x', 'y'),
    classificationScope: rank,
    detectionScope: rank,
    levelLimit: limit,
    spaceLimit: limit,
  });
  /** All permissions of a key, dimension by dimension. `z` represents everything that no limit lists. */
  const powers = (key: KeySettings) => {
    const inside = (entries: readonly string[]) => (entries.length === 0 ? ['a', 'b', UNCLASSIFIED, 'z'] : entries);
    const upTo = (granted: Rank) => RANKS.slice(0, RANKS.indexOf(granted) + 1);
    return new Set([
      ...upTo(key.classificationScope).map((one) => `classification ${one}`),
      ...upTo(key.detectionScope).map((one) => `detection ${one}`),
      ...inside(key.levelLimit).map((one) => `level ${one}`),
      ...inside(key.spaceLimit).map((one) => `space ${one}`),
    ]);
  };
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const had = powers(before);
      return widens(before, after) === [...powers(after)].some((power) => !had.has(power));
    }),
    { numRuns: 5_000 },
  );
});

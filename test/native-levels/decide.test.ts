import { defaultLevels } from '../../src/classification/default-levels';
import { NO_SETTINGS } from '../../src/classification/settings';
import { decideOnPage } from '../../src/native-levels/decide';
import type { PageFacts } from '../../src/native-levels/model';
import { differencesOf, linkLevels } from '../../src/native-levels/link-levels';

/** The levels secret, restricted and public are linked, and internal is not. */

const NOW = new Date('2026-11-23T12:00:00.000Z');
const [secret, restricted, internal, open] = defaultLevels('site').map((level, index) =>
  index === 2 ? level : { ...level, nativeId: `n${index}` },
) as [Level, Level, Level, Level];
type Level = ReturnType<typeof defaultLevels>[number];
const levels = { revision: 1, all: [secret, restricted, internal, open], settings: NO_SETTINGS };

interface Case {
  readonly name: string;
  readonly own: Level | 'none';
  /** True: the level of the app differs from the last comparison. */
  readonly ownChanged: boolean;
  readonly native: Level | 'none' | 'unknown';
  readonly nativeChanged: boolean;
  readonly facts?: Partial<PageFacts>;
  readonly isRefused?: boolean;
  readonly changedByPersonAt?: string;
  readonly decision: string;
}

const base = { ownChanged: false, nativeChanged: false, facts: {}, isRefused: false } as const;
const EARLIER = '2026-11-23T09:00:00.000Z';

const CASES: readonly Case[] = [
  {
    ...base,
    name: 'equal levels',
    own: secret,
    native: secret,
    ownChanged: true,
    nativeChanged: true,
    decision: 'same',
  },
  { ...base, name: 'only native changed', own: open, native: secret, nativeChanged: true, decision: 'own secret' },
  { ...base, name: 'only native was lowered', own: secret, native: open, nativeChanged: true, decision: 'own public' },
  { ...base, name: 'only own changed', own: open, native: secret, ownChanged: true, decision: 'native n3' },
  {
    ...base,
    name: 'both changed, native is more sensitive',
    own: open,
    native: secret,
    ownChanged: true,
    nativeChanged: true,
    decision: 'own secret',
  },
  {
    ...base,
    name: 'both changed, own is more sensitive',
    own: secret,
    native: open,
    ownChanged: true,
    nativeChanged: true,
    decision: 'native n0',
  },
  {
    ...base,
    name: 'nothing changed, and they differ',
    own: secret,
    native: open,
    facts: { state: 'rules' },
    decision: 'rules',
  },
  { ...base, name: 'a page without levels', own: 'none', native: 'none', decision: 'none' },
  {
    ...base,
    name: 'a first level natively',
    own: 'none',
    native: restricted,
    nativeChanged: true,
    decision: 'own restricted',
  },
  { ...base, name: 'a first own level', own: restricted, native: 'none', ownChanged: true, decision: 'native n1' },
  { ...base, name: 'a cleared own level', own: 'none', native: restricted, ownChanged: true, decision: 'native reset' },
  { ...base, name: 'an invisible native level', own: restricted, native: 'none', decision: 'none' },
  {
    ...base,
    name: 'an own level without counterpart',
    own: internal,
    native: open,
    ownChanged: true,
    decision: 'no-counterpart',
  },
  {
    ...base,
    name: 'a lower native level for one without counterpart',
    own: internal,
    native: open,
    nativeChanged: true,
    decision: 'no-counterpart',
  },
  {
    ...base,
    name: 'a higher native level for one without counterpart',
    own: internal,
    native: secret,
    nativeChanged: true,
    decision: 'own secret',
  },
  {
    ...base,
    name: 'an unknown native level',
    own: open,
    native: 'unknown',
    ownChanged: true,
    nativeChanged: true,
    decision: 'unknown-level',
  },
  {
    ...base,
    name: 'a refused own level',
    own: secret,
    native: open,
    ownChanged: true,
    facts: { refused: 'own' },
    decision: 'refused',
  },
  {
    ...base,
    name: 'a native level that the rules forbid, lower',
    own: secret,
    native: open,
    nativeChanged: true,
    isRefused: true,
    decision: 'native n0',
  },
  {
    ...base,
    name: 'a native level that the rules forbid, higher',
    own: open,
    native: secret,
    nativeChanged: true,
    isRefused: true,
    decision: 'rules',
  },
  {
    ...base,
    name: 'a lower native level soon after a write',
    own: secret,
    native: open,
    nativeChanged: true,
    facts: { written: { nativeId: 'n0', changeId: 'own', at: NOW.toISOString() } },
    decision: 'later, not settled',
  },
  {
    ...base,
    name: 'a lower native level soon after a person changed the own level',
    own: secret,
    native: open,
    nativeChanged: true,
    changedByPersonAt: NOW.toISOString(),
    decision: 'later, not settled',
  },
  {
    ...base,
    name: 'a lower native level long after a person changed the own level',
    own: secret,
    native: open,
    nativeChanged: true,
    changedByPersonAt: EARLIER,
    decision: 'own public',
  },
  {
    ...base,
    name: 'a late write for an earlier change',
    own: secret,
    native: open,
    nativeChanged: true,
    facts: { written: { nativeId: 'n3', changeId: 'older', at: EARLIER } },
    decision: 'native n0',
  },
  {
    ...base,
    name: 'a lower native level long after a write',
    own: secret,
    native: open,
    nativeChanged: true,
    facts: { written: { nativeId: 'n0', changeId: 'own', at: EARLIER } },
    decision: 'own public',
  },
];

it.each(CASES)('$name: $decision', (one) => {
  const { own, native, ownChanged, nativeChanged, facts, isRefused = false, changedByPersonAt, decision } = one;
  const nativeId = native === 'none' ? undefined : native === 'unknown' ? 'other' : native.nativeId;
  const seenNativeId = nativeChanged ? undefined : nativeId;
  const seen = {
    ...(seenNativeId && { nativeId: seenNativeId }),
    changeId: ownChanged ? 'before' : 'own',
    at: EARLIER,
  };
  const decided = decideOnPage(
    levels,
    { own: { levelId: own === 'none' ? undefined : own.levelId, changeId: 'own', changedByPersonAt }, nativeId },
    { state: 'same', seen, ...facts },
    NOW,
    isRefused,
  );
  const words = {
    nothing: () => ('state' in decided ? `${decided.state}${decided.isSettled ? '' : ', not settled'}` : ''),
    'set-own': () =>
      `own ${levels.all.find((one) => 'levelId' in decided && one.levelId === decided.levelId)?.levelKey ?? ''}`,
    'set-native': () => `native ${('nativeId' in decided && decided.nativeId) || 'reset'}`,
  };
  expect(words[decided.do]()).toBe(decision.replace('own secret', 'own highly-restricted'));
});

describe("linking Confluence's levels", () => {
  const native = ['Top', 'Restricted', 'Public'].map((name, index) => ({
    nativeId: `x${index}`,
    name,
    description: 'D',
    guideline: 'G',
    color: 'RED' as const,
  }));
  const [top, second] = native;
  const plain = defaultLevels('site');
  const own = (index: number) => plain[index]?.levelId ?? '';
  const link = (links: readonly (readonly [string, string])[], before = plain) =>
    linkLevels(
      before,
      native,
      links.map(([nativeId, levelId]) => ({ nativeId, levelId })),
      () => '11111111-1111-4111-8111-111111111111',
    );

  it('creates a level at its position between the linked ones, with the texts and the color', () => {
    const edit = link([
      ['x1', own(1)],
      ['x0', 'new'],
    ]);
    if (edit.outcome !== 'changed') throw new Error(edit.outcome);
    const names = edit.levels.map(({ name, nativeId }) => [name, nativeId]);
    expect(names).toEqual([
      ['Highly Restricted', undefined],
      ['Top', 'x0'],
      ['Restricted', 'x1'],
      ['Internal', undefined],
      ['Public', undefined],
    ]);
    expect(edit.levels[1]).toMatchObject({ description: 'D', guideline: 'G', color: 'RED', order: 2, levelKey: 'top' });
    if (top === undefined || second === undefined) throw new Error('no level');
    expect(differencesOf(edit.levels, native, top)).toEqual([]);
    expect(differencesOf(edit.levels, native, second)).toEqual(['description', 'guideline', 'color']);
    expect(link([['x1', own(1)]], edit.levels)).toEqual({ outcome: 'unchanged' });
  });

  it('shows a level whose place differs', () => {
    const edit = link([
      ['x0', own(2)],
      ['x1', own(1)],
    ]);
    if (edit.outcome !== 'changed' || top === undefined) throw new Error(edit.outcome);
    expect(differencesOf(edit.levels, native, top)).toContain('order');
  });

  it('moves and removes links', () => {
    const first = link([['x0', own(0)]]);
    if (first.outcome !== 'changed') throw new Error(first.outcome);
    const moved = link(
      [
        ['x0', own(1)],
        ['x1', own(0)],
      ],
      first.levels,
    );
    if (moved.outcome !== 'changed') throw new Error(moved.outcome);
    expect(moved.levels.map(({ nativeId }) => nativeId)).toEqual(['x1', 'x0', undefined, undefined]);
    const removed = link([['x0', 'none']], moved.levels);
    expect(removed.outcome === 'changed' && removed.levels.map(({ nativeId }) => nativeId)).toEqual([
      'x1',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['NAME_TAKEN', [['x1', 'new']]],
    [
      'LEVEL_LINKED_TWICE',
      [
        ['x0', own(0)],
        ['x1', own(0)],
      ],
    ],
    ['NATIVE_LEVEL_NOT_FOUND', [['x9', own(0)]]],
    ['LEVEL_NOT_FOUND', [['x0', '22222222-2222-4222-8222-222222222222']]],
  ] as const)('refuses %s', (reason, links) => {
    expect(link(links)).toMatchObject({ outcome: 'refused', reason });
  });
});

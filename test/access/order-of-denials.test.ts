import { decide, type Denial, DENIALS, isWithinLimit, LOWERING_RULES } from '../../src/access/decide';
import { findLevelOptions } from '../../src/access/level-options';
import { includesScope, isAtLeast, partsOf, RANKS, type Rank, type Scope } from '../../src/access/scope';
import { CURRENT, ELSE, type Fault, FAULTS, NAMES, questionWith, TARGET, visiblePage } from './questions';

/** A change with several denials reports only the first one, so that it reveals none of the later ones. */

const COMBINATIONS: readonly ReadonlySet<Fault>[] = Array.from(
  { length: 2 ** NAMES.length },
  (_, bits) => new Set(NAMES.filter((_name, index) => (bits >> index) & 1)),
);

const fine = questionWith(new Set());
const editable = visiblePage();
const refused = (problem: Denial) => ({ allow: false, problem });
const ALLOWED = { allow: true };

describe('a change with several denials', () => {
  it('includes every denial in these combinations', () => {
    expect([...new Set(Object.values(FAULTS))]).toEqual(DENIALS.map(({ name }) => name));
  });

  it('is refused with the first denial in all combinations, and allowed only without one', () => {
    const wrong: object[] = [];
    for (const faults of COMBINATIONS) {
      const first = NAMES.find((name) => faults.has(name));
      const expected = first === undefined ? ALLOWED : refused(FAULTS[first]);
      const decision = decide(questionWith(faults));
      if (JSON.stringify(decision) !== JSON.stringify(expected)) wrong.push({ faults: [...faults], decision });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('of a hidden page is refused to a key without limits too', () => {
    const unlimited = { ...fine.key, levelLimit: [], spaceLimit: [] };
    expect(decide({ ...fine, key: unlimited })).toEqual(ALLOWED);
    expect(decide({ ...fine, key: unlimited, page: 'hidden' })).toEqual(refused('PAGE_NOT_FOUND'));
  });

  it('needs no check of the level if none is given', () => {
    const question = questionWith(
      new Set(['level outside the limit', 'not editable', 'lowering forbidden', 'no justification']),
    );
    const { target: _target, ...withoutTarget } = question;
    expect(decide(withoutTarget)).toEqual(ALLOWED);
  });

  it('that clears the level needs a key for unclassified pages, and no scheme', () => {
    const taking = (...limit: string[]) =>
      decide({ ...fine, target: 'none', key: { ...fine.key, levelLimit: [CURRENT, ...limit] } });
    expect(taking('unclassified')).toEqual(ALLOWED);
    expect(taking('none', '')).toEqual(refused('LEVEL_OUTSIDE_KEY_LIMIT'));
  });

  it('of a page without a level needs a key for unclassified pages', () => {
    const setting = (...limit: string[]) =>
      decide({ ...fine, currentLevelId: null, key: { ...fine.key, levelLimit: [TARGET, ...limit] } });
    expect(setting('unclassified')).toEqual(ALLOWED);
    expect(setting('null', '')).toEqual(refused('PAGE_NOT_FOUND'));
  });

  it.each([
    ['allowed', false, ALLOWED],
    ['allowed', true, ALLOWED],
    ['justified', false, refused('JUSTIFICATION_REQUIRED')],
    ['justified', true, ALLOWED],
    ['forbidden', false, refused('LEVEL_CHANGE_FORBIDDEN')],
    ['forbidden', true, refused('LEVEL_CHANGE_FORBIDDEN')],
  ] as const)('that lowers the level, under the rule %s, with a justification: %s', (rule, isJustified, decision) => {
    expect(decide({ ...fine, lowering: { rule, isJustified } })).toEqual(decision);
    expect(decide({ ...fine, lowering: undefined })).toEqual(ALLOWED);
  });
});

it('a limit allows its entries, and an empty one allows everything', () => {
  expect(isWithinLimit([], 'a')).toBe(true);
  expect(isWithinLimit(['a', 'b'], 'b')).toBe(true);
  expect(isWithinLimit(['a'], 'b')).toBe(false);
  expect(isWithinLimit(['ab'], 'a')).toBe(false);
});

describe('a scope', () => {
  const RANK_OF: Readonly<Record<Scope, readonly ['classification' | 'detection', Rank]>> = {
    'classification::read': ['classification', 'read'],
    'classification::write': ['classification', 'write'],
    'classification::manage': ['classification', 'manage'],
    'detection::read': ['detection', 'read'],
    'detection::write': ['detection', 'write'],
    'detection::manage': ['detection', 'manage'],
  };

  it.each(Object.keys(RANK_OF) as Scope[])(
    '%s is included in the same or a higher rank of its own area only',
    (scope) => {
      const [area, rank] = RANK_OF[scope];
      expect(partsOf(scope)).toEqual({ area, rank });
      const enough = { none: [], read: ['read', 'write', 'manage'], write: ['write', 'manage'], manage: ['manage'] };
      const other = area === 'classification' ? 'detection' : 'classification';
      for (const granted of RANKS) {
        const scopes = { classification: 'none', detection: 'none', [area]: granted } as const;
        expect(includesScope(scopes, scope)).toBe(enough[rank].some((one) => one === granted));
        expect(includesScope({ classification: 'none', detection: 'none', [other]: granted }, scope)).toBe(false);
      }
    },
  );

  it('has this order, and each rank includes itself', () => {
    expect(RANKS).toEqual(['none', 'read', 'write', 'manage']);
    for (const [one, granted] of RANKS.entries()) {
      expect(RANKS.map((required) => isAtLeast(granted, required))).toEqual(RANKS.map((_, other) => other <= one));
    }
  });
});

describe('the available levels', () => {
  const aLevel = (levelId: string, changes: object = {}) => ({
    levelId,
    status: 'PUBLISHED' as const,
    isInScheme: true,
    isLowering: false,
    isBelowFindings: false,
    ...changes,
  });
  const usual = {
    ...fine,
    required: 'classification::write',
    key: { scopes: { classification: 'write', detection: 'none' }, levelLimit: [], spaceLimit: [] },
    page: editable,
    currentLevelId: CURRENT,
    rule: 'allowed',
    levels: [aLevel(CURRENT), aLevel(TARGET)],
  } as const satisfies Parameters<typeof findLevelOptions>[0];
  type Question = Parameters<typeof findLevelOptions<ReturnType<typeof aLevel>>>[0];
  const optionsOf = (changes: Partial<Question> = {}) => {
    const { levels, ...all } = findLevelOptions<ReturnType<typeof aLevel>>({ ...usual, ...changes });
    const options = levels.map(({ level: { levelId }, allowed, reasons, needsJustification }) => {
      return [levelId, allowed, needsJustification, ...reasons];
    });
    return { ...all, levels: options };
  };

  it('are all levels without a denial', () => {
    expect(optionsOf()).toEqual({
      canSetLevel: true,
      reasons: [],
      levels: [
        [CURRENT, true, false],
        [TARGET, true, false],
      ],
    });
  });

  it.each(LOWERING_RULES)('report the rule for lowering if they lower: %s', (rule) => {
    const levels = [aLevel(CURRENT), aLevel(TARGET, { isLowering: true })];
    expect(optionsOf({ rule, levels }).levels).toEqual([
      [CURRENT, true, false],
      rule === 'forbidden' ? [TARGET, false, false, 'LEVEL_CHANGE_FORBIDDEN'] : [TARGET, true, rule === 'justified'],
    ]);
  });

  it('report the denials of each level', () => {
    const levels = [
      aLevel(CURRENT),
      aLevel(TARGET, { status: 'ARCHIVED' }),
      aLevel(ELSE, { isInScheme: false }),
      aLevel('level-4', { status: 'ARCHIVED', isInScheme: false, isLowering: true, isBelowFindings: true }),
      aLevel('level-5', { isBelowFindings: true }),
    ];
    expect(optionsOf({ rule: 'forbidden', levels })).toEqual({
      canSetLevel: true,
      reasons: [],
      levels: [
        [CURRENT, true, false],
        [TARGET, false, false, 'LEVEL_ARCHIVED'],
        [ELSE, false, false, 'LEVEL_NOT_IN_SPACE_SCHEME'],
        [
          'level-4',
          false,
          false,
          'LEVEL_ARCHIVED',
          'LEVEL_NOT_IN_SPACE_SCHEME',
          'LEVEL_CHANGE_FORBIDDEN',
          'LEVEL_BELOW_FINDINGS',
        ],
        ['level-5', false, false, 'LEVEL_BELOW_FINDINGS'],
      ],
    });
    expect(optionsOf({ rule: 'forbidden', levels: levels.slice(1) })).toMatchObject({
      canSetLevel: false,
      reasons: ['LEVEL_ARCHIVED', 'LEVEL_NOT_IN_SPACE_SCHEME', 'LEVEL_CHANGE_FORBIDDEN', 'LEVEL_BELOW_FINDINGS'],
    });
  });

  it('are empty if the key or its creator may not change the page, with that reason for each', () => {
    const page = { ...editable, mayUpdate: false };
    const key = { ...usual.key, scopes: { classification: 'read', detection: 'manage' } } as const;
    const levels = [aLevel(TARGET, { status: 'ARCHIVED' })];
    expect(optionsOf({ page })).toMatchObject({ canSetLevel: false, reasons: ['PAGE_NOT_EDITABLE'] });
    expect(optionsOf({ key })).toMatchObject({ canSetLevel: false, reasons: ['INSUFFICIENT_SCOPE'] });
    expect(optionsOf({ key, page, levels })).toEqual({
      canSetLevel: false,
      reasons: ['INSUFFICIENT_SCOPE', 'PAGE_NOT_EDITABLE'],
      levels: [[TARGET, false, false, 'INSUFFICIENT_SCOPE', 'PAGE_NOT_EDITABLE', 'LEVEL_ARCHIVED']],
    });
  });

  it('are limited to the page access limit of the key', () => {
    const limited = (...levelLimit: string[]) => optionsOf({ key: { ...usual.key, levelLimit } });
    expect(limited(CURRENT)).toMatchObject({ canSetLevel: true, levels: [[CURRENT, true, false]] });
    expect(limited(CURRENT, TARGET).levels).toHaveLength(2);
    expect(limited('unclassified')).toEqual({ canSetLevel: false, reasons: ['LEVEL_OUTSIDE_KEY_LIMIT'], levels: [] });
  });
});

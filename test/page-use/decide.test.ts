import fc from 'fast-check';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Levels } from '../../src/classification/level-store';
import { NO_SETTINGS } from '../../src/classification/settings';
import { PURPOSES, USE_SUBJECT } from '../../src/configuration/governance';
import { SEVERITIES } from '../../src/detection/detector';
import { decideUse, DECISIONS, type UseFacts } from '../../src/page-use/decide';
import { proposedUse, type UseRules } from '../../src/page-use/rules';

/** Decisions about the use of pages. Pure. */

const all = defaultLevels('installation');
const levels: Levels = { revision: 1, all, settings: NO_SETTINGS };
const ids = all.map(({ levelId }) => levelId);
const [highest = '', second = '', third = ''] = ids;
const last = ids.at(-1) ?? '';
const proposed = proposedUse(levels);
const SAFE: UseFacts = { levelId: last, highest: 'none', isScanned: true, isOverExposed: false };
const EVERYTHING = { findings: true, exposure: true } as const;
const NOTHING = { findings: false, exposure: false } as const;

const decided = (
  facts: Partial<UseFacts>,
  purpose: (typeof PURPOSES)[number],
  rules: UseRules = proposed,
  knows: Parameters<typeof decideUse>[3] = EVERYTHING,
) => decideUse({ rules, levels }, purpose, { ...SAFE, ...facts }, knows);

it('the proposed rules deny more for more sensitive levels, ask without a level, and deny critical findings to others', () => {
  const rowOf = (facts: Partial<UseFacts>) => PURPOSES.map((purpose) => decided(facts, purpose).decision);
  expect(rowOf({ levelId: highest })).toEqual(Array(6).fill('deny'));
  expect(rowOf({ levelId: second })).toEqual(['ask', ...Array<string>(5).fill('deny')]);
  expect(rowOf({ levelId: third })).toEqual(Array(6).fill('allow'));
  expect(rowOf({ levelId: undefined })).toEqual(Array(6).fill('ask'));
  expect(rowOf({ highest: 'critical' })).toEqual(['allow', 'deny', 'allow', 'deny', 'deny', 'allow']);
  expect(rowOf({ highest: 'high', isScanned: false, isOverExposed: true })).toEqual(Array(6).fill('allow'));
  expect(Object.keys(proposed).filter((subject) => !USE_SUBJECT.test(subject))).toEqual([]);
});

it('a fact that could not be read counts as the worst one', () => {
  const rules = { ...proposed, 'not-scanned': { ask: ['export' as const], deny: [] } };
  expect(decided({ highest: 'unknown' }, 'public', rules)).toEqual({ decision: 'deny', reasons: ['unknown'] });
  expect(decided({ isScanned: 'unknown' }, 'export', rules)).toEqual({ decision: 'ask', reasons: ['unknown'] });
});

it('a level that no rule names is treated as the next more sensitive one, and without any rule nothing is allowed', () => {
  const rules = { [`level:${second}`]: { ask: ['export' as const], deny: [] } };
  const decisionOf = (levelId: string | undefined) => decided({ levelId }, 'export', rules).decision;
  expect([highest, second, third, last].map(decisionOf)).toEqual(['deny', 'ask', 'ask', 'ask']);
  expect([decisionOf(undefined), decisionOf('00000000-0000-4000-8000-000000000009')]).toEqual(['deny', 'deny']);
});

it('a caller who may not know a fact gets the same decision, and `policy` only where the known reasons do not suffice', () => {
  const rules: UseRules = {
    ...proposed,
    'not-scanned': { ask: [...PURPOSES], deny: [] },
    'over-exposed': { ask: [], deny: ['guest'] },
  };
  const found = { highest: 'critical', isScanned: false } as const;
  expect(decided(found, 'public', rules)).toEqual({ decision: 'deny', reasons: ['findings', 'not-scanned'] });
  expect(decided(found, 'public', rules, NOTHING)).toEqual({ decision: 'deny', reasons: ['policy'] });
  expect(decided({ ...found, levelId: highest }, 'public', rules, NOTHING)).toEqual({
    ...{ decision: 'deny', reasons: ['level'] },
  });
  const exposed = { isOverExposed: true, levelId: undefined };
  expect(decided(exposed, 'guest', rules)).toEqual({ decision: 'deny', reasons: ['no-level', 'over-exposed'] });
  expect(decided(exposed, 'guest', rules, NOTHING)).toEqual({ decision: 'deny', reasons: ['no-level', 'policy'] });
});

const rank = (decision: (typeof DECISIONS)[number]) => DECISIONS.indexOf(decision);
const someOf = fc.subarray([...PURPOSES]);
const ruleOf = fc.record({ ask: someOf, deny: someOf });
/** Rules that are monotonic in the level: each more sensitive level denies and asks at least what the next one does. */
const monotonicRules = fc
  .record({
    ofLevels: fc.array(ruleOf, { minLength: ids.length, maxLength: ids.length }),
    others: fc.array(ruleOf, { minLength: 7, maxLength: 7 }),
  })
  .map(({ ofLevels, others }): UseRules => {
    const subjects = [
      'no-level',
      ...SEVERITIES.map((severity) => `findings:${severity}`),
      'not-scanned',
      'over-exposed',
    ];
    const below = (index: number, of: 'ask' | 'deny') => [
      ...new Set(ofLevels.slice(index).flatMap((rule) => rule[of])),
    ];
    return Object.fromEntries([
      ...ids.map((levelId, index) => [`level:${levelId}`, { ask: below(index, 'ask'), deny: below(index, 'deny') }]),
      ...subjects.map((subject, index) => [subject, others[index] ?? { ask: [], deny: [] }]),
    ]);
  });
const factsOf = fc.record({
  level: fc.nat({ max: ids.length - 1 }),
  found: fc.nat({ max: SEVERITIES.length }),
  isScanned: fc.boolean(),
  isOverExposed: fc.boolean(),
});

it('a more sensitive level, more findings, an older scan or a wider audience never makes a decision more permissive', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(proposed), monotonicRules),
      fc.constantFrom(...PURPOSES),
      factsOf,
      factsOf,
      fc.record({ findings: fc.boolean(), exposure: fc.boolean() }),
      (rules, purpose, one, other, knows) => {
        const toFacts = ({ level, found, ...rest }: typeof one): UseFacts => ({
          ...rest,
          levelId: ids[level],
          highest: SEVERITIES[found - 1] ?? 'none',
        });
        const worse = {
          level: Math.min(one.level, other.level),
          found: Math.max(one.found, other.found),
          isScanned: one.isScanned && other.isScanned,
          isOverExposed: one.isOverExposed || other.isOverExposed,
        };
        const [before, after] = [one, worse].map((facts) =>
          decideUse({ rules, levels }, purpose, toFacts(facts), knows),
        );
        expect(rank(after?.decision ?? 'allow')).toBeGreaterThanOrEqual(rank(before?.decision ?? 'deny'));
        expect(before?.decision === 'allow').toBe(before?.reasons.length === 0);
        const asAdmin = decideUse({ rules, levels }, purpose, toFacts(one), EVERYTHING);
        expect(before?.decision).toBe(asAdmin.decision);
      },
    ),
  );
});

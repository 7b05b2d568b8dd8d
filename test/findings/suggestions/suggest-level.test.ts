import { defaultLevels } from '../../../src/classification/default-levels';
import { NO_SETTINGS } from '../../../src/classification/settings';
import type { Settings } from '../../../src/classification/model';
import { type SuggestionFacts, suggestLevel } from '../../../src/findings/suggestions/suggest-level';

/** The level that is suggested for a page, and the reasons in their order. */

const all = defaultLevels('ari:cloud:confluence::site/1');
type Name = 'Highly Restricted' | 'Restricted' | 'Internal' | 'Public';
const level = (name: Name) => ({ levelId: all.find((one) => one.name === name)?.levelId ?? name });
const nameOf = (levelId: string) => all.find((one) => one.levelId === levelId)?.name;
const many = (count: number, name: Name) => Array.from({ length: count }, () => level(name));

const SPACE = '98305';
const NOTHING: SuggestionFacts = {
  ...{ spaceId: SPACE, rules: [], findings: [] },
  ...{ parent: undefined, isBelowTop: false, siblings: [], space: [] },
};
const found = (severity: 'low' | 'medium' | 'high' | 'critical', count = 1) =>
  Array.from({ length: count }, () => ({ detectorId: 'x', severity }));
const rule = (severity: 'medium' | 'critical', name: Name) => ({ severity, ...level(name) });

function suggest(facts: Partial<SuggestionFacts>, settings: Partial<Settings> = {}): string | undefined {
  const levels = { revision: 1, all, settings: { ...NO_SETTINGS, ...settings } };
  const suggestion = suggestLevel(levels, { ...NOTHING, ...facts });
  if (suggestion === undefined) return undefined;
  const reasons = suggestion.reasons.map((one) => {
    const numbers = 'of' in one ? ` ${one.count}/${one.of}` : 'severity' in one ? ` ${one.count} ${one.severity}` : '';
    return `${one.strength} ${one.kind}${numbers} ${nameOf(one.level.levelId)}`;
  });
  return `${suggestion.strength} ${nameOf(suggestion.level.levelId)}: ${reasons.join(', ')}`;
}

const RULES = [rule('critical', 'Highly Restricted'), rule('medium', 'Internal')];

it.each([
  ['nothing', {}, undefined],
  ['findings below every rule', { rules: RULES, findings: found('low') }, undefined],
  [
    'findings that a rule names a level for',
    { rules: RULES, findings: [...found('medium', 2), ...found('low')] },
    'strong Internal: strong findings 2 medium Internal',
  ],
  ['findings without rules', { findings: found('medium', 5) }, undefined],
  [
    'severe findings without rules',
    { findings: [...found('high'), ...found('critical'), ...found('low')] },
    'weak Highly Restricted: weak findings 2 critical Highly Restricted',
  ],
  [
    'a strong reason for a less sensitive level beside a weak one',
    { findings: found('high'), parent: level('Internal') },
    'strong Internal: strong parent Internal, weak findings 1 high Highly Restricted',
  ],
  ['a page above', { parent: level('Restricted') }, 'strong Restricted: strong parent Restricted'],
  ['a home page above', { parent: level('Public'), isBelowTop: true }, 'weak Public: weak parent Public'],
  ['two siblings', { siblings: many(2, 'Internal') }, undefined],
  ['three siblings', { siblings: many(3, 'Internal') }, 'weak Internal: weak siblings 3/3 Internal'],
  [
    'nearly all siblings',
    { siblings: [...many(9, 'Internal'), level('Public')] },
    'strong Internal: strong siblings 9/10 Internal',
  ],
  [
    'siblings below a home page',
    { siblings: many(10, 'Internal'), isBelowTop: true },
    'weak Internal: weak siblings 10/10 Internal',
  ],
  ['most siblings', { siblings: [...many(8, 'Internal'), ...many(2, 'Public')] }, undefined],
  [
    'the most sensitive strong reason',
    { rules: RULES, findings: found('medium'), parent: level('Restricted'), siblings: many(6, 'Public') },
    'strong Restricted: strong parent Restricted, strong findings 1 medium Internal, strong siblings 6/6 Public',
  ],
  ['nine pages of the space', { space: many(9, 'Public') }, undefined],
  [
    'nearly all pages of the space',
    { space: [...many(18, 'Public'), ...many(2, 'Internal')] },
    'weak Public: weak space 18/20 Public',
  ],
] as const satisfies readonly (readonly [string, Partial<SuggestionFacts>, string | undefined])[])(
  'a page with %s',
  (_name, facts, expected) => {
    expect(suggest(facts)).toBe(expected);
  },
);

it('the app suggests the default level of the space, or of the site', () => {
  expect(suggest({}, { defaultLevel: level('Internal') })).toBe('strong Internal: strong space-default Internal');
  const spaces = { [SPACE]: { defaultLevel: level('Restricted') } };
  expect(suggest({}, { defaultLevel: level('Internal'), spaces })).toBe(
    'strong Restricted: strong space-default Restricted',
  );
  expect(suggest({}, { defaultLevel: level('Internal'), spaces: { [SPACE]: { defaultLevel: 'none' } } })).toBe(
    undefined,
  );
});

it('the app suggests only levels that the space may use', () => {
  const schemeId = '00000000-0000-4000-8000-000000000001';
  const levelIds = [level('Restricted').levelId, level('Internal').levelId];
  const scheme = { schemes: [{ schemeId, name: 'Some', levelIds }], schemeId };
  // A neighbor's level is not replaced. Without a rule, the most sensitive level of the space is meant.
  expect(suggest({ parent: level('Public'), siblings: many(9, 'Highly Restricted') }, scheme)).toBeUndefined();
  expect(suggest({ findings: found('critical') }, scheme)).toMatch('weak Restricted');
});

it('the app suggests a sub-level only if all pages of the level have it', () => {
  const withSubLevel = all.find(({ subLevels }) => subLevels.length > 0);
  if (withSubLevel === undefined) throw new Error('no level has sub-levels');
  const { levelId, subLevels } = withSubLevel;
  const sub = { levelId, subLevelId: subLevels[0]?.subLevelId ?? '' };
  const suggested = (siblings: SuggestionFacts['siblings']) =>
    suggestLevel({ revision: 1, all, settings: NO_SETTINGS }, { ...NOTHING, siblings })?.level;
  expect(suggested([sub, sub, sub])).toEqual(sub);
  expect(suggested([sub, sub, { levelId }])).toEqual({ levelId });
});

import {
  decide,
  type AccessQuestion,
  type ChangeQuestion,
  LOWERING_RULES,
  type TargetLevel,
} from '../../src/access/decide';
import { findLevelOptions } from '../../src/access/level-options';
import { includesScope } from '../../src/access/scope';
import type { Delegable, Level, OwnSettings, Settings } from '../../src/classification/model';
import { isLowering, isUsableIn, loweringIn, NO_SETTINGS } from '../../src/classification/settings';
import { questionWith, SPACE, visiblePage } from './questions';
import { byRouteAndOutcome, everySituation, type Outcome, outcomeOf, type Situation } from './situations';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

const aLevel = (number: number, status: 'PUBLISHED' | 'ARCHIVED' = 'PUBLISHED'): Level => ({
  levelId: `00000000-0000-4000-8000-00000000000${number}`,
  levelKey: `level-${number}`,
  name: `Level ${number}`,
  description: '',
  guideline: '',
  color: 'GREY',
  order: number,
  status,
  subLevels: [],
});
const CURRENT = aLevel(1);
const OTHER = aLevel(2);
const ELSE = aLevel(3);
const ARCHIVED = aLevel(4, 'ARCHIVED');
const LEVELS = [CURRENT, OTHER, ELSE, ARCHIVED];

const targetOf = ({ levelId, status }: Level) => ({
  levelId,
  levelStatus: status,
  subLevelBelongs: true,
  isInScheme: true,
});
const TARGETS: Readonly<Record<Situation['target'], TargetLevel>> = {
  same: targetOf(CURRENT),
  other: targetOf(OTHER),
  archived: targetOf(ARCHIVED),
  unknown: { levelId: UNKNOWN, levelStatus: 'unknown', subLevelBelongs: true, isInScheme: true },
  'foreign sub-level': { ...targetOf(OTHER), subLevelBelongs: false },
};

/** A permitted change. */
const PLAIN = questionWith(new Set());

/** The settings of the site and of the space for a rule. */
function settingsOf(rule: Situation['rule'], targetId: string): Settings {
  const levelIds = [CURRENT, OTHER, ELSE].map(({ levelId }) => levelId).filter((levelId) => levelId !== targetId);
  const withOwn = (delegated: readonly Delegable[], own: OwnSettings): Settings => ({
    ...NO_SETTINGS,
    delegated: [...delegated],
    ownSpaces: { [SPACE]: own },
  });
  switch (rule) {
    case 'none':
      return NO_SETTINGS;
    case 'outside the scheme':
      return { ...NO_SETTINGS, schemeId: UNKNOWN, schemes: [{ schemeId: UNKNOWN, name: 'Others', levelIds }] };
    case 'outside the own levels':
      return withOwn(['levels'], { levelIds });
    case 'justified':
    case 'justified, with a reason':
      return { ...NO_SETTINGS, lowering: 'justified' };
    case 'forbidden':
      return { ...NO_SETTINGS, lowering: 'forbidden' };
    case 'forbidden by the space':
      return withOwn(['lowering'], { lowering: 'forbidden' });
    case 'forbidden, allowed by the space':
      return { ...withOwn(['lowering'], { lowering: 'allowed' }), lowering: 'forbidden' };
    case 'set by the space, not delegated':
      return withOwn(['defaultLevel', 'off'], { levelIds, lowering: 'forbidden' });
  }
}

/** The members that only a change has. */
function changeIn({ target, rule, direction, classified }: Situation, to: TargetLevel | 'none') {
  const last = { ...CURRENT, order: LEVELS.length };
  const levels = direction === 'down' ? LEVELS : [last, OTHER, ELSE, ARCHIVED];
  const isLower = isLowering(levels, classified ? CURRENT.levelId : undefined, to);
  const settings = settingsOf(rule, TARGETS[target].levelId);
  const lowering: ChangeQuestion['lowering'] = {
    rule: loweringIn(settings, SPACE),
    isJustified: rule === 'justified, with a reason',
  };
  const isInScheme = isUsableIn({ all: levels, settings }, SPACE, TARGETS[target].levelId);
  return {
    target: to === 'none' ? to : { ...TARGETS[target], isInScheme },
    lowering: isLower ? lowering : undefined,
  };
}

/** The input that a route builds for a situation. Only Confluence decides what hides a page from the creator. */
function questionOf(situation: Situation, required: AccessQuestion['required']) {
  const { classification, detection, spaceLimit, levelLimit, creator, page, classified, target } = situation;
  const ids = {
    current: CURRENT.levelId,
    target: TARGETS[target].levelId,
    else: ELSE.levelId,
    unclassified: 'unclassified',
  };
  const isSeen = creator !== 'none' && (page === 'live' || page === 'archived');
  return {
    required,
    key: {
      scopes: { classification, detection },
      levelLimit: levelLimit.map((entry) => ids[entry]),
      spaceLimit: spaceLimit === 'none' ? [] : spaceLimit === 'another' ? ['98307', '98308'] : ['98307', SPACE],
    },
    page: isSeen ? { ...visiblePage(), mayUpdate: creator === 'edit' } : ('hidden' as const),
    currentLevelId: classified ? CURRENT.levelId : null,
  };
}

function decided(situation: Situation): string {
  const answer = (question: AccessQuestion) => {
    const decision = decide(question);
    return decision.allow ? 'OK' : decision.problem;
  };
  switch (situation.route) {
    case 'listLevels': {
      const { key } = questionOf(situation, 'classification::manage');
      return includesScope(key.scopes, 'classification::manage') ? 'OK' : 'INSUFFICIENT_SCOPE';
    }
    case 'setPageLevel':
    case 'resetPageLevel':
      return answer({
        ...PLAIN,
        ...questionOf(situation, 'classification::write'),
        ...changeIn(situation, TARGETS[situation.target]),
      });
    case 'clearPageLevel':
      return answer({
        ...PLAIN,
        ...questionOf(situation, 'classification::write'),
        ...changeIn(situation, 'none'),
      });
    case 'getPageLevel':
    case 'listPageLevelOptions':
      return answer(questionOf(situation, 'classification::read'));
  }
}

/** A visible page without a level is not an access decision. */
const withoutClassification = (outcome: Outcome): Outcome => (outcome === 'PAGE_NOT_CLASSIFIED' ? 'OK' : outcome);

describe('what a key may do', () => {
  it('matches the contract for every combination of scopes, limits, creator, page and target', () => {
    const all = everySituation();
    const wrong = all.filter((situation) => decided(situation) !== withoutClassification(outcomeOf(situation)));
    expect(wrong.slice(0, 3).map((situation) => ({ situation, decided: decided(situation) }))).toEqual([]);
    // 16 scopes x 16 level limits x 3 space limits x 3 creators x 5 pages x 2 = 23,040, once for a route that changes
    // nothing. A tenth of them for each rule, in 2 directions if there is a target.
    const changing = (targets: number, rules: number, directions: number) =>
      targets * (23_040 + 2_304 * rules * directions);
    const expected = 3 * 23_040 + changing(5, 8, 2) + changing(1, 8, 1) + changing(2, 6, 2);
    expect(all).toHaveLength(expected);
    expect(new Set(all.map((situation) => JSON.stringify(situation))).size).toBe(expected);
  });

  it('has every outcome among the combinations', () => {
    const groups = byRouteAndOutcome(everySituation());
    expect([...groups.keys()].sort()).toEqual([
      'clearPageLevel INSUFFICIENT_SCOPE',
      'clearPageLevel JUSTIFICATION_REQUIRED',
      'clearPageLevel LEVEL_CHANGE_FORBIDDEN',
      'clearPageLevel LEVEL_OUTSIDE_KEY_LIMIT',
      'clearPageLevel OK',
      'clearPageLevel PAGE_NOT_EDITABLE',
      'clearPageLevel PAGE_NOT_FOUND',
      'getPageLevel INSUFFICIENT_SCOPE',
      'getPageLevel OK',
      'getPageLevel PAGE_NOT_CLASSIFIED',
      'getPageLevel PAGE_NOT_FOUND',
      'listLevels INSUFFICIENT_SCOPE',
      'listLevels OK',
      'listPageLevelOptions INSUFFICIENT_SCOPE',
      'listPageLevelOptions OK',
      'listPageLevelOptions PAGE_NOT_FOUND',
      'resetPageLevel INSUFFICIENT_SCOPE',
      'resetPageLevel JUSTIFICATION_REQUIRED',
      'resetPageLevel LEVEL_CHANGE_FORBIDDEN',
      'resetPageLevel LEVEL_OUTSIDE_KEY_LIMIT',
      'resetPageLevel OK',
      'resetPageLevel PAGE_NOT_EDITABLE',
      'resetPageLevel PAGE_NOT_FOUND',
      'setPageLevel INSUFFICIENT_SCOPE',
      'setPageLevel JUSTIFICATION_REQUIRED',
      'setPageLevel LEVEL_ARCHIVED',
      'setPageLevel LEVEL_CHANGE_FORBIDDEN',
      'setPageLevel LEVEL_NOT_FOUND',
      'setPageLevel LEVEL_NOT_IN_SPACE_SCHEME',
      'setPageLevel LEVEL_OUTSIDE_KEY_LIMIT',
      'setPageLevel OK',
      'setPageLevel PAGE_NOT_EDITABLE',
      'setPageLevel PAGE_NOT_FOUND',
      'setPageLevel SUBLEVEL_NOT_IN_LEVEL',
    ]);
    // 2 x 4 scopes, 2 spaces, 2 pages; classified 13 limits for the same level and 5 for another, else 7 and 5.
    const set = groups.get('setPageLevel OK') ?? [];
    expect(set.filter(({ rule }) => rule === 'none')).toHaveLength(960);
  });

  it('never grows with a detection scope', () => {
    const withDetection = everySituation().filter(({ detection }) => detection !== 'none');
    const grown = withDetection.filter(
      (situation) => decided(situation) !== decided({ ...situation, detection: 'none' }),
    );
    expect(grown).toEqual([]);
  });

  it('never grows with a rule', () => {
    const ruled = everySituation().filter(({ rule }) => rule !== 'none');
    const grown = ruled.filter(
      (situation) => decided(situation) === 'OK' && decided({ ...situation, rule: 'none' }) !== 'OK',
    );
    expect(grown).toEqual([]);
  });

  it('never grows with a limit', () => {
    const limited = everySituation().filter(
      ({ levelLimit, spaceLimit }) => levelLimit.length > 0 || spaceLimit !== 'none',
    );
    const grown = limited.filter(
      (situation) =>
        decided(situation) === 'OK' && decided({ ...situation, levelLimit: [], spaceLimit: 'none' }) !== 'OK',
    );
    expect(grown).toEqual([]);
  });
});

describe('the levels that a key may see for a page', () => {
  /** Every situation in which the options can be requested, under every rule. */
  const asked = everySituation()
    .filter((situation) => situation.route === 'listPageLevelOptions' && outcomeOf(situation) === 'OK')
    .flatMap((situation) => {
      const { page, ...question } = questionOf(situation, 'classification::write');
      if (page === 'hidden') throw new Error('the options of a hidden page cannot be asked for');
      return LOWERING_RULES.flatMap((rule) =>
        [LEVELS, LEVELS.slice(1), []].map((scheme, index) => ({
          ...PLAIN,
          ...question,
          page,
          rule,
          levels: candidates(question, scheme, index),
        })),
      );
    });

  /** @param floor the index of the level that the findings require */
  function candidates(
    { currentLevelId }: { readonly currentLevelId: string | null },
    scheme: readonly Level[],
    floor: number,
  ) {
    return LEVELS.map((level) => ({
      ...level,
      isInScheme: scheme.includes(level),
      isLowering: isLowering(LEVELS, currentLevelId ?? undefined, level),
      isBelowFindings: isLowering(LEVELS, LEVELS.at(-1 - floor)?.levelId, level),
    }));
  }

  const setting = (
    { rule, ...question }: (typeof asked)[number],
    level: (typeof asked)[number]['levels'][number],
    isJustified = true,
  ) =>
    decide({
      ...question,
      target: { ...targetOf(level), isInScheme: level.isInScheme },
      lowering: level.isLowering ? { rule, isJustified } : undefined,
      isBelowFindings: level.isBelowFindings,
    });

  it('are allowed exactly if they can be set, with a justification if required', () => {
    let compared = 0;
    for (const question of asked) {
      for (const { level, allowed, needsJustification } of findLevelOptions(question).levels) {
        const isRight = allowed === setting(question, level).allow;
        const isJustified = needsJustification === (allowed && !setting(question, level, false).allow);
        if (!isRight || !isJustified) throw new Error(JSON.stringify({ question, level, allowed, needsJustification }));
        compared += 1;
      }
    }
    expect(compared).toBe(9 * 3_456);
  });

  it('have the code of the refusal among their reasons, and no reason if they are allowed', () => {
    for (const question of asked) {
      for (const { level, allowed, reasons } of findLevelOptions(question).levels) {
        const decision = setting(question, level);
        const isRight = decision.allow ? reasons.length === 0 : reasons.some((reason) => reason === decision.problem);
        if (!isRight) throw new Error(JSON.stringify({ question, level, allowed, reasons, decision }));
      }
    }
  });

  it('are all levels for a key without a page access limit, and those of the limit for any other', () => {
    for (const question of asked) {
      const { levelLimit } = question.key;
      const known = question.levels.filter(({ levelId }) => levelLimit.length === 0 || levelLimit.includes(levelId));
      const options = findLevelOptions(question).levels.map(({ level }) => level);
      const isRight = options.length === known.length && options.every((level, index) => level === known[index]);
      if (!isRight) throw new Error(JSON.stringify({ question, options }));
    }
  });

  it('report that none can be set, and why, exactly if no level can be set', () => {
    for (const question of asked) {
      const { canSetLevel, reasons } = findLevelOptions(question);
      const possible = question.levels.some((level) => setting(question, level).allow);
      if (canSetLevel !== possible || (reasons.length === 0) !== possible) {
        throw new Error(JSON.stringify({ question, canSetLevel, reasons }));
      }
    }
  });
});

import { decide, type AccessQuestion, type TargetLevel } from '../../src/access/decide';
import { findLevelOptions } from '../../src/access/level-options';
import { includesScope } from '../../src/access/scope';
import { byRouteAndOutcome, everySituation, type Outcome, outcomeOf, type Situation } from './situations';

const SPACE = '98306';
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

const aLevel = (number: number, status: 'PUBLISHED' | 'ARCHIVED' = 'PUBLISHED') => ({
  levelId: `00000000-0000-4000-8000-00000000000${number}`,
  status,
});
const CURRENT = aLevel(1);
const OTHER = aLevel(2);
const ELSE = aLevel(3);
const ARCHIVED = aLevel(4, 'ARCHIVED');
const LEVELS = [CURRENT, OTHER, ELSE, ARCHIVED];

const TARGETS: Readonly<Record<Situation['target'], TargetLevel>> = {
  same: { levelId: CURRENT.levelId, levelStatus: 'PUBLISHED', subLevelBelongs: true },
  other: { levelId: OTHER.levelId, levelStatus: 'PUBLISHED', subLevelBelongs: true },
  archived: { levelId: ARCHIVED.levelId, levelStatus: 'ARCHIVED', subLevelBelongs: true },
  unknown: { levelId: UNKNOWN, levelStatus: 'unknown', subLevelBelongs: true },
  'foreign sub-level': { levelId: OTHER.levelId, levelStatus: 'PUBLISHED', subLevelBelongs: false },
};

/** The question that a route asks in a situation. What hides a page from its creator is Confluence's to say. */
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
    page: isSeen ? ({ spaceId: SPACE, mayUpdate: creator === 'edit' } as const) : ('hidden' as const),
    currentLevelId: classified ? CURRENT.levelId : null,
  };
}

function decided(situation: Situation): Outcome {
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
      return answer({ ...questionOf(situation, 'classification::write'), target: TARGETS[situation.target] });
    case 'clearPageLevel':
      return answer({ ...questionOf(situation, 'classification::write'), target: 'none' });
    case 'getPageLevel':
    case 'listPageLevelOptions':
      return answer(questionOf(situation, 'classification::read'));
  }
}

/** That a visible page has no level is not a question of access. */
const withoutClassification = (outcome: Outcome): Outcome => (outcome === 'PAGE_NOT_CLASSIFIED' ? 'OK' : outcome);

describe('what a key may do', () => {
  it('is what the contract says, in every combination of scopes, limits, creator, page and target', () => {
    const all = everySituation();
    const wrong = all.filter((situation) => decided(situation) !== withoutClassification(outcomeOf(situation)));
    expect(wrong.slice(0, 3).map((situation) => ({ situation, decided: decided(situation) }))).toEqual([]);
    // 16 scopes x 16 level limits x 3 space limits x 3 creators x 5 pages x 2, with 5 targets on one route of the five.
    expect(all).toHaveLength(207_360);
    expect(new Set(all.map((situation) => JSON.stringify(situation))).size).toBe(207_360);
  });

  it('has every outcome among the combinations', () => {
    const groups = byRouteAndOutcome(everySituation());
    expect([...groups.keys()].sort()).toEqual([
      'clearPageLevel INSUFFICIENT_SCOPE',
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
      'setPageLevel INSUFFICIENT_SCOPE',
      'setPageLevel LEVEL_ARCHIVED',
      'setPageLevel LEVEL_NOT_FOUND',
      'setPageLevel LEVEL_OUTSIDE_KEY_LIMIT',
      'setPageLevel OK',
      'setPageLevel PAGE_NOT_EDITABLE',
      'setPageLevel PAGE_NOT_FOUND',
      'setPageLevel SUBLEVEL_NOT_IN_LEVEL',
    ]);
    // 2 x 4 scopes, 2 spaces, 2 pages; classified 13 limits for the same level and 5 for another, else 7 and 5.
    expect(groups.get('setPageLevel OK')).toHaveLength(960);
  });

  it('never grows by a detection scope', () => {
    const withDetection = everySituation().filter(({ detection }) => detection !== 'none');
    const grown = withDetection.filter(
      (situation) => decided(situation) !== decided({ ...situation, detection: 'none' }),
    );
    expect(grown).toEqual([]);
  });

  it('never grows by a limit', () => {
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

describe('the levels that a key may know for a page', () => {
  /** Every situation in which the options can be asked for. */
  const asked = everySituation()
    .filter((situation) => situation.route === 'listPageLevelOptions' && outcomeOf(situation) === 'OK')
    .map((situation) => {
      const { page, ...question } = questionOf(situation, 'classification::write');
      if (page === 'hidden') throw new Error('the options of a hidden page cannot be asked for');
      return { ...question, page, levels: LEVELS };
    });

  const setting = (question: (typeof asked)[number], { levelId, status }: (typeof LEVELS)[number]) =>
    decide({ ...question, target: { levelId, levelStatus: status, subLevelBelongs: true } });

  it('are allowed exactly where setting them is', () => {
    let compared = 0;
    for (const question of asked) {
      for (const { level, allowed } of findLevelOptions(question).levels) {
        if (allowed !== setting(question, level).allow) throw new Error(JSON.stringify({ question, level, allowed }));
        compared += 1;
      }
    }
    expect(compared).toBe(3_456);
  });

  it('give the code that setting them would be refused with among their reasons, and no reason where they are allowed', () => {
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
      const known = LEVELS.filter(({ levelId }) => levelLimit.length === 0 || levelLimit.includes(levelId));
      expect(findLevelOptions(question).levels.map(({ level }) => level)).toEqual(known);
    }
  });

  it('say that none can be set, and why, exactly where none of all levels can be set', () => {
    for (const question of asked) {
      const { canSetLevel, reasons } = findLevelOptions(question);
      const possible = LEVELS.some((level) => setting(question, level).allow);
      if (canSetLevel !== possible || (reasons.length === 0) !== possible) {
        throw new Error(JSON.stringify({ question, canSetLevel, reasons }));
      }
    }
  });
});

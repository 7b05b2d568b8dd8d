import {
  type ChangeQuestion,
  decide,
  DENIALS,
  findDenials,
  isWithinLimit,
  type LoweringRule,
  type VisiblePage,
} from './decide';

/** The levels that a key can see, and those that it can set on a page. Uses the same decision as setting a level. */

/** The properties of a level that the decision needs. */
interface Candidate {
  readonly levelId: string;
  readonly status: 'PUBLISHED' | 'ARCHIVED';
  /** True if the space of the page may use it. */
  readonly isInScheme: boolean;
  /** True if it is less sensitive than the current level. */
  readonly isLowering: boolean;
  /** True if findings on the page require a more sensitive level. */
  readonly isBelowFindings: boolean;
}

/** The question of setting a level, about a page that is visible. */
interface OptionsQuestion<L> extends Omit<ChangeQuestion, 'target' | 'lowering' | 'isBelowFindings'> {
  readonly page: Exclude<VisiblePage, 'hidden'>;
  readonly levels: readonly L[];
  /** The rule for lowering levels. */
  readonly rule: LoweringRule;
}

const REASONS_OF_PAGE = DENIALS.filter((rule) => rule.reason === 'page');
const REASONS_OF_LEVEL = DENIALS.filter((rule) => rule.reason === 'level');

/** Denials that apply to every level come first. */
export const OPTION_REASONS = [...REASONS_OF_PAGE, ...REASONS_OF_LEVEL].map(({ name }) => name);

type OptionReason = (typeof OPTION_REASONS)[number];

/** If one change can be made, and why not. */
export interface Option {
  readonly allowed: boolean;
  readonly reasons: readonly OptionReason[];
  /** True if it can be made only with a justification. */
  readonly needsJustification: boolean;
}

export interface LevelOptions<L> {
  readonly canSetLevel: boolean;
  /** Why no level can be set. Empty if one can. */
  readonly reasons: readonly OptionReason[];
  readonly levels: readonly ({ readonly level: L } & Option)[];
}

export function findLevelOptions<L extends Candidate>(question: OptionsQuestion<L>): LevelOptions<L> {
  const { levels: candidates, rule, ...facts } = question;
  const { key } = facts;
  const ofPage = findDenials(REASONS_OF_PAGE, { ...facts, target: 'none', isBelowFindings: false });

  const levels = candidates
    .filter(({ levelId }) => isWithinLimit(key.levelLimit, levelId))
    .map((level) => {
      const { levelId, status, isInScheme, isLowering, isBelowFindings } = level;
      const target = { levelId, levelStatus: status, subLevelBelongs: true, isInScheme };
      return { level, ...optionOf({ ...facts, rule, target, isLowering, isBelowFindings }) };
    });

  const canSetLevel = levels.some(({ allowed }) => allowed);
  const ofLevels = new Set<OptionReason>(levels.flatMap(({ reasons }) => reasons));
  if (levels.length === 0) ofLevels.add('LEVEL_OUTSIDE_KEY_LIMIT');
  const reasons = ofPage.length > 0 ? ofPage : OPTION_REASONS.filter((reason) => ofLevels.has(reason));
  return { canSetLevel, reasons: canSetLevel ? [] : reasons, levels };
}

/** The question of one change of a page that is visible. */
interface OptionQuestion extends Omit<ChangeQuestion, 'lowering'> {
  readonly rule: LoweringRule;
  /** True if the change makes the page less protected. */
  readonly isLowering: boolean;
}

/** Uses the same decision as the change itself, as if it had a justification. */
export function optionOf({ rule, isLowering, ...facts }: OptionQuestion): Option {
  const withReason = (isJustified: boolean) => ({ ...facts, lowering: isLowering ? { rule, isJustified } : undefined });
  const asked = withReason(true);
  const { allow } = decide(asked);
  return {
    allowed: allow,
    reasons: [...findDenials(REASONS_OF_PAGE, asked), ...findDenials(REASONS_OF_LEVEL, asked)],
    needsJustification: allow && !decide(withReason(false)).allow,
  };
}

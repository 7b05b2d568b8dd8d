import { includesScope, type Scope, type Scopes, UNCLASSIFIED } from './scope';

/**
 * Decides whether a key may perform an operation on a page. All of these must allow it: the creator's own permissions in
 * Confluence, the key's scopes, its space limit, its page access limit (for the current level and for the target level), and the
 * settings of the site: the levels that the space may use, the rule for lowering levels, and the level that findings require.
 *
 * Pure: facts in, decision out. The order of the checks is part of the API contract, because it decides which error a caller
 * gets. Nothing is revealed about a page that the creator, the scopes and the limits together cannot see.
 */

export interface KeyRights {
  readonly scopes: Scopes;
  /** Level UUIDs and `unclassified`; empty = every level. */
  readonly levelLimit: readonly string[];
  /** Space ids; empty = every space. */
  readonly spaceLimit: readonly string[];
}

/** The page as the key's creator sees it. `hidden`: missing, trashed, a draft, not a page, or not visible to the creator. */
export type VisiblePage = 'hidden' | { readonly spaceId: string; readonly mayUpdate: boolean };

/** The site's rule for a change to a less sensitive level or to none. */
export const LOWERING_RULES = ['allowed', 'justified', 'forbidden'] as const;

export type LoweringRule = (typeof LOWERING_RULES)[number];

/** The conditions for lowering levels. For several pages: if it is possible for one page, and if one needs a justification. */
export interface Lowering {
  readonly allowed: boolean;
  readonly needsJustification: boolean;
}

/** The only place that decides what a form over pages of several spaces asks for. @param rules of the spaces of the pages */
export function loweringUnder(rules: readonly LoweringRule[]): Lowering {
  return {
    allowed: rules.some((rule) => rule !== 'forbidden'),
    needsJustification: rules.includes('justified'),
  };
}

/** A level to set. */
export interface TargetLevel {
  readonly levelId: string;
  readonly levelStatus: 'unknown' | 'PUBLISHED' | 'ARCHIVED';
  /** True if no sub-level is given, or if it belongs to the level and is not archived. */
  readonly subLevelBelongs: boolean;
  /** True if the space of the page may use the level. */
  readonly isInScheme: boolean;
}

interface ReadQuestion {
  readonly required: Scope;
  readonly key: KeyRights;
  readonly page: VisiblePage;
  /** null = the page has no level. */
  readonly currentLevelId: string | null;
  readonly target?: undefined;
}

/** A question about a change. Facts that every change must name are required here, so that no caller forgets one. */
export interface ChangeQuestion extends Omit<ReadQuestion, 'target'> {
  /** The level to set, or `none` to clear it. */
  readonly target: TargetLevel | 'none';
  /** Only if the target is less sensitive than the current level. */
  readonly lowering?: { readonly rule: LoweringRule; readonly isJustified: boolean } | undefined;
  /** True if findings on the page require a more sensitive level than the target. */
  readonly isBelowFindings: boolean;
}

export type AccessQuestion = ReadQuestion | ChangeQuestion;

/**
 * A rule contains everything about its denial except texts: what it denies, who gets it, and which list shows it. The
 * problems of routes, the reasons of levels and the types of the texts follow from it.
 */
type DenialRule = {
  readonly name: string;
  /** `keys`: people in the admin area never get it, because they act without a key. */
  readonly meets: 'keys' | 'everybody';
  /** Where the list of levels for a page shows it as a reason: at every level, at one level, or never. */
  readonly reason: 'page' | 'level' | 'never';
} & (
  | { readonly denies: 'every request'; readonly when: (question: AccessQuestion) => boolean }
  | { readonly denies: 'every change'; readonly when: (question: ChangeQuestion) => boolean }
  | { readonly denies: 'setting a level'; readonly when: (target: TargetLevel) => boolean }
);

/** In the order of the checks. A caller gets the first denial that applies. */
export const DENIALS = [
  {
    name: 'INSUFFICIENT_SCOPE',
    denies: 'every request',
    when: ({ key, required }) => !includesScope(key.scopes, required),
    meets: 'keys',
    reason: 'page',
  },
  {
    name: 'PAGE_NOT_FOUND',
    denies: 'every request',
    when: ({ key, page, currentLevelId }) =>
      page === 'hidden' ||
      !isWithinLimit(key.spaceLimit, page.spaceId) ||
      !isWithinLimit(key.levelLimit, currentLevelId ?? UNCLASSIFIED),
    meets: 'everybody',
    reason: 'never',
  },
  {
    name: 'LEVEL_NOT_FOUND',
    denies: 'setting a level',
    when: ({ levelStatus }) => levelStatus === 'unknown',
    meets: 'everybody',
    reason: 'never',
  },
  {
    name: 'SUBLEVEL_NOT_IN_LEVEL',
    denies: 'setting a level',
    when: ({ subLevelBelongs }) => !subLevelBelongs,
    meets: 'everybody',
    reason: 'never',
  },
  {
    name: 'LEVEL_ARCHIVED',
    denies: 'setting a level',
    when: ({ levelStatus }) => levelStatus === 'ARCHIVED',
    meets: 'everybody',
    reason: 'level',
  },
  {
    name: 'LEVEL_NOT_IN_SPACE_SCHEME',
    denies: 'setting a level',
    when: ({ isInScheme }) => !isInScheme,
    meets: 'everybody',
    reason: 'level',
  },
  {
    name: 'LEVEL_OUTSIDE_KEY_LIMIT',
    denies: 'every change',
    when: ({ key, target }) => !isWithinLimit(key.levelLimit, target === 'none' ? UNCLASSIFIED : target.levelId),
    meets: 'keys',
    reason: 'level',
  },
  {
    name: 'PAGE_NOT_EDITABLE',
    denies: 'every change',
    when: ({ page }) => page !== 'hidden' && !page.mayUpdate,
    meets: 'everybody',
    reason: 'page',
  },
  {
    name: 'LEVEL_CHANGE_FORBIDDEN',
    denies: 'every change',
    when: ({ lowering }) => lowering !== undefined && !loweringUnder([lowering.rule]).allowed,
    meets: 'everybody',
    reason: 'level',
  },
  {
    name: 'JUSTIFICATION_REQUIRED',
    denies: 'every change',
    when: ({ lowering }) =>
      lowering !== undefined && loweringUnder([lowering.rule]).needsJustification && !lowering.isJustified,
    meets: 'everybody',
    reason: 'never',
  },
  {
    name: 'LEVEL_BELOW_FINDINGS',
    denies: 'every change',
    when: ({ isBelowFindings }) => isBelowFindings,
    meets: 'everybody',
    reason: 'level',
  },
] as const satisfies readonly DenialRule[];

export type Denial = (typeof DENIALS)[number]['name'];

/** The denials for people, who act without a key. */
export const PERSON_DENIALS = DENIALS.filter((rule) => rule.meets === 'everybody').map(({ name }) => name);

export type PersonDenial = (typeof PERSON_DENIALS)[number];

export type Decision = { readonly allow: true } | { readonly allow: false; readonly problem: Denial };

export function decide(question: AccessQuestion): Decision {
  const [problem] = findDenials(DENIALS, question);
  return problem === undefined ? { allow: true } : { allow: false, problem };
}

/** Returns the denials of these rules that apply, in their order. */
export function findDenials<Rule extends DenialRule>(
  rules: readonly Rule[],
  question: AccessQuestion,
): readonly Rule['name'][] {
  return rules.filter((rule) => applies(rule, question)).map(({ name }) => name);
}

function applies(rule: DenialRule, question: AccessQuestion): boolean {
  if (rule.denies === 'every request') return rule.when(question);
  if (question.target === undefined) return false;
  if (rule.denies === 'every change') return rule.when(question);
  return question.target !== 'none' && rule.when(question.target);
}

/** True if a limit lists the value, or there is no limit. */
export function isWithinLimit(limit: readonly string[], value: string): boolean {
  return limit.length === 0 || limit.includes(value);
}

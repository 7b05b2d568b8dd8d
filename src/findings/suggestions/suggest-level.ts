import { findLevel, type Levels } from '../../classification/level-store';
import type { LevelOfPage } from '../../classification/model';
import { defaultIn, isUsableIn } from '../../classification/settings';
import type { ClassificationRule } from '../../detection/configuration/model';
import { SEVERITIES, type Severity } from '../../detection/detector';
import { type Found, isReached, levelCalledFor } from '../required-level/called-level';

/** Suggests a level for a page without one, with the reasons (docs/adr/0070). Pure. */

export const REASON_KINDS = ['findings', 'parent', 'siblings', 'space-default', 'space'] as const;

export type ReasonKind = (typeof REASON_KINDS)[number];

/** A weak reason is a hint. It never outweighs a strong one. */
export type Strength = 'strong' | 'weak';

export type SuggestionReason = {
  readonly strength: Strength;
  /** The level that this reason calls for. */
  readonly level: LevelOfPage;
} & (
  | {
      /** Open findings. `byRule`: a rule of the site names the level. Otherwise no rule does. */
      readonly kind: 'findings';
      readonly byRule: boolean;
      /** The number of findings that call for the level, and the highest severity among them. */
      readonly count: number;
      readonly severity: Severity;
    }
  /** The page above has the level. */
  | { readonly kind: 'parent' }
  /** The default level of the space, from the settings. */
  | { readonly kind: 'space-default' }
  /** `siblings`: pages below the same page. `space`: the pages of the space that were classified last. */
  | {
      readonly kind: 'siblings' | 'space';
      /** The number of pages that have the level, and of all pages that have one. */
      readonly count: number;
      readonly of: number;
    }
);

export interface SuggestionFacts {
  readonly spaceId: string;
  readonly rules: readonly ClassificationRule[];
  /** The open findings of the page that no exclusion covers. */
  readonly findings: readonly Found[];
  /** The level of the page above. */
  readonly parent: LevelOfPage | undefined;
  /** No page is above the page above, as for the home page of a space. Its level hardly predicts those below. */
  readonly isBelowTop: boolean;
  /** The levels of the pages below the same page. Pages without a level are omitted. */
  readonly siblings: readonly LevelOfPage[];
  /** The levels of other pages of the space. */
  readonly space: readonly LevelOfPage[];
}

export interface Suggestion {
  readonly level: LevelOfPage;
  /** Weak: the suggestion has no strong reason. */
  readonly strength: Strength;
  /** The strongest first, then those for the most sensitive level. Never empty. */
  readonly reasons: readonly SuggestionReason[];
}

/** The share of the pages with one level that counts as nearly all. */
const NEARLY_ALL = 0.9;
/** Fewer siblings with a level are no reason; from the second number on, the reason is strong. */
const FEW_SIBLINGS = 3;
const MANY_SIBLINGS = 5;
/** Fewer pages of the space are no reason. */
const PAGES_OF_SPACE = 10;
/** Without a rule of the site, findings of this severity or higher are a weak reason. */
const WITHOUT_RULE: Severity = 'high';

/**
 * The suggested level is the most sensitive one of the strong reasons. Without a strong reason it is the most sensitive
 * one of the weak reasons. Undefined: no reason calls for a level that the space may use.
 */
export function suggestLevel(levels: Levels, facts: SuggestionFacts): Suggestion | undefined {
  const orderOf = ({ level }: SuggestionReason) => findLevel(levels, level.levelId)?.order ?? Infinity;
  const reasons = [
    fromFindings(levels, facts),
    fromParent(facts),
    fromSiblings(facts),
    fromDefault(levels, facts),
    fromSpace(facts),
  ]
    .filter((reason) => reason !== undefined)
    .filter(({ level }) => isSettable(levels, facts.spaceId, level))
    .sort((a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b));
  const [first] = reasons;
  return first && { level: first.level, strength: first.strength, reasons };
}

const rankOf = ({ strength }: SuggestionReason) => (strength === 'strong' ? 0 : 1);

function fromFindings(levels: Levels, { spaceId, rules, findings }: SuggestionFacts): SuggestionReason | undefined {
  if (rules.length > 0) {
    const level = levelCalledFor(levels, spaceId, rules, findings);
    const calling = findings.filter(({ severity }) => rules.some((rule) => isReached(rule, severity)));
    return level && { kind: 'findings', strength: 'strong', level, byRule: true, ...summaryOf(calling) };
  }
  const severe = findings.filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(WITHOUT_RULE));
  const most = levels.all.find(({ levelId }) => isSettable(levels, spaceId, { levelId }));
  if (severe.length === 0 || most === undefined) return undefined;
  return {
    kind: 'findings',
    strength: 'weak',
    level: { levelId: most.levelId },
    byRule: false,
    ...summaryOf(severe),
  };
}

function summaryOf(findings: readonly Found[]) {
  const highest = Math.max(0, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)));
  return { count: findings.length, severity: SEVERITIES[highest] ?? WITHOUT_RULE };
}

function fromParent({ parent, isBelowTop }: SuggestionFacts): SuggestionReason | undefined {
  return parent && { kind: 'parent', strength: isBelowTop ? 'weak' : 'strong', level: parent };
}

function fromSiblings({ siblings, isBelowTop }: SuggestionFacts): SuggestionReason | undefined {
  const most = mostOf(siblings, FEW_SIBLINGS);
  return most && { kind: 'siblings', strength: isBelowTop || most.of < MANY_SIBLINGS ? 'weak' : 'strong', ...most };
}

function fromDefault(levels: Levels, { spaceId }: SuggestionFacts): SuggestionReason | undefined {
  const level = defaultIn(levels, spaceId);
  return level === 'none' ? undefined : { kind: 'space-default', strength: 'strong', level };
}

function fromSpace({ space }: SuggestionFacts): SuggestionReason | undefined {
  const most = mostOf(space, PAGES_OF_SPACE);
  return most && { kind: 'space', strength: 'weak', ...most };
}

/** The level that nearly all of these pages have. A sub-level only if all pages of the level have it. */
function mostOf(
  pages: readonly LevelOfPage[],
  least: number,
): { readonly level: LevelOfPage; readonly count: number; readonly of: number } | undefined {
  const [first] = pages
    .map(({ levelId }) => pages.filter((page) => page.levelId === levelId))
    .sort((a, b) => b.length - a.length);
  const [page] = first ?? [];
  if (first === undefined || page === undefined) return undefined;
  if (pages.length < least || first.length < NEARLY_ALL * pages.length) return undefined;
  const { levelId, subLevelId } = page;
  const isSame = subLevelId !== undefined && first.every((one) => one.subLevelId === subLevelId);
  return { level: { levelId, ...(isSame ? { subLevelId } : {}) }, count: first.length, of: pages.length };
}

/** The space may use the level itself. A neighbor's level is never replaced by another one. */
function isSettable(levels: Levels, spaceId: string, { levelId, subLevelId }: LevelOfPage): boolean {
  const level = findLevel(levels, levelId);
  if (level?.status !== 'PUBLISHED' || !isUsableIn(levels, spaceId, levelId)) return false;
  return (
    subLevelId === undefined ||
    level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED')
  );
}

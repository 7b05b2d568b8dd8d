import { includesScope, type Scope, type Scopes, UNCLASSIFIED } from './scope';

/**
 * May this key do this to this page? Allowed is what all of these allow: the creator's own permissions in Confluence,
 * the key's scopes, its space limit, its page access limit, for the page's current level and for the target level, and
 * what the site has settled: which levels the page's space may use, what lowering a level takes, and which level what was
 * found on the page calls for.
 *
 * Pure: facts in, decision out. The order of the checks is part of the contract, because it decides which problem a
 * caller sees: nothing is told about a page that the creator, the scopes and the limits together cannot see.
 */

export interface KeyRights {
  readonly scopes: Scopes;
  /** Level UUIDs and `unclassified`; empty = every level. */
  readonly levelLimit: readonly string[];
  /** Space ids; empty = every space. */
  readonly spaceLimit: readonly string[];
}

/** The page as the key's creator sees it now, or `hidden`: missing, trashed, a draft, no page at all, or not theirs to see. */
export type PageSeen = 'hidden' | { readonly spaceId: string; readonly mayUpdate: boolean };

/** What the site asks for a change to a less sensitive level, or to none. */
export const LOWERING_RULES = ['allowed', 'justified', 'forbidden'] as const;

export type LoweringRule = (typeof LOWERING_RULES)[number];

/** A level that is to be set. */
export interface TargetLevel {
  readonly levelId: string;
  readonly levelStatus: 'unknown' | 'PUBLISHED' | 'ARCHIVED';
  /** Whether the sub-level that was named, if one was, belongs to the level and is not archived. */
  readonly subLevelBelongs: boolean;
  /** Whether the page's space may use the level. */
  readonly isInScheme: boolean;
}

export interface AccessQuestion {
  readonly required: Scope;
  readonly key: KeyRights;
  readonly page: PageSeen;
  /** null = the page has no level. */
  readonly currentLevelId: string | null;
  /** Only where a level is to be set, or to be taken away: `none`. */
  readonly target?: TargetLevel | 'none';
  /** Only where the target is less sensitive than the current level. */
  readonly lowering?: { readonly rule: LoweringRule; readonly isJustified: boolean } | undefined;
  /** Only where what was found on the page calls for a more sensitive level than the target. */
  readonly isBelowFindings?: boolean;
}

export type Denial =
  | 'INSUFFICIENT_SCOPE'
  | 'PAGE_NOT_FOUND'
  | 'LEVEL_NOT_FOUND'
  | 'SUBLEVEL_NOT_IN_LEVEL'
  | 'LEVEL_ARCHIVED'
  | 'LEVEL_NOT_IN_SPACE_SCHEME'
  | 'LEVEL_OUTSIDE_KEY_LIMIT'
  | 'PAGE_NOT_EDITABLE'
  | 'LEVEL_CHANGE_FORBIDDEN'
  | 'JUSTIFICATION_REQUIRED'
  | 'LEVEL_BELOW_FINDINGS';

export type Decision = { readonly allow: true } | { readonly allow: false; readonly problem: Denial };

export function decide(question: AccessQuestion): Decision {
  const { required, key, page, currentLevelId, target, lowering, isBelowFindings = false } = question;
  if (!includesScope(key.scopes, required)) return deny('INSUFFICIENT_SCOPE');
  if (page === 'hidden') return deny('PAGE_NOT_FOUND');
  if (!isInside(key.spaceLimit, page.spaceId)) return deny('PAGE_NOT_FOUND');
  if (!isInside(key.levelLimit, currentLevelId ?? UNCLASSIFIED)) return deny('PAGE_NOT_FOUND');
  if (target === undefined) return { allow: true };
  if (target !== 'none') {
    if (target.levelStatus === 'unknown') return deny('LEVEL_NOT_FOUND');
    if (!target.subLevelBelongs) return deny('SUBLEVEL_NOT_IN_LEVEL');
    if (target.levelStatus === 'ARCHIVED') return deny('LEVEL_ARCHIVED');
    if (!target.isInScheme) return deny('LEVEL_NOT_IN_SPACE_SCHEME');
  }
  if (!isInside(key.levelLimit, target === 'none' ? UNCLASSIFIED : target.levelId)) {
    return deny('LEVEL_OUTSIDE_KEY_LIMIT');
  }
  if (!page.mayUpdate) return deny('PAGE_NOT_EDITABLE');
  if (lowering?.rule === 'forbidden') return deny('LEVEL_CHANGE_FORBIDDEN');
  if (lowering?.rule === 'justified' && !lowering.isJustified) return deny('JUSTIFICATION_REQUIRED');
  if (isBelowFindings) return deny('LEVEL_BELOW_FINDINGS');
  return { allow: true };
}

/** Is it among what a limit lists, or is there no limit? */
export function isInside(limit: readonly string[], value: string): boolean {
  return limit.length === 0 || limit.includes(value);
}

function deny(problem: Denial): Decision {
  return { allow: false, problem };
}

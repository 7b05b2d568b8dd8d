import type { Levels } from '../classification/level-store';
import type { Purpose, UseRule, UseSubject } from '../configuration/governance';
import { SEVERITIES, type Severity } from '../detection/detector';
import { DENY_ALL, type UseRules } from './rules';

/** Decides if a page may be used for a purpose. Pure. A fact that could not be read counts as the worst one. */

/** The most permissive first. */
export const DECISIONS = ['allow', 'ask', 'deny'] as const;
export type Decision = (typeof DECISIONS)[number];

/** `policy`: another rule applies, which the caller may not know. `unknown`: a fact could not be read. */
export const USE_REASONS = [
  'level',
  'no-level',
  'findings',
  'not-scanned',
  'over-exposed',
  'policy',
  'unknown',
  'not-found',
] as const;
export type UseReason = (typeof USE_REASONS)[number];

export interface UseFacts {
  /** Undefined: the page has no level. */
  readonly levelId: string | undefined;
  /** The highest severity of its open findings. */
  readonly highest: Severity | 'none' | 'unknown';
  readonly isScanned: boolean | 'unknown';
  /** As it was measured. False also for a page that was not. */
  readonly isOverExposed: boolean;
}

/** The facts that a caller may know. */
export interface Knows {
  readonly findings: boolean;
  readonly exposure: boolean;
}

export interface UseDecision {
  readonly decision: Decision;
  /** Why it is not `allow`: every rule that asks or denies, as far as the caller may know it. */
  readonly reasons: readonly UseReason[];
}

/** A page that is hidden, does not exist, or cannot be checked. */
export const NOT_FOUND: UseDecision = { decision: 'deny', reasons: ['not-found'] };

/**
 * The decision is the same for every caller. A rule about a fact that the caller may not know becomes `policy`, and only if the
 * reasons that the caller may know do not suffice for the decision.
 */
export function decideUse(
  { rules, levels }: { readonly rules: UseRules; readonly levels: Levels },
  purpose: Purpose,
  facts: UseFacts,
  knows: Knows,
): UseDecision {
  const applied = subjectsOf(facts).map(({ subject, ...rest }) => {
    const rule = rest.needs === undefined ? ruleOfLevel(rules, levels, facts.levelId) : rules[subject];
    return { ...rest, decision: decisionOf(rule, purpose) };
  });
  const known = applied.filter(({ needs }) => needs === undefined || knows[needs]);
  const decision = strictest(applied);
  const reasons = known.flatMap(({ decision: one, reason }) => (one === 'allow' ? [] : [reason]));
  if (strictest(known) !== decision) reasons.push('policy');
  return { decision, reasons: [...new Set(reasons)] };
}

interface Applied {
  readonly subject: UseSubject;
  readonly reason: UseReason;
  /** The facts that a caller must be allowed to know. */
  readonly needs?: keyof Knows;
}

function subjectsOf({ levelId, highest, isScanned, isOverExposed }: UseFacts): readonly Applied[] {
  const reached = highest === 'unknown' ? SEVERITIES.length : SEVERITIES.findIndex((one) => one === highest) + 1;
  const found = SEVERITIES.slice(0, reached).map((severity): Applied => ({
    subject: `findings:${severity}`,
    reason: highest === 'unknown' ? 'unknown' : 'findings',
    needs: 'findings',
  }));
  const notScanned: Applied = {
    subject: 'not-scanned',
    reason: isScanned === 'unknown' ? 'unknown' : 'not-scanned',
    needs: 'findings',
  };
  return [
    levelId === undefined
      ? { subject: 'no-level', reason: 'no-level' }
      : { subject: `level:${levelId}`, reason: 'level' },
    ...found,
    ...(isScanned === true ? [] : [notScanned]),
    ...(isOverExposed ? [{ subject: 'over-exposed', reason: 'over-exposed', needs: 'exposure' } as const] : []),
  ];
}

/** A level that was added after the rules were set is treated as the next more sensitive one. Without any rule, nothing is allowed. */
export function ruleOfLevel(rules: UseRules, { all }: Pick<Levels, 'all'>, levelId: string | undefined): UseRule {
  if (levelId === undefined) return rules['no-level'] ?? DENY_ALL;
  const index = all.findIndex((level) => level.levelId === levelId);
  const ruled = all.slice(0, index + 1).flatMap((level) => rules[`level:${level.levelId}`] ?? []);
  return ruled.at(-1) ?? DENY_ALL;
}

export function decisionOf(rule: UseRule | undefined, purpose: Purpose): Decision {
  if (rule?.deny.includes(purpose) === true) return 'deny';
  return rule?.ask.includes(purpose) === true ? 'ask' : 'allow';
}

function strictest(applied: readonly { readonly decision: Decision }[]): Decision {
  return DECISIONS.findLast((decision) => applied.some((one) => one.decision === decision)) ?? 'allow';
}

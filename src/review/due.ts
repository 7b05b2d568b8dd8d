import type { StoredPageLevel } from '../classification/page-level-store';
import { REVIEWERS, type ReviewRule } from '../configuration/governance';
import type { ReviewRules } from './rules';
import type { ReviewRecord } from './review-store';

/** When a page must be reviewed. Pure. Time never changes a level (docs/adr/0131). */

export interface Due {
  /** ISO 8601 in UTC. */
  readonly since: string;
  /** `rule`: the rule of its level. `date`: a person set the date. */
  readonly why: 'rule' | 'date';
  /** The people who are asked. The admins of the space always see the page in their list. */
  readonly reviewers: ReviewRule['reviewers'];
}

type Facts = Pick<StoredPageLevel, 'record' | 'changedAt'>;

/** @returns undefined: not due at this time */
export function dueOf(
  level: Facts,
  review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined,
  rules: ReviewRules['rules'],
  now: Date,
): Due | undefined {
  const found = nextReview(level, review, rules);
  return found === undefined || found.since > now.toISOString() ? undefined : found;
}

/** The time at which the page is due next, also if it is in the past. @returns undefined: no rule and no date */
export function nextReview(
  level: Facts,
  review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined,
  rules: ReviewRules['rules'],
): Due | undefined {
  const { record, changedAt = '' } = level;
  const { reviewedAt = '', passedOnAt = '' } = review?.data ?? {};
  const decidedAt = changedAt > reviewedAt ? changedAt : reviewedAt;
  const rule = record === undefined ? undefined : rules[record.levelId];
  const isPassedOn = passedOnAt > decidedAt;
  const [owner, spaceAdmins] = REVIEWERS;
  const reviewers = isPassedOn ? spaceAdmins : (rule?.reviewers ?? owner);
  // A decision after the date answers it.
  const date = review?.dueAt !== undefined && review.dueAt > decidedAt ? review.dueAt : undefined;
  const byRule = rule === undefined || decidedAt === '' ? undefined : monthsAfter(decidedAt, rule.months);
  if (date !== undefined && (byRule === undefined || date <= byRule)) return { since: date, why: 'date', reviewers };
  return byRule === undefined ? undefined : { since: byRule, why: 'rule', reviewers };
}

/** The same day and time of a later month, or its last day. In UTC. */
export function monthsAfter(instant: string, months: number): string {
  const at = new Date(instant);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, lastDay));
  return at.toISOString();
}

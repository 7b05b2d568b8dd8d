import type { StoredPageLevel } from '../classification/page-level-store';
import { REVIEWERS, type ReviewRule } from '../configuration/governance';
import type { Ask } from './campaign-store';
import type { ReviewRules } from './rules';
import type { ReviewRecord } from './review-store';

/** When a page must be reviewed. Pure. Time never changes a level (docs/adr/0131). */

interface Asked {
  /** The people who are asked. The admins of the space always see the page in their list. */
  readonly reviewers: ReviewRule['reviewers'];
}

export interface Due extends Asked {
  /** ISO 8601 in UTC. */
  readonly since: string;
  /** `rule`: the rule of its level. `date`: a person set the date. `campaign`: an open campaign asks for it. */
  readonly why: 'rule' | 'date' | 'campaign';
  /** The oldest open campaign that still waits for an answer, also if the page is due without it. */
  readonly campaign?: Asked & Pick<Ask, 'campaignId' | 'name' | 'answerBy'>;
}

const [OWNER, SPACE_ADMINS] = REVIEWERS;

type Facts = Pick<StoredPageLevel, 'record' | 'changedAt'>;

/** @returns undefined: not due at this time */
export function dueOf(
  level: Facts,
  review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined,
  rules: ReviewRules['rules'],
  now: Date,
  asks: readonly Ask[] = [],
): Due | undefined {
  const found = nextReview(level, review, rules, asks);
  return found === undefined || found.since > now.toISOString() ? undefined : found;
}

/** The time at which the page is due next, also if it is in the past. @returns undefined: no rule and no date */
export function nextReview(
  level: Facts,
  review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined,
  rules: ReviewRules['rules'],
  asks: readonly Ask[] = [],
): Due | undefined {
  const { record, changedAt = '' } = level;
  const { reviewedAt = '', passedOnAt = '' } = review?.data ?? {};
  const decidedAt = changedAt > reviewedAt ? changedAt : reviewedAt;
  const rule = record === undefined ? undefined : rules[record.levelId];
  const isPassedOn = passedOnAt > decidedAt;
  const askedBy = (of: ReviewRule['reviewers'] | undefined) => (isPassedOn ? SPACE_ADMINS : (of ?? OWNER));
  // A decision after the date or after the start of a campaign answers it.
  const open = asks.find(({ since }) => since > decidedAt);
  const found: readonly (Due | undefined)[] = [
    review?.dueAt !== undefined && review.dueAt > decidedAt
      ? { since: review.dueAt, why: 'date', reviewers: askedBy(rule?.reviewers) }
      : undefined,
    rule === undefined || decidedAt === ''
      ? undefined
      : { since: monthsAfter(decidedAt, rule.months), why: 'rule', reviewers: askedBy(rule.reviewers) },
    open && { since: open.since, why: 'campaign', reviewers: askedBy(open.reviewers) },
  ];
  const [first] = found
    .filter((one) => one !== undefined)
    .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  if (first === undefined || open === undefined) return first;
  const { campaignId, name, answerBy } = open;
  return { ...first, campaign: { campaignId, name, answerBy, reviewers: askedBy(open.reviewers) } };
}

/** By a rule, a date or a campaign. */
export const isOwnerAsked = ({ reviewers, campaign }: Due) => reviewers === OWNER || campaign?.reviewers === OWNER;

/** True if a comment may ask the owner: the rule of the level says so, or a campaign asks. */
export function isOwnerReminded({ reviewers, campaign }: Due, rule: ReviewRule | undefined): boolean {
  return campaign?.reviewers === OWNER || (reviewers === OWNER && rule?.overdue === 'notify');
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

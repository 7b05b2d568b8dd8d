import * as z from 'zod';
import { findLevel, type Levels } from '../../classification/level-store';
import type { PageLevelRecord } from '../../classification/model';
import { OVERDUE, REVIEWERS } from '../../configuration/governance';
import type { Due } from '../../review/due';
import type { ReviewRecord } from '../../review/review-store';
import { ruleFields } from '../../review/rule-fields';
import type { ReviewRules } from '../../review/rules';
import * as fields from '../fields';
import { etagOf } from '../page-access';
import { editOf } from '../read-only';
import type { AuthorizedRequest } from '../route';
import { LEVEL_EXAMPLE } from './level-schemas';

/** Reviews in requests and responses. Never people. */

const levelNames = { levelId: z.uuid(), levelKey: z.string().nullable(), levelName: z.string().nullable() };

function namesOf(levels: Levels, levelId: string) {
  const { levelKey = null, name: levelName = null } = findLevel(levels, levelId) ?? {};
  return { levelId, levelKey, levelName };
}

const MAX_RULES = 200;

const ruleBody = z
  .strictObject({ ...levelNames, months: z.int(), reviewers: z.enum(REVIEWERS), overdue: z.enum(OVERDUE) })
  .meta({ id: 'ReviewRule', description: 'How often the level of a page is reviewed.' });

export const reviewRuleInput = editOf(ruleBody, {
  levelId: fields.levelName,
  ...ruleFields,
}).meta({ id: 'SetReviewRule' });

export const reviewRulesBody = z
  .strictObject({
    rules: z.array(ruleBody).meta({
      description: 'The most sensitive level first. Pages of a level without a rule are never due by a rule.',
    }),
  })
  .meta({
    id: 'ReviewRules',
    description: 'When pages of each level are due for a review. The rules change no level.',
  });

export const reviewRulesInput = editOf(reviewRulesBody, {
  rules: z
    .array(reviewRuleInput, { error: 'must be a list of rules' })
    .max(MAX_RULES, { error: `must have at most ${MAX_RULES} entries` })
    .superRefine(fields.eachOnce('levelId'))
    .meta({ description: 'The rules of all levels. A level that is not in the list has no rule.' }),
}).meta({ id: 'SetReviewRules' });

export function toReviewRulesBody({ rules }: ReviewRules, levels: Levels): z.infer<typeof reviewRulesBody> {
  const order = levels.all.map(({ levelId }) => levelId);
  const entries = Object.entries(rules).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    rules: entries.map(([levelId, { overdue = 'list', ...rule }]) => ({
      ...namesOf(levels, levelId),
      ...rule,
      overdue,
    })),
  };
}

const RULE_EXAMPLE = { months: 12, reviewers: 'owner' as const, overdue: 'notify' as const };

export const REVIEW_RULES_EXAMPLE: z.infer<typeof reviewRulesBody> = {
  rules: [
    {
      ...{ levelId: LEVEL_EXAMPLE.levelId, levelKey: LEVEL_EXAMPLE.levelKey, levelName: LEVEL_EXAMPLE.name },
      ...RULE_EXAMPLE,
    },
  ],
};

export const REVIEW_RULES_INPUT_EXAMPLE = { rules: [{ levelId: 'restricted', ...RULE_EXAMPLE }] };

export const ETAG_OF_REVIEW = { ETag: 'Changes whenever a rule of the site or a level changes. Use it in If-Match.' };

/** The levels are part of it, because responses name them. */
export function etagOfReview({ revision }: ReviewRules, { levels }: Pick<AuthorizedRequest, 'levels'>): string {
  return `"w${revision}l${levels.revision}"`;
}

/** A date further ahead is most likely a mistake. */
const MAX_YEARS_AHEAD = 10;

const instant = z.iso.datetime({ precision: 3 }).nullable();

export const pageReviewBody = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string(),
    levelId: z.string().nullable(),
    etag: z.string().nullable().meta({
      description: 'The ETag of the level of the page, for `ifMatch` of an answer. null = the page has no level.',
    }),
    reviewOn: instant.meta({ description: 'The date that a person set for the next review. null = none.' }),
    reviewedAt: instant.meta({ description: 'The last answer `still-right`. null = none.' }),
    nextReviewAt: instant.meta({
      description:
        'When the page is due, also in the past. null = its level has no rule, it has no date, and no campaign asks for it.',
    }),
    isDue: z.boolean(),
    reviewers: z.enum(REVIEWERS).nullable().meta({
      description: 'The people who are asked: `space-admins` also after the answer `not-mine`. null = never due.',
    }),
  })
  .meta({ id: 'PageReview', description: 'When the level of a page must be reviewed.' });

export const pageReviewInput = editOf(pageReviewBody, {
  reviewOn: fields.instant.optional().meta({
    description: `The page is due at this time, whatever its rule says. In the future, at most ${MAX_YEARS_AHEAD} years ahead. A date means its start in UTC. Omitted = no date.`,
    examples: ['2027-03-01'],
  }),
}).meta({ id: 'SetPageReview' });

/** @returns the time to store, or why it is refused */
export function checkReviewOn(reviewOn: string | undefined, now: Date): string | undefined {
  if (reviewOn === undefined) return undefined;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  return reviewOn > now.toISOString() && reviewOn <= latest.toISOString()
    ? undefined
    : `must be in the future, and at most ${MAX_YEARS_AHEAD} years ahead`;
}

interface PageFacts {
  readonly pageId: string;
  readonly spaceId: string;
  readonly level: PageLevelRecord | undefined;
  readonly review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined;
  readonly next: Due | undefined;
}

export function toPageReviewBody(
  { pageId, spaceId, level, review, next }: PageFacts,
  now: Date,
): z.infer<typeof pageReviewBody> {
  return {
    ...{ pageId, spaceId, levelId: level?.levelId ?? null, etag: level === undefined ? null : etagOf(level) },
    ...{ reviewOn: review?.dueAt ?? null, reviewedAt: review?.data.reviewedAt ?? null },
    ...{ nextReviewAt: next?.since ?? null, isDue: next !== undefined && next.since <= now.toISOString() },
    reviewers: next?.reviewers ?? null,
  };
}

export const PAGE_REVIEW_EXAMPLE: z.infer<typeof pageReviewBody> = {
  ...{ pageId: '164001', spaceId: '98306', levelId: LEVEL_EXAMPLE.levelId, etag: '"p3"' },
  ...{ reviewOn: '2027-03-01T00:00:00.000Z', reviewedAt: '2026-11-21T09:30:00.000Z' },
  ...{ nextReviewAt: '2027-03-01T00:00:00.000Z', isDue: false, reviewers: 'owner' },
};

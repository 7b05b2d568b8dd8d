import * as z from 'zod';
import { MAX_REVIEW_MONTHS, OVERDUE, REVIEWERS } from '../configuration/governance';

/** The fields of a rule in requests. Messages follow the field's name. */

const MONTHS = { error: `must be a whole number from 1 to ${MAX_REVIEW_MONTHS}` };

export const ruleFields = {
  months: z.int(MONTHS).min(1, MONTHS).max(MAX_REVIEW_MONTHS, MONTHS).meta({
    description: 'A page is due this number of months after its last review, or else the last change of its level.',
  }),
  reviewers: z.enum(REVIEWERS, { error: `must be one of ${REVIEWERS.join(', ')}` }).meta({
    description: '`owner`: who created the page. `space-admins`: the admins of its space.',
  }),
  overdue: z
    .enum(OVERDUE, { error: `must be one of ${OVERDUE.join(', ')}` })
    .optional()
    .meta({
      description:
        'A page that is due is always listed. `notify`: if the site asks authors in comments, a comment also mentions the `owner`, at most once in 30 days a page. Omitted = `list`.',
    }),
};

import type { ReviewRule } from '../../../../src/configuration/governance';

const REVIEWER_NAMES = {
  owner: 'the person who created the page',
  'space-admins': 'the admins of its space',
} satisfies Record<ReviewRule['reviewers'], string>;

/** The texts about reviews of the levels of pages. */
export const reviewsTexts = {
  reviews: {
    answers: { 'still-right': 'The level is still right', 'not-mine': 'Passed on to the admins of the space' },
    rules: {
      title: 'Review rules',
      intro:
        'How often people review the level of a page. A page that is due waits for its reviewer, and keeps its level.',
      failed: 'We couldn’t load the review rules',
      edit: 'Edit review rules',
      none: 'No reviews',
      inWords: ({ months, reviewers }: ReviewRule) =>
        `every ${months === 1 ? 'month' : `${months.toLocaleString()} months`}, by ${REVIEWER_NAMES[reviewers]}`,
      months: 'Months between reviews',
      monthsHelp: 'From 1 to 60. Empty: no reviews.',
      wrongMonths: 'Enter a whole number from 1 to 60, or nothing.',
      reviewers: 'Who reviews',
      reviewerNames: { owner: 'Who created the page', 'space-admins': 'Admins of its space' } satisfies Record<
        ReviewRule['reviewers'],
        string
      >,
      conflict: 'Another admin changed the review rules',
      saved: 'Review rules saved',
      savedBody: 'They apply now, also to pages whose level was set before.',
    },
  },
} as const;

import type { ReviewRule } from '../../../../src/configuration/governance';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

const REVIEWER_NAMES = {
  owner: 'the person who created the page',
  'space-admins': 'the admins of its space',
} satisfies Record<ReviewRule['reviewers'], string>;

/** The texts about reviews of the levels of pages. */
export const reviewsTexts = {
  reviews: {
    answers: { 'still-right': 'The level is still right', 'not-mine': 'Passed on to the admins of the space' },
    campaigns: {
      title: 'Reviews',
      intro:
        'A campaign asks people if the level of each of its pages is still right, for example once a year before an audit. No answer and no date changes a level.',
      failed: 'We couldn’t load the campaigns',
      create: 'Create campaign',
      none: 'No campaigns yet',
      noneBody: 'Create a campaign to have the levels of many pages reviewed, and to export evidence of it.',
      titles: { open: 'Open campaigns', ended: 'Ended campaigns' },
      noneIn: { open: 'No open campaigns.', ended: 'No ended campaigns.' },
      columns: {
        name: 'Campaign',
        day: { open: 'Answer by', ended: 'Ended on' },
        progress: 'Answered',
        actions: 'Actions',
      },
      progressOf: (name: string) => `Answered: ${name}`,
      confirmed: (done: number, all: number) => `${done.toLocaleString()} of ${pages(all)} confirmed`,
      passedOn: (count: number) => `${count.toLocaleString()} passed on to space admins`,
      asOf: (moment: string) =>
        `As of ${moment}. The numbers include pages that you can’t view. Pages whose level was changed are in the evidence.`,
      others: (count: number) => `${plural(count, 'older campaign is', 'older campaigns are')} available in the API.`,
      filter: {
        anyLevel: 'All levels',
        spaces: (names: readonly string[]) => `in ${names.join(', ')}`,
        hiddenSpaces: (count: number) => plural(count, 'other space', 'other spaces'),
        over: 'over their exposure rule',
        findings: 'with findings',
        notReviewedSince: (day: string) => `not reviewed since ${day}`,
      },
      by: { owner: 'reviewed by who created the page', 'space-admins': 'reviewed by space admins' },
      export: (format: string) => `Export ${format.toUpperCase()}`,
      exportOf: (name: string, format: string) => `Export ${format.toUpperCase()} evidence: ${name}`,
      fileName: (name: string, format: string) => `evidence-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${format}`,
      endIt: 'End',
      endOf: (name: string) => `End campaign: ${name}`,
      end: {
        title: (name: string) => `End campaign “${name}”`,
        body: (done: number, all: number) =>
          `${done.toLocaleString()} of ${pages(all)} are confirmed. People are no longer asked about the others. Answers and evidence stay, and no level changes.`,
        submit: 'End campaign',
        keep: 'Keep open',
        failed: 'We couldn’t end the campaign',
        done: 'Campaign ended',
      },
      rules: 'Rules ask for reviews at regular intervals, without a campaign.',
      showRules: 'View review rules',
      dialog: {
        title: 'Create campaign',
        name: 'Name',
        nameHelp: 'Reviewers see it next to their pages.',
        required: 'Enter a name.',
        levels: 'Levels',
        levelsHelp: 'None selected: pages of every level.',
        spaces: 'Spaces',
        spacesHelp: 'None selected: pages of every space, also of those that you can’t view.',
        only: 'Only pages',
        conditions: { over: 'Over the exposure rule of their level', findings: 'With findings in their last scan' },
        reviewedBefore: 'Not reviewed since',
        reviewedBeforeHelp: 'Empty: also pages that were reviewed lately.',
        reviewers: 'Who reviews',
        answerBy: 'Answer by',
        answerByHelp: 'Reviewers see this day. The campaign stays open until you end it.',
        chooseDay: 'Choose a day.',
        count: 'Count pages',
        countFailed: 'We couldn’t count the pages',
        counted: (count: number) => `${pages(count)} will be reviewed`,
        noPages: 'No page with a level matches. Choose other pages.',
        tooMany: 'The levels and spaces have more than 10,000 pages. Choose fewer of them.',
        submit: (count: number) => `Create with ${pages(count)}`,
        failed: 'We couldn’t create the campaign',
        done: 'Campaign created',
      },
    },
    rules: {
      title: 'Review rules',
      intro:
        'How often people review the level of a page. A page that is due waits for its reviewer, and keeps its level.',
      failed: 'We couldn’t load the review rules',
      edit: 'Edit review rules',
      none: 'No reviews',
      showCampaigns: 'View campaigns',
      inWords: ({ months, reviewers, overdue }: ReviewRule) =>
        `every ${months === 1 ? 'month' : `${months.toLocaleString()} months`}, by ${REVIEWER_NAMES[reviewers]}${overdue === 'notify' ? ', with a comment' : ''}`,
      months: 'Months between reviews',
      monthsHelp: 'From 1 to 60. Empty: no reviews.',
      wrongMonths: 'Enter a whole number from 1 to 60, or nothing.',
      reviewers: 'Who reviews',
      reviewerNames: { owner: 'Who created the page', 'space-admins': 'Admins of its space' } satisfies Record<
        ReviewRule['reviewers'],
        string
      >,
      overdue: 'When a page is due',
      overdueHelp:
        'A comment mentions who created the page. It needs reminders for authors, which are set on this page.',
      overdueNames: { list: 'List it', notify: 'List it and comment' } satisfies Record<
        NonNullable<ReviewRule['overdue']>,
        string
      >,
      conflict: 'Another admin changed the review rules',
      saved: 'Review rules saved',
      savedBody: 'They apply now, also to pages whose level was set before.',
    },
  },
} as const;

import type { ReviewAnswer } from '../../../../src/review/answer-review';
import type { ShownCampaign } from '../../../../src/surfaces/page-contract';
import { formatDay } from '../../../admin/src/dates';
import { plural } from '../common-texts';

const pages = (count: number) => plural(count, 'page', 'pages');

/** The texts about reviews in the home page, on the page of a space, and in the popup. */
export const reviewTexts = {
  title: 'Pages to review',
  intro:
    'Pages of the space that you can view and whose review is due. Only people who can edit a page can answer. To change a level, open the page.',
  empty: 'No page of the space is due for a review.',
  emptyPart: 'No page is due among those that were checked so far.',
  listFailed: 'We couldn’t load the pages to review',
  since: 'Due since',
  asked: 'Asked',
  selectColumn: 'Select',
  reviewers: { owner: 'Who created the page', 'space-admins': 'Space admins' },
  campaign: ({ name, answerBy }: ShownCampaign) => `campaign ${name}, answer by ${formatDay(answerBy.slice(0, 10))}`,
  select: (title: string) => `Select ${title}`,
  failed: 'We couldn’t save all answers',
  answers: {
    'still-right': (count: number) => `Still right: ${pages(count)}`,
    'not-mine': (count: number) => `Not mine: ${pages(count)}`,
  } satisfies Record<ReviewAnswer, (count: number) => string>,
  answered: (count: number) => `${pages(count)} answered.`,
  refused: (count: number, hasChanged: boolean) =>
    `${pages(count)} not answered${hasChanged ? ', because another user changed a level in the meantime, or' : ', because'} you can’t edit them. Reload the list.`,
  dueSince: (day: string) => `Review is due since ${day}.`,
  nextOn: (day: string) => `Next review: ${day}.`,
  none: 'No review is planned.',
  date: 'Review on',
  dateHelp: 'For example, the end of an embargo. The level doesn’t change by itself.',
  setDate: 'Set date',
  saved: 'Saved.',
  wrongDate: 'Choose a day in the future, at most 10 years ahead.',
  dateFailed: 'We couldn’t set the date',
  notSaved: 'The date was not saved. Reload the page, then try again.',
} as const;

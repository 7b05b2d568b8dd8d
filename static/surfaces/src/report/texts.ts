import type { NoReport, ReportConfig } from '../../../../src/surfaces/contract';
import { plural } from '../common-texts';

const pages = (count: number) => plural(count, 'page', 'pages');

export const reportTexts = {
  label: 'Classification report',
  failed: 'We couldn’t load the report',
  moreFailed: 'We couldn’t load more pages',
  noReport: {
    'not-configured': 'This report isn’t set up correctly. Edit the macro and choose which pages it counts.',
    'source-hidden':
      'You can’t view the page or space of this report, or it no longer exists. Edit the macro to choose another one.',
    'query-rejected': 'Confluence doesn’t accept the query of this report. Edit the macro and correct it.',
  } satisfies Record<NoReport['state'], string>,
  /** For people who cannot edit the page. */
  notShown: {
    'not-configured': 'This report isn’t set up yet.',
    'source-hidden': 'You can’t view the page or space of this report, or it no longer exists.',
    'query-rejected': 'This report can’t be shown right now.',
  } satisfies Record<NoReport['state'], string>,
  empty: 'This report has no pages that you can view.',
  emptyPart: 'No pages so far. Load more to continue.',
  emptyReason: {
    below: 'This report has no pages, because you can view none below its page.',
    'this-space': 'This report has no pages, because you can view none in this space.',
    space: 'This report has no pages, because you can view none in the space that it counts.',
    query: 'This report has no pages, because its query finds none that you can view.',
  } satisfies Record<ReportConfig['source'], string>,
  howToSetUp: 'To count other pages, edit this page, select the macro, and then select Edit.',
  counts: 'Pages by level',
  level: 'Level',
  pages: 'Pages',
  page: 'Page',
  classified: 'Classified',
  list: 'Pages',
  notClassified: '–',
  openPage: (title: string) => `Open ${title}`,
  total: (count: number, hasMore: boolean) =>
    `${hasMore ? 'The first ' : ''}${pages(count)} that you can view.${hasMore ? ' Load more to count the next ones.' : ''}`,
  off: (count: number) => `${pages(count)} that you can view in spaces where classification is off.`,
  showMore: 'Show more',
  loadMore: 'Load more',
} as const;

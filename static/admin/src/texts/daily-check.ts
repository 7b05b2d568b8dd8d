import { plural } from './plural';

const records = (count: number) => plural(count, 'record or new page', 'records and new pages');

export const dailyCheckTexts = {
  dailyCheck: {
    title: 'Daily check',
    intro:
      'Confluence sends the app an event when a page changes, but some events get lost. Once a day, the app compares its records and scans with your pages, looks for changed pages, and fixes what it missed.',
    refresh: 'Refresh',
    refreshNamed: 'Refresh daily check',
    failed: 'We couldn’t load the daily check',
    never: 'The daily check hasn’t run yet. It first runs within a day of installing the app.',
    running: (start: string) => `Running since ${start}`,
    soFar: (count: number) => `${records(count)} checked so far.`,
    lost: (touched: string) => `Interrupted on ${touched}`,
    lostBody: 'The next daily check continues from there.',
    ran: 'Last run',
    between: (start: string, end: string) => (start === end ? start : `${start} to ${end}`),
    checked: 'Checked',
    checkedCount: records,
    repaired: 'Fixed',
    nothingRepaired: 'Nothing needed fixing.',
    moved: (count: number) => `${plural(count, 'page was', 'pages were')} in a different space than recorded.`,
    classified: (count: number) =>
      `${plural(count, 'page', 'pages')} got a level: the default level of the space, or a more sensitive level that the space allows.`,
    rescanned: (count: number) =>
      `A scan of ${plural(count, 'page', 'pages')} was requested, because the app missed a change.`,
    notInspected: 'Couldn’t be checked',
    allInspected: 'None. The app could view the page of every record.',
    inaccessible: (count: number) =>
      `The app can’t view ${count === 1 ? 'the page of 1 record' : `the pages of ${count.toLocaleString()} records`}. The page may be restricted, or it may have been deleted without an event. The app keeps these records unchanged.`,
    inaccessibleList: 'Pages the app can’t view',
    page: (title: string | undefined, pageId: string) =>
      title === undefined ? `Page ${pageId}` : `${title} (${pageId})`,
    morePages: (count: number) => `and ${plural(count, 'page', 'pages')} more`,
    unreadable: (count: number) =>
      `This version of the app can’t read ${plural(count, 'record', 'records')}. Contact the person who maintains the app.`,
  },
} as const;

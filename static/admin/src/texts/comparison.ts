import { plural } from './plural';

export const comparisonTexts = {
  comparison: {
    title: 'Daily comparison with Confluence',
    intro:
      'Confluence tells the app of what happens to pages, but not always. So once a day the app compares all its records with their pages, looks for new pages that it was not told of, and repairs what it missed.',
    refresh: 'Refresh',
    refreshNamed: 'Refresh what the daily comparison did',
    failed: 'What the comparison did could not be loaded',
    never: 'It has not run yet. The first run comes within a day after the app was installed.',
    running: (start: string) => `It has been running since ${start}`,
    soFar: (count: number) => `${plural(count, 'record or new page', 'records and new pages')} looked at so far.`,
    lost: (touched: string) => `It stopped on ${touched} before its end`,
    lostBody: 'The next daily run goes on where it stopped.',
    ran: 'Last run',
    between: (start: string, end: string) => (start === end ? start : `${start} to ${end}`),
    checked: 'Looked at',
    checkedCount: (count: number) => plural(count, 'record or new page', 'records and new pages'),
    repaired: 'Repaired',
    nothingRepaired: 'Nothing had to be repaired.',
    moved: (count: number) => `${plural(count, 'page was', 'pages were')} in another space than recorded.`,
    classified: (count: number) =>
      `${plural(count, 'page', 'pages')} got a level: the default level of the space, or a more sensitive one that the space may use.`,
    notInspected: 'Could not be inspected',
    allInspected: 'Nothing: the app saw the page of every record.',
    unseen: (count: number) =>
      `The app does not see ${count === 1 ? 'the page of 1 record' : `the pages of ${count.toLocaleString()} records`}: they are restricted without the app, or gone without a word of it. Nobody knows whether these records are right, so they stay as they are.`,
    unseenList: 'Pages that the app does not see',
    page: (title: string | undefined, pageId: string) =>
      title === undefined ? `Page ${pageId}` : `${title} (${pageId})`,
    morePages: (count: number) => `and ${plural(count, 'page', 'pages')} more`,
    unreadable: (count: number) =>
      `${count === 1 ? '1 record' : `${count.toLocaleString()} records`} cannot be read by this version of the app. Tell whoever maintains the app.`,
  },
} as const;

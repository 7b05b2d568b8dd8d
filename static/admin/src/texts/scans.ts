import type { ScannedPage, ScanView } from '../../../../src/admin/runs/scans';
import type { CoveredPage } from '../../../../src/admin/runs/coverage';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const scansTexts = {
  scans: {
    title: 'Scans',
    intro:
      'Pages are scanned when they’re published, on a schedule, or when you start a scan here. Only fully scanned pages can be considered clean.',
    start: 'Start scan',
    failed: 'We couldn’t load the scans',

    coverage: {
      title: 'Coverage',
      failed: 'We couldn’t load the coverage',
      notCounted: 'The pages have not been counted yet. The first count takes a few minutes.',
      counted: 'Pages of all spaces, also of those that you can’t view.',
      counting: 'Pages are being counted, so some numbers are still too low.',
      whole: 'Last full scan',
      lastWhole: (counted: number, day: string) => `${pages(counted)}, finished on ${day}`,
      lastWholeOn: (day: string) => `Finished on ${day}`,
      noWhole: 'Never. Pages published before the app was installed may not have been scanned.',
    },

    pages: {
      title: 'Pages by scan result',
      show: 'Show',
      kinds: {
        'not-inspected': 'Couldn’t be scanned',
        partial: 'Partly scanned',
        stale: 'Outdated',
        complete: 'Fully scanned',
      },
      columns: { page: 'Page', state: 'Result', why: 'Reason', when: 'Scanned' },
      states: {
        complete: 'Fully scanned',
        partial: 'Partly scanned',
        'not-inspected': 'Couldn’t be scanned',
        unfinished: 'Running',
        gone: 'Deleted',
      } satisfies Record<CoveredPage['state'], string>,
      neverScanned:
        'Restricted pages that you can view and the app can’t. People who can edit a page can add the app to its restrictions. Pages that were never scanned are not in this list: start a scan to check them.',
      stale: 'The page or the detection settings changed since this scan',
      overBudget: (names: string) => `Ran out of time: ${names}`,
      allScanned: 'Everything was scanned',
      none: {
        'not-inspected': 'No pages that you can view failed to scan.',
        partial: 'No pages that you can view were partly scanned.',
        stale: 'No pages that you can view are outdated.',
        complete: 'No pages that you can view were fully scanned.',
      },
      noneOfContent: 'None that you can view.',
      noneSoFar: 'No pages found so far.',
      hidden: (count: number) => `${pages(count)} not shown: you can’t view them, or they no longer exist.`,
      more: 'Load more',
      failed: 'We couldn’t load the pages',
      caption: 'Pages',
    },

    list: {
      title: 'All scans',
      caption: 'Scans',
      none: 'No scans in the last 30 days',
      noneBody: 'Start a scan to check existing pages for sensitive data.',
      columns: { what: 'Scan', state: 'Status', result: 'Result', actions: 'Actions' },
      of: {
        site: 'Whole site',
        pages: 'Selected pages',
        space: 'One space',
        query: 'Search results',
      } satisfies Record<ScanView['of'], string>,
      space: (name: string) => `Space ${name}`,
      query: (cql: string) => `Search: ${cql}`,
      onlyStale: 'outdated pages only',
      startedBy: (who: string, moment: string) => `${who}, ${moment}`,
      schedule: 'Schedule',
      state: {
        queued: 'Waiting',
        running: 'Running',
        finished: 'Finished',
        failed: 'Failed',
        cancelled: 'Canceled',
      } satisfies Record<ScanView['state'], string>,
      why: {
        INVALID_CQL: 'The search is no longer valid in Confluence.',
        HOST_TIMEOUT: 'It didn’t finish within 30 days.',
        SEARCH_NOT_POSSIBLE: 'Confluence doesn’t let the app search on behalf of the person who started the scan.',
        API_KEY_OWNER_INACTIVE: 'The person who started the scan can no longer use Confluence.',
        API_KEY_REVOKED: 'The API key that started the scan was revoked.',
        API_KEY_EXPIRED: 'The API key that started the scan has expired.',
      } as Readonly<Record<string, string>>,
      pages: 'Pages',
      pagesOf: (moment: string) => `Pages in the scan from ${moment}`,
      noCounts: 'Only the person who started the scan can see its results.',
      cancel: 'Cancel',
      cancelOf: (what: string) => `Cancel scan: ${what}`,
    },

    results: {
      title: 'Scanned pages',
      list: 'Scanned pages',
      states: {
        complete: 'Fully scanned',
        partial: 'Partly scanned',
        'not-inspected': 'Couldn’t be scanned',
        skipped: 'Skipped: the page is in the trash, or another scan has covered it since',
      } satisfies Record<ScannedPage['state'], string>,
      noChanges: 'no changes',
      more: 'Show more',
      failed: 'We couldn’t load the results',
    },

    startDialog: {
      title: 'Start a scan',
      of: 'Pages to scan',
      site: 'Whole site',
      space: 'One space',
      query: 'Search results',
      pages: 'Selected pages',
      findSpace: 'Find a space',
      findSpaceHelp: 'Enter its name or key.',
      spaceList: 'Space',
      chooseSpace: 'Choose a space',
      cql: 'Search',
      cqlHelp: 'Use Confluence Query Language (CQL). For example: label = "finance" and space = HR',
      pageIds: 'Page IDs',
      pageIdsHelp: 'The numbers in the page URLs. Enter up to 1,000, separated by spaces, commas or line breaks.',
      onlyStale: 'Outdated pages only',
      onlyStaleHelp: 'Skip pages whose current version was already scanned with the current settings.',
      note: 'The first 250 pages are scanned right away, then 3,000 per hour to limit the load on Confluence. You can close this dialog; the scan continues.',
      submit: 'Start scan',
      failed: 'We couldn’t start the scan',
      noSpace: 'Choose a space.',
      noCql: 'Enter a CQL query.',
      noPages: 'Enter page IDs as numbers.',
      tooManyPages: 'Enter up to 1,000 page IDs.',
      started: 'Scan started',
    },

    cancelDialog: {
      title: 'Cancel scan?',
      body: 'The remaining pages aren’t scanned. Findings so far stay.',
      submit: 'Cancel scan',
      keep: 'Keep running',
      failed: 'We couldn’t cancel the scan',
      done: 'Scan canceled',
    },
  },
};

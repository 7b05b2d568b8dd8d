import type { ScannedPage, ScanView } from '../../../../src/admin/scans';
import type { CoveredPage } from '../../../../src/admin/coverage';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const scansTexts = {
  scans: {
    title: 'Scans',
    intro:
      'Pages are looked at when they are published, by a schedule, and when somebody asks for it here. Only of pages that were looked at as a whole is it known that nothing else is there.',
    start: 'Start a scan',
    failed: 'The scans could not be loaded',

    coverage: {
      title: 'Coverage',
      failed: 'The coverage could not be loaded',
      never: 'No page was looked at yet.',
      complete: 'Looked at as a whole',
      partial: 'Looked at in part',
      notInspected: 'Could not be looked at',
      count: (count: number, isExact: boolean) => (isExact ? pages(count) : `${count.toLocaleString()} pages or more`),
      whole: 'The whole site',
      lastWhole: (counted: number, day: string) => `${pages(counted)}, in the scan that ended on ${day}`,
      lastWholeOn: (day: string) => `Scanned; the scan ended on ${day}`,
      noWhole: 'Never scanned; pages that nobody has published since may not have been looked at',
      when: 'When',
      onPublish: { yes: 'Whenever a page is published', no: 'Not when a page is published' },
      schedules: {
        off: 'Not by a schedule',
        daily: 'What is out of date, every day',
        weekly: 'What is out of date, every week',
      },
      edit: 'Change where and when',
    },

    pages: {
      title: 'Pages by what is known of them',
      show: 'Show',
      kinds: {
        'not-inspected': 'Could not be looked at',
        partial: 'Looked at in part',
        stale: 'Out of date',
        complete: 'Looked at as a whole',
      },
      columns: { page: 'Page', state: 'Last look', why: 'Why', when: 'When' },
      states: {
        complete: 'As a whole',
        partial: 'In part',
        'not-inspected': 'Could not be looked at',
        unfinished: 'Under way',
        gone: 'Gone',
      } satisfies Record<CoveredPage['state'], string>,
      stale: 'There is a newer version, or other settings hold now',
      overBudget: (names: string) => `No time for: ${names}`,
      nothingToSay: 'Nothing was left out',
      none: {
        'not-inspected': 'There is no such page that you can see.',
        partial: 'No page that you can see was looked at in part alone.',
        stale: 'No page that you can see is out of date.',
        complete: 'No page that you can see was looked at as a whole.',
      },
      noneSoFar: 'None so far.',
      hidden: (count: number) => `${pages(count)} that you cannot see, or that are gone, are not shown.`,
      more: 'Look further',
      failed: 'The pages could not be loaded',
      caption: 'Pages',
    },

    list: {
      title: 'All scans',
      caption: 'Scans',
      none: 'No scan in the last thirty days',
      noneBody: 'Start one to look at the pages that are there already.',
      columns: { what: 'Scan', state: 'State', result: 'Result', actions: 'Actions' },
      of: {
        site: 'The whole site',
        pages: 'Some pages',
        space: 'A space',
        query: 'A search',
      } satisfies Record<ScanView['of'], string>,
      space: (name: string) => `Space ${name}`,
      query: (cql: string) => `Search: ${cql}`,
      onlyStale: 'only what is out of date',
      begun: (who: string, moment: string) => `${who}, ${moment}`,
      schedule: 'The schedule',
      state: {
        queued: 'Waiting',
        running: 'Under way',
        finished: 'Finished',
        failed: 'Stopped before its end',
        cancelled: 'Cancelled',
      } satisfies Record<ScanView['state'], string>,
      why: {
        INVALID_CQL: 'Confluence no longer understands the search.',
        HOST_TIMEOUT: 'It came to no end in thirty days.',
        SEARCH_NOT_POSSIBLE: 'Confluence does not let the app search in the name of the person who started it.',
        API_KEY_OWNER_INACTIVE: 'The person who started it can no longer use Confluence.',
      } as Readonly<Record<string, string>>,
      pages: 'Pages',
      pagesOf: (moment: string) => `Pages of the scan of ${moment}`,
      noCounts: 'Only the person who started a scan sees its counts.',
      cancel: 'Cancel',
      cancelOf: (what: string) => `Cancel the scan: ${what}`,
    },

    results: {
      title: 'Pages of the scan',
      list: 'What became of the pages',
      states: {
        complete: 'Looked at as a whole',
        partial: 'Looked at in part',
        'not-inspected': 'Could not be looked at',
        skipped: 'Passed over: it is in the trash, or somebody else has looked at it since',
      } satisfies Record<ScannedPage['state'], string>,
      nothingNew: 'nothing new',
      more: 'Show more',
      failed: 'What became of the pages could not be loaded',
    },

    startDialog: {
      title: 'Start a scan',
      of: 'Which pages',
      site: 'The whole site',
      space: 'A space',
      query: 'What a search finds',
      pages: 'Some pages',
      findSpace: 'Find a space',
      findSpaceHelp: 'By its name or its key.',
      spaceList: 'Space',
      chooseSpace: 'Choose a space',
      cql: 'Search',
      cqlHelp: 'In Confluence Query Language, such as label = "finance" and space = HR.',
      pageIds: 'Ids of the pages',
      pageIdsHelp: 'The numbers in their addresses, 1,000 at most, apart by spaces, commas or lines.',
      onlyStale: 'Only what is out of date',
      onlyStaleHelp:
        'Pages are passed over that were looked at in their current version, under the settings that hold now.',
      note: 'The first 250 pages are looked at at once, then 3,000 an hour, so that Confluence has room for others; pages that are passed over go faster. It goes on when this is closed.',
      submit: 'Start the scan',
      failed: 'The scan was not started',
      noSpace: 'Choose a space.',
      noCql: 'Enter a search.',
      noPages: 'Enter the ids of pages: numbers.',
      tooManyPages: 'Enter 1,000 at most.',
      started: 'The scan was started',
    },

    cancelDialog: {
      title: 'Cancel the scan?',
      body: 'Pages that are being looked at at this moment may still be done. What was found stays.',
      submit: 'Cancel the scan',
      keep: 'Let it go on',
      failed: 'The scan was not cancelled',
      done: 'The scan was cancelled',
    },
  },
};

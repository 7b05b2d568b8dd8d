import type { ImportedRow } from '../../../../src/admin/pages/import-page-levels';
import type { LevelImport } from '../../../../src/classification/import-levels';
import { denialTexts } from './denials';
import { plural } from './plural';

type Refusal = Exclude<Extract<ImportedRow, { outcome: 'refused' }>['reason'], 'SENSITIVE_REASON'>;
type Failure = Extract<ImportedRow, { outcome: 'failed' }>['reason'];

type LevelReason = Extract<LevelImport, { outcome: 'refused' }>['reason'];

const rows = (count: number) => plural(count, 'row', 'rows');

export const transferTexts = {
  transfer: {
    title: 'Import and export',
    intro:
      'Import page levels from another app or site, and export the data of this site. The migration guide has example files.',
    file: 'CSV file',
    drop: 'You can also drop the file here.',
    settings: 'File columns',
    chosen: (name: string, count: number) => `${name}: ${rows(count)}`,
    chooseColumn: 'Choose a column.',
    notInFile: 'Not in the file',
    unnamedColumn: (number: number) => `Column ${number}`,
    badQuote: (line: number) => `Line ${line} has a missing or misplaced quotation mark. Save the file as CSV again.`,
    fileProblems: {
      'too-large': 'The file is larger than 5 MB. Split it into smaller files, each with a header line.',
      'too-many-rows': 'The file has more than 10,000 rows. Split it into smaller files, each with a header line.',
      'no-rows': 'The file has no rows after the header line.',
      'not-utf-8': 'The file isn’t encoded in UTF-8. In Excel, save it as “CSV UTF-8”.',
      unreadable: 'The browser couldn’t read the file. Choose it again.',
    },

    leave: {
      title: 'Leave the import?',
      body: 'The file and the result of its dry run will be lost. Rows that were already imported keep their level.',
      back: 'Stay',
      submit: 'Leave',
    },

    pageLevels: {
      title: 'Import page levels',
      intro:
        'Set levels on pages that you can edit. The site’s rules for allowed levels and lowering apply. A dry run first shows what will change.',
      fileHelp: 'Include a header line. Each row has a page and its level. Up to 10,000 rows and 5 MB.',
      columns: {
        page: 'Page (ID or URL)',
        level: 'Level (key, name or ID)',
        subLevel: 'Sub-level',
        justification: 'Justification',
      },
      onExisting: 'Pages that already have another level',
      onExistingChoices: {
        keep: { label: 'Keep', description: 'Only set levels on pages without a level.' },
        raise: {
          label: 'Raise only',
          description: 'Set the level from the file if it’s more sensitive.',
        },
        replace: {
          label: 'Replace',
          description: 'Set the level from the file, even if it’s less sensitive.',
        },
      },
      reason: 'Reason for rows without a justification',
      reasonHelp: 'Shown in the history of each page. Some spaces require a reason to lower levels.',
      reasonMissing: (count: number) =>
        `${plural(count, 'page needs', 'pages need')} a reason to lower the level. Enter one, then start the dry run again.`,
    },

    levels: {
      title: 'Import levels',
      intro:
        'Add levels and sub-levels from another site or app. Levels with an existing key or name are skipped. Nothing is renamed, archived or removed.',
      file: 'CSV file with levels',
      fileHelp:
        'Include a header line. Each row is a level, or a sub-level with its level. Put the most sensitive level first, or add an order column. Levels without a color are gray.',
      columns: {
        name: 'Name',
        key: 'Key',
        parent: 'Level of the sub-level',
        color: 'Color',
        description: 'Description',
        guideline: 'Guideline',
        bannerText: 'Banner',
        bannerContact: 'Banner contact',
        translations: 'Other languages',
        order: 'Order',
        status: 'Status',
      },
      tooMany: 'The file has more than 500 rows. A site can have up to 50 levels.',
      rows: 'Levels in the file',
      rowColumns: { line: 'Line', name: 'Level', state: 'Result' },
      states: {
        created: 'Will be created',
        exists: 'Already exists',
        refused: 'Skipped',
        invalid: 'Skipped',
        archived: 'Skipped',
      },
      isCreated: 'Created',
      reasons: {
        ARCHIVED: 'It or its level is archived on this site. Restore it first.',
        PARENT_NOT_FOUND: 'Its level isn’t on this site or in the file.',
        NAME_TAKEN: 'The name is already in use.',
        KEY_TAKEN: 'The key is already in use or reserved.',
        TOO_MANY_LEVELS: 'A site can have up to 50 active levels.',
        TOO_MANY_SUBLEVELS: 'A level can have up to 50 active sub-levels.',
        LEVEL_NOT_FOUND: 'The level doesn’t exist.',
        SUBLEVEL_NOT_FOUND: 'The sub-level doesn’t exist.',
        NOT_THE_WHOLE_ORDER: 'It can’t be added in this order.',
      } satisfies Record<LevelReason, string>,
      archivedInFile: 'It’s archived in the file.',
      create: (count: number) => `Create ${plural(count, 'level or sub-level', 'levels and sub-levels')}`,
      nothing: 'There’s nothing new to create.',
      done: (count: number) => `${plural(count, 'level or sub-level', 'levels and sub-levels')} created`,
      failed: 'We couldn’t create the levels',
    },

    exports: {
      title: 'Export',
      intro:
        'Download the data that the app stores for this site. API key values aren’t included. You can import the files with levels and page levels here or on another site.',
      pageLevels: 'Page levels (CSV)',
      history: 'Level history (CSV)',
      levels: 'Levels (CSV)',
      settings: 'Levels and settings (JSON)',
      keys: 'API keys (CSV)',
      auditNote: 'To export events, go to the Audit log page.',
      failed: 'We couldn’t export the data',
      unreadable: (count: number) =>
        `The file doesn’t include ${plural(count, 'record', 'records')} that this version of the app can’t read.`,
      name: (what: string, day: string, type: string) => `page-classification-${what}-${day}.${type}`,
    },

    rows: 'Rows in the file',
    filter: 'Show rows',
    allRows: (count: number) => `All rows (${count.toLocaleString()})`,
    rowColumns: { line: 'Line', page: 'Page', level: 'Level', state: 'Result' },
    detail: 'Details',
    shown: (count: number, of: number) => `${count.toLocaleString()} of ${rows(of)}`,
    showMore: 'Show more',
    readyRows: (ready: number, wrong: number) =>
      wrong === 0
        ? `${rows(ready)} ready.`
        : `${rows(ready)} ready, ${wrong.toLocaleString()} with errors. Rows with errors are skipped. To include them, correct the file and choose it again.`,

    states: {
      'dry-run': {
        ready: 'Ready',
        error: 'Error',
        set: 'Will be set',
        raised: 'Will be raised',
        lowered: 'Will be lowered',
        moved: 'Sub-level will change',
        unchanged: 'Already set',
        kept: 'Level will be kept',
        refused: 'Will be rejected',
        failed: 'Check failed',
      },
      import: {
        ready: 'Waiting',
        error: 'Error',
        set: 'Set',
        raised: 'Raised',
        lowered: 'Lowered',
        moved: 'Sub-level changed',
        unchanged: 'Already set',
        kept: 'Level kept',
        refused: 'Rejected',
        failed: 'Failed',
      },
    },
    duplicate: (line: number) => `Line ${line} has the same page.`,
    rowProblems: {
      'no-page': 'The page is missing.',
      'not-a-page': 'This isn’t a page ID or page URL.',
      'no-level': 'The level is missing.',
      'unknown-level': 'This site doesn’t have this level.',
      'archived-level': 'The level is archived. Restore it, or use a different level.',
      'unknown-sub-level': 'The level doesn’t have this sub-level.',
      'archived-sub-level': 'The sub-level is archived. Restore it, or use a different sub-level.',
      'two-sub-levels': 'Two columns have different sub-levels.',
      'long-justification': 'The justification is longer than 500 characters.',
      'no-plain-justification': 'The justification contains control characters or an API key.',
    },
    before: (name: string) => `Before: ${name}.`,
    has: (name: string) => `Current level: ${name}.`,
    sensitive: (detail: string) => `The justification ${detail}`,
    refusal: (reason: Refusal) => denialTexts[reason].page,
    failures: {
      EDIT_CONFLICT: 'Someone else changed the level at the same time.',
      CONFLUENCE_UNAVAILABLE: 'Confluence didn’t respond.',
      STORAGE_UNAVAILABLE: 'Storage didn’t respond.',
      INTERNAL_ERROR: 'Something went wrong on our side.',
    } satisfies Record<Failure, string>,

    dryRun: 'Start dry run',
    dryRunAgain: 'Repeat dry run',
    import: (count: number) => `Import ${rows(count)}`,
    nothingToImport: 'Nothing to import',
    running: { 'dry-run': 'Dry run', import: 'Importing' },
    progress: (done: number, of: number) => `${done.toLocaleString()} of ${rows(of)}`,
    stopping: 'Stopping',
    stopped: {
      'dry-run': (done: number, of: number) => `The dry run stopped after ${done.toLocaleString()} of ${rows(of)}`,
      import: (done: number, of: number) => `The import stopped after ${done.toLocaleString()} of ${rows(of)}`,
    },
    allFailed: 'The last rows all failed. Wait a moment, then continue.',
    continue: 'Continue',
    retryFailed: (count: number) => `Try ${rows(count)} again`,
    done: { 'dry-run': 'Dry run finished. Nothing was changed.', import: 'Import finished.' },
    saveResults: 'Download results (CSV)',
    resultsName: (day: string) => `page-classification-import-${day}.csv`,
    confirmTitle: (count: number) => `Import ${rows(count)}?`,
    confirmBody: (name: string) => `The levels in ${name} will be set in your name. Dry run results:`,
    confirm: 'Import',
  },
} as const;

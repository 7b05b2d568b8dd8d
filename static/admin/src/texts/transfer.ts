import type { ImportedRow } from '../../../../src/admin/import-page-levels';
import type { LevelImport } from '../../../../src/classification/import-levels';
import { plural } from './plural';

type Refusal = Extract<ImportedRow, { outcome: 'refused' }>['reason'];
type Failure = Extract<ImportedRow, { outcome: 'failed' }>['reason'];

type LevelReason = Extract<LevelImport, { outcome: 'refused' }>['reason'];

const rows = (count: number) => plural(count, 'row', 'rows');

export const transferTexts = {
  transfer: {
    title: 'Import and export',
    intro:
      'Bring levels of pages from another app or site as a CSV file, and take what this site has with you. The migration guide in the documentation of the app has files to start from.',
    file: 'CSV file',
    drop: 'You can also drop the file here.',
    settings: 'How the file is read',
    chosen: (name: string, count: number) => `${name}: ${rows(count)}`,
    chooseColumn: 'Choose the column of the file that holds this.',
    notInFile: 'Not in the file',
    unnamedColumn: (number: number) => `Column ${number}`,
    badQuote: (line: number) =>
      `In line ${line} a quotation mark is opened and not closed, or stands where none may. Save the file as CSV anew.`,
    fileProblems: {
      'too-large': 'The file is larger than 5 MB. Split it into several files, each with its header line.',
      'too-many-rows': 'The file has more than 10,000 rows. Split it into several files, each with its header line.',
      'no-rows': 'The file has no rows below its header line.',
      'not-utf-8': 'The file is not encoded in UTF-8. In Excel, save it as “CSV UTF-8”.',
      unreadable: 'The browser could not read the file. Choose it again.',
    },

    pageLevels: {
      title: 'Import levels of pages',
      intro:
        'Each page gets its level in your name: only pages that you may edit, and with the rules of this site for levels of spaces and for lowering. Nothing changes before you have seen, in a dry run, what would.',
      fileHelp: 'With a header line; up to 10,000 rows and 5 MB. A row names a page and its level.',
      columns: {
        page: 'Page: id or address',
        level: 'Level: key, name or id',
        subLevel: 'Sub-level',
        justification: 'Justification',
      },
      onExisting: 'Pages that have another level',
      onExistingChoices: {
        keep: { label: 'Keep it', description: 'Only pages without a level get one.' },
        raise: {
          label: 'Raise only',
          description: 'The page gets the level of the file where that is more sensitive.',
        },
        replace: {
          label: 'Replace',
          description: 'The page gets the level of the file, also where it is less sensitive.',
        },
      },
    },

    levels: {
      title: 'Import levels',
      intro:
        'Levels and sub-levels of another site or app. What is there already, by its key or its name, stays as it is; nothing is renamed, archived or removed.',
      file: 'CSV file of levels',
      fileHelp:
        'With a header line; a row is a level, or a sub-level that names its level. The most sensitive level comes first, unless there is a column for the order. A level without a colour is grey.',
      columns: {
        name: 'Name',
        key: 'Key',
        parent: 'Level of a sub-level',
        color: 'Colour',
        description: 'Description',
        guideline: 'Guideline',
        order: 'Order',
        status: 'Status',
      },
      tooMany: 'The file has more than 500 rows, and a site has 50 levels at most.',
      rows: 'Levels of the file',
      rowColumns: { line: 'Line', name: 'Level', state: 'Result' },
      states: {
        created: 'Would be created',
        exists: 'Is there already',
        refused: 'Left out',
        invalid: 'Left out',
        archived: 'Left out',
      },
      isCreated: 'Created',
      reasons: {
        ARCHIVED: 'It, or its level, is archived on this site. Restore it first.',
        PARENT_NOT_FOUND: 'There is no such level, neither here nor in the file.',
        NAME_TAKEN: 'The name is that of another one.',
        KEY_TAKEN: 'The key is that of another one, or has another meaning.',
        TOO_MANY_LEVELS: 'A site can have 50 levels that are not archived.',
        TOO_MANY_SUBLEVELS: 'A level can have 50 sub-levels that are not archived.',
        LEVEL_NOT_FOUND: 'There is no such level.',
        SUBLEVEL_NOT_FOUND: 'There is no such sub-level.',
        NOT_THE_WHOLE_ORDER: 'It cannot be put in its place.',
      } satisfies Record<LevelReason, string>,
      archivedInFile: 'It is archived in the file.',
      create: (count: number) => `Create ${plural(count, 'level or sub-level', 'levels and sub-levels')}`,
      nothing: 'Everything that can be created is there already.',
      done: (count: number) => `${plural(count, 'level or sub-level', 'levels and sub-levels')} created`,
      failed: 'Nothing was created',
    },

    exports: {
      title: 'Export',
      intro:
        'Files with everything that the app keeps for this site, except for the values of API keys, which nobody has. The files of levels and of levels of pages can be imported here again, or on another site.',
      pageLevels: 'Levels of pages (CSV)',
      history: 'History of levels (CSV)',
      levels: 'Levels (CSV)',
      settings: 'Levels and settings (JSON)',
      keys: 'API keys (CSV)',
      auditNote: 'What was done, by whom and when, is exported on the Audit log page.',
      failed: 'The export failed',
      unreadable: (count: number) =>
        `Not in the file: ${plural(count, 'record', 'records')} that this version of the app cannot read.`,
      name: (what: string, day: string, type: string) => `page-classification-${what}-${day}.${type}`,
    },

    rows: 'Rows of the file',
    filter: 'Show rows',
    allRows: (count: number) => `All rows (${count.toLocaleString()})`,
    rowColumns: { line: 'Line', page: 'Page', level: 'Level', state: 'Result' },
    detail: 'Details',
    shown: (count: number, of: number) => `${count.toLocaleString()} of ${rows(of)}`,
    showMore: 'Show more',
    understood: (ready: number, wrong: number) =>
      wrong === 0
        ? `${rows(ready)} understood.`
        : `${rows(ready)} understood, ${wrong.toLocaleString()} with an error: these are left out. Correct the file and choose it again, or go on without them.`,

    states: {
      'dry-run': {
        ready: 'Understood',
        error: 'Error',
        set: 'Would be set',
        raised: 'Would be raised',
        lowered: 'Would be lowered',
        moved: 'Would change sub-level',
        unchanged: 'Has it already',
        kept: 'Would keep its level',
        refused: 'Would be refused',
        failed: 'Could not be checked',
      },
      import: {
        ready: 'Not yet',
        error: 'Error',
        set: 'Set',
        raised: 'Raised',
        lowered: 'Lowered',
        moved: 'Sub-level changed',
        unchanged: 'Has it already',
        kept: 'Keeps its level',
        refused: 'Refused',
        failed: 'Failed',
      },
    },
    duplicate: (line: number) => `Line ${line} names the same page.`,
    rowProblems: {
      'no-page': 'No page is named.',
      'not-a-page': 'This is neither the id nor the address of a page.',
      'no-level': 'No level is named.',
      'unknown-level': 'This site has no such level.',
      'archived-level': 'The level is archived. Restore it, or name another one.',
      'unknown-sub-level': 'The level has no such sub-level.',
      'archived-sub-level': 'The sub-level is archived. Restore it, or name another one.',
      'two-sub-levels': 'Two columns name different sub-levels.',
      'long-justification': 'The justification is longer than 500 characters.',
      'no-plain-justification': 'The justification has characters that are not text, or an API key.',
    },
    before: (name: string) => `Before: ${name}.`,
    has: (name: string) => `It has ${name}.`,
    refusals: {
      PAGE_NOT_FOUND: 'There is no such page, or you may not view it.',
      PAGE_NOT_EDITABLE: 'You may view the page but not edit it.',
      LEVEL_NOT_FOUND: 'The level is not there any more. Load this page anew.',
      SUBLEVEL_NOT_IN_LEVEL: 'The sub-level is not there any more. Load this page anew.',
      LEVEL_ARCHIVED: 'The level has been archived.',
      LEVEL_NOT_IN_SPACE_SCHEME: 'The space of the page may not use this level.',
      LEVEL_CHANGE_FORBIDDEN: 'The page has a more sensitive level, and levels are never lowered on this site.',
      JUSTIFICATION_REQUIRED:
        'The page has a more sensitive level, and lowering takes a justification on this site: add one to the row.',
      LEVEL_BELOW_FINDINGS: 'What was found on the page calls for a more sensitive level. See Detections.',
    } satisfies Record<Refusal, string>,
    failures: {
      EDIT_CONFLICT: 'Others changed the level of the page in the same moment.',
      CONFLUENCE_UNAVAILABLE: 'Confluence did not answer.',
      STORAGE_UNAVAILABLE: 'Storage did not answer.',
      INTERNAL_ERROR: 'Something went wrong on our side.',
    } satisfies Record<Failure, string>,

    dryRun: 'Dry run',
    dryRunAgain: 'Dry run again',
    import: (count: number) => `Import ${rows(count)}`,
    running: { 'dry-run': 'Dry run', import: 'Importing' },
    progress: (done: number, of: number) => `${done.toLocaleString()} of ${rows(of)}`,
    stopping: 'Stopping',
    stopped: {
      'dry-run': (done: number, of: number) => `The dry run stopped after ${done.toLocaleString()} of ${rows(of)}`,
      import: (done: number, of: number) => `The import stopped after ${done.toLocaleString()} of ${rows(of)}`,
    },
    nothingGetsThrough: 'None of the last rows got through. Wait a moment, then continue.',
    goOn: 'Continue',
    tryFailed: (count: number) => `Try ${rows(count)} again`,
    done: { 'dry-run': 'Dry run done. Nothing was changed.', import: 'Import done.' },
    saveResults: 'Download results (CSV)',
    resultsName: (day: string) => `page-classification-import-${day}.csv`,
    confirmTitle: (count: number) => `Import ${rows(count)}?`,
    confirmBody: (name: string) => `The levels of ${name} are set on their pages, in your name. The dry run said:`,
    confirm: 'Import',
  },
} as const;

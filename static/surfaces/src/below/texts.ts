import type { BelowJob } from '../../../../src/surfaces/contract';
import { plural } from '../common-texts';

const pages = (count: number) => plural(count, 'page', 'pages');

/** The problem of some pages, after their number, as in "3 pages: you don’t have permission to edit". */
const failures: Readonly<Record<string, string>> = {
  PAGE_NOT_EDITABLE: 'you don’t have permission to edit',
  PAGE_NOT_FOUND: 'not found, or no longer visible to you',
  LEVEL_NOT_FOUND: 'the level no longer exists',
  SUBLEVEL_NOT_IN_LEVEL: 'the sub-level no longer exists',
  LEVEL_ARCHIVED: 'the level is archived',
  LEVEL_NOT_IN_SPACE_SCHEME: 'this level is not one of the allowed levels of the space',
  LEVEL_CHANGE_FORBIDDEN: 'your site doesn’t allow lowering levels',
  JUSTIFICATION_REQUIRED: 'a less sensitive level requires a reason there',
  LEVEL_BELOW_FINDINGS: 'sensitive data requires a more sensitive level',
  CLASSIFICATION_OFF: 'classification is off in the space',
  EDIT_CONFLICT: 'changed by others at the same time',
  PRECONDITION_FAILED: 'changed by others in the meantime',
  HOST_ERROR: 'Confluence didn’t respond',
  HOST_TIMEOUT: 'Confluence didn’t respond in time',
  STORAGE_UNAVAILABLE: 'the app didn’t respond',
};

const stops: Readonly<Record<string, string>> = {
  TOO_MANY_PAGES: 'There are too many pages below this page. Classify parts of the tree instead.',
  SEARCH_NOT_POSSIBLE: 'Confluence doesn’t let the app look for pages in your name.',
  CREATOR_INACTIVE: 'You no longer have access to Confluence.',
  API_KEY_OWNER_INACTIVE: 'You no longer have access to Confluence.',
  HOST_TIMEOUT: 'It took longer than seven days.',
};

const titles: Readonly<Record<BelowJob['kind'], { readonly running: string; readonly ended: string }>> = {
  preview: { running: 'Preparing the preview', ended: 'Preview' },
  change: { running: 'Classifying pages', ended: 'Pages classified' },
  undo: { running: 'Undoing', ended: 'Undone' },
};

export const belowTexts = {
  title: 'Classify this page and everything below it',
  failed: 'We couldn’t load the levels',
  intro: (maxPages: number) =>
    `Includes this page and the pages below it that you can view, up to ${pages(maxPages)}. Pages in folders are not included.`,
  levels: 'Level',
  noLevels: 'There are no levels that you can set in this space.',
  chooseLevel: 'Select a level.',
  alsoLower: 'Also lower pages that have a more sensitive level',
  alsoLowerHelp: 'If not selected, these pages keep their level.',
  optionalReason: 'Reason (optional)',
  reasonHelp: 'Shown in the history of each page.',
  noReason: 'Enter a reason. Your site requires one to lower levels.',
  preview: 'Preview',
  previewHelp: 'Nothing changes yet.',
  startFailed: 'Nothing was started',
  progressFailed: 'We couldn’t load the progress',
  cancelFailed: 'It wasn’t canceled',
  jobTitle: (kind: BelowJob['kind'], isEnded: boolean) => titles[kind][isEnded ? 'ended' : 'running'],
  cancelled: 'Canceled',
  stoppedEarly: 'It stopped early',
  stop: (code: string) => stops[code] ?? 'It stopped early. Try again for the pages that stayed.',
  finding: (count: number) => `${pages(count)} found so far`,
  progress: (done: number, total: number) => `${done.toLocaleString()} of ${pages(total)}`,
  progressLabel: 'Progress',
  continues: 'You can close this dialog. The work continues, and you find it here again.',
  cancelJob: 'Stop',
  total: (count: number) => pages(count),
  summary: (results: readonly string[]) => (results.length === 0 ? 'No page was changed.' : `${results.join('; ')}.`),
  details: 'Details',
  counted: (count: number) => `The first ${pages(count)} are counted:`,
  changed: {
    preview: (count: number) => `${pages(count)} will get this level`,
    change: (count: number) => `${pages(count)} changed`,
    undo: (count: number) => `${pages(count)} restored`,
  },
  lowered: {
    preview: (count: number) => `${count.toLocaleString()} of these will get a less sensitive level`,
    change: (count: number) => `${count.toLocaleString()} of these got a less sensitive level`,
    undo: (count: number) => `${count.toLocaleString()} of these now have a less sensitive level or none`,
  },
  kept: {
    preview: (count: number) => `${pages(count)} will keep a more sensitive level`,
    change: (count: number) => `${pages(count)} kept a more sensitive level`,
    undo: (count: number) => `${pages(count)} stayed, because of later changes`,
  },
  same: {
    preview: (count: number) => `${pages(count)} already ${count === 1 ? 'has' : 'have'} this level`,
    change: (count: number) => `${pages(count)} already ${count === 1 ? 'has' : 'have'} this level`,
    undo: (count: number) => `${pages(count)} already ${count === 1 ? 'has' : 'have'} the previous level`,
  },
  failure: (code: string, count: number) => `${pages(count)}: ${failures[code] ?? 'not changed'}`,
  nothing: 'No page would change.',
  show: 'Show pages',
  showOf: (group: string) => `Show pages: ${group}`,
  pagesFailed: 'We couldn’t load the pages',
  noPages: 'You can no longer view these pages.',
  more: 'Load more',
  apply: (count: number) => `Classify ${pages(count)}`,
  applyAll: 'Classify pages',
  back: 'Back',
  again: 'Classify again',
  dismiss: 'Dismiss',
  close: 'Close',
  undo: 'Undo',
  undoTitle: 'Undo these changes?',
  undoBody: 'Each page gets its previous level back, unless it was changed since. You can’t undo this.',
  undoForbidden: 'Your site doesn’t allow lowering levels, so this can’t be undone.',
} as const;

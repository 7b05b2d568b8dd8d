import type { ReasonKind } from '../../../../src/findings/suggestions/suggest-level';
import type { Severity } from '../../../../src/detection/detector';
import { denialTexts } from './denials';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

const SEVERITY_WORDS = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
} satisfies Record<Severity, string>;

export const suggestionsTexts = {
  suggestions: {
    title: 'Suggestions',
    intro:
      'Pages without a level whose findings or neighbors call for one. The list uses only pages that you can view. It never suggests the least sensitive level for a page with restricted viewing. You decide, and levels are set in your name.',
    failed: 'We couldn’t load the suggestions',
    noRules: 'First decide which level findings require',
    noRulesBody:
      'No rule requires a level for findings, so the suggestions follow the pages around. Check restricted pages before you set a level.',
    setRules: 'Set levels from findings',
    search: 'Filters',
    reason: 'Reason',
    anyReason: 'Any reason',
    kinds: {
      findings: 'Findings',
      parent: 'Page above',
      siblings: 'Pages beside it',
      'space-default': 'Default level',
      space: 'Pages of the space',
    } satisfies Record<ReasonKind, string>,

    list: {
      caption: 'Suggested levels',
      columns: { select: 'Select', page: 'Page', space: 'Space', level: 'Suggested level', reasons: 'Reasons' },
      select: (title: string) => `Select ${title}`,
      selectAll: 'Select all',
      selectStrong: 'Select all strong',
      weak: 'Weak',
      weakNote: 'Weak suggestions are hints. Check the page before you set the level.',
      checked: (found: number, checked: number) =>
        `${plural(found, 'suggestion', 'suggestions')} for ${pages(checked)} without a level checked so far.`,
      checkedAll: (found: number, checked: number) =>
        `${plural(found, 'suggestion', 'suggestions')} for ${pages(checked)} without a level.`,
      more: 'Check more pages',
    },
    none: 'No suggestions',
    noneBody:
      'No page without a level that you can view has findings or neighbors that call for one. Scan the site, or add rules that name levels for findings.',
    noneFiltered: 'No suggestions match these filters.',
    noneSoFar: 'No suggestions found so far.',

    reasons: {
      findingsByRule: (count: number, severity: Severity, level: string) =>
        `${plural(count, 'finding', 'findings')}, up to ${SEVERITY_WORDS[severity]}. A rule requires ${level}`,
      findings: (count: number, severity: Severity, level: string) =>
        `${plural(count, 'finding', 'findings')}, up to ${SEVERITY_WORDS[severity]}. No rule names a level; ${level} is the most sensitive one`,
      parent: (title: string, level: string) => `The page above, ${title}, is ${level}`,
      siblings: (count: number, of: number, title: string, level: string) =>
        `${count} of ${of} classified pages below ${title} are ${level}`,
      spaceDefault: (level: string) => `The default level is ${level}`,
      space: (count: number, of: number, level: string) =>
        `${count} of the ${of} pages of the space that were classified last are ${level}`,
      weak: (reason: string) => `Weak: ${reason}`,
    },

    selection: {
      label: 'Selected pages',
      selected: (count: number) => `${pages(count)} selected`,
      set: 'Set the suggested levels',
      clear: 'Clear selection',
    },

    dialog: {
      title: 'Set the suggested levels',
      intro: (count: number) => `${pages(count)} get a level, in your name and with your permissions:`,
      byLevel: (count: number, level: string) => `${level}: ${pages(count)}`,
      weak: (count: number) => `${plural(count, 'suggestion is', 'suggestions are')} weak.`,
      keeps: 'A page that got a level in the meantime keeps it.',
      submit: (count: number) => `Set ${plural(count, 'level', 'levels')}`,
      failed: 'We couldn’t set the levels',
      waiting: 'Waiting to start',
      progress: (done: number, total: number) => `${done.toLocaleString()} of ${pages(total)}`,
      setting: (progress: string) => `Setting levels: ${progress}`,
      undoing: (progress: string) => `Undoing: ${progress}`,
      continues:
        'You can close this dialog. The work continues, and your home page in Page Classification shows its result.',
      stop: 'Stop',
      done: 'Levels set',
      undone: 'Levels removed',
      cancelled: 'Stopped',
      stopped: 'The work didn’t finish',
      changed: (count: number) => `${plural(count, 'page has', 'pages have')} the suggested level now.`,
      cleared: (count: number) => `${plural(count, 'page has', 'pages have')} no level again.`,
      skipped: (count: number) => `${plural(count, 'page', 'pages')} skipped: changed by others in the meantime.`,
      nothing: 'No page was changed.',
      failedPages: (count: number) => `${pages(count)} not changed:`,
      tooMany: 'Select at most 1,000 pages.',
      reasonOf: (code: string) => REASONS.get(code) ?? 'the reason is unknown.',
      undo: 'Undo',
      undoFailed: 'We couldn’t undo the change',
      undoReason: 'Reason to remove the levels',
    },
  },
} as const;

/** Why a page was not changed, or the work stopped. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(denialTexts).map(([code, { pages: why }]) => [code, why] as const),
  ['LEVEL_NOT_FOUND', 'the level no longer exists.'],
  ['LEVEL_ARCHIVED', 'the level is archived.'],
  ['LEVEL_NOT_IN_SPACE_SCHEME', 'their space can’t use the level.'],
  ['SUBLEVEL_NOT_IN_LEVEL', 'the sub-level no longer exists.'],
  ['PRECONDITION_FAILED', 'they got another level in the meantime, and keep it.'],
  ['PAGE_NOT_VISIBLE_TO_APP', 'the app can’t view them. People who can edit them can set their level.'],
  ['CLASSIFICATION_OFF', 'classification is off in their space.'],
  ['SEARCH_NOT_POSSIBLE', 'Confluence doesn’t let the app search in your name right now.'],
  ['TOO_MANY_PAGES', 'there are more than 10,000 pages.'],
  ['API_KEY_OWNER_INACTIVE', 'you can no longer use Confluence.'],
  ['STORAGE_UNAVAILABLE', 'storage didn’t respond. Try again.'],
  ['HOST_ERROR', 'Confluence didn’t respond. Try again.'],
  ['HOST_TIMEOUT', 'Confluence didn’t respond in time. Try again.'],
  ['EDIT_CONFLICT', 'they were being changed at the same time. Try again.'],
  ['INTERNAL_ERROR', 'something went wrong on our side. Try again.'],
]);

import type { PersonDenial } from '../../../../src/access/decide';
import type { EditorExposure } from '../../../../src/exposure/editor-view';
import { boundsInWords, countOf, PUBLIC_LINKS, REASON_NAMES } from '../../../../src/exposure/words';
import { DECISION_NAMES, PURPOSE_NAMES, REASON_TEXTS } from '../../../../src/page-use/words';
import type { FindingOutcome } from '../../../../src/redaction/outcomes';
import type { PauseCode } from '../../../../src/runs/paused';
import type { Severity } from '../../../../src/detection/detector';
import type { DeniedAction, Evidence, PageRedaction, ShownLevel } from '../../../../src/surfaces/contract';
import { commonTexts, plural } from '../common-texts';

const findings = (count: number) => plural(count, 'finding', 'findings');
const nameOf = (level: ShownLevel | null) => {
  if (level === null) return commonTexts.unclassified;
  return level.subLevel === undefined ? level.name : `${level.name} / ${level.subLevel.name}`;
};

/** The levels that a reason is about. */
export interface DenialFacts {
  /** The level that the sensitive data requires. */
  readonly required?: string | undefined;
  readonly current?: string;
  /** True if the person can mark data as not sensitive. */
  readonly canExclude?: boolean;
}

/** Why a person can't set a level, below the levels or after an attempt, and the way out. */
const denials: Readonly<Record<PersonDenial | 'PROPOSAL_NOT_VALID', (facts: DenialFacts) => string>> = {
  PROPOSAL_NOT_VALID: () => 'The proposal has expired, or the level changed since. Ask the agent again.',
  PAGE_NOT_FOUND: () => commonTexts.hidden,
  PAGE_NOT_EDITABLE: () => 'You can’t edit this content, so you can’t change its level.',
  LEVEL_NOT_FOUND: () => 'This level no longer exists.',
  SUBLEVEL_NOT_IN_LEVEL: () => 'This sub-level no longer exists.',
  LEVEL_ARCHIVED: () => 'Archived levels can’t be set.',
  LEVEL_NOT_IN_SPACE_SCHEME: () => 'This space has other allowed levels. Ask a Confluence admin to add more.',
  LEVEL_CHANGE_FORBIDDEN: ({ current }) =>
    `${current === undefined ? 'Levels' : `The level is ${current}, and levels`} can’t be lowered here. Ask a Confluence admin.`,
  JUSTIFICATION_REQUIRED: () => 'A less sensitive level, or none, requires a reason here.',
  LEVEL_BELOW_FINDINGS: ({ required = 'a more sensitive level', canExclude = false }) =>
    `The sensitive data here requires ${required}. Remove the data first${canExclude ? ', or mark it as not sensitive' : ''}.`,
};

const findingDenials: Readonly<Record<DeniedAction['code'], string>> = {
  PAGE_NOT_EDITABLE: 'You can’t edit this content.',
  NOT_ENABLED: 'Your site doesn’t allow this on pages. Ask a Confluence admin.',
  FINDING_NOT_FOUND: 'This data is no longer here, or another user already handled it.',
  TOO_MANY_EXCLUSIONS: 'You or your site has the maximum number of exclusions on pages. Ask a Confluence admin.',
  EXCLUSION_NOT_FOUND: 'This was already undone.',
  REDACTION_NOT_FOUND: 'The removal was not found. Open this popup again to see the current state.',
  TOO_MANY_REDACTIONS: 'Other removals are still running. Try again in a few minutes.',
  CHANGED: 'Another user made changes at the same time. Try again.',
};

/** Without findings, and after the number of findings. */
const scanned: Readonly<Record<Evidence['scan'], { readonly nothing: string; readonly note: string }>> = {
  current: { nothing: 'No sensitive data found.', note: '' },
  outdated: { nothing: 'No sensitive data found.', note: ' The content changed after the last scan.' },
  never: {
    nothing: 'This content hasn’t been scanned.',
    note: ' A scan reads it only if its restrictions let the app view it.',
  },
  'not-visible': {
    nothing: 'This content isn’t scanned.',
    note: ' The app can’t view it because of its restrictions. You can edit it: add Page Classification to its restrictions, or ask a space admin if you can’t change them.',
  },
  'empty-live-doc': {
    nothing: 'The content of this live doc isn’t scanned.',
    note: ' Confluence doesn’t show it to the app. The app tries again every day and after each edit.',
  },
};

type Cut = NonNullable<PageRedaction['pages'][number]['cuts']>[number];

const FIELDS: Readonly<Record<Cut['field'], string>> = {
  title: 'Title',
  body: 'Text',
  'footer-comment': 'Comment',
  'inline-comment': 'Inline comment',
  'attachment-name': 'Attachment',
  'attachment-comment': 'Attachment',
  'attachment-content': 'Attached file',
};

export const popupTexts = {
  title: 'Classification',
  nameOf,
  whatToDo: 'What to do',
  failed: 'We couldn’t load the classification',

  license: {
    title: 'Levels can’t be changed right now',
    body: 'The app has no active license on this site. Everything can still be read. Ask a Confluence admin to renew the license.',
  },

  levels: {
    form: 'Change level',
    legend: 'Level',
    current: 'Current',
    none: 'There is no level yet. Choose one.',
    set: 'Set level',
    subLevel: 'Sub-level',
    noSubLevel: 'None',
    lowers: (from: ShownLevel | null) => `This is less sensitive than ${nameOf(from)}.`,
    clears: 'There will be no level.',
    blocked: 'Levels that you can’t set',
    denial: (code: string, facts: DenialFacts = {}) =>
      Object.entries(denials).find(([each]) => each === code)?.[1](facts) ?? 'You can’t set this level.',
    noLevels: 'There are no levels that you can set.',
  },

  proposal: {
    title: 'Proposed by the agent',
    reason: 'Reason of the agent:',
    note: 'Nothing changes until you confirm. Check that the level fits this page.',
    confirm: 'Confirm',
    dismiss: 'Dismiss',
    denied: 'You can’t set this level here.',
    dismissFailed: 'We couldn’t dismiss the proposal',
  },

  change: {
    saving: (level: ShownLevel | null) => `Saving: ${nameOf(level)}`,
    lower: (level: ShownLevel | null) =>
      level === null ? 'Remove the level?' : `Lower the level to ${nameOf(level)}?`,
    undo: (level: ShownLevel | null) => `Change the level back to ${nameOf(level)}?`,
    lowerBody: (from: ShownLevel | null) => `This is less sensitive than ${nameOf(from)}.`,
    clearBody: 'There will be no level.',
    reasonHelp: 'Shown in the classification history.',
    submitLower: 'Lower level',
    submitClear: 'Remove level',
    submitUndo: 'Change back',
  },

  notice: {
    changed: (from: ShownLevel | null, to: ShownLevel | null) =>
      to === null ? `Level ${nameOf(from)} removed.` : `Level set to ${nameOf(to)}.`,
    undone: (to: ShownLevel | null) => (to === null ? 'Undone: there is no level.' : `Undone: ${nameOf(to)}.`),
    unchanged: (to: ShownLevel | null) => (to === null ? 'There is no level.' : `The level is already ${nameOf(to)}.`),
    undo: 'Undo',
    conflict: 'The level changed in the meantime',
    conflictBy: (who: string, level: string, moment: string) => `${who} set ${level} on ${moment}.`,
    clearedBy: (who: string, moment: string) => `${who} removed the level on ${moment}.`,
    notSaved: (level: ShownLevel | null) => `Your choice was not saved: ${nameOf(level)}.`,
    by: { person: 'Another user', erased: 'Erased person', app: 'Page Classification' },
    setAnyway: (level: ShownLevel | null) => (level === null ? 'Remove level' : `Set ${nameOf(level)}`),
    keep: (level: ShownLevel | null) => `Keep ${nameOf(level)}`,
    denied: 'The level wasn’t changed',
    failed: 'We couldn’t save the level',
    excluded: 'Marked as not sensitive.',
    exclusionUndone: 'Undone: the data counts as sensitive.',
    findingDenied: 'Nothing was changed',
    findingDenial: (code: DeniedAction['code']) => findingDenials[code],
    dismiss: 'Dismiss',
  },

  evidence: {
    title: 'Sensitive data',
    severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Severity, string>,
    summary: (open: Evidence['open'], total: number, scan: Evidence['scan']) => {
      const severities = (['critical', 'high', 'medium', 'low'] as const).filter((severity) => open[severity] > 0);
      const counts = severities.map((severity) => `${open[severity].toLocaleString()} ${severity}`).join(', ');
      const known = total === 0 ? scanned[scan].nothing : `${findings(total)}: ${counts}.`;
      return `${known}${scanned[scan].note}`;
    },
    times: (count: number) => `${count.toLocaleString()} times`,
    requires: 'This data requires',
    apply: (level: string) => `Apply ${level}`,
    applyDenied: 'You can’t set this level here. Ask a Confluence admin.',
    all: (count: number) => `Show all ${count.toLocaleString()}`,
    more: 'This list shows the most severe findings.',
    details: 'Details',
    contexts: {
      changed:
        'The content or the settings have changed since the last scan. The context is available after the next scan.',
      unavailable: 'The context can’t be read here. Look for it in the content.',
    },
    openAttachments: 'Open attachments',
    exclude: 'Not sensitive',
    remove: 'Remove value',
    removeAll: (count: number) => `Remove all ${count.toLocaleString()} values`,
    of: (action: string, detector: string) => `${action}: ${detector}`,
  },

  exposure: {
    /** Undefined: it is not known. */
    who: ({ reason, people, isAtMost }: EditorExposure) => {
      if (reason === 'anonymous') return 'Anyone on the internet';
      if (reason === 'unlicensed') return 'Everyone who is logged in';
      if (people === undefined) return undefined;
      if (people === 'few') return 'Fewer than 5 people';
      if (isAtMost)
        return people.atMost === undefined ? undefined : `Up to ${countOf(people.atMost, 'person', 'people')}`;
      const words = boundsInWords(people);
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    },
    canSee: ({ guests }: EditorExposure) =>
      guests === undefined || guests.atLeast === 0
        ? ' can see this page.'
        : ` can see this page, among them ${boundsInWords(guests, 'guest', 'guests')}.`,
    unknown: 'The app doesn’t know who can see this page.',
    rule: (level: string, { verdict, reason, rule: { maxPeople } }: EditorExposure) => {
      if (verdict === 'unknown' && reason !== undefined && reason !== 'bounds') return `${REASON_NAMES[reason]}.`;
      if (reason === 'guests') return `${level} allows no guests.`;
      if (verdict === 'over' && reason !== 'people') return `${level} doesn’t allow this.`;
      return maxPeople === undefined ? '' : `${level} allows ${maxPeople.toLocaleString()}.`;
    },
    checked: (when: string) => `Measured ${when}.`,
    notMeasured: PUBLIC_LINKS,
  },

  use: {
    title: 'May I share this?',
    failed: 'We couldn’t check if this page may be shared',
    purposes: PURPOSE_NAMES,
    decisions: DECISION_NAMES,
    reasons: REASON_TEXTS,
    ask: 'Ask first: ask a person who is responsible for this page.',
    validUntil: (when: string) => `This is the answer for the current version. Check again after ${when}.`,
  },

  exclude: {
    title: 'Not sensitive?',
    body: (count: number) =>
      count === 1
        ? 'For 90 days, this value doesn’t count as sensitive here. It still does elsewhere. A site admin can extend this.'
        : 'For 90 days, these values don’t count as sensitive here. They still do elsewhere. A site admin can extend this.',
    reasonHelp: 'Don’t include the value itself.',
    submit: 'Mark as not sensitive',
  },

  remove: {
    title: 'Remove values',
    planning: 'Preparing the preview',
    planFailed: 'We couldn’t prepare the preview',
    planned: (places: number) =>
      places === 0 ? 'Nothing can be removed.' : `${plural(places, 'place', 'places')} will be replaced with █████:`,
    where: ({ field, place: { heading, table, row, column } = {} }: Pick<Cut, 'field' | 'place'>) =>
      [
        FIELDS[field],
        ...(table === undefined ? [] : [`table ${table}`]),
        ...(row === undefined ? [] : [`row ${row}`]),
        ...(column === undefined ? [] : [`column ${column}`]),
        ...(heading === undefined ? [] : [`below heading ${heading}`]),
      ].join(', '),
    before: 'Before:',
    after: 'After:',
    cuts: 'Before and after',
    moreCuts: (count: number) => `And ${plural(count, 'more place', 'more places')}.`,
    uncertain: (count: number) =>
      `${plural(count, 'similar place', 'similar places')} might not be the same value and will stay. Check the content yourself.`,
    stays: (count: number) => `${findings(count)} will stay`,
    stayed: (count: number) => `${findings(count)} stayed`,
    reasons: {
      'not-found': 'It is no longer open.',
      'not-there-any-more': 'It is no longer here.',
      'not-editable': 'You can’t edit the content or the comment.',
      archived: 'The page is archived. Restore it first.',
      'unpublished-changes': 'There are unpublished changes, which would be lost. Publish them first.',
      'cannot-redact': 'It is also in a place that can’t be changed here, such as another person’s comment.',
      conflict: 'Another user edited the content at the same time.',
      refused: 'Confluence rejected the content without the value.',
      'not-possible': 'Confluence doesn’t let the app edit in your name.',
      unavailable: 'A service didn’t respond. Check the content.',
      stopped: 'The removal stopped before it was done.',
    } satisfies Record<NonNullable<FindingOutcome['reason']>, string>,
    warning: 'You can’t undo this',
    consequences: [
      'A new version is created in your name.',
      'Older versions, notifications and copies keep the value.',
    ],
    submit: 'Remove values',
    failed: 'We couldn’t start the removal',
    progressFailed: 'We couldn’t load the progress',
    running: 'Removing values',
    continues: 'You can close this popup. The removal continues.',
    paused: 'The removal is paused',
    whyPaused: {
      CANNOT_ACT_AS_PERSON: 'Confluence doesn’t let the app edit in your name right now.',
      APP_LICENSE_INACTIVE: 'The app has no active license on this site.',
    } satisfies Record<PauseCode, string>,
    pausedBody:
      'Nothing is changed in another name. The app tries again at least once an hour. Ask a Confluence admin to open the site check of the app. You can cancel the removal in Apps > Page Classification.',
    noPreview:
      'Confluence doesn’t let the app edit in your name right now. Ask a Confluence admin to open the site check of the app.',
    done: (count: number) => `${findings(count)} removed.`,
    doneNone: 'Nothing was removed.',
    byGuard: 'Atlassian Guard removed the text. People with permission can restore it.',
    history:
      'Older versions still contain the value. A site admin can delete them: in the admin area, under Findings, the finding has the status Redacted. People with permission can delete them in the version history.',
    selections: (count: number) =>
      `${plural(count, 'inline comment refers', 'inline comments refer')} to the value and still shows it. Delete these comments to remove it.`,
    otherChanges: 'More may have changed than the value. Compare the last two versions in the version history.',
    reload: 'Reload page',
    close: 'Done',
  },

  history: {
    title: 'Recent changes',
    none: 'No changes yet.',
    all: 'Show all changes',
    modal: 'Classification history',
    failed: 'We couldn’t open the history. Use the ••• menu.',
  },
} as const;

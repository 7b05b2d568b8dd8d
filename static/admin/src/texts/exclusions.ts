import type { ExclusionView } from '../../../../src/admin/exclusions';
import { plural } from './plural';

/** More, where not all could be looked at. */
const findings = (count: number, isExact: boolean) =>
  isExact ? plural(count, 'finding', 'findings') : `${count.toLocaleString()}+ findings`;

export const exclusionsTexts = {
  exclusions: {
    title: 'Exclusions',
    intro:
      'Findings that are known and harmless. They are not shown as open and give no page a level, as long as an exclusion holds for them.',
    failed: 'The exclusions could not be loaded',
    none: 'Nothing is excluded',
    noneBody:
      'Exclude findings on the Detections page, or add an exclusion here: for a detector, a pattern, a domain of mail or a kind of place.',
    add: 'Add exclusion',
    caption: 'Exclusions',
    search: 'Search exclusions',
    searchHint: 'What, where or why',
    scope: 'Where',
    anyScope: 'Anywhere',
    state: 'State',
    states: { '': 'Any state', active: 'In force', expired: 'Over', outdated: 'Out of date' } satisfies Record<
      '' | ExclusionView['state'],
      string
    >,
    noMatch: 'No exclusion matches',
    noMatchBody: 'Try another word, or clear the filters.',
    clear: 'Clear filters',
    columns: {
      what: 'What',
      where: 'Where',
      why: 'Why',
      made: 'Added',
      until: 'Until',
      hits: 'Excludes now',
      actions: 'Actions',
    },
    remove: 'Remove',
    removeOf: (name: string) => `Remove: ${name}`,

    hits: {
      countNow: 'Count',
      again: 'Count again',
      countOf: (seen: string, name: string) => `${seen}: ${name}`,
      count: findings,
      last: (moment: string) => `the last found on ${moment}`,
      failed: 'It could not be counted.',
    },

    what: {
      hidden: 'Not shown',
      values: (count: number) => plural(count, 'value', 'values'),
      detector: (name: string) => `Everything of: ${name}`,
      pattern: 'Values that match',
      domain: 'Addresses of mail at',
      ofDetector: (name: string) => `Only: ${name}`,
    },
    where: {
      hiddenPage: 'A page that you cannot see, or that is gone',
      site: 'The whole site',
      space: (name: string) => `Space: ${name}`,
      page: 'Page',
      pageOf: (name: string) => `Page: ${name}`,
      label: (label: string) => `Pages with the label ${label}`,
      level: (name: string) => `Pages with the level ${name}`,
    },
    by: (person: string) => `by ${person}`,
    never: 'No end',
    over: 'Over',
    outdated: 'Out of date',
    outdatedBecause: 'The secret that it was made with was taken away. Exclude the values anew.',
    endedOn: (moment: string) => `since ${moment}`,

    dialog: {
      submit: 'Add exclusion',
      by: 'What',
      bys: {
        detector: { label: 'Everything that a detector finds', description: '' },
        location: { label: 'What stands in a certain place', description: 'Such as code, or names of attachments.' },
        domain: { label: 'Addresses of mail of a domain', description: 'With the domains below it.' },
        pattern: {
          label: 'Values that match a pattern',
          description: 'In the language of RE2. It holds for pages that are looked at from then on.',
        },
        fingerprint: {
          label: 'Certain values, by their fingerprints',
          description: 'Quicker on the Detections page: select findings there, and exclude them.',
        },
      },
      detector: 'Detector',
      chooseDetector: 'Choose a detector',
      anyDetector: 'Any detector',
      pattern: 'Pattern',
      patternHelp: 'For example ^4000 ?0000 for numbers that begin so. It is stored as you write it: no real value.',
      domain: 'Domain',
      domainHelp: 'For example example.com',
      fingerprints: 'Fingerprints',
      fingerprintsHelp: 'One in each line.',
      field: 'Part of the page',
      anyField: 'Any part',
      fields: {
        title: 'Title of the page',
        body: 'Text of the page',
        'footer-comment': 'Comments',
        'inline-comment': 'Inline comments',
        'attachment-name': 'Names of attachments',
        'attachment-comment': 'Comments of attachments',
      },
      kind: 'Kind of text',
      anyKind: 'Any kind',
      kinds: {
        text: 'Ordinary text',
        code: 'Code',
        link: 'Addresses of links',
        attribute: 'Behind what is read',
        'macro-parameter': 'Settings of macros',
        title: 'Titles of links and sections',
        'alternative-text': 'Alternative texts of pictures',
        status: 'Statuses',
        plain: 'Plain text',
      },
      scope: 'Where',
      scopes: {
        site: 'On the whole site',
        space: 'In a space',
        page: 'On a page',
        label: 'On pages with a label',
        level: 'On pages with a level',
      },
      space: 'Space',
      spaceHelp: 'One: another choice takes its place.',
      page: 'Page',
      pageHelp: 'Its id, or its address.',
      label: 'Label',
      level: 'Level',
      chooseLevel: 'Choose a level',
      reason: 'Why',
      reasonHelp: 'Whoever looks at the exclusion reads it. Do not write the value itself.',
      until: 'Last day',
      untilHelp: 'In UTC. Empty: it has no end.',
      required: 'Enter something.',
      requiredChoice: 'Choose one.',
      noPage: 'This is not the id or the address of a page.',
      noPlace: 'Choose a part of the page or a kind of text.',
      preview: 'Show what it would exclude',
      previewFailed: 'It could not be found out what it would exclude',
      previewTitle: (excluded: number) => `It would exclude ${plural(excluded, 'open finding', 'open findings')}`,
      previewOf: (lookedAt: number, isComplete: boolean) =>
        isComplete
          ? `Of ${plural(lookedAt, 'finding', 'findings')} that could be meant.`
          : `Of the last ${plural(lookedAt, 'finding', 'findings')} that could be meant, on pages that you see. There are more.`,
      needsScan:
        'Findings of pages that were looked at before are not counted: they match when their page is looked at again.',
      added: 'Added',
      addedBody: 'It holds from now on.',
      addedNeedsScan: 'It holds for pages that are looked at from now on. Scan pages to have it hold for them at once.',
    },

    removal: {
      title: 'Remove this exclusion?',
      body: 'What it hides is open again at once, without a scan, and counts for the level of its page from the next look on.',
      counting: 'Counting what will be open again',
      openAgain: (count: number, isExact: boolean) =>
        count === 0 && isExact ? 'No finding will be open again.' : `${findings(count, isExact)} will be open again.`,
      bodyOver: 'It is over and hides nothing any more; it leaves this list.',
      submit: 'Remove',
      failed: 'The exclusion was not removed',
      done: 'Removed',
      doneBody: 'What it hid is open again.',
    },
  },
} as const;

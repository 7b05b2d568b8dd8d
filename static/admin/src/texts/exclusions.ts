import type { ExclusionView } from '../../../../src/admin/exclusions';
import { plural } from './plural';

/** “12+” if there may be more. */
const findings = (count: number, isExact: boolean) =>
  isExact ? plural(count, 'finding', 'findings') : `${count.toLocaleString()}+ findings`;

export const exclusionsTexts = {
  exclusions: {
    title: 'Exclusions',
    intro: 'Exclude findings that are known and harmless. Excluded findings aren’t open and don’t affect page levels.',
    failed: 'We couldn’t load the exclusions',
    none: 'No exclusions yet',
    noneBody:
      'Exclude findings on the Detections page, or add an exclusion here for a detector, pattern, email domain or location.',
    add: 'Add exclusion',
    caption: 'Exclusions',
    search: 'Search exclusions',
    searchHint: 'Values, location or reason',
    scope: 'Scope',
    anyScope: 'All scopes',
    state: 'Status',
    states: { '': 'All statuses', active: 'Active', expired: 'Expired', outdated: 'Outdated' } satisfies Record<
      '' | ExclusionView['state'],
      string
    >,
    noMatch: 'No matching exclusions',
    noMatchBody: 'Try a different search or clear the filters.',
    clear: 'Clear filters',
    columns: {
      what: 'Excluded',
      where: 'Scope',
      why: 'Reason',
      added: 'Added',
      until: 'Expires',
      hits: 'Findings',
      actions: 'Actions',
    },
    remove: 'Remove',
    removeOf: (name: string) => `Remove: ${name}`,

    counts: {
      countNow: 'Count',
      countAgain: 'Count again',
      countOf: (seen: string, name: string) => `${seen}: ${name}`,
      count: findings,
      last: (moment: string) => `last found on ${moment}`,
      failed: 'We couldn’t count the findings.',
    },

    what: {
      hidden: 'Hidden',
      values: (count: number) => plural(count, 'value', 'values'),
      detector: (name: string) => `All findings of ${name}`,
      pattern: 'Values that match',
      domain: 'Email addresses at',
      ofDetector: (name: string) => `Only ${name}`,
    },
    where: {
      hiddenPage: 'A page that you can’t view or that no longer exists',
      hiddenSpace: 'A space that you can’t view or that no longer exists',
      site: 'Whole site',
      space: (name: string) => `Space: ${name}`,
      page: 'Page',
      pageOf: (name: string) => `Page: ${name}`,
      label: (label: string) => `Pages with the label ${label}`,
      level: (name: string) => `Pages with the level ${name}`,
    },
    by: (person: string) => `by ${person}`,
    never: 'Never',
    expired: 'Expired',
    outdated: 'Outdated',
    outdatedBecause: 'The secret it was created with was deleted. Exclude the values again.',
    endedOn: (moment: string) => `since ${moment}`,

    dialog: {
      submit: 'Add exclusion',
      by: 'Exclude',
      matchKinds: {
        detector: { label: 'All findings of a detector', description: '' },
        location: { label: 'Findings in a location', description: 'Such as code or attachment names.' },
        domain: { label: 'Email addresses of a domain', description: 'Includes subdomains.' },
        pattern: {
          label: 'Values that match a pattern',
          description: 'A regular expression in RE2 syntax. Applies from the next scan of a page.',
        },
        fingerprint: {
          label: 'Values with fingerprints',
          description: 'It’s quicker to select and exclude findings on the Detections page.',
        },
      },
      detector: 'Detector',
      chooseDetector: 'Choose a detector',
      anyDetector: 'Any detector',
      pattern: 'Pattern',
      patternHelp:
        'For example, ^4000 ?0000 matches numbers that start with these digits. The pattern is stored, so don’t use real data.',
      domain: 'Domain',
      domainHelp: 'For example, example.com',
      fingerprints: 'Fingerprints',
      fingerprintsHelp: 'One per line.',
      field: 'Page part',
      anyField: 'Any part',
      fields: {
        title: 'Page title',
        body: 'Page body',
        'footer-comment': 'Comments',
        'inline-comment': 'Inline comments',
        'attachment-name': 'Attachment names',
        'attachment-comment': 'Attachment comments',
      },
      kind: 'Text type',
      anyKind: 'Any type',
      kinds: {
        text: 'Regular text',
        code: 'Code',
        link: 'Link URLs',
        attribute: 'Hidden data',
        'macro-parameter': 'Macro settings',
        title: 'Link and section titles',
        'alternative-text': 'Image alt text',
        status: 'Statuses',
        plain: 'Plain text',
      },
      scope: 'Scope',
      scopes: {
        site: 'Whole site',
        space: 'One space',
        page: 'One page',
        label: 'Pages with a label',
        level: 'Pages with a level',
      },
      space: 'Space',
      spaceHelp: 'Choose one space.',
      page: 'Page',
      pageHelp: 'Page ID or URL',
      label: 'Label',
      level: 'Level',
      chooseLevel: 'Choose a level',
      reason: 'Reason',
      reasonHelp: 'Shown with the exclusion. Don’t include the value itself.',
      until: 'Expiry date',
      untilHelp: 'The last day, in UTC. Leave empty for no expiry.',
      required: 'Enter a value.',
      requiredChoice: 'Choose an option.',
      noPage: 'Enter a page ID or page URL.',
      noPlace: 'Choose a page part or a text type.',
      preview: 'Preview',
      previewFailed: 'We couldn’t load the preview',
      previewTitle: (excluded: number) => `This excludes ${plural(excluded, 'open finding', 'open findings')}`,
      previewOf: (checked: number, isComplete: boolean) =>
        isComplete
          ? `Checked ${plural(checked, 'finding', 'findings')}.`
          : `Checked the latest ${plural(checked, 'finding', 'findings')} on pages that you can view. There are more.`,
      needsScan: 'Existing findings aren’t counted. They’re excluded when their pages are scanned again.',
      added: 'Exclusion added',
      addedBody: 'It applies now.',
      addedNeedsScan: 'It applies from the next scan of a page. To apply it now, scan the pages.',
    },

    removal: {
      title: 'Remove exclusion?',
      body: 'Its findings become open immediately, and affect page levels from the next scan of each page.',
      counting: 'Counting findings',
      openAgain: (count: number, isExact: boolean) =>
        count === 0 && isExact ? 'No findings will become open.' : `${findings(count, isExact)} will become open.`,
      bodyExpired: 'This exclusion has expired and no longer hides findings.',
      submit: 'Remove',
      failed: 'We couldn’t remove the exclusion',
      done: 'Exclusion removed',
      doneBody: 'Its findings are open again.',
    },
  },
} as const;

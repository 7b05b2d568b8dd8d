import type { Category, Severity } from '../../../../src/detection/detector';
import { plural } from './plural';

const spaces = (count: number) => plural(count, 'space', 'spaces');

export const detectorsTexts = {
  detectors: {
    title: 'Detectors',
    intro:
      'What is looked for in pages, and how. A change holds from the next look at a page on; pages that were looked at before count as out of date until then.',
    failed: 'The detectors could not be loaded',
    overtaken: 'Somebody else has configured detection meanwhile',
    saved:
      'The change holds from the next look at a page on. Pages that were looked at before may be out of date until then.',
    categories: {
      secret: 'Secrets',
      financial: 'Financial',
      pii: 'Personal data',
      health: 'Health',
      network: 'Network',
    } satisfies Record<Category, string>,
    severities: {
      low: 'Low',
      medium: 'Medium',
      high: 'High',
      critical: 'Critical',
    } satisfies Record<Severity, string>,

    site: {
      title: 'Where and when',
      edit: 'Edit where and when',
      regions: 'Regions',
      regionsHelp:
        'Numbers of these countries are looked for, besides what is of use everywhere. None chosen: of every country.',
      everyRegion: 'Every country',
      minConfidence: 'Confidence at least',
      minConfidenceHelp:
        'From 0 to 1. Findings that are less sure are none, unless a detector has a threshold of its own.',
      targets: 'What of a page',
      target: {
        title: 'Title',
        body: 'Body',
        comments: 'Comments, and replies to them',
        attachmentNames: 'Names and comments of attachments',
      },
      noTargets: 'Nothing: no page is looked at',
      triggers: 'When',
      onPublish: 'Whenever a page is published',
      notOnPublish: 'Not when a page is published',
      schedule: 'All pages of the site',
      schedules: { off: 'Never by themselves', daily: 'Every day', weekly: 'Every week' },
      rules: 'Levels',
      rulesHelp:
        'A page with an open finding of this severity, or a greater one, gets this level, unless it has a more sensitive one.',
      noRules: 'Findings change no level',
      rule: (severity: string, level: string) => `${severity} or greater: at least ${level}`,
      ruleOf: (severity: string) => `${severity} or greater`,
      noLevel: 'No level',
      goneLevel: 'A level that is archived or no longer there; the rule does nothing',
      redaction: 'Redaction',
      guard: 'Let Atlassian Guard redact, where the site has Guard Premium',
      notGuard: 'By the app',
      guardHelp:
        'Guard keeps what it takes out for those who may restore it. What it does not reach, as links and macros, the app redacts.',
      saved: 'Saved',
      wrongConfidence: 'Enter a number from 0 to 1, such as 0.6.',
    },

    catalogue: {
      title: 'Catalogue',
      create: 'Create custom detector',
      caption: 'Detectors',
      search: 'Search detectors',
      searchHint: 'Name, id or group',
      category: 'Category',
      anyCategory: 'Every category',
      state: 'State',
      states: { '': 'Any state', on: 'On', off: 'Off', changed: 'Changed', custom: 'Custom' },
      columns: {
        name: 'Detector',
        category: 'Category',
        severity: 'Severity',
        minConfidence: 'Confidence at least',
        state: 'State',
        actions: 'Actions',
      },
      on: 'On',
      off: 'Off',
      otherRegions: 'Other regions',
      changed: 'Changed',
      changedByScheme: 'Changed by the scheme',
      of: 'Shown as they are for',
      ofSite: 'As for the whole site',
      ofScheme: (name: string) => `As in ${name}`,
      edit: 'Settings',
      editDefinition: 'Edit definition',
      remove: 'Remove',
      actionsOf: (name: string) => `Actions for ${name}`,
      noMatch: 'No detector matches',
      noMatchBody: 'Try another word, or clear the filters.',
      clear: 'Clear filters',
    },

    detector: {
      title: (name: string) => `Settings of ${name}`,
      titleIn: (name: string, scheme: string) => `Settings of ${name} in ${scheme}`,
      state: 'State',
      severity: 'Severity',
      minConfidence: 'Confidence at least',
      minConfidenceHelp: (without: number) => `From 0 to 1. Empty: ${without}, which holds without it.`,
      asItComes: (what: string) => `As it comes: ${what}`,
      asForSite: (what: string) => `As for the whole site: ${what}`,
      saved: 'Saved',
    },

    custom: {
      createTitle: 'Create custom detector',
      editTitle: (name: string) => `Edit ${name}`,
      name: 'Name',
      category: 'Category',
      severity: 'Severity',
      pattern: 'Pattern',
      patternHelp:
        'In the language of RE2: no lookahead, lookbehind or backreferences. The value is the group named value, (?P<value>…), or the whole match.',
      keywords: 'Keywords',
      keywordsHelp: 'One in each line. Where there are any, one must be near the match, as a whole word in any case.',
      proximity: 'How near, in characters',
      confidence: 'Confidence of its findings',
      confidenceHelp: 'From 0 to 1.',
      match: 'Texts in which it must find something',
      noMatch: 'Texts in which it must find nothing',
      samplesHelp: 'One in each line, at least one. They are stored: make them up.',
      created: 'Custom detector created',
      saved: 'Custom detector saved',
      required: 'Enter something.',
      wrongNumber: 'Enter a whole number from 1 to 300.',
      line: (line: number, message: string) => `Line ${line} ${message}.`,
    },

    remove: {
      title: (name: string) => `Remove ${name}?`,
      body: 'It is removed with all that is settled about it, in schemes as well. What it found is resolved when its pages are looked at again.',
      submit: 'Remove',
      failed: 'It was not removed',
      isGone: 'Somebody else has removed it meanwhile',
      done: 'Custom detector removed',
    },

    schemes: {
      title: 'Detector schemes',
      intro: 'What is looked for otherwise in some spaces. What a scheme leaves out is as for the whole site.',
      create: 'Create detector scheme',
      caption: 'Detector schemes',
      empty: 'There is no detector scheme. What holds for the whole site holds in every space.',
      columns: { name: 'Name', different: 'Different from the whole site', usedBy: 'Used by', actions: 'Actions' },
      regions: (words: string) => `Regions: ${words}`,
      minConfidence: (threshold: number) => `Confidence at least ${threshold}`,
      detectors: (count: number) => `${plural(count, 'detector', 'detectors')} with settings of the scheme`,
      nothingDifferent: 'Nothing yet',
      spaces,
      nobody: 'No space',
      show: 'Detectors',
      showNamed: (name: string) => `Show the detectors as in ${name}`,
      edit: 'Edit',
      editNamed: (name: string) => `Edit ${name}`,
      remove: 'Remove',
      removeNamed: (name: string) => `Remove ${name}`,
      editTitle: (name: string) => `Edit ${name}`,
      isUsed: (count: number) =>
        `${spaces(count)} ${count === 1 ? 'has' : 'have'} it. What you change here holds there.`,
      name: 'Name',
      nameHelp: '100 characters at most.',
      takenName: 'Another detector scheme has this name.',
      asSite: (words: string) => `As for the whole site: ${words}`,
      ownRegions: 'Regions of the scheme',
      minConfidenceHelp: (ofSite: number) => `From 0 to 1. Empty: as for the whole site, ${ofSite}.`,
      detectorsNote:
        'To switch detectors on or off in the scheme, or to change how severe or how sure they must be, show the catalogue as it is in the scheme.',
      created: 'Detector scheme created',
      createdBody: (name: string) => `“${name}” does nothing until a space has it.`,
      removeTitle: (name: string) => `Remove ${name}?`,
      removeUnused: 'No space has it, so nothing changes for any page.',
      removeUsed:
        'These spaces are as the whole site from then on, and their pages out of date until they are looked at again:',
      more: (count: number) => `and ${spaces(count)} more`,
      notRemoved: 'It was not removed',
      removed: 'Detector scheme removed',
      removedBody: (name: string) => `“${name}” is no more.`,
      isGone: 'Somebody else has removed it meanwhile',
    },

    spaces: {
      intro: 'Which detector scheme a space has, and what is looked for there.',
      own: (count: number) =>
        count === 0
          ? 'No space has a detector scheme.'
          : `${spaces(count)} with ${count === 1 ? 'a detector scheme' : 'detector schemes'}`,
      scheme: 'Detector scheme',
      schemeHelp: 'What the scheme leaves out is as for the whole site.',
      none: 'None',
      noScheme: 'None: as for the whole site',
      schemeGone: 'This detector scheme is no longer there. Choose another one.',
      effective: 'What is looked for',
      on: (count: number, of: number) => `${count} of ${plural(of, 'detector', 'detectors')}`,
      editTitle: (name: string) => `Detection in ${name}`,
    },

    outdated: {
      title: 'Pages are out of date',
      ofSite: (count: number) =>
        count === 0
          ? 'the spaces without a detector scheme'
          : `the spaces without a detector scheme and in ${plural(count, 'other space', 'other spaces')}`,
      ofSpaces: spaces,
      body: (where: string) =>
        `Because of what you changed, other things are looked for in ${where}. The pages there that were looked at before are out of date until they are published again, or scanned.`,
      toScans: 'Go to Scans',
    },

    bench: {
      title: 'Test bench',
      intro: 'What the detectors find in a text, as it is settled for the site. The text is neither stored nor logged.',
      text: 'Text',
      textHelp: 'Up to 20,000 characters.',
      submit: 'Look for sensitive data',
      failed: 'The text was not looked at',
      caption: 'Findings in the text',
      none: 'Nothing was found.',
      found: (count: number) => plural(count, 'finding', 'findings'),
      partial: (names: string) => `There was not enough time for: ${names}. There may be more.`,
      columns: {
        detector: 'Detector',
        severity: 'Severity',
        confidence: 'Confidence',
        excerpt: 'Excerpt',
        evidence: 'Evidence',
      },
      noEvidence: 'Its form alone',
    },

    changes: {
      regions: 'Regions',
      minConfidence: 'Confidence at least',
      targets: 'What of a page',
      triggers: 'When',
      rules: 'Levels',
      redaction: 'Redaction',
      detectors: 'Detectors',
      scheme: (name: string) => `Detector scheme “${name}”`,
      removed: 'Removed',
      none: 'None',
    },
  },
} as const;

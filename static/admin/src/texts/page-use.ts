import type { Denied } from '../../../../src/page-use/denials';
import { DECISION_NAMES, PURPOSE_NAMES, useRuleInWords } from '../../../../src/page-use/words';

/** The texts about what agents and people may use pages for. */
export const pageUseTexts = {
  pageUse: {
    title: 'Page use rules',
    intro:
      'Agents and people ask if they may use a page for a purpose, and get these answers. The rules stop no one who does not ask.',
    failed: 'We couldn’t load the rules for page use',
    edit: 'Edit page use rules',
    propose: 'Use proposed rules',
    proposed: 'These are the proposed rules. They apply until you change them.',
    inWords: useRuleInWords,
    like: 'As the next more sensitive level.',
    none: 'No effect.',
    decisions: DECISION_NAMES,
    purposes: PURPOSE_NAMES,
    rule: 'Rule for',
    subjects: {
      'no-level': 'Pages without a level',
      'not-scanned': 'Pages that are not scanned completely',
      'over-exposed': 'Pages over their exposure rule',
    },
    findings: (severity: string) => `Pages with open findings: ${severity} or higher`,
    conflict: 'Another admin changed the rules',
    saved: 'Page use rules saved',
    savedBody: 'The next answer follows them.',
    denials: {
      title: 'Refused page use',
      view: 'View rules',
      total: (count: number) =>
        `Agents, rules and scripts were refused a page at least ${count === 1 ? 'once' : `${count.toLocaleString()} times`} in 7 days.`,
      ofLevel: ({ levelId, level, count }: Denied) =>
        `${level ?? (levelId === 'none' ? 'No level' : 'Other levels')} ${count.toLocaleString()}`,
      note: (when: string) => `Days in UTC, as of ${when}. A page that is asked for twice counts twice.`,
    },
  },
} as const;

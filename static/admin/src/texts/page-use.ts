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
    denials: (denied: string) => `In the last seven days, agents asked for at least ${denied}, and were refused.`,
    denied: (count: number, level = 'other') => `${count.toLocaleString()} ${level} ${count === 1 ? 'page' : 'pages'}`,
  },
} as const;

import { difference } from '../audit/details';
import { findLevel, type Levels, readLevels } from '../classification/level-store';
import type { ConfigurationChange, ConfigurationKind } from '../configuration/change-configuration';
import { GOVERNANCE_ROW, PURPOSES, type UseRule } from '../configuration/governance';
import type { RefusalTexts } from '../configuration/refusal-text';
import { RULE_REFUSALS } from '../configuration/rule-refusals';
import { type PageUse, proposedUse, readPageUse, type UseRules } from './rules';

/** How a site admin changes the rules for the use of pages. */

type PageUseRefusal = 'LEVEL_NOT_SETTABLE' | 'CONFIGURATION_TOO_LARGE';

export type PageUseChange = ConfigurationChange<PageUse, PageUseRefusal>;

const PAGE_USE_REFUSALS = {
  CHANGED: {
    code: 'PAGE_USE_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Another admin changed the rules. Reload the page, then try again.',
    apiDetail: 'The rules do not match If-Match. Nothing was changed. Read them again, then decide.',
  },
  ...RULE_REFUSALS,
} as const satisfies RefusalTexts<PageUseRefusal>;

export const PAGE_USE = {
  rowKey: GOVERNANCE_ROW.key,
  read: async (storage, installationId) => readPageUse(storage, await readLevels(storage, installationId)),
  valueOf: ({ stored, rules }) => ({ ...stored, use: { rules } }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: PAGE_USE_REFUSALS,
} as const satisfies ConfigurationKind<PageUse, PageUseRefusal>;

/** Replaces all rules. A level that was archived keeps the rule that it has. */
export function setUseRules(levels: Levels, wanted: UseRules): PageUseChange {
  const rules = Object.fromEntries(Object.entries(wanted).map(([subject, rule]) => [subject, sorted(rule)]));
  return {
    type: 'page-use.rule.updated',
    subject: 'page-use',
    edit: (current) => {
      const before = entriesOf(current.rules);
      const after = entriesOf(rules);
      const added = after.filter((entry) => !before.includes(entry));
      const where = Object.keys(rules).filter(
        (subject) => isOfNoLevel(levels, subject) && added.some((entry) => entry.startsWith(subject)),
      );
      if (where.length > 0) return { outcome: 'refused', reason: 'LEVEL_NOT_SETTABLE', where };
      const changed = difference({ useRules: before.filter((entry) => !after.includes(entry)) }, { useRules: added });
      if (changed === undefined) return { outcome: 'unchanged' };
      const next = { ...current, rules, isProposed: false };
      return { outcome: 'changed', next, ...changed };
    },
  };
}

/** Sets the rules that a site without own rules has. */
export function resetUseRules(levels: Levels): PageUseChange {
  return setUseRules(levels, proposedUse(levels));
}

function isOfNoLevel(levels: Levels, subject: string): boolean {
  if (!subject.startsWith('level:')) return false;
  return findLevel(levels, subject.slice('level:'.length))?.status !== 'PUBLISHED';
}

/** Each purpose once, in the order of the purposes. Denied purposes need no question. */
function sorted({ ask, deny }: UseRule): UseRule {
  return {
    ask: PURPOSES.filter((purpose) => ask.includes(purpose) && !deny.includes(purpose)),
    deny: PURPOSES.filter((purpose) => deny.includes(purpose)),
  };
}

/** `no-level: {"ask":["ai-read"],"deny":["public"]}` */
function entriesOf(rules: UseRules): readonly string[] {
  return Object.entries(rules)
    .map(([subject, rule]) => `${subject}: ${JSON.stringify(rule)}`)
    .toSorted();
}

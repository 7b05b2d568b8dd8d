import { difference } from '../audit/details';
import { findLevel, type Levels } from '../classification/level-store';
import type { ConfigurationChange, ConfigurationKind } from '../configuration/change-configuration';
import { type Governance, GOVERNANCE_ROW, readGovernance, type ReviewRule } from '../configuration/governance';
import type { RefusalTexts } from '../configuration/refusal-text';
import { RULE_REFUSALS } from '../configuration/rule-refusals';
import type { Storage } from '../platform/storage';

/** The rules by level for reviews, and how a site admin changes them. A site without own rules has none (docs/adr/0131). */

export interface ReviewRules {
  /** The revision of the row. 0: never changed. */
  readonly revision: number;
  readonly rules: Readonly<Record<string, ReviewRule>>;
  /** The whole row, of which this is a part. */
  readonly stored: Governance;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readReviewRules(storage: Pick<Storage, 'read'>): Promise<ReviewRules> {
  return reviewRulesOf(await readGovernance(storage));
}

export function reviewRulesOf({ revision, stored }: Pick<ReviewRules, 'revision' | 'stored'>): ReviewRules {
  return { revision, stored, rules: stored.review?.rules ?? {} };
}

export type ReviewRefusal = 'LEVEL_NOT_SETTABLE' | 'CONFIGURATION_TOO_LARGE';

const REVIEW_REFUSALS = {
  CHANGED: {
    code: 'REVIEW_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Another admin changed the rules. Reload the page, then try again.',
    apiDetail: 'The rules do not match If-Match. Nothing was changed. Read them again, then decide.',
  },
  ...RULE_REFUSALS,
} as const satisfies RefusalTexts<ReviewRefusal>;

export const REVIEW = {
  rowKey: GOVERNANCE_ROW.key,
  read: readReviewRules,
  valueOf: ({ stored, rules }) => ({ ...stored, review: { rules } }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: REVIEW_REFUSALS,
} as const satisfies ConfigurationKind<ReviewRules, ReviewRefusal>;

/** Replaces the rules of all levels. A level that was archived keeps the rule that it has. */
export function setReviewRules(
  levels: Levels,
  wanted: ReviewRules['rules'],
): ConfigurationChange<ReviewRules, ReviewRefusal> {
  return {
    type: 'review.rule.updated',
    subject: 'review',
    edit: (current) => {
      const rules = Object.fromEntries(Object.entries(wanted).map(([levelId, rule]) => [levelId, stored(rule)]));
      const before = entriesOf(current.rules);
      const after = entriesOf(rules);
      const added = after.filter((entry) => !before.includes(entry));
      const wrong = added.filter((entry) => findLevel(levels, levelIn(entry))?.status !== 'PUBLISHED');
      if (wrong.length > 0)
        return {
          outcome: 'refused',
          reason: 'LEVEL_NOT_SETTABLE',
          where: wrong.map((entry) => `level:${levelIn(entry)}`),
        };
      const removed = before.filter((entry) => !after.includes(entry));
      const changed = difference({ reviewRules: removed }, { reviewRules: added });
      return changed === undefined
        ? { outcome: 'unchanged' }
        : { outcome: 'changed', next: { ...current, rules }, ...changed };
    },
  };
}

/** The default is not stored, so that equal rules are equal. */
const stored = ({ overdue, ...rule }: ReviewRule): ReviewRule => (overdue === 'notify' ? { ...rule, overdue } : rule);

/** `<UUID>: 12 owner notify` */
const entriesOf = (rules: ReviewRules['rules']) =>
  Object.entries(rules)
    .map(([levelId, { months, reviewers, overdue }]) =>
      [`${levelId}: ${months} ${reviewers}`, overdue ?? []].flat().join(' '),
    )
    .toSorted();

const levelIn = (entry: string) => entry.slice(0, entry.indexOf(':'));

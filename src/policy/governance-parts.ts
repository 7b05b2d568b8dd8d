import { findNamed } from '../classification/resolve-level';
import { EXPOSURE, setRules } from '../exposure/change-rules';
import type { ConfigurationChange } from '../configuration/change-configuration';
import type { Governance, GovernancePart } from '../configuration/governance';
import type { RefusalTexts } from '../configuration/refusal-text';
import { exposureOf } from '../exposure/rules';
import { definedOf } from '../platform/defined-of';
import { REVIEW, reviewRulesOf, setReviewRules } from '../review/rules';
import type { PolicyDocument } from './document';
import { outcomeOf, type Outcome, type PolicyEdit, unknownName } from './edits';
import type { PolicyState } from './state';

/** The parts of the row of governance in the document, with the keys of levels in place of their ids. */

interface Part<Wanted> {
  /** Every member, also those that only apply as proposed. */
  readonly view: (state: PolicyState) => Wanted;
  readonly edits: (wanted: Wanted, options: PartOptions) => readonly PolicyEdit[];
}

interface PartOptions {
  readonly origin: PolicyState;
  readonly now: Date;
  readonly prune: boolean;
}

/** How the room of a part changes it. */
interface Kind<C, Reason extends string> {
  readonly valueOf: (next: C) => Governance;
  readonly refusals: RefusalTexts<Reason>;
}

function editPart<C, Reason extends string>(
  state: PolicyState,
  { valueOf, refusals }: Kind<C, Reason>,
  { edit }: ConfigurationChange<C, Reason>,
  current: C,
): Outcome {
  return outcomeOf(refusals, edit(current), (next) => ({
    ...state,
    governance: { ...state.governance, stored: valueOf(next) },
  }));
}

interface RulesPart<Rule, C, Reason extends string> {
  readonly kind: Kind<C, Reason>;
  /** With the rules that apply. */
  readonly read: (state: PolicyState) => C;
  readonly set: (
    state: PolicyState,
    rules: Readonly<Record<string, Rule>>,
    now: Date,
  ) => ConfigurationChange<C, Reason>;
  /** The same rule gives the same view, byte by byte. */
  readonly view: (rule: Rule) => Rule;
}

interface Rules<Rule> {
  /** By the key of the level. */
  readonly rules: Record<string, Rule | 'none'>;
}

/** A part that is rules by level. Each rule is an edit. */
function rulesByLevel<
  Rule extends object,
  C extends { readonly rules: Readonly<Record<string, Rule>> },
  Reason extends string,
>(part: GovernancePart, { kind, read, set, view }: RulesPart<Rule, C, Reason>): Part<Rules<Rule>> {
  const viewRule = (state: PolicyState, levelId: string) => {
    const rule = read(state).rules[levelId];
    return rule === undefined ? 'none' : view(rule);
  };
  return {
    view: (state) => ({
      rules: Object.fromEntries(
        state.levels.all.map(({ levelKey, levelId }) => [levelKey, viewRule(state, levelId)] as const),
      ),
    }),
    edits: ({ rules }, { origin, now, prune }) => {
      const others = prune ? origin.levels.all.filter(({ levelKey }) => rules[levelKey] === undefined) : [];
      const wanted = [...Object.entries(rules), ...others.map(({ levelKey }) => [levelKey, 'none'] as const)];
      return wanted.map(([key, rule]): PolicyEdit => ({
        kind: `${part}.change`,
        path: `/${part}/rules/${key}`,
        run: (state) => {
          const level = findNamed(state.levels.all, key);
          if (level === undefined) return unknownName(key);
          const current = read(state);
          const { [level.levelId]: _before, ...before } = current.rules;
          const next = rule === 'none' ? before : { ...before, [level.levelId]: rule };
          return editPart(state, kind, set(state, next, now), current);
        },
        view: (state) => {
          const level = findNamed(state.levels.all, key);
          return level && viewRule(state, level.levelId);
        },
      }));
    },
  };
}

/** A part of the row without an entry does not compile. */
const GOVERNANCE_PARTS: { readonly [Name in GovernancePart]: Part<NonNullable<PolicyDocument[Name]>> } = {
  exposure: rulesByLevel('exposure', {
    kind: EXPOSURE,
    read: ({ governance, levels }) => exposureOf(governance, levels),
    set: ({ levels }, rules, now) => setRules(levels, rules, now),
    view: ({ groupIds, ...rule }) => ({ ...rule, ...definedOf({ groupIds: groupIds?.toSorted() }) }),
  }),
  review: rulesByLevel('review', {
    kind: REVIEW,
    read: ({ governance }) => reviewRulesOf(governance),
    set: ({ levels }, rules) => setReviewRules(levels, rules),
    view: (rule) => rule,
  }),
};

export function viewGovernance(state: PolicyState): Required<Pick<PolicyDocument, GovernancePart>> {
  return { exposure: GOVERNANCE_PARTS.exposure.view(state), review: GOVERNANCE_PARTS.review.view(state) };
}

export function governanceEdits(document: PolicyDocument, options: PartOptions): readonly PolicyEdit[] {
  const editsOf = <Wanted>(wanted: Wanted | undefined, part: Part<Wanted>) =>
    wanted === undefined ? [] : part.edits(wanted, options);
  const edits: Readonly<Record<GovernancePart, readonly PolicyEdit[]>> = {
    exposure: editsOf(document.exposure, GOVERNANCE_PARTS.exposure),
    review: editsOf(document.review, GOVERNANCE_PARTS.review),
  };
  return Object.values(edits).flat();
}

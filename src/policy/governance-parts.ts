import { EXPOSURE, setRules } from '../exposure/change-rules';
import type { ConfigurationChange, FollowingEvent } from '../configuration/change-configuration';
import type { Governance, GovernancePart } from '../configuration/governance';
import type { RefusalTexts } from '../configuration/refusal-text';
import { exposureOf } from '../exposure/rules';
import { LABEL_SYNC, labelSyncOf, setLabelSync } from '../mirror/label-sync';
import { PAGE_USE, setUseRules } from '../page-use/change-rules';
import { OTHER_SUBJECTS, pageUseOf } from '../page-use/rules';
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
  readonly event?: FollowingEvent;
}

function editPart<C, Reason extends string>(
  state: PolicyState,
  { valueOf, refusals, event }: Kind<C, Reason>,
  { edit }: ConfigurationChange<C, Reason>,
  current: C,
): Outcome {
  const outcome = outcomeOf(refusals, edit(current), (next) => ({
    ...state,
    governance: { ...state.governance, stored: valueOf(next) },
  }));
  return outcome.outcome === 'changed' ? { ...outcome, event } : outcome;
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
  /** The ids that rules have in the row, by the names that they have in the document. */
  readonly subjects: (state: PolicyState) => ReadonlyMap<string, string>;
}

const levelsByKey = ({ levels }: PolicyState) =>
  new Map(levels.all.map(({ levelKey, levelId }) => [levelKey, levelId]));

interface Rules<Rule> {
  /** By name. */
  readonly rules: Record<string, Rule | 'none'>;
}

/** A part that is rules. Each rule is an edit. */
function rulesPart<
  Rule extends object,
  C extends { readonly rules: Readonly<Record<string, Rule>> },
  Reason extends string,
>(part: GovernancePart, { kind, read, set, view, subjects }: RulesPart<Rule, C, Reason>): Part<Rules<Rule>> {
  const viewRule = (state: PolicyState, id: string) => {
    const rule = read(state).rules[id];
    return rule === undefined ? 'none' : view(rule);
  };
  return {
    view: (state) => ({
      rules: Object.fromEntries([...subjects(state)].map(([name, id]) => [name, viewRule(state, id)] as const)),
    }),
    edits: ({ rules }, { origin, now, prune }) => {
      const others = prune ? [...subjects(origin).keys()].filter((name) => !Object.hasOwn(rules, name)) : [];
      const wanted = [...Object.entries(rules), ...others.map((name) => [name, 'none'] as const)];
      return wanted.map(([name, rule]): PolicyEdit => ({
        kind: `${part}.change`,
        path: `/${part}/rules/${name}`,
        run: (state) => {
          const id = subjects(state).get(name);
          if (id === undefined) return unknownName(name);
          const current = read(state);
          const { [id]: _before, ...before } = current.rules;
          const next = rule === 'none' ? before : { ...before, [id]: rule };
          return editPart(state, kind, set(state, next, now), current);
        },
        view: (state) => {
          const id = subjects(state).get(name);
          return id && viewRule(state, id);
        },
      }));
    },
  };
}

/** A part of the row without an entry does not compile. */
const GOVERNANCE_PARTS: { readonly [Name in GovernancePart]: Part<NonNullable<PolicyDocument[Name]>> } = {
  exposure: rulesPart('exposure', {
    subjects: levelsByKey,
    kind: EXPOSURE,
    read: ({ governance, levels }) => exposureOf(governance, levels),
    set: ({ levels }, rules, now) => setRules(levels, rules, now),
    view: ({ groupIds, ...rule }) => ({ ...rule, ...definedOf({ groupIds: groupIds?.toSorted() }) }),
  }),
  review: rulesPart('review', {
    subjects: levelsByKey,
    kind: REVIEW,
    read: ({ governance }) => reviewRulesOf(governance),
    set: ({ levels }, rules) => setReviewRules(levels, rules),
    view: (rule) => rule,
  }),
  use: rulesPart('use', {
    subjects: (state) =>
      new Map([
        ...[...levelsByKey(state)].map(([key, id]) => [`level:${key}`, `level:${id}`] as const),
        ...OTHER_SUBJECTS.map((one) => [one, one] as const),
      ]),
    kind: PAGE_USE,
    read: ({ governance, levels }) => pageUseOf(governance, levels),
    set: ({ levels }, rules) => setUseRules(levels, rules),
    view: (rule) => rule,
  }),
  labels: {
    view: viewLabels,
    edits: (wanted) => [
      {
        ...{ kind: 'labels.change', path: '/labels', view: viewLabels },
        run: (state) => {
          const current = labelSyncOf(state.governance);
          const { enabled = current.enabled, prefix = current.prefix } = wanted;
          return editPart(state, LABEL_SYNC, setLabelSync({ enabled, prefix }), current);
        },
      },
    ],
  },
};

function viewLabels({ governance }: PolicyState) {
  const { enabled, prefix } = labelSyncOf(governance);
  return { enabled, prefix };
}

export function viewGovernance(state: PolicyState): Required<Pick<PolicyDocument, GovernancePart>> {
  return {
    exposure: GOVERNANCE_PARTS.exposure.view(state),
    review: GOVERNANCE_PARTS.review.view(state),
    use: GOVERNANCE_PARTS.use.view(state),
    labels: GOVERNANCE_PARTS.labels.view(state),
  };
}

export function governanceEdits(document: PolicyDocument, options: PartOptions): readonly PolicyEdit[] {
  const editsOf = <Wanted>(wanted: Wanted | undefined, part: Part<Wanted>) =>
    wanted === undefined ? [] : part.edits(wanted, options);
  const edits: Readonly<Record<GovernancePart, readonly PolicyEdit[]>> = {
    exposure: editsOf(document.exposure, GOVERNANCE_PARTS.exposure),
    review: editsOf(document.review, GOVERNANCE_PARTS.review),
    use: editsOf(document.use, GOVERNANCE_PARTS.use),
    labels: editsOf(document.labels, GOVERNANCE_PARTS.labels),
  };
  return Object.values(edits).flat();
}

import { findNamed } from '../classification/resolve-level';
import type { Level } from '../classification/model';
import { EXPOSURE, setRules } from '../exposure/change-rules';
import type { ExposureRule, GovernancePart } from '../configuration/governance';
import { exposureOf } from '../exposure/rules';
import { definedOf } from '../platform/defined-of';
import type { PolicyDocument } from './document';
import { outcomeOf, type Outcome, type PolicyEdit, unknownName } from './edits';
import type { PolicyState } from './state';

/** The parts of the row of governance in the document, with the keys of levels in place of their ids. */

interface Part<Name extends GovernancePart> {
  /** Every member, also those that only apply as proposed. */
  readonly view: (state: PolicyState) => NonNullable<PolicyDocument[Name]>;
  readonly edits: (wanted: NonNullable<PolicyDocument[Name]>, options: PartOptions) => readonly PolicyEdit[];
}

interface PartOptions {
  readonly origin: PolicyState;
  readonly now: Date;
  readonly prune: boolean;
}

/** A part of the row without an entry does not compile. */
const GOVERNANCE_PARTS: { readonly [Name in GovernancePart]: Part<Name> } = {
  exposure: {
    view: (state) => ({
      rules: Object.fromEntries(state.levels.all.map((level) => [level.levelKey, viewRule(state, level)])),
    }),
    edits: ({ rules }, { origin, now, prune }) => {
      const others = prune ? origin.levels.all.filter(({ levelKey }) => rules[levelKey] === undefined) : [];
      const wanted = [...Object.entries(rules), ...others.map(({ levelKey }) => [levelKey, 'none'] as const)];
      return wanted.map(([key, rule]): PolicyEdit => ({
        kind: 'exposure.change',
        path: `/exposure/rules/${key}`,
        run: (state) => setRule(state, key, rule, now),
        view: (state) => {
          const level = findNamed(state.levels.all, key);
          return level && viewRule(state, level);
        },
      }));
    },
  },
};

function exposureIn({ governance, levels }: PolicyState) {
  return exposureOf(governance, levels);
}

function viewRule(state: PolicyState, { levelId }: Level) {
  const { groupIds, ...rule } = exposureIn(state).rules[levelId] ?? { groupIds: undefined, none: true };
  if ('none' in rule) return 'none' as const;
  return { ...rule, ...definedOf({ groupIds: groupIds?.toSorted() }) };
}

type WantedRule = NonNullable<PolicyDocument['exposure']>['rules'][string];

function setRule(state: PolicyState, key: string, rule: WantedRule, now: Date): Outcome {
  const level = findNamed(state.levels.all, key);
  if (level === undefined) return unknownName(key);
  const current = exposureIn(state);
  const { [level.levelId]: _before, ...others } = current.rules;
  const rules = rule === 'none' ? others : { ...others, [level.levelId]: toRule(rule) };
  return outcomeOf(EXPOSURE.refusals, setRules(state.levels, rules, now).edit(current), (next) => ({
    ...state,
    governance: {
      ...state.governance,
      stored: { ...next.stored, exposure: { rules: { ...next.rules }, exceptions: [...next.exceptions] } },
    },
  }));
}

function toRule({ maxPeople, groupIds, ...access }: Exclude<WantedRule, 'none'>): ExposureRule {
  return { ...access, ...definedOf({ maxPeople, groupIds }) };
}

export function viewGovernance(state: PolicyState): Required<Pick<PolicyDocument, GovernancePart>> {
  return { exposure: GOVERNANCE_PARTS.exposure.view(state) };
}

export function governanceEdits(document: PolicyDocument, options: PartOptions): readonly PolicyEdit[] {
  const editsOf = <Wanted>(
    wanted: Wanted | undefined,
    part: { readonly edits: (wanted: Wanted, options: PartOptions) => readonly PolicyEdit[] },
  ) => (wanted === undefined ? [] : part.edits(wanted, options));
  const edits: Readonly<Record<GovernancePart, readonly PolicyEdit[]>> = {
    exposure: editsOf(document.exposure, GOVERNANCE_PARTS.exposure),
  };
  return Object.values(edits).flat();
}

import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { cqlFor } from './cql';
import type { Layout, Treatment, Trigger } from './rule';
import type { Target } from './web-request';

/** A recipe in the form. */

export interface LabelPair {
  /** The ID of the row in the form. */
  readonly id: number;
  readonly label: string;
  readonly target: Target | undefined;
}

export interface RecipeDraft {
  readonly trigger: Trigger;
  readonly hasSpaces: boolean;
  readonly spaces: readonly SpaceName[];
  /** The level for all pages of a publish rule or a scheduled rule. */
  readonly target: Target | undefined;
  /** Limits a scheduled rule to pages with this label. '': any labels or none. */
  readonly label: string;
  readonly pairs: readonly LabelPair[];
  readonly layout: Layout;
  readonly classified: Treatment;
}

export const NEW_RECIPE: RecipeDraft = {
  trigger: 'published',
  hasSpaces: false,
  spaces: [],
  target: undefined,
  label: '',
  pairs: [{ id: 1, label: '', target: undefined }],
  layout: 'rules',
  classified: 'keep',
};

/** A label is a decision about the page, so it changes an existing level. Publishing and schedules keep it. */
export function withTrigger(trigger: Trigger): Partial<RecipeDraft> {
  return { trigger, classified: trigger === 'labeled' ? 'change' : 'keep' };
}

/** Errors by field name. */
export type RecipeErrors = Readonly<Record<string, string>>;

export const pairField = (pair: LabelPair, field: 'label' | 'level') => `${field}-${pair.id}`;

/** Empty for a complete draft. */
export function checkRecipe(draft: RecipeDraft): RecipeErrors {
  const { missing } = texts.recipes;
  const errors: Record<string, string> = {};
  if (draft.hasSpaces && draft.spaces.length === 0) errors['spaces'] = missing.spaces;
  if (draft.trigger !== 'labeled') {
    if (draft.target === undefined) errors['level'] = missing.level;
    const problem = draft.trigger === 'scheduled' && draft.label !== '' ? labelProblem(draft.label) : undefined;
    if (problem !== undefined) errors['label'] = problem;
    return errors;
  }
  draft.pairs.forEach((pair, index) => {
    const isTaken = draft.pairs.slice(0, index).some(({ label }) => label === pair.label);
    const problem = labelProblem(pair.label) ?? (isTaken ? missing.taken(pair.label) : undefined);
    if (problem !== undefined) errors[pairField(pair, 'label')] = problem;
    if (pair.target === undefined) errors[pairField(pair, 'level')] = missing.level;
  });
  return errors;
}

/** The error of a label that Confluence or Automation would reject. */
const NOT_IN_LABELS = /[:;,.?&[\]()#^*@!<>]|\{\{/;
const LONGEST_LABEL = 255;

function labelProblem(label: string): string | undefined {
  const { missing } = texts.recipes;
  if (label === '') return missing.label;
  if (/\s/.test(label)) return missing.spacesInLabel;
  if (label !== label.toLowerCase()) return missing.lowerCase(label.toLowerCase());
  const [found] = NOT_IN_LABELS.exec(label) ?? [];
  if (found !== undefined) return missing.character(found);
  return label.length > LONGEST_LABEL ? missing.longLabel : undefined;
}

/** A "Send web request" action. */
export interface SendAction {
  /** '': every page of the rule. */
  readonly label: string;
  readonly target: Target;
}

/** In the order of the blocks. A page with several labels gets the most sensitive level. */
export function sendActionsOf(draft: RecipeDraft, levels: readonly Level[]): SendAction[] {
  if (draft.trigger !== 'labeled') return draft.target === undefined ? [] : [{ label: '', target: draft.target }];
  const orderOf = ({ target }: SendAction) =>
    levels.find(({ levelId }) => levelId === target.levelId)?.order ?? Infinity;
  return draft.pairs
    .flatMap(({ label, target }) => (target === undefined ? [] : [{ label, target }]))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

/** The query for the pages of a scheduled rule. */
export function queryOf(draft: RecipeDraft): string {
  return cqlFor({ label: draft.label, spaceKeys: spacesOf(draft).map(({ key }) => key) });
}

/** Empty: all spaces. */
export function spacesOf(draft: RecipeDraft): readonly SpaceName[] {
  return draft.hasSpaces ? draft.spaces : [];
}

/** The IDs of all levels that the rule sets. */
export function levelIdsOf(draft: RecipeDraft): string[] {
  const targets = draft.trigger === 'labeled' ? draft.pairs.map(({ target }) => target) : [draft.target];
  return [...new Set(targets.flatMap((target) => target?.levelId ?? []))];
}

/**
 * Rules with the actions of the app, in the words of Automation's editor, which are the names of components and fields,
 * and the values to enter. A test builds these rules from the words and runs them.
 */

export const ACTION_RECIPES = ['findings', 'published', 'scheduled'] as const;
export type ActionRecipe = (typeof ACTION_RECIPES)[number];

export interface RuleWords {
  readonly trigger: Component;
  readonly steps: readonly Component[];
}

interface Component {
  /** The name of a trigger, a branch, a condition or an action in the editor. */
  readonly name: string;
  readonly fields: readonly FieldValue[];
}

interface FieldValue {
  readonly name: string;
  readonly value: string;
  /** True for a value that people choose. It is not copied. */
  readonly isChoice?: boolean;
}

const PAGE: FieldValue = { name: 'Page ID', value: '{{page.id}}' };

const CHECK: Component = { name: 'Check a page for sensitive data', fields: [PAGE] };

const HAS_FINDINGS: Component = {
  name: 'Smart values condition',
  fields: [
    { name: 'First value', value: '{{getPageclassFindings.total}}' },
    { name: 'Condition', value: 'greater than', isChoice: true },
    { name: 'Second value', value: '0' },
  ],
};

const setLevel = (level: string, reason: string): Component => ({
  name: 'Set the classification level of a page',
  fields: [
    PAGE,
    { name: 'Level', value: level, isChoice: true },
    { name: 'Only raise', value: 'Yes', isChoice: true },
    { name: 'Reason', value: reason },
  ],
});

/** @param level the name of the level, or `Level / Sub-level` */
export function ruleWords(recipe: ActionRecipe, level: string): RuleWords {
  switch (recipe) {
    case 'findings':
      return {
        trigger: { name: 'Page published', fields: [] },
        steps: [CHECK, HAS_FINDINGS, setLevel(level, 'The page contains sensitive data.')],
      };
    case 'published':
      return {
        trigger: { name: 'Page published', fields: [] },
        steps: [setLevel(level, 'New pages get this level.')],
      };
    case 'scheduled':
      return {
        trigger: {
          name: 'Scheduled',
          fields: [
            { name: 'Run every', value: 'Day', isChoice: true },
            {
              name: 'For each CQL (related entities)',
              value: 'type = page and lastmodified >= now("-1d")',
            },
          ],
        },
        steps: [CHECK, HAS_FINDINGS, setLevel(level, 'The page contains sensitive data.')],
      };
  }
}

import type { ActionModule } from '../forge/manifest';
import type { AppAction, RuleInput, RuleProblem, Step } from './model';

/** The problems for which Automation's editor refuses a rule. A rule that is off may be incomplete. */

interface Site {
  /** The actions of the app in Automation, by key. */
  readonly actions: ReadonlyMap<string, ActionModule>;
  readonly isPerson: (email: string) => boolean;
}

export function problemsOf(rule: RuleInput, site: Site): readonly RuleProblem[] {
  return [
    ...(site.isPerson(rule.user) ? [] : [{ path: ['user'], message: `There is no account ${rule.user}.` }]),
    ...rule.steps.flatMap((step, index) =>
      stepProblems(step, rule.isEnabled, site).map(({ path, message }) => ({
        path: ['steps', index, ...path],
        message,
      })),
    ),
    ...(rule.isEnabled ? incomplete(rule) : []),
  ];
}

function incomplete({ trigger, steps }: RuleInput): readonly RuleProblem[] {
  return [
    ...(steps.length === 0 ? [{ path: ['steps'], message: 'Add a step before you turn on the rule.' }] : []),
    ...(trigger.type === 'page-labelled' && trigger.label === ''
      ? [{ path: ['trigger', 'label'], message: 'Enter the label.' }]
      : []),
    ...(trigger.type === 'scheduled' && trigger.cql === ''
      ? [{ path: ['trigger', 'cql'], message: 'Enter a CQL query for the pages.' }]
      : []),
  ];
}

function stepProblems(step: Step, isEnabled: boolean, { actions }: Site): readonly RuleProblem[] {
  switch (step.type) {
    case 'action': {
      const action = actions.get(step.action);
      if (action === undefined) return [{ path: ['action'], message: `Automation has no action ${step.action}.` }];
      return [...unknownInputs(step, action), ...(isEnabled ? missingInputs(step, action) : [])];
    }
    case 'web-request':
      return isEnabled && step.url === '' ? [{ path: ['url'], message: 'Enter the web request URL.' }] : [];
    case 'condition':
      return isEnabled && step.first === '' ? [{ path: ['first'], message: 'Enter the first value.' }] : [];
    case 'comment':
      return isEnabled && step.text === '' ? [{ path: ['text'], message: 'Enter the comment.' }] : [];
  }
}

function unknownInputs({ inputs }: AppAction, { name, inputs: declared }: ActionModule): readonly RuleProblem[] {
  return Object.keys(inputs)
    .filter((key) => !Object.hasOwn(declared, key))
    .map((key) => ({ path: ['inputs', key], message: `The action “${name}” has no input ${key}.` }));
}

/** The required inputs without a value: `errors.invalidInputs` of the form's context. */
export function missingInputs({ inputs }: AppAction, { inputs: declared }: ActionModule): readonly RuleProblem[] {
  return Object.entries(declared)
    .filter(([key, { required }]) => required && (inputs[key] ?? '') === '')
    .map(([key, { title }]) => ({ path: ['inputs', key], message: `Enter a value for “${title}”.` }));
}

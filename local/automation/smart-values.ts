import type { ActionModule } from '../forge/manifest';

/** The values that a rule can insert, by their first name: `page`, `space`, `webResponse`, and one for each action. */
export type SmartValues = Readonly<Record<string, unknown>>;

/** Replaces smart values as plain text, without escaping. Unknown values become empty. */
export function renderSmartValues(text: string, values: SmartValues): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (_match, path: string) => textOf(valueAt(values, path.trim())));
}

/** `getPageclassLevel` for an action with the verb GET, the domain `pageclass` and the entity `level`. Assumed from the documentation. */
export function smartValueName({ actionVerb, outputContext }: ActionModule): string | undefined {
  if (outputContext === undefined) return undefined;
  return actionVerb.toLowerCase() + capitalized(outputContext.outputDomain) + capitalized(outputContext.entityName);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
      values,
    );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { texts } from '../texts';

/** A named set of settings that the site or a space can use. */
export interface Scheme {
  readonly schemeId: string;
  readonly name: string;
}

export function schemesByName<T extends Scheme>(schemes: readonly T[]): readonly T[] {
  return schemes.toSorted((a, b) => a.name.localeCompare(b.name));
}

const MAX_NAME_LENGTH = 100;

/**
 * @param others the schemes whose names are taken
 * @param taken the message for a taken name
 * @returns undefined for a valid name
 */
export function schemeNameFault(name: string, others: readonly Scheme[], taken: string): string | undefined {
  const { missingName, longName } = texts.configuration;
  const typed = name.normalize('NFC').trim();
  if (typed === '') return missingName;
  if (typed.length > MAX_NAME_LENGTH) return longName(typed.length);
  return others.some((one) => one.name.toLowerCase() === typed.toLowerCase()) ? taken : undefined;
}

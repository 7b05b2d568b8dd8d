import { texts } from '../texts';

const MAX_NAME = 100;

/**
 * @param taken what is said of a name that another one has
 * @returns undefined where the name can be kept
 */
export function schemeNameFault(
  name: string,
  others: readonly { readonly name: string }[],
  taken: string,
): string | undefined {
  const { missingName, longName } = texts.configuration;
  const typed = name.normalize('NFC').trim();
  if (typed === '') return missingName;
  if (typed.length > MAX_NAME) return longName(typed.length);
  return others.some((one) => one.name.toLowerCase() === typed.toLowerCase()) ? taken : undefined;
}

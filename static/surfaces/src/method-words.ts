import type { Method } from '../../../src/classification/model';

/** How a level was set, in the words of people who read pages. A method without words does not compile. */
const WORDS: Readonly<Record<Method, string>> = {
  MANUAL: 'Set by hand',
  DEFAULT: 'Default level',
  REST_API: 'Set through the API',
  AUTOMATION: 'Set by an automation rule',
  ROVO: 'Set by Rovo',
  DETECTION: 'Raised because of sensitive data',
  NATIVE: "Follows Atlassian's level",
};

export function methodWords(method: string): string {
  return Object.entries(WORDS).find(([name]) => name === method)?.[1] ?? method;
}

import type { Purpose, UseRule } from '../configuration/governance';
import type { Decision, UseReason } from './decide';

/** The use of pages in words. The UI imports this file, so it has nothing but types and texts. */

export const PURPOSE_NAMES: Readonly<Record<Purpose, string>> = {
  'ai-read': 'Read by AI',
  'ai-index': 'Search index of AI',
  'ai-train': 'Training of AI',
  guest: 'Guests',
  public: 'Anyone on the internet',
  export: 'Export',
};

export const DECISION_NAMES: Readonly<Record<Decision, string>> = {
  allow: 'Allowed',
  ask: 'Ask first',
  deny: 'Not allowed',
};

/** Each is a sentence, for `ask` and `deny`. */
export const REASON_TEXTS: Readonly<Record<UseReason, string>> = {
  level: 'Its level has a rule for this.',
  'no-level': 'It has no level.',
  findings: 'It has sensitive data.',
  'not-scanned': 'Its current version isn’t scanned completely.',
  'over-exposed': 'More people can see it than its level allows.',
  policy: 'Another rule of your site applies.',
  unknown: 'The app can’t read everything that the rules need.',
  'not-found': 'The page wasn’t found.',
};

const isAll = (purposes: readonly Purpose[]) => purposes.length === Object.keys(PURPOSE_NAMES).length;
const named = (purposes: readonly Purpose[]) =>
  isAll(purposes) ? 'everything' : purposes.map((purpose) => PURPOSE_NAMES[purpose]).join(', ');

/** `Ask first: Read by AI. Not allowed: Guests, Export.` */
export function useRuleInWords({ ask, deny }: UseRule): string {
  const parts = [
    ...(ask.length === 0 ? [] : [`${DECISION_NAMES.ask}: ${named(ask)}.`]),
    ...(deny.length === 0 ? [] : [`${DECISION_NAMES.deny}: ${named(deny)}.`]),
  ];
  return parts.length === 0 ? 'Everything is allowed.' : parts.join(' ');
}

import { plural } from '../common-texts';

/** How a level was set, in the words of people who read pages. */
const methods: Readonly<Record<string, string>> = {
  MANUAL: 'Set by hand',
  DEFAULT: 'Default level',
  REST_API: 'Set through the API',
  AUTOMATION: 'Set by an automation rule',
  ROVO: 'Set by Rovo',
  DETECTION: 'Raised because of sensitive data',
  NATIVE: "Follows Atlassian's level",
};

export const historyTexts = {
  title: 'Classification history',
  failed: 'We couldn’t load the history',
  moreFailed: 'We couldn’t load more changes',
  empty: 'The level of this page has not changed yet',
  emptyBody: 'Each time a person, a rule or an app sets, changes or removes the level of this page, you see it here.',
  list: 'Changes, newest first',
  to: 'to',
  method: (method: string) => methods[method] ?? method,
  by: { person: 'A person you can’t see', erased: 'Erased person', app: 'Page Classification' },
  more: 'Load more',
  loaded: (count: number) => plural(count, 'change', 'changes'),
} as const;

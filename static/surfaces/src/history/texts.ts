import { plural } from '../common-texts';

export const historyTexts = {
  title: 'Classification history',
  failed: 'We couldn’t load the history',
  moreFailed: 'We couldn’t load more changes',
  empty: 'The level has not changed yet',
  emptyBody: 'Each time a person, a rule or an app sets, changes or removes the level, you see it here.',
  list: 'Changes, newest first',
  to: 'to',
  by: { person: 'A person you can’t see', erased: 'Erased person', app: 'Page Classification' },
  more: 'Load more',
  loaded: (count: number) => plural(count, 'change', 'changes'),
} as const;

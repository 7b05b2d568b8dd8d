import type { Call } from './endpoint';

const SORTS = ['created-date', '-created-date', 'modified-date', '-modified-date'] as const;

interface Dates {
  readonly created: string;
  readonly modified: string;
}

/** Orders by date as `sort` requests; items with the same date keep their order. */
export function byDate<T>(call: Call, items: readonly T[], datesOf: (item: T) => Dates): readonly T[] {
  const sort = call.oneOf('sort', SORTS) ?? 'created-date';
  const name = sort.endsWith('created-date') ? 'created' : 'modified';
  const ascending = items
    .map((item) => ({ item, date: datesOf(item)[name] }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ item }) => item);
  return sort.startsWith('-') ? ascending.reverse() : ascending;
}

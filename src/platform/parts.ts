import { awaitAll } from './await-all';

/** Splits a list into parts of at most this many items. */
export function partsOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return items.flatMap((_item, start) => (start % size === 0 ? [items.slice(start, start + size)] : []));
}

/** Maps items in their order, this many at a time. @throws what `map` throws first; the items of its part have settled */
export async function mapInParts<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const part of partsOf(items, atOnce)) results.push(...(await awaitAll(part.map(map))));
  return results;
}

import { isScalar, type Scalar } from './attribute-value';
import type { ListIndex } from './catalog';
import { attributeOf, readAttributes } from './entity-value';
import { sortPosition } from './sort-position';

export interface IndexEntry {
  readonly index: string;
  readonly partition: string;
  readonly position: string;
}

/** Partitions are only compared for equality, so their JSON text suffices. */
export function partitionText(values: readonly Scalar[]): string {
  return JSON.stringify(values);
}

/** The position of a row in each index. A row without an attribute of an index is not in that index. */
export function indexEntries(indexes: readonly ListIndex[], key: string, storedText: string): IndexEntry[] {
  const byKeyOnly = indexes.every((index) => index.range === undefined);
  const value = byKeyOnly ? {} : readAttributes(storedText);
  const entries: IndexEntry[] = [];
  for (const index of indexes) {
    const range = index.range === undefined ? key : attributeOf(value, index.range);
    const partition = index.partition.map((name) => attributeOf(value, name)).filter(isScalar);
    if (!isScalar(range) || partition.length < index.partition.length) continue;
    entries.push({ index: index.name, partition: partitionText(partition), position: sortPosition(range) });
  }
  return entries;
}

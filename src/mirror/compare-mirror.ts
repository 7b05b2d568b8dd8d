import { hashOf, type LevelProperty, readFlatValue } from './level-property';

/**
 * Compares the property of a page with the value that it must have.
 * @param value the value that was read; undefined or null = the page has no such property
 */
export function compareMirror(value: unknown, wanted: LevelProperty): 'current' | 'missing' | 'differs' {
  if (value === undefined || value === null) return 'missing';
  const read = readFlatValue(value);
  return read !== undefined && hashOf(read) === hashOf(wanted) ? 'current' : 'differs';
}

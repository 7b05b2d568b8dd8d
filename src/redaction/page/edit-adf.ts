import { applyCuts, type Cut, replacementOf, type StringCut } from './cut';

/**
 * Removes values from the strings of an ADF document, to find out which values can be removed. The result is never written: it may
 * have empty text nodes and links without an address.
 * @param source JSON
 * @returns undefined if a place does not exist
 */
export function editAdf(source: string, cuts: readonly Cut[]): string | undefined {
  const byString = new Map<string, StringCut[]>();
  for (const cut of cuts) {
    cut.ranges.forEach(({ pointer, start, end }, index) => {
      byString.set(pointer, [...(byString.get(pointer) ?? []), { start, end, replacement: replacementOf(cut, index) }]);
    });
  }
  const document: unknown = JSON.parse(source);
  for (const [pointer, own] of byString) if (!cutString(document, keysOf(pointer), own)) return undefined;
  return JSON.stringify(document);
}

function cutString(holder: unknown, [key = '', ...rest]: readonly string[], cuts: readonly StringCut[]): boolean {
  if (!isHolder(holder)) return false;
  const value = holder[key];
  if (rest.length > 0) return cutString(value, rest, cuts);
  if (typeof value !== 'string') return false;
  holder[key] = applyCuts(value, cuts);
  return true;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Also an array, whose keys are its positions. */
function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

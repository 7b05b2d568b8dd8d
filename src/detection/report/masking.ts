import type { SourceRange } from '../text/flat-text';

/** Masks for stored findings and responses, for code that does not scan. */

/** The version of the rules for excerpts. One of other rules is read as the bar (findings/model.ts). */
export const EXCERPT_VERSION = 3;

/** Replaces masked text. Its length is constant, so that it does not reveal the length of the value. */
export const BAR = '••••••••';

/** Member names of ADF, and common names of macro parameters. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...['content', 'marks', 'text', 'attrs', 'href', 'url', 'title', 'alt', 'label', 'name', 'caption', 'description'],
  ...['parameters', 'macroParams', 'macroMetadata', 'value', 'data', 'body', 'placeholder'],
]);
const LISTS: ReadonlySet<string> = new Set(['content', 'marks']);
const INDEX = /^\d{1,6}$/;

/**
 * Ranges for storage and responses. Authors choose some member names of a document, such as names of macro parameters, and
 * such a name may itself be sensitive. Every unknown name is masked.
 */
export function maskRanges(ranges: readonly SourceRange[]): SourceRange[] {
  return ranges.map((range) => ({ ...range, pointer: maskPointer(range.pointer) }));
}

export function maskPointer(pointer: string): string {
  const names = pointer.split('/');
  const isShown = (name: string, at: number) =>
    at === 0 || KNOWN_NAMES.has(name) || (INDEX.test(name) && LISTS.has(names[at - 1] ?? ''));
  return names.map((name, at) => (isShown(name, at) ? name : BAR)).join('/');
}

import { BAR } from './excerpt-form';
import type { SourceRange } from './text/flat-text';

/** Names that the document format gives, and common names of macro parameters. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...['content', 'marks', 'text', 'attrs', 'href', 'url', 'title', 'alt', 'label', 'name', 'caption', 'description'],
  ...['parameters', 'macroParams', 'macroMetadata', 'value', 'data', 'body', 'placeholder'],
]);
const LISTS: ReadonlySet<string> = new Set(['content', 'marks']);
const INDEX = /^\d{1,6}$/;

/**
 * Ranges as they are stored and answered. People choose some names in a document, such as those of macro parameters, and a name
 * may be a value. So every name that is not known is masked.
 */
export function shownRanges(ranges: readonly SourceRange[]): SourceRange[] {
  return ranges.map((range) => ({ ...range, pointer: shownPointer(range.pointer) }));
}

export function shownPointer(pointer: string): string {
  const names = pointer.split('/');
  const isShown = (name: string, at: number) =>
    at === 0 || KNOWN_NAMES.has(name) || (INDEX.test(name) && LISTS.has(names[at - 1] ?? ''));
  return names.map((name, at) => (isShown(name, at) ? name : BAR)).join('/');
}

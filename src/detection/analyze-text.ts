import type { CustomSearch } from './custom/custom-search';
import { findValues } from './find-values';
import type { Finding } from './finding';
import type { Selection } from './policy';
import { flattenPlain } from './text/plain';

/** A finding in a text that the caller has. */
export interface TextFinding extends Omit<Finding, 'alsoMatched'> {
  /** UTF-16 offsets in the text; the end is excluded. */
  readonly start: number;
  readonly end: number;
}

/** What is in a text, in its order. Nothing of it is kept. */
export function analyzeText(
  text: string,
  selection: Selection,
  today: Date,
  custom?: CustomSearch,
): readonly TextFinding[] {
  return findValues(flattenPlain(text), selection, today, custom).map(({ finding, start, end }) => {
    const { alsoMatched: _others, maskedExcerpt, ...told } = finding;
    return { ...told, start, end, maskedExcerpt };
  });
}

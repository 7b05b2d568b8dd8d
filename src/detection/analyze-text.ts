import type { CustomSearch } from './custom/custom-search';
import { findValues, prepareExcerpts } from './find-values';
import type { Finding } from './finding';
import type { DetectorSelection } from './policy';
import { runToEnd } from '../platform/steps';
import { flattenPlain } from './text/flat-text-builder';

/** A finding in a text that the caller sent. */
export interface TextFinding extends Omit<Finding, 'alsoMatched'> {
  /** UTF-16 offsets in the text; the end is excluded. */
  readonly start: number;
  readonly end: number;
}

/** Finds values in a text, in text order. Stores nothing. */
export function analyzeText(
  text: string,
  selection: DetectorSelection,
  today: Date,
  custom?: CustomSearch,
): readonly TextFinding[] {
  const flat = flattenPlain(text);
  const searched = { flat, ...runToEnd(findValues(flat, selection, today, custom)) };
  const excerptOf = prepareExcerpts([searched]);
  return searched.values.map((value) => {
    const { alsoMatched: _others, ...described } = value.finding;
    return { ...described, start: value.start, end: value.end, maskedExcerpt: excerptOf(searched, value) };
  });
}

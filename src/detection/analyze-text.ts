import type { CustomSearch } from './custom/custom-search';
import { findValues, openExcerpts } from './find-values';
import type { Finding } from './finding';
import type { Selection } from './policy';
import { toEnd } from './steps';
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
  const flat = flattenPlain(text);
  const searched = { flat, ...toEnd(findValues(flat, selection, today, custom)) };
  const excerptOf = openExcerpts([searched]);
  return searched.values.map((value) => {
    const { alsoMatched: _others, ...described } = value.finding;
    return { ...described, start: value.start, end: value.end, maskedExcerpt: excerptOf(searched, value) };
  });
}

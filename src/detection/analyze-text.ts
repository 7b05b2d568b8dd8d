import type { CustomSearch } from './custom/custom-search';
import { findValues } from './report/find-values';
import type { Finding } from './finding';
import type { DetectorSelection } from './engine/policy';
import type { Span } from './text/spans';
import { runToEnd } from '../platform/steps';
import type { FlatText } from './text/flat-text';
import { flattenPlain } from './text/flat-text-builder';

/** A finding in a text that the caller sent. */
export interface TextFinding extends Omit<Finding, 'alsoMatched'>, Span {}

/** Finds values in a text, in text order. Stores nothing. Offsets are UTF-16; the end is excluded. */
export function analyzeText(
  text: string,
  selection: DetectorSelection,
  today: Date,
  custom?: CustomSearch,
): readonly TextFinding[] {
  return analyzeFlat(flattenPlain(text), selection, today, custom);
}

/** The same for a text that was extracted from a document. The offsets are in the extracted text. */
export function analyzeFlat(
  flat: FlatText,
  selection: DetectorSelection,
  today: Date,
  custom?: CustomSearch,
): readonly TextFinding[] {
  return runToEnd(findValues(flat, selection, today, custom)).values.map(({ finding, start, end }) => {
    const { alsoMatched: _others, ...described } = finding;
    return { ...described, start, end };
  });
}

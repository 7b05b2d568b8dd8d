import { describe } from './describe';
import { detect } from './detect';
import type { Finding } from './finding';
import type { Selection } from './policy';
import { flattenPlain } from './text/plain';

/** A finding in a text that the caller has. */
export interface TextFinding extends Omit<Finding, 'alsoMatched'> {
  /** UTF-16 offsets in the text; the end is excluded. */
  readonly start: number;
  readonly end: number;
}

export interface TextAnalysis {
  /** In the order of the text. */
  readonly findings: readonly TextFinding[];
  /** Whether there may be more: a rule ran out of time. */
  readonly partial: boolean;
}

/** What is in a text. Nothing of it is kept. */
export function analyzeText(text: string, selection: Selection, today: Date): TextAnalysis {
  const flat = flattenPlain(text);
  const { winners, sensitive } = detect(flat, selection, today);
  const findings = winners.map((winner) => {
    const { alsoMatched, maskedExcerpt, ...finding } = describe(winner, flat, sensitive, selection);
    return { ...finding, start: winner.judged.start, end: winner.judged.end, maskedExcerpt };
  });
  return { findings, partial: false };
}

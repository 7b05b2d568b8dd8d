import { findMatches, type Match } from './find-matches';
import { scoreMatch, type ScoredMatch } from './score-match';
import { findKeywords } from './keyword-hits';
import { resolveOverlaps, type Winner } from './overlaps';
import { codesOf, isLongText } from './fold';
import type { DetectorSelection } from './policy';
import type { Span } from './spans';
import { type Steps, runToEnd } from '../platform/steps';
import type { FlatText } from './text/flat-text';

/** The matches in a text. Positions refer to the flat text, which holds the values; never store this. */
export interface DetectionResult {
  /** In the order of the text, without overlaps. */
  readonly winners: readonly Winner[];
  /** Every match that passed validation, including those below the thresholds. Excerpts must mask all of them. */
  readonly sensitive: readonly Span[];
}

export function detect(flat: FlatText, selection: DetectorSelection, today: Date): DetectionResult {
  return runToEnd(detectInSteps(flat, selection, today));
}

/** Matches to score in one step. */
const MATCHES_PER_STEP = 500;

/** A short text takes one step. */
export function* detectInSteps(flat: FlatText, selection: DetectorSelection, today: Date): Steps<DetectionResult> {
  const { engine, thresholds, runsWithoutContext, regions } = selection;
  const codes = codesOf(flat.text);
  const hits = findKeywords(engine, flat.text.length, codes);
  const wanted = runsWithoutContext.slice();
  for (const detector of hits.withContext) for (const rule of engine.detectors[detector]?.rules ?? []) wanted[rule] = 1;
  const search = findMatches(engine, flat, codes, hits, wanted);
  const isLong = isLongText(flat.text);
  const matches = isLong ? yield* search : runToEnd(search);
  const scoring = { flat, words: hits.words, regions, today };
  const scored: ScoredMatch[] = [];
  const scoreInto = (match: Match, others: readonly ScoredMatch[]) => {
    const one = scoreMatch(match, scoring, others);
    if (one !== undefined) scored.push(one);
  };
  for (const [index, match] of matches.entries()) {
    if (!needsOthers(match)) scoreInto(match, []);
    if (isLong && index % MATCHES_PER_STEP === 0) yield;
  }
  const independent = scored.slice();
  for (const match of matches) if (needsOthers(match)) scoreInto(match, independent);
  const confident = scored.filter(
    ({ confidence, match }) => confidence >= (thresholds[match.compiled.detector.index] ?? 1),
  );
  return { winners: resolveOverlaps(confident), sensitive: scored.map(({ start, end }) => ({ start, end })) };
}

function needsOthers({ compiled }: Match): boolean {
  return compiled.detector.definition.near !== undefined;
}

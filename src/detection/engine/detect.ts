import { findEncodedTexts } from './encoded-texts';
import { findMatches } from './find-matches';
import { scoreMatch, type ScoredMatch } from './score-match';
import { findKeywords } from './keyword-hits';
import { RepeatedMatches } from './repeated-matches';
import { resolveOverlaps, type Winner } from './overlaps';
import { codesOf, isLongText } from '../text/fold';
import type { DetectorSelection } from './policy';
import { firstEndingAfter, mergeSpans, type Span } from '../text/spans';
import { type Steps, runToEnd } from '../../platform/steps';
import type { FlatText } from '../text/flat-text';
import { flattenPlain } from '../text/flat-text-builder';

/** The matches in a text. Positions refer to the flat text, which holds the values; never store this. */
export interface DetectionResult {
  /** In the order of the text, without overlaps. */
  readonly winners: readonly Winner[];
  /** Every match that passed validation, including those below the thresholds. Contexts must mask all of them. */
  readonly sensitive: readonly Span[];
}

export function detect(flat: FlatText, selection: DetectorSelection, today: Date): DetectionResult {
  return runToEnd(detectInSteps(flat, selection, today));
}

/** Matches to score in one step. */
const MATCHES_PER_STEP = 500;

/**
 * A short text takes one step.
 * @param maxWinners with more, the search may stop: the result then has only the first winners, at least one more than this, and
 *   is not complete
 */
export function* detectInSteps(
  flat: FlatText,
  selection: DetectorSelection,
  today: Date,
  maxWinners = Infinity,
): Steps<DetectionResult> {
  const codes = codesOf(flat.text);
  const { scored, end: readTo } = yield* scoreInSteps(flat, codes, selection, today, maxWinners);
  const known = mergeSpans(scored.filter(({ proven, detector }) => proven && detector.category === 'secret'));
  for (const { start, end, block, text } of findEncodedTexts(flat, codes, known)) {
    if (start >= readTo) break;
    const secret = mostCertainSecret(text, selection, today);
    if (secret === undefined) continue;
    if (end > readTo) return yield* detectInSteps(flat, selection, today);
    const { match, evidence } = secret;
    scored.push({
      ...secret,
      match: { ...match, start, end, matchStart: start, matchEnd: end, block },
      start,
      end,
      evidence: [...evidence, 'decoded:base64'],
      normalized: undefined,
      ignoresCase: false,
    });
    if (isLongText(flat.text)) yield;
  }
  const winners = resolveOverlaps(withoutPartsOfSamples(confidentOf(scored, selection), scored));
  // An encoded text may be in the place of several values.
  if (readTo < Infinity && winners.length <= maxWinners) return yield* detectInSteps(flat, selection, today);
  return { winners, sensitive: scored.map(({ start, end }) => ({ start, end })) };
}

/** The secret of a known kind in a decoded text. It decodes nothing a second time. */
function mostCertainSecret(text: string, selection: DetectorSelection, today: Date): ScoredMatch | undefined {
  const { scored } = runToEnd(scoreInSteps(flattenPlain(text), codesOf(text), selection, today));
  const secrets = confidentOf(scored, selection).filter(
    ({ detector: { category, generic } }) => category === 'secret' && generic !== true,
  );
  return secrets.sort((a, b) => b.confidence - a.confidence || a.start - b.start)[0];
}

const SAMPLE = /^tag:(?:sample|test-number)$/;

/** The digits of an IBAN that is an example are no account number, also where the IBAN itself is below its threshold. */
function withoutPartsOfSamples(confident: readonly ScoredMatch[], all: readonly ScoredMatch[]): readonly ScoredMatch[] {
  const samples = mergeSpans(all.filter(({ proven, evidence }) => proven && evidence.some((one) => SAMPLE.test(one))));
  if (samples.length === 0) return confident;
  return confident.filter(({ start, end, detector }) => {
    const sample = samples[firstEndingAfter(samples, start)];
    const isInside = sample !== undefined && sample.start <= start && end <= sample.end;
    return detector.category === 'secret' || !isInside || end - start === sample.end - sample.start;
  });
}

function confidentOf(scored: readonly ScoredMatch[], selection: DetectorSelection): readonly ScoredMatch[] {
  return scored.filter((one) => isConfident(one, selection));
}

function isConfident({ confidence, match }: ScoredMatch, { thresholds }: DetectorSelection): boolean {
  return confidence >= (thresholds[match.compiled.detector.index] ?? 1);
}

interface Scored {
  readonly scored: ScoredMatch[];
  /** Every match that starts before this position was scored. */
  readonly end: number;
}

/** Every match in a text that passes validation, or those until the given number of values. */
function* scoreInSteps(
  flat: FlatText,
  codes: Uint16Array,
  selection: DetectorSelection,
  today: Date,
  maxWinners = Infinity,
): Steps<Scored> {
  const { engine, runsWithoutContext, regions, hasRegions } = selection;
  const hits = findKeywords(engine, flat.text.length, codes);
  const wanted = runsWithoutContext.slice();
  for (const detector of hits.withContext) for (const rule of engine.detectors[detector]?.rules ?? []) wanted[rule] = 1;
  const isLong = isLongText(flat.text);
  const scoring = { flat, words: hits.words, regions, hasRegions, today };
  const repeated = new RepeatedMatches(flat, codes);
  const found: ScoredMatch[] = [];
  let end = Infinity;
  let next = maxWinners + SPARE_WINNERS;
  for (const matches of findMatches(engine, flat, codes, hits, wanted)) {
    for (const [index, match] of matches.entries()) {
      if (match.start >= end) continue;
      const one = repeated.score(match, (other) => scoreMatch(other, scoring));
      if (one !== undefined) found.push(one);
      if (found.length > next) {
        end = Math.min(end, endOfWinners(found, selection, maxWinners + SPARE_WINNERS));
        next = found.length * GROWTH;
      }
      if (isLong && index % MATCHES_PER_STEP === MATCHES_PER_STEP - 1) yield;
    }
    if (isLong) yield;
  }
  if (end === Infinity) return { scored: found, end };
  const scored = found.filter(({ start }) => start < end);
  // A late match may join values, so that more are needed.
  const last = endOfWinners(scored, selection, maxWinners);
  return last > end ? { scored: [], end: 0 } : { scored: scored.filter(({ start }) => start < last), end: last };
}

/** Matches that are found later overlap the last values, or are between them. */
const SPARE_WINNERS = 10;
const GROWTH = 1.05;

/** The end of that many values and two more, with all matches that overlap them, or Infinity. */
function endOfWinners(scored: readonly ScoredMatch[], selection: DetectorSelection, count: number): number {
  const sorted = [...confidentOf(scored, selection)].sort((a, b) => a.start - b.start);
  let apart = 0;
  let last = 0;
  for (const { start, end } of sorted) {
    if (start >= last && ++apart > count + 2) return last;
    last = Math.max(last, end);
  }
  return Infinity;
}

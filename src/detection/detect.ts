import { findMatches, type Match } from './find-matches';
import { judge, type Judged } from './judge';
import { findKeywords } from './keyword-hits';
import { resolveOverlaps, type Winner } from './overlaps';
import { codesOf, isLongText } from './fold';
import type { Selection } from './policy';
import type { Span } from './spans';
import { type Steps, toEnd } from './steps';
import type { FlatText } from './text/flat-text';

/** What is in a text: findings with their places in the flat text. The values are still in it; nobody keeps this. */
export interface Detected {
  /** In the order of the text, without overlaps. */
  readonly winners: readonly Winner[];
  /** All that was made out, also below the thresholds: no excerpt shows any of it. */
  readonly sensitive: readonly Span[];
}

export function detect(flat: FlatText, selection: Selection, today: Date): Detected {
  return toEnd(detectInSteps(flat, selection, today));
}

/** Matches that are judged in one step. */
const AT_ONCE = 500;

/** A short text is one step. */
export function* detectInSteps(flat: FlatText, selection: Selection, today: Date): Steps<Detected> {
  const { engine, thresholds, anywhere, regions } = selection;
  const codes = codesOf(flat.text);
  const hits = findKeywords(engine, flat.text.length, codes);
  const wanted = anywhere.slice();
  for (const detector of hits.withContext) for (const rule of engine.detectors[detector]?.rules ?? []) wanted[rule] = 1;
  const search = findMatches(engine, flat, codes, hits, wanted);
  const isLong = isLongText(flat.text);
  const matches = isLong ? yield* search : toEnd(search);
  const circumstances = { flat, words: hits.words, regions, today };
  const judged: Judged[] = [];
  const judgeInto = (match: Match, others: readonly Judged[]) => {
    const one = judge(match, circumstances, others);
    if (one !== undefined) judged.push(one);
  };
  for (const [index, match] of matches.entries()) {
    if (!needsOthers(match)) judgeInto(match, []);
    if (isLong && index % AT_ONCE === 0) yield;
  }
  const alone = judged.slice();
  for (const match of matches) if (needsOthers(match)) judgeInto(match, alone);
  const sure = judged.filter(({ confidence, match }) => confidence >= (thresholds[match.compiled.detector.index] ?? 1));
  return { winners: resolveOverlaps(sure), sensitive: judged.map(({ start, end }) => ({ start, end })) };
}

function needsOthers({ compiled }: Match): boolean {
  return compiled.detector.definition.near !== undefined;
}

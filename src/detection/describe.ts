import { excerptOf } from './excerpt';
import type { Band, Finding } from './finding';
import type { Winner } from './overlaps';
import type { Span } from './spans';
import type { Selection } from './policy';
import type { FlatText } from './text/flat-text';

/** What may be told of a finding, wherever it is told. `sensitive` is all that was made out in the text, in order. */
export function describe(
  { judged, alsoMatched }: Winner,
  { text, blocks }: FlatText,
  sensitive: readonly Span[],
  { severities }: Selection,
): Finding {
  const { detector, confidence, evidence, match, start, end } = judged;
  return {
    detectorId: detector.id,
    category: detector.category,
    severity: severities[match.compiled.detector.index] ?? detector.severity,
    confidence,
    band: bandOf(confidence),
    evidence,
    alsoMatched,
    maskedExcerpt: excerptOf(text, blocks[match.block] ?? { start, end }, { start, end }, detector.mask, sensitive),
  };
}

/** high from .80, medium from .50. */
export function bandOf(confidence: number): Band {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

import type { Band, Finding } from '../finding';
import type { Winner } from '../engine/overlaps';
import type { DetectorSelection } from '../engine/policy';

/** A finding without its excerpt. */
export function describeFinding(
  { scored, alsoMatched }: Winner,
  { severities }: DetectorSelection,
): Omit<Finding, 'maskedExcerpt'> {
  const { detector, confidence, evidence, match } = scored;
  return {
    detectorId: detector.id,
    category: detector.category,
    severity: severities[match.compiled.detector.index] ?? detector.severity,
    confidence,
    band: bandOf(confidence),
    evidence,
    alsoMatched,
  };
}

/** high from 0.80, medium from 0.50. */
export function bandOf(confidence: number): Band {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

import type { Band, Finding } from './finding';
import type { Winner } from './overlaps';
import type { Selection } from './policy';

/** The parts of a finding that may be shown everywhere: all but its excerpt. */
export function describe({ judged, alsoMatched }: Winner, { severities }: Selection): Omit<Finding, 'maskedExcerpt'> {
  const { detector, confidence, evidence, match } = judged;
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

/** high from .80, medium from .50. */
export function bandOf(confidence: number): Band {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

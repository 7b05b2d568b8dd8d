import type { Band, Finding } from '../finding';
import { BAR } from './masking';
import type { Winner } from '../engine/overlaps';
import type { DetectorSelection } from '../engine/policy';

export function describeFinding({ scored, alsoMatched }: Winner, { severities }: DetectorSelection): Finding {
  const { detector, confidence, evidence, match } = scored;
  return {
    detectorId: detector.id,
    category: detector.category,
    severity: severities[match.compiled.detector.index] ?? detector.severity,
    confidence,
    band: bandOf(confidence),
    evidence,
    alsoMatched,
    maskedExcerpt: excerptOf(evidence),
  };
}

/** Evidence with a word of the detector, in the spelling of the detector. */
const LABEL = /^(?:context|keyword|(?:table|row)-header|heading):"(.+)"$/s;

/**
 * The label of a value and a bar. It has no word that a detector does not have, so it may be stored (docs/adr/0110).
 * @param evidence of the finding, which never has text of the page
 */
export function excerptOf(evidence: readonly string[]): string {
  const [label] = evidence.flatMap((one) => LABEL.exec(one)?.[1] ?? []);
  return label === undefined ? BAR : `${label}: ${BAR}`;
}

/** high from 0.80, medium from 0.50. */
export function bandOf(confidence: number): Band {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

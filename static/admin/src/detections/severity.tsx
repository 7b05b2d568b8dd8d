import type { Severity } from '../../../../src/detection/detector';
import { texts } from '../texts';

/** How bad it is, in its word and its colour. */
export function SeverityLozenge({ severity }: { readonly severity: Severity }) {
  return <span className={`lozenge detections-severity-${severity}`}>{texts.detectors.severities[severity]}</span>;
}

import type { Severity } from '../../../../src/detection/detector';
import { texts } from '../texts';
import './severity.css';

/** A severity with its color. */
export function SeverityLozenge({ severity }: { readonly severity: Severity }) {
  return <span className={`lozenge detections-severity-${severity}`}>{texts.detectors.severities[severity]}</span>;
}

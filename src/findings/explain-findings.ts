import type { DetectionConfig } from '../detection/configuration/model';
import type { FindingRecord } from './model';

/** The words for the findings of a site. */
export interface FindingWords {
  /** The display name of a detector. */
  readonly nameOf: (detectorId: string) => string;
  /** Why the value was found, and how it would be more or less certain, in one sentence without the value. */
  readonly explain: (record: Pick<FindingRecord, 'detectorId' | 'band' | 'data'>) => string;
}

/** Loads the built-in detectors on first use (docs/adr/0019). */
export async function openFindingWords({ custom }: Pick<DetectionConfig, 'custom'>): Promise<FindingWords> {
  const [{ detectors }, { explainFinding }] = await Promise.all([
    import('../detection/detectors'),
    import('../detection/report/explain'),
  ]);
  const builtIn = new Map(detectors.map((detector) => [detector.id, detector]));
  const ownNames = new Map(custom.map(({ detectorId, name }) => [detectorId, name]));
  const nameOf = (detectorId: string) => ownNames.get(detectorId) ?? builtIn.get(detectorId)?.name ?? detectorId;
  return {
    nameOf,
    explain: ({ detectorId, band, data: { evidence, confidence } }) =>
      explainFinding({ evidence, confidence, band }, builtIn.get(detectorId), nameOf),
  };
}

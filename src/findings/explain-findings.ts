import { hasEvidence } from '../classification/evidence';
import type { DetectionConfig } from '../detection/configuration/model';
import type { FindingRecord } from './model';

/** The words for the findings of a site. */
export interface FindingWords {
  /** The display name of a detector. */
  readonly nameOf: (detectorId: string) => string;
  /** Why the value was found, and how it would be more or less certain, in one sentence without the value. */
  readonly explain: (record: Pick<FindingRecord, 'detectorId' | 'band' | 'data'>) => string;
  /** The same for the author of the page, in plain words and without the settings of detection. */
  readonly explainToAuthor: (record: Pick<FindingRecord, 'detectorId' | 'data'>) => string;
}

/** Loads the built-in detectors on first use (docs/adr/0019). */
export async function openFindingWords({ custom }: Pick<DetectionConfig, 'custom'>): Promise<FindingWords> {
  const [{ detectors }, { explainFinding, explainToAuthor }] = await Promise.all([
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
    explainToAuthor: ({ detectorId, data }) => explainToAuthor(data, builtIn.get(detectorId), nameOf),
  };
}

/** Detectors and counts in a reason of the app, for example `card-pan (2)`. Newer reasons have names. */
const DETECTOR_AND_COUNT = /(^|[:,] )([a-z0-9-]+|[^:,]+?) \((\d+)\)/g;

/** Changes of levels with the reasons of the app in plain words: `Payment card number (2 times)`. */
export async function withPlainReasons<
  T extends { readonly method: string; readonly justification?: string | undefined },
>(changes: readonly T[]): Promise<readonly T[]> {
  if (!changes.some(({ method, justification }) => method === 'DETECTION' && hasEvidence(justification)))
    return changes;
  const { nameOf } = await openFindingWords({ custom: [] });
  const plain = (_all: string, before: string, name: string, count: string) =>
    `${before}${nameOf(name)}${count === '1' ? '' : ` (${count} times)`}`;
  return changes.map((change) => {
    const { method, justification } = change;
    if (method !== 'DETECTION' || justification === undefined) return change;
    return { ...change, justification: justification.replace(DETECTOR_AND_COUNT, plain) };
  });
}

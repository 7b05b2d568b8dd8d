import { uuidV5 } from '../classification/uuid-v5';
import { MAX_FINDINGS_OF_PAGE, type SeenFinding } from './model';

/** A finding with the id by which it is known for as long as its value is in its content. */
export interface IdentifiedFinding extends SeenFinding {
  readonly findingId: string;
  readonly occurrence: number;
}

/** Of findings. */
const NAMESPACE = '6f0e2b9e-3c7a-5f0d-8a1b-9d4c2e7f1a63';

/**
 * Ids from the value, as its fingerprint, and how many of it came before in the same content: offsets move with every
 * edit, these do not.
 * @param seen in the order of the document
 */
export function identify(
  installationId: string,
  seen: readonly SeenFinding[],
): { readonly findings: readonly IdentifiedFinding[]; readonly isCut: boolean } {
  const counts = new Map<string, number>();
  const findings = seen.slice(0, MAX_FINDINGS_OF_PAGE).map((finding) => {
    const value = `${finding.contentId} ${finding.detectorId} ${finding.fingerprint}`;
    const occurrence = counts.get(value) ?? 0;
    counts.set(value, occurrence + 1);
    const findingId = uuidV5(NAMESPACE, JSON.stringify([installationId, value, occurrence]));
    return { ...finding, findingId, occurrence };
  });
  return { findings, isCut: seen.length > MAX_FINDINGS_OF_PAGE };
}

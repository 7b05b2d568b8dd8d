import { uuidV5 } from '../platform/uuid-v5';
import type { LocatedFinding } from '../detection/finding';

/** A finding with the id by which it is known for as long as its value is in its content. */
export interface IdentifiedFinding extends LocatedFinding {
  readonly findingId: string;
  /** The id that it had by the former fingerprint, where that is another one. */
  readonly formerFindingId?: string;
}

/** Of findings. */
const NAMESPACE = '6f0e2b9e-3c7a-5f0d-8a1b-9d4c2e7f1a63';

/**
 * Ids from the value, as its fingerprint, and how many of it come before in the same content: offsets move with every
 * edit, these do not.
 * @param found in the order of the document
 */
export function identify(
  installationId: string,
  pageId: string,
  found: readonly LocatedFinding[],
): readonly IdentifiedFinding[] {
  return found.map((finding) => {
    const { detectorId, fingerprint, formerFingerprint, formerOccurrence = 0, location } = finding;
    const idOf = (print: string, occurrence: number) =>
      uuidV5(NAMESPACE, JSON.stringify([installationId, location.contentId ?? pageId, detectorId, print, occurrence]));
    const findingId = idOf(fingerprint, location.occurrence);
    if (formerFingerprint === undefined) return { ...finding, findingId };
    return { ...finding, findingId, formerFindingId: idOf(formerFingerprint, formerOccurrence) };
  });
}

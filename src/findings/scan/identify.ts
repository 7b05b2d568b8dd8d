import { uuidV5 } from '../../platform/uuid-v5';
import type { LocatedFinding } from '../../detection/finding';
import { contentKeyOf } from '../../detection/scan-page';

/** A finding with its id, which stays the same as long as the value is in its content. */
export interface IdentifiedFinding extends LocatedFinding {
  readonly findingId: string;
}

/** The UUID namespace of findings. */
const NAMESPACE = '6f0e2b9e-3c7a-5f0d-8a1b-9d4c2e7f1a63';

/**
 * Derives ids from the fingerprint of the value and the number of earlier occurrences in the same content. Unlike
 * offsets, these do not change with every edit.
 * @param found in document order
 */
export function identify(
  installationId: string,
  pageId: string,
  found: readonly LocatedFinding[],
): readonly IdentifiedFinding[] {
  return found.map((finding) => {
    const { detectorId, fingerprint, location } = finding;
    const name = [installationId, contentKeyOf(location) ?? pageId, detectorId, fingerprint, location.occurrence];
    return { ...finding, findingId: uuidV5(NAMESPACE, JSON.stringify(name)) };
  });
}

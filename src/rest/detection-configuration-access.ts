import { isSettable } from '../classification/edit-settings';
import { DETECTION, type DetectionChange, planDetection } from '../detection/configuration/change-detection';
import type { Detection } from '../detection/configuration/configuration-store';
import type { ClassificationRule } from '../detection/configuration/model';
import type { DetectorFault } from '../detection/custom/check-custom-detector';
import { changeForWholeSite } from './change-with-key';
import { ADMINISTRATION_PROBLEMS } from './configuration-access';
import type { Condition } from './middleware/conditions';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Changes the detection configuration with a key. The key has a site admin's permissions in the admin area, restricted
 * by its scope and limits.
 */

/** The problems of every operation that changes the configuration. */
export const DETECTION_PROBLEMS = [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_FULL'] as const;

export const ETAG_OF_DETECTION = { ETag: 'Changes whenever the detection configuration changes. Use it in If-Match.' };

export function etagOfDetection({ revision }: Detection): string {
  return `"d${revision}"`;
}

/**
 * @param change may throw a Problem if the path's resource does not exist
 * @returns the configuration after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export function changeDetectionWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  change: DetectionChange,
): Promise<Detection> {
  return changeForWholeSite(request, {
    kind: DETECTION,
    etagOf: etagOfDetection,
    condition,
    plan: () => planDetection(change),
  });
}

/** True if a rule may use this level now. */
export function isSettableNow({ levels }: AuthorizedRequest) {
  return (level: Pick<ClassificationRule, 'levelId' | 'subLevelId'>) => isSettable(levels.all, level);
}

/** @throws Problem 422, which lists each invalid member */
export function requireSound(faults: readonly DetectorFault[]): void {
  if (faults.length === 0) return;
  throw new Problem('INVALID_DETECTOR', {
    errors: faults.map(({ field, message }) => ({
      code: 'INVALID_DETECTOR',
      title: `${field.split('/')[0] ?? field} ${message}`,
      pointer: `#/${field}`,
    })),
  });
}

export function noSuchDetector(): Problem {
  return new Problem('DETECTOR_NOT_FOUND', { detail: 'GET /v1/detector lists the detectors with their ids.' });
}

export function noSuchScheme(): Problem {
  return new Problem('CONFIGURATION_NOT_FOUND', {
    detail: 'GET /v1/detection/config lists the detector schemes with their UUIDs.',
  });
}

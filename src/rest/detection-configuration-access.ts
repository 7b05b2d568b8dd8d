import { actorOf } from '../audit/event';
import { isSettable } from '../classification/edit-settings';
import {
  changeDetection,
  type DetectionChange,
  type DetectionOutcome,
} from '../detection/configuration/change-detection';
import { type Detection, readDetection } from '../detection/configuration/configuration-store';
import type { ClassificationRule } from '../detection/configuration/model';
import type { DetectorFault } from '../detection/custom/check-custom-detector';
import { isUnchanged } from '../keys/key-store';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { awaitAll } from '../platform/await-all';
import { requireAdminOfAll, requireNoLimits } from './admin-of-all';
import { ADMINISTRATION_PROBLEMS, editConflict } from './configuration-access';
import type { Condition } from './middleware/conditions';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Changes the detection configuration with a key: a site admin's permissions in the admin area, restricted by the key's
 * scope and limits.
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
export async function changeDetectionWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  change: DetectionChange,
): Promise<Detection> {
  const { storage, random, exchange } = request;
  let { key } = request;
  let [before] = await awaitAll([readDetection(storage), requireAdminOfAll(request)] as const);
  const after = await retryOnConflict(async () => {
    requireNoLimits(key);
    if (condition?.(etagOfDetection(before)) === false) {
      const detail =
        'The configuration of detection is not what If-Match asks for. Nothing was written: read it again, then decide.';
      throw new Problem('PRECONDITION_FAILED', { detail, headers: { ETag: etagOfDetection(before) } });
    }
    const context = {
      storage,
      random,
      now: request.clock(),
      requestId: exchange.requestId,
      actor: actorOf(key),
      before,
      stillValid: [isUnchanged(key)],
    };
    const done = await changeDetection(context, change);
    if (done.outcome === 'refused') throw refused(done);
    if (done.outcome !== 'conflict') return done.detection;
    const [keyRow, detection] = await awaitAll([storage.read('api-key', key.keyId), readDetection(storage)] as const);
    key = request.verifyAgain(keyRow);
    before = detection;
    return 'conflict';
  });
  if (after === 'conflict') throw editConflict();
  return after;
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

function refused({ reason, where }: Extract<DetectionOutcome, { outcome: 'refused' }>): Problem {
  const named = where.slice(0, 10).join(', ');
  switch (reason) {
    case 'DETECTOR_NOT_FOUND':
      if (where.length === 0) return noSuchDetector();
      return new Problem('INVALID_SETTINGS', {
        detail: `${where.length} of the detectors do not exist. GET /v1/detector lists the detectors.`,
      });
    case 'SCHEME_NOT_FOUND':
      return new Problem('INVALID_SETTINGS', { detail: 'No detector scheme has this schemeId.' });
    case 'SCHEME_IN_USE':
      return new Problem('INVALID_SETTINGS', {
        detail: `The scheme is in use. First assign another scheme, or none. Used by: ${named}.`,
      });
    case 'NAME_TAKEN':
      return new Problem('NAME_TAKEN', { detail: 'Choose another name.' });
    case 'LEVEL_NOT_SETTABLE':
      return new Problem('INVALID_SETTINGS', {
        detail: `The rule for ${named} refers to a level or sub-level that does not exist or is archived.`,
      });
    case 'RULE_REPEATED':
      return new Problem('INVALID_SETTINGS', { detail: 'Only one rule is possible for each severity.' });
    case 'TOO_MANY_DETECTORS':
      return new Problem('CONFIGURATION_FULL', {
        detail: 'At most 100 custom detectors are possible. Delete one first.',
      });
    case 'TOO_MANY_SCHEMES':
      return new Problem('CONFIGURATION_FULL', {
        detail: 'At most 50 detector schemes are possible. Delete one first.',
      });
    case 'CONFIGURATION_TOO_LARGE':
      return new Problem('CONFIGURATION_FULL', {
        detail: 'The configuration can have at most 200 KiB. Shorten samples, or delete a custom detector or a scheme.',
      });
  }
}

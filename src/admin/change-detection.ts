import { actorOf } from '../audit/event';
import {
  changeDetection,
  type DetectionChange,
  type DetectionOutcome,
} from '../detection/configuration/change-detection';
import { type Detection, readDetection } from '../detection/configuration/configuration-store';
import { type CatalogueEntry, catalogueOf } from '../detection/configuration/detector-catalogue';
import type { DetectionConfig } from '../detection/configuration/model';
import type { AdminRequest } from './operation';
import { invalidInput, Refusal } from './result';

/** The result and the errors of every edit of the detection configuration. */

export interface DetectionView extends DetectionConfig {
  /** The revision for the next edit. */
  readonly rev: number;
  /** The built-in and custom detectors with their settings for the site. */
  readonly catalogue: readonly CatalogueEntry[];
}

export async function toDetectionView({ revision, config }: Detection): Promise<DetectionView> {
  return { rev: revision, catalogue: await catalogueOf(config), ...config };
}

/**
 * @param rev the revision that the edit is based on
 * @returns the whole configuration after the edit
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function changeDetectionAsAdmin(
  request: AdminRequest,
  rev: number,
  change: DetectionChange,
): Promise<DetectionView> {
  const { storage, random, now, requestId } = request;
  const before = await readDetection(storage);
  if (before.revision !== rev) throw detectionChanged(before.revision);
  const actor = actorOf(request);
  const done = await changeDetection({ storage, random, now, requestId, actor, before }, change);
  switch (done.outcome) {
    case 'conflict':
      throw detectionChanged(before.revision);
    case 'refused':
      throw refusalOf(done);
    case 'changed':
    case 'unchanged':
      return toDetectionView(done.detection);
  }
}

function detectionChanged(revision: number): Refusal {
  return new Refusal({
    code: 'DETECTION_CHANGED',
    message: `Another admin changed the detection settings (now at revision ${revision} or later). Reload the page, then try again.`,
  });
}

type Refused = Extract<DetectionOutcome, { outcome: 'refused' }>;

function refusalOf({ reason, where }: Refused): Refusal {
  switch (reason) {
    case 'NAME_TAKEN':
      return invalidInput([{ field: 'name', message: 'must be unique: this name is already in use' }]);
    case 'RULE_REPEATED':
      return invalidInput([{ field: 'rules', message: 'must have each severity only once' }]);
    case 'DETECTOR_NOT_FOUND':
    case 'SCHEME_NOT_FOUND':
    case 'SCHEME_IN_USE':
    case 'TOO_MANY_DETECTORS':
    case 'TOO_MANY_SCHEMES':
    case 'LEVEL_NOT_SETTABLE':
    case 'CONFIGURATION_TOO_LARGE':
      return new Refusal({
        code: reason,
        message: MESSAGES[reason],
        ...(where.length === 0 ? {} : { places: where }),
      });
  }
}

const MESSAGES: Readonly<Record<Exclude<Refused['reason'], 'NAME_TAKEN' | 'RULE_REPEATED'>, string>> = {
  DETECTOR_NOT_FOUND: 'This detector doesn’t exist. Another admin may have removed it.',
  SCHEME_NOT_FOUND: 'This detector scheme doesn’t exist. Another admin may have removed it.',
  SCHEME_IN_USE: 'Spaces use this detector scheme. First choose another scheme, or none, for these spaces.',
  TOO_MANY_DETECTORS: 'A site can have up to 100 custom detectors. Remove one first.',
  TOO_MANY_SCHEMES: 'A site can have up to 50 detector schemes. Remove one first.',
  LEVEL_NOT_SETTABLE: 'A rule has a level or sub-level that is archived or doesn’t exist. Choose another level.',
  CONFIGURATION_TOO_LARGE:
    'The detection settings are larger than 200 KiB. Shorten samples, or remove a custom detector or a scheme.',
};

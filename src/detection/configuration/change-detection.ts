import type { ConfigurationChange, ConfigurationKind } from '../../configuration/change-configuration';
import type { RefusalTexts } from '../../configuration/refusal-text';
import { MAX_SCHEMES } from '../../configuration/schemes';
import { type Detection, readDetection } from './configuration-store';
import type { DetectionEdit, DetectionRefusal } from './edit-configuration';
import { DETECTION_LIMITS } from './model';

/** The detection configuration, as both doors change it. */

type Reason = DetectionRefusal | 'CONFIGURATION_TOO_LARGE';

/** The audit subject: `detector:<id>`, `detection`, `detector-scheme:<UUID>`, `space:<id>`. */
export interface DetectionChange extends Pick<
  ConfigurationChange<Detection, Reason>,
  'type' | 'subject' | 'mayChange'
> {
  readonly edit: (current: Detection) => DetectionEdit;
}

const DETECTION_REFUSALS = {
  CHANGED: {
    code: 'DETECTION_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Another admin changed the detection settings. Reload the page, then try again.',
    apiDetail: 'The detection configuration does not match If-Match. Nothing was changed. Read it again, then decide.',
  },
  DETECTOR_NOT_FOUND: {
    code: 'DETECTOR_NOT_FOUND',
    problem: 'DETECTOR_NOT_FOUND',
    detail: 'The detector was not found. Another admin may have removed it.',
    apiDetail: 'GET /v1/detector lists the detectors with their ids.',
  },
  UNKNOWN_DETECTORS: {
    code: 'DETECTOR_NOT_FOUND',
    problem: 'INVALID_SETTINGS',
    detail: 'Some of the detectors were not found. Another admin may have removed them.',
    apiDetail: (where) => `${where.length} of the detectors do not exist. GET /v1/detector lists the detectors.`,
    members: ['detectors'],
  },
  NOT_OBSERVABLE: {
    field: 'isObserved',
    message: 'can be true only for a detector that came with an update of the app',
    problem: 'INVALID_SETTINGS',
    detail: 'Only detectors that came with an update of the app can be observed.',
    members: ['isObserved'],
  },
  SCHEME_NOT_FOUND: {
    code: 'SCHEME_NOT_FOUND',
    problem: 'INVALID_SETTINGS',
    detail: 'The detector scheme was not found. Another admin may have removed it.',
    members: ['schemeId'],
  },
  SCHEME_IN_USE: {
    code: 'SCHEME_IN_USE',
    problem: 'INVALID_SETTINGS',
    detail: 'Spaces use this detector scheme. First choose another scheme, or none, for these spaces.',
  },
  NAME_TAKEN: {
    field: 'name',
    message: 'must be unique: this name is already in use',
    problem: 'NAME_TAKEN',
    detail: 'Choose another name.',
    members: ['name'],
  },
  LEVEL_NOT_SETTABLE: {
    code: 'LEVEL_NOT_SETTABLE',
    problem: 'INVALID_SETTINGS',
    detail: 'A rule has a level or sub-level that is archived or no longer exists. Choose another level.',
    members: ['rules'],
  },
  RULE_REPEATED: {
    field: 'rules',
    message: 'must have each severity only once',
    problem: 'INVALID_SETTINGS',
    detail: 'Only one rule is possible for each severity.',
    members: ['rules'],
  },
  TOO_MANY_DETECTORS: {
    code: 'TOO_MANY_DETECTORS',
    problem: 'CONFIGURATION_FULL',
    detail: `A site can have up to ${DETECTION_LIMITS.customDetectors} custom detectors. Remove one first.`,
  },
  TOO_MANY_SCHEMES: {
    code: 'TOO_MANY_SCHEMES',
    problem: 'CONFIGURATION_FULL',
    detail: `A site can have up to ${MAX_SCHEMES} detector schemes. Remove one first.`,
  },
  CONFIGURATION_TOO_LARGE: {
    code: 'CONFIGURATION_TOO_LARGE',
    problem: 'CONFIGURATION_FULL',
    detail: 'The detection settings are larger than 200 KiB. Shorten samples, or remove a custom detector or a scheme.',
  },
} as const satisfies RefusalTexts<Reason>;

export const DETECTION = {
  rowKey: 'detection',
  read: readDetection,
  valueOf: ({ config }: Detection) => config,
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: DETECTION_REFUSALS,
} as const satisfies ConfigurationKind<Detection, Reason>;

export function planDetection({ edit, ...change }: DetectionChange): ConfigurationChange<Detection, Reason> {
  return {
    ...change,
    edit: (current) => {
      const edited = edit(current);
      return edited.outcome === 'changed' ? { ...edited, next: { ...current, config: edited.config } } : edited;
    },
  };
}

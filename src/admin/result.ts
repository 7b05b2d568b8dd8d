import type { WrongField } from '../keys/read-input';

export { InvalidInput, invalidInput } from '../keys/read-input';

/** The result of every operation of the admin area. */
export type AdminResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AdminError };

export interface AdminError {
  readonly code:
    | 'NOT_SITE_ADMIN'
    | 'APP_LICENSE_INACTIVE'
    | 'CONFLUENCE_UNAVAILABLE'
    | 'STORAGE_UNAVAILABLE'
    | 'PEPPER_MISSING'
    | 'INVALID_INPUT'
    | 'TOO_MANY_KEYS'
    | 'KEY_NOT_FOUND'
    | 'KEY_NOT_ACTIVE'
    | 'KEY_CHANGED'
    | 'ONLY_CREATOR_MAY_WIDEN'
    | 'ONLY_CREATOR_MAY_ROTATE'
    | 'KEY_ROTATED_BEFORE'
    | 'LEVELS_CHANGED'
    | 'DETECTION_CHANGED'
    | 'DETECTOR_NOT_FOUND'
    | 'TOO_MANY_DETECTORS'
    | 'LEVEL_NOT_FOUND'
    | 'LEVEL_IN_USE'
    | 'SUBLEVEL_NOT_FOUND'
    | 'TOO_MANY_LEVELS'
    | 'TOO_MANY_SUBLEVELS'
    | 'CONFIGURATION_TOO_LARGE'
    | 'LEVEL_IN_SETTINGS'
    | 'LEVEL_NOT_SETTABLE'
    | 'SCHEME_NOT_FOUND'
    | 'SCHEME_IN_USE'
    | 'TOO_MANY_SCHEMES'
    | 'DEFAULT_OUTSIDE_SCHEME'
    | 'NOT_THE_WHOLE_ORDER'
    | 'JOB_NOT_FOUND'
    | 'JOB_CHANGED'
    | 'TOO_MANY_JOBS'
    | 'FINDING_NOT_FOUND'
    | 'SCAN_NOT_FOUND'
    | 'SCAN_CHANGED'
    | 'TOO_MANY_SCANS'
    | 'REDACTION_NOT_FOUND'
    | 'REDACTION_CHANGED'
    | 'TOO_MANY_REDACTIONS'
    | 'RUN_NOT_CANCELLED'
    | 'MIRROR_WALK_OPEN'
    | 'MIRROR_WALK_CHANGED'
    | 'EXCLUSION_NOT_FOUND'
    | 'TOO_MANY_EXCLUSIONS'
    | 'TOO_MANY_PATTERNS'
    | 'TOO_MANY_LABELS'
    | 'EXCLUSIONS_TOO_LARGE'
    | 'EXCLUSIONS_CHANGED'
    | 'PERSON_NOT_STORED'
    | 'OWN_ACCOUNT'
    | 'OWN_REQUEST'
    | 'ERASURE_OPEN'
    | 'ERASURE_CHANGED'
    | 'SITE_CHECK_TOO_SOON'
    | 'NATIVE_LEVELS_NOT_FOLLOWED'
    | 'RETENTION_CHANGED'
    | 'QUOTAS_CHANGED'
    | 'EXPOSURE_CHANGED'
    | 'REVIEW_CHANGED'
    | 'CAMPAIGN_NOT_FOUND'
    | 'CAMPAIGN_CHANGED'
    | 'TOO_MANY_CAMPAIGNS'
    | 'PAGE_USE_CHANGED'
    | 'LABEL_SYNC_CHANGED'
    | 'EXCEPTION_NOT_FOUND'
    | 'TOO_MANY_EXCEPTIONS'
    | 'VIEWS_CHANGED'
    | 'VIEW_NOT_FOUND'
    | 'TOO_MANY_VIEWS'
    | 'ALERTS_CHANGED'
    | 'COMPUTED_PAGES_NOT_NEEDED'
    | 'COMPUTED_PAGES_DIFFER'
    | 'INVALID_CURSOR'
    | 'INTERNAL_ERROR';
  /** A sentence for the user, with the problem and its solution. */
  readonly message: string;
  /** The wrong inputs. */
  readonly fields?: readonly WrongField[];
  /** The settings that contain the reason: `site`, `space:<id>`, `scheme:<name>`. */
  readonly places?: readonly string[];
}

/** Thrown inside the admin area to end an operation with this error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: AdminError['code'],
    message: string,
    readonly places: readonly string[] = [],
  ) {
    super(message);
  }
}

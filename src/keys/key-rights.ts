import type { KeyRights } from '../access/decide';
import type { ApiKeyRecord } from './model';

/** The properties of a key that `access` needs. */
export function rightsOf(record: ApiKeyRecord): KeyRights {
  return {
    scopes: { classification: record.classificationScope, detection: record.detectionScope },
    levelLimit: record.levelLimit,
    spaceLimit: record.spaceLimit,
  };
}

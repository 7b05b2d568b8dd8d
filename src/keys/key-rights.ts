import type { KeyRights } from '../access/decide';
import type { ApiKeyRecord } from './model';

/** What `access` needs to know of a key. */
export function rightsOf(record: ApiKeyRecord): KeyRights {
  return {
    scopes: { classification: record.classificationScope, detection: record.detectionScope },
    levelLimit: record.levelLimit,
    spaceLimit: record.spaceLimit,
  };
}

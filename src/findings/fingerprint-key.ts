import { deriveKey } from '../keys/key-secrets';
import type { Peppers } from '../platform/secrets';

const INFO = 'detection-fingerprint/1';

/** The key for fingerprints of values: 32 bytes, different for each installation. */
export interface FingerprintKey {
  readonly bytes: Uint8Array;
  /** The version of the pepper that the key is derived from. */
  readonly version: string;
}

/** Uses the oldest pepper, so that fingerprints do not change when a pepper is added. */
export function fingerprintKeyOf(peppers: Peppers, installationId: string): FingerprintKey {
  const [current, ...older] = peppers;
  const oldest = older.at(-1) ?? current;
  return { bytes: deriveKey(oldest, installationId, INFO), version: oldest.version };
}

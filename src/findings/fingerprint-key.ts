import { deriveKey } from '../keys/key-secrets';
import type { Peppers } from '../platform/secrets';

const INFO = 'detection-fingerprint/1';

/** What fingerprints of values are made with: 32 bytes of the installation. */
export interface FingerprintKey {
  readonly bytes: Uint8Array;
  /** The pepper that it comes from. */
  readonly version: string;
}

/** From the oldest pepper, so that fingerprints stay as they are when a new one comes. */
export function fingerprintKeyOf(peppers: Peppers, installationId: string): FingerprintKey {
  const [current, ...older] = peppers;
  const oldest = older.at(-1) ?? current;
  return { bytes: deriveKey(oldest, installationId, INFO), version: oldest.version };
}

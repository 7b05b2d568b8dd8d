import { type InstallationKey, installationKeyOf } from '../keys/installation-key';
import type { Peppers } from '../platform/secrets';

/** The key for fingerprints of values. */
export type FingerprintKey = InstallationKey;

export function fingerprintKeyOf(peppers: Peppers, installationId: string): FingerprintKey {
  return installationKeyOf(peppers, installationId, 'detection-fingerprint/1');
}

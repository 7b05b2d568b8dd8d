import { type InstallationKey, installationKeyOf } from '../keys/installation-key';
import type { Peppers } from '../platform/secrets';

/** The key for the MAC of content properties. */
export type MirrorKey = InstallationKey;

export function mirrorKeyOf(peppers: Peppers, installationId: string): MirrorKey {
  return installationKeyOf(peppers, installationId, 'page-mirror/1');
}

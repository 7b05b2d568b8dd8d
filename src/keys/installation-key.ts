import type { Peppers } from '../platform/secrets';
import { deriveKey } from './key-secrets';

/** A key for one purpose: 32 bytes, different for each installation. */
export interface InstallationKey {
  readonly bytes: Uint8Array;
  /** The version of the pepper that the key is derived from. */
  readonly version: string;
}

/**
 * Derives a key for stored values that must stay valid. Uses the oldest pepper, so that the key stays the same when a pepper is
 * added.
 * @param purpose different for each use
 */
export function installationKeyOf(peppers: Peppers, installationId: string, purpose: string): InstallationKey {
  const [current, ...older] = peppers;
  const oldest = older.at(-1) ?? current;
  return { bytes: deriveKey(oldest, installationId, purpose), version: oldest.version };
}

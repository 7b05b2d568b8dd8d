import { deriveKey } from '../keys/key-secrets';
import type { Peppers } from '../platform/secrets';

const INFO = 'page-mirror/1';

/** The key for the MAC of content properties: 32 bytes, different for each installation. */
export interface MirrorKey {
  readonly bytes: Uint8Array;
  /** The version of the pepper that the key is derived from. */
  readonly version: string;
}

/** Uses the oldest pepper, so that a new pepper does not change every property. */
export function mirrorKeyOf(peppers: Peppers, installationId: string): MirrorKey {
  const [current, ...older] = peppers;
  const oldest = older.at(-1) ?? current;
  return { bytes: deriveKey(oldest, installationId, INFO), version: oldest.version };
}

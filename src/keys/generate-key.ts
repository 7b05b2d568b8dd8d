import type { Pepper } from '../platform/secrets';
import type { Random } from '../platform/random';
import { formatKey, randomIdFrom, secretFrom } from './key-format';
import { computeIdTag } from './key-secrets';

/** A new key. `key` contains the secret, which only the response that creates the key returns. */
export interface GeneratedKey {
  readonly keyId: string;
  readonly secret: string;
  readonly key: string;
}

export function generateKey(pepper: Pepper, installationId: string, random: Random): GeneratedKey {
  const randomId = randomIdFrom((count) => random.bytes(count));
  const keyId = randomId + computeIdTag(pepper, installationId, randomId);
  const secret = secretFrom((count) => random.bytes(count));
  return { keyId, secret, key: formatKey(keyId, secret) };
}

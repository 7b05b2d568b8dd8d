import vectors from '../vectors/api-key-vectors.json';
import { formatKey, KEY_PATTERN, parseKey } from '../../src/keys/key-format';
import { computeMac } from '../../src/keys/key-secrets';
import { presentKey } from '../../src/keys/verify-key';
import type { Peppers } from '../../src/platform/secrets';

const peppers: Peppers = [{ version: '1', bytes: Buffer.from(vectors.pepperHex, 'hex') }];

describe('T1: golden key vectors', () => {
  it.each(vectors.valid)(
    'accepts $key up to its record, with the expected MAC',
    ({ key, keyId, secret, createdBy, expiresAt, macBase64url }) => {
      expect(key).toMatch(KEY_PATTERN);
      expect(parseKey(key)).toMatchObject({ keyId, secret });
      expect(formatKey(keyId, secret)).toBe(key);
      expect(presentKey([key], peppers, vectors.installationId)).toMatchObject({
        outcome: 'presented',
        key: { keyId, secret },
      });
      expect(
        computeMac(peppers[0], vectors.installationId, { keyId, secret, createdBy, expiresAt }).toString('base64url'),
      ).toBe(macBase64url);
    },
  );
});

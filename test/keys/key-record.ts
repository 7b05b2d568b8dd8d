import { MAC_ALGORITHM } from '../../src/keys/key-secrets';
import type { ApiKeyRecord } from '../../src/keys/model';
import type { Pepper } from '../../src/platform/secrets';

/** The record of a key, without a site to store it in. */

export const ADMIN_ID = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';

/** Only for tests. */
export const PEPPER: Pepper = { version: '1', bytes: Buffer.from('5c'.repeat(32), 'hex') };

/** A record as it is stored, or a changed one. */
export type LooseRecord = Readonly<Record<string, unknown>>;

export function aKeyRecord(overrides: LooseRecord = {}): LooseRecord {
  const usual: ApiKeyRecord = {
    v: 1,
    rev: 1,
    name: 'Test',
    mac: 'A'.repeat(43),
    macAlg: MAC_ALGORITHM,
    pepperVersion: PEPPER.version,
    createdBy: ADMIN_ID,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    classificationScope: 'manage',
    detectionScope: 'none',
    levelLimit: [],
    spaceLimit: [],
  };
  return { ...usual, ...overrides };
}

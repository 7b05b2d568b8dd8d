import { siteAri } from '../../local/forge/runtime';
import { generateKey } from '../../src/keys/generate-key';
import { computeMac, MAC_ALGORITHM } from '../../src/keys/key-secrets';
import type { ApiKeyRecord } from '../../src/keys/model';
import { systemRandom } from '../../src/platform/random';
import type { Pepper } from '../../src/platform/secrets';
import type { Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';

/** Keys and their records made without the resolver, so that a test can store what the resolver never would. */

export const ADMIN_ID = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';

/** Of the tests alone. */
export const PEPPER: Pepper = { version: '1', bytes: Buffer.from('5c'.repeat(32), 'hex') };

/** A record as it is stored, or what somebody made of it. */
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

export interface IssuedKey {
  readonly keyId: string;
  readonly secret: string;
  readonly key: string;
  readonly record: LooseRecord;
}

/** A key with a record whose MAC is right for whatever creator and expiry it names. Not stored. */
export function aKey(site: Site, overrides: LooseRecord = {}, pepper: Pepper = PEPPER): IssuedKey {
  const installationId = siteAri(site.host.installation);
  const generated = generateKey(pepper, installationId, systemRandom);
  const record = aKeyRecord({ pepperVersion: pepper.version, ...overrides });
  const mac = computeMac(pepper, installationId, {
    ...generated,
    createdBy: String(record.createdBy),
    expiresAt: String(record.expiresAt),
  });
  return { ...generated, record: { ...record, mac: mac.toString('base64url'), ...overrides } };
}

/** The same, stored. */
export async function aStoredKey(site: Site, overrides: LooseRecord = {}, pepper: Pepper = PEPPER): Promise<IssuedKey> {
  const key = aKey(site, overrides, pepper);
  await putRow(site, 'api-key', key.keyId, key.record);
  return key;
}

/** What is stored of a key, unparsed; undefined where there is nothing. */
export async function storedKey(site: Site, keyId: string): Promise<LooseRecord | undefined> {
  const { host } = site;
  const body = { entityName: 'api-key', key: keyId };
  const response = await host.storage.handle(host.installation.installationId, '/api/v1/entity/get', body);
  return response.ok ? ((await response.json()) as { value: LooseRecord }).value : undefined;
}

export function auditOf(site: Site, keyId: string): readonly LooseRecord[] {
  return rowsOf(site, 'audit')
    .map(({ value }) => value)
    .filter(({ subject }) => subject === `apikey:${keyId}`);
}

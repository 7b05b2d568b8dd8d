import { siteAri } from '../../local/forge/runtime';
import { generateKey } from '../../src/keys/generate-key';
import { computeMac } from '../../src/keys/key-secrets';
import { systemRandom } from '../../src/platform/random';
import type { Pepper } from '../../src/platform/secrets';
import type { Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aKeyRecord, type LooseRecord, PEPPER } from './key-record';

export { ADMIN_ID, type LooseRecord, PEPPER } from './key-record';

/** Creates keys without the resolver, so that a test can store records that the resolver never would. */

export interface IssuedKey {
  readonly keyId: string;
  readonly secret: string;
  readonly key: string;
  readonly record: LooseRecord;
}

/** A key with a record whose MAC is correct for any creator and expiry. Not stored. */
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

/** The stored record of a key, unparsed; undefined if none exists. */
export async function storedKey(site: Site, keyId: string): Promise<LooseRecord | undefined> {
  const { host } = site;
  const body = { entityName: 'api-key', key: keyId };
  const response = await host.storage.handleUncounted(host.installation.installationId, '/api/v1/entity/get', body);
  return response.ok ? ((await response.json()) as { value: LooseRecord }).value : undefined;
}

export function auditOf(site: Site, keyId: string): readonly LooseRecord[] {
  return rowsOf(site, 'audit')
    .map(({ value }) => value)
    .filter(({ subject }) => subject === `apikey:${keyId}`);
}

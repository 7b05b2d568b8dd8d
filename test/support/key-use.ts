import type { PlatformCall } from '../../local/forge/platform-calls';
import type { LocalHost } from '../../local/host';
import { everythingStored, type StoredRecord } from './stored-rows';

/** The stored use of keys. Besides, the plain Key-Value Store only has the ids of rows that changed last, for a day. */

interface HasHost {
  readonly host: Pick<LocalHost, 'storage' | 'installation'>;
}

const PREFIX = 'api-key-use#';

/** A call as it is made, with its body, or as it is traced, with its stage. */
type Call = Pick<PlatformCall, 'target' | 'path'> &
  ({ readonly body: string | undefined } | { readonly stage: number });

/** No response of the API depends on these calls, so most tests check only the others. */
export function isKeyUseCall(call: Call): boolean {
  if (call.target !== 'kvs') return false;
  if (call.path !== '/api/v1/batch/get') return call.path === '/api/v1/set';
  // The stored data of a page is read in a batch as well, after this one.
  return 'body' in call ? call.body?.includes(PREFIX) === true : call.stage === 1;
}

export function isOtherCall(call: Call): boolean {
  return !isKeyUseCall(call);
}

/** Every row of an entity, except the use of keys, which is recorded for refused requests as well. */
export function storedButKeyUse(site: HasHost) {
  return everythingStored(site).filter(({ entity }) => entity !== undefined);
}

/** The stored use of a key, unparsed; undefined if none exists. */
export function storedKeyUse(site: HasHost, keyId: string): StoredRecord | undefined {
  const row = everythingStored(site).find(({ entity, key }) => entity === undefined && key === PREFIX + keyId);
  return row === undefined ? undefined : (JSON.parse(row.value) as StoredRecord);
}

/** Writes any value as the use of a key, bypassing the app. */
export async function putKeyUse({ host }: HasHost, keyId: string, value: unknown): Promise<void> {
  const body = { key: PREFIX + keyId, value };
  const response = await host.storage.handleUncounted(host.installation.installationId, '/api/v1/set', body);
  if (!response.ok) throw new Error(`the use of ${keyId} was not stored: ${await response.text()}`);
}

import type { PlatformCall } from '../../local/forge/platform-calls';
import type { LocalHost } from '../../local/host';
import { everythingStored, type StoredRecord } from './stored-rows';

/** What the app remembers of the use of keys: nothing else of it is in the plain Key-Value Store. */

interface HasHost {
  readonly host: Pick<LocalHost, 'storage' | 'installation'>;
}

const PREFIX = 'api-key-use#';

/** No answer of the API depends on these calls, so most tests look at the others. */
export function isKeyUseCall({ target, path }: Pick<PlatformCall, 'target' | 'path'>): boolean {
  return target === 'kvs' && (path === '/api/v1/batch/get' || path === '/api/v1/set');
}

export function isOtherCall(call: Pick<PlatformCall, 'target' | 'path'>): boolean {
  return !isKeyUseCall(call);
}

/** Every row but those of the use of keys, which is noted for refused requests as well. */
export function storedButKeyUse(site: HasHost) {
  return everythingStored(site).filter(({ entity, key }) => entity !== undefined || !key.startsWith(PREFIX));
}

/** What is stored of the use of a key, unparsed; undefined where there is nothing. */
export function storedKeyUse(site: HasHost, keyId: string): StoredRecord | undefined {
  const row = everythingStored(site).find(({ entity, key }) => entity === undefined && key === PREFIX + keyId);
  return row === undefined ? undefined : (JSON.parse(row.value) as StoredRecord);
}

/** Writes it past the app, whatever it is. */
export async function putKeyUse({ host }: HasHost, keyId: string, value: unknown): Promise<void> {
  const body = { key: PREFIX + keyId, value };
  const response = await host.storage.handle(host.installation.installationId, '/api/v1/set', body);
  if (!response.ok) throw new Error(`the use of ${keyId} was not stored: ${await response.text()}`);
}

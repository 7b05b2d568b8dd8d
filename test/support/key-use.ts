import type { PlatformCall } from '../../local/forge/platform-calls';
import type { LocalHost } from '../../local/host';
import { everythingStored } from './stored-rows';

/** What the app remembers of the use of keys: nothing else of it is in the plain Key-Value Store. */

interface HasHost {
  readonly host: Pick<LocalHost, 'storage' | 'installation'>;
}

const PREFIX = 'api-key-use#';

/** No answer of the API depends on these calls, so most tests look at the others. */
export function isKeyUseCall({ target, path }: Pick<PlatformCall, 'target' | 'path'>): boolean {
  return target === 'kvs' && (path === '/api/v1/get' || path === '/api/v1/set');
}

export function isOtherCall(call: Pick<PlatformCall, 'target' | 'path'>): boolean {
  return !isKeyUseCall(call);
}

/** Every row but those of the use of keys, which is noted for refused requests as well. */
export function storedButKeyUse(site: HasHost) {
  return everythingStored(site).filter(({ entity, key }) => entity !== undefined || !key.startsWith(PREFIX));
}

import type { ApiKey } from '../keys/model';
import { requireActiveCreator } from './active-creator';
import { rightsOf } from '../keys/key-rights';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Resources of the whole site require a key without limits whose creator is a site admin, because a key with limits
 * must not read about all pages and keys, and must not change what applies to all of them.
 * @throws Problem 401, 403; HostError
 */
export async function requireAdminOfAll(request: Pick<AuthorizedRequest, 'confluence' | 'key'>): Promise<void> {
  requireNoLimits(request.key);
  if (!(await requireActiveCreator(request)).isSiteAdmin) {
    throw new Problem('CREATOR_NOT_ADMIN', { detail: 'Use a key whose creator is currently a site admin.' });
  }
}

/** @throws Problem 403 */
export function requireNoLimits(key: ApiKey): void {
  if (hasNoLimits(key)) return;
  throw new Problem('KEY_HAS_LIMITS', { detail: 'Use a key without a page access limit and without a space limit.' });
}

export function hasNoLimits({ record }: ApiKey): boolean {
  const { levelLimit, spaceLimit } = rightsOf(record);
  return levelLimit.length === 0 && spaceLimit.length === 0;
}

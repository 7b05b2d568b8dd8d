import { lookUpSpace } from '../classification/space-lookup';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

type SpaceRequest = Pick<AuthorizedRequest, 'confluence' | 'key' | 'spaceOfKey'>;

/**
 * True if the creator of the key cannot see the space of a filter, or it does not exist. The caller cannot distinguish
 * the two cases. Checked before any data of the space is read, so that the response and its platform calls are the same
 * in both cases.
 * @param spaceId undefined = the filter has no space
 * @throws Problem 401, HostError
 */
export async function isUnknownSpace(
  { confluence, key, spaceOfKey }: SpaceRequest,
  spaceId: string | undefined,
): Promise<boolean> {
  if (spaceId === undefined) return false;
  if (spaceOfKey !== undefined) return spaceOfKey === 'unknown';
  const lookup = await lookUpSpace(confluence, key.record.createdBy, spaceId);
  if (lookup === 'inactive') throw new Problem('API_KEY_OWNER_INACTIVE');
  return lookup === 'unknown';
}

/** @throws Problem 401; 404 if the creator of the key sees no such space; HostError */
export async function requireSpace(request: SpaceRequest, spaceId: string): Promise<void> {
  if (!(await isUnknownSpace(request, spaceId))) return;
  throw noSuchSpace();
}

export function noSuchSpace(): Problem {
  return new Problem('CONFIGURATION_NOT_FOUND', { detail: 'The creator of the key cannot see a space with this id.' });
}

import { lookUpSpace } from '../classification/space-lookup';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

type SpaceRequest = Pick<AuthorizedRequest, 'confluence' | 'key'>;

/**
 * True if the creator of the key does not see the space that a filter names, or it does not exist: the two are the same.
 * Asked before anything is read about the space, so that the answer and its platform calls are the same too.
 * @param spaceId undefined = no space is named
 * @throws Problem 401, HostError
 */
export async function isUnknownSpace({ confluence, key }: SpaceRequest, spaceId: string | undefined): Promise<boolean> {
  if (spaceId === undefined) return false;
  const lookup = await lookUpSpace(confluence, key.record.createdBy, spaceId);
  if (lookup === 'inactive') throw new Problem('API_KEY_OWNER_INACTIVE');
  return lookup === 'unknown';
}

/** @throws Problem 401; 404 where the creator of the key sees no such space; HostError */
export async function requireSpace(request: SpaceRequest, spaceId: string): Promise<void> {
  if (!(await isUnknownSpace(request, spaceId))) return;
  throw noSuchSpace();
}

export function noSuchSpace(): Problem {
  return new Problem('CONFIGURATION_NOT_FOUND', { detail: 'The creator of the key cannot see a space with this id.' });
}

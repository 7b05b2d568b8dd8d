import { type Creator, readCreator } from '../keys/creator';
import { HostError } from '../platform/confluence';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Checks that the key's creator may still use Confluence, for requests that read no page. @throws Problem 401,
 * HostError
 */
export async function requireActiveCreator({
  confluence,
  key,
}: Pick<AuthorizedRequest, 'confluence' | 'key'>): Promise<Creator> {
  const creator = await readCreator(confluence, key.record.createdBy);
  if (!creator.mayUseConfluence) throw new Problem('API_KEY_OWNER_INACTIVE');
  return creator;
}

/**
 * For operations without data of pages, which also answer on a site that does not show the app what people may do.
 * @returns undefined: it does not
 * @throws Problem 401, HostError of another kind
 */
export async function findActiveCreator(
  request: Pick<AuthorizedRequest, 'confluence' | 'key'>,
): Promise<Creator | undefined> {
  try {
    return await requireActiveCreator(request);
  } catch (error) {
    if (error instanceof HostError && error.kind === 'refused') return undefined;
    throw error;
  }
}

import { type Creator, readCreator } from '../keys/creator';
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

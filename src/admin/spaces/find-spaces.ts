import { findVisibleSpaces, listSpacesAs } from '../../classification/space-lookup';
import { joinIds } from '../../platform/confluence-id';
import { awaitAll } from '../../platform/await-all';
import type { AdminRequest } from '../operation';
import { invalidInput } from '../result';

/** No id is longer: Confluence rejects the whole request if one id exceeds 64 bits. */
const SPACE_ID = /^[0-9]{1,18}$/;

/**
 * Resolves space ids and keys that the admin entered, as far as this person can see the spaces.
 * @throws Refusal that lists the spaces that were not found; HostError
 */
export async function findSpaceIds(asker: Asker, named: readonly string[], field = 'spaceLimit'): Promise<string[]> {
  if (named.length === 0) return [];
  const ids = named.filter((name) => SPACE_ID.test(name));
  const keys = named.filter((name) => !ids.includes(name));
  const none = { results: [] };
  const [byId, { results: byKey }] = await awaitAll([
    findVisibleSpaces(asker.confluence, asker.accountId, ids),
    keys.length === 0 ? none : listSpacesAs(asker.confluence, asker.accountId, { limit: '250', keys: joinIds(keys) }),
  ]);
  const idOf = (name: string) => (byId.has(name) ? name : byKey.find(({ key }) => key === name)?.id);
  const missing = named.filter((name) => idOf(name) === undefined);
  if (missing.length > 0) {
    throw invalidInput([{ field, message: `contains spaces that you can’t view: ${missing.slice(0, 5).join(', ')}` }]);
  }
  return named.flatMap((name) => idOf(name) ?? []);
}

type Asker = Pick<AdminRequest, 'confluence' | 'accountId'>;

import * as z from 'zod';
import { findVisibleSpaces } from '../../classification/space-lookup';
import { HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';
import { awaitAll } from '../../platform/await-all';
import type { AdminRequest } from '../operation';
import { invalidInput } from '../result';

/** No id is longer: Confluence rejects the whole request if one id exceeds 64 bits. */
const SPACE_ID = /^[0-9]{1,18}$/;

const spacesBody = z.object({ results: z.array(z.object({ id: z.string(), key: z.string() })) });

/**
 * Resolves space ids and keys that the admin entered, as far as this person can see the spaces.
 * @throws Refusal that lists the spaces that were not found; HostError
 */
export async function findSpaceIds(asker: Asker, named: readonly string[], field = 'spaceLimit'): Promise<string[]> {
  if (named.length === 0) return [];
  const ids = named.filter((name) => SPACE_ID.test(name));
  const keys = named.filter((name) => !ids.includes(name));
  const [byId, byKey] = await awaitAll([
    findVisibleSpaces(asker.confluence, asker.accountId, ids),
    keys.length === 0 ? [] : list(asker, route`/wiki/api/v2/spaces?limit=250&keys=${joinIds(keys)}`),
  ]);
  const idOf = (name: string) => (byId.has(name) ? name : byKey.find(({ key }) => key === name)?.id);
  const missing = named.filter((name) => idOf(name) === undefined);
  if (missing.length > 0) {
    throw invalidInput([{ field, message: `contains spaces that you can’t view: ${missing.slice(0, 5).join(', ')}` }]);
  }
  return named.flatMap((name) => idOf(name) ?? []);
}

type Asker = Pick<AdminRequest, 'confluence' | 'accountId'>;

/** If the platform does not allow the app to act for the admin, no space is known. */
async function list({ confluence, accountId }: Asker, path: ReturnType<typeof route>) {
  const answer = await confluence.get({ kind: 'person', accountId }, path).catch((error: unknown) => {
    if (error instanceof ImpersonationRefusedError) return undefined;
    throw error;
  });
  if (answer === undefined) return [];
  const parsed = spacesBody.safeParse(answer.body);
  if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of spaces`);
  return parsed.data.results;
}

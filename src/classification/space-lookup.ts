import * as z from 'zod';
import { readCreator } from '../keys/creator';
import { awaitAll } from '../platform/await-all';
import { type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import { joinIds } from '../platform/confluence-id';
import { partsOf } from '../platform/parts';

/**
 * A space as a person currently sees it. Confluence has no endpoint that shows the app what a person can see of a
 * space. If the platform does not let the app act for the person, every space is unknown.
 */
export type SpaceLookup =
  | 'visible'
  /** Does not exist, or is not visible to this person. */
  | 'unknown'
  /** The account can no longer use Confluence. */
  | 'inactive';

/** @throws HostError */
export async function lookUpSpace(confluence: Confluence, accountId: string, spaceId: string): Promise<SpaceLookup> {
  try {
    const { status } = await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces/${spaceId}`);
    if (status === 200) return 'visible';
    if (status === 400 || status === 403 || status === 404) return 'unknown';
    throw new HostError('failure', `Confluence returned ${status} for a space`);
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  return (await readCreator(confluence, accountId)).mayUseConfluence ? 'unknown' : 'inactive';
}

/**
 * The space with this key, with the results of `lookUpSpace`, in as many calls. Confluence ignores the case of keys.
 * @throws HostError
 */
export async function lookUpSpaceByKey(
  confluence: Confluence,
  accountId: string,
  spaceKey: string,
): Promise<Exclude<SpaceLookup, 'visible'> | { readonly id: string }> {
  try {
    const { results } = await readSpaces(confluence, accountId, { keys: spaceKey, limit: '1' });
    return results.find(({ key }) => key.toLowerCase() === spaceKey.toLowerCase()) ?? 'unknown';
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  return (await readCreator(confluence, accountId)).mayUseConfluence ? 'unknown' : 'inactive';
}

const operationsBody = z.object({ operations: z.array(z.object({ operation: z.string(), targetType: z.string() })) });

/** A space as a person currently sees it, with their right to administer it. */
export type SpaceRights = { readonly mayAdminister: boolean };

/**
 * The rights of a person in a space, in one call as that person. `hidden`: the space does not exist, or the person cannot see it.
 * @throws HostError, ImpersonationRefusedError
 */
export async function lookUpSpaceRights(
  confluence: Confluence,
  accountId: string,
  spaceId: string,
): Promise<SpaceRights | 'hidden'> {
  const answer = await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces/${spaceId}/operations`);
  const { status } = answer;
  if (status === 400 || status === 403 || status === 404) return 'hidden';
  const parsed = operationsBody.safeParse(answer.body);
  if (status !== 200 || !parsed.success)
    throw new HostError('failure', `Confluence returned ${status} for the operations of a space`);
  const { operations } = parsed.data;
  return {
    mayAdminister: operations.some(({ operation, targetType }) => operation === 'administer' && targetType === 'space'),
  };
}

/**
 * True if a person currently sees the space with this key.
 * @throws HostError, ImpersonationRefusedError
 */
export async function isSpaceVisible(confluence: Confluence, accountId: string, spaceKey: string): Promise<boolean> {
  const { results } = await readSpaces(confluence, accountId, { keys: spaceKey, limit: '1' });
  return results.length > 0;
}

const SPACES_AT_ONCE = 250;

const spacesBody = z.object({
  results: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

export interface SpaceName {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/**
 * The names of the spaces that a person currently sees; the others are omitted. One call for each 250 spaces, none without spaces.
 * @throws HostError
 */
export async function findSpaceNames(
  confluence: Confluence,
  accountId: string,
  spaceIds: readonly string[],
): Promise<readonly SpaceName[]> {
  const found = await awaitAll(
    partsOf([...new Set(spaceIds)], SPACES_AT_ONCE).map((ids) =>
      listSpacesAs(confluence, accountId, { limit: String(ids.length), ids: joinIds(ids) }),
    ),
  );
  return found.flatMap(({ results }) => results);
}

/**
 * A part of the list of spaces that a person currently sees. If the platform does not let the app act for the person, no space is known.
 * @throws HostError
 */
export async function listSpacesAs(
  confluence: Confluence,
  accountId: string,
  query: Readonly<Record<string, string>>,
): Promise<z.infer<typeof spacesBody>> {
  try {
    return await readSpaces(confluence, accountId, query);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return { results: [] };
    throw error;
  }
}

async function readSpaces(confluence: Confluence, accountId: string, query: Readonly<Record<string, string>>) {
  const person = { kind: 'person', accountId } as const;
  const { status, body } = await confluence.get(person, route`/wiki/api/v2/spaces?${new URLSearchParams(query)}`);
  const parsed = spacesBody.safeParse(body);
  if (!parsed.success) throw new HostError('failure', `Confluence returned ${status} for a list of spaces`);
  return parsed.data;
}

/** Looks up any number of spaces and returns those that a person currently sees. @throws HostError */
export async function findVisibleSpaces(
  confluence: Confluence,
  accountId: string,
  spaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await findSpaceNames(confluence, accountId, spaceIds)).map(({ id }) => id));
}

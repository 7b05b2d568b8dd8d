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
  const answer = await confluence.get(
    { kind: 'person', accountId },
    route`/wiki/api/v2/spaces?keys=${spaceKey}&limit=1`,
  );
  const parsed = spacesBody.safeParse(answer.body);
  if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of spaces`);
  return parsed.data.results.length > 0;
}

const SPACES_AT_ONCE = 250;

const spacesBody = z.object({ results: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })) });

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
    partsOf([...new Set(spaceIds)], SPACES_AT_ONCE).map(async (ids) => {
      const query = new URLSearchParams({ limit: String(ids.length), ids: joinIds(ids) });
      const answer = await confluence
        .get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces?${query}`)
        .catch((error: unknown) => {
          if (error instanceof ImpersonationRefusedError) return undefined;
          throw error;
        });
      if (answer === undefined) return [];
      const parsed = spacesBody.safeParse(answer.body);
      if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of spaces`);
      return parsed.data.results;
    }),
  );
  return found.flat();
}

/** Looks up any number of spaces and returns those that a person currently sees. @throws HostError */
export async function findVisibleSpaces(
  confluence: Confluence,
  accountId: string,
  spaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await findSpaceNames(confluence, accountId, spaceIds)).map(({ id }) => id));
}

import { readCreator } from '../keys/creator';
import { type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';

/**
 * A space as a person sees it now. Confluence has no way to ask as the app what a person sees of a space: where the platform
 * does not let the app act for the person, every space is unknown.
 */
export type SpaceLookup =
  | 'visible'
  /** Missing, or not for this person. */
  | 'unknown'
  /** The account can no longer use Confluence. */
  | 'inactive';

/** @throws HostError */
export async function lookUpSpace(confluence: Confluence, accountId: string, spaceId: string): Promise<SpaceLookup> {
  try {
    const { status } = await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces/${spaceId}`);
    if (status === 200) return 'visible';
    if (status === 400 || status === 403 || status === 404) return 'unknown';
    throw new HostError('failure', `Confluence answered ${status} to a space`);
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  return (await readCreator(confluence, accountId)).mayUseConfluence ? 'unknown' : 'inactive';
}

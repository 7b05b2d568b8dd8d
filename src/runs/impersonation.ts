import { readCreator } from '../keys/creator';
import { type Confluence, ImpersonationRefusedError, route } from '../platform/confluence';

/** Finds out if the platform lets the app act for people on this site. If it does not, runs are paused (docs/adr/0055). */

/**
 * True if the platform lets the app act for this person here. True also for a person who may not use Confluence,
 * because that is no fact about the platform and the work of the run reports it.
 * @throws HostError
 */
export async function mayActAs(confluence: Confluence, accountId: string): Promise<boolean> {
  try {
    await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces?limit=1`);
    return true;
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
    return !(await isRefusedByPlatform(confluence, accountId));
  }
}

/**
 * True if the reason for a refusal to act for a person is not this person, who still uses Confluence.
 * @throws HostError
 */
export async function isRefusedByPlatform(confluence: Confluence, accountId: string): Promise<boolean> {
  const { mayUseConfluence } = await readCreator(confluence, accountId);
  return mayUseConfluence;
}

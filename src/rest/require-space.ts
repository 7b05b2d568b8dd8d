import { HostError, route } from '../platform/confluence';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/** That there is such a space, as the app sees it. @throws Problem 404, HostError */
export async function requireSpace(
  { confluence }: Pick<AuthorizedRequest, 'confluence'>,
  spaceId: string,
): Promise<void> {
  const { status } = await confluence.get({ kind: 'app' }, route`/wiki/api/v2/spaces/${spaceId}`);
  if (status === 200) return;
  if (status !== 404 && status !== 400) throw new HostError('failure', `Confluence answered ${status} to a space`);
  throw new Problem('CONFIGURATION_NOT_FOUND', { detail: 'The app sees no space with this id.' });
}

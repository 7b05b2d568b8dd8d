import type { AccessSetup, AccessSetupOutcome } from '../../local/confluence';
import type { Site } from './site';

/** Sets up who can see what on a site, and returns the ids of people and groups and the addresses of public links. */
export async function setUpAccess(site: Pick<Site, 'host'>, setup: AccessSetup): Promise<AccessSetupOutcome> {
  const body = JSON.stringify(setup);
  const request = new Request('http://127.0.0.1:8080/local/access', { method: 'PUT', body });
  const answer = await site.host.confluence.administer(request);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as AccessSetupOutcome;
}

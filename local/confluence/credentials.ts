import type { Caller } from './caller';
import type { Site } from './site';

/** On the local host, this word is everybody's API token. */
const LOCAL_TOKEN = 'local';

/** The person behind `Basic email:local`; undefined if the credentials are wrong or the account is deactivated. */
export function authenticate(site: Site, authorization: string | null): Caller | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1 || decoded.slice(colon + 1) !== LOCAL_TOKEN) return undefined;
  const user = site.people.byEmail(decoded.slice(0, colon));
  return user?.active === true ? { kind: 'user', accountId: user.accountId } : undefined;
}

/** The reason why the platform would not act as this account; undefined if it would. */
export function impersonationRefusal(site: Site, accountId: string): string | undefined {
  const user = site.people.byAccountId(accountId);
  if (user === undefined) return `There is no account ${accountId}.`;
  if (user.accountType !== 'atlassian') return `The account ${accountId} is not a person.`;
  if (!user.active) return `The account ${accountId} is deactivated.`;
  if (!user.mayUseConfluence) return `The account ${accountId} may not use Confluence.`;
  if (site.people.isGuest(accountId)) return `The account ${accountId} is a guest.`;
  return undefined;
}

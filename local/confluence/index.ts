import type Database from 'libsql';
import type { DemoContent } from '../demo';
import type { AccountStatus } from '../forge/account-report';
import type { PlatformSwitches } from '../forge/assumptions';
import { canView } from './access';
import { attachmentTrashEndpoints, mediaFile } from './attachments';
import type { Caller } from './caller';
import { contentPlace, type ContentPlace, spacePlace, type SpacePlace } from './content-place';
import { authenticate, impersonationRefusal } from './credentials';
import { endpoints } from './endpoints';
import { liveDocEndpoints } from './live-docs';
import { publicLinkEndpoints } from './public-links';
import type { ProductEvent } from './product-events';
import { type IndexedProperty, PropertyIndex, searchableProperties } from './property-index';
import { addLaterAccounts, seedSite } from './seed';
import { createServer } from './server';
import { Site } from './site';
import { Tables } from './tables';

export { DEMO_ACCOUNTS } from '../demo';
export type { AccessSetup, AccessSetupOutcome } from './access-setup';
export type { Caller } from './caller';
export type { ContentPlace, SpacePlace } from './content-place';
export { PRODUCT_EVENTS } from './product-events';
export { createRateLimits, type RateLimits } from './rate-limits';
export { unauthenticated } from './refusal';
export { Tables } from './tables';

export interface ConfluenceOptions {
  readonly database: Database.Database;
  /** For example `http://127.0.0.1:8080`; evaluated for every request, because the port may not be known yet. */
  readonly baseUrl: () => string;
  readonly now: () => Date;
  /** The content of a new site. Default: the demo site. */
  readonly content?: DemoContent | undefined;
  /** Receives the changes of pages and spaces, as Forge sends them to apps. Some reach only rules. */
  readonly onEvent?: (event: ProductEvent, reachesApp: boolean) => void;
  /** When the app was installed. Default: before this host started. */
  readonly appInstalledAt?: () => Date | undefined;
  /** True if the site has Atlassian Guard Premium. Default: false. */
  readonly hasGuard?: boolean;
  /** Differences from the usual assumptions about a real site. Default: nothing. */
  readonly assumptions?: PlatformSwitches;
  /** The content properties that search indexes. Default: none. */
  readonly indexedProperties?: readonly IndexedProperty[];
  /** How long search misses a change of a property. Default: 0. */
  readonly searchLagMs?: number;
  /** False: a copied page takes no properties along, unless the request says otherwise. Default: true. */
  readonly copiesProperties?: boolean;
}

export interface Confluence {
  /** Answers one request below /wiki. Never rejects. */
  handle(request: Request, caller: Caller): Promise<Response>;
  /** Basic `email:local` → the person; undefined = 401. Deactivated people cannot log in. */
  authenticate(authorization: string | null): Caller | undefined;
  /**
   * The reason why the platform refuses to impersonate this account (unknown, deactivated, not a person, a guest, without
   * access to Confluence).
   */
  impersonationRefusal(accountId: string): string | undefined;
  isSiteAdmin(accountId: string): boolean;
  /** True for a guest, whom the platform treats as a person without a license. */
  isGuest(accountId: string): boolean;
  /** The status that Atlassian answers when an app reports the account. */
  accountStatus(accountId: string): AccountStatus;
  /** The account id for an email address, or undefined. */
  accountIdOf(email: string): string | undefined;
  /** The place of a page or blog post, or undefined if it does not exist. Does not check permissions. */
  contentPlace(id: string): ContentPlace | undefined;
  /** The space with this key, or undefined if it does not exist. Does not check permissions. */
  spacePlace(key: string): SpacePlace | undefined;
  /**
   * True if Confluence shows the published page to this account, or to people without a login: the decision behind every
   * answer. Public links ignore it.
   * @param who an account id, or `anonymous`
   */
  canView(who: string, pageId: string): boolean;
  /** The scopes that this request's endpoint requires, as alternatives; undefined if the endpoint is not modeled. */
  requiredScopes(method: string, pathname: string): readonly (readonly string[])[] | undefined;
  /**
   * Answers one request below /local/users, /local/spaces, /local/access or /local/native-levels, for administration that Confluence's REST API does not
   * offer.
   */
  administer(request: Request): Promise<Response>;
  /** The file at an address that Confluence redirects a download to. Undefined: another address. */
  mediaFile(location: string): Response | undefined;
  /** Makes the changes of slow tasks whose time has come. Every request does so, too. */
  continueTasks(): Promise<void>;
  /** Deletes everything and restores the demo site. */
  reset(): void;
}

/**
 * A simulated Confluence Cloud site in the given database. Creates missing tables, and seeds the demo site if it is
 * empty.
 */
export function createConfluence(options: ConfluenceOptions): Confluence {
  const index = new PropertyIndex(() => options.now().getTime(), options.searchLagMs ?? 0);
  const site = new Site(new Tables(options.database), index);
  if (site.isEmpty()) seedSite(site, options.content);
  else addLaterAccounts(site);
  const server = createServer({
    site,
    endpoints: [...endpoints, ...liveDocEndpoints, ...attachmentTrashEndpoints, ...publicLinkEndpoints],
    baseUrl: options.baseUrl,
    now: options.now,
    onEvent: options.onEvent ?? (() => undefined),
    appInstalledAt: options.appInstalledAt ?? (() => undefined),
    hasGuard: options.hasGuard ?? false,
    assumptions: options.assumptions ?? new Set(),
    properties: searchableProperties(options.indexedProperties ?? []),
    copiesProperties: options.copiesProperties ?? true,
  });
  return {
    handle: (request, caller) => server.handle(request, caller),
    authenticate: (authorization) => authenticate(site, authorization),
    impersonationRefusal: (accountId) => impersonationRefusal(site, accountId),
    isSiteAdmin: (accountId) => site.people.byAccountId(accountId)?.siteAdmin === true,
    isGuest: (accountId) => site.people.isGuest(accountId),
    accountStatus: (accountId) => site.people.status(accountId),
    accountIdOf: (email) => site.people.byEmail(email)?.accountId,
    contentPlace: (id) => contentPlace(site, id),
    spacePlace: (key) => spacePlace(site, key),
    requiredScopes: (method, pathname) => server.requiredScopes(method, pathname),
    administer: (request) => server.administer(request),
    canView: (who, pageId) => canView(site, who, pageId),
    mediaFile: (location) => mediaFile(site, location),
    continueTasks: () => server.continueTasks(),
    reset: () => {
      site.atomically(() => {
        site.clear();
        seedSite(site, options.content);
      });
    },
  };
}

import { GUESTS } from './people-store';
import {
  isPublished,
  type AccessClass,
  type Content,
  type Group,
  type Restriction,
  type RestrictionOperation,
  type Space,
  type User,
} from './rows';
import type { Site } from './site';
import type { Holder } from './space-store';
import {
  operationsOn,
  rightsOn,
  type ContentFacts,
  type Operation,
  type Principal,
  type Restricted,
  type Rights,
} from './visibility';

const NOTHING: ReadonlySet<string> = new Set();
/** Passes no restriction. */
const NOBODY: Principal = { accountId: undefined, groupIds: NOTHING };

function restricted(restrictions: readonly Restriction[], operation: RestrictionOperation): Restricted | undefined {
  const named = restrictions.filter((restriction) => restriction.operation === operation);
  if (named.length === 0) return undefined;
  const subjects = (type: 'user' | 'group') =>
    new Set(named.filter((one) => one.subjectType === type).map((one) => one.subjectId));
  return { accountIds: subjects('user'), groupIds: subjects('group') };
}

/**
 * The facts about one principal, gathered for one request and passed to the pure decision. Ancestors and restrictions
 * are read once, so that lists of thousands of pages stay fast.
 */
export class Access {
  private readonly ancestry = new Map<string, readonly Restricted[]>();
  private restrictions: ReadonlyMap<string, readonly Restriction[]> | undefined;

  constructor(
    private readonly site: Site,
    readonly principal: Principal,
    private readonly permissions: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  /** True for a principal who sees no space at all. */
  get isEmpty(): boolean {
    return this.permissions.size === 0;
  }

  /** `operation target` pairs. */
  inSpace(spaceId: string): ReadonlySet<string> {
    return this.permissions.get(spaceId) ?? NOTHING;
  }

  seesSpace(space: Space): boolean {
    return this.inSpace(space.id).has('read space');
  }

  to(content: Content): Rights {
    return rightsOn(this.facts(content), this.principal);
  }

  operations(content: Content): readonly Operation[] {
    return operationsOn(this.facts(content), this.principal);
  }

  private facts(content: Content): ContentFacts {
    return {
      // Whatever is in the page tree requires the permissions of pages here.
      type: content.type === 'blogpost' ? 'blogpost' : 'page',
      status: content.status,
      authorId: content.authorId,
      spacePermissions: this.inSpace(content.spaceId),
      viewRestrictions: this.viewRestrictions(content),
      editRestriction: restricted(this.restrictionsOf(content.id), 'update'),
    };
  }

  /** The restrictions of the content and, inherited, of all its ancestors. */
  private viewRestrictions(content: Content): readonly Restricted[] {
    const known = this.ancestry.get(content.id);
    if (known !== undefined) return known;
    // Set before the walk upwards, so that it ends even in a damaged tree with a loop.
    this.ancestry.set(content.id, []);
    const own = restricted(this.restrictionsOf(content.id), 'read');
    const parent = content.parentId === null ? undefined : this.site.contents.byId(content.parentId);
    const all = [...(own === undefined ? [] : [own]), ...(parent === undefined ? [] : this.viewRestrictions(parent))];
    this.ancestry.set(content.id, all);
    return all;
  }

  private restrictionsOf(contentId: string): readonly Restriction[] {
    if (this.restrictions === undefined) {
      const grouped = new Map<string, Restriction[]>();
      for (const restriction of this.site.contents.allRestrictions()) {
        const list = grouped.get(restriction.contentId) ?? [];
        list.push(restriction);
        grouped.set(restriction.contentId, list);
      }
      this.restrictions = grouped;
    }
    return this.restrictions.get(contentId) ?? [];
  }
}

/** People without a login. Guests get what these get, also where the global permissions keep these out. */
function publicClasses(site: Site): readonly AccessClass[] {
  return site.spaces.allowsAnonymous() ? ['anonymous-users'] : [];
}

/** A person who works for a project of Jira Service Management is in a group of this name here. */
const JSM_ADMINS = 'jsm-project-admins';

/**
 * The classes of an active account. Guests log in, but only a space that names them, or a class, lets them in: no space
 * that names their group does. The app is in no class.
 */
function holderOf(site: Site, user: User, groups: readonly Group[]): Holder {
  const { accountId } = user;
  const groupIds = groups.map(({ id }) => id);
  if (user.accountType === 'app') return { accountId, groupIds, classes: [] };
  const loggedIn: readonly AccessClass[] = [...publicClasses(site), 'authenticated-users'];
  if (!user.mayUseConfluence) return { groupIds: [], classes: loggedIn };
  if (groups.some(({ name }) => name === GUESTS))
    return { accountId, groupIds: [], classes: ['anonymous-users', 'authenticated-users'] };
  const classes: readonly AccessClass[] = [
    ...loggedIn,
    'all-licensed-users',
    ...(user.siteAdmin ? (['all-product-admins'] as const) : []),
    ...(groups.some(({ name }) => name === JSM_ADMINS) ? (['jsm-project-admins'] as const) : []),
  ];
  return { accountId, groupIds, classes };
}

/**
 * The rights of an account. An unknown or deactivated account has none. An account without a license passes no
 * restriction, because a restriction lets only people through who may use Confluence.
 * @param closedSpaceIds spaces without any rights. Default: none
 */
export function accessOfAccount(site: Site, accountId: string, closedSpaceIds: readonly string[] = []): Access {
  const user = site.people.byAccountId(accountId);
  if (user?.active !== true) return noAccess(site);
  const groups = site.people.groupsOf(accountId);
  const permissions = site.spaces.permissionsOf(holderOf(site, user, groups));
  for (const id of closedSpaceIds) permissions.delete(id);
  if (!user.mayUseConfluence) return new Access(site, NOBODY, permissions);
  return new Access(site, { accountId, groupIds: new Set(groups.map(({ id }) => id)) }, permissions);
}

/** The rights of an account that is unknown or deactivated: none. */
export function noAccess(site: Site): Access {
  return new Access(site, NOBODY, new Map());
}

/** The rights of people without a login, who can read public spaces. */
export function anonymousAccess(site: Site): Access {
  return new Access(site, NOBODY, site.spaces.permissionsOf({ groupIds: [], classes: publicClasses(site) }));
}

/** The rights that a group gives by itself. */
export function accessOfGroup(site: Site, groupId: string): Access {
  const permissions = site.spaces.permissionsOf({ groupIds: [groupId], classes: [] });
  return new Access(site, { accountId: undefined, groupIds: new Set([groupId]) }, permissions);
}

/**
 * True if Confluence shows a published page to this account, or to people without a login. Every answer of the simulated
 * Confluence decides like this. Public links are apart, because they ignore it.
 */
export function canView(site: Site, who: string, pageId: string): boolean {
  const content = site.contents.byId(pageId);
  if (content === undefined || !isPublished(content)) return false;
  return (who === 'anonymous' ? anonymousAccess(site) : accessOfAccount(site, who)).to(content).read;
}

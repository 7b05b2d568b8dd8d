import type { Content, Restriction, RestrictionOperation, Space } from './rows';
import type { Site } from './site';
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
const PUBLIC: ReadonlySet<string> = new Set(['read space']);

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
  private readonly permissions: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly ancestry = new Map<string, readonly Restricted[]>();
  private restrictions: ReadonlyMap<string, readonly Restriction[]> | undefined;

  constructor(
    private readonly site: Site,
    readonly principal: Principal,
    permissions?: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    this.permissions = permissions ?? site.spaces.permissionsOf(principal.accountId, [...principal.groupIds]);
  }

  /** `operation target` pairs; empty for a principal without access to Confluence. */
  inSpace(spaceId: string): ReadonlySet<string> {
    if (!this.principal.mayUseConfluence) return NOTHING;
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

/**
 * The rights of an account. An unknown or deactivated account has none.
 * @param closedSpaceIds spaces without any rights. Default: none
 */
export function accessOfAccount(site: Site, accountId: string, closedSpaceIds: readonly string[] = []): Access {
  const user = site.people.byAccountId(accountId);
  const principal = {
    accountId,
    groupIds: new Set(site.people.groupsOf(accountId).map((group) => group.id)),
    mayUseConfluence: user !== undefined && user.active && user.mayUseConfluence,
  };
  if (closedSpaceIds.length === 0) return new Access(site, principal);
  const permissions = site.spaces.permissionsOf(accountId, [...principal.groupIds]);
  return new Access(site, principal, new Map([...permissions].filter(([id]) => !closedSpaceIds.includes(id))));
}

/** The rights of everybody without a license or a login, who can read public spaces. */
export function anonymousAccess(site: Site): Access {
  const principal = { accountId: undefined, groupIds: new Set<string>(), mayUseConfluence: true };
  return new Access(site, principal, new Map(site.spaces.publicIds().map((id) => [id, PUBLIC])));
}

/** The rights that a group gives by itself. */
export function accessOfGroup(site: Site, groupId: string): Access {
  return new Access(site, { accountId: undefined, groupIds: new Set([groupId]), mayUseConfluence: true });
}

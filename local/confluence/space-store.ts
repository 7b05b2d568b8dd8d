import * as z from 'zod';
import {
  grantedRow,
  permissionRow,
  publicSpaceRow,
  roleAssignmentRow,
  roleMode,
  spaceRow,
  type AccessClass,
  type RoleAssignment,
  type RoleMode,
  type RolePrincipal,
  type Space,
  type SpacePermission,
  type SubjectType,
} from './rows';
import { changesNow } from './changes';
import { pairOf, roleNamed, SPACE_ROLES, type SpaceRole } from './space-permissions';
import type { Tables } from './tables';

const settingRow = z.object({ value: z.string() });

/** Everything by which a person, the app, a group or the public may have permissions in spaces. */
export interface Holder {
  readonly accountId?: string;
  readonly groupIds: readonly string[];
  readonly classes: readonly AccessClass[];
}

/** The anonymous class has its own table in the old model, where the other classes do not exist. */
export const ANONYMOUS_USERS: RolePrincipal = { principalType: 'ACCESS_CLASS', principalId: 'anonymous-users' };

export class SpaceStore {
  constructor(
    private readonly tables: Tables,
    private readonly nextId: () => string,
  ) {}

  all(): Space[] {
    return this.tables.all(spaceRow, 'SELECT * FROM cf_space ORDER BY id');
  }

  byId(id: string): Space | undefined {
    return this.tables.first(spaceRow, 'SELECT * FROM cf_space WHERE id = ?', Number(id));
  }

  byKey(key: string): Space | undefined {
    return this.tables.first(spaceRow, 'SELECT * FROM cf_space WHERE key = ?', key);
  }

  add(space: Space): void {
    changesNow()?.createdSpaces.push(space);
    this.tables.run(
      'INSERT INTO cf_space (id, key, name, description, authorId, createdAt, homepageId) VALUES (?, ?, ?, ?, ?, ?, ?)',
      Number(space.id),
      space.key,
      space.name,
      space.description,
      space.authorId,
      space.createdAt,
      space.homepageId === null ? null : Number(space.homepageId),
    );
  }

  remove(space: Space): void {
    for (const table of ['cf_space_permission', 'cf_public_space', 'cf_role_assignment'])
      this.tables.run(`DELETE FROM ${table} WHERE spaceId = ?`, Number(space.id));
    this.tables.run('DELETE FROM cf_native_space WHERE id = ?', Number(space.id));
    this.tables.run('DELETE FROM cf_space WHERE id = ?', Number(space.id));
  }

  setHomepage(spaceId: string, homepageId: string): void {
    this.tables.run('UPDATE cf_space SET homepageId = ? WHERE id = ?', Number(homepageId), Number(spaceId));
  }

  roleMode(): RoleMode {
    return roleMode.parse(this.setting('roleMode') ?? 'PRE_ROLES');
  }

  /**
   * Moves everything that decided before to what decides from now on, so that people keep what they can see. In the
   * transition, both decide. The way back drops the classes that permissions cannot express; no real site has it.
   */
  setRoleMode(mode: RoleMode): void {
    const moved = this.all().map(({ id }) => ({ id, roles: this.rolesOf(id) }));
    this.putSetting('roleMode', mode);
    if (mode === 'ROLES_TRANSITION') return;
    for (const { id, roles } of moved) {
      for (const { principal } of roles) this.take(id, principal);
      for (const { principal, role } of roles) if (this.canGive(principal)) this.give(id, principal, role);
    }
  }

  /** False: the global permissions keep people without a login out of every space. Guests get in all the same. */
  allowsAnonymous(): boolean {
    return this.setting('anonymousAccess') !== 'off';
  }

  setAllowsAnonymous(allowed: boolean): void {
    this.putSetting('anonymousAccess', allowed ? 'on' : 'off');
  }

  /** True if the public class has the space, whether or not the global permissions let people without a login in. */
  isPublic(spaceId: string): boolean {
    return this.permissionsOf({ groupIds: [], classes: ['anonymous-users'] }).has(spaceId);
  }

  permissions(spaceId: string): SpacePermission[] {
    return this.tables.all(
      permissionRow,
      'SELECT * FROM cf_space_permission WHERE spaceId = ? ORDER BY id',
      Number(spaceId),
    );
  }

  assignments(spaceId: string): RoleAssignment[] {
    return this.tables.all(
      roleAssignmentRow,
      'SELECT * FROM cf_role_assignment WHERE spaceId = ? ORDER BY principalType, principalId',
      Number(spaceId),
    );
  }

  /** The `operation target` pairs of the holder, by space id, from the permissions and roles that count on this site. */
  permissionsOf(holder: Holder): Map<string, ReadonlySet<string>> {
    const mode = this.roleMode();
    const pairs = new Map<string, Set<string>>();
    const add = (spaceId: string, names: readonly string[]): void => {
      pairs.set(spaceId, new Set([...(pairs.get(spaceId) ?? []), ...names]));
    };
    if (mode !== 'ROLES') {
      for (const { spaceId, pairs: names } of this.granted(holder)) add(spaceId, names.split('\n'));
      if (holder.classes.includes('anonymous-users')) for (const id of this.publicIds()) add(id, ['read space']);
    }
    if (mode !== 'PRE_ROLES') {
      for (const { spaceId, roleId } of this.assigned(holder)) {
        const role = SPACE_ROLES.find(({ id }) => id === roleId);
        add(spaceId, role?.permissions.map(pairOf) ?? []);
      }
    }
    return pairs;
  }

  /** The spaces in which an account is named itself, whatever counts on this site. */
  naming(accountId: string): readonly string[] {
    const found = this.tables.all(
      publicSpaceRow,
      `SELECT spaceId FROM cf_space_permission WHERE subjectType = 'user' AND subjectId = ?
       UNION SELECT spaceId FROM cf_role_assignment WHERE principalType = 'USER' AND principalId = ?`,
      accountId,
      accountId,
    );
    return found.map(({ spaceId }) => spaceId);
  }

  /**
   * Gives the principal a role, or on sites without roles its permissions.
   * @param as default: roles, unless the site has none
   */
  give(spaceId: string, principal: RolePrincipal, role: SpaceRole, as = this.usualModel()): void {
    const { principalType, principalId } = principal;
    if (as === 'roles') return this.assign(spaceId, principal, role.id);
    if (principalType === 'ACCESS_CLASS') return this.setPublic(spaceId, true);
    const type = principalType === 'USER' ? 'user' : 'group';
    for (const { operation, target } of role.permissions) this.grant(spaceId, type, principalId, operation, target);
  }

  takeRole(spaceId: string, { principalType, principalId }: RolePrincipal): void {
    this.noteAccess(spaceId);
    this.tables.run(
      'DELETE FROM cf_role_assignment WHERE spaceId = ? AND principalType = ? AND principalId = ?',
      Number(spaceId),
      principalType,
      principalId,
    );
  }

  /** Takes the role and every permission of the principal in the space. */
  take(spaceId: string, principal: RolePrincipal): void {
    const { principalType, principalId } = principal;
    this.takeRole(spaceId, principal);
    if (principalType !== 'ACCESS_CLASS')
      this.revokeAll(spaceId, principalType === 'USER' ? 'user' : 'group', principalId);
    else if (principalId === ANONYMOUS_USERS.principalId) this.setPublic(spaceId, false);
  }

  principals(spaceId: string): readonly RolePrincipal[] {
    return this.rolesOf(spaceId).map(({ principal }) => principal);
  }

  /** False: the permissions of spaces cannot name the principal. */
  canGive(principal: RolePrincipal, as = this.usualModel()): boolean {
    return as === 'roles' || hasPermissions(principal);
  }

  /** The roles of all principals, the least permissive first; for permissions the most permissive role that adds none. */
  private rolesOf(spaceId: string): readonly { readonly principal: RolePrincipal; readonly role: SpaceRole }[] {
    const assigned = this.assignments(spaceId).flatMap((principal) => {
      const role = SPACE_ROLES.find(({ id }) => id === principal.roleId);
      return role === undefined ? [] : [{ principal, role }];
    });
    const granted = new Map<string, { principal: RolePrincipal; names: Set<string> }>();
    for (const { subjectType, subjectId, operation, target } of this.permissions(spaceId)) {
      const principal = { principalType: subjectType === 'user' ? 'USER' : 'GROUP', principalId: subjectId } as const;
      const known = granted.get(subjectId) ?? { principal, names: new Set() };
      granted.set(subjectId, { principal, names: known.names.add(pairOf({ operation, target })) });
    }
    const largest = [...granted.values()].flatMap(({ principal, names }) => {
      const role = SPACE_ROLES.find(({ permissions }) => permissions.map(pairOf).every((pair) => names.has(pair)));
      return role === undefined ? [] : [{ principal, role }];
    });
    const isPublic = this.publicIds().includes(spaceId);
    const everyone = isPublic ? [{ principal: ANONYMOUS_USERS, role: roleNamed('Reader') }] : [];
    return [...everyone, ...largest, ...assigned].sort(
      (one, other) => SPACE_ROLES.indexOf(other.role) - SPACE_ROLES.indexOf(one.role),
    );
  }

  private assign(spaceId: string, { principalType, principalId }: RolePrincipal, roleId: string): void {
    this.noteAccess(spaceId);
    this.tables.run(
      `INSERT INTO cf_role_assignment (spaceId, principalType, principalId, roleId) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET roleId = excluded.roleId`,
      Number(spaceId),
      principalType,
      principalId,
      roleId,
    );
  }

  /** The permission, or undefined if it already existed. */
  grant(
    spaceId: string,
    subjectType: SubjectType,
    subjectId: string,
    operation: string,
    target: string,
  ): SpacePermission | undefined {
    this.noteAccess(spaceId);
    const id = this.nextId();
    const added = this.tables.run(
      `INSERT INTO cf_space_permission (id, spaceId, subjectType, subjectId, operation, target)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      Number(id),
      Number(spaceId),
      subjectType,
      subjectId,
      operation,
      target,
    );
    return added === 0 ? undefined : { id, spaceId, subjectType, subjectId, operation, target };
  }

  revoke({ id, spaceId }: SpacePermission): void {
    this.noteAccess(spaceId);
    this.tables.run('DELETE FROM cf_space_permission WHERE id = ?', Number(id));
  }

  revokeAll(spaceId: string, subjectType: SubjectType, subjectId: string): void {
    this.noteAccess(spaceId);
    this.tables.run(
      'DELETE FROM cf_space_permission WHERE spaceId = ? AND subjectType = ? AND subjectId = ?',
      Number(spaceId),
      subjectType,
      subjectId,
    );
  }

  private usualModel(): 'permissions' | 'roles' {
    return this.roleMode() === 'PRE_ROLES' ? 'permissions' : 'roles';
  }

  private publicIds(): readonly string[] {
    return this.tables.all(publicSpaceRow, 'SELECT spaceId FROM cf_public_space').map(({ spaceId }) => spaceId);
  }

  private setPublic(spaceId: string, isPublic: boolean): void {
    this.noteAccess(spaceId);
    this.tables.run(
      isPublic
        ? 'INSERT INTO cf_public_space (spaceId) VALUES (?) ON CONFLICT DO NOTHING'
        : 'DELETE FROM cf_public_space WHERE spaceId = ?',
      Number(spaceId),
    );
  }

  private granted({ accountId, groupIds }: Holder): z.infer<typeof grantedRow>[] {
    // One row per space, because every request to Confluence reads the permissions, and each space has twenty.
    return this.tables.all(
      grantedRow,
      `SELECT spaceId, group_concat(operation || ' ' || target, char(10)) AS pairs FROM cf_space_permission
       WHERE (subjectType = 'user' AND subjectId = ?) OR (subjectType = 'group' AND subjectId IN (${marks(groupIds)}))
       GROUP BY spaceId`,
      accountId ?? '',
      ...groupIds,
    );
  }

  private assigned({ accountId, groupIds, classes }: Holder): RoleAssignment[] {
    return this.tables.all(
      roleAssignmentRow,
      `SELECT * FROM cf_role_assignment WHERE (principalType = 'USER' AND principalId = ?)
       OR (principalType = 'GROUP' AND principalId IN (${marks(groupIds)}))
       OR (principalType = 'ACCESS_CLASS' AND principalId IN (${marks(classes)}))`,
      accountId ?? '',
      ...groupIds,
      ...classes,
    );
  }

  private setting(name: string): string | undefined {
    return this.tables.first(settingRow, 'SELECT value FROM cf_setting WHERE name = ?', name)?.value;
  }

  private putSetting(name: string, value: string): void {
    this.tables.run('INSERT OR REPLACE INTO cf_setting (name, value) VALUES (?, ?)', name, value);
  }

  private noteAccess(spaceId: string): void {
    changesNow()?.spacesWithNewAccess.add(spaceId);
  }
}

/** In the old model, a space names people and groups, and is public or not. */
function hasPermissions({ principalType, principalId }: RolePrincipal): boolean {
  return principalType !== 'ACCESS_CLASS' || principalId === ANONYMOUS_USERS.principalId;
}

const marks = (values: readonly string[]): string => values.map(() => '?').join(', ');

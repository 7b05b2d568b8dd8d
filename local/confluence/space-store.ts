import {
  grantedRow,
  permissionRow,
  publicSpaceRow,
  spaceRow,
  type Space,
  type SpacePermission,
  type SubjectType,
} from './rows';
import { changesNow } from './changes';
import type { Tables } from './tables';

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
    this.tables.run('DELETE FROM cf_space_permission WHERE spaceId = ?', Number(space.id));
    this.setPublic(space.id, false);
    this.tables.run('DELETE FROM cf_native_space WHERE id = ?', Number(space.id));
    this.tables.run('DELETE FROM cf_space WHERE id = ?', Number(space.id));
  }

  setHomepage(spaceId: string, homepageId: string): void {
    this.tables.run('UPDATE cf_space SET homepageId = ? WHERE id = ?', Number(homepageId), Number(spaceId));
  }

  /** The ids of the spaces that people can read without a license or a login. */
  publicIds(): readonly string[] {
    return this.tables.all(publicSpaceRow, 'SELECT spaceId FROM cf_public_space').map(({ spaceId }) => spaceId);
  }

  setPublic(spaceId: string, isPublic: boolean): void {
    this.tables.run(
      isPublic
        ? 'INSERT INTO cf_public_space (spaceId) VALUES (?) ON CONFLICT DO NOTHING'
        : 'DELETE FROM cf_public_space WHERE spaceId = ?',
      Number(spaceId),
    );
  }

  permissions(spaceId: string): SpacePermission[] {
    return this.tables.all(
      permissionRow,
      'SELECT * FROM cf_space_permission WHERE spaceId = ? ORDER BY id',
      Number(spaceId),
    );
  }

  /** The `operation target` pairs that this person or one of these groups has, by space id. */
  permissionsOf(accountId: string | undefined, groupIds: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
    const groups = groupIds.map(() => '?').join(', ');
    // One row per space, because every request to Confluence reads the permissions, and each space has twenty.
    const granted = this.tables.all(
      grantedRow,
      `SELECT spaceId, group_concat(operation || ' ' || target, char(10)) AS pairs FROM cf_space_permission
       WHERE (subjectType = 'user' AND subjectId = ?) OR (subjectType = 'group' AND subjectId IN (${groups}))
       GROUP BY spaceId`,
      accountId ?? '',
      ...groupIds,
    );
    return new Map(granted.map(({ spaceId, pairs }) => [spaceId, new Set(pairs.split('\n'))]));
  }

  /** The permission, or undefined if it already existed. */
  grant(
    spaceId: string,
    subjectType: SubjectType,
    subjectId: string,
    operation: string,
    target: string,
  ): SpacePermission | undefined {
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

  revoke(permissionId: string): void {
    this.tables.run('DELETE FROM cf_space_permission WHERE id = ?', Number(permissionId));
  }

  revokeAll(spaceId: string, subjectType: SubjectType, subjectId: string): void {
    this.tables.run(
      'DELETE FROM cf_space_permission WHERE spaceId = ? AND subjectType = ? AND subjectId = ?',
      Number(spaceId),
      subjectType,
      subjectId,
    );
  }
}

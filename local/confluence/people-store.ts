import * as z from 'zod';
import type { AccountStatus } from '../forge/account-report';
import { changesNow } from './changes';
import { groupRow, userRow, type Group, type User } from './rows';
import type { Tables } from './tables';

const statusRow = z.object({ status: z.enum(['active', 'closed', 'updated']) });
const asFlag = (value: boolean): number => (value ? 1 : 0);

/** The group of the guests of the site. */
export const GUESTS = 'confluence-guests';

export class PeopleStore {
  constructor(private readonly tables: Tables) {}

  all(): User[] {
    return this.tables.all(userRow, 'SELECT * FROM cf_user ORDER BY rowid');
  }

  byAccountId(accountId: string): User | undefined {
    return this.tables.first(userRow, 'SELECT * FROM cf_user WHERE accountId = ?', accountId);
  }

  byEmail(email: string): User | undefined {
    return this.tables.first(
      userRow,
      "SELECT * FROM cf_user WHERE lower(email) = lower(?) AND accountType = 'atlassian'",
      email,
    );
  }

  /** The user that represents the app itself. */
  app(): User {
    const found = this.tables.first(userRow, "SELECT * FROM cf_user WHERE accountType = 'app'");
    if (found === undefined) throw new Error('The site has no app user; reset it.');
    return found;
  }

  save(user: User): void {
    this.tables.run(
      `INSERT INTO cf_user (accountId, email, displayName, accountType, active, siteAdmin, mayUseConfluence)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (accountId) DO UPDATE SET active = excluded.active, siteAdmin = excluded.siteAdmin,
         mayUseConfluence = excluded.mayUseConfluence`,
      user.accountId,
      user.email,
      user.displayName,
      user.accountType,
      asFlag(user.active),
      asFlag(user.siteAdmin),
      asFlag(user.mayUseConfluence),
    );
  }

  status(accountId: string): AccountStatus {
    const found = this.tables.first(statusRow, 'SELECT status FROM cf_account_status WHERE accountId = ?', accountId);
    return found?.status ?? 'active';
  }

  setStatus(accountId: string, status: AccountStatus): void {
    this.tables.run(
      `INSERT INTO cf_account_status (accountId, status) VALUES (?, ?)
       ON CONFLICT (accountId) DO UPDATE SET status = excluded.status`,
      accountId,
      status,
    );
  }

  groups(): Group[] {
    return this.tables.all(groupRow, 'SELECT * FROM cf_group ORDER BY name');
  }

  group(id: string): Group | undefined {
    return this.tables.first(groupRow, 'SELECT * FROM cf_group WHERE id = ?', id);
  }

  groupByName(name: string): Group | undefined {
    return this.tables.first(groupRow, 'SELECT * FROM cf_group WHERE name = ?', name);
  }

  addGroup(group: Group): void {
    changesNow()?.groups.push({ change: 'created', group });
    this.tables.run('INSERT INTO cf_group (id, name) VALUES (?, ?)', group.id, group.name);
  }

  removeGroup(group: Group): void {
    changesNow()?.groups.push({ change: 'deleted', group });
    this.removeMembers(group.id);
    this.tables.run('DELETE FROM cf_group WHERE id = ?', group.id);
  }

  removeMembers(groupId: string): void {
    this.tables.run('DELETE FROM cf_group_member WHERE groupId = ?', groupId);
  }

  groupsOf(accountId: string): Group[] {
    return this.tables.all(
      groupRow,
      `SELECT g.* FROM cf_group g JOIN cf_group_member m ON m.groupId = g.id WHERE m.accountId = ? ORDER BY g.name`,
      accountId,
    );
  }

  guestIds(): readonly string[] {
    const group = this.groupByName(GUESTS);
    return group === undefined ? [] : this.members(group.id).map(({ accountId }) => accountId);
  }

  isGuest(accountId: string): boolean {
    return this.groupsOf(accountId).some(({ name }) => name === GUESTS);
  }

  members(groupId: string): User[] {
    return this.tables.all(
      userRow,
      `SELECT u.* FROM cf_user u JOIN cf_group_member m ON m.accountId = u.accountId WHERE m.groupId = ? ORDER BY u.rowid`,
      groupId,
    );
  }

  addMember(groupId: string, accountId: string): void {
    this.tables.run(
      'INSERT INTO cf_group_member (groupId, accountId) VALUES (?, ?) ON CONFLICT DO NOTHING',
      groupId,
      accountId,
    );
  }

  removeMember(groupId: string, accountId: string): void {
    this.tables.run('DELETE FROM cf_group_member WHERE groupId = ? AND accountId = ?', groupId, accountId);
  }
}

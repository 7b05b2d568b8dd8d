import {
  ADMIN,
  ADMIN2,
  APP_USER,
  DEMO_ACCOUNTS,
  DEMO_CONTENT,
  DEMO_GROUPS,
  EDITOR,
  GUEST,
  SPACE_ADMIN,
  UNLICENSED,
  type DemoContent,
  type DemoPage,
  type DemoSpace,
  type Person,
} from '../demo';
import type { RestrictionOperation, SubjectType } from './rows';
import { GUESTS } from './people-store';
import type { Site } from './site';
import {
  ALL_SPACE_PERMISSIONS,
  EDITOR_PERMISSIONS,
  READER_PERMISSIONS,
  roleNamed,
  type SpacePermissionName,
} from './space-permissions';
import { ANONYMOUS_USERS } from './space-store';

/** The space that people can read without a license or a login, on sites that an older version stored. */
const PUBLIC_SPACE = 'OPEN';

/** The space whose administrator is no site admin, and in which a guest may edit, on sites that an older version stored. */
const ADMINISTERED_SPACE = 'ENG';

/**
 * Inserting row by row takes longer than the rest of creating a site, and tests create many, so later sites copy the
 * first.
 */
let seededRows: string | undefined;

/** Seeds a site into an empty database. @param content default: the demo site */
export function seedSite(site: Site, content?: DemoContent): void {
  site.atomically(() => {
    if (content === undefined && seededRows !== undefined) return site.insertRows(seededRows);
    seedPeople(site, content?.people ?? []);
    for (const space of content?.spaces ?? DEMO_CONTENT) seedSpace(site, space);
    if (content === undefined) seededRows = site.rowsAsScript();
  });
}

/** Adds what a site that an older version of the local host has stored does not have. */
export function addLaterAccounts(site: Site): void {
  if (site.people.byAccountId(UNLICENSED.accountId) === undefined) {
    const space = site.spaces.byKey(PUBLIC_SPACE);
    site.atomically(() => {
      addAccount(site, UNLICENSED);
      if (space !== undefined) site.spaces.give(space.id, ANONYMOUS_USERS, roleNamed('Reader'));
    });
  }
  if (site.people.byAccountId(GUEST.accountId) === undefined) addGuest(site);
  if (site.people.byAccountId(SPACE_ADMIN.accountId) === undefined) {
    const space = site.spaces.byKey(ADMINISTERED_SPACE);
    site.atomically(() => {
      addAccount(site, SPACE_ADMIN);
      site.people.addMember(DEMO_GROUPS['confluence-users'].id, SPACE_ADMIN.accountId);
      if (space !== undefined) grantTo(site, space.id, SPACE_ADMIN.accountId, ALL_SPACE_PERMISSIONS);
    });
  }
}

/** Guests are a group, so that no stored site needs another column. */
function addGuest(site: Site): void {
  const { id } = DEMO_GROUPS['confluence-guests'];
  const space = site.spaces.byKey(ADMINISTERED_SPACE);
  site.atomically(() => {
    addAccount(site, GUEST);
    site.people.addGroup({ id, name: GUESTS });
    site.people.addMember(id, GUEST.accountId);
    if (space !== undefined) grantTo(site, space.id, GUEST.accountId, EDITOR_PERMISSIONS);
  });
}

function grantTo(site: Site, spaceId: string, accountId: string, names: readonly SpacePermissionName[]): void {
  for (const { operation, target } of names) site.spaces.grant(spaceId, 'user', accountId, operation, target);
}

function addAccount(site: Site, { accountId, email, displayName }: Person): void {
  site.people.save({
    accountId,
    email,
    displayName,
    accountType: 'atlassian',
    active: true,
    siteAdmin: accountId === ADMIN.accountId || accountId === ADMIN2.accountId,
    mayUseConfluence: accountId !== UNLICENSED.accountId,
  });
}

function seedPeople(site: Site, others: readonly Person[]): void {
  for (const account of [...DEMO_ACCOUNTS, ...others]) addAccount(site, account);
  site.people.save({
    ...APP_USER,
    email: '',
    accountType: 'app',
    active: true,
    siteAdmin: false,
    mayUseConfluence: true,
  });
  for (const [name, { id, members }] of Object.entries(DEMO_GROUPS)) {
    site.people.addGroup({ id, name });
    for (const member of members) site.people.addMember(id, member.accountId);
  }
  for (const { accountId } of others) site.people.addMember(DEMO_GROUPS['confluence-users'].id, accountId);
}

function seedSpace(site: Site, space: DemoSpace): void {
  site.spaces.add({
    id: space.id,
    key: space.key,
    name: space.name,
    description: space.description,
    authorId: ADMIN.accountId,
    createdAt: '2025-01-10T08:00:00.000Z',
    homepageId: space.homepageId,
  });
  const grant = (type: SubjectType, subject: string, names: readonly SpacePermissionName[]): void => {
    for (const { operation, target } of names) site.spaces.grant(space.id, type, subject, operation, target);
  };
  for (const { accountId } of [ADMIN, ADMIN2, APP_USER]) grantTo(site, space.id, accountId, ALL_SPACE_PERMISSIONS);
  for (const { accountId } of [EDITOR, ...(space.editors ?? [])])
    grantTo(site, space.id, accountId, EDITOR_PERMISSIONS);
  for (const { accountId } of space.administrators ?? []) grantTo(site, space.id, accountId, ALL_SPACE_PERMISSIONS);
  if (space.isPublic === true) site.spaces.give(space.id, ANONYMOUS_USERS, roleNamed('Reader'));
  if (space.readers !== undefined) grant('group', DEMO_GROUPS[space.readers].id, READER_PERMISSIONS);
  space.pages.forEach((page, position) => {
    seedPage(site, space.id, page, position);
  });
}

function seedPage(site: Site, spaceId: string, page: DemoPage, position: number): void {
  const [first, ...later] = page.versions;
  const latest = page.versions.at(-1) ?? first;
  const version = (number: number, one: typeof first) => ({
    number,
    title: one.title ?? page.title,
    body: one.body,
    message: one.message ?? '',
    minorEdit: false,
    authorId: one.by.accountId,
    createdAt: one.at,
  });
  const content = site.contents.add(
    {
      id: page.id,
      type: page.type ?? 'page',
      status: page.status ?? 'current',
      title: latest.title ?? page.title,
      spaceId,
      parentId: page.parentId ?? null,
      position,
      authorId: first.by.accountId,
      ownerId: first.by.accountId,
      lastOwnerId: null,
      createdAt: first.at,
      isLive: false,
    },
    version(1, first),
  );
  later.forEach((one, index) => {
    site.contents.putVersion(page.id, version(index + 2, one));
  });
  site.contents.save({ ...content, version: page.versions.length });
  for (const label of page.labels ?? []) site.contents.addLabel(page.id, 'global', label);
  const operations: readonly RestrictionOperation[] = ['read', 'update'];
  for (const operation of operations) {
    for (const account of page.restrictedTo?.[operation] ?? []) {
      site.contents.restrict(page.id, operation, 'user', account.accountId);
    }
  }
  for (const comment of page.comments ?? []) {
    site.contents.addComment({
      id: comment.id,
      contentId: page.id,
      parentId: null,
      body: comment.body,
      authorId: comment.by.accountId,
      createdAt: comment.at,
      selection: null,
    });
  }
}

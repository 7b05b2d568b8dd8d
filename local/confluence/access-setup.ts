import { createHash } from 'node:crypto';
import * as z from 'zod';
import { GUESTS } from './people-store';
import { accessClass, roleMode, type RolePrincipal, type User } from './rows';
import type { Site } from './site';
import { roleNamed } from './space-permissions';

/** Sets up in one step who can see what: people, groups, the model of permissions, spaces and public links. */

const kind = z.enum(['licensed', 'guest', 'unlicensed', 'deactivated', 'app']);
const role = z.enum(['Admin', 'Collaborator', 'Viewer', 'Reader']);

export const accessSetup = z.strictObject({
  /** Existing grants move to the new model. */
  mode: roleMode.optional(),
  /** The global permission of people without a login. */
  allowsAnonymous: z.boolean().optional(),
  /** By email address. */
  people: z.record(z.email(), kind).optional(),
  /** By name. The members replace the present ones, without an event, as on a real site. */
  groups: z
    .record(
      z.string(),
      z.strictObject({
        members: z.array(z.email()).default([]),
        /** More members, with made-up accounts. */
        size: z.int().min(0).max(100_000).default(0),
        /** How many of the made-up accounts are deactivated. */
        deactivated: z.int().min(0).default(0),
      }),
    )
    .optional(),
  /**
   * By key: roles of `user:<email>`, `group:<name>` and `class:<access class>`; null takes them, and `*` of all but the
   * app. A site without roles gets the permissions of the role, and knows only the class `anonymous-users`.
   */
  spaces: z.record(z.string(), z.record(z.string(), role.nullable())).optional(),
  /** In the transition: what `spaces` writes. Default: roles. */
  as: z.enum(['permissions', 'roles']).optional(),
  /** The ids of pages that get a public link. */
  publicLinks: z.array(z.string()).optional(),
});
type Setup = z.infer<typeof accessSetup>;
export type AccessSetup = z.input<typeof accessSetup>;

/** A refused setup changes nothing. */
export class SetupRefusal extends Error {}

/** Account ids and group ids by name, and the addresses of public links by page. */
export interface AccessSetupOutcome {
  readonly people: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
  readonly publicLinks: Readonly<Record<string, string>>;
}

/** The same name always has the same id. */
function idOf(name: string): string {
  const [a = '', b = '', c = ''] = createHash('sha256').update(name).digest('hex').match(/.{12}/g) ?? [];
  return `${a.slice(0, 8)}-${a.slice(8)}-4${b.slice(1, 4)}-8${b.slice(4, 7)}-${c}`;
}

function putPerson(site: Site, email: string, wanted: z.infer<typeof kind>): User {
  const known = site.people.byEmail(email);
  const user: User = {
    accountId: known?.accountId ?? `712020:${idOf(email)}`,
    email,
    displayName: known?.displayName ?? email.replace(/@.*/, ''),
    accountType: wanted === 'app' ? 'app' : 'atlassian',
    active: wanted !== 'deactivated',
    siteAdmin: known?.siteAdmin ?? false,
    mayUseConfluence: wanted !== 'unlicensed',
  };
  site.people.save(user);
  const guests = site.people.groupByName(GUESTS)?.id ?? '';
  if (wanted === 'guest') site.people.addMember(guests, user.accountId);
  else site.people.removeMember(guests, user.accountId);
  return user;
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new SetupRefusal(`There is no ${name}.`);
  return value;
}

function putGroup(site: Site, name: string, wanted: NonNullable<Setup['groups']>[string]): string {
  const known = site.people.groupByName(name);
  const group = known ?? { id: idOf(name), name };
  if (known === undefined) site.people.addGroup(group);
  site.people.removeMembers(group.id);
  for (const email of wanted.members)
    site.people.addMember(group.id, found(site.people.byEmail(email), `account ${email}`).accountId);
  for (let number = 1; number <= wanted.size; number += 1) {
    const accountId = `712020:${group.id}-${number}`;
    const active = number > wanted.deactivated;
    const shared = { accountType: 'atlassian', active, siteAdmin: false, mayUseConfluence: true } as const;
    site.people.save({ accountId, email: '', displayName: `${name} ${number}`, ...shared });
    site.people.addMember(group.id, accountId);
  }
  return group.id;
}

function principalOf(site: Site, name: string): RolePrincipal {
  const [, type, id = ''] = /^(user|group|class):(.+)$/.exec(name) ?? [];
  if (type === 'user')
    return { principalType: 'USER', principalId: found(site.people.byEmail(id), `account ${id}`).accountId };
  if (type === 'group')
    return { principalType: 'GROUP', principalId: found(site.people.groupByName(id), `group ${id}`).id };
  const known = found(accessClass.safeParse(id).data, `principal ${name}`);
  return { principalType: 'ACCESS_CLASS', principalId: known };
}

export function setUpAccess(site: Site, setup: Setup): AccessSetupOutcome {
  return site.atomically(() => {
    if (setup.mode !== undefined) site.spaces.setRoleMode(setup.mode);
    if (setup.allowsAnonymous !== undefined) site.spaces.setAllowsAnonymous(setup.allowsAnonymous);
    const people = Object.entries(setup.people ?? {}).map(
      ([email, wanted]) => [email, putPerson(site, email, wanted).accountId] as const,
    );
    const groups = Object.entries(setup.groups ?? {}).map(
      ([name, wanted]) => [name, putGroup(site, name, wanted)] as const,
    );
    for (const [key, roles] of Object.entries(setup.spaces ?? {})) {
      const { id } = found(site.spaces.byKey(key), `space ${key}`);
      for (const [name, wanted] of Object.entries(roles)) {
        const app = site.people.app().accountId;
        const others = site.spaces.principals(id).filter(({ principalId }) => principalId !== app);
        for (const principal of name === '*' ? others : [principalOf(site, name)]) {
          site.spaces.take(id, principal);
          if (wanted === null) continue;
          if (!site.spaces.canGive(principal, setup.as)) throw new SetupRefusal(`Permissions cannot name ${name}.`);
          site.spaces.give(id, principal, roleNamed(wanted), setup.as);
        }
      }
    }
    const links = (setup.publicLinks ?? []).map((id) => {
      const token = createHash('sha256').update(`public link ${id}`).digest('base64url');
      site.contents.putPublicLink(found(site.contents.byId(id), `page ${id}`).id, token);
      return [id, `/wiki/external/${token}`] as const;
    });
    return {
      people: Object.fromEntries(people),
      groups: Object.fromEntries(groups),
      publicLinks: Object.fromEntries(links),
    };
  });
}

import type { Call } from './endpoint';
import type { Group, User } from './rows';

interface UserOperation {
  readonly operation: string;
  readonly targetType: string;
}

/** Global permissions. A deactivated account has none. */
function globalOperations(user: User): readonly UserOperation[] {
  if (!user.active) return [];
  return [
    ...(user.mayUseConfluence ? [{ operation: 'use', targetType: 'application' }] : []),
    ...(user.siteAdmin ? [{ operation: 'administer', targetType: 'application' }] : []),
  ];
}

const PICTURE = { path: '/wiki/aa-avatar/default', width: 48, height: 48, isDefault: true };

/** A person in v1 format. Apps need a scope of their own for email addresses, so they get none. */
export function userJson(call: Call, user: User, expand: readonly string[] = []): Record<string, unknown> {
  const isGuest = call.site.people.isGuest(user.accountId);
  const withOperations = expand.includes('operations');
  return {
    type: 'known',
    accountId: user.accountId,
    accountType: user.accountType,
    email: call.isApp ? '' : user.email,
    publicName: user.displayName,
    profilePicture: PICTURE,
    displayName: user.displayName,
    isExternalCollaborator: isGuest,
    isGuest,
    ...(withOperations ? { operations: globalOperations(user) } : {}),
    _expandable: { ...(withOperations ? {} : { operations: '' }), personalSpace: '' },
    _links: { self: `${call.baseUrl}/wiki/rest/api/user?accountId=${encodeURIComponent(user.accountId)}` },
  };
}

export function groupJson(call: Call, group: Group): Record<string, unknown> {
  return {
    type: 'group',
    name: group.name,
    id: group.id,
    usageType: 'USERBASE_GROUP',
    managedBy: 'ADMINS',
    _links: { self: `${call.baseUrl}/wiki/rest/api/group/by-id?id=${encodeURIComponent(group.id)}` },
  };
}

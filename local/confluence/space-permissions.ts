import type { SpacePermission } from './rows';

export interface SpacePermissionName {
  readonly operation: string;
  readonly target: string;
}

const name = (operation: string, target: string): SpacePermissionName => ({ operation, target });

export const READ_SPACE = name('read', 'space');

const CONTENT = [
  name('create', 'page'),
  name('create', 'blogpost'),
  name('create', 'comment'),
  name('create', 'attachment'),
  name('delete', 'page'),
  name('delete', 'blogpost'),
  name('delete', 'comment'),
  name('delete', 'attachment'),
];

/** The permissions of a reader of a space. */
export const READER_PERMISSIONS: readonly SpacePermissionName[] = [READ_SPACE, name('create', 'comment')];

/** The permissions of a writer in a space. */
export const EDITOR_PERMISSIONS: readonly SpacePermissionName[] = [
  READ_SPACE,
  ...CONTENT,
  name('archive', 'page'),
  name('restrict_content', 'space'),
  name('export', 'space'),
];

export const ALL_SPACE_PERMISSIONS: readonly SpacePermissionName[] = [
  ...EDITOR_PERMISSIONS,
  name('delete', 'space'),
  name('administer', 'space'),
];

/** A role of spaces. All sites have the same ones here, and one that an admin has created. */
export interface SpaceRole {
  readonly id: string;
  readonly type: 'SYSTEM' | 'CUSTOM';
  readonly name: 'Admin' | 'Collaborator' | 'Viewer' | 'Reader';
  readonly permissions: readonly SpacePermissionName[];
}

const role = (
  digit: number,
  type: SpaceRole['type'],
  roleName: SpaceRole['name'],
  permissions: SpaceRole['permissions'],
) => ({ id: `2f9e61d4-0c1b-4e57-8f3a-5b60c7d8e90${digit}`, type, name: roleName, permissions });

/** The most permissive first. Every role can read. */
export const SPACE_ROLES: readonly SpaceRole[] = [
  role(1, 'SYSTEM', 'Admin', ALL_SPACE_PERMISSIONS),
  role(2, 'SYSTEM', 'Collaborator', EDITOR_PERMISSIONS),
  role(3, 'SYSTEM', 'Viewer', READER_PERMISSIONS),
  role(4, 'CUSTOM', 'Reader', [READ_SPACE]),
];

export function roleNamed(wanted: SpaceRole['name']): SpaceRole {
  const found = SPACE_ROLES.find((one) => one.name === wanted);
  if (found === undefined) throw new Error(`There is no role ${wanted}.`);
  return found;
}

export const pairOf = ({ operation, target }: SpacePermissionName): string => `${operation} ${target}`;

export function isSpacePermission(operation: string, target: string): boolean {
  return ALL_SPACE_PERMISSIONS.some((one) => one.operation === operation && one.target === target);
}

export function spacePermissionJson(permission: SpacePermission): Record<string, unknown> {
  return {
    id: permission.id,
    principal: { type: permission.subjectType, id: permission.subjectId },
    operation: { key: permission.operation, targetType: permission.target },
  };
}

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

/** The permissions of all users in a new space that is not private. */
export const DEFAULT_SPACE_PERMISSIONS: readonly SpacePermissionName[] = EDITOR_PERMISSIONS;

export const ALL_SPACE_PERMISSIONS: readonly SpacePermissionName[] = [
  ...EDITOR_PERMISSIONS,
  name('delete', 'space'),
  name('administer', 'space'),
];

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

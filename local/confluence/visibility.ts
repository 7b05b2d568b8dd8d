/**
 * Decides purely from facts who may see and change what.
 *
 * In Confluence, three gates follow each other: access to the product, a permission of the space, and the restrictions
 * of the page. View restrictions are inherited, so every ancestor's count; edit restrictions are not. No rank bypasses
 * a restriction. A site admin, and the app itself, see a restricted page only if they are in its restrictions.
 */

/** The holder of the rights in question: a person, the app user, or a group. */
export interface Principal {
  readonly accountId: string | undefined;
  readonly groupIds: ReadonlySet<string>;
}

/** The people and groups that a restriction lets through. */
export interface Restricted {
  readonly accountIds: ReadonlySet<string>;
  readonly groupIds: ReadonlySet<string>;
}

export interface ContentFacts {
  readonly type: 'page' | 'blogpost';
  readonly status: 'current' | 'archived' | 'trashed' | 'draft';
  readonly authorId: string;
  /** `operation target` pairs that the principal has in the space, for example `create page`. */
  readonly spacePermissions: ReadonlySet<string>;
  /** View restrictions of the content and of all its ancestors; an empty list means everybody in the space. */
  readonly viewRestrictions: readonly Restricted[];
  /** Edit restriction of the content itself. */
  readonly editRestriction: Restricted | undefined;
}

export interface Rights {
  readonly read: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

const NO_RIGHTS: Rights = { read: false, update: false, delete: false };

function includes(restricted: Restricted, principal: Principal): boolean {
  if (principal.accountId !== undefined && restricted.accountIds.has(principal.accountId)) return true;
  return [...principal.groupIds].some((groupId) => restricted.groupIds.has(groupId));
}

export function rightsOn(content: ContentFacts, principal: Principal): Rights {
  if (!content.spacePermissions.has('read space')) return NO_RIGHTS;
  // A draft that was never published is visible to its author only.
  if (content.status === 'draft' && content.authorId !== principal.accountId) return NO_RIGHTS;
  if (!content.viewRestrictions.every((restricted) => includes(restricted, principal))) return NO_RIGHTS;
  const mayEdit = content.editRestriction === undefined || includes(content.editRestriction, principal);
  return {
    read: true,
    // Confluence has no "edit page" permission of its own: "create page" allows adding and editing.
    update: mayEdit && content.spacePermissions.has(`create ${content.type}`),
    delete: mayEdit && content.spacePermissions.has(`delete ${content.type}`),
  };
}

export interface Operation {
  readonly operation: string;
  readonly targetType: string;
}

/** The operations that `include-operations` and `/operations` return. They are exactly the allowed ones, read first. */
export function operationsOn(content: ContentFacts, principal: Principal): readonly Operation[] {
  const rights = rightsOn(content, principal);
  const inSpace = content.spacePermissions;
  const target = content.type;
  if (!rights.read) return [];
  const operation = (name: string, targetType: string = target): Operation => ({ operation: name, targetType });
  if (content.status === 'trashed') {
    return [
      operation('read'),
      ...(rights.update ? [operation('restore')] : []),
      ...(rights.delete && inSpace.has('administer space') ? [operation('purge')] : []),
    ];
  }
  return [
    operation('read'),
    ...(rights.update ? [operation('update')] : []),
    ...(rights.delete ? [operation('delete')] : []),
    ...(inSpace.has(`create ${target}`) ? [operation('copy')] : []),
    ...(rights.update && rights.delete ? [operation('move')] : []),
    ...(inSpace.has('export space') ? [operation('export')] : []),
    ...(rights.update && inSpace.has('archive page') ? [operation('archive')] : []),
    ...(rights.update && inSpace.has('restrict_content space') ? [operation('restrict_content')] : []),
    ...(rights.update && inSpace.has('administer space') ? [operation('purge_version')] : []),
    ...(inSpace.has('create comment') ? [operation('create', 'comment')] : []),
    ...(rights.update && inSpace.has('create attachment') ? [operation('create', 'attachment')] : []),
  ];
}

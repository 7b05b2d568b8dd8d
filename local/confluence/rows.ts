import * as z from 'zod';

const flag = z.number().transform((value) => value !== 0);
const id = z.number().transform(String);

export const userRow = z.object({
  accountId: z.string(),
  email: z.string(),
  displayName: z.string(),
  accountType: z.enum(['atlassian', 'app']),
  active: flag,
  siteAdmin: flag,
  mayUseConfluence: flag,
});
export type User = z.infer<typeof userRow>;

export const groupRow = z.object({ id: z.string(), name: z.string() });
export type Group = z.infer<typeof groupRow>;

export const spaceRow = z.object({
  id,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  authorId: z.string(),
  createdAt: z.string(),
  homepageId: id.nullable(),
});
export type Space = z.infer<typeof spaceRow>;

/** A space that people can read without a license or a login. */
export const publicSpaceRow = z.object({ spaceId: id });

/** A level of Atlassian's own classification. */
export const nativeLevelRow = z.object({
  id: z.string(),
  status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
  /** 1 = the most sensitive. */
  position: z.number(),
  name: z.string(),
  description: z.string(),
  guideline: z.string(),
  color: z.string(),
});
export type NativeLevel = z.infer<typeof nativeLevelRow>;

export const subjectType = z.enum(['user', 'group']);
export type SubjectType = z.infer<typeof subjectType>;

export const permissionRow = z.object({
  id,
  spaceId: id,
  subjectType,
  subjectId: z.string(),
  operation: z.string(),
  target: z.string(),
});
export type SpacePermission = z.infer<typeof permissionRow>;

/** How a site decides who may do what in a space: permissions, roles, or both while it moves from one to the other. */
export const roleMode = z.enum(['PRE_ROLES', 'ROLES_TRANSITION', 'ROLES']);
export type RoleMode = z.infer<typeof roleMode>;

/** Groups of people that roles can be assigned to without a list of members. */
export const accessClass = z.enum([
  'anonymous-users',
  'authenticated-users',
  'all-licensed-users',
  'all-product-admins',
  'jsm-project-admins',
]);
export type AccessClass = z.infer<typeof accessClass>;

export const roleAssignmentRow = z.object({
  spaceId: id,
  principalType: z.enum(['USER', 'GROUP', 'ACCESS_CLASS']),
  /** An account id, the id of a group, or an access class. */
  principalId: z.string(),
  roleId: z.string(),
});
export type RoleAssignment = z.infer<typeof roleAssignmentRow>;
export type RolePrincipal = Pick<RoleAssignment, 'principalType' | 'principalId'>;

/** All permissions in a space, as pairs of operation and target, one per line. */
export const grantedRow = z.object({ spaceId: id, pairs: z.string() });

/** Content of the page tree that is no page. Pages can be below it. */
export const TREE_TYPES = ['folder', 'whiteboard', 'database', 'embed'] as const;
export type TreeType = (typeof TREE_TYPES)[number];

export const contentRow = z.object({
  id,
  type: z.enum(['page', 'blogpost', ...TREE_TYPES]),
  status: z.enum(['current', 'archived', 'trashed', 'draft']),
  title: z.string(),
  spaceId: id,
  parentId: id.nullable(),
  position: z.number(),
  authorId: z.string(),
  ownerId: z.string(),
  lastOwnerId: z.string().nullable(),
  createdAt: z.string(),
  version: z.number(),
  /** A page with the subtype `live`. */
  isLive: flag,
});
export type Content = z.infer<typeof contentRow>;

/** Neither a draft nor in the trash. */
export function isPublished({ status }: Content): boolean {
  return status === 'current' || status === 'archived';
}

export const versionRow = z.object({
  contentId: id,
  number: z.number(),
  title: z.string(),
  body: z.string(),
  message: z.string(),
  minorEdit: flag,
  authorId: z.string(),
  createdAt: z.string(),
});
export type Version = z.infer<typeof versionRow>;

export const draftRow = z.object({ title: z.string(), body: z.string() });
export type Draft = z.infer<typeof draftRow>;

export const labelRow = z.object({ id, contentId: id, prefix: z.string(), name: z.string() });
export type Label = z.infer<typeof labelRow>;

export const propertyRow = z.object({
  id,
  contentId: id,
  key: z.string(),
  value: z.string(),
  version: z.number(),
  message: z.string(),
  authorId: z.string(),
  createdAt: z.string(),
});
export type Property = z.infer<typeof propertyRow>;

export const appPropertyRow = z.object({ key: z.string(), value: z.string() });
export type AppProperty = z.infer<typeof appPropertyRow>;

export const restrictionOperation = z.enum(['read', 'update']);
export type RestrictionOperation = z.infer<typeof restrictionOperation>;

export const restrictionRow = z.object({
  contentId: id,
  operation: restrictionOperation,
  subjectType,
  subjectId: z.string(),
});
export type Restriction = z.infer<typeof restrictionRow>;

export const commentRow = z.object({
  id,
  contentId: id,
  parentId: id.nullable(),
  body: z.string(),
  authorId: z.string(),
  createdAt: z.string(),
  /** The text that an inline comment refers to; null for a footer comment. */
  selection: z.string().nullable(),
  version: z.number(),
});
export type Comment = z.infer<typeof commentRow>;
export type CommentPlace = 'footer' | 'inline';

export const commentVersionRow = z.object({
  number: z.number(),
  body: z.string(),
  message: z.string(),
  authorId: z.string(),
  createdAt: z.string(),
});
export type CommentVersion = z.infer<typeof commentVersionRow>;

export const attachmentRow = z.object({
  id,
  contentId: id,
  title: z.string(),
  comment: z.string(),
  mediaType: z.string(),
  fileSize: z.number(),
  authorId: z.string(),
  createdAt: z.string(),
  status: z.enum(['current', 'trashed']),
  version: z.number(),
  /** The author and the time of the version. The trash changes neither. */
  changedBy: z.string(),
  changedAt: z.string(),
});
export type Attachment = z.infer<typeof attachmentRow>;

export const attachmentFileRow = z.object({ bytes: z.instanceof(Uint8Array) });

export const taskRow = z.object({ id: z.string(), accountId: z.string(), name: z.string() });
export type Task = z.infer<typeof taskRow>;

/** A change of one page, or the end of a space. */
export const taskPartRow = z.object({
  taskId: z.string(),
  work: z.enum(['delete-page', 'delete-space', 'archive-page', 'move-page']),
  subjectId: id,
  /** The space of the subject after the change. */
  spaceId: id,
  dueAt: z.number(),
});
export type TaskPart = z.infer<typeof taskPartRow>;

/** The tables of the simulated site. Ids are numbers here and strings everywhere else, as in Confluence. */
export const TABLES = [
  'cf_user',
  'cf_account_status',
  'cf_group',
  'cf_group_member',
  'cf_space',
  'cf_space_permission',
  'cf_public_space',
  'cf_role_assignment',
  'cf_setting',
  'cf_public_link',
  'cf_content',
  'cf_live_doc',
  'cf_version',
  'cf_draft',
  'cf_label',
  'cf_property',
  'cf_app_property',
  'cf_restriction',
  'cf_comment',
  'cf_inline_comment',
  'cf_comment_version',
  'cf_attachment',
  'cf_attachment_change',
  'cf_attachment_file',
  'cf_native_level',
  'cf_native_content',
  'cf_native_space',
  'cf_task',
  'cf_task_part',
  'cf_sequence',
] as const;

export const SCHEMA = `
CREATE TABLE IF NOT EXISTS cf_user (
  accountId TEXT PRIMARY KEY, email TEXT NOT NULL, displayName TEXT NOT NULL, accountType TEXT NOT NULL,
  active INTEGER NOT NULL, siteAdmin INTEGER NOT NULL, mayUseConfluence INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS cf_account_status (accountId TEXT PRIMARY KEY, status TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_group (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS cf_group_member (groupId TEXT NOT NULL, accountId TEXT NOT NULL, PRIMARY KEY (groupId, accountId));
CREATE TABLE IF NOT EXISTS cf_space (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL, description TEXT NOT NULL,
  authorId TEXT NOT NULL, createdAt TEXT NOT NULL, homepageId INTEGER);
CREATE TABLE IF NOT EXISTS cf_space_permission (
  id INTEGER PRIMARY KEY, spaceId INTEGER NOT NULL, subjectType TEXT NOT NULL, subjectId TEXT NOT NULL,
  operation TEXT NOT NULL, target TEXT NOT NULL, UNIQUE (spaceId, subjectType, subjectId, operation, target));
CREATE TABLE IF NOT EXISTS cf_public_space (spaceId INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS cf_role_assignment (
  spaceId INTEGER NOT NULL, principalType TEXT NOT NULL, principalId TEXT NOT NULL, roleId TEXT NOT NULL,
  PRIMARY KEY (spaceId, principalType, principalId));
CREATE INDEX IF NOT EXISTS cf_role_assignment_principal ON cf_role_assignment (principalType, principalId);
CREATE TABLE IF NOT EXISTS cf_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_public_link (token TEXT PRIMARY KEY, contentId INTEGER NOT NULL UNIQUE);
CREATE INDEX IF NOT EXISTS cf_space_permission_subject ON cf_space_permission (subjectType, subjectId);
CREATE TABLE IF NOT EXISTS cf_content (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, status TEXT NOT NULL, title TEXT NOT NULL, spaceId INTEGER NOT NULL,
  parentId INTEGER, position INTEGER NOT NULL, authorId TEXT NOT NULL, ownerId TEXT NOT NULL, lastOwnerId TEXT,
  createdAt TEXT NOT NULL, version INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS cf_content_space ON cf_content (spaceId, title);
CREATE INDEX IF NOT EXISTS cf_content_parent ON cf_content (parentId, position);
CREATE TABLE IF NOT EXISTS cf_live_doc (contentId INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS cf_version (
  contentId INTEGER NOT NULL, number INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, message TEXT NOT NULL,
  minorEdit INTEGER NOT NULL, authorId TEXT NOT NULL, createdAt TEXT NOT NULL, PRIMARY KEY (contentId, number));
CREATE TABLE IF NOT EXISTS cf_draft (contentId INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_label (
  id INTEGER NOT NULL, contentId INTEGER NOT NULL, prefix TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (contentId, prefix, name));
CREATE INDEX IF NOT EXISTS cf_label_name ON cf_label (name);
CREATE TABLE IF NOT EXISTS cf_property (
  id INTEGER PRIMARY KEY, contentId INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL,
  message TEXT NOT NULL, authorId TEXT NOT NULL, createdAt TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cf_property_by_key ON cf_property (contentId, key);
CREATE TABLE IF NOT EXISTS cf_app_property (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_restriction (
  contentId INTEGER NOT NULL, operation TEXT NOT NULL, subjectType TEXT NOT NULL, subjectId TEXT NOT NULL,
  PRIMARY KEY (contentId, operation, subjectType, subjectId));
CREATE TABLE IF NOT EXISTS cf_comment (
  id INTEGER PRIMARY KEY, contentId INTEGER NOT NULL, parentId INTEGER, body TEXT NOT NULL, authorId TEXT NOT NULL,
  createdAt TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cf_comment_content ON cf_comment (contentId);
CREATE TABLE IF NOT EXISTS cf_inline_comment (
  id INTEGER PRIMARY KEY, contentId INTEGER NOT NULL, parentId INTEGER, body TEXT NOT NULL, authorId TEXT NOT NULL,
  createdAt TEXT NOT NULL, selection TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cf_inline_comment_content ON cf_inline_comment (contentId);
CREATE TABLE IF NOT EXISTS cf_comment_version (
  commentId INTEGER NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, message TEXT NOT NULL, authorId TEXT NOT NULL,
  createdAt TEXT NOT NULL, PRIMARY KEY (commentId, number));
CREATE TABLE IF NOT EXISTS cf_attachment (
  id INTEGER PRIMARY KEY, contentId INTEGER NOT NULL, title TEXT NOT NULL, comment TEXT NOT NULL, mediaType TEXT NOT NULL,
  fileSize INTEGER NOT NULL, authorId TEXT NOT NULL, createdAt TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cf_attachment_content ON cf_attachment (contentId);
CREATE TABLE IF NOT EXISTS cf_attachment_change (
  id INTEGER PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, changedBy TEXT NOT NULL, changedAt TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_attachment_file (
  id INTEGER NOT NULL, version INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (id, version));
CREATE TABLE IF NOT EXISTS cf_native_level (
  id TEXT PRIMARY KEY, status TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
  guideline TEXT NOT NULL, color TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_native_content (id INTEGER PRIMARY KEY, levelId TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_native_space (id INTEGER PRIMARY KEY, levelId TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_task (id TEXT PRIMARY KEY, accountId TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cf_task_part (
  taskId TEXT NOT NULL, work TEXT NOT NULL, subjectId INTEGER NOT NULL, spaceId INTEGER NOT NULL, dueAt INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS cf_sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`;

import * as z from 'zod';
import {
  attachmentFileRow,
  attachmentRow,
  commentRow,
  commentVersionRow,
  contentRow,
  draftRow,
  labelRow,
  propertyRow,
  restrictionRow,
  versionRow,
  type Attachment,
  type Comment,
  type CommentPlace,
  type CommentVersion,
  type Content,
  type Draft,
  type Label,
  type Property,
  type Restriction,
  type RestrictionOperation,
  type SubjectType,
  type Version,
} from './rows';
import { type AttachmentChange, changesNow } from './changes';
import type { PropertyIndex } from './property-index';
import type { Tables } from './tables';

const numberRow = z.object({ value: z.number().nullable() });
const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id));

const SELECT_CONTENT =
  'SELECT *, EXISTS (SELECT 1 FROM cf_live_doc WHERE contentId = cf_content.id) AS isLive FROM cf_content';

/** A new version of a piece of content, without the fields that the store sets. */
export type NewVersion = Omit<Version, 'contentId'>;

const COMMENT_TABLES = { footer: 'cf_comment', inline: 'cf_inline_comment' } as const;
/** A comment without edits has no version rows. */
const VERSION_OF_COMMENT = 'coalesce((SELECT max(number) FROM cf_comment_version WHERE commentId = id), 1) AS version';
const SELECT_COMMENT = {
  footer: `SELECT *, NULL AS selection, ${VERSION_OF_COMMENT} FROM cf_comment`,
  inline: `SELECT *, ${VERSION_OF_COMMENT} FROM cf_inline_comment`,
} as const;
/** Data that belongs to content and is deleted with it. */
const COMMENT_AND_ATTACHMENT_TABLES = ['cf_comment', 'cf_inline_comment', 'cf_attachment'] as const;

/** An attachment of an earlier database has no change. */
const ATTACHMENTS = `SELECT cf_attachment.*, COALESCE(status, 'current') AS status, COALESCE(version, 1) AS version,
  COALESCE(changedBy, authorId) AS changedBy, COALESCE(changedAt, createdAt) AS changedAt
  FROM cf_attachment LEFT JOIN cf_attachment_change USING (id)`;

function firstVersionOf({ body, authorId, createdAt }: Comment): CommentVersion {
  return { number: 1, body, message: '', authorId, createdAt };
}

/** Pages and blog posts with everything that belongs to them. */
export class ContentStore {
  constructor(
    private readonly tables: Tables,
    private readonly nextId: () => string,
    private readonly index: PropertyIndex,
  ) {}

  all(): Content[] {
    return this.tables.all(contentRow, `${SELECT_CONTENT} ORDER BY id`);
  }

  byId(id: string): Content | undefined {
    return this.tables.first(contentRow, `${SELECT_CONTENT} WHERE id = ?`, Number(id));
  }

  inSpace(spaceId: string): Content[] {
    return this.tables.all(contentRow, `${SELECT_CONTENT} WHERE spaceId = ? ORDER BY id`, Number(spaceId));
  }

  children(parentId: string): Content[] {
    return this.tables.all(contentRow, `${SELECT_CONTENT} WHERE parentId = ? ORDER BY position, id`, Number(parentId));
  }

  /** Nearest first. A missing parent ends the chain. */
  ancestors(content: Content): Content[] {
    const chain: Content[] = [];
    const seen = new Set([content.id]);
    let next = content.parentId;
    while (next !== null && !seen.has(next)) {
      const parent = this.byId(next);
      if (parent === undefined) break;
      seen.add(parent.id);
      chain.push(parent);
      next = parent.parentId;
    }
    return chain;
  }

  descendants(id: string): Content[] {
    return this.children(id).flatMap((child) => [child, ...this.descendants(child.id)]);
  }

  /** Titles are unique among a space's published content of one type; an archived page reserves its title. */
  holdsTitle(spaceId: string, type: Content['type'], title: string, exceptId: string): boolean {
    return (
      this.tables.first(
        contentRow,
        `${SELECT_CONTENT} WHERE spaceId = ? AND type = ? AND title = ? AND id <> ? AND status IN ('current', 'archived')`,
        Number(spaceId),
        type,
        title,
        Number(exceptId),
      ) !== undefined
    );
  }

  nextPosition(spaceId: string, parentId: string | null): number {
    const last = this.tables.first(
      numberRow,
      'SELECT max(position) AS value FROM cf_content WHERE spaceId = ? AND parentId IS ?',
      Number(spaceId),
      idOrNull(parentId),
    );
    return (last?.value ?? -1) + 1;
  }

  add(content: Omit<Content, 'version'>, version: NewVersion): Content {
    this.noteChange(content.id);
    this.tables.run(
      `INSERT INTO cf_content (id, type, status, title, spaceId, parentId, position, authorId, ownerId, lastOwnerId, createdAt, version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      Number(content.id),
      content.type,
      content.status,
      content.title,
      Number(content.spaceId),
      idOrNull(content.parentId),
      content.position,
      content.authorId,
      content.ownerId,
      content.lastOwnerId,
      content.createdAt,
      version.number,
    );
    this.putSubtype(content);
    this.putVersion(content.id, version);
    return { ...content, version: version.number };
  }

  addCopy(originId: string, content: Omit<Content, 'version'>, version: NewVersion): Content {
    changesNow()?.origins.set(content.id, originId);
    return this.add(content, version);
  }

  newId(): string {
    return this.nextId();
  }

  save(content: Content): void {
    this.noteChange(content.id);
    this.tables.run(
      `UPDATE cf_content SET status = ?, title = ?, spaceId = ?, parentId = ?, position = ?, ownerId = ?, lastOwnerId = ?,
         version = ? WHERE id = ?`,
      content.status,
      content.title,
      Number(content.spaceId),
      idOrNull(content.parentId),
      content.position,
      content.ownerId,
      content.lastOwnerId,
      content.version,
      Number(content.id),
    );
    this.putSubtype(content);
  }

  private putSubtype({ id, isLive }: Pick<Content, 'id' | 'isLive'>): void {
    const put = isLive ? 'INSERT OR IGNORE INTO cf_live_doc VALUES (?)' : 'DELETE FROM cf_live_doc WHERE contentId = ?';
    this.tables.run(put, Number(id));
  }

  /** The children stay, and move up to their grandparent. */
  trash(content: Content): void {
    this.tables.atomically(() => {
      for (const child of this.children(content.id)) this.save({ ...child, parentId: content.parentId });
      this.save({ ...content, status: 'trashed' });
    });
  }

  remove(id: string): void {
    this.noteChange(id);
    for (const table of Object.values(COMMENT_TABLES)) {
      const own = `SELECT id FROM ${table} WHERE contentId = ?`;
      this.tables.run(`DELETE FROM cf_comment_version WHERE commentId IN (${own})`, Number(id));
    }
    const files = 'SELECT id FROM cf_attachment WHERE contentId = ?';
    for (const table of ['cf_attachment_change', 'cf_attachment_file'])
      this.tables.run(`DELETE FROM ${table} WHERE id IN (${files})`, Number(id));
    for (const table of [
      'cf_live_doc',
      'cf_version',
      'cf_draft',
      'cf_label',
      'cf_property',
      'cf_restriction',
      'cf_public_link',
      ...COMMENT_AND_ATTACHMENT_TABLES,
    ]) {
      this.tables.run(`DELETE FROM ${table} WHERE contentId = ?`, Number(id));
    }
    this.tables.run('DELETE FROM cf_native_content WHERE id = ?', Number(id));
    this.tables.run('DELETE FROM cf_content WHERE id = ?', Number(id));
  }

  putVersion(contentId: string, version: NewVersion): void {
    this.noteChange(contentId);
    this.tables.run(
      `INSERT INTO cf_version (contentId, number, title, body, message, minorEdit, authorId, createdAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (contentId, number) DO UPDATE SET title = excluded.title, body = excluded.body, message = excluded.message,
         minorEdit = excluded.minorEdit, authorId = excluded.authorId, createdAt = excluded.createdAt`,
      Number(contentId),
      version.number,
      version.title,
      version.body,
      version.message,
      version.minorEdit ? 1 : 0,
      version.authorId,
      version.createdAt,
    );
  }

  version(contentId: string, number: number): Version | undefined {
    return this.tables.first(
      versionRow,
      'SELECT * FROM cf_version WHERE contentId = ? AND number = ?',
      Number(contentId),
      number,
    );
  }

  /** The version that readers currently see. */
  currentVersion(content: Content): Version {
    const found = this.version(content.id, content.version);
    if (found === undefined) throw new Error(`Content ${content.id} has lost its version ${String(content.version)}.`);
    return found;
  }

  /** Newest first. */
  versions(contentId: string): Version[] {
    return this.tables.all(
      versionRow,
      'SELECT * FROM cf_version WHERE contentId = ? ORDER BY number DESC',
      Number(contentId),
    );
  }

  /** Renumbers the later versions, including the current one. */
  removeVersion(contentId: string, number: number): void {
    const id = Number(contentId);
    this.tables.run('DELETE FROM cf_version WHERE contentId = ? AND number = ?', id, number);
    // Uses unused numbers on the way, because each number must be unique at any moment.
    this.tables.run('UPDATE cf_version SET number = 1 - number WHERE contentId = ? AND number > ?', id, number);
    this.tables.run('UPDATE cf_version SET number = -number WHERE contentId = ? AND number < 0', id);
    this.tables.run('UPDATE cf_content SET version = version - 1 WHERE id = ? AND version > ?', id, number);
  }

  /** Unpublished changes of a published page. */
  draft(contentId: string): Draft | undefined {
    return this.tables.first(draftRow, 'SELECT title, body FROM cf_draft WHERE contentId = ?', Number(contentId));
  }

  putDraft(contentId: string, draft: Draft): void {
    this.tables.run(
      `INSERT INTO cf_draft (contentId, title, body) VALUES (?, ?, ?)
       ON CONFLICT (contentId) DO UPDATE SET title = excluded.title, body = excluded.body`,
      Number(contentId),
      draft.title,
      draft.body,
    );
  }

  dropDraft(contentId: string): void {
    this.tables.run('DELETE FROM cf_draft WHERE contentId = ?', Number(contentId));
  }

  labels(contentId: string): Label[] {
    return this.tables.all(
      labelRow,
      'SELECT * FROM cf_label WHERE contentId = ? ORDER BY name, prefix',
      Number(contentId),
    );
  }

  allLabels(): Label[] {
    return this.tables.all(labelRow, 'SELECT * FROM cf_label');
  }

  /** A label has one id, shared by all pages that carry it. */
  addLabel(contentId: string, prefix: string, name: string): void {
    const known = this.tables.first(
      labelRow,
      'SELECT * FROM cf_label WHERE prefix = ? AND name = ? LIMIT 1',
      prefix,
      name,
    );
    this.tables.run(
      'INSERT INTO cf_label (id, contentId, prefix, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      Number(known?.id ?? this.nextId()),
      Number(contentId),
      prefix,
      name,
    );
  }

  removeLabel(contentId: string, prefix: string, name: string): boolean {
    return (
      this.tables.run(
        'DELETE FROM cf_label WHERE contentId = ? AND prefix = ? AND name = ?',
        Number(contentId),
        prefix,
        name,
      ) > 0
    );
  }

  properties(contentId: string): Property[] {
    return this.tables.all(propertyRow, 'SELECT * FROM cf_property WHERE contentId = ? ORDER BY id', Number(contentId));
  }

  property(contentId: string, propertyId: string): Property | undefined {
    return this.tables.first(
      propertyRow,
      'SELECT * FROM cf_property WHERE contentId = ? AND id = ?',
      Number(contentId),
      Number(propertyId),
    );
  }

  /** The JSON text of a property as search knows it; undefined = none. */
  indexedProperty(contentId: string, key: string): string | undefined {
    return this.index.indexed(contentId, key, this.propertyByKey(contentId, key)?.value);
  }

  private propertyByKey(contentId: string, key: string): Property | undefined {
    return this.tables.first(
      propertyRow,
      'SELECT * FROM cf_property WHERE contentId = ? AND key = ? ORDER BY id LIMIT 1',
      Number(contentId),
      key,
    );
  }

  private beforeChange({ contentId, key }: Pick<Property, 'contentId' | 'key'>): void {
    this.index.beforeChange(contentId, key, this.propertyByKey(contentId, key)?.value);
  }

  addProperty(property: Omit<Property, 'id'>): Property {
    this.beforeChange(property);
    const saved = { ...property, id: this.nextId() };
    this.tables.run(
      `INSERT INTO cf_property (id, contentId, key, value, version, message, authorId, createdAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      Number(saved.id),
      Number(saved.contentId),
      saved.key,
      saved.value,
      saved.version,
      saved.message,
      saved.authorId,
      saved.createdAt,
    );
    return saved;
  }

  saveProperty(property: Property): void {
    this.beforeChange(property);
    this.tables.run(
      'UPDATE cf_property SET key = ?, value = ?, version = ?, message = ?, authorId = ?, createdAt = ? WHERE id = ?',
      property.key,
      property.value,
      property.version,
      property.message,
      property.authorId,
      property.createdAt,
      Number(property.id),
    );
  }

  removeProperty(property: Property): void {
    this.beforeChange(property);
    this.tables.run('DELETE FROM cf_property WHERE id = ?', Number(property.id));
  }

  restrictions(contentId: string): Restriction[] {
    return this.tables.all(
      restrictionRow,
      'SELECT * FROM cf_restriction WHERE contentId = ? ORDER BY rowid',
      Number(contentId),
    );
  }

  allRestrictions(): Restriction[] {
    return this.tables.all(restrictionRow, 'SELECT * FROM cf_restriction');
  }

  restrict(contentId: string, operation: RestrictionOperation, type: SubjectType, subjectId: string): void {
    this.noteChange(contentId);
    changesNow()?.restricted.add(contentId);
    this.tables.run(
      `INSERT INTO cf_restriction (contentId, operation, subjectType, subjectId) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      Number(contentId),
      operation,
      type,
      subjectId,
    );
  }

  unrestrict(contentId: string, operation: RestrictionOperation, type: SubjectType, subjectId: string): boolean {
    this.noteChange(contentId);
    changesNow()?.restricted.add(contentId);
    return (
      this.tables.run(
        'DELETE FROM cf_restriction WHERE contentId = ? AND operation = ? AND subjectType = ? AND subjectId = ?',
        Number(contentId),
        operation,
        type,
        subjectId,
      ) > 0
    );
  }

  clearRestrictions(contentId: string): void {
    this.noteChange(contentId);
    changesNow()?.restricted.add(contentId);
    this.tables.run('DELETE FROM cf_restriction WHERE contentId = ?', Number(contentId));
  }

  putPublicLink(contentId: string, token: string): void {
    this.tables.run('INSERT OR REPLACE INTO cf_public_link (token, contentId) VALUES (?, ?)', token, Number(contentId));
  }

  publicPageId(token: string): string | undefined {
    const row = z.object({ contentId: z.number().transform(String) });
    return this.tables.first(row, 'SELECT contentId FROM cf_public_link WHERE token = ?', token)?.contentId;
  }

  comments(place: CommentPlace, contentId: string): Comment[] {
    return this.tables.all(commentRow, `${SELECT_COMMENT[place]} WHERE contentId = ? ORDER BY id`, Number(contentId));
  }

  allComments(place: CommentPlace): Comment[] {
    return this.tables.all(commentRow, `${SELECT_COMMENT[place]} ORDER BY id`);
  }

  comment(place: CommentPlace, id: string): Comment | undefined {
    return this.tables.first(commentRow, `${SELECT_COMMENT[place]} WHERE id = ?`, Number(id));
  }

  addComment(comment: Omit<Comment, 'version'>): Comment {
    const { id, contentId, parentId, body, authorId, createdAt, selection } = comment;
    const added = { ...comment, version: 1 };
    changesNow()?.commentsAndAttachments.push({ change: 'created', of: 'comment', subject: added });
    const values = [Number(id), Number(contentId), idOrNull(parentId), body, authorId, createdAt];
    if (selection === null) this.tables.run('INSERT INTO cf_comment VALUES (?, ?, ?, ?, ?, ?)', ...values);
    else this.tables.run('INSERT INTO cf_inline_comment VALUES (?, ?, ?, ?, ?, ?, ?)', ...values, selection);
    return added;
  }

  /** The next version of a comment. */
  editComment(place: CommentPlace, comment: Comment, edit: Omit<CommentVersion, 'number'>): Comment {
    const edited = { ...comment, body: edit.body, version: comment.version + 1 };
    if (comment.version === 1) this.putCommentVersion(comment.id, firstVersionOf(comment));
    this.putCommentVersion(comment.id, { ...edit, number: edited.version });
    this.tables.run(`UPDATE ${COMMENT_TABLES[place]} SET body = ? WHERE id = ?`, edit.body, Number(comment.id));
    changesNow()?.commentsAndAttachments.push({ change: 'updated', of: 'comment', subject: edited });
    return edited;
  }

  private putCommentVersion(commentId: string, version: CommentVersion): void {
    const { number, body, message, authorId, createdAt } = version;
    const values = [Number(commentId), number, body, message, authorId, createdAt];
    this.tables.run('INSERT OR IGNORE INTO cf_comment_version VALUES (?, ?, ?, ?, ?, ?)', ...values);
  }

  /** Newest first. */
  commentVersions(comment: Comment): CommentVersion[] {
    const versions = this.tables.all(
      commentVersionRow,
      'SELECT * FROM cf_comment_version WHERE commentId = ? ORDER BY number DESC',
      Number(comment.id),
    );
    return versions.length === 0 ? [firstVersionOf(comment)] : versions;
  }

  removeCommentVersion(comment: Comment, number: number): void {
    const id = Number(comment.id);
    this.tables.run('DELETE FROM cf_comment_version WHERE commentId = ? AND number = ?', id, number);
    this.tables.run('UPDATE cf_comment_version SET number = 1 - number WHERE commentId = ? AND number > ?', id, number);
    this.tables.run('UPDATE cf_comment_version SET number = -number WHERE commentId = ? AND number < 0', id);
  }

  /** Replies are deleted with the comment they answer. */
  removeComment(place: CommentPlace, comment: Comment): void {
    changesNow()?.commentsAndAttachments.push({ change: 'deleted', of: 'comment', subject: comment });
    const id = Number(comment.id);
    const own = `SELECT id FROM ${COMMENT_TABLES[place]} WHERE id = ? OR parentId = ?`;
    this.tables.run(`DELETE FROM cf_comment_version WHERE commentId IN (${own})`, id, id);
    this.tables.run(`DELETE FROM ${COMMENT_TABLES[place]} WHERE id = ? OR parentId = ?`, id, id);
  }

  attachments(contentId: string): Attachment[] {
    return this.tables.all(
      attachmentRow,
      `${ATTACHMENTS} WHERE cf_attachment.contentId = ? ORDER BY cf_attachment.id`,
      Number(contentId),
    );
  }

  allAttachments(): Attachment[] {
    return this.tables.all(attachmentRow, `${ATTACHMENTS} ORDER BY cf_attachment.id`);
  }

  attachment(id: string): Attachment | undefined {
    return this.tables.first(attachmentRow, `${ATTACHMENTS} WHERE cf_attachment.id = ?`, Number(id));
  }

  saveAttachment(attachment: Attachment, change: AttachmentChange): void {
    const { id, contentId, title, comment, mediaType, fileSize, authorId, createdAt } = attachment;
    const { status, version, changedBy, changedAt } = attachment;
    changesNow()?.commentsAndAttachments.push({ change, of: 'attachment', subject: attachment });
    this.tables.run(
      'INSERT OR REPLACE INTO cf_attachment VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      Number(id),
      Number(contentId),
      title,
      comment,
      mediaType,
      fileSize,
      authorId,
      createdAt,
    );
    this.tables.run(
      'INSERT OR REPLACE INTO cf_attachment_change VALUES (?, ?, ?, ?, ?)',
      Number(id),
      status,
      version,
      changedBy,
      changedAt,
    );
  }

  /** Deletes permanently. */
  removeAttachment(attachment: Attachment): void {
    changesNow()?.commentsAndAttachments.push({ change: 'deleted', of: 'attachment', subject: attachment });
    this.tables.run('DELETE FROM cf_attachment WHERE id = ?', Number(attachment.id));
    this.tables.run('DELETE FROM cf_attachment_change WHERE id = ?', Number(attachment.id));
    this.tables.run('DELETE FROM cf_attachment_file WHERE id = ?', Number(attachment.id));
  }

  saveFile(id: string, version: number, bytes: Uint8Array): void {
    this.tables.run('INSERT OR REPLACE INTO cf_attachment_file VALUES (?, ?, ?)', Number(id), version, bytes);
  }

  /** The file of a version. Undefined: the version was deleted, or it is of an earlier database. */
  file(id: string, version: number): Uint8Array | undefined {
    const sql = 'SELECT bytes FROM cf_attachment_file WHERE id = ? AND version = ?';
    return this.tables.first(attachmentFileRow, sql, Number(id), version)?.bytes;
  }

  /** Records the state of content before the request. Call it before the content is written. */
  private noteChange(id: string): void {
    const changes = changesNow();
    if (changes === undefined || changes.pages.has(id)) return;
    const content = this.byId(id);
    const state = content && { content, version: this.currentVersion(content) };
    changes.pages.set(id, state && { ...state, isVisibleToApp: changes.isVisibleToApp(state.content) });
  }
}

import { isDocument, storageOf, withIds, type WrittenBody } from './body';
import type { Call } from './endpoint';
import { badRequest, contentNotFound, spaceNotFound } from './refusal';
import type { Content, Space, Version } from './rows';

const MAX_TITLE_CHARACTERS = 255;

export function checkTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw badRequest('Title must not be blank', 'INVALID_REQUEST_PARAMETER');
  if (trimmed.length > MAX_TITLE_CHARACTERS) {
    throw badRequest(
      `Title cannot be longer than ${String(MAX_TITLE_CHARACTERS)} characters`,
      'INVALID_REQUEST_PARAMETER',
    );
  }
  return trimmed;
}

export function checkTitleIsFree(
  call: Call,
  spaceId: string,
  type: Content['type'],
  title: string,
  exceptId = '0',
): void {
  if (call.site.contents.holdsTitle(spaceId, type, title, exceptId)) {
    throw badRequest('A page with this title already exists: A page already exists with the same TITLE in this space');
  }
}

/** The requested parent, checked to be a published page of that space that the caller can see. */
export function checkParent(call: Call, parentId: string, spaceId: string): Content {
  const parent = call.site.contents.byId(parentId);
  if (
    parent?.type !== 'page' ||
    parent.status === 'draft' ||
    parent.status === 'trashed' ||
    !call.access.to(parent).read
  ) {
    throw contentNotFound();
  }
  if (parent.spaceId !== spaceId) throw badRequest('The parent page must be in the same space as the page');
  return parent;
}

export interface NewContent {
  readonly type: Content['type'];
  readonly spaceId: string;
  readonly status: 'current' | 'draft';
  readonly title: string | undefined;
  /** Undefined places a page below the space's homepage; null places it at the root. */
  readonly parentId: string | null | undefined;
  readonly body: WrittenBody | undefined;
  /** True if only the author may see and edit it. */
  readonly isPrivate: boolean;
  readonly isLive: boolean;
}

export function createContent(call: Call, wanted: NewContent): Content {
  const space = call.site.spaces.byId(wanted.spaceId);
  if (space === undefined || !call.access.inSpace(space.id).has('read space')) throw spaceNotFound();
  if (!call.access.inSpace(space.id).has(`create ${wanted.type}`)) throw spaceNotFound();
  const draft = wanted.status === 'draft';
  if (!draft && wanted.title === undefined) {
    throw badRequest('Title is required for a published page', 'INVALID_REQUEST_PARAMETER');
  }
  const title = wanted.title === undefined || (draft && wanted.title.trim() === '') ? '' : checkTitle(wanted.title);
  const isOfNewEditor = isDocument(wanted.body);
  const storage = isOfNewEditor ? withIds(storageOf(wanted.body)) : storageOf(wanted.body);
  const parentId = wanted.type === 'blogpost' ? null : chooseParent(call, space, wanted.parentId);
  if (!draft) checkTitleIsFree(call, space.id, wanted.type, title);
  return call.site.atomically(() => {
    const created = call.site.contents.add(
      {
        id: call.site.contents.newId(),
        type: wanted.type,
        status: wanted.status,
        title,
        spaceId: space.id,
        parentId,
        position: call.site.contents.nextPosition(space.id, parentId),
        authorId: call.user.accountId,
        ownerId: call.user.accountId,
        lastOwnerId: null,
        createdAt: call.now,
        isLive: wanted.isLive,
      },
      {
        number: 1,
        title,
        body: storage,
        message: '',
        minorEdit: false,
        authorId: call.user.accountId,
        createdAt: call.now,
      },
    );
    if (isOfNewEditor) {
      const by = { authorId: call.user.accountId, createdAt: call.now };
      call.site.contents.addProperty({ contentId: created.id, ...NEW_EDITOR, version: 1, message: '', ...by });
    }
    if (wanted.isPrivate) {
      call.site.contents.restrict(created.id, 'read', 'user', call.user.accountId);
      call.site.contents.restrict(created.id, 'update', 'user', call.user.accountId);
    }
    return created;
  });
}

/** The property of content of the new editor. */
const NEW_EDITOR = { key: 'editor', value: '"v2"' };

/** The body as Confluence stores it in a new version. */
export function storedBody(call: Call, { id }: Content, body: WrittenBody): string {
  const { contents } = call.site;
  const editor = contents.properties(id).find(({ key, value }) => key === NEW_EDITOR.key && value === NEW_EDITOR.value);
  if (editor === undefined) return storageOf(body);
  if (!isDocument(body) && call.assumptions.has('storage-changes-editor')) contents.removeProperty(editor);
  return withIds(storageOf(body));
}

function chooseParent(call: Call, space: Space, wanted: string | null | undefined): string | null {
  if (wanted === null) return null;
  if (wanted !== undefined) return checkParent(call, wanted, space.id).id;
  const homepage = space.homepageId === null ? undefined : call.site.contents.byId(space.homepageId);
  return homepage === undefined || homepage.status === 'trashed' ? null : homepage.id;
}

export interface Edit {
  readonly title: string;
  readonly storage: string;
  readonly message: string;
  readonly minorEdit: boolean;
  readonly parentId?: string | null;
  readonly ownerId?: string;
}

/** Writes the next version of published content (or restores it from the trash or the archive) and returns it. */
export function publishVersion(call: Call, content: Content, edit: Edit): { content: Content; version: Version } {
  return call.site.atomically(() => {
    const parentId = edit.parentId === undefined ? content.parentId : edit.parentId;
    const ownerId = edit.ownerId ?? content.ownerId;
    // A draft keeps version 1 when it is published for the first time.
    const number = content.status === 'draft' ? content.version : content.version + 1;
    const saved: Content = {
      ...content,
      status: 'current',
      title: edit.title,
      parentId,
      position:
        parentId === content.parentId ? content.position : call.site.contents.nextPosition(content.spaceId, parentId),
      ownerId,
      lastOwnerId: ownerId === content.ownerId ? content.lastOwnerId : content.ownerId,
      version: number,
    };
    const version: Version = {
      contentId: content.id,
      number,
      title: edit.title,
      body: edit.storage,
      message: edit.message,
      minorEdit: edit.minorEdit,
      authorId: call.user.accountId,
      createdAt: call.now,
    };
    call.site.contents.putVersion(content.id, version);
    call.site.contents.save(saved);
    call.site.contents.dropDraft(content.id);
    return { content: saved, version };
  });
}

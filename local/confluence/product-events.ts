import type { Changes, CommentOrAttachmentChange, PageState } from './changes';
import type { Call } from './endpoint';
import { TREE_TYPES, type Comment, type CommentVersion, type Content, type Space } from './rows';

/**
 * The events that Forge sends to an app about Confluence, with the documented payloads. Indirect changes cause none,
 * neither for the descendants of a moved page nor for the pages of a deleted space. Neither does content that the app cannot
 * see after the change, or a page that becomes hidden from it (with the switch `restricted-events` they do).
 */

/** Live docs have the last four in place of the first two. The last one follows the conversion into a page. */
const PAGE_EVENTS = [
  'created',
  'updated',
  'moved',
  'copied',
  'archived',
  'unarchived',
  'trashed',
  'restored',
  'deleted',
  'permissions_updated',
  'initialized',
  'started',
  'snapshotted',
  'published',
] as const;
const EDIT_EVENTS: readonly PageEvent[] = ['updated', 'started', 'snapshotted', 'published'];
const COMMENT_EVENTS = ['created', 'updated', 'deleted'] as const;
const ATTACHMENT_EVENTS = ['created', 'updated', 'restored', 'trashed', 'deleted'] as const;
/** Atlassian documents no event for a blog post that is moved, copied or archived. */
const BLOG_POST_EVENTS: readonly PageEvent[] = [
  'created',
  'updated',
  'trashed',
  'restored',
  'deleted',
  'permissions_updated',
];
/** Content of the tree that is no page has no event for its other changes. */
const TREE_EVENTS = ['created', 'moved', 'copied', 'permissions_updated'] as const;
const SPACE_EVENTS = ['created', 'deleted', 'permissions_updated'] as const;
const GROUP_EVENTS = ['created', 'deleted'] as const;

/** The event of new permissions or roles in a space. The members of a group have none. */
export const SPACE_ACCESS_EVENT = 'avi:confluence:permissions_updated:space:V2';

type PageEvent = (typeof PAGE_EVENTS)[number];

export const PRODUCT_EVENTS: readonly string[] = [
  ...PAGE_EVENTS.map((name) => `avi:confluence:${name}:page`),
  ...BLOG_POST_EVENTS.map((name) => `avi:confluence:${name}:blogpost`),
  ...TREE_TYPES.flatMap((type) =>
    TREE_EVENTS.filter((name) => hasEvent(type, name)).map((name) => `avi:confluence:${name}:${type}`),
  ),
  ...COMMENT_EVENTS.map((name) => `avi:confluence:${name}:comment`),
  ...ATTACHMENT_EVENTS.map((name) => `avi:confluence:${name}:attachment`),
  ...SPACE_EVENTS.map((name) => `avi:confluence:${name}:space:V2`),
  ...GROUP_EVENTS.map((name) => `avi:confluence:${name}:group`),
  'avi:confluence:added:label',
  'avi:confluence:removed:label',
];

function hasEvent(type: Content['type'], name: PageEvent): boolean {
  if (type === 'page') return true;
  if (type === 'blogpost') return BLOG_POST_EVENTS.includes(name);
  return TREE_EVENTS.some((one) => one === name) && !(type === 'embed' && name === 'permissions_updated');
}

export interface ProductEvent {
  readonly eventType: string;
  readonly [member: string]: unknown;
}

/** An event of a request. */
export interface SentEvent {
  readonly event: ProductEvent;
  /** False: the app cannot see the content. Rules receive the event. */
  readonly reachesApp: boolean;
}

/** The request, or the task, that makes the changes. */
export type Origin = Pick<Call, 'site' | 'user' | 'now' | 'isApp'>;

/** The events of one request, derived from its changes. */
export function productEvents(call: Origin, changes: Changes): readonly SentEvent[] {
  const base = { atlassianId: call.user.accountId, eventCreatedDate: call.now, selfGenerated: call.isApp };
  const ofSpace = (name: (typeof SPACE_EVENTS)[number]) => (space: Space) => ({
    eventType: `avi:confluence:${name}:space:V2`,
    ...base,
    space: {
      ...spaceOf(space),
      history: { createdBy: userOf(call, space.authorId), createdDate: space.createdAt },
    },
  });
  const deletedSpaces = new Set(changes.deletedSpaces.map(({ id }) => id));
  const ofPages = [...changes.pages].flatMap(([id, before]) => {
    const after = stateOf(call, id, changes);
    const state = after ?? before;
    if (state === undefined || deletedSpaces.has(state.content.spaceId)) return [];
    const { type } = state.content;
    const names = pageEvents(before, after, changes).filter((name) => hasEvent(type, name));
    const events = names.map((name) => ({
      eventType: `avi:confluence:${name}:${type}`,
      ...base,
      suppressNotifications: false,
      ...(EDIT_EVENTS.includes(name) ? { updateTrigger: 'content_update' } : {}),
      content: contentOf(call, state),
      // Documented for pages only.
      ...(name === 'moved' && type === 'page' && before !== undefined ? { prevContent: contentOf(call, before) } : {}),
      ...(name === 'copied' ? { originContentId: changes.origins.get(id) } : {}),
    }));
    return events.map((event) => ({ event, reachesApp: state.isVisibleToApp }));
  });
  const always = (event: ProductEvent) => ({ event, reachesApp: true });
  /** Content that no longer exists was deleted with its comments and labels, and has an event of its own. */
  const isVisible = (id: string) => stateOf(call, id, changes)?.isVisibleToApp ?? true;
  return [
    ...changes.createdSpaces.map(ofSpace('created')).map(always),
    ...ofPages,
    ...changes.commentsAndAttachments.map((change) => ({
      event: { ...base, suppressNotifications: false, ...commentOrAttachmentEvent(call, change) },
      reachesApp: isVisible(change.subject.contentId),
    })),
    ...changes.labels.map(({ change, contentId, label }) => {
      const state = stateOf(call, contentId, changes);
      const content = state === undefined ? {} : { content: contentOf(call, state) };
      const event = { eventType: `avi:confluence:${change}:label`, ...base, ...content, label: { name: label } };
      return { event, reachesApp: isVisible(contentId) };
    }),
    ...[...changes.spacesWithNewAccess].flatMap((id) => {
      const space = changes.createdSpaces.some((created) => created.id === id) ? undefined : call.site.spaces.byId(id);
      return space === undefined ? [] : [always(ofSpace('permissions_updated')(space))];
    }),
    ...changes.groups.map(({ change, group }) =>
      always({ eventType: `avi:confluence:${change}:group`, ...base, group: { id: group.id, name: group.name } }),
    ),
    ...changes.deletedSpaces.map(ofSpace('deleted')).map(always),
  ];
}

/** The container is the page or blog post of the comment, with its id as a number. */
function commentOrAttachmentEvent(call: Origin, { change, of, subject }: CommentOrAttachmentChange): ProductEvent {
  const eventType = `avi:confluence:${change}:${of}`;
  const content = call.site.contents.byId(subject.contentId);
  const space = content && call.site.spaces.byId(content.spaceId);
  const common = {
    id: of === 'comment' ? subject.id : `att${subject.id}`,
    type: of,
    status: change === 'trashed' ? 'trashed' : 'current',
    title: of === 'comment' ? `Re: ${content?.title ?? ''}` : subject.title,
    ...(space === undefined ? {} : { space: spaceOf(space) }),
    history: { latest: true, createdBy: userOf(call, subject.authorId), createdDate: subject.createdAt },
    version: versionOf(
      call,
      of === 'comment'
        ? latestVersionOf(call, subject)
        : { number: subject.version, authorId: subject.changedBy, createdAt: subject.changedAt },
    ),
    ...(content === undefined
      ? {}
      : { container: { id: Number(content.id), type: content.type, title: content.title, status: content.status } }),
  };
  if (of === 'attachment') return { eventType, attachment: common };
  const ancestors = subject.parentId === null ? [] : [{ id: subject.parentId, type: 'comment' }];
  const location = subject.selection === null ? 'footer' : 'inline';
  return { eventType, content: { ...common, ancestors, extensions: { location } } };
}

/** A deleted comment has only its own members. */
function latestVersionOf(call: Origin, comment: Comment): VersionFacts {
  const [latest] = call.site.contents.commentVersions(comment);
  return latest ?? { ...comment, number: comment.version };
}

type VersionFacts = Pick<CommentVersion, 'number' | 'authorId' | 'createdAt'>;

function versionOf(call: Origin, { number, authorId, createdAt }: VersionFacts): object {
  return { by: userOf(call, authorId), when: createdAt, number };
}

function stateOf(call: Origin, id: string, { isVisibleToApp }: Changes): PageState | undefined {
  const content = call.site.contents.byId(id);
  if (content === undefined) return undefined;
  return {
    content,
    version: call.site.contents.currentVersion(content),
    isVisibleToApp: isVisibleToApp(content),
  };
}

function pageEvents(
  before: PageState | undefined,
  after: PageState | undefined,
  changes: Changes,
): readonly PageEvent[] {
  const was = before?.content.status ?? 'draft';
  const is = after?.content.status ?? (was === 'draft' ? 'draft' : 'gone');
  if (is === 'draft') return [];
  if (is === 'gone' || after === undefined) return ['deleted'];
  if (before === undefined || was === 'draft') {
    if (changes.origins.has(after.content.id)) return ['copied'];
    return [after.content.isLive ? 'initialized' : 'created'];
  }
  if (was !== is) {
    if (is === 'trashed') return ['trashed'];
    if (is === 'archived') return ['archived'];
    return [was === 'trashed' ? 'restored' : 'unarchived'];
  }
  return [
    ...editEvents(before, after),
    ...(isMoved(before.content, after.content, changes) ? (['moved'] as const) : []),
    ...(changes.restricted.has(after.content.id) ? (['permissions_updated'] as const) : []),
  ];
}

/** A page that becomes a live doc sends no documented event. */
function editEvents(before: PageState, after: PageState): readonly PageEvent[] {
  if (before.content.isLive && !after.content.isLive) return ['published'];
  if (after.version.number <= before.version.number) return [];
  if (!after.content.isLive) return ['updated'];
  return [before.version.number === 1 ? 'started' : 'snapshotted'];
}

/** True if it moved itself, not with its parent, and not because its parent was deleted. */
function isMoved(before: Content, after: Content, { pages }: Changes): boolean {
  if (before.parentId === after.parentId) return before.spaceId !== after.spaceId && after.parentId === null;
  const parent = before.parentId === null ? undefined : pages.get(before.parentId)?.content;
  return parent === undefined || after.parentId !== parent.parentId;
}

function contentOf(call: Origin, { content, version }: PageState): object {
  const space = call.site.spaces.byId(content.spaceId);
  return {
    id: content.id,
    type: content.type,
    ...(content.isLive ? { subType: 'live' } : {}),
    status: content.status,
    title: content.title,
    ...(space === undefined ? {} : { space: spaceOf(space) }),
    history: {
      latest: true,
      createdBy: userOf(call, content.authorId),
      ownedBy: userOf(call, content.ownerId),
      createdDate: content.createdAt,
    },
    version: versionOf(call, version),
  };
}

function spaceOf(space: Space) {
  return {
    id: Number(space.id),
    key: space.key,
    alias: space.key,
    name: space.name,
    type: 'global',
    icon: { path: '/images/logo/default-space-logo-256.png', width: 48, height: 48, isDefault: true },
    status: 'current',
  };
}

/** Members that could identify a person hold the account's id only. */
function userOf(call: Origin, accountId: string): object {
  return {
    type: 'known',
    username: accountId,
    accountId,
    accountType: call.site.people.byAccountId(accountId)?.accountType ?? 'atlassian',
    email: accountId,
    profilePicture: { path: `/wiki/aa-avatar/${accountId}`, width: 48, height: 48, isDefault: true },
    displayName: accountId,
    publicName: accountId,
    isExternalCollaborator: false,
  };
}

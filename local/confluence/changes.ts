import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attachment, Comment, Content, Group, Space, Version } from './rows';

/**
 * The changes that one request makes to pages and spaces, recorded as it makes them. The sent events follow from them.
 */
export interface Changes {
  /** The pages that were written, in their previous state; undefined = created. */
  readonly pages: Map<string, PageState | undefined>;
  /** The origin of each page that is a copy. */
  readonly origins: Map<string, string>;
  /** Pages whose restrictions were written. */
  readonly restricted: Set<string>;
  readonly commentsAndAttachments: CommentOrAttachmentChange[];
  readonly labels: { readonly change: 'added' | 'removed'; readonly contentId: string; readonly label: string }[];
  readonly createdSpaces: Space[];
  readonly deletedSpaces: Space[];
  /** The ids of spaces whose permissions or roles were written. */
  readonly spacesWithNewAccess: Set<string>;
  readonly groups: { readonly change: 'created' | 'deleted'; readonly group: Group }[];
  /** At the time of the call. */
  readonly isVisibleToApp: IsVisibleToApp;
}

/** A comment or an attachment of a page. */
export type CommentOrAttachmentChange =
  | { readonly change: 'created' | 'updated' | 'deleted'; readonly of: 'comment'; readonly subject: Comment }
  | { readonly change: AttachmentChange; readonly of: 'attachment'; readonly subject: Attachment };

export type AttachmentChange = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted';

export interface PageState {
  readonly content: Content;
  readonly version: Version;
  readonly isVisibleToApp: boolean;
}

export type IsVisibleToApp = (content: Content) => boolean;

const recording = new AsyncLocalStorage<Changes>();

/** The changes of the current request; undefined outside of a request, for example while the demo site is seeded. */
export function changesNow(): Changes | undefined {
  return recording.getStore();
}

export async function recordChanges<T>(
  work: () => Promise<T> | T,
  isVisibleToApp: IsVisibleToApp,
): Promise<{ result: T; changes: Changes }> {
  const changes: Changes = {
    pages: new Map(),
    origins: new Map(),
    restricted: new Set(),
    commentsAndAttachments: [],
    labels: [],
    createdSpaces: [],
    deletedSpaces: [],
    spacesWithNewAccess: new Set(),
    groups: [],
    isVisibleToApp,
  };
  return { result: await recording.run(changes, async () => work()), changes };
}

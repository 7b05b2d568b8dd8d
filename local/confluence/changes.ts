import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attachment, Comment, Content, Space, Version } from './rows';

/** What one request does to pages and spaces, noted while it does it: the events that Confluence tells follow from it. */
export interface Changes {
  /** The pages that were written, as they were before; undefined = there was none. */
  readonly pages: Map<string, PageState | undefined>;
  /** The origin of each page that is a copy. */
  readonly origins: Map<string, string>;
  /** Pages whose restrictions were written. */
  readonly restricted: Set<string>;
  readonly remarks: RemarkChange[];
  readonly createdSpaces: Space[];
  readonly deletedSpaces: Space[];
}

/** What was said, or attached, beside a page. */
export type RemarkChange =
  | { readonly change: 'created' | 'updated' | 'deleted'; readonly of: 'comment'; readonly remark: Comment }
  | { readonly change: 'created' | 'trashed'; readonly of: 'attachment'; readonly remark: Attachment };

export interface PageState {
  readonly content: Content;
  readonly version: Version;
}

const recording = new AsyncLocalStorage<Changes>();

/** The changes of the request that is being answered; undefined outside of one, as when the demo site is put in place. */
export function changesNow(): Changes | undefined {
  return recording.getStore();
}

export async function recordChanges<T>(work: () => Promise<T> | T): Promise<{ result: T; changes: Changes }> {
  const changes: Changes = {
    pages: new Map(),
    origins: new Map(),
    restricted: new Set(),
    remarks: [],
    createdSpaces: [],
    deletedSpaces: [],
  };
  return { result: await recording.run(changes, async () => work()), changes };
}

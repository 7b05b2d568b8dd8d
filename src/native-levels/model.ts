import * as z from 'zod';
import { LEVEL_COLORS, LEVEL_TEXT_LIMITS } from '../classification/model';
import { instant } from '../platform/instant';
import { listByPage, type ListedRows, type Position } from '../platform/rows-by-time';
import type { Revision, Row, Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { type Commit, storedRecord, storedRows } from '../platform/stored-rows';
import { nextStep } from '../walks/walk';

/** The stored facts about Confluence's own classification ("native levels"). */

/** Confluence's level, with texts that fit into a level of the app. */
const nativeLevel = z.strictObject({
  nativeId: z.string().min(1).max(300),
  name: z.string().min(1).max(LEVEL_TEXT_LIMITS.name),
  description: z.string().max(LEVEL_TEXT_LIMITS.description),
  guideline: z.string().max(LEVEL_TEXT_LIMITS.guideline),
  color: z.enum(LEVEL_COLORS),
});

export type NativeLevel = z.infer<typeof nativeLevel>;

/** How the two levels of a page compare. */
export const PAGE_STATES = [
  /** They are the same. */
  'same',
  /** The page has no level in Confluence, or the app cannot see it. */
  'none',
  /** Confluence's level is not linked with a level of the app. */
  'unknown-level',
  /** The level of the app is not linked with one of Confluence. */
  'no-counterpart',
  /** A rule of the app forbids the level of Confluence: lowering, findings, the scheme of the space, an archived level. */
  'rules',
  /** Confluence refused the level of the app. */
  'refused',
  /** The app may not act as the person who set the level. It tries again. */
  'waiting',
  /** The app compares the page again before it changes anything. */
  'later',
] as const;

export type PageState = (typeof PAGE_STATES)[number];

/** Entity `native-level`, row key = the page's id. It has no account ids. */
const pageRecord = storedRecord({
  /** The row key, by which lists are ordered. */
  pageId: z.string().min(1),
  spaceId: z.string().optional(),
  checkedAt: instant,
  data: z.strictObject({
    state: z.enum(PAGE_STATES),
    /** Both levels when the app last compared them and had nothing left to do. A side that differs has changed. */
    seen: z
      .strictObject({
        /** Omitted: the page had no level in Confluence. */
        nativeId: z.string().optional(),
        /** The last change of the app's level. Omitted: there was none. */
        changeId: z.string().optional(),
        at: instant,
      })
      .optional(),
    /** The last level that the app wrote in Confluence, stored before the write. */
    written: z
      .strictObject({ nativeId: z.string().optional(), changeId: z.string().optional(), at: instant })
      .optional(),
    /** The change of the app's level that Confluence refused. It is not written again. */
    refused: z.string().optional(),
    /**
     * The change of the app's level for which the app has restored Confluence's level once, because the space does not allow the
     * other one. `none`: the page had no change.
     */
    restored: z.string().optional(),
  }),
});

export type PageFacts = z.infer<typeof pageRecord>['data'];

export interface StoredPageFacts {
  readonly revision: Revision;
  /** undefined = the page was never compared, or the row cannot be read. */
  readonly facts: PageFacts | undefined;
}

const PAGES = storedRows('native-level', pageRecord);

export const pageFactsName = PAGES.name;

export function parsePageFacts(row: Row): StoredPageFacts {
  return { revision: row.revision, facts: PAGES.find(row)?.data };
}

export interface ListedPageState {
  readonly pageId: string;
  readonly at: Position;
}

/** In an order that never changes for a page. Eventually consistent. @throws StorageUnavailableError */
export function listPagesInState(
  storage: Pick<Storage, 'list'>,
  state: PageState,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<ListedRows<ListedPageState>> {
  return listByPage(storage, {
    entity: 'native-level',
    index: 'by-id',
    after,
    limit,
    schema: pageRecord,
    pick: (pageId, { data }, at) => (data.state === state ? { pageId, at } : undefined),
  });
}

/** @throws StorageUnavailableError, and what `commit` throws */
export function savePageFacts(
  storage: Storage,
  { pageId, spaceId }: { readonly pageId: string; readonly spaceId: string | undefined },
  { revision }: StoredPageFacts,
  data: PageFacts,
  now: Date,
  commit?: Commit,
): ReturnType<Commit> {
  const members = { pageId, ...(spaceId && { spaceId }), checkedAt: now.toISOString(), data };
  return PAGES.save(storage, pageId, revision, members, commit);
}

const counts = z.partialRecord(z.enum(PAGE_STATES), z.int().min(0));
const differingPage = z.strictObject({ pageId: z.string(), state: z.enum(PAGE_STATES) });

/** A comparison of all pages with a linked level. A large site needs several days for one. */
const comparison = z.strictObject({
  ...nextStep,
  startedAt: instant,
  /** The pages that may still be compared today. */
  left: z.int().min(0),
  /** The level and the position in its list where the comparison continues. */
  levelId: z.string(),
  time: z.string(),
  key: z.string(),
  counts,
  differing: z.array(differingPage),
});

const finished = comparison.pick({ startedAt: true, counts: true, differing: true }).extend({ finishedAt: instant });

export type Comparison = z.infer<typeof comparison>;
export type FinishedComparison = z.infer<typeof finished>;

const state = z.strictObject({
  /** Confluence's published levels, the most sensitive first. Empty: the site does not have them. */
  list: z
    .strictObject({
      checkedAt: instant,
      levels: z.array(nativeLevel),
      /** When the daily run last saw another list. */
      changedAt: instant.optional(),
    })
    .optional(),
  running: comparison.optional(),
  last: finished.optional(),
});

export type NativeState = z.infer<typeof state>;

/** Written first when an admin opens the page of the levels. */
export const STATE_ROW = storedDocument(state, { key: 'native-levels', initial: {}, unreadable: 'refused' });

/** The pages of the last comparison whose level in Confluence a rule of the app forbids, and its time. */
export interface ForbiddenNativeLevels {
  readonly count: number;
  readonly at: string;
}

/** @returns undefined for none, and if the row cannot be read */
export function forbiddenIn(row: Row): ForbiddenNativeLevels | undefined {
  const { last } = STATE_ROW.find(row) ?? {};
  const count = last?.counts.rules ?? 0;
  return last === undefined || count === 0 ? undefined : { count, at: last.finishedAt };
}

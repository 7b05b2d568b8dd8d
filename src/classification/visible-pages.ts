import { decide, type KeyRights } from '../access/decide';
import type { Scope } from '../access/scope';
import type { Confluence } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import type { ListedContentType } from './content-type';
import type { PageLevelRecord } from './model';
import { readPageLevels, type StoredPageLevel } from './page-level-store';
import { lookUpPages, type SeenPage } from './pages-lookup';

/**
 * The pages that a reader currently sees, which are those that Confluence shows the person, within the limits of the
 * key if the person reads with one. Every list, summary and result about pages uses this check.
 */

export interface Viewer {
  readonly accountId: string;
  /** The rights of the key that the person reads with, and the scope that reading requires. */
  readonly key?: { readonly rights: KeyRights; readonly required: Scope };
}

export interface VisiblePage {
  readonly page: SeenPage;
  /** The current level of the page. */
  readonly level: PageLevelRecord | undefined;
}

export type Visibility = VisiblePage | 'hidden';

type SeenPages =
  | {
      readonly outcome: 'pages';
      /** By the ids of the pages that could be looked up. */
      readonly pages: ReadonlyMap<string, Visibility>;
      readonly asked: 'as-creator' | 'as-app';
    }
  | { readonly outcome: 'creator-inactive' };

interface VisibilityContext {
  readonly confluence: Confluence;
  readonly storage: Pick<Storage, 'readMany'>;
}

/**
 * @param pageIds at most 250
 * @param which, contentType as for `lookUpPages`
 * @throws HostError, StorageUnavailableError
 */
export async function seePages(
  { confluence, storage }: VisibilityContext,
  viewer: Viewer,
  pageIds: readonly string[],
  which: 'first' | 'all' = 'first',
  contentType?: ListedContentType,
): Promise<SeenPages> {
  const wanted = [...new Set(pageIds)];
  const [lookup, levels] = await awaitAll([
    lookUpPages(confluence, viewer.accountId, wanted, which, contentType),
    readPageLevels(storage, wanted),
  ] as const);
  if (lookup.outcome === 'creator-inactive') return lookup;
  const pages = [...lookup.pages].map(
    ([pageId, page]) => [pageId, visibilityOf(viewer, page, levels.get(pageId))] as const,
  );
  return { outcome: 'pages', pages: new Map(pages), asked: lookup.asked };
}

/** A page whose level cannot be read is hidden from keys, because it may be outside their limits. */
export function visibilityOf(
  { key }: Viewer,
  page: SeenPage | 'hidden',
  stored: StoredPageLevel | 'unreadable' | undefined,
): Visibility {
  if (page === 'hidden') return 'hidden';
  const level = stored === undefined || stored === 'unreadable' ? undefined : stored.record;
  if (key === undefined) return { page, level };
  if (stored === undefined || stored === 'unreadable') return 'hidden';
  const decision = decide({
    required: key.required,
    key: key.rights,
    page: { spaceId: page.spaceId, mayUpdate: false },
    currentLevelId: level?.levelId ?? null,
  });
  return decision.allow ? { page, level } : 'hidden';
}

import { listChildren } from '../../classification/child-pages';
import type { Levels } from '../../classification/level-store';
import { listPageLevels } from '../../classification/list-page-levels';
import type { LevelOfPage } from '../../classification/model';
import { readPageLevels } from '../../classification/page-level-store';
import { listPagesAsCreator, type PageList, type SeenPage } from '../../classification/pages-lookup';
import { isOffIn } from '../../classification/settings';
import { listUnclassifiedPages } from '../../classification/unclassified-pages';
import { seePages, type Viewer, visibilityOf, type VisiblePage } from '../../classification/visible-pages';
import { findUnrestricted } from '../../exposure/read-pages';
import { awaitAll } from '../../platform/await-all';
import { type Confluence, HostError, ImpersonationRefusedError } from '../../platform/confluence';
import type { Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { readPageLabels } from '../exclusions/page-labels';
import { readFindingConditions } from '../finding-conditions';
import { openFindingsOf, type PageFindings } from '../lists/page-findings';
import { readFindingsForList, readScans } from '../scan/scan-store';
import { type ReasonKind, suggestLevel, type Suggestion } from './suggest-level';

/**
 * The pages without a level that a reader sees and that have a reason for one. Every fact comes from pages that the
 * reader sees, so a hidden parent, sibling or page of the space is no reason, and is in no number.
 */

export interface SuggestionReader {
  readonly storage: Pick<Storage, 'read' | 'readMany' | 'list'>;
  readonly confluence: Confluence;
  readonly viewer: Viewer;
  readonly levels: Levels;
  readonly now: Date;
  /** False: findings are no reason, because the reader may not read them. */
  readonly mayReadFindings: boolean;
}

interface SuggestionQuestion {
  /** The spaces to ask Confluence for. Empty = every space. */
  readonly spaceIds: readonly string[];
  /** Undefined: every space. */
  readonly spaceId: string | undefined;
  /** Only suggestions with this reason. Undefined: all. */
  readonly reason: ReasonKind | undefined;
  readonly after: Position | undefined;
  /** The maximum number of pages without a level to check. Default and maximum: 25. */
  readonly limit?: number;
}

export interface SuggestedPage extends Suggestion {
  readonly page: SeenPage;
  /** The page above, if it is a reason. */
  readonly parent?: SeenPage;
}

export type SuggestionList =
  | {
      readonly outcome: 'pages';
      /** By page id in Confluence. */
      readonly pages: readonly SuggestedPage[];
      /** The number of pages without a level that this part checked. */
      readonly checked: number;
      /** The position of the next part. Undefined: no more pages. It can be set even if `pages` is empty. */
      readonly next: Position | undefined;
    }
  | { readonly outcome: 'creator-inactive' };

/** The number of pages without a level in a part. */
const PAGES_OF_A_PART = 25;
/** The first findings of a page that are read. A job still applies the rules to all of them. */
const FINDINGS_OF_A_PAGE = 40;
/** The number of parents whose child pages are listed, and of pages in each list. */
const PARENTS_OF_A_PART = 10;
const CHILDREN_OF_A_PARENT = 25;
/** The number of spaces that are compared, and of pages of each, also those that the reader does not see. */
const SPACES_OF_A_PART = 3;
const PAGES_OF_A_SPACE = 25;

class ReaderInactive extends Error {
  override readonly name = 'ReaderInactive';
}

/**
 * Calls to Confluence as the reader: the pages without a level (1 to 4), then the pages above and the pages of up to 3
 * spaces (1), the child pages of the pages above (up to 10), and view restrictions (up to 2). If the platform does not let the app act for the
 * reader, each page needs a check of its own, and child pages and pages of the space are not read.
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function listSuggestions(
  reader: SuggestionReader,
  { reason, ...question }: SuggestionQuestion,
): Promise<SuggestionList> {
  try {
    const { pages, next, isAsReader } = await listPages(reader, question);
    const suggestions = await suggestFor(reader, pages, isAsReader);
    const wanted = suggestions.filter(
      ({ reasons }) => reason === undefined || reasons.some(({ kind }) => kind === reason),
    );
    return { outcome: 'pages', pages: wanted, checked: pages.length, next };
  } catch (error) {
    if (error instanceof ReaderInactive) return { outcome: 'creator-inactive' };
    throw error;
  }
}

async function listPages(
  { storage, confluence, viewer, levels }: SuggestionReader,
  { spaceIds, spaceId, after, limit = PAGES_OF_A_PART }: Omit<SuggestionQuestion, 'reason'>,
) {
  let isAsReader = true;
  const found = await listUnclassifiedPages(
    {
      storage,
      viewer,
      list: async (part) => {
        const listed = known(await listPagesAsCreator(confluence, { creatorId: viewer.accountId, ...part }));
        isAsReader &&= listed.asked === 'as-creator';
        return listed;
      },
    },
    { spaceIds, spaceId, after, limit: Math.min(limit, PAGES_OF_A_PART) },
  );
  return {
    pages: found.results.filter((page) => !isOffIn(levels.settings, page.spaceId)),
    next: found.hasMore ? found.next : undefined,
    isAsReader,
  };
}

function known<L extends Pick<PageList & { readonly outcome: 'pages' }, 'outcome'>>(
  lookup: L | { readonly outcome: 'creator-inactive' },
): L {
  if (lookup.outcome === 'creator-inactive') throw new ReaderInactive();
  return lookup;
}

async function suggestFor(
  reader: SuggestionReader,
  pages: readonly SeenPage[],
  isAsReader: boolean,
): Promise<readonly SuggestedPage[]> {
  if (pages.length === 0) return [];
  const { levels } = reader;
  const [{ parents, children, spaces }, findings] = await awaitAll([
    readNeighbors(reader, pages, isAsReader),
    reader.mayReadFindings ? readOpenFindings(reader, pages) : () => ({ rules: [], findings: [] }),
  ] as const);
  const suggested = pages.flatMap((page): SuggestedPage[] => {
    const parent = page.parentId === undefined ? undefined : parents.get(page.parentId);
    const suggestion = suggestLevel(levels, {
      spaceId: page.spaceId,
      ...findings(page),
      parent: parent?.level && levelOf(parent.level),
      isBelowTop: parent?.page.parentId === undefined,
      siblings: (children.get(page.parentId ?? '') ?? [])
        .filter(({ pageId }) => pageId !== page.pageId)
        .map(({ level }) => level),
      space: spaces.get(page.spaceId) ?? [],
    });
    if (suggestion === undefined) return [];
    const isReason = suggestion.reasons.some(({ kind }) => kind === 'parent' || kind === 'siblings');
    return [{ page, ...suggestion, ...(isReason && parent !== undefined ? { parent: parent.page } : {}) }];
  });
  return withoutTooOpen(reader, suggested);
}

/**
 * The least sensitive level is for pages that everyone may view. Without those that have a view restriction, or are below one, or whose
 * restrictions the app could not read. Asks only if that level is suggested.
 * @throws HostError
 */
async function withoutTooOpen(
  { confluence, levels }: Pick<SuggestionReader, 'confluence' | 'levels'>,
  suggested: readonly SuggestedPage[],
): Promise<readonly SuggestedPage[]> {
  const least = levels.all.findLast(({ status }) => status === 'PUBLISHED');
  const open = suggested.filter(({ level }) => level.levelId === least?.levelId);
  if (open.length === 0) return suggested;
  const unrestricted = await findUnrestricted(
    { confluence, missing: new Set() },
    open.map(({ page }) => page.pageId),
  );
  return suggested.filter((one) => !open.includes(one) || unrestricted.has(one.page.pageId));
}

const levelOf = ({ levelId, subLevelId }: LevelOfPage): LevelOfPage => ({
  levelId,
  ...(subLevelId === undefined ? {} : { subLevelId }),
});

/**
 * Hints for pages without a level that a list shows anyway, which are strong suggestions from the pages above and the
 * default levels, in one or two calls to Confluence, and up to two for view restrictions. Without hints if the reader has no points left.
 * @returns by page id
 * @throws HostError, StorageUnavailableError
 */
export async function suggestFromParents(
  reader: Pick<SuggestionReader, 'storage' | 'confluence' | 'viewer' | 'levels'>,
  pages: readonly SeenPage[],
): Promise<ReadonlyMap<string, SuggestedPage>> {
  const withoutHints = (error: unknown) => {
    if (error instanceof ReaderInactive || (error instanceof HostError && error.kind === 'quota')) return undefined;
    throw error;
  };
  const parents = await readVisible(reader, parentIdsOf(pages)).catch(withoutHints);
  const suggestions = pages.flatMap((page): SuggestedPage[] => {
    const parent = parents?.get(page.parentId ?? '');
    const suggestion = suggestLevel(reader.levels, {
      ...{ spaceId: page.spaceId, rules: [], findings: [], siblings: [], space: [] },
      parent: parent?.level && levelOf(parent.level),
      isBelowTop: parent?.page.parentId === undefined,
    });
    if (suggestion?.strength !== 'strong') return [];
    return [{ page, ...suggestion, ...(parent === undefined ? {} : { parent: parent.page }) }];
  });
  const closed = await withoutTooOpen(reader, suggestions).catch(withoutHints);
  return new Map((closed ?? []).map((one) => [one.page.pageId, one]));
}

interface Neighbors {
  /** The pages above that the reader sees, by id. */
  readonly parents: ReadonlyMap<string, VisiblePage>;
  /** The child pages with a level, by the id of their parent. */
  readonly children: ReadonlyMap<string, readonly ChildPage[]>;
  /** The levels of the pages that were classified last, by space. */
  readonly spaces: ReadonlyMap<string, readonly LevelOfPage[]>;
}

interface ChildPage {
  readonly pageId: string;
  readonly level: LevelOfPage;
}

/** All calls to Confluence are concurrent, so that their points are charged together. */
async function readNeighbors(
  reader: SuggestionReader,
  pages: readonly SeenPage[],
  isAsReader: boolean,
): Promise<Neighbors> {
  const { storage, confluence, viewer } = reader;
  const parentIds = parentIdsOf(pages);
  const spaceIds = [...new Set(pages.map(({ spaceId }) => spaceId))].slice(0, SPACES_OF_A_PART);
  const rows = isAsReader ? (await awaitAll(spaceIds.map((spaceId) => listSpace(reader, spaceId)))).flat() : [];
  const listed = isAsReader ? parentIds.slice(0, PARENTS_OF_A_PART) : [];
  const [seen, lists] = await awaitAll([
    readVisible(reader, [...parentIds, ...rows.map(({ pageId }) => pageId)]),
    awaitAll(listed.map((pageId) => listChildPages(confluence, viewer, pageId))),
  ] as const);
  const levels = await readPageLevels(storage, lists.flat());
  const childrenOf = ({ page }: VisiblePage, pageIds: readonly string[]) =>
    pageIds.flatMap((pageId): ChildPage[] => {
      // Child pages are in the space of their parent.
      const child = visibilityOf(viewer, { ...page, pageId }, levels.get(pageId));
      return child === 'hidden' || child.level === undefined ? [] : [{ pageId, level: levelOf(child.level) }];
    });
  const spaces = new Map<string, LevelOfPage[]>();
  for (const { pageId, spaceId } of rows) {
    const { page, level } = seen.get(pageId) ?? {};
    if (page?.spaceId === spaceId && level !== undefined)
      spaces.set(spaceId, [...(spaces.get(spaceId) ?? []), levelOf(level)]);
  }
  return {
    parents: seen,
    children: new Map(
      listed.flatMap((parentId, index) => {
        const parent = seen.get(parentId);
        return parent === undefined ? [] : [[parentId, childrenOf(parent, lists[index] ?? [])] as const];
      }),
    ),
    spaces,
  };
}

const parentIdsOf = (pages: readonly Pick<SeenPage, 'parentId'>[]): readonly string[] => [
  ...new Set(pages.flatMap(({ parentId }) => parentId ?? [])),
];

/** The pages that the reader sees, by id. */
async function readVisible(
  { storage, confluence, viewer }: Pick<SuggestionReader, 'storage' | 'confluence' | 'viewer'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, VisiblePage>> {
  if (pageIds.length === 0) return new Map();
  const { pages } = known(await seePages({ storage, confluence }, viewer, pageIds));
  return new Map([...pages].flatMap(([pageId, one]) => (one === 'hidden' ? [] : [[pageId, one] as const])));
}

async function listChildPages(
  confluence: Confluence,
  { accountId }: Viewer,
  parent: string,
): Promise<readonly string[]> {
  try {
    const listed = await listChildren(
      confluence,
      { kind: 'person', accountId },
      { parent, cursor: undefined, limit: CHILDREN_OF_A_PARENT },
    );
    // The parent was hidden or deleted in the meantime.
    return 'status' in listed ? [] : listed.pages.map((child) => child.pageId);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return [];
    throw error;
  }
}

/** The pages of a space that were classified last, also those that the reader does not see. */
async function listSpace({ storage, now }: SuggestionReader, spaceId: string) {
  const { items } = await listPageLevels(storage, {
    ...{ filter: { spaceId, to: now.toISOString() }, isWanted: () => true },
    ...{ after: undefined, limit: PAGES_OF_A_SPACE },
  });
  return items.map(({ pageId }) => ({ pageId, spaceId }));
}

/** @returns the rules of the site and the open findings of a page. A record that cannot be read has no findings. */
async function readOpenFindings({ storage, confluence, now }: SuggestionReader, pages: readonly SeenPage[]) {
  const pageIds = pages.map(({ pageId }) => pageId);
  const [conditions, scans] = await awaitAll([readFindingConditions(storage), readScans(storage, pageIds)] as const);
  const { exclusions, config } = conditions;
  const ids = new Map(
    [...scans].flatMap(([pageId, scan]) => {
      const found = scan === 'unreadable' ? [] : (scan.record?.data.findingIds ?? []);
      return found.length === 0 ? [] : [[pageId, found.slice(0, FINDINGS_OF_A_PAGE)] as const];
    }),
  );
  const [labels, stored] = await awaitAll([
    readPageLabels(confluence, exclusions.all, [...ids.keys()], now),
    awaitAll([...ids].map(async ([pageId, some]) => [pageId, await readFindingsForList(storage, some)] as const)),
  ] as const);
  const byPage = new Map(stored);
  return ({ pageId, spaceId }: SeenPage) => {
    const found: PageFindings = {
      stored: byPage.get(pageId) ?? new Map(),
      ...conditions,
      labels: labels.get(pageId),
    };
    const open = openFindingsOf(found, { pageId, spaceId, levelId: undefined }, now);
    return { rules: config.rules, findings: [...open.values()] };
  };
}

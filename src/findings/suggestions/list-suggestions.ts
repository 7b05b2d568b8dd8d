import { listChildPages } from '../../classification/child-pages';
import type { Levels } from '../../classification/level-store';
import { listPageLevels, type ListedPageLevel } from '../../classification/list-page-levels';
import type { LevelOfPage } from '../../classification/model';
import { readPageLevels } from '../../classification/page-level-store';
import { listPagesAsCreator, type PageList, type SeenPage } from '../../classification/pages-lookup';
import { isOffIn } from '../../classification/settings';
import { listUnclassifiedPages } from '../../classification/unclassified-pages';
import { listVisibleRows } from '../../classification/visible-list';
import {
  seePages,
  type Viewer,
  type Visibility,
  visibilityOf,
  type VisiblePage,
} from '../../classification/visible-pages';
import { awaitAll } from '../../platform/await-all';
import { type Confluence, HostError, ImpersonationRefusedError } from '../../platform/confluence';
import { CorruptRecordError } from '../../platform/corrupt-record';
import type { Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { readPageLabels } from '../exclusions/page-labels';
import { readFindingConditions } from '../finding-conditions';
import { openFindingsOf, type PageFindings } from '../page-findings';
import { readFindings, readScans } from '../scan-store';
import { type ReasonKind, suggestLevel, type Suggestion } from './suggest-level';

/**
 * The pages without a level that a reader sees and that have a reason for one. Every fact comes from pages that the
 * reader sees: a hidden parent, sibling or page of the space is no reason, and is in no number.
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
/** The number of spaces that are compared, and of pages of each. */
const SPACES_OF_A_PART = 3;
const PAGES_OF_A_SPACE = 20;

class ReaderInactive extends Error {
  override readonly name = 'ReaderInactive';
}

/**
 * Calls to Confluence as the reader: the pages without a level (1 to 4), the pages above (1), their child pages (up to
 * 10), and the pages of up to 3 spaces (1 to 4 each). If the platform does not let the app act for the reader, each page
 * needs a check of its own: child pages and pages of the space are then not read.
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
  const spaceIds = [...new Set(pages.map(({ spaceId }) => spaceId))];
  const [parents, findings, spaces] = await awaitAll([
    readParents(reader, pages),
    reader.mayReadFindings ? readOpenFindings(reader, pages) : () => ({ rules: [], findings: [] }),
    isAsReader ? readSpaces(reader, spaceIds.slice(0, SPACES_OF_A_PART)) : new Map<string, readonly LevelOfPage[]>(),
  ] as const);
  const children = isAsReader ? await readChildren(reader, parents) : new Map<string, readonly ChildPage[]>();
  return pages.flatMap((page): SuggestedPage[] => {
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
}

const levelOf = ({ levelId, subLevelId }: LevelOfPage): LevelOfPage => ({
  levelId,
  ...(subLevelId === undefined ? {} : { subLevelId }),
});

/**
 * Hints for pages without a level that a list shows anyway: strong suggestions from the pages above and the default
 * levels, in one call to Confluence. Without hints if the reader has no points left for it.
 * @returns by page id
 * @throws HostError, StorageUnavailableError
 */
export async function suggestFromParents(
  reader: Pick<SuggestionReader, 'storage' | 'confluence' | 'viewer' | 'levels'>,
  pages: readonly SeenPage[],
): Promise<ReadonlyMap<string, SuggestedPage>> {
  const parents = await readParents(reader, pages).catch((error: unknown) => {
    if (error instanceof ReaderInactive || (error instanceof HostError && error.kind === 'quota')) return undefined;
    throw error;
  });
  const suggestions = pages.flatMap((page): (readonly [string, SuggestedPage])[] => {
    const parent = parents?.get(page.parentId ?? '');
    const suggestion = suggestLevel(reader.levels, {
      ...{ spaceId: page.spaceId, rules: [], findings: [], siblings: [], space: [] },
      parent: parent?.level && levelOf(parent.level),
      isBelowTop: parent?.page.parentId === undefined,
    });
    if (suggestion?.strength !== 'strong') return [];
    return [[page.pageId, { page, ...suggestion, ...(parent === undefined ? {} : { parent: parent.page }) }]];
  });
  return new Map(suggestions);
}

/** The pages above that the reader sees, by id, in the order of the pages below them. */
async function readParents(
  { storage, confluence, viewer }: Pick<SuggestionReader, 'storage' | 'confluence' | 'viewer'>,
  pages: readonly Pick<SeenPage, 'parentId'>[],
): Promise<ReadonlyMap<string, VisiblePage>> {
  const parentIds = [...new Set(pages.flatMap(({ parentId }) => parentId ?? []))];
  if (parentIds.length === 0) return new Map();
  const { pages: seen } = known(await seePages({ storage, confluence }, viewer, parentIds));
  return new Map([...seen].flatMap(([pageId, one]) => (one === 'hidden' ? [] : [[pageId, one] as const])));
}

interface ChildPage {
  readonly pageId: string;
  readonly level: LevelOfPage;
}

/** The child pages with a level, by the id of their parent. */
async function readChildren(
  { storage, confluence, viewer }: SuggestionReader,
  parents: ReadonlyMap<string, VisiblePage>,
): Promise<ReadonlyMap<string, readonly ChildPage[]>> {
  const some = [...parents].slice(0, PARENTS_OF_A_PART);
  const lists = await awaitAll(some.map(([pageId]) => listChildren(confluence, viewer, pageId)));
  const levels = await readPageLevels(storage, lists.flat());
  return new Map(
    some.map(([parentId, { page }], index) => {
      const children = (lists[index] ?? []).flatMap((pageId): ChildPage[] => {
        // Child pages are in the space of their parent.
        const seen = visibilityOf(viewer, { ...page, pageId }, levels.get(pageId));
        return seen === 'hidden' || seen.level === undefined ? [] : [{ pageId, level: levelOf(seen.level) }];
      });
      return [parentId, children] as const;
    }),
  );
}

async function listChildren(confluence: Confluence, { accountId }: Viewer, pageId: string): Promise<readonly string[]> {
  try {
    const listed = await listChildPages(
      confluence,
      { kind: 'person', accountId },
      { pageId, cursor: undefined, limit: CHILDREN_OF_A_PARENT },
    );
    // The parent was hidden or deleted in the meantime.
    return 'status' in listed ? [] : listed.pages.map((child) => child.pageId);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return [];
    throw error;
  }
}

/** The levels of the pages that were classified last, by space. */
async function readSpaces(
  reader: SuggestionReader,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LevelOfPage[]>> {
  const lists = await awaitAll(spaceIds.map((spaceId) => readSpace(reader, spaceId)));
  return new Map(spaceIds.map((spaceId, index) => [spaceId, lists[index] ?? []]));
}

async function readSpace(
  { storage, confluence, viewer, now }: SuggestionReader,
  spaceId: string,
): Promise<readonly LevelOfPage[]> {
  const { results } = await listVisibleRows<ListedPageLevel, Visibility, LevelOfPage, Position | undefined>({
    after: undefined,
    limit: PAGES_OF_A_SPACE,
    find: async (place, limit) => {
      const found = await listPageLevels(storage, {
        filter: { spaceId },
        isWanted: () => true,
        now,
        after: place,
        limit,
      });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: async (candidates) => {
      const pageIds = candidates.map(({ pageId }) => pageId);
      return known(await seePages({ storage, confluence }, viewer, pageIds)).pages;
    },
    show: (_candidate, seen) =>
      seen === 'hidden' || seen.level === undefined || seen.page.spaceId !== spaceId ? undefined : levelOf(seen.level),
  });
  return results;
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
    awaitAll([...ids].map(async ([pageId, some]) => [pageId, await readKnown(storage, some)] as const)),
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

async function readKnown(
  storage: SuggestionReader['storage'],
  findingIds: readonly string[],
): Promise<PageFindings['stored']> {
  try {
    return await readFindings(storage, findingIds);
  } catch (error) {
    if (error instanceof CorruptRecordError) return new Map();
    throw error;
  }
}

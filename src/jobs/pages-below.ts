import * as z from 'zod';
import { type Children, listChildren, MAX_CHILDREN_AT_ONCE } from '../classification/child-pages';
import { checkPermission } from '../classification/page-lookup';
import { monotonicMs } from '../platform/clock';
import { type Actor, APP, type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';
import { pointsOfPages } from '../quota/host-points';

/**
 * Finds the pages below a page, level by level, as a person sees them, also those in folders. The list of found pages is also
 * the queue of the pages whose children are still to be listed. CQL is not used, because its index lags.
 *
 * If the platform does not let the app act for the person, the app lists the pages itself, and keeps those that the person
 * may read. Pages that the app cannot see are missing then.
 */

/** Where the walk continues. */
const position = z.strictObject({
  /** The next page in the queue. */
  next: z.int().min(0),
  /** The lists that come before it, the next one last: rests of lists, and what is no page of the walk. */
  open: z.array(z.strictObject({ parent: z.string(), cursor: z.string().optional() })),
});

type WalkPosition = z.infer<typeof position>;
type ListedPage = Children['pages'][number];

interface Walk {
  readonly accountId: string;
  /** The page above all others. */
  readonly rootId: string;
  /** All pages found so far. They begin with the root, or do not contain it. */
  readonly found: readonly string[];
  /** From the previous step. Undefined: the walk starts. */
  readonly cursor: string | undefined;
  /** The maximum number of points of Confluence that one round of calls may need. */
  readonly maxPoints: number;
  /** The walk stops once it has found more pages than this. */
  readonly maxPages: number;
  /** The walk passes through the other pages, but does not find them. Default: none */
  readonly keep?: (pages: readonly ListedPage[]) => Promise<readonly ListedPage[]>;
}

export interface WalkStep {
  /** The pages found in this step: each once, and none of those found before. */
  readonly pageIds: readonly string[];
  /** Undefined: all pages are found. */
  readonly cursor: string | undefined;
}

const LISTS_AT_ONCE = 5;
/** The maximum number of permission checks for one list. */
const CHECKS_AT_ONCE = 25;
/** A step ends after this many lists, so that its progress is stored. */
const LISTS_OF_A_STEP = 50;
const BUDGET_MS = 60_000;

/**
 * @returns `refused`: the platform neither lets the app act for this person, nor check their permissions
 * @throws HostError if nothing was found in this step because Confluence does not respond
 */
export async function walkPagesBelow(confluence: Confluence, walk: Walk): Promise<WalkStep | 'refused'> {
  const { accountId, maxPoints, maxPages, keep } = walk;
  const endsAtMs = monotonicMs() + BUDGET_MS;
  const limit = Math.max(1, Math.min(MAX_CHILDREN_AT_ONCE, maxPoints - 1));
  const listsAtOnce = Math.max(1, Math.min(LISTS_AT_ONCE, Math.floor(maxPoints / pointsOfPages(limit))));
  const queue = [...walk.found];
  const isKnown = new Set([walk.rootId, ...queue]);
  let { next, open } = positionOf(walk);
  const children = openChildren(confluence, { accountId, limit, maxPoints });

  const hasMore = () => open.length > 0 || next < queue.length;
  for (let lists = 0; lists < LISTS_OF_A_STEP && hasMore() && queue.length <= maxPages;) {
    const atOnce = children.areAsPerson() ? listsAtOnce : 1;
    const isQueue = open.length === 0;
    const parents = isQueue ? queue.slice(next, next + atOnce).map((parent) => ({ parent })) : open.slice(-atOnce);
    let parts: readonly Children[];
    let kept: ReadonlySet<ListedPage>;
    try {
      parts = await awaitAll(parents.map((one) => children.list(one)));
      const pages = parts.flatMap((part) => part.pages);
      kept = new Set(keep === undefined ? pages : await keep(pages));
    } catch (error) {
      if (error instanceof ImpersonationRefusedError) return 'refused';
      // The pages found so far are stored first. The next step meets the error again.
      if (error instanceof HostError && lists > 0) break;
      throw error;
    }
    lists += parts.length;
    if (isQueue) next += parents.length;
    else open = open.slice(0, -parents.length);
    parts.forEach((part, index) => {
      const others = [...part.branches];
      for (const page of part.pages) {
        const { pageId } = page;
        if (isKnown.has(pageId)) continue;
        isKnown.add(pageId);
        if (kept.has(page)) queue.push(pageId);
        else others.push(pageId);
      }
      const parent = parents[index];
      if (part.cursor !== undefined && parent) open.push({ ...parent, cursor: part.cursor });
      open.push(...others.map((one) => ({ parent: one })));
    });
    if (monotonicMs() >= endsAtMs) break;
  }
  return {
    pageIds: queue.slice(walk.found.length),
    cursor: hasMore() ? JSON.stringify({ next, open }) : undefined,
  };
}

function positionOf({ cursor, found, rootId }: Walk): WalkPosition {
  if (cursor !== undefined) return position.parse(JSON.parse(cursor));
  return { next: 0, open: found.includes(rootId) ? [] : [{ parent: rootId }] };
}

type OpenList = WalkPosition['open'][number];

interface ChildLists {
  list(one: OpenList): Promise<Children>;
  /** False after a refusal to act for the person. */
  areAsPerson(): boolean;
}

function openChildren(
  confluence: Confluence,
  { accountId, limit, maxPoints }: { readonly accountId: string; readonly limit: number; readonly maxPoints: number },
): ChildLists {
  let refusal: ImpersonationRefusedError | undefined;
  // Each page costs a point in the list, and one for its check.
  const limitWithChecks = Math.max(1, Math.min(CHECKS_AT_ONCE, limit, Math.floor((maxPoints - 1) / 2)));
  const listAsApp = async ({ parent, cursor }: OpenList, refused: ImpersonationRefusedError) => {
    const list = await listOrNone(confluence, APP, { parent, cursor, limit: limitWithChecks });
    const { pages } = list;
    const checks = await awaitAll(
      pages.map((page) =>
        checkPermission(confluence, { pageId: page.pageId, creatorId: accountId, operation: 'read' }),
      ),
    );
    // The platform does not let the app check the permissions of others, and there is no second way.
    if (checks.some(({ status }) => status === 403)) throw refused;
    return { ...list, pages: pages.filter((_page, index) => checks[index]?.isPermitted === true) };
  };
  return {
    areAsPerson: () => refusal === undefined,
    list: async ({ parent, cursor }) => {
      if (refusal !== undefined) return listAsApp({ parent, cursor }, refusal);
      try {
        return await listOrNone(confluence, { kind: 'person', accountId }, { parent, cursor, limit });
      } catch (error) {
        if (!(error instanceof ImpersonationRefusedError)) throw error;
        refusal = error;
        return listAsApp({ parent, cursor }, error);
      }
    },
  };
}

const HIDDEN: readonly number[] = [403, 404, 410];

/** A parent that was deleted, moved to the trash or hidden in the meantime has no children. */
async function listOrNone(
  confluence: Confluence,
  actor: Actor,
  question: Parameters<typeof listChildren>[2],
): Promise<Children> {
  const children = await listChildren(confluence, actor, question);
  if (!('status' in children)) return children;
  if (HIDDEN.includes(children.status)) return { pages: [], branches: [], cursor: undefined };
  throw new HostError('failure', `Confluence returned ${children.status} for a list of children`);
}

import * as z from 'zod';
import { type ChildPages, listChildPages, MAX_CHILDREN_AT_ONCE } from '../classification/child-pages';
import { checkPermission } from '../classification/page-lookup';
import { monotonicMs } from '../platform/clock';
import { type Actor, APP, type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';
import { pointsOfPages } from '../quota/host-points';

/**
 * Finds the pages below a page, level by level, as a person sees them. The list of found pages is also the queue of the
 * pages whose children are still to be listed. CQL is not used, because its index lags.
 *
 * If the platform does not let the app act for the person, the app lists the pages itself, and keeps those that the person
 * may read. Pages that the app cannot see are missing then.
 */

/** Where the walk continues: the next page in the queue, and the position in the list of its children. */
const position = z.strictObject({ next: z.int().min(0), cursor: z.string().optional() });

type WalkPosition = z.infer<typeof position>;

interface Walk {
  readonly accountId: string;
  /** All pages found so far, the first page of the tree first. */
  readonly found: readonly string[];
  /** From the previous step. Undefined: the walk starts. */
  readonly cursor: string | undefined;
  /** The maximum number of points of Confluence that one round of calls may need. */
  readonly maxPoints: number;
  /** The walk stops once it has found more pages than this. */
  readonly maxPages: number;
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
  const { accountId, maxPoints, maxPages } = walk;
  const endsAtMs = monotonicMs() + BUDGET_MS;
  const limit = Math.max(1, Math.min(MAX_CHILDREN_AT_ONCE, maxPoints - 1));
  const listsAtOnce = Math.max(1, Math.min(LISTS_AT_ONCE, Math.floor(maxPoints / pointsOfPages(limit))));
  const queue = [...walk.found];
  const isKnown = new Set(queue);
  let at = positionOf(walk.cursor);
  const children = openChildren(confluence, { accountId, limit, maxPoints });

  for (let lists = 0; lists < LISTS_OF_A_STEP && at.next < queue.length && queue.length <= maxPages;) {
    const { cursor } = at;
    const parents = queue.slice(at.next, at.next + (cursor === undefined && children.areAsPerson() ? listsAtOnce : 1));
    let parts: readonly ChildPages[];
    try {
      parts = await awaitAll(parents.map((pageId) => children.list(pageId, cursor)));
    } catch (error) {
      if (error instanceof ImpersonationRefusedError) return 'refused';
      // The pages found so far are stored first. The next step meets the error again.
      if (error instanceof HostError && lists > 0) break;
      throw error;
    }
    lists += parts.length;
    for (const part of parts) {
      for (const { pageId } of part.pages) {
        if (isKnown.has(pageId)) continue;
        isKnown.add(pageId);
        queue.push(pageId);
      }
      if (part.cursor === undefined) {
        at = { next: at.next + 1 };
        continue;
      }
      // The lists of the later pages are requested again, after the rest of this one.
      at = { next: at.next, cursor: part.cursor };
      break;
    }
    if (monotonicMs() >= endsAtMs) break;
  }
  return {
    pageIds: queue.slice(walk.found.length),
    cursor: at.next < queue.length ? JSON.stringify(at) : undefined,
  };
}

function positionOf(cursor: string | undefined): WalkPosition {
  return cursor === undefined ? { next: 0 } : position.parse(JSON.parse(cursor));
}

interface Children {
  list(pageId: string, cursor: string | undefined): Promise<ChildPages>;
  /** False after a refusal to act for the person. */
  areAsPerson(): boolean;
}

function openChildren(
  confluence: Confluence,
  { accountId, limit, maxPoints }: { readonly accountId: string; readonly limit: number; readonly maxPoints: number },
): Children {
  let refusal: ImpersonationRefusedError | undefined;
  // Each page costs a point in the list, and one for its check.
  const limitWithChecks = Math.max(1, Math.min(CHECKS_AT_ONCE, limit, Math.floor((maxPoints - 1) / 2)));
  const listAsApp = async (pageId: string, cursor: string | undefined, refused: ImpersonationRefusedError) => {
    const { pages, cursor: next } = await listChildren(confluence, APP, { pageId, cursor, limit: limitWithChecks });
    const checks = await awaitAll(
      pages.map((page) =>
        checkPermission(confluence, { pageId: page.pageId, creatorId: accountId, operation: 'read' }),
      ),
    );
    // The platform does not let the app check the permissions of others, and there is no second way.
    if (checks.some(({ status }) => status === 403)) throw refused;
    return { pages: pages.filter((_page, index) => checks[index]?.isPermitted === true), cursor: next };
  };
  return {
    areAsPerson: () => refusal === undefined,
    list: async (pageId, cursor) => {
      if (refusal !== undefined) return listAsApp(pageId, cursor, refusal);
      try {
        return await listChildren(confluence, { kind: 'person', accountId }, { pageId, cursor, limit });
      } catch (error) {
        if (!(error instanceof ImpersonationRefusedError)) throw error;
        refusal = error;
        return listAsApp(pageId, cursor, error);
      }
    },
  };
}

const HIDDEN: readonly number[] = [403, 404, 410];

/** A page that was deleted, moved to the trash or hidden in the meantime has no children. */
async function listChildren(
  confluence: Confluence,
  actor: Actor,
  question: Parameters<typeof listChildPages>[2],
): Promise<ChildPages> {
  const children = await listChildPages(confluence, actor, question);
  if (!('status' in children)) return children;
  if (HIDDEN.includes(children.status)) return { pages: [], cursor: undefined };
  throw new HostError('failure', `Confluence returned ${children.status} for a list of child pages`);
}

import * as z from 'zod';
import { route } from '../platform/confluence';
import { confluenceId, joinIds } from '../platform/confluence-id';
import { partsOf } from '../platform/parts';
import { ask, type Asking } from './read-principals';

/** Reads view restrictions of pages and of what is above them, as the app. */

export interface Restricted {
  /** The root first. */
  readonly ancestorIds: readonly string[];
  /** Account ids, only in memory. With no users and no groups, there is no restriction. */
  readonly users: readonly string[];
  readonly groupIds: readonly string[];
}

/** The lists of an expanded restriction have a first part only. */
export const part = <T>(entry: z.ZodType<T>) =>
  z.object({
    results: z.array(entry),
    size: z.int().optional(),
    limit: z.int().optional(),
    totalSize: z.int().optional(),
    _links: z.object({ next: z.string().optional() }).optional(),
  });
export const aGroup = z.object({ id: z.string().min(1) });
/** An expanded restriction. */
export const restriction = z.object({
  restrictions: z.object({ user: part(z.object({ accountId: z.string().min(1) })), group: part(aGroup) }),
});
const content = z.object({
  id: confluenceId,
  ancestors: z.array(z.object({ id: confluenceId })),
  restrictions: z.object({ read: restriction }),
});
const withId = z.object({ id: confluenceId });
const found = z.object({ results: z.array(z.unknown()) });
const EXPAND = 'ancestors,restrictions.read.restrictions.user,restrictions.read.restrictions.group';
export const PAGES_AT_ONCE = 25;

/**
 * @returns by id, what Confluence returned; `odd`: not all of it. The others are hidden from the app, or no content. Undefined: Confluence
 * did not answer
 * @throws as `ask`
 */
export async function readRestrictions(
  asking: Asking,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Restricted | 'odd'> | undefined> {
  const read = new Map<string, Restricted | 'odd'>();
  for (const some of partsOf(ids, PAGES_AT_ONCE)) {
    const query = new URLSearchParams({ cql: `id in (${joinIds(some)})`, limit: String(some.length), expand: EXPAND });
    const answer = await ask(asking, 'restrictions', route`/wiki/rest/api/content/search?${query}`, found);
    if (answer === undefined) return undefined;
    for (const one of answer.results) {
      const { data } = content.safeParse(one);
      const id = data?.id ?? withId.safeParse(one).data?.id;
      if (id === undefined || !some.includes(id)) continue;
      read.set(id, 'odd');
      if (data === undefined) continue;
      const { user, group } = data.restrictions.read.restrictions;
      if (!isWhole(user) || !isWhole(group)) continue;
      read.set(data.id, {
        ancestorIds: data.ancestors.map(({ id }) => id),
        users: user.results.map(({ accountId }) => accountId),
        groupIds: group.results.map(({ id }) => id),
      });
    }
  }
  return read;
}

/** @returns the pages without a view restriction on them or above them, as far as that is certain @throws as `ask` */
export async function findUnrestricted(asking: Asking, pageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const pages = await readRestrictions(asking, pageIds);
  const above = [...(pages?.values() ?? [])].flatMap((page) => (page === 'odd' ? [] : page.ancestorIds));
  const ancestors = await readRestrictions(asking, [...new Set(above)]);
  const isOpen = (page: Restricted | 'odd' | undefined): page is Restricted =>
    page !== undefined && page !== 'odd' && page.users.length + page.groupIds.length === 0;
  const open = pageIds.filter((pageId) => {
    const page = pages?.get(pageId);
    return isOpen(page) && page.ancestorIds.every((id) => isOpen(ancestors?.get(id)));
  });
  return new Set(open);
}

/** A list that may continue is not known: one name more would widen the audience. */
export function isWhole({ results, limit, totalSize, _links }: z.infer<ReturnType<typeof part>>): boolean {
  if (_links?.next !== undefined || (totalSize !== undefined && totalSize > results.length)) return false;
  return limit === undefined || results.length < limit;
}

import * as z from 'zod';
import { parse } from '../classification/page-lookup';
import type { DetectionConfig } from '../detection/configuration/model';
import { type Actor, type Confluence, HostError, route } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';

/**
 * Finds pages whose comments or attachments have changed since a given time. Confluence lists the comments and
 * attachments of all pages that the app sees by the time of their last change, so only changed ones cost calls. The
 * lists do not contain deleted items.
 */

export const CHANGE_LISTS = ['footer-comments', 'inline-comments', 'attachments'] as const;
type ChangeList = (typeof CHANGE_LISTS)[number];

interface ChangedPages {
  /** By page id: when a comment or attachment last changed, by Confluence's clock, in ms. */
  readonly pages: ReadonlyMap<string, number>;
  /** The position to continue from. Undefined: no more changes since the given time. */
  readonly cursor: string | undefined;
}

const AT_ONCE = 100;
/** The maximum depth of replies to follow upward. Confluence has two levels. */
const MAX_STEPS_UP = 10;
const PARENTS_AT_ONCE = 5;

const APP: Actor = { kind: 'app' };

const item = z.object({
  /** Omitted if the item does not belong to a page, and possibly for replies. */
  pageId: z.string().nullish(),
  parentCommentId: z.string().nullish(),
});
const listBody = z.object({
  results: z.array(item.extend({ version: z.object({ createdAt: z.iso.datetime({ offset: true }) }) })),
  _links: z.object({ next: z.string().optional() }).optional(),
});
type Item = z.infer<typeof item>;

export function isWantedList({ comments, attachmentNames }: DetectionConfig['targets'], list: ChangeList): boolean {
  return list === 'attachments' ? attachmentNames : comments;
}

/**
 * Reads a part of a list, last changed first.
 * @param cursor the position to continue from; empty = the start
 * @param since in ms; earlier changes are skipped
 * @throws HostError
 */
export async function listPagesWithChanges(
  confluence: Confluence,
  list: ChangeList,
  cursor: string,
  since: number,
): Promise<ChangedPages> {
  const query = new URLSearchParams({
    sort: '-modified-date',
    limit: String(AT_ONCE),
    ...(cursor === '' ? {} : { cursor }),
  });
  const answer = await readList(confluence, list, query);
  if (answer.status !== 200)
    throw new HostError('failure', `Confluence returned ${answer.status} for a list of ${list}`);
  const { results, _links } = parse(listBody, answer.body);
  const changed = results
    .map((one) => ({ ...one, changedAt: Date.parse(one.version.createdAt) }))
    .filter(({ changedAt }) => changedAt >= since);
  const pageIdOf = await readPagesOf(confluence, list, changed);
  const pages = new Map<string, number>();
  // The list is sorted by last change, newest first.
  for (const one of changed) {
    const pageId = pageIdOf(one);
    if (pageId !== undefined && !pages.has(pageId)) pages.set(pageId, one.changedAt);
  }
  const next = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  return { pages, cursor: changed.length < results.length ? undefined : next };
}

function readList(confluence: Confluence, list: ChangeList, query: URLSearchParams) {
  switch (list) {
    case 'footer-comments':
      return confluence.get(APP, route`/wiki/api/v2/footer-comments?${query}`);
    case 'inline-comments':
      return confluence.get(APP, route`/wiki/api/v2/inline-comments?${query}`);
    case 'attachments':
      return confluence.get(APP, route`/wiki/api/v2/attachments?${query}`);
  }
}

/** Finds the pages of replies that only refer to their parent comment. */
async function readPagesOf(
  confluence: Confluence,
  list: ChangeList,
  items: readonly Item[],
): Promise<(one: Item) => string | undefined> {
  const known = new Map<string, Item | undefined>();
  for (let steps = 0; steps < MAX_STEPS_UP; steps += 1) {
    const asked = [...items, ...known.values()].flatMap((one) => parentOf(one) ?? []);
    const wanted = [...new Set(asked)].filter((id) => !known.has(id));
    if (wanted.length === 0) break;
    for (let start = 0; start < wanted.length; start += PARENTS_AT_ONCE) {
      const some = wanted.slice(start, start + PARENTS_AT_ONCE);
      const read = await awaitAll(some.map((id) => readComment(confluence, list, id)));
      some.forEach((id, index) => known.set(id, read[index]));
    }
  }
  const pageIdOf = (one: Item | undefined, steps = 0): string | undefined => {
    const parentId = parentOf(one);
    if (parentId === undefined || steps === MAX_STEPS_UP) return one?.pageId ?? undefined;
    return pageIdOf(known.get(parentId), steps + 1);
  };
  return pageIdOf;
}

function parentOf(one: Item | undefined): string | undefined {
  return one?.pageId == null ? (one?.parentCommentId ?? undefined) : undefined;
}

async function readComment(confluence: Confluence, list: ChangeList, id: string): Promise<Item | undefined> {
  const { status, body } = await (list === 'inline-comments'
    ? confluence.get(APP, route`/wiki/api/v2/inline-comments/${id}`)
    : confluence.get(APP, route`/wiki/api/v2/footer-comments/${id}`));
  // The comment was deleted in the meantime, together with its replies.
  return status === 200 ? parse(item, body) : undefined;
}

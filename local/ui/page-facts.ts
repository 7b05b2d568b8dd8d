import * as z from 'zod';
import { type ConfluenceClient, NoAccessError } from './confluence-client';

/** All facts that the shell shows about a page, read from Confluence as the acting account. */

const space = z.object({ id: z.string(), key: z.string(), name: z.string() });

const page = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['current', 'archived', 'trashed', 'draft']),
  spaceId: z.string(),
  authorId: z.string(),
  ownerId: z.string(),
  createdAt: z.string(),
  version: z.object({ number: z.number(), message: z.string(), authorId: z.string(), createdAt: z.string() }),
  body: z.object({ storage: z.object({ value: z.string() }) }),
  operations: z.object({ results: z.array(z.object({ operation: z.string() })) }),
  _links: z.object({ base: z.string() }),
});
type Page = z.infer<typeof page>;

const blogPost = page.omit({ ownerId: true });

const titled = z.object({ id: z.string(), title: z.string() });
const child = titled.extend({ status: z.string() });
const attachment = titled.extend({ fileSize: z.number(), version: z.object({ number: z.number() }) });
const label = z.object({ prefix: z.string(), name: z.string() });
const subjects = z.object({ results: z.array(z.unknown()) });
const restriction = z.object({ restrictions: z.object({ user: subjects, group: subjects }) });
const restrictions = z.object({ read: restriction, update: restriction });
const person = z.object({ accountId: z.string(), displayName: z.string() });

export interface PageFacts extends Omit<Page, 'body' | 'operations' | '_links'> {
  readonly space: z.infer<typeof space>;
  /** For example `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly storage: string;
  readonly owner: string;
  readonly author: string;
  readonly editor: string;
  /** From the root of the space down. */
  readonly ancestors: readonly z.infer<typeof titled>[];
  readonly children: readonly z.infer<typeof child>[];
  readonly attachments: readonly z.infer<typeof attachment>[];
  readonly labels: readonly z.infer<typeof label>[];
  readonly viewing: 'open' | 'restricted' | 'inherited';
  readonly editing: 'open' | 'restricted';
  readonly mayLabel: boolean;
  readonly canEdit: boolean;
}

/** All facts that the shell shows about a blog post. */
export interface BlogPostFacts extends Pick<PageFacts, 'id' | 'title' | 'status' | 'createdAt' | 'version'> {
  readonly space: z.infer<typeof space>;
  readonly origin: string;
  readonly storage: string;
  readonly author: string;
  readonly canEdit: boolean;
}

/** undefined: the page does not exist, or this account cannot view it. */
export async function readPageFacts(client: ConfluenceClient, id: string): Promise<PageFacts | undefined> {
  const path = `/wiki/api/v2/pages/${id}`;
  const question = `${path}?body-format=storage&include-operations=true`;
  // Confluence returns a draft that was never published only if the status is requested.
  const found = (await client.read(page, question)) ?? (await client.read(page, `${question}&status=draft`));
  if (found === undefined) return undefined;

  const { body, operations, _links, ...rest } = found;
  const [inSpace, names, children, attachments, labels, own, ancestors] = await Promise.all([
    client.read(space, `/wiki/api/v2/spaces/${found.spaceId}`),
    namesOf(client, [found.ownerId, found.authorId, found.version.authorId]),
    client.list(child, `${path}/children?limit=250`),
    client.list(attachment, `${path}/attachments?limit=250`),
    client.list(label, `${path}/labels?limit=250`),
    restrictionsOf(client, id),
    readAncestors(client, id),
  ]);
  if (inSpace === undefined) return undefined;
  const inherited = await Promise.all(ancestors.map((ancestor) => restrictionsOf(client, ancestor.id)));
  const isPublished = found.status === 'current' || found.status === 'archived';
  return {
    ...rest,
    space: inSpace,
    origin: new URL(_links.base).origin,
    storage: body.storage.value,
    owner: names(found.ownerId),
    author: names(found.authorId),
    editor: names(found.version.authorId),
    ancestors,
    children: children ?? [],
    attachments: attachments ?? [],
    labels: labels ?? [],
    viewing: own.view ? 'restricted' : inherited.some(({ view }) => view) ? 'inherited' : 'open',
    editing: own.edit ? 'restricted' : 'open',
    mayLabel: isPublished && canUpdate(operations),
    canEdit: canUpdate(operations),
  };
}

/** undefined: the blog post does not exist, or this account cannot view it. */
export async function readBlogPostFacts(client: ConfluenceClient, id: string): Promise<BlogPostFacts | undefined> {
  const path = `/wiki/api/v2/blogposts/${id}?body-format=storage&include-operations=true`;
  const found = await client.read(blogPost, path);
  if (found === undefined) return undefined;
  const [inSpace, names] = await Promise.all([
    client.read(space, `/wiki/api/v2/spaces/${found.spaceId}`),
    namesOf(client, [found.authorId]),
  ]);
  if (inSpace === undefined) return undefined;
  const { body, operations, _links, authorId, ...rest } = found;
  return {
    ...rest,
    space: inSpace,
    origin: new URL(_links.base).origin,
    storage: body.storage.value,
    author: names(authorId),
    canEdit: canUpdate(operations),
  };
}

function canUpdate({ results }: Page['operations']): boolean {
  return results.some(({ operation }) => operation === 'update');
}

async function readAncestors(client: ConfluenceClient, id: string): Promise<readonly z.infer<typeof titled>[]> {
  const ids = await client.list(z.object({ id: z.string() }), `/wiki/api/v2/pages/${id}/ancestors?limit=250`);
  if (ids === undefined || ids.length === 0) return [];
  const list = ids.map((ancestor) => ancestor.id);
  const pages = await client.list(titled, `/wiki/api/v2/pages?limit=250&id=${list.join(',')}`);
  return list.flatMap((ancestorId) => pages?.find((each) => each.id === ancestorId) ?? []);
}

/** Only published pages have restrictions, and only people with a license see them. */
async function restrictionsOf(client: ConfluenceClient, id: string): Promise<{ view: boolean; edit: boolean }> {
  const found = await licensed(client.read(restrictions, `/wiki/rest/api/content/${id}/restriction/byOperation`));
  const names = (one: z.infer<typeof restriction> | undefined) =>
    one !== undefined && one.restrictions.user.results.length + one.restrictions.group.results.length > 0;
  return { view: names(found?.read), edit: names(found?.update) };
}

async function namesOf(client: ConfluenceClient, accountIds: readonly string[]): Promise<(id: string) => string> {
  const query = new URLSearchParams();
  for (const accountId of accountIds) query.append('accountId', accountId);
  const path = `/wiki/rest/api/user/bulk?${query.toString()}`;
  const answer = await licensed(client.read(z.object({ results: z.array(person) }), path));
  if (answer === undefined) return () => 'Name not public';
  return (id) => answer.results.find(({ accountId }) => accountId === id)?.displayName ?? id;
}

/** The answer of an endpoint that requires a license; undefined for readers of a public space without one. */
async function licensed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoAccessError) return undefined;
    throw error;
  }
}

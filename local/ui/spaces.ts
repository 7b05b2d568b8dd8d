import * as z from 'zod';
import { pageAddress, spaceAddress } from './address';
import type { ConfluenceClient } from './confluence-client';
import { breadcrumb, lozenge } from './elements';
import { type Markup, markup } from './markup';
import { besideSidebar } from './module-page';
import { shellPage, type ShellOptions } from './shell';
import type { SpaceModules } from './surfaces/module-pages';

/** The home page with the spaces that the acting account can see, and a space with its pages. */

const space = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.object({ plain: z.object({ value: z.string() }) }),
});
type Space = z.infer<typeof space>;

const page = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  parentId: z.string().nullable(),
  position: z.number(),
});
type Page = z.infer<typeof page>;

/** @param tour the things to try */
export async function homePage(client: ConfluenceClient, options: ShellOptions, tour: Markup): Promise<string> {
  const spaces = (await client.list(space, '/wiki/api/v2/spaces?limit=250&sort=name&description-format=plain')) ?? [];
  const items = spaces.map(
    ({ key, name, description }) =>
      markup`<li><a href="${spaceAddress(key)}">${name}</a> <code>${key}</code><p>${description.plain.value}</p></li>`,
  );
  const empty = markup`<p class="empty">There are no spaces that you can view. Select another account, or ask a space admin for access.</p>`;
  return shellPage(
    options,
    'Home',
    markup`<main class="content start"><h1>Demo site</h1>
<p>A plain stand-in for Confluence. The app is in the header: Apps, ${options.settings.title}, Administration.</p>
${tour}
<h2>Spaces</h2>${items.length === 0 ? empty : markup`<ul class="spaces">${items}</ul>`}</main>`,
  );
}

/** undefined: the space does not exist, or this account cannot view it. */
export async function findSpace(client: ConfluenceClient, key: string): Promise<Space | undefined> {
  const path = `/wiki/api/v2/spaces?description-format=plain&keys=${encodeURIComponent(key)}`;
  return (await client.list(space, path))?.[0];
}

export async function spacePage(
  client: ConfluenceClient,
  options: ShellOptions,
  found: Space,
  modules: SpaceModules,
): Promise<string> {
  const { id, key, name, description } = found;
  const pages = (await client.list(page, `/wiki/api/v2/spaces/${id}/pages?limit=250`)) ?? [];
  const empty = markup`<p class="empty">This space has no pages that you may see.</p>`;
  const content = markup`${breadcrumb([], name)}
<main class="content"><h1>${name}</h1>
<p>${description.plain.value}</p>
<dl class="facts"><dt>Key</dt><dd><code>${key}</code></dd><dt>Space ID</dt><dd><code>${id}</code></dd></dl>
<h2>Pages</h2>${pages.length === 0 ? empty : tree(key, pages)}</main>`;
  return shellPage(options, name, besideSidebar(options, found, modules, content));
}

/** A page whose parent is not in the list is at the root. */
function tree(spaceKey: string, pages: readonly Page[]): Markup {
  const ids = new Set(pages.map(({ id }) => id));
  const below = new Map<string | undefined, Page[]>();
  for (const each of [...pages].sort((a, b) => a.position - b.position)) {
    const parent = each.parentId !== null && ids.has(each.parentId) ? each.parentId : undefined;
    below.set(parent, [...(below.get(parent) ?? []), each]);
  }
  const branch = (parent: string | undefined): Markup | undefined => {
    const items = below
      .get(parent)
      ?.map(
        ({ id, title, status }) =>
          markup`<li><a href="${pageAddress(spaceKey, id)}">${title}</a>${status === 'archived' ? lozenge('Archived') : undefined}${branch(id)}</li>`,
      );
    return items && markup`<ul>${items}</ul>`;
  };
  return markup`<nav class="tree" aria-label="Pages">${branch(undefined)}</nav>`;
}

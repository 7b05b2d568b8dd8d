import { parseStorage } from '../confluence/storage-format';
import type { LocalHost } from '../host';
import {
  type ContentAddress,
  contentAddress,
  type ModuleAddress,
  pageAddress,
  readModuleAddress,
  readSpaceAddress,
  spaceAddress,
} from './address';
import { type ConfluenceClient, confluenceFor, NoAccessError } from './confluence-client';
import { appsMenuPage, spaceModulePage } from './module-page';
import { type BlogPostFacts, type PageFacts, readBlogPostFacts, readPageFacts } from './page-facts';
import { blogPostView, pageView, type ShownPage } from './page-view';
import { noAccessPage, notEditablePage, notFoundPage, notShownPage } from './refusals';
import { html, redirect } from './responses';
import type { ShellOptions } from './shell';
import { findSpace, homePage, spacePage } from './spaces';
import type { ShownContent } from './surfaces/content';
import { moduleFrame, readSpaceModules } from './surfaces/module-pages';
import { readShownModules } from './surfaces/shown-modules';
import { tour } from './tour';

/** A visit of the shell. */
interface Visit {
  readonly host: LocalHost;
  readonly client: ConfluenceClient;
  readonly options: ShellOptions;
}

/** Home, spaces, pages and blog posts as the acting account sees them; `form` is the body of a POST to a page. */
export async function browse(host: LocalHost, options: ShellOptions, form?: URLSearchParams): Promise<Response> {
  const client = confluenceFor(host, options.visitor);
  if (client === undefined) return html(noAccessPage(options), 403);
  const visit: Visit = { host, client, options };
  try {
    const response = form === undefined ? await show(visit) : await changeLabels(visit, form);
    return response ?? html(notFoundPage(options), 404);
  } catch (error) {
    if (error instanceof NoAccessError) return html(noAccessPage(options), 403);
    throw error;
  }
}

async function show(visit: Visit): Promise<Response | undefined> {
  const { client, options } = visit;
  if (options.path === '/site/') return html(await homePage(client, options, await tour(visit.host)));
  const ofModule = readModuleAddress(options.path);
  if (ofModule !== undefined) return showModule(visit, ofModule);
  const address = readSpaceAddress(options.path);
  if (address === undefined) return undefined;
  if (address.content !== undefined) return showContent(visit, address.content);
  const space = await findSpace(client, address.spaceKey);
  if (space === undefined) return undefined;
  const modules = await readSpaceModules(visit.host, client, options.visitor, space);
  return answerAt(spaceAddress(space.key), options, () => spacePage(client, options, space, modules));
}

/** A page that the app fills, in a space or in the Apps menu. */
async function showModule({ host, client, options }: Visit, address: ModuleAddress): Promise<Response | undefined> {
  const { visitor, appsMenu } = options;
  if (address.spaceKey === undefined) {
    const frame = moduleFrame(host, visitor, address, appsMenu);
    return frame && html(appsMenuPage(options, frame));
  }
  const space = await findSpace(client, address.spaceKey);
  if (space === undefined) return undefined;
  const modules = await readSpaceModules(host, client, visitor, space);
  const frame = moduleFrame(host, visitor, address, [...modules.pages, ...modules.settings]);
  return frame === undefined ? html(notShownPage(options), 403) : html(spaceModulePage(options, space, modules, frame));
}

async function showContent(visit: Visit, address: ContentAddress): Promise<Response | undefined> {
  const { client, options } = visit;
  if (address.type === 'page') {
    const facts = await readPageFacts(client, address.id);
    return facts && answerContent(visit, address, facts, (shown) => pageView(options, shown));
  }
  const facts = await readBlogPostFacts(client, address.id);
  return facts && answerContent(visit, address, facts, (shown) => blogPostView(options, shown));
}

async function answerContent<Facts extends PageFacts | BlogPostFacts>(
  visit: Visit,
  address: ContentAddress,
  facts: Facts,
  view: (shown: ShownPage<Facts>) => string,
): Promise<Response> {
  const { options } = visit;
  if (address.isEditing && !facts.canEdit) return html(notEditablePage(options), 403);
  const own = contentAddress(facts.space.key, address);
  return answerAt(own, options, async () => view(await withModules(visit, address, facts)));
}

async function withModules<Facts extends PageFacts | BlogPostFacts>(
  { host, client, options }: Visit,
  address: ContentAddress,
  facts: Facts,
): Promise<ShownPage<Facts>> {
  const { space, canEdit } = facts;
  const content: ShownContent = { ...address, spaceId: space.id, body: parseStorage(facts.storage), canEdit };
  const [modules, ofSpace] = await Promise.all([
    readShownModules(host, client, options.visitor, content),
    readSpaceModules(host, client, options.visitor, space),
  ]);
  return { facts, content, modules, ofSpace };
}

/** An address that names a page by its title or by its former space redirects to the page's own address. */
async function answerAt(
  address: string,
  { path }: ShellOptions,
  body: () => string | Promise<string>,
): Promise<Response> {
  return path === address ? html(await body()) : redirect(address);
}

/** Confluence decides about this change as about any other change of this person. */
async function changeLabels(visit: Visit, form: URLSearchParams): Promise<Response | undefined> {
  const { client, options } = visit;
  const content = readSpaceAddress(options.path)?.content;
  const facts = content?.type === 'page' ? await readPageFacts(client, content.id) : undefined;
  if (content === undefined || facts === undefined) return undefined;
  const labels = `/wiki/rest/api/content/${facts.id}/label`;
  const [add, remove] = [form.get('add')?.trim(), form.get('remove')];
  const answer =
    remove === null
      ? await client.send('POST', labels, [{ prefix: 'global', name: add ?? '' }])
      : await client.send('DELETE', `${labels}?name=${encodeURIComponent(remove)}`);
  // 404 for a new label: a page in the trash, or one that was never published, can be read but not labeled.
  if (answer.status === 403 || (answer.status === 404 && remove === null)) return html(notEditablePage(options), 403);
  if (answer.status === 400) {
    const shown = await withModules(visit, { ...content, isEditing: false }, facts);
    return html(pageView(options, shown, { name: add ?? '', message: answer.message }), 400);
  }
  // A label that another user has already removed counts as removed.
  return redirect(`${pageAddress(facts.space.key, facts.id)}#labels`);
}

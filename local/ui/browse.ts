import type { LocalHost } from '../host';
import { pageAddress, readSpaceAddress, spaceAddress } from './address';
import { confluenceAs, type ConfluenceClient, NoAccessError } from './confluence-client';
import { readPageFacts } from './page-facts';
import { pageView } from './page-view';
import { noAccessPage, notEditablePage, notFoundPage } from './refusals';
import { html, redirect } from './responses';
import type { ShellOptions } from './shell';
import { findSpace, homePage, spacePage } from './spaces';

/** Home, spaces and pages as the acting account sees them; `form` is the body of a POST to a page. */
export async function browse(
  { confluence }: LocalHost,
  options: ShellOptions,
  form?: URLSearchParams,
): Promise<Response> {
  const accountId = confluence.accountIdOf(options.visitor.email);
  if (accountId === undefined) return html(noAccessPage(options), 403);
  const client = confluenceAs(confluence, accountId);
  try {
    const response = form === undefined ? await show(client, options) : await changeLabels(client, options, form);
    return response ?? html(notFoundPage(options), 404);
  } catch (error) {
    if (error instanceof NoAccessError) return html(noAccessPage(options), 403);
    throw error;
  }
}

async function show(client: ConfluenceClient, options: ShellOptions): Promise<Response | undefined> {
  if (options.path === '/site/') return html(await homePage(client, options));
  const address = readSpaceAddress(options.path);
  if (address === undefined) return undefined;
  if (address.pageId !== undefined) {
    const facts = await readPageFacts(client, address.pageId);
    return facts && answerAt(pageAddress(facts.space.key, facts.id), options, () => pageView(options, facts));
  }
  const space = await findSpace(client, address.spaceKey);
  return space && answerAt(spaceAddress(space.key), options, () => spacePage(client, options, space));
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
async function changeLabels(
  client: ConfluenceClient,
  options: ShellOptions,
  form: URLSearchParams,
): Promise<Response | undefined> {
  const address = readSpaceAddress(options.path);
  const facts = address?.pageId === undefined ? undefined : await readPageFacts(client, address.pageId);
  if (facts === undefined) return undefined;
  const labels = `/wiki/rest/api/content/${facts.id}/label`;
  const [add, remove] = [form.get('add')?.trim(), form.get('remove')];
  const answer =
    remove === null
      ? await client.send('POST', labels, [{ prefix: 'global', name: add ?? '' }])
      : await client.send('DELETE', `${labels}?name=${encodeURIComponent(remove)}`);
  // 404 for a new label: a page in the trash, or one that was never published, can be read but not labelled.
  if (answer.status === 403 || (answer.status === 404 && remove === null)) return html(notEditablePage(options), 403);
  if (answer.status === 400) {
    return html(pageView(options, facts, { name: add ?? '', message: answer.message }), 400);
  }
  // A label that another user has already removed counts as removed.
  return redirect(`${pageAddress(facts.space.key, facts.id)}#labels`);
}

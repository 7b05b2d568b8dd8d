import { ADMIN, APP_USER, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** Pages of the simulated Confluence, created and changed through its REST API as users do. */

export interface PageRequest {
  readonly title?: string;
  readonly text?: string;
  readonly spaceId?: string;
  /** The email address of its author and owner. */
  readonly by?: string;
  readonly status?: 'current' | 'draft';
  readonly parentId?: string;
}

let titles = 0;
/** Different from the title of every other page. */
export const newTitle = () => `Page number ${(titles += 1)}`;

/** @returns the id of a new page */
export async function aPage(site: Site, request: PageRequest = {}, folder = 'pages'): Promise<string> {
  const { spaceId, by, status, parentId, title = newTitle(), text = 'Text.' } = request;
  const page = {
    spaceId: spaceId ?? DEMO_SPACES.ENG,
    status: status ?? 'current',
    title,
    ...(parentId === undefined ? {} : { parentId }),
    body: { representation: 'storage', value: `<p>${text}</p>` },
  };
  const { id } = (await expectOk(site.wiki('POST', `/api/v2/${folder}`, page, by))) as { id: string };
  return id;
}

export const aBlogPost = (site: Site, request: PageRequest = {}) => aPage(site, request, 'blogposts');

/** A new folder below a page or a folder of the space. @returns its id */
export async function aFolder(site: Site, parentId: string, spaceId: string = DEMO_SPACES.ENG): Promise<string> {
  const folder = { spaceId, title: newTitle(), parentId };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/folders', folder))) as { id: string };
  return id;
}

export async function trash(site: Site, pageId: string, by?: string): Promise<void> {
  await expectOk(site.wiki('DELETE', `/api/v2/pages/${pageId}`, undefined, by));
}

export async function purge(site: Site, pageId: string, by?: string): Promise<void> {
  await trash(site, pageId, by);
  await expectOk(site.wiki('DELETE', `/api/v2/pages/${pageId}?purge=true`, undefined, by));
}

export async function archive(site: Site, pageId: string, by?: string): Promise<void> {
  await expectOk(site.wiki('POST', '/rest/api/content/archive', { pages: [{ id: pageId }] }, by));
}

/** Moves a page below the home page of another demo space. */
export async function move(site: Site, pageId: string, to: 'ENG' | 'HR' | 'OPEN', by?: string): Promise<void> {
  const home = { ENG: DEMO_PAGES.engHome, HR: DEMO_PAGES.hrHome, OPEN: DEMO_PAGES.openHome }[to];
  await expectOk(site.wiki('PUT', `/rest/api/content/${pageId}/move/append/${home}`, undefined, by));
}

/** Restricts the operation on the page to these accounts. */
export async function restrict(
  site: Site,
  pageId: string,
  operation: 'read' | 'update',
  accountIds: readonly string[],
  by?: string,
): Promise<void> {
  const user = accountIds.map((accountId) => ({ type: 'known', accountId }));
  const body = [{ operation, restrictions: { user, group: [] } }];
  await expectOk(site.wiki('POST', `/rest/api/content/${pageId}/restriction`, { results: body }, by));
}

/** Restricts the page to the app and an admin whose account no test key uses. */
export const ADMIN_AND_APP = [ADMIN.accountId, APP_USER.accountId];

/** Removes a permission in a space from a person; without `operation`, all of them. */
export async function takeSpacePermission(
  site: Site,
  space: keyof typeof DEMO_SPACES,
  accountId: string,
  operation: 'read space' | 'create page' = 'read space',
): Promise<void> {
  const { results } = (await expectOk(
    site.wiki('GET', `/api/v2/spaces/${DEMO_SPACES[space]}/permissions?limit=250`),
  )) as {
    results: { id: string; principal: { id: string }; operation: { key: string; targetType: string } }[];
  };
  const permission = results.find(
    ({ principal, operation: { key, targetType } }) =>
      principal.id === accountId && `${key} ${targetType}` === operation,
  );
  if (permission === undefined) throw new Error(`${accountId} does not have ${operation} in ${space}`);
  await expectOk(site.wiki('DELETE', `/rest/api/space/${space}/permission/${permission.id}`));
}

/** Stores a level that was set manually some time ago. Also works for pages that no current user could classify. */
export async function storeLevel(
  site: Site,
  pageId: string,
  levelId: string,
  spaceId: string = DEMO_SPACES.ENG,
): Promise<void> {
  await putRow(site, 'page-level', pageId, {
    v: 1,
    rev: 1,
    changeId: crypto.randomUUID(),
    spaceId,
    levelId,
    classifierId: ADMIN.accountId,
    classificationDate: '2026-01-02T03:04:05.678Z',
    method: 'MANUAL',
    pageVersion: 1,
  });
}

/** The body of a response. @throws if it is not a success */
export async function expectOk(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`Confluence answered ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Attaches a file to a page.
 * @param method PUT for a new version of the file with this name
 * @param content its bytes and media type
 * @param accountId the person who attaches it
 * @returns its id
 */
export async function attach(
  site: Site,
  pageId: string,
  name: string,
  comment = '',
  method: 'POST' | 'PUT' = 'POST',
  content: Blob = new Blob(['text']),
  accountId: string = ADMIN.accountId,
): Promise<string> {
  const body = new FormData();
  body.set('file', content, name);
  body.set('comment', comment);
  const address = `http://127.0.0.1:8080/wiki/rest/api/content/${pageId}/child/attachment`;
  const response = site.host.confluence.handle(new Request(address, { method, body }), {
    kind: 'user',
    accountId,
  });
  const { results } = (await expectOk(response)) as { results: readonly { id: string }[] };
  return results[0]?.id ?? '';
}

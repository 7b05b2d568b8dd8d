import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { idOf, listOf, pageOf } from './answers';
import { aSite } from './simulated-site';

/** Folders and other content of the page tree that is no page. */

const V2 = '/wiki/api/v2';
const { ENG } = DEMO_SPACES;
const events: string[] = [];
const site = aSite(undefined, { onEvent: (event) => events.push(event.eventType) });
const admin = site.as('admin');
const make = async (list: string, title: string, parentId?: string) =>
  idOf(await admin.post(`${V2}/${list}`, { spaceId: ENG, title, ...(parentId === undefined ? {} : { parentId }) }));
const childrenOf = async (list: string, id: string, by = 'admin') =>
  listOf(await site.as(by).get(`${V2}/${list}/${id}/direct-children`)).results.map(
    (child) => `${String(child['type'])} ${child.id}`,
  );

it('pages can be below each kind of content of the tree, and are then in no list of the child pages above', async () => {
  const top = await make('pages', 'Top');
  const folder = await make('folders', 'Folder', top);
  const whiteboard = await make('whiteboards', 'Whiteboard', folder);
  const database = await make('databases', 'Database', whiteboard);
  const embed = await make('embeds', 'Link', database);
  const page = await make('pages', 'Deep', embed);
  expect((await admin.get(`${V2}/pages/${page}`)).json).toMatchObject({ parentId: embed, parentType: 'embed' });
  expect(listOf(await admin.get(`${V2}/pages/${top}/children`)).results).toEqual([]);
  expect(await childrenOf('pages', top)).toEqual([`folder ${folder}`]);
  expect(await childrenOf('embeds', embed)).toEqual([`page ${page}`]);
  expect((await admin.get(`${V2}/pages/${folder}`)).status).toBe(404);
  expect((await admin.get(`${V2}/whiteboards/${folder}/direct-children`)).status).toBe(404);
});

it('restrictions of a folder hide the pages in it, and its deletion moves them up', async () => {
  const folder = await make('folders', 'Restricted folder', DEMO_PAGES.runbooks);
  const page = await make('pages', 'In the restricted folder', folder);
  const restrictions = [{ operation: 'read', restrictions: { user: [{ type: 'known', accountId: ADMIN.accountId }] } }];
  await admin.put(`/wiki/rest/api/content/${folder}/restriction`, restrictions);
  expect((await site.as('editor').get(`${V2}/pages/${page}`)).status).toBe(404);
  expect(await childrenOf('pages', DEMO_PAGES.runbooks, 'editor')).not.toContain(`folder ${folder}`);
  expect((await admin.delete(`${V2}/folders/${folder}`)).status).toBe(204);
  expect(pageOf(await site.as('editor').get(`${V2}/pages/${page}`)).parentId).toBe(DEMO_PAGES.runbooks);
});

it('a folder has its own events, and a move of it none for the pages in it', async () => {
  const folder = await make('folders', 'Moved folder');
  const page = await make('pages', 'In the moved folder', folder);
  events.length = 0;
  await admin.put(`/wiki/rest/api/content/${folder}/move/append/${DEMO_PAGES.openHome}`);
  expect(events).toEqual(['avi:confluence:moved:folder']);
  expect(pageOf(await admin.get(`${V2}/pages/${page}`)).spaceId).toBe(DEMO_SPACES.OPEN);
});

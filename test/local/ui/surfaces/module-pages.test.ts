import { ADMIN, EDITOR, OUTSIDER, SPACE_ADMIN, UNLICENSED, VIEWER } from '../../../../local/demo';
import { type ServedSite, serveSite } from '../../../support/browser';

/**
 * The pages of the app in the sidebar and the settings of a space, and in the Apps menu. Tests who sees them, and their
 * frames.
 */

let site: ServedSite;
beforeAll(async () => {
  const surfaces = (argument: unknown, context: unknown) => Promise.resolve({ argument, context });
  site = await serveSite({ functions: { surfaces } });
});
afterAll(() => site.stop());

const get = (path: string, email: string) =>
  fetch(site.url + path, { redirect: 'manual', headers: { cookie: `account=${encodeURIComponent(email)}` } });
const textOf = async (path: string, email: string) => (await get(path, email)).text();
const appPage = () => {
  const { appId, environmentId } = site.host.installation;
  return `apps/${appId}/${environmentId}/classification`;
};
const inSpace = (key: string) => `/site/spaces/${key}/${appPage()}`;
const inSettings = (key: string) => `/site/spaces/${key}/settings/${appPage()}`;
const inAppsMenu = () => `/site/${appPage()}`;
const isLinked = (text: string, address: string) => text.includes(`href="${address}"`);

it.each([
  [ADMIN.email, { sidebar: true, settings: true, appsMenu: true }],
  [SPACE_ADMIN.email, { sidebar: true, settings: true, appsMenu: true }],
  [EDITOR.email, { sidebar: true, settings: false, appsMenu: true }],
  [VIEWER.email, { sidebar: true, settings: false, appsMenu: true }],
])('%s sees the pages of ENG that are for this account', async (email, seen) => {
  const text = await textOf('/site/spaces/ENG', email);
  expect({
    sidebar: isLinked(text, inSpace('ENG')),
    settings: isLinked(text, inSettings('ENG')),
    appsMenu: isLinked(text, inAppsMenu()),
  }).toEqual(seen);
  expect((await get(inSpace('ENG'), email)).status).toBe(200);
  expect((await get(inSettings('ENG'), email)).status).toBe(seen.settings ? 200 : 403);
  expect((await get(inAppsMenu(), email)).status).toBe(200);
});

it('the administrator of one space does not administer another', async () => {
  expect(isLinked(await textOf('/site/spaces/OPEN', SPACE_ADMIN.email), inSettings('OPEN'))).toBe(false);
  expect((await get(inSettings('OPEN'), SPACE_ADMIN.email)).status).toBe(403);
});

it('a hidden space looks like one that does not exist', async () => {
  const missing = await get(inSpace('NONE'), OUTSIDER.email);
  const hidden = await get(inSpace('HR'), OUTSIDER.email);
  expect([missing.status, hidden.status]).toEqual([404, 404]);
  expect((await hidden.text()).replaceAll('HR', 'NONE')).toBe(await missing.text());
});

it('people without a license or a login see no page of the app', async () => {
  for (const email of [UNLICENSED.email, 'anonymous']) {
    const text = await textOf('/site/spaces/OPEN', email);
    expect([isLinked(text, inSpace('OPEN')), isLinked(text, inAppsMenu())]).toEqual([false, false]);
    expect((await get(inSpace('OPEN'), email)).status).toBe(403);
    expect((await get(inAppsMenu(), email)).status).toBe(404);
  }
});

it('the frame gets the space of its address, and cannot claim another', async () => {
  const text = await textOf(inSpace('ENG'), VIEWER.email);
  const [, json = ''] = /id="app-page" data-surface="([^"]*)"/.exec(text) ?? [];
  const { token } = JSON.parse(json.replaceAll('&#34;', '"')) as { token: string };
  const invoke = (email: string) =>
    fetch(`${site.url}/site/bridge/invoke`, {
      method: 'POST',
      headers: { cookie: `account=${encodeURIComponent(email)}`, origin: site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ functionKey: 'openSpace', frame: { token, spaceKey: 'HR', modal: { a: 1 } } }),
    });
  expect(await (await invoke(VIEWER.email)).json()).toMatchObject({
    argument: {
      context: {
        accountId: VIEWER.accountId,
        moduleKey: 'space-classification',
        extension: { type: 'confluence:spacePage', space: { key: 'ENG' }, modal: { a: 1 } },
      },
    },
  });
  expect((await invoke(EDITOR.email)).status).toBe(403);
});

it("the addresses of Confluence lead to the shell's", async () => {
  for (const address of [inSpace('ENG'), inSettings('ENG'), inAppsMenu()]) {
    const response = await get(address.replace('/site', '/wiki'), VIEWER.email);
    expect([response.status, response.headers.get('location')]).toEqual([303, address]);
  }
});

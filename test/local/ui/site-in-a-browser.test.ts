import { createRequire } from 'node:module';
import { contentSecurityPolicy } from '../../../local/ui/content-security-policy';
import { type ServedSite, serveSite } from '../../support/browser';

/** The shell, the frame and the bridge over HTTP, as a browser requests them. */

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { method: 'POST', body, redirect: 'manual', headers });

it('the local site leads from the root to the site, and from there to the administration', async () => {
  expect((await get('/')).headers.get('location')).toBe('/site/');
  expect(await (await get('/site/')).text()).toContain('<a href="/site/admin">Administration</a>');
  expect(await (await get('/site/admin')).text()).toContain(
    'sandbox="allow-downloads allow-forms allow-modals allow-pointer-lock allow-same-origin allow-scripts"',
  );
});

it("the local site serves the app's files with Forge's policy, with the bridge before every script", async () => {
  const response = await get('/site/resource/admin/');
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
  const page = await response.text();
  expect(/<script[^>]*>/.exec(page)?.[0]).toBe('<script src="/site/bridge.js">');
  const [, script = ''] = /src="[.]\/(assets\/[^"]+)"/.exec(page) ?? [];
  const asset = await get(`/site/resource/admin/${script}`);
  expect(asset.status).toBe(200);
  expect(asset.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
});

it('the local site allows no inline scripts or styles, and no connection except to the site and Atlassian', () => {
  expect(contentSecurityPolicy()).not.toContain('unsafe');
  expect(contentSecurityPolicy()).toMatch(/(^|; )script-src 'self' https:/);
  // The package comes from Forge; these statements must stay true.
  expect(createRequire(__filename).resolve('@forge/csp')).toContain('node_modules');
});

it.each([
  '/site/resource/other/',
  '/site/resource/admin/..%2f..%2fpackage.json',
  '/site/resource/admin/none.js',
  '/site/x',
])('the local site serves nothing else: %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('the local site invokes the resolver as the selected account, and only for its own pages', async () => {
  const invoke = (headers: Record<string, string>) =>
    post('/site/bridge/invoke', JSON.stringify({ functionKey: 'listKeys', payload: {} }), headers);
  const chosen = await post('/site/choice?back=/site/admin', 'account=editor%40example.com', { origin: site.url });
  expect(chosen.headers.get('location')).toBe('/site/admin');
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? '';

  expect(await (await invoke({ origin: site.url })).json()).toMatchObject({ ok: true });
  expect(await (await invoke({ origin: site.url, cookie })).json()).toMatchObject({
    error: { code: 'NOT_SITE_ADMIN' },
  });
  expect((await invoke({ origin: 'http://elsewhere.example' })).status).toBe(403);
  expect((await invoke({})).status).toBe(403);
});

it('the local site redirects only to its own pages after a selection', async () => {
  const chosen = await post('/site/choice?back=//elsewhere.example', 'theme=dark', { origin: site.url });
  expect(chosen.headers.get('location')).toBe('/site/');
});

it('the start page leads to six things to try, and each link selects the account that it needs', async () => {
  const start = await (await get('/site/')).text();
  const links = [...start.matchAll(/href="(\/site\/try\/[a-z]+)"/g)].map(([, path = '']) => path);
  expect(links).toHaveLength(6);
  expect(start).toContain('No page has been scanned yet');
  for (const path of links) {
    const tried = await get(path);
    const cookie = tried.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect([path, cookie]).toEqual([path, expect.stringMatching(/^account=(admin|editor)%40example[.]com$/)]);
    const location = tried.headers.get('location') ?? '';
    const opened = await fetch(site.url + location, { redirect: 'manual', headers: { cookie } });
    expect([path, location, opened.status]).toEqual([path, location, 200]);
  }
});

it('a link of another site selects no account, and unknown things to try do not exist', async () => {
  const tried = await fetch(`${site.url}/site/try/overview`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect([tried.headers.get('location'), tried.headers.get('set-cookie')]).toEqual(['/site/', null]);
  expect((await get('/site/try/nothing')).status).toBe(404);
});

import { DEMO_PAGES, DEMO_SPACES } from '../../../../local/demo';
import { bylineText } from '../../../../local/ui/surfaces/byline-text';
import { signFrame } from '../../../../local/ui/surfaces/frame-token';
import { type ServedSite, serveSite } from '../../../support/browser';
import { expectOk } from '../../../support/wiki-pages';

/** The modules of the app on pages, over HTTP: who sees which, and what a frame can claim. */

const calls: string[] = [];
let site: ServedSite;
beforeEach(async () => {
  const echo = (argument: { call: unknown; context: unknown }) => {
    calls.push('surfaces');
    return Promise.resolve(argument);
  };
  const bylineProperties = (argument: { context: { accountId: string } }) => {
    calls.push('bylineProperties');
    return Promise.resolve({ title: `For ${argument.context.accountId}`, icon: 'https://elsewhere.example/x.svg' });
  };
  site = await serveSite({ functions: { surfaces: echo, bylineProperties } });
});
afterEach(() => site.stop());
beforeEach(() => calls.splice(0));

const as = (email: string) => ({ cookie: `account=${encodeURIComponent(email)}` });
const get = (path: string, email = 'admin@example.com') => fetch(site.url + path, { headers: as(email) });
const PAGE = `/site/spaces/ENG/pages/${DEMO_PAGES.architecture}`;
const OPEN_PAGE = `/site/spaces/OPEN/pages/${DEMO_PAGES.welcome}`;

interface Shown {
  readonly key: string;
  readonly token: string;
  readonly context: { readonly extension: object; readonly localId: string };
}

/** The descriptions of the frames on a page. */
async function modulesOn(path: string, email?: string): Promise<Shown[]> {
  const text = await (await get(path, email)).text();
  return [...text.matchAll(/data-surface="([^"]*)"/g)].map(([, json = '']) =>
    JSON.parse(json.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))),
  );
}
const keysOn = async (path: string, email?: string) => (await modulesOn(path, email)).map(({ key }) => key);

const post = async (path: string, body: unknown, email = 'admin@example.com') => {
  const headers = { ...as(email), origin: site.url, 'content-type': 'application/json' };
  return fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
};
const invoke = (frame: object, email?: string) =>
  post('/site/bridge/invoke', { functionKey: 'openPopup', payload: {}, frame }, email);

const property = (pageId: string, value: object) =>
  expectOk(site.wiki('POST', `/api/v2/pages/${pageId}/properties`, { key: 'pgcls_level', value }));

const switches = (value: object) =>
  expectOk(
    site.host.confluence.handle(
      new Request('http://127.0.0.1/wiki/api/v2/app/properties/pgcls_surfaces', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      }),
      { kind: 'app' },
    ),
  );

const MENUS = ['level-history', 'classify-below', 'exclude-selection', 'redact-selection'];

it.each([
  ['admin@example.com', PAGE, ['level-byline', ...MENUS]],
  ['editor@example.com', PAGE, ['level-byline', ...MENUS]],
  ['viewer@example.com', PAGE, ['level-byline', 'level-history']],
  ['unlicensed@example.com', OPEN_PAGE, ['level-byline']],
  ['anonymous', OPEN_PAGE, ['level-byline']],
  // Only the byline belongs to the editor and to the view.
  ['editor@example.com', PAGE.replace('/pages/', '/pages/edit-v2/'), ['level-byline']],
  ['editor@example.com', `/site/spaces/OPEN/blog/${DEMO_PAGES.blogPost}`, ['level-byline', ...MENUS]],
  ['viewer@example.com', `/site/spaces/ENG/pages/edit-v2/${DEMO_PAGES.architecture}`, []],
])('%s sees on %s: %j', async (email, path, expected) => {
  expect(await keysOn(path, email)).toEqual(expected);
});

it('a page view invokes nothing, and shows the text of the content property', async () => {
  await property(DEMO_PAGES.architecture, {
    title: '"><script>x</script>',
    tooltip: 'Only for some',
    icon: 'data:image/svg+xml;utf8,x',
    banner: 'true',
  });
  const text = await (await get(PAGE)).text();
  expect(text).toContain('<span>&#34;&#62;&#60;script&#62;x&#60;/script&#62;</span>');
  expect(text).toContain('title="Only for some"');
  expect(text).toContain('<img data-testid="byline-forge-app-image" src="data:image/svg+xml;utf8,x"');
  expect(await keysOn(PAGE, 'viewer@example.com')).toEqual(['level-banner', 'level-byline', 'level-history']);
  expect(calls).toEqual([]);
});

it('the switches of the app hide byline, banner and menus, or make the byline ask the app at every view', async () => {
  await property(DEMO_PAGES.architecture, { title: 'Restricted', banner: 'true' });
  await switches({ byline: 'off', banner: 'off', menus: 'off' });
  expect(await keysOn(PAGE)).toEqual([]);
  await switches({ byline: 'viewer' });
  expect(await keysOn(PAGE)).toEqual(['level-banner', 'level-byline-by-language', ...MENUS]);
  expect(calls).toEqual(['bylineProperties']);
  const text = await (await get(PAGE)).text();
  expect(text).toMatch(/<span>For 712020:[^<]*<\/span>/);
  // An image of another host would not load on a real site either.
  expect(text).not.toContain('elsewhere.example');
  await switches({});
});

it('a byline without a usable text has that of the manifest', () => {
  const module = site.host.manifest.surfaces[0];
  if (module === undefined) throw new Error('no module');
  const own = {
    title: 'Classification',
    tooltip: 'Classification level',
    icon: '/site/resource/icons/level.svg',
  };
  for (const value of [undefined, null, 'text', {}, { title: 1, tooltip: {}, icon: 'javascript:x' }]) {
    expect(bylineText(module, value)).toEqual(own);
  }
  expect(bylineText(module, { title: 'A' })).toEqual({ ...own, title: 'A' });
});

it('macros have their settings and their place in the editor, and are not shown to viewers that they do not admit', async () => {
  const value = `<p>x <ac:structured-macro ac:name="level-macro"/></p><ac:structured-macro ac:name="report-macro"><ac:parameter ac:name="space">ENG</ac:parameter></ac:structured-macro>`;
  const body = { representation: 'storage', value };
  const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: 'With macros', body };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  const path = `/site/spaces/OPEN/pages/${id}`;
  const shown = await modulesOn(path);
  expect(shown.filter(({ key }) => key.endsWith('-macro'))).toMatchObject([
    { key: 'level-macro', context: { localId: 'macro-0', extension: { type: 'macro', isEditing: false } } },
    { key: 'report-macro', context: { extension: { config: { space: 'ENG' } } } },
  ]);
  expect(await keysOn(path, 'anonymous')).toEqual(['level-byline', 'level-macro']);
  const edited = await modulesOn(`/site/spaces/OPEN/pages/edit-v2/${id}`);
  expect(edited.map(({ key }) => key)).toEqual(['level-byline', 'level-macro', 'report-macro', 'report-macro']);

  const token = edited[2]?.token;
  const wrong = await post('/site/bridge/macro', { token, config: { space: 'HR', limit: 5 } });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { message: 'The local host stores settings of macros as text. Not a text: limit.' },
  ]);
  expect((await post('/site/bridge/macro', { token, config: { space: 'HR' } })).status).toBe(200);
  const [report] = (await modulesOn(path)).filter(({ key }) => key === 'report-macro');
  expect(report).toMatchObject({ context: { extension: { config: { space: 'HR' } } } });
});

describe('a frame', () => {
  it('is on the page that the shell showed, as the account that it was shown to', async () => {
    const [byline] = (await modulesOn(PAGE, 'viewer@example.com')).filter(({ key }) => key === 'level-byline');
    const { token = '' } = byline ?? {};
    const answer = await invoke({ token, contentId: DEMO_PAGES.payroll, modal: { a: 1 } }, 'viewer@example.com');
    expect(await answer.json()).toMatchObject({
      context: {
        moduleKey: 'level-byline',
        extension: { content: { id: DEMO_PAGES.architecture, type: 'page' }, space: { key: 'ENG' }, modal: { a: 1 } },
      },
    });
    expect((await invoke({ token }, 'editor@example.com')).status).toBe(403);
    expect((await invoke({ token }, 'anonymous')).status).toBe(403);
  });

  it('cannot claim another page', async () => {
    const [module] = await modulesOn(PAGE, 'viewer@example.com');
    const [, signature = ''] = (module?.token ?? '').split('.');
    const place = { contentId: DEMO_PAGES.payroll, isEditing: false };
    const [content = ''] = signFrame({ email: 'viewer@example.com', moduleKey: 'level-byline', place }).split('.');
    for (const token of [`${content}.${signature}`, `${content}.`, content, '', '.']) {
      expect((await invoke({ token }, 'viewer@example.com')).status).toBe(403);
    }
    expect(calls).toEqual([]);
  });

  it("has the index.html of its resource, with Forge's policy and the bridge first", async () => {
    const response = await get('/site/frame/history/');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
    const text = await response.text();
    expect(/<script[^>]*>/.exec(text)?.[0]).toBe('<script src="/site/bridge.js">');
    expect(text).toBe(await (await get('/site/frame/history/index.html')).text());
    for (const path of ['/site/frame/none/', '/site/frame/history/none.html', '/site/frame/history/..%2fx']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

import {
  ADMIN,
  ADMIN2,
  DEMO_CONTENT,
  DEMO_GROUPS,
  DEMO_PAGES as P,
  EDITOR,
  OUTSIDER,
  VIEWER,
} from '../../../local/demo';
import { type ServedSite, serveSite } from '../../support/browser';
import { aRichPage, aSpaceWithoutPages } from '../../support/shell-pages';
import { move, restrict, takeSpacePermission } from '../../support/wiki-pages';

/**
 * Tests spaces and pages in the shell. Each account sees what Confluence shows it, and learns nothing about the rest.
 */

let site: ServedSite;
/** The pages that each account reaches by links, before the tests add any. */
const reachedBy = new Map<string, ReadonlyMap<string, string>>();
beforeAll(async () => {
  site = await serveSite();
  for (const email of ACCOUNTS) reachedBy.set(email, await crawl(email));
});
afterAll(() => site.stop());

const ACCOUNTS = [ADMIN, ADMIN2, EDITOR, VIEWER, OUTSIDER].map(({ email }) => email);

const get = (path: string, email: string = ADMIN.email) =>
  fetch(site.url + path, { redirect: 'manual', headers: { cookie: `account=${encodeURIComponent(email)}` } });
const textOf = async (path: string, email?: string) => (await get(path, email)).text();
const page = (id: string, space = 'ENG') => `/site/spaces/${space}/pages/${id}`;

const isSiteAdmin = (email: string) => email === ADMIN.email || email === ADMIN2.email;
/** The page of the app in a space, the last part of its address. */
const appPage = () => {
  const { appId, environmentId } = site.host.installation;
  return `${appId}/${environmentId}/classification`;
};

/** The readers of a space of the demo site, and the pages in it that only some of them can see. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  ENG: [ADMIN.email, ADMIN2.email, EDITOR.email, VIEWER.email],
  HR: [ADMIN.email, ADMIN2.email, EDITOR.email],
  OPEN: ACCOUNTS,
};
const READERS_OF_PAGES: Readonly<Record<string, readonly string[]>> = {
  [P.engRestricted]: [ADMIN.email, EDITOR.email],
  [P.engRestrictedChild]: [ADMIN.email, EDITOR.email],
  [P.engDraft]: [EDITOR.email],
  [P.hrRestricted]: [ADMIN2.email],
  [P.hrRestrictedChild]: [ADMIN2.email],
  // Not a page.
  [P.blogPost]: [],
};
const CONTENTS = DEMO_CONTENT.flatMap((space) =>
  space.pages.map(({ id, title, status }) => ({
    id,
    title,
    space: space.key,
    isListed: status !== 'trashed' && status !== 'draft',
    readers: READERS_OF_PAGES[id] ?? READERS[space.key] ?? [],
  })),
);

/** The text of everything that links from the home page reach, by URL. */
async function crawl(email: string): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  for (let next = ['/site/']; next.length > 0;) {
    for (const path of next) {
      const response = await get(path, email);
      expect([path, response.status]).toEqual([path, 200]);
      seen.set(path, await response.text());
    }
    const links = [...seen.values()].flatMap((text) => [...text.matchAll(/href="(\/site\/(?:spaces\/[^"]*)?)"/g)]);
    next = [...new Set(links.map(([, path = '']) => path))].filter(
      (path) => !seen.has(path) && !path.includes('/edit-v2/'),
    );
  }
  return seen;
}

describe.each(ACCOUNTS)('%s', (email) => {
  const sees = CONTENTS.filter(({ readers }) => readers.includes(email));
  const hidden = CONTENTS.filter(({ readers }) => !readers.includes(email));
  const reached = () => reachedBy.get(email) ?? new Map<string, string>();

  it('has links to every visible space and page, and to no other', async () => {
    const spaces = Object.keys(READERS).filter((key) => READERS[key]?.includes(email));
    const expected = [
      '/site/',
      ...spaces.map((key) => `/site/spaces/${key}`),
      ...spaces.map((key) => `/site/spaces/${key}/apps/${appPage()}`),
      ...(isSiteAdmin(email) ? spaces.map((key) => `/site/spaces/${key}/settings/apps/${appPage()}`) : []),
      ...sees.filter(({ isListed }) => isListed).map(({ id, space }) => page(id, space)),
    ];
    expect([...reached().keys()].sort()).toEqual(expected.sort());
  });

  it('sees the title of no hidden page, on any page of the site', async () => {
    const everything = [...reached().values()].join('\n');
    expect(hidden.filter(({ title }) => everything.includes(title)).map(({ title }) => title)).toEqual([]);
    if (!READERS.HR?.includes(email)) expect(everything).not.toContain('Human Resources');
  });

  it('reads the visible pages at their URLs, and no other', async () => {
    for (const { id, space, title, readers } of CONTENTS) {
      const response = await get(page(id, space), email);
      const isSeen = readers.includes(email);
      expect([title, response.status]).toEqual([title, isSeen ? 200 : 404]);
      expect((await response.text()).includes(`<h1>${title}</h1>`)).toBe(isSeen);
    }
  });
});

describe('nonexistent and hidden content', () => {
  /** The response without the requested URL, which the user already knows. */
  async function withoutItsAddress(path: string): Promise<unknown> {
    const response = await get(path, VIEWER.email);
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    const text = (await response.text()).replaceAll(encodeURIComponent(path), '(address)');
    return { status: response.status, headers: headers.filter(([name]) => name !== 'content-length'), text };
  }

  it.each([
    ['a restricted page', page(P.engRestricted)],
    ['a page below a restricted page', page(P.engRestrictedChild)],
    ['the draft of another user', page(P.engDraft)],
    ['a page of a hidden space', page(P.payroll, 'HR')],
    ['a page of a hidden space, by another space', page(P.payroll)],
    ['a page by a hidden space', page(P.payroll, 'NONE')],
    ['a blog post', page(P.blogPost, 'OPEN')],
    ['an id that no number holds', page('9999999999999999999')],
    ['no id', page('x')],
    ['a title alone', '/site/spaces/ENG/pages'],
    ['a hidden space', '/site/spaces/HR'],
    ['no space', '/site/spaces/NONE'],
    ['no key', '/site/spaces/%3Cscript%3E'],
    ['nothing at all', '/site/spaces/'],
  ])('return the same response: %s', async (_what, path) => {
    expect(await withoutItsAddress(path)).toEqual(await withoutItsAddress(page('1')));
  });

  it('return 404 with a way forward', async () => {
    const response = await get(page('1'));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('or you do not have permission to view it');
  });
});

it('the local site shows owner, author, version, id, URL, body, labels and children of a page', async () => {
  const text = await textOf(page(P.architecture));
  for (const part of [
    '<dt>Owner</dt><dd>Carla Costa</dd>',
    '<time datetime="2025-02-04T09:00:00.000Z">Feb 4, 2025, 9:00 AM UTC</time>',
    '<time datetime="2025-06-11T14:20:00.000Z">Jun 11, 2025, 2:20 PM UTC</time>',
    'Five services since the split of billing',
    `<code>${P.architecture}</code>`,
    `<a href="${page(P.architecture)}">${site.url}${page(P.architecture)}</a>`,
    '<h2>Architecture notes</h2><p>The shop is five services',
    '<li>architecture',
    `<a href="${page(P.architectureEvents)}">Events between services</a>`,
  ])
    expect(text).toContain(part);
  const [, way = ''] = /aria-label="Breadcrumb">(.*?)<\/nav>/.exec(text) ?? [];
  expect([...way.matchAll(/<li.*?>(?:<a href="(.*?)">)?(.*?)<\//g)].map(([, href, title]) => [href, title])).toEqual([
    ['/site/', 'Demo site'],
    ['/site/spaces/ENG', 'Engineering'],
    [page(P.engHome), 'Engineering Home'],
    [undefined, 'Architecture notes'],
  ]);
});

it.each([
  [P.archived, 'ENG', 'Archived'],
  [P.trashed, 'OPEN', 'In the trash'],
  [P.engDraft, 'ENG', 'Draft'],
  [P.engRestricted, 'ENG', 'Restricted: only some people can view it'],
  [P.engRestricted, 'ENG', 'Restricted: only some people can edit it'],
  [P.engRestrictedChild, 'ENG', 'Restricted by a page above it'],
  [P.changeFreeze, 'ENG', 'Restricted: only some people can edit it'],
])('the local site marks the page %s of %s: %s', async (id, space, mark) => {
  expect(await textOf(page(id, space), EDITOR.email)).toContain(`<span class="lozenge">${mark}</span>`);
});

it('the local site does not mark a page that everyone in its space can see', async () => {
  expect(await textOf(page(P.architecture))).not.toContain('lozenge');
});

it.each([
  ['/site/spaces/eng', '/site/spaces/ENG'],
  ['/site/spaces/ENG/', '/site/spaces/ENG'],
  [page(P.payroll, 'hr'), page(P.payroll, 'HR')],
  [page(P.payroll, 'ENG'), page(P.payroll, 'HR')],
  [`${page(P.payroll, 'HR')}/Payroll+process`, page(P.payroll, 'HR')],
  [`/wiki/spaces/HR/pages/${P.payroll}/Payroll+process`, `${page(P.payroll, 'HR')}/Payroll+process`],
  ['/site/spaces', '/site/'],
])('the local site leads from %s to %s', async (from, to) => {
  const response = await get(from);
  expect([response.status, response.headers.get('location')]).toEqual([303, to]);
});

it('the local site follows the link that Confluence returns for a page', async () => {
  const { _links } = (await (await site.wiki('GET', `/api/v2/pages/${P.payroll}`)).json()) as {
    _links: { base: string; webui: string };
  };
  const response = await fetch(_links.base + _links.webui);
  expect([response.status, response.url]).toEqual([200, site.url + page(P.payroll, 'HR')]);
});

it('the local site opens a page by its id alone, as the links of the actions do', async () => {
  const response = await fetch(`${site.url}/wiki/pages/viewpage.action?pageId=${P.payroll}`);
  expect([response.status, response.url]).toEqual([200, site.url + page(P.payroll, 'HR')]);
  const none = await fetch(`${site.url}/wiki/pages/viewpage.action?pageId=7`);
  expect(none.status).toBe(404);
});

it('the local site shows an empty state: no page in a space, no space at all', async () => {
  const bare = await serveSite();
  try {
    await aSpaceWithoutPages(bare, 'BARE');
    expect(await (await fetch(`${bare.url}/site/spaces/BARE`)).text()).toContain('no pages that you may see');
    await takeSpacePermission(bare, 'OPEN', DEMO_GROUPS['confluence-users'].id);
    await fetch(`${bare.url}/local/spaces/OPEN`, { method: 'PATCH', body: '{"isPublic":false}' });
    const cookie = `account=${encodeURIComponent(OUTSIDER.email)}`;
    const home = await (await fetch(`${bare.url}/site/`, { headers: { cookie } })).text();
    expect(home).toContain('There are no spaces that you can view');
  } finally {
    await bare.stop();
  }
});

it.each([
  [{ active: false }, ['/site/', '/site/spaces/OPEN', page(P.welcome, 'OPEN'), page('1')]],
  [{ mayUseConfluence: false }, [page(P.architecture), page('1')]],
])('the local site shows nothing to an account with %j: %j', async (change, paths) => {
  const other = await serveSite();
  try {
    await other.setUser(EDITOR.email, change);
    const headers = { cookie: `account=${encodeURIComponent(EDITOR.email)}` };
    for (const path of paths) {
      const response = await fetch(other.url + path, { headers });
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.text()).toContain('You don’t have access to Confluence');
    }
  } finally {
    await other.stop();
  }
});

it('the local site shows the current state of a page that was just moved or restricted', async () => {
  const id = await aRichPage(site);
  await move(site, id, 'HR');
  expect((await get(page(id))).headers.get('location')).toBe(page(id, 'HR'));
  await restrict(site, id, 'read', [ADMIN.accountId]);
  expect((await get(page(id, 'HR'), EDITOR.email)).status).toBe(404);
  expect((await get(page(id, 'HR'))).status).toBe(200);
});

it('the local site has a policy that allows only the scripts of the site', async () => {
  for (const path of ['/site/', page(P.welcome, 'OPEN'), page('1'), '/site/admin']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('the local site ignores the cookies of other servers on this machine', async () => {
  const cookie = `other=%; broken; account=${encodeURIComponent(VIEWER.email)}; x=%E0%A4%A`;
  const response = await fetch(`${site.url}/site/`, { headers: { cookie } });
  expect(await response.text()).toContain('<option value="viewer@example.com" selected>');
});

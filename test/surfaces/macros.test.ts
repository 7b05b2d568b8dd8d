import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { settle, levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { aPage, restrict, storeLevel } from '../support/wiki-pages';

/** Tests the macros on a page, which show the level of the page and the report of pages by level. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => {
  site.close();
});

const { architecture, architectureEvents, architectureStorage, engRestricted, engRestrictedChild, welcome } =
  DEMO_PAGES;
const { ENG, HR, OPEN } = DEMO_SPACES;

const off = (...offSpaceIds: string[]) => settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds } });

describe('the macro of the level', () => {
  const openLevel = (pageId: string, as = VIEWER.email) => site.surface('level-macro', 'openLevel', {}, { pageId, as });

  it('shows the level of the page that it is on', async () => {
    await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
    expect(await openLevel(architecture)).toEqual({
      ok: true,
      value: { state: 'level', level: { name: 'Restricted', color: expect.any(String) } },
    });
    expect((await openLevel(architectureEvents)).value).toEqual({ state: 'level', level: null });
  });

  it.each(['anonymous', UNLICENSED.email])('shows %s the level of a public page, and hides other pages', async (as) => {
    await storeLevel(site, welcome, levelNamed(site, 'Public').levelId, OPEN);
    await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
    expect((await openLevel(welcome, as)).value).toMatchObject({ level: { name: 'Public' } });
    expect((await openLevel(architecture, as)).value).toEqual({ state: 'hidden' });
  });

  it('says where classification is off', async () => {
    await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
    await off(ENG);
    expect((await openLevel(architecture)).value).toEqual({ state: 'off' });
  });

  it('never shows a page with a deleted level as a page without a level', async () => {
    await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
    await storeLevel(site, architecture, crypto.randomUUID(), ENG);
    expect((await openLevel(architecture)).value).toEqual({
      state: 'level',
      level: { name: 'Deleted level', color: 'GREY' },
    });
  });
});

interface ReportOptions {
  readonly as?: string;
  readonly pageId?: string;
  readonly payload?: object;
}

const openReport = (
  config: object | undefined,
  { as = VIEWER.email, pageId = welcome, payload = {} }: ReportOptions = {},
) =>
  site.surface('report-macro', 'openReport', payload, {
    pageId,
    as,
    ...(config === undefined ? {} : { config: config as Record<string, unknown> }),
  });
const idsOf = ({ value }: { value: { pages: { pageId: string }[] } }) => value.pages.map(({ pageId }) => pageId);

describe('the report', () => {
  it('counts and lists the pages below a page, the most sensitive first', async () => {
    await storeLevel(site, architectureStorage, levelNamed(site, 'Restricted').levelId, ENG);
    const { value } = await openReport({ source: 'below', pageId: architecture });
    expect(value).toEqual({
      state: 'report',
      counts: [
        { levelId: expect.any(String), level: { name: 'Restricted', color: expect.any(String) }, pages: 1 },
        { levelId: null, level: null, pages: 1 },
      ],
      pages: [
        {
          pageId: architectureStorage,
          title: expect.any(String),
          level: { name: 'Restricted', color: expect.any(String) },
          classifiedAt: '2026-01-02T03:04:05.678Z',
        },
        { pageId: architectureEvents, title: expect.any(String), level: null },
      ],
      offPages: 0,
    });
  });

  it('counts the pages below its own page until it is configured', async () => {
    for (const config of [undefined, {}]) {
      const report = await openReport(config, { pageId: architecture });
      expect(idsOf(report).sort()).toEqual([architectureEvents, architectureStorage]);
    }
  });

  it('counts the pages of its own space, of another space, and of a query', async () => {
    const inOpen = idsOf(await openReport({ source: 'this-space' }));
    expect(inOpen).toContain(welcome);
    expect(inOpen).not.toContain(architecture);
    expect(idsOf(await openReport({ source: 'space', spaceKey: 'ENG' }))).toContain(architecture);
    expect(idsOf(await openReport({ source: 'query', query: `id in (${welcome}, ${architecture})` })).sort()).toEqual(
      [architecture, welcome].sort(),
    );
  });

  it('contains only pages that the viewer can see', async () => {
    const query = {
      source: 'query',
      query: `id in (${welcome}, ${architecture}, ${engRestricted}, ${DEMO_PAGES.payroll})`,
    };
    expect(idsOf(await openReport(query, { as: OUTSIDER.email }))).toEqual([welcome]);
    expect(idsOf(await openReport(query)).sort()).toEqual([architecture, welcome].sort());
    expect(idsOf(await openReport(query, { as: EDITOR.email }))).toHaveLength(4);
  });

  it('shows nothing of a page or a space that the viewer cannot see, as if it did not exist', async () => {
    const hidden = { ok: true, value: { state: 'source-hidden' } };
    expect(await openReport({ source: 'space', spaceKey: 'NONE' }, { as: EDITOR.email })).toEqual({
      ok: true,
      value: { state: 'source-hidden', setup: 'space' },
    });
    expect(await openReport({ source: 'below', pageId: engRestricted })).toEqual(hidden);
    expect(await openReport({ source: 'below', pageId: '999999999' })).toEqual(hidden);
    expect(await openReport({ source: 'space', spaceKey: 'HR' })).toEqual(hidden);
    expect(await openReport({ source: 'space', spaceKey: 'NONE' })).toEqual(hidden);
    expect(idsOf(await openReport({ source: 'below', pageId: engRestricted }, { as: EDITOR.email }))).toEqual([
      engRestrictedChild,
    ]);
  });

  it('omits pages of spaces where classification is off, and says how many', async () => {
    await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
    await off(ENG);
    const query = { source: 'query', query: `id in (${welcome}, ${architecture})` };
    expect((await openReport(query)).value).toMatchObject({
      counts: [{ levelId: null, pages: 1 }],
      pages: [{ pageId: welcome }],
      offPages: 1,
    });
    expect((await openReport(query, { pageId: architecture })).value).toEqual({ state: 'off' });
    expect((await openReport(query, { as: OUTSIDER.email })).value).toMatchObject({ offPages: 0 });
  });

  it('counts the pages of a space although its own page is a blog post', async () => {
    const own = { pageId: DEMO_PAGES.blogPost };
    expect(idsOf(await openReport({ source: 'space', spaceKey: 'OPEN' }, own))).toContain(welcome);
    expect((await openReport({ source: 'below' }, own)).value).toEqual({ state: 'not-configured' });
  });

  it.each([
    ['a wrong source', { source: 'everything' }],
    ['a page id with more of a query', { source: 'below', pageId: '1 or type = page' }],
    ['a space key with more of a query', { source: 'space', spaceKey: 'ENG" or space = "HR' }],
    ['no query', { source: 'query' }],
    ['no source', { pageId: '1' }],
    ['text', 'below'],
  ])('with %s is not configured', async (_name, config) => {
    expect(await openReport(config as object)).toEqual({ ok: true, value: { state: 'not-configured' } });
  });

  it('says that Confluence rejects its query', async () => {
    expect((await openReport({ source: 'query', query: 'no such ( query' })).value).toEqual({
      state: 'query-rejected',
    });
  });

  it('refuses wrong input, and viewers that the app cannot act for', async () => {
    expect((await openReport({}, { payload: { cursor: 5 } })).error.code).toBe('INVALID_INPUT');
    expect((await openReport({}, { payload: { accountId: ADMIN.accountId } })).error.code).toBe('INVALID_INPUT');
    for (const as of ['anonymous', UNLICENSED.email]) {
      for (const operation of ['openReport', 'checkReport']) {
        const { error } = await site.surface('level-macro', operation, {}, { pageId: welcome, as });
        expect(error.code).toBe('NOT_ALLOWED');
      }
    }
  });

  it('uses at most a share of the points of the site for each viewer', async () => {
    site.close();
    const now = () => new Date('2026-11-21T10:00:00.000Z');
    site = openSite({ now, rateLimits: () => JSON.stringify({ host: 1_000 }) });
    const config = { source: 'query', query: `id in (${welcome}, ${architecture})` };
    const first = await openReport(config);
    expect(idsOf(first)).toHaveLength(2);
    let answer = first;
    for (let views = 1; answer.ok && views < 200; views += 1) answer = await openReport(config);
    expect(answer.error).toEqual({
      code: 'CONFLUENCE_UNAVAILABLE',
      message: 'The app has made too many requests to Confluence. Try again in 8 minutes.',
    });
    expect(idsOf(await openReport(config, { as: EDITOR.email }))).toHaveLength(2);
    expect((await site.surface('level-macro', 'openLevel', {}, { pageId: welcome, as: VIEWER.email })).ok).toBe(true);
  });

  it('of more than 1,000 pages takes the same few platform calls for each part', async () => {
    for (let index = 0; index < 1_010; index += 1) await aPage(site, { spaceId: HR });
    let cursor: string | undefined;
    let pages = 0;
    let parts = 0;
    do {
      const { result, calls } = await site.surfaceCalls(
        'report-macro',
        'openReport',
        cursor === undefined ? {} : { cursor },
        {
          pageId: welcome,
          as: EDITOR.email,
          config: { source: 'space', spaceKey: 'HR' },
        },
      );
      // Confluence: this page, the space, the search, and the list of pages. Storage: the configuration, and 25 rows a call.
      expect(calls.length).toBeLessThanOrEqual(4 + 1 + 10);
      expect(idsOf(result).length).toBeLessThanOrEqual(250);
      pages += idsOf(result).length;
      parts += 1;
      ({ cursor } = result.value);
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(1_010);
    expect(parts).toBe(Math.ceil(pages / 250));
  });
});

describe('a configuration of the report', () => {
  const check = (config: unknown, as = VIEWER.email) =>
    site.surface('report-macro', 'checkReport', { config }, { pageId: welcome, as });

  it.each([
    [{ source: 'below' }],
    [{ source: 'below', pageId: architecture }],
    [{ source: 'this-space' }],
    [{ source: 'space', spaceKey: 'ENG' }],
    [{ source: 'query', query: 'label = x' }],
  ])('%j is accepted', async (config) => {
    expect(await check(config)).toEqual({ ok: true, value: { outcome: 'ok' } });
  });

  it.each([
    [{ source: 'below', pageId: engRestricted }, 'pageId'],
    [{ source: 'space', spaceKey: 'HR' }, 'spaceKey'],
    [{ source: 'query', query: 'no such ( query' }, 'query'],
  ])('%j is wrong, with its field', async (config, field) => {
    expect((await check(config)).value).toEqual({ outcome: 'wrong', field, message: expect.any(String) });
  });

  it('that is incomplete is refused', async () => {
    expect((await check({ source: 'space' })).error).toEqual({ code: 'INVALID_INPUT', message: 'spaceKey is missing' });
    expect((await check({ source: 'below', pageId: 'x' })).error.message).toContain('pageId must be the id of a page');
    for (const config of [{}, undefined])
      expect((await check(config)).error).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^source /),
      });
  });
});

it('a page that is restricted after the report was read is not in the next one', async () => {
  const pageId = await aPage(site, { spaceId: OPEN });
  const query = { source: 'query', query: `id = ${pageId}` };
  expect(idsOf(await openReport(query))).toEqual([pageId]);
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  expect(idsOf(await openReport(query))).toEqual([]);
});

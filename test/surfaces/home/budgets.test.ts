import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../../local/demo';
import type { PlatformCall } from '../../../local/forge/platform-calls';
import type { SurfaceOperations } from '../../../src/surfaces/contract';
import { openSite, type Site } from '../../support/site';
import { rowsOf, stopScans } from '../../support/stored-rows';

/** The maximum cost of *Waiting for me* for a person with very many pages. Confluence's part is simulated here. */

const PAGES = 10_000;
const FIRST_ID = 700_000_000;

let site: Site;
afterEach(() => site.close());

/** @param mayUpdate false: the person can no longer edit their pages, so no page waits */
async function openLargeSite(mayUpdate: boolean, host = 13_000): Promise<void> {
  const confluence = (call: PlatformCall): object | undefined => {
    const { pathname, searchParams } = new URL(call.path, 'https://confluence.invalid');
    if (pathname.endsWith('/rest/api/search')) return searchPart(searchParams);
    const [, pageId] = /[/]pages[/](7[0-9]{8})$/.exec(pathname) ?? [];
    return pageId === undefined ? undefined : pageOf(pageId, mayUpdate);
  };
  site = openSite({
    rateLimits: () => JSON.stringify({ host }),
    intercept: (call, proceed) => {
      const body = call.target === 'confluence' ? confluence(call) : undefined;
      return body === undefined ? proceed() : Promise.resolve(Response.json(body));
    },
  });
  await stopScans(site);
}

function searchPart(query: URLSearchParams): object {
  const start = Number(query.get('cursor') ?? 0);
  const end = Math.min(PAGES, start + Number(query.get('limit')));
  const results = Array.from({ length: end - start }, (_, index) => ({
    content: { id: String(FIRST_ID + start + index), type: 'page', status: 'current' },
  }));
  const next = `/rest/api/search?cursor=${end}`;
  return { results, _links: end < PAGES ? { next } : {} };
}

function pageOf(id: string, mayUpdate: boolean): object {
  const operations = [{ operation: 'read', targetType: 'page' }];
  if (mayUpdate) operations.push({ operation: 'update', targetType: 'page' });
  return {
    ...{ id, spaceId: DEMO_SPACES.ENG, title: `Page ${id}`, status: 'current', version: { number: 1 } },
    operations: { results: operations },
  };
}

const pointsOfEditor = () =>
  rowsOf(site, 'rate-limit').reduce((sum, { value }) => {
    const { host } = (value.used ?? {}) as { host?: { owners?: Record<string, number> } };
    return sum + (host?.owners?.[`people:${EDITOR.accountId}`] ?? 0);
  }, 0);

/** One press of *Load more*. */
async function press(cursor: string | undefined, limit?: number) {
  const before = pointsOfEditor();
  const payload = { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit }) };
  const at = { pageId: DEMO_PAGES.welcome, as: EDITOR.email };
  const { result, calls } = await site.surfaceCalls('level-byline', 'listMyPages', payload, at);
  expect(result).toMatchObject({ ok: true });
  const { pages, cursor: next } = result.value as SurfaceOperations['listMyPages']['result'];
  const toConfluence = calls.filter(({ target }) => target === 'confluence').length;
  const toStorage = calls.filter(({ target }) => target === 'kvs').length;
  return { next, pages: pages.length, toConfluence, toStorage, points: pointsOfEditor() - before };
}

describe('a person with 10,000 own pages', () => {
  it('gets 25 waiting pages per request, for one search, 25 lookups and one call for the names of their spaces', async () => {
    await openLargeSite(true);
    let cursor: string | undefined;
    for (const start of [undefined, '0:5000', '0:9900']) {
      cursor = start;
      for (let presses = 0; presses < 3; presses += 1) {
        const { next, toStorage, ...cost } = await press(cursor);
        expect(toStorage).toBeLessThanOrEqual(46);
        expect(cost).toEqual({ pages: 25, toConfluence: 27, points: 153 });
        cursor = next;
      }
    }
    expect(await press(cursor)).toMatchObject({ next: undefined, pages: 25 });
  });

  it('loads and selects 500 pages with five requests, within the points of one person', async () => {
    await openLargeSite(true);
    let cursor: string | undefined;
    for (let requests = 1; requests <= 5; requests += 1) {
      const { next, toStorage, ...cost } = await press(cursor, 100);
      expect(toStorage).toBeLessThanOrEqual(116);
      expect(cost).toEqual({ pages: 100, toConfluence: 102, points: 303 });
      cursor = next;
    }
  });

  it('pays for at most 100 lookups per request if they can no longer edit their pages', async () => {
    await openLargeSite(false);
    let cursor: string | undefined;
    for (let presses = 1; presses <= 3; presses += 1) {
      const { next, toStorage, ...cost } = await press(cursor);
      expect(toStorage).toBeLessThanOrEqual(116);
      expect(cost).toEqual({ pages: 0, toConfluence: 101, points: 301 });
      expect(next).toBe(`0:${presses * 100}`);
      cursor = next;
    }
  });

  it('continues with the smallest recommended quota', async () => {
    await openLargeSite(false, 1_000);
    const { next, points } = await press(undefined);
    expect(points).toBeLessThanOrEqual(250);
    expect(next).toBe('0:10');
  });
});

import * as z from 'zod';
import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk, newTitle, restrict } from '../support/wiki-pages';

/** The number of a finished scan is the number of distinct pages, and the scan reads each of them once, at any lag. Each run has one lag. */

const PAGES = 110;
let site: Site;
let key: string;
let nowMs: number;
let pageIds: string[];
/** How often each page was read with its body since the start of the scan. */
let reads: Map<string, number>;
/** A page whose body Confluence does not return, so that its scans are partial. */
let unreadableId: string | undefined;
/** True if Confluence moves the last result of each part of a search to the next part, too. */
let isRepeating: boolean;

const page = z.looseObject({ id: z.string(), body: z.unknown() });
const listed = z.looseObject({ results: z.array(page) });
const withoutBody = (one: z.infer<typeof page>) => (one.id === unreadableId ? { ...one, body: {} } : one);
const found = z.looseObject({ results: z.array(z.unknown()) });

const intercept: Intercept = async ({ target, path }, proceed) => {
  const response = await proceed();
  if (target !== 'confluence' || !response.ok) return response;
  if (/^\/wiki\/api\/v2\/pages\?.*body-format/.test(path)) {
    const { results, ...rest } = listed.parse(await response.json());
    for (const { id } of results) reads.set(id, (reads.get(id) ?? 0) + 1);
    return Response.json({ ...rest, results: results.map((one) => withoutBody(one)) });
  }
  if (/^\/wiki\/api\/v2\/pages\/[0-9]+\?body-format/.test(path)) {
    return Response.json(withoutBody(page.parse(await response.json())));
  }
  if (isRepeating && path.startsWith('/wiki/rest/api/search') && path.includes('cursor=')) {
    const { results, ...rest } = found.parse(await response.json());
    const repeated = { content: { id: pageIds[0], type: 'page', status: 'current', space: { id: 1 } } };
    return Response.json({ ...rest, results: [repeated, ...results] });
  }
  return response;
};

const comment = (pageId: string | undefined, place: 'footer' | 'inline') =>
  expectOk(
    site.wiki('POST', `/api/v2/${place}-comments`, {
      ...{ pageId, body: { representation: 'storage', value: '<p>My card: 4539 1488 0343 6467.</p>' } },
      ...(place === 'inline' ? { inlineCommentProperties: { textSelection: 'Text' } } : {}),
    }),
  );

async function edit(pageId: string): Promise<void> {
  const { version } = (await (await site.wiki('GET', `/api/v2/pages/${pageId}`)).json()) as {
    version: { number: number };
  };
  const body = { representation: 'storage', value: '<p>Text.</p>' };
  const number = version.number + 1;
  const change = { id: pageId, status: 'current', title: newTitle(), version: { number }, body };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, change));
}

async function later(): Promise<void> {
  await site.host.background.settle();
  nowMs += 3_600_000;
}

/** Runs a scan, a few milliseconds for each step. */
async function scan(order: object): Promise<{ readonly pages: number; readonly upToDate: number }> {
  reads = new Map();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { scanId } = (await site.rest('POST', '/v1/detection/scan', { key, body: order, headers })).body;
  await finish(scanId);
  return (await site.rest('GET', `/v1/detection/scan/${scanId}`, { key })).body;
}

/** @param failsAt the steps in which Confluence does not respond, so that the scan waits and continues */
async function finish(scanId: string, failsAt: readonly number[] = []): Promise<void> {
  for (let steps = 0; steps < 200; steps += 1) {
    if (rowOf(site, 'job', `scan:${scanId}`)['state'] === 'finished') return;
    const event = site.host.background.pending().find((one) => one.body['scanId'] === scanId);
    if (event === undefined) {
      // It waits in the line after a failure.
      if (failsAt.length === 0) throw new Error('nothing drives the scan');
      nowMs += 600_000;
      await site.host.background.runSchedule('hourly-scans');
      continue;
    }
    if (failsAt.includes(steps)) site.host.faults.add({ target: 'confluence', status: 503, times: 1 });
    nowMs += 5;
    await site.host.background.deliver(event.id);
  }
  throw new Error('the scan comes to no end');
}

const readTwice = () => [...reads].filter(([, times]) => times > 1);

async function pagesOfApp(): Promise<number> {
  const url = 'http://127.0.0.1:8080/wiki/api/v2/pages?limit=250';
  return listed.parse(await expectOk(site.host.confluence.handle(new Request(url), { kind: 'app' }))).results.length;
}

afterEach(() => site.close());

describe.each(sample([0, 200, 60_000], 1))('with queries that lag by %s ms', (queryLagMs) => {
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    isRepeating = false;
    unreadableId = undefined;
    reads = new Map();
    pageIds = [];
    site = openSite({ queryLagMs, now: () => new Date(nowMs), intercept });
    await stopScans(site);
    ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' }));
    for (let n = 0; n < PAGES; n += 1) pageIds.push(await aPage(site, { spaceId: DEMO_SPACES.OPEN }));
    await later();
  });

  it('a second scan of the site reports the pages that exist', async () => {
    const exist = await pagesOfApp();
    for (const onlyStale of [undefined, undefined, true, undefined]) {
      const { pages } = await scan({ site: true, ...(onlyStale && { onlyStale }) });
      expect({ onlyStale, twice: readTwice() }).toEqual({ onlyStale, twice: [] });
      if (onlyStale === undefined) expect(pages).toBe(exist);
      await later();
    }
  });

  it('a scan of the site counts a page that was restricted since the last one once', async () => {
    const exist = await pagesOfApp();
    await scan({ site: true });
    await later();
    await restrict(site, pageIds[3] ?? '', 'read', [ADMIN.accountId]);
    await later();
    expect(await scan({ site: true })).toMatchObject({ pages: exist });
    expect(readTwice()).toEqual([]);
  });

  it('a scan of what has changed counts a page with comments in several lists, and an edit, once', async () => {
    await scan({ site: true });
    await later();
    const [first, second, third] = pageIds;
    for (const pageId of [first, second]) await comment(pageId, 'footer');
    await comment(first, 'inline');
    for (const pageId of [first, third]) await edit(pageId ?? '');
    unreadableId = first;
    await later();
    expect(await scan({ site: true, onlyStale: true })).toMatchObject({ pages: 3, partial: 1 });
  });

  it('a scan of a search counts and reads a page that Confluence returns again once', async () => {
    isRepeating = true;
    const { pages } = await scan({ cql: 'type = page and space = OPEN' });
    const inOpen = new Set(rowsOf(site, 'page-scan').map((row) => row.key));
    expect({ pages, twice: readTwice() }).toEqual({ pages: inOpen.size, twice: [] });
    expect(pages).toBeGreaterThanOrEqual(PAGES);
  });

  it('a scan of a space, a scheduled scan and a scan that continues after failures count each page once', async () => {
    const exist = await pagesOfApp();
    const ofSpace = await scan({ spaceId: DEMO_SPACES.OPEN });
    const isPage = (data: unknown) => !JSON.stringify(data).includes('"contentType":"blogpost"');
    const inSpace = rowsOf(site, 'page-scan').filter(
      ({ value }) => value['spaceId'] === DEMO_SPACES.OPEN && isPage(value['data']),
    );
    expect({ pages: ofSpace.pages, twice: readTwice() }).toEqual({ pages: inSpace.length, twice: [] });
    await later();
    const value = { ...DEFAULT_CONFIG, triggers: { onPublish: false, schedule: 'daily' } };
    await putRow(site, 'config', 'detection', { v: 1, rev: 2, value });
    nowMs += 86_400_000;
    await site.host.background.runSchedule('hourly-scans');
    const [event] = site.host.background.pending().filter(({ body }) => 'scanId' in body);
    const scanId = String(event?.body['scanId']);
    await finish(scanId, [0, 1, 3]);
    expect(rowOf(site, 'job', `scan:${scanId}`)['data']).toMatchObject({ counts: { pages: exist } });
  });
});

import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { pageScanRecord } from '../../src/findings/model';
import { randomOfTest } from '../support/sample';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { aBlogPost, ADMIN_AND_APP, attach, expectOk, move, restrict, takeSpacePermission } from '../support/wiki-pages';

/** Scans of several pages scan every page once, despite interruptions, retries and waits. */

const START = Date.parse('2026-11-21T10:00:00.000Z');
const CARD = '4539 1488 0343 6467';
/** After this time, a scan of what has changed lists all pages, comments and attachments again. */
const UNTIL_COMPLETE_MS = 8 * 86_400_000;

let nowMs = START;
let site: Site;
let key: string;
async function newSite(options: SiteOptions = {}): Promise<void> {
  nowMs = START;
  // Without the meter of storage, because the steps of scans of 130 pages follow each other in one instant.
  site = openSite({ meter: 'off', queryLagMs: 0, now: () => new Date(nowMs), ...options });
  // Only requested scans.
  await configure({ onPublish: false, schedule: 'off' });
  ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' }));
}
afterEach(() => site.close());

/** Reads of several rows may lag behind. Only reads of one row are documented as strongly consistent. */
const withoutResultsInBatches: Intercept = async (call, proceed) => {
  const response = await proceed();
  if (!call.path.endsWith('/batch/get')) return response;
  const { successfulKeys, ...rest } = (await response.json()) as {
    readonly successfulKeys: { readonly key: string }[];
  };
  const others = successfulKeys.filter((one) => !one.key.startsWith('scan-pages:'));
  return Response.json({ ...rest, successfulKeys: others });
};

/** Comments and attachments are scanned only on request. */
const configure = (triggers: (typeof DEFAULT_CONFIG)['triggers'], beside = false) => {
  const targets = { ...DEFAULT_CONFIG.targets, comments: beside, attachmentNames: beside };
  return putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, targets, triggers } });
};

let serial = 0;
async function publish(count: number, spaceId: string = DEMO_SPACES.OPEN): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    serial += 1;
    const body = { representation: 'storage', value: `<p>Card number: ${CARD}.</p>` };
    const page = { spaceId, status: 'current', title: `Scanned ${serial}`, body };
    ids.push(((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id);
  }
  await site.host.background.settle();
  return ids;
}

async function retitle(pageId: string, title: string): Promise<void> {
  const body = { representation: 'storage', value: `<p>Card number: ${CARD}.</p>` };
  const page = { id: pageId, status: 'current', title: `${title} ${(serial += 1)}`, version: { number: 2 }, body };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, page));
}

/** Creates a scan with its own Idempotency-Key. */
async function begin(order: object, name = `scan-${(serial += 1)}`, withKey = key) {
  const headers = { 'Idempotency-Key': name };
  return site.rest('POST', '/v1/detection/scan', { key: withKey, body: order, headers });
}

const read = async (scanId: string) => (await site.rest('GET', `/v1/detection/scan/${scanId}`, { key })).body;
async function resultsOf(scanId: string, query = ''): Promise<readonly { readonly pageId: string }[]> {
  const all: { readonly pageId: string }[] = [];
  for (let next: string | undefined = `/v1/detection/scan/${scanId}/results${query}`; next !== undefined;) {
    const { body } = await site.rest('GET', next, { key });
    all.push(...body.results);
    next = body._links.next;
  }
  return all;
}
const events = () => site.host.background.pending().filter(({ module }) => module === 'scans-consumer');

/** Runs everything until the scan has ended, advancing the clock while it waits. */
async function finish(scanId: string) {
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await site.host.background.settle();
    const scan = await read(scanId);
    if (!['queued', 'waiting', 'running'].includes(scan.state)) return scan;
    const [next] = events();
    if (next === undefined) throw new Error('nothing drives the scan');
    nowMs = Math.max(nowMs + 1, Date.parse(next.dueAt));
  }
  throw new Error('the scan comes to no end');
}

const scannedPages = () => rowsOf(site, 'page-scan').map(({ key: pageId }) => pageId);
const openFindings = () => rowsOf(site, 'detection').filter(({ value }) => value['status'] === 'open');

describe('a scan', () => {
  beforeEach(() => newSite());

  it('of pages scans these, and counts those that it could not scan', async () => {
    const pages = await publish(3);
    await restrict(site, pages[2] ?? '', 'read', [ADMIN.accountId]);
    const made = await begin({ pageIds: [...pages, '7000001'] });
    expect([made.status, made.body.state, made.header('Location')]).toEqual([
      202,
      'queued',
      expect.stringContaining(`/v1/detection/scan/${made.body.scanId}`),
    ]);
    expect(await finish(made.body.scanId)).toMatchObject({
      state: 'partial',
      of: 'pages',
      // The fourth page is visible to no user, so it is not counted.
      pages: 3,
      complete: 2,
      partial: 0,
      notInspected: 1,
      reasons: { 'not-visible': 1 },
      found: 2,
      resolved: 0,
    });
    const scanned = { state: 'complete', reasons: [], reopened: 0, resolved: 0 };
    // The third is restricted to the admin without the app; pages that are invisible to both are not reported.
    const invisible = { ...scanned, pageId: pages[2], state: 'not-inspected', reasons: ['not-visible'], found: 0 };
    const expected = [...pages.slice(0, 2).map((pageId) => ({ ...scanned, pageId, found: 1 })), invisible];
    expect(await resultsOf(made.body.scanId)).toEqual(expected);
    expect(await resultsOf(made.body.scanId, '?limit=1')).toEqual(expected);
    expect(openFindings().map(({ value }) => value['pageId'])).toEqual(expect.arrayContaining(pages.slice(0, 2)));
    const [back] = openFindings().filter(({ value }) => value['pageId'] === pages[0]);
    await putRow(site, 'detection', back?.key ?? '', { ...back?.value, status: 'resolved' });
    const again = await finish((await begin({ pageIds: pages.slice(0, 1) })).body.scanId);
    expect(again).toMatchObject({ found: 0, reopened: 1, resolved: 0 });
    expect(await resultsOf(again.scanId)).toEqual([{ ...scanned, pageId: pages[0], found: 0, reopened: 1 }]);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    expect(audit.filter(({ subject }) => subject === `scan:${made.body.scanId}`).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['job.created', 'job.finished']),
    );
  });

  it('of a space, of a query and of the site scans all of their pages, every time', async () => {
    const pages = await publish(120);
    const [other] = await publish(1, DEMO_SPACES.ENG);
    const ofSpace = await finish((await begin({ spaceId: DEMO_SPACES.OPEN })).body.scanId);
    // The demo pages of the space have findings of their own.
    expect(ofSpace.state).toBe('succeeded');
    expect(ofSpace.found).toBeGreaterThanOrEqual(120);
    expect(scannedPages()).toEqual(expect.arrayContaining([...pages]));
    expect(scannedPages()).not.toContain(other);
    expect(await resultsOf(ofSpace.scanId)).toEqual([]);
    const before = rowsOf(site, 'detection');
    nowMs += 1_000;
    const again = await finish((await begin({ spaceId: DEMO_SPACES.OPEN })).body.scanId);
    expect(again).toMatchObject({ pages: ofSpace.pages, complete: ofSpace.complete, found: 0, resolved: 0 });
    expect(rowsOf(site, 'detection')).toEqual(before);
    const found = await finish((await begin({ cql: `id = ${other ?? ''}` })).body.scanId);
    expect(found).toMatchObject({ state: 'succeeded', of: 'query', pages: 1, found: 1 });
    const whole = await finish((await begin({ site: true })).body.scanId);
    expect(whole.pages).toBeGreaterThan(ofSpace.pages);
    expect(whole.notInspected).toBe(0);
    // The parts of a search miss pages, so it is repeated.
    nowMs += 60_000;
    site.host.assumptions.add('inexact-search');
    const ofSearch = await finish((await begin({ cql: 'type = page and space = OPEN' })).body.scanId);
    expect(ofSearch).toMatchObject({ state: 'succeeded', pages: ofSpace.pages });
  });

  it('of a query that Confluence refuses is refused', async () => {
    expect((await begin({ cql: 'no such thing' })).body.code).toBe('INVALID_CQL');
    expect(events()).toEqual([]);
  });

  it('is the same one for a retried request, and another request with the same value is refused', async () => {
    const [pageId = ''] = await publish(1);
    const first = await begin({ pageIds: [pageId] }, 'the-same');
    const second = await begin({ pageIds: [pageId] }, 'the-same');
    expect(second.body.scanId).toBe(first.body.scanId);
    expect(second.header('Idempotent-Replayed')).toBe('true');
    expect((await begin({ site: true }, 'the-same')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await finish(first.body.scanId);
    expect(rowsOf(site, 'detection')).toHaveLength(1);
  });

  it('is not canceled by a key that is revoked during the request', async () => {
    let revoke: (() => Promise<unknown>) | undefined;
    await newSite({
      intercept: async (call, proceed) => {
        const now = (call.body ?? '').includes('job.cancelled') ? revoke : undefined;
        if (now !== undefined) revoke = undefined;
        await now?.();
        return proceed();
      },
    });
    const { body } = await begin({ site: true });
    const other = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' });
    revoke = () => site.admin('revokeKey', { keyId: other.keyId });
    const answer = await site.rest('DELETE', `/v1/detection/scan/${body.scanId}`, { key: other.key });
    expect([answer.body.code, (await read(body.scanId)).state]).toEqual(['EDIT_CONFLICT', 'queued']);
  });

  it('stops when it is canceled; a key has at most five open ones', async () => {
    const scans = [];
    for (let n = 0; n < 5; n += 1) scans.push((await begin({ site: true })).body.scanId);
    expect((await begin({ site: true })).body.code).toBe('TOO_MANY_JOBS');
    const canceled = await site.rest('DELETE', `/v1/detection/scan/${scans[0]}`, { key });
    expect(canceled.body.state).toBe('cancelled');
    expect((await begin({ site: true })).status).toBe(202);
    await site.host.background.settle();
    expect((await read(scans[0])).pages).toBe(0);
  });

  it('is listed with the others, newest first, also when it has ended', async () => {
    const [pageId = ''] = await publish(1);
    const ids: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      ids.unshift((await begin({ pageIds: [pageId] })).body.scanId);
      if (n < 21) await finish(ids[0] ?? '');
      nowMs += 1_000;
    }
    const list = async (withKey = key) => site.rest('GET', '/v1/detection/scan', { key: withKey });
    const { body, calls } = await list();
    expect(body.results.map(({ scanId }: { scanId: string }) => scanId)).toEqual(ids.slice(0, 21));
    expect(body.results.map(({ state }: { state: string }) => state).slice(0, 2)).toEqual(['queued', 'succeeded']);
    // Two for the key, one for its creator, two for the scans.
    expect(calls.length).toBeLessThanOrEqual(6);
    const first = await site.rest('GET', '/v1/detection/scan?limit=20', { key });
    const rest = await site.rest('GET', first.body._links.next, { key });
    expect([...first.body.results, ...rest.body.results]).toEqual(body.results);
    expect(rest.body._links).toEqual({});
    const queued = await site.rest('GET', '/v1/detection/scan?state=queued', { key });
    expect(queued.body.results).toMatchObject([{ scanId: ids[0] }]);
    const limited = await site.createKey({ detectionScope: 'manage', spaceLimit: [DEMO_SPACES.OPEN] });
    expect((await list(limited.key)).body.code).toBe('KEY_HAS_LIMITS');
    nowMs += 31 * 86_400_000;
    expect((await list()).body.results).toEqual([]);
  });

  it('requires a key without limits whose creator is a site admin', async () => {
    const limited = await site.createKey({ detectionScope: 'manage', spaceLimit: [DEMO_SPACES.OPEN] });
    expect((await begin({ site: true }, 'a', limited.key)).body.code).toBe('KEY_HAS_LIMITS');
    const writer = await site.createKey({ detectionScope: 'write' });
    expect((await begin({ site: true }, 'b', writer.key)).body.code).toBe('INSUFFICIENT_SCOPE');
    const [made, other] = [await begin({ site: true }), await site.createKey({ detectionScope: 'manage' })];
    const seen = await site.rest('GET', `/v1/detection/scan/${made.body.scanId}`, { key: other.key });
    expect(seen.body.state).toBe('queued');
    const asked = await site.rest('GET', `/v1/detection/scan/${made.body.scanId}`, { key: limited.key });
    expect(asked.body.code).toBe('KEY_HAS_LIMITS');
    await site.setUser('admin@example.com', { siteAdmin: false });
    expect((await begin({ site: true })).body.code).toBe('CREATOR_NOT_ADMIN');
  });

  it('waits as long as Confluence requires', async () => {
    const [pageId = ''] = await publish(1);
    const { body } = await begin({ pageIds: [pageId] });
    const headers = { 'Retry-After': '77' };
    site.host.faults.add({ target: 'confluence', match: 'pages', status: 429, headers, times: 1 });
    await site.host.background.deliver(events()[0]?.id ?? '');
    expect(Date.parse(events()[0]?.dueAt ?? '') - nowMs).toBe(77_000);
    expect(await finish(body.scanId)).toMatchObject({ state: 'succeeded', found: 1 });
  });

  it('whose events are delivered twice, concurrently, counts every page once', async () => {
    const pages = await publish(130);
    const { body } = await begin({ pageIds: pages });
    const handled: string[] = [];
    for (let rounds = 0; rounds < 20 && (await read(body.scanId)).state !== 'succeeded'; rounds += 1) {
      const pending = events().map(({ id }) => id);
      await Promise.all([...handled.slice(-1), ...pending, ...pending].map((id) => site.host.background.deliver(id)));
      handled.push(...pending);
    }
    expect(await read(body.scanId)).toMatchObject({ state: 'succeeded', pages: 130, complete: 130 });
    const results = await resultsOf(body.scanId, '?limit=100');
    expect(results.map(({ pageId }) => pageId)).toEqual(pages);
    expect(openFindings()).toHaveLength(130);
  });

  it('keeps the results of earlier steps if a read of several rows omits them', async () => {
    site.close();
    await newSite({ intercept: withoutResultsInBatches });
    const pages = await publish(60);
    const { body } = await begin({ pageIds: pages });
    expect(await finish(body.scanId)).toMatchObject({ state: 'succeeded', pages: 60 });
    expect((await resultsOf(body.scanId, '?limit=100')).map(({ pageId }) => pageId)).toEqual(pages);
  });

  it('that has lost its event is pushed again', async () => {
    site.close();
    const said: unknown[] = [];
    await newSite({ log: (...line) => said.push(line) });
    const pages = await publish(2);
    site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times: 1 });
    const { body } = await begin({ pageIds: pages });
    expect(events()).toEqual([]);
    await site.host.background.runSchedule('every-five-minutes');
    expect(events()).toEqual([]);
    nowMs += 30 * 60_000;
    // The list has two earlier ones. One is corrupt, and the other was deleted.
    const [corrupt, gone] = ['00000000-0000-4000-8000-00000000dead', '00000000-0000-4000-8000-00000000beef'];
    await putRow(site, 'job', `scan:${corrupt}`, { v: 2, rev: 1 });
    const open = [corrupt, gone, body.scanId].map((id: string) => ({ id, round: 0, state: 'running' }));
    await putRow(site, 'job', 'scan:open', { v: 1, rev: 2, data: { open, past: [] } });
    expect((await site.host.background.runSchedule('every-five-minutes')).outcome).toBe(204);
    expect(said).toEqual(
      expect.arrayContaining([
        ['scan.unreadable', { scanId: corrupt }],
        ['scan.lost', { scanId: body.scanId }],
      ]),
    );
    expect(rowOf(site, 'job', 'scan:open')['data']).toMatchObject({
      open: [
        { id: corrupt, state: 'unreadable' },
        { id: body.scanId, state: 'running' },
      ],
    });
    expect(await finish(body.scanId)).toMatchObject({ state: 'succeeded', found: 2 });
  });

  it.each([
    ['daily', 1],
    ['weekly', 7],
  ] as const)('starts %s if the site is configured to', async (schedule, days) => {
    const pages = await publish(1);
    const scans = () =>
      rowsOf(site, 'job').filter(({ key: name }) => name.startsWith('scan:') && name !== 'scan:open').length;
    await site.host.background.runSchedule('hourly-scans');
    expect(scans()).toBe(0);
    await configure({ onPublish: false, schedule });
    for (let hour = 0; hour < 3; hour += 1) {
      await site.host.background.runSchedule('hourly-scans');
      await site.host.background.settle();
      nowMs += 3_600_000;
    }
    expect(scans()).toBe(1);
    expect(scannedPages()).toEqual(expect.arrayContaining([...pages]));
    nowMs += days * 86_400_000;
    await site.host.background.runSchedule('hourly-scans');
    expect(scans()).toBe(2);
  });
});

it('a scan of unchanged pages writes 25 pages at a time', async () => {
  let writes = 0;
  await newSite({
    intercept: (call, proceed) => {
      if (call.path.includes('transaction')) writes += 1;
      return proceed();
    },
  });
  const pages = await publish(50);
  await finish((await begin({ pageIds: pages })).body.scanId);
  const { body } = await begin({ pageIds: pages });
  writes = 0;
  await site.host.background.settle();
  // Two for the pages, one for the scan.
  expect(writes).toBe(3);
  expect(await read(body.scanId)).toMatchObject({ state: 'succeeded', complete: 50 });
});

it('a scan with comments and attachments takes three calls a page, and one for each comment; without them two for 50 pages', async () => {
  const asked: string[] = [];
  await newSite({
    intercept: (call, proceed) => {
      if (call.path.startsWith('/wiki/api/v2/')) asked.push(call.path);
      return proceed();
    },
  });
  const pages = await publish(30);
  const body = { representation: 'storage', value: `<p>My card: ${CARD}.</p>` };
  await expectOk(site.wiki('POST', '/api/v2/footer-comments', { pageId: pages[0], body }));
  const { body: without } = await begin({ pageIds: pages });
  asked.length = 0;
  expect(await finish(without.scanId)).toMatchObject({ found: 30 });
  // The content of the pages, and which of them the person can see.
  expect(asked).toHaveLength(2);
  await configure({ onPublish: false, schedule: 'off' }, true);
  const { body: within } = await begin({ pageIds: pages });
  asked.length = 0;
  expect(await finish(within.scanId)).toMatchObject({ pages: 30, complete: 30, found: 1, resolved: 0 });
  // Two lists of pages, each read as the app and as the person, three lists of each page, the replies of one comment.
  expect(asked).toHaveLength(2 * 2 + 90 + 1);
});

it('a scan of a space scans its blog posts and counts none, and a scan that names one counts it', async () => {
  await newSite({});
  await configure({ onPublish: false, schedule: 'off' }, true);
  const scanOf = async (order: object) => finish((await begin(order)).body.scanId);
  const { pages } = await scanOf({ spaceId: DEMO_SPACES.ENG });
  const post = await aBlogPost(site, { text: CARD });
  const scanOfPost = () => rowsOf(site, 'page-scan').find((row) => row.key === post)?.value;
  expect(await scanOf({ spaceId: DEMO_SPACES.ENG })).toMatchObject({ pages, found: 0 });
  expect(scanOfPost()).toMatchObject({ state: 'complete', data: { findingIds: [expect.any(String)] } });
  await expectOk(
    site.wiki('PUT', `/api/v2/blogposts/${post}`, {
      ...{ id: post, status: 'current', title: 'News', version: { number: 2 } },
      body: { representation: 'storage', value: '<p>Nothing.</p>' },
    }),
  );
  const named = await begin({ pageIds: [post] });
  expect(await finish(named.body.scanId)).toMatchObject({ pages: 1, complete: 1, resolved: 1 });
  const { body } = await site.rest('GET', `/v1/detection/scan/${named.body.scanId}/results`, { key });
  expect(body.results).toMatchObject([{ pageId: post, state: 'complete', resolved: 1 }]);
});

describe('an incremental scan', () => {
  const asked: string[] = [];
  let writes = 0;
  beforeEach(async () => {
    await newSite({
      intercept: (call, proceed) => {
        if (call.path.includes('transaction')) writes += 1;
        if (call.path.startsWith('/wiki/api/v2/')) asked.push(call.path);
        return proceed();
      },
    });
  });
  const scan = async (order: object) => finish((await begin(order)).body.scanId);
  const STALE = { spaceId: DEMO_SPACES.OPEN, onlyStale: true };

  it('skips unchanged pages without reading or writing their content', async () => {
    const pages = await publish(30);
    const first = await scan(STALE);
    expect(first).toMatchObject({ pages: first.pages, upToDate: 0, complete: first.pages });
    await scan({ site: true });
    nowMs += 60_000;
    const before = rowsOf(site, 'page-scan');
    // The content properties of the new pages are written first.
    await site.host.background.settle();
    const { body } = await begin(STALE);
    asked.length = 0;
    writes = 0;
    expect(await finish(body.scanId)).toMatchObject({ pages: first.pages, upToDate: first.pages, complete: 0 });
    // The list of pages, one call for those that the person sees, and the list of blog posts, each list with the write of its step.
    expect([asked.length, writes]).toEqual([3, 2]);
    expect(asked.join(' ')).not.toContain('body-format');
    expect(rowsOf(site, 'page-scan')).toEqual(before);

    const [edited = '', moved = '', hidden = ''] = pages;
    const { title } = (await expectOk(site.wiki('GET', `/api/v2/pages/${edited}`))) as { title: string };
    const next = { id: edited, status: 'current', title, version: { number: 2 } };
    const body2 = { representation: 'storage', value: '<p>Nothing.</p>' };
    await expectOk(site.wiki('PUT', `/api/v2/pages/${edited}`, { ...next, body: body2 }));
    await move(site, moved, 'ENG');
    await restrict(site, hidden, 'read', [ADMIN.accountId]);
    const [added = ''] = await publish(1);
    await putRow(site, 'page-scan', added, { v: 1, rev: 1, state: 'nonsense' });
    nowMs += UNTIL_COMPLETE_MS;
    expect(await scan({ site: true, onlyStale: true })).toMatchObject({
      state: 'partial',
      reasons: { 'not-visible': 1, 'unreadable-record': 1 },
      notInspected: 2,
      resolved: 1,
    });
    const states = new Map(rowsOf(site, 'page-scan').map(({ key: pageId, value }) => [pageId, value]));
    expect(states.get(hidden)?.['state']).toBe('not-inspected');
    expect(states.get(moved)?.['spaceId']).toBe(DEMO_SPACES.ENG);
    expect(states.get(added)).toEqual({ v: 1, rev: 1, pageId: added, state: 'nonsense' });
    // Permanently invisible content is counted each time, and not written again.
    nowMs += UNTIL_COMPLETE_MS;
    expect(await scan({ site: true, onlyStale: true })).toMatchObject({
      complete: 0,
      notInspected: 2,
      reasons: { 'not-visible': 1, 'unreadable-record': 1 },
    });
    expect(rowsOf(site, 'page-scan').find(({ key: pageId }) => pageId === hidden)?.value).toEqual(states.get(hidden));
  });

  it('scans all pages after a change of settings, and pages that another scan may complete', async () => {
    const [over = '', large = ''] = await publish(2);
    const { pages } = await scan(STALE);
    const change = async (pageId: string, reason: string) => {
      const row = rowsOf(site, 'page-scan').find(({ key: id }) => id === pageId);
      const data = { ...pageScanRecord.parse(row?.value).data, reasons: [reason] };
      await putRow(site, 'page-scan', pageId, { ...row?.value, state: 'partial', data });
    };
    await change(over, 'detectors-over-budget');
    await change(large, 'too-many-comments');
    expect(await scan(STALE)).toMatchObject({ complete: 1, upToDate: pages - 1 });
    const config = { ...DEFAULT_CONFIG, minConfidence: 0.6, triggers: { onPublish: false, schedule: 'off' } };
    await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: config });
    expect(await scan(STALE)).toMatchObject({ complete: pages, upToDate: 0 });
  });

  describe('with comments and attachments', () => {
    const storage = { body: { representation: 'storage', value: `<p>My card: ${CARD}.</p>` } };
    const say = async (about: object, place: 'footer' | 'inline' = 'footer') => {
      const selection = place === 'inline' ? { inlineCommentProperties: { textSelection: 'Card' } } : {};
      const made = site.wiki('POST', `/api/v2/${place}-comments`, { ...about, ...selection, ...storage });
      return ((await expectOk(made)) as { id: string }).id;
    };
    const LISTS = /v2\/(footer-comments|inline-comments|attachments)\?/;
    /** Without an event, the app finds it by itself. */
    const later = async () => {
      await site.host.background.settle();
      nowMs += 3_600_000;
    };
    const besides = () =>
      openFindings()
        .map(({ value }) =>
          [value['pageId'], (value['data'] as { location: { field: string } }).location.field].join(' '),
        )
        .filter((place) => !place.endsWith(' body'))
        .sort();

    it('finds new and edited comments and attachments without a call for unchanged pages', async () => {
      await configure({ onPublish: false, schedule: 'off' }, true);
      const pages = await publish(30);
      const [atFoot = '', inText = '', replied = '', withFile = '', elsewhere = '', reworded = ''] = pages;
      const root = await say({ pageId: replied });
      const calm = await say({ pageId: reworded });
      const plain = { body: { representation: 'storage', value: '<p>Nothing.</p>' } };
      for (const id of [root, calm])
        await expectOk(site.wiki('PUT', `/api/v2/footer-comments/${id}`, { version: { number: 2 }, ...plain }));
      await later();
      await scan({ site: true, onlyStale: true });
      expect(besides()).toEqual([]);
      await later();
      asked.length = 0;
      writes = 0;
      expect(await scan({ site: true, onlyStale: true })).toMatchObject({ pages: 0, found: 0 });
      // Five lists of what has changed.
      expect(asked).toHaveLength(5);
      expect(asked.filter((path) => LISTS.test(path))).toHaveLength(3);

      await later();
      await say({ pageId: atFoot });
      await say({ pageId: inText }, 'inline');
      await say({ parentCommentId: await say({ parentCommentId: root }) });
      await attach(site, withFile, `card ${CARD}.txt`);
      await expectOk(site.wiki('PUT', `/api/v2/footer-comments/${calm}`, { version: { number: 3 }, ...storage }));
      await move(site, elsewhere, 'ENG');
      await site.host.background.settle();
      await say({ pageId: elsewhere });
      await later();
      asked.length = 0;
      const after = await scan(STALE);
      const inSpace = [
        `${atFoot} footer-comment`,
        `${inText} inline-comment`,
        `${replied} footer-comment`,
        `${replied} footer-comment`,
        `${reworded} footer-comment`,
        `${withFile} attachment-name`,
      ].sort();
      expect(besides()).toEqual(inSpace);
      expect(after).toMatchObject({ complete: 5, found: 6, upToDate: after.pages - 5 });
      expect(await scan({ site: true, onlyStale: true })).toMatchObject({ complete: 1, found: 1, notInspected: 0 });
      expect(besides()).toEqual([...inSpace, `${elsewhere} footer-comment`].sort());
      // Known from now on.
      await later();
      asked.length = 0;
      expect(await scan({ site: true, onlyStale: true })).toMatchObject({ complete: 0, found: 0 });
      expect(asked).toHaveLength(5);
    });

    it('reads long lists step by step, back to the last complete scan of the site, and no further', async () => {
      await configure({ onPublish: false, schedule: 'off' }, true);
      const [pageId = '', other = '', late = ''] = await publish(3);
      for (let n = 0; n < 260; n += 1) await say({ pageId: n % 2 === 0 ? pageId : other });
      await later();
      await scan({ spaceId: DEMO_SPACES.OPEN });
      await later();
      await say({ pageId: late });
      await later();
      asked.length = 0;
      expect(await scan({ site: true, onlyStale: true })).toMatchObject({
        state: 'partial',
        found: expect.any(Number),
      });
      // The first time, it reads to the end of the list.
      expect(asked.filter((path) => path.includes('v2/footer-comments?'))).toHaveLength(2);
      expect(besides()).toHaveLength(261);
      await later();
      asked.length = 0;
      await scan(STALE);
      expect(asked.filter((path) => path.includes('v2/footer-comments?'))).toHaveLength(1);
    });
  });

  it('is only possible for a space or the site', async () => {
    const refused = await begin({ pageIds: ['164001'], onlyStale: true });
    expect([refused.status, refused.body.errors[0].title]).toEqual([400, 'onlyStale is for site and spaceId alone']);
  });
});

it('a page with an unreadable finding does not block the scans of the others', async () => {
  await newSite();
  const pages = await publish(3);
  await finish((await begin({ pageIds: pages })).body.scanId);
  const [finding] = rowsOf(site, 'detection');
  await putRow(site, 'detection', finding?.key ?? '', { v: 1, rev: 7, spaceId: 'nonsense' });
  expect(await finish((await begin({ pageIds: pages })).body.scanId)).toMatchObject({
    state: 'partial',
    pages: 3,
    complete: 2,
    notInspected: 1,
    reasons: { 'unreadable-record': 1 },
  });
});

describe('a scan for a user who does not see all pages', () => {
  const WORD = 'Layoff';
  let other: string;
  const asOther = async (scanId: string) =>
    (await site.rest('GET', `/v1/detection/scan/${scanId}`, { key: other })).body;
  const scan = async (order: object) => {
    const made = await begin(order, undefined, other);
    expect([made.status, made.body.code]).toEqual([202, undefined]);
    await finish(made.body.scanId);
    return asOther(made.body.scanId);
  };
  /** A page with a finding that the other admin cannot see, because the page is restricted or in a space of others. */
  const hiddenPages = async () => {
    const [restricted = ''] = await publish(1);
    await restrict(site, restricted, 'read', ADMIN_AND_APP);
    const [elsewhere = ''] = await publish(1, DEMO_SPACES.HR);
    await site.host.background.settle();
    return [restricted, elsewhere];
  };
  const open = async (options: SiteOptions = {}) => {
    await newSite(options);
    await takeSpacePermission(site, 'HR', ADMIN2.accountId);
    const settings = { as: ADMIN2.email, classificationScope: 'none', detectionScope: 'manage' };
    ({ key: other } = await site.createKey(settings));
  };
  /** The members that two scans of the same pages share. */
  const sameFor = (body: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !/^(scanId|_links|.*At)$/.test(name)));

  describe.each([true, false])('with impersonation %s', (impersonation) => {
    beforeEach(() => open({ impersonation }));

    it('treats a named hidden page like a nonexistent one: it is not counted', async () => {
      const [seen = ''] = await publish(1);
      const hidden = await hiddenPages();
      const before = scannedPages();
      const ofHidden = await scan({ pageIds: [seen, ...hidden] });
      const ofAbsent = await scan({ pageIds: [seen, '7000001', '7000002'] });
      expect(ofHidden).toMatchObject({ state: 'succeeded', pages: 1, complete: 1, notInspected: 0, found: 1 });
      expect(sameFor(ofHidden)).toEqual({ ...sameFor(ofAbsent), found: 1 });
      const results = await site.rest('GET', `/v1/detection/scan/${ofHidden.scanId}/results`, { key: other });
      expect(results.body.results.map(({ pageId }: { pageId: string }) => pageId)).toEqual([seen]);
      expect(scannedPages().filter((pageId) => !before.includes(pageId))).toEqual([seen]);
    });

    it('scans the whole site, and counts the pages that the user sees', async () => {
      const hidden = await hiddenPages();
      const visible = await expectOk(site.wiki('GET', '/api/v2/pages?limit=250', undefined, ADMIN2.email));
      const count = (visible as { results: unknown[] }).results.length;
      const first = await scan({ site: true });
      expect(first).toMatchObject({ state: 'succeeded', pages: count, complete: count, notInspected: 0 });
      expect(scannedPages()).toEqual(expect.arrayContaining([...hidden]));
      const stale = await scan({ site: true, onlyStale: true });
      expect(stale).toMatchObject({ complete: 0, found: 0 });
      nowMs += UNTIL_COMPLETE_MS;
      const complete = await scan({ site: true, onlyStale: true });
      expect(complete).toMatchObject({ pages: count, upToDate: count, complete: 0, found: 0 });
      // Pages that neither the app nor the person can see any longer.
      await restrict(site, hidden[1] ?? '', 'read', [ADMIN.accountId]);
      await site.host.background.settle();
      nowMs += UNTIL_COMPLETE_MS;
      const again = await scan({ site: true, onlyStale: true });
      expect(sameFor(again)).toEqual(sameFor(complete));
      expect(rowOf(site, 'page-scan', hidden[1] ?? '')['state']).toBe('not-inspected');
    });
  });

  describe('with impersonation', () => {
    beforeEach(() => open());

    it('finds by a query only what the user can find: a word of a hidden page matches nothing', async () => {
      const hidden = await hiddenPages();
      for (const pageId of hidden) await retitle(pageId, `${WORD} plan`);
      await site.host.background.settle();
      const ofHidden = await scan({ cql: `title ~ "${WORD}"` });
      const ofNothing = await scan({ cql: 'title ~ "Nowhere"' });
      expect(ofHidden).toMatchObject({ state: 'succeeded', pages: 0, found: 0 });
      expect(sameFor(ofHidden)).toEqual(sameFor(ofNothing));
      const ofThosePages = await scan({ cql: `id in (${hidden.join(', ')})` });
      expect(sameFor(ofThosePages)).toEqual(sameFor(ofNothing));
      expect(scannedPages().filter((pageId) => hidden.includes(pageId))).toEqual([]);
    });

    it('counts no hidden page, whatever number of pages a search reports', async () => {
      await hiddenPages();
      const path = `/api/v2/spaces/${DEMO_SPACES.OPEN}/pages?limit=250`;
      const countPages = async () =>
        ((await expectOk(site.wiki('GET', path))) as { results: unknown[] }).results.length;
      // A search reports one page too many if the number is odd.
      await publish((await countPages()) % 2 === 0 ? 20 : 21);
      site.host.assumptions.add('inexact-search');
      nowMs += 60_000;
      const seen = (await countPages()) - 1;
      expect(await scan({ spaceId: DEMO_SPACES.OPEN })).toMatchObject({ pages: seen, complete: seen });
    });

    it('counts no page of a space that the user lost during the scan', async () => {
      await configure({ onPublish: false, schedule: 'off' });
      const pages = await publish(120);
      const { scanId } = (await begin({ spaceId: DEMO_SPACES.OPEN }, undefined, other)).body;
      await site.host.background.deliver(events()[0]?.id ?? '');
      const { pages: before } = await asOther(scanId);
      expect(before).toBe(100);
      for (const pageId of pages) await restrict(site, pageId, 'read', ADMIN_AND_APP);
      await finish(scanId);
      expect(await asOther(scanId)).toMatchObject({ state: 'succeeded', pages: before });
    });

    it('stops if the user can no longer use Confluence', async () => {
      const { scanId } = (await begin({ site: true }, undefined, other)).body;
      await site.setUser(ADMIN2.email, { active: false });
      expect((await finish(scanId)).state).toBe('failed');
      await site.setUser(ADMIN2.email, { active: true });
      expect(await asOther(scanId)).toMatchObject({ pages: 0, error: { code: 'API_KEY_OWNER_INACTIVE' } });
    });

    it('shows counts and query only to that user, and those of the scheduled scan to no one', async () => {
      const ids = [];
      for (const order of [{ cql: 'label = "x"' }, { spaceId: DEMO_SPACES.OPEN }, { site: true }])
        ids.push((await scan(order)).scanId as string);
      await configure({ onPublish: false, schedule: 'daily' });
      await site.host.background.runSchedule('hourly-scans');
      await site.host.background.settle();
      const others = (await site.rest('GET', '/v1/detection/scan', { key })).body.results;
      const COUNTS = [
        'pages',
        'complete',
        'partial',
        'notInspected',
        'upToDate',
        'reasons',
        'found',
        'reopened',
        'resolved',
      ];
      expect(others.map(({ of, state, createdBy }: Record<string, string>) => [of, state, createdBy])).toEqual(
        expect.arrayContaining([
          ['query', 'succeeded', ADMIN2.accountId],
          ['site', 'succeeded', 'system'],
        ]),
      );
      for (const body of [...others, ...(await Promise.all(ids.map(read)))])
        expect(Object.keys(body).filter((name) => COUNTS.includes(name))).toEqual([]);
      const own = (await site.rest('GET', '/v1/detection/scan', { key: other })).body.results;
      expect(
        own
          .filter((body: object) => 'pages' in body)
          .map(({ scanId }: { scanId: string }) => scanId)
          .sort(),
      ).toEqual(ids.toSorted());
      const { scans } = (await site.admin('listScans', {})).value;
      for (const view of scans)
        expect(Object.keys(view).filter((name) => ['counts', 'cql', 'spaceId', 'total'].includes(name))).toEqual([]);
      const ends = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'job.finished');
      const details = ends.map(({ value }) => (value['details'] as { after: object }).after);
      const scopes = [
        { scan: 'query' },
        { scan: 'space', spaceId: DEMO_SPACES.OPEN },
        { scan: 'site' },
        { scan: 'site' },
      ];
      expect(details).toHaveLength(scopes.length);
      expect(details).toEqual(expect.arrayContaining(scopes.map((scope) => ({ state: 'succeeded', ...scope }))));
    });
  });

  it('without impersonation refuses a query, because it would be searched as the app, and finds no space', async () => {
    await open({ impersonation: false });
    for (const withKey of [key, other]) {
      const ofQuery = await begin({ cql: 'label = "x"' }, undefined, withKey);
      expect([ofQuery.status, ofQuery.body.code]).toEqual([422, 'SEARCH_NOT_POSSIBLE']);
      const searches = ofQuery.calls.filter(({ path }) => path.includes('/rest/api/search'));
      expect(searches.map(({ status }) => status)).toEqual([403]);
      const ofSpace = await begin({ spaceId: DEMO_SPACES.OPEN }, undefined, withKey);
      expect([ofSpace.status, ofSpace.body.code]).toEqual([404, 'CONFIGURATION_NOT_FOUND']);
    }
    expect(rowsOf(site, 'job')).toEqual([]);
  });
});

describe('a step that dies at one of its platform calls', () => {
  const never = new Promise<never>(() => undefined);
  const MORE_CALLS = 1_000;
  let left = Infinity;
  /** The calls of the last step. */
  let made = 0;
  let side: 'before' | 'after' = 'before';
  const intercept: Intercept = async (_call, proceed) => {
    if (left === Infinity) return proceed();
    left -= 1;
    if (left > 0) return proceed();
    if (left === 0 && side === 'after') await proceed();
    return never;
  };
  beforeEach(() => newSite({ intercept }));

  /** Delivers the scan's event, dies at that call, and delivers it again. @returns true if it made that many calls */
  async function dieAt(scanId: string, point: number, when: typeof side): Promise<boolean> {
    const event = events().find(({ body }) => body['scanId'] === scanId);
    left = point;
    side = when;
    const dead = site.host.background.deliver(event?.id ?? '');
    const idle = async () => {
      for (let turn = 0; turn < 300; turn += 1) await new Promise(setImmediate);
    };
    const ended = await Promise.race([dead.then(() => 'ended' as const), idle()]);
    made = point - left;
    left = Infinity;
    if (ended !== 'ended') await site.host.background.deliver(event?.id ?? '');
    return ended !== 'ended';
  }

  /** At the first call before its effect, and at some calls after it. test/jobs/interruptions has every call. */
  async function atSomeCalls(run: (point: number, when: typeof side) => Promise<boolean>): Promise<void> {
    expect(await run(1, 'before')).toBe(true);
    expect(await run(MORE_CALLS, 'after')).toBe(false);
    expect(made).toBeGreaterThan(9);
    const random = randomOfTest();
    let most = made;
    // A sweep can make fewer calls than the one before, because each hides a page.
    for (let deaths = 0; deaths < 2;) {
      if (await run(1 + Math.floor(random() * most), 'after')) deaths += 1;
      else most = made;
    }
  }
  const openRuns = () => rowsOf(site, 'job').find(({ key: name }) => name === 'scan:open')?.value['data'];

  it('is completed by the next one', async () => {
    await atSomeCalls(async (point, when) => {
      const pages = await publish(4);
      await finish((await begin({ pageIds: pages.slice(0, 2) })).body.scanId);
      const { body } = await begin({ pageIds: pages });
      const isDead = await dieAt(body.scanId, point, when);
      expect({ point, when, ...(await finish(body.scanId)) }).toMatchObject({
        point,
        when,
        state: 'succeeded',
        pages: 4,
        complete: 4,
      });
      expect((await resultsOf(body.scanId)).map(({ pageId }) => pageId)).toEqual(pages);
      expect(openFindings().filter(({ value }) => pages.includes(String(value['pageId'])))).toHaveLength(4);
      expect(openRuns()).toMatchObject({ open: [] });
      return isDead;
    });
  });

  it.each([
    ['that reads comments', undefined],
    ['that reads pages', 'pages '],
    ['that reads the other known pages', 'known '],
  ])('%s is completed by the next one', async (_name, phase) => {
    await configure({ onPublish: false, schedule: 'off' }, true);
    const [commented = '', ...others] = await publish(50);
    const bodyOf = (text: string) => ({ body: { representation: 'storage', value: `<p>My card: ${text}</p>` } });
    const made = site.wiki('POST', '/api/v2/footer-comments', { pageId: commented, ...bodyOf('none') });
    const comment = `/api/v2/footer-comments/${((await expectOk(made)) as { id: string }).id}`;
    const { pages: all } = (await finish((await begin({ site: true })).body.scanId)) as { pages: number };
    let sweeps = 0;
    await atSomeCalls(async (point, when) => {
      const hidden = others[sweeps] ?? '';
      sweeps += 1;
      nowMs += 11 * 60_000;
      const isThere = sweeps % 2 === 1;
      const wording = { version: { number: sweeps + 1 }, ...bodyOf(isThere ? CARD : 'none') };
      await expectOk(site.wiki('PUT', comment, wording));
      await restrict(site, hidden, 'read', [ADMIN.accountId]);
      await site.host.background.settle();
      const { scanId } = (await begin({ site: true })).body;
      const job = () => rowsOf(site, 'job').find(({ key: name }) => name === `scan:${scanId}`)?.value;
      const cursor = () => (job()?.['data'] as { cursor?: string } | undefined)?.cursor;
      const event = () => events().find(({ body }) => body['scanId'] === scanId)?.id ?? '';
      while (phase !== undefined && cursor()?.startsWith(phase) !== true) await site.host.background.deliver(event());
      const isDead = await dieAt(scanId, point, when);
      const { state, pages, notInspected } = await finish(scanId);
      const scan = rowsOf(site, 'page-scan').find(({ key: pageId }) => pageId === hidden);
      const inComment = openFindings().filter(({ value }) => value['pageId'] === commented).length - 1;
      expect({ point, when, state, pages, notInspected, hidden: scan?.value['state'], inComment }).toEqual({
        point,
        when,
        state: sweeps > 0 ? 'partial' : 'succeeded',
        pages: all,
        notInspected: sweeps,
        hidden: 'not-inspected',
        inComment: isThere ? 1 : 0,
      });
      expect(openRuns()).toMatchObject({ open: [] });
      return isDead;
    });
  });
});

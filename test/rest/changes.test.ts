import fc from 'fast-check';
import { APP_USER, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { BEFORE_ALL_CHANGES, readChanges } from '../../src/classification/change-feed';
import type { Storage } from '../../src/platform/storage';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, purge, restrict } from '../support/wiki-pages';
import { outcomeOf, placesOf } from './route-requests';

/** A client that follows the feed of changes gets every change once and in order, as far as it may see the change. */

const START = Date.parse('2026-11-20T09:00:00.000Z');
const TRAIL_MS = 60_000;

let nowMs: number;
const open: Site[] = [];
function newSite(options: SiteOptions = {}): Site {
  const site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), ...options });
  open.push(site);
  return site;
}
beforeEach(() => {
  nowMs = START;
});
afterEach(() => open.splice(0).forEach((site) => site.close()));

interface Entry {
  readonly changeId: string;
  readonly pageId: string;
  readonly changedAt: string;
}

const changes = (site: Site, key: string, query = ''): Promise<RestAnswer> =>
  site.rest('GET', `/v1/change${query}`, { key });

/** Keeps the cursor like an integration, and continues at once while more changes exist. */
class Follower {
  readonly received: Entry[] = [];
  #cursor: string | undefined;
  constructor(
    private readonly site: Site,
    private readonly key: string,
    private readonly limit = 25,
  ) {}

  async poll(): Promise<void> {
    for (let requests = 0; requests < 100; requests += 1) {
      const after = this.#cursor === undefined ? '' : `&after=${this.#cursor}`;
      const { body, status } = await changes(this.site, this.key, `?limit=${this.limit}${after}`);
      expect(status).toBe(200);
      expect(body.results.length).toBeLessThanOrEqual(this.limit);
      this.received.push(...body.results);
      this.#cursor = body.cursor;
      if (body._links.next === undefined) return;
      expect(body._links.next).toContain(`/v1/change?limit=${this.limit}&after=${this.#cursor}`);
    }
    throw new Error('the feed has no end');
  }
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ changeId }) => changeId);

async function setLevel(site: Site, key: string, pageId: string, name: 'Public' | 'Restricted' = 'Public') {
  const { levelId } = levelNamed(site, name);
  // So that the order of the feed is the order of the changes.
  nowMs += 1;
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  expect(answer.status).toBe(201);
}

/** Stores a change this long after its time, bypassing the app. */
function storeChange(site: Site, changedAtMs: number, pageId: string, changeId: string): Promise<void> {
  return putRow(site, 'level-change', changeId, {
    v: 1,
    pageId,
    pageRev: 1,
    spaceId: DEMO_SPACES.ENG,
    levelId: levelNamed(site, 'Public').levelId,
    changedAt: new Date(changedAtMs).toISOString(),
    classifierId: 'somebody',
    method: 'MANUAL',
    pageVersion: 1,
  });
}

it('the change feed shows each change like the history of the page, except those of the last minute', async () => {
  const site = newSite();
  const { key } = await site.createKey();
  const pageId = await aPage(site);
  await setLevel(site, key, pageId);
  await setLevel(site, key, pageId, 'Restricted');
  nowMs += 1;
  expect((await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key })).status).toBe(204);
  nowMs = START + TRAIL_MS;
  expect((await changes(site, key)).body.results).toEqual([]);
  nowMs += 10;
  const { body } = await changes(site, key);
  const history = (await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key })).body.results;
  const entries = history.toReversed().map((change: Entry) => ({
    type: 'page.level.changed',
    spaceId: DEMO_SPACES.ENG,
    title: expect.stringMatching(/^Page number /),
    ...change,
  }));
  expect(body.results).toEqual(entries);
  expect(body._links).toEqual({});
});

it('the change feed returns each change to a client once, if it was written and visible within a minute', async () => {
  const write = fc.record({
    atMs: fc.integer({ min: 0, max: 200_000 }),
    // In total less than the minute.
    lateMs: fc.integer({ min: 0, max: 30_000 }),
  });
  const scene = fc.record({
    writes: fc.array(write, { minLength: 1, maxLength: 25 }),
    polls: fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 12 }),
    queryLagMs: fc.integer({ min: 0, max: 29_000 }),
    limit: fc.constantFrom(1, 2, 25),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ writes, polls, queryLagMs, limit }) => {
      nowMs = START;
      const site = newSite({ queryLagMs });
      const { key } = await site.createKey();
      const follower = new Follower(site, key, limit);
      const made: Entry[] = [];
      const steps = [
        // Rounded, so that several share the same time.
        ...writes.map(({ atMs, lateMs }) => ({
          at: Math.round(atMs / 50_000) * 50_000 + lateMs,
          run: async () => {
            const changedAt = new Date(START + Math.round(atMs / 50_000) * 50_000).toISOString();
            const changeId = crypto.randomUUID();
            made.push({ changeId, pageId: DEMO_PAGES.engHome, changedAt });
            await storeChange(site, Date.parse(changedAt), DEMO_PAGES.engHome, changeId);
          },
        })),
        ...polls.map((at) => ({ at, run: () => follower.poll() })),
      ].sort((a, b) => a.at - b.at);
      for (const { at, run } of steps) {
        nowMs = START + at;
        await run();
      }
      nowMs = START + 400_000;
      await follower.poll();
      await follower.poll();
      expect(idsOf(follower.received).toSorted()).toEqual(idsOf(made).toSorted());
      const times = follower.received.map(({ changedAt }) => changedAt);
      expect(times).toEqual(times.toSorted());
      site.close();
      open.splice(open.indexOf(site), 1);
    }),
    { numRuns: 25 },
  );
});

it('a client that also reads the last days again gets the changes that storage listed later than the delay', async () => {
  // Each row has its own delay, up to the lag, and the seed chooses them.
  const site = newSite({ queryLagMs: 300_000, seed: 1 });
  const { key } = await site.createKey();
  const follower = new Follower(site, key);
  const made: string[] = [];
  for (let minute = 0; minute < 20; minute += 1) {
    made.push(`00000000-0000-4000-8000-0000000000${minute + 10}`);
    await storeChange(site, nowMs, DEMO_PAGES.engHome, made.at(-1) ?? '');
    nowMs += 60_000;
    await follower.poll();
  }
  nowMs += 600_000;
  await follower.poll();
  const followed = idsOf(follower.received);
  expect([followed.length < made.length, new Set(followed).size]).toEqual([true, followed.length]);
  const again = await changes(site, key, `?limit=100&from=${new Date(START - 86_400_000).toISOString()}`);
  expect(idsOf(again.body.results).toSorted()).toEqual(made.toSorted());
});

it('the change feed skips changes that are written after its delay', async () => {
  const site = newSite();
  const { key } = await site.createKey();
  const follower = new Follower(site, key);
  await storeChange(site, START + 10_000, DEMO_PAGES.engHome, crypto.randomUUID());
  nowMs = START + 75_000;
  await follower.poll();
  await storeChange(site, START + 5_000, DEMO_PAGES.engHome, crypto.randomUUID());
  nowMs += 120_000;
  await follower.poll();
  expect(follower.received).toHaveLength(1);
});

it('dates a change by its transaction, not by its request, so that it cannot arrive late', async () => {
  let committedAtMs = 0;
  // Confluence responds slowly.
  const site = newSite({
    intercept: (call, proceed) => {
      if (call.target === 'confluence') nowMs += 18_000;
      if (call.path.endsWith('/transaction')) committedAtMs = nowMs;
      return proceed();
    },
  });
  const { key } = await site.createKey();
  const pageId = await aPage(site);
  await setLevel(site, key, pageId);
  const [change] = rowsOf(site, 'level-change');
  expect(change?.value.changedAt).toBe(new Date(committedAtMs).toISOString());
});

describe('the feed shows changes only', () => {
  it('for pages and levels that the key may currently see', async () => {
    const site = newSite();
    const { key } = await site.createKey();
    const pages = await Promise.all(Array.from({ length: 5 }, () => aPage(site)));
    const [plain = '', restricted = '', gone = '', moved = '', raised = ''] = pages;
    for (const pageId of pages) await setLevel(site, key, pageId);
    await setLevel(site, key, raised, 'Restricted');
    await restrict(site, restricted, 'read', ADMIN_AND_APP);
    await purge(site, gone);
    await move(site, moved, 'OPEN');
    nowMs += TRAIL_MS + 100;
    const changesFor = async (request: Parameters<Site['createKey']>[0]) => {
      const made = await site.createKey(request);
      const follower = new Follower(site, made.key, 2);
      await follower.poll();
      return follower.received.map(({ pageId }) => pageId);
    };
    const other = { as: 'admin2@example.com' };
    expect(await changesFor(other)).toEqual([plain, moved, raised, raised]);
    expect(await changesFor({ ...other, spaceLimit: [DEMO_SPACES.ENG] })).toEqual([plain, raised, raised]);
    expect(await changesFor({ ...other, levelLimit: [levelNamed(site, 'Public').levelId] })).toEqual([plain, moved]);
    // The feed has only the change to this level, because the page's previous level is outside the limit.
    expect(await changesFor({ ...other, levelLimit: [levelNamed(site, 'Restricted').levelId] })).toEqual([raised]);
  });

  it('for visible pages without impersonation too, and loses none', async () => {
    const site = newSite({ impersonation: false });
    const { key } = await site.createKey();
    const pageIds: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const pageId = await aPage(site);
      if (index === 7) await restrict(site, pageId, 'read', [APP_USER.accountId, ...ADMIN_AND_APP]);
      pageIds.push(pageId);
      await storeChange(site, START + index, pageId, crypto.randomUUID());
    }
    nowMs += TRAIL_MS + 100;
    const follower = new Follower(site, key, 250);
    await follower.poll();
    expect(follower.received.map(({ pageId }) => pageId)).toEqual(pageIds);
  });
});

describe('a cursor', () => {
  it('is returned at the end too, even without changes, and expires after 30 days with a clear error', async () => {
    const site = newSite();
    const expiresOn = '2027-03-01';
    const { key } = await site.createKey({ expiresOn });
    const { body } = await changes(site, key);
    expect(body).toEqual({ results: [], cursor: expect.any(String), _links: {} });
    await storeChange(site, START, DEMO_PAGES.engHome, crypto.randomUUID());
    nowMs = START + 30 * 86_400_000 - 1;
    expect((await changes(site, key, `?after=${body.cursor}`)).body.results).toHaveLength(1);
    nowMs += 1;
    const late = await changes(site, key, `?after=${body.cursor}`);
    expect([outcomeOf(late), placesOf(late)]).toEqual(['400 EXPIRED_CURSOR', ['EXPIRED_CURSOR after']]);
  });

  it('of another key or another list is refused', async () => {
    const site = newSite();
    const { key } = await site.createKey();
    const { key: other } = await site.createKey();
    const { cursor } = (await changes(site, key)).body;
    expect(outcomeOf(await changes(site, other, `?after=${cursor}`))).toBe('400 INVALID_CURSOR');
    expect(outcomeOf(await site.rest('GET', `/v1/page-level?cursor=${cursor}`, { key }))).toBe('400 INVALID_CURSOR');
  });

  it('replaces from, which sets the start', async () => {
    const site = newSite();
    const { key } = await site.createKey();
    for (const at of [0, 1_000, 2_000]) await storeChange(site, START + at, DEMO_PAGES.engHome, crypto.randomUUID());
    nowMs += 2 * TRAIL_MS;
    const from = new Date(START + 1_000).toISOString();
    const { body } = await changes(site, key, `?limit=1&from=${from}`);
    expect(body.results[0].changedAt).toBe(from);
    expect((await site.rest('GET', body._links.next, { key })).body.results).toHaveLength(1);
    const both = await changes(site, key, `?from=${from}&after=${body.cursor}`);
    expect([outcomeOf(both), placesOf(both)]).toEqual(['400 INVALID_PARAMETER', ['INVALID_PARAMETER from']]);
  });
});

it('the change feed skips an unreadable change', async () => {
  const site = newSite();
  const { key } = await site.createKey();
  for (const at of [0, 2]) await storeChange(site, START + at, DEMO_PAGES.engHome, crypto.randomUUID());
  await putRow(site, 'level-change', crypto.randomUUID(), { v: 2, changedAt: new Date(START + 1).toISOString() });
  nowMs += TRAIL_MS + 100;
  const follower = new Follower(site, key, 1);
  await follower.poll();
  expect(follower.received).toHaveLength(2);
});

it('the change feed continues after the maximum of reads per request, and never between changes of one millisecond', async () => {
  const time = (second: number) => new Date(START + second * 1_000).toISOString();
  // 2,500 unreadable changes, which no client gets, and then a readable one.
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    key: `k${String(index).padStart(5, '0')}`,
    value: { changedAt: time(Math.floor(index / 7)) },
  }));
  let reads = 0;
  const storage: Pick<Storage, 'list'> = {
    list: ({ cursor, between }) => {
      reads += 1;
      const all = rows.filter(({ value }) => value.changedAt >= (between?.[0] ?? ''));
      const start = Number(cursor ?? 0);
      const end = start + 100;
      return Promise.resolve({ rows: all.slice(start, end), cursor: end < all.length ? String(end) : undefined });
    },
  };
  const question = { now: new Date(START + 3_600_000), limit: 5 };
  const first = await readChanges(storage, { ...question, after: BEFORE_ALL_CHANGES });
  expect([first.items, first.hasMore, reads]).toEqual([[], true, 20]);
  const second = await readChanges(storage, { ...question, after: first.next });
  expect(second.hasMore).toBe(false);
  expect(second.next).toEqual({ time: rows.at(-1)?.value.changedAt, key: rows.at(-1)?.key });
});

describe('the expiry of a key', () => {
  const EXPIRES_ON = '2026-12-20';
  const ends = Date.parse('2026-12-21T00:00:00.000Z');
  const dueMs = (days: number) => ends - days * 86_400_000;

  it('is announced 14, 7 and 1 days before, once each and in order with the changes, for any page size', async () => {
    for (const limit of [1, 2, 25]) {
      nowMs = START;
      const site = newSite();
      const { key, keyId } = await site.createKey({ name: 'Rule', expiresOn: EXPIRES_ON });
      const follower = new Follower(site, key, limit);
      const pageId = await aPage(site);
      for (const days of [14, 7, 1]) {
        nowMs = dueMs(days) - 30_000;
        await setLevel(site, key, pageId, days === 7 ? 'Restricted' : 'Public');
        nowMs = dueMs(days) + TRAIL_MS;
        if (days !== 7) await follower.poll();
        // A second poll does not return it again.
        nowMs += 2;
        await follower.poll();
        await follower.poll();
      }
      const received = follower.received as unknown as readonly { type: string; days?: number; changedAt: string }[];
      expect(received.map(({ type, days }) => `${type} ${days ?? ''}`.trim())).toEqual([
        'page.level.changed',
        'api-key.expiring 14',
        'page.level.changed',
        'api-key.expiring 7',
        'page.level.changed',
        'api-key.expiring 1',
      ]);
      expect(received[1]).toEqual({
        type: 'api-key.expiring',
        changeId: expect.any(String),
        changedAt: '2026-12-07T00:00:00.000Z',
        apiKeyId: keyId,
        apiKeyName: 'Rule',
        expiresAt: '2026-12-21T00:00:00.000Z',
        days: 14,
      });
      expect(new Set(idsOf(follower.received)).size).toBe(6);
    }
  });

  it('is announced only for the calling key, unless it was rotated or created after the notice was due', async () => {
    const site = newSite();
    const other = await site.createKey({ name: 'Other', expiresOn: '2027-01-31' });
    const old = await site.createKey({ name: 'Old', expiresOn: EXPIRES_ON });
    nowMs = dueMs(10);
    const late = await site.createKey({ name: 'Late', expiresOn: EXPIRES_ON });
    nowMs = dueMs(2);
    const { ok } = await site.admin('rotateKey', { keyId: old.keyId, rev: 1, expiresOn: '2027-02-01', grace: '7d' });
    expect(ok).toBe(true);
    nowMs = dueMs(1) + TRAIL_MS + 1;
    const noticeDays = async (key: string) =>
      (await changes(site, key)).body.results.map(({ days }: { days: number }) => days);
    expect(await noticeDays(other.key)).toEqual([]);
    expect(await noticeDays(old.key)).toEqual([]);
    expect(await noticeDays(late.key)).toEqual([7, 1]);
  });
});

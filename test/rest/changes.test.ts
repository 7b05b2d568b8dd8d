import fc from 'fast-check';
import { ADMIN2, APP_USER, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { BEFORE_ALL_CHANGES, readChanges } from '../../src/classification/change-feed';
import type { Storage } from '../../src/platform/storage';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, purge, restrict, takeSpacePermission } from '../support/wiki-pages';
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

describe('a filtered feed', () => {
  const EXPIRES_ON = '2026-12-20';

  /** Changes of three pages in two spaces, a hidden page, and reminders that the key expires. */
  async function aFilteredFeed() {
    const site = newSite();
    const { key } = await site.createKey({ as: 'admin2@example.com', expiresOn: EXPIRES_ON });
    const [first, second, hidden] = [await aPage(site), await aPage(site), await aPage(site)];
    const other = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
    const changesOf: [string, 'Public' | 'Restricted'][] = [
      [first, 'Public'],
      [second, 'Restricted'],
      [other, 'Public'],
      [hidden, 'Public'],
      [first, 'Restricted'],
      [second, 'Public'],
    ];
    for (const [pageId, name] of changesOf) await setLevel(site, key, pageId, name);
    nowMs += 1;
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${other}`, { key })).status).toBe(204);
    await restrict(site, hidden, 'read', ADMIN_AND_APP);
    nowMs = Date.parse('2026-12-08T00:00:00.000Z');
    const follow = async (filter: string, limit = 25) => {
      const entries: string[] = [];
      let next: string | undefined = `/v1/change?limit=${limit}&${filter}`;
      for (let requests = 0; next !== undefined; requests += 1) {
        expect(requests).toBeLessThan(20);
        const answer: RestAnswer = await site.rest('GET', next, { key });
        expect([filter, outcomeOf(answer)]).toEqual([filter, '200']);
        entries.push(...answer.body.results.map(entryOf));
        next = answer.body._links.next;
      }
      return entries;
    };
    return { site, key, first, second, hidden, other, follow };
  }

  interface FeedEntry extends Entry {
    readonly type: string;
    readonly revision: number;
  }
  const entryOf = ({ type, pageId, revision }: FeedEntry) =>
    type === 'api-key.expiring' ? 'reminder' : `${pageId} ${revision}`;

  it('has the changes that match every filter, in their order and once, in pages of any size', async () => {
    const { site, first, second, hidden, other, follow } = await aFilteredFeed();
    const all = [`${first} 1`, `${second} 1`, `${other} 1`, `${first} 2`, `${second} 2`, `${other} 2`];
    const restricted = [`${second} 1`, `${first} 2`, `${second} 2`];
    const publicOnes = all.filter((entry) => entry !== `${second} 1`);
    const expected: Readonly<Record<string, readonly string[]>> = {
      '': [...all, 'reminder'],
      'type=page.level.changed': all,
      'type=api-key.expiring': ['reminder'],
      [`pageId=${first}`]: [`${first} 1`, `${first} 2`],
      [`pageId=${hidden}`]: [],
      'pageId=999999': [],
      [`spaceId=${DEMO_SPACES.OPEN}`]: [`${other} 1`, `${other} 2`],
      'spaceKey=OPEN': [`${other} 1`, `${other} 2`],
      'spaceId=999999': [],
      'levelId=restricted': restricted,
      // The new or the previous level.
      [`levelId=${levelNamed(site, 'Public').levelId}`]: publicOnes,
      'levelId=restricted&levelId=public': all,
      'levelId=internal': [],
      [`levelId=restricted&pageId=${second}&spaceKey=ENG`]: [`${second} 1`, `${second} 2`],
      [`levelId=public&spaceKey=OPEN&pageId=${first}`]: [],
    };
    for (const [filter, entries] of Object.entries(expected))
      for (const limit of [1, 25]) {
        nowMs += 60_000;
        expect([filter, limit, await follow(filter, limit)]).toEqual([filter, limit, entries]);
      }
    await move(site, other, 'ENG');
    expect(await follow('spaceKey=OPEN')).toEqual([]);
  });

  it('has a cursor for its filters only, which also moves over changes that do not match', async () => {
    const { site, key, first, second, follow } = await aFilteredFeed();
    const { body } = await changes(site, key, '?levelId=internal&levelId=restricted');
    const outcome = async (filter: string) => outcomeOf(await changes(site, key, `?after=${body.cursor}&${filter}`));
    expect(await outcome('levelId=restricted&levelId=internal')).toBe('200');
    for (const filter of ['', 'levelId=restricted', `levelId=internal&levelId=restricted&pageId=${first}`])
      expect(await outcome(filter)).toBe('400 INVALID_CURSOR');
    const { body: skipped } = await changes(site, key, '?levelId=internal');
    await setLevel(site, key, second, 'Restricted');
    nowMs += TRAIL_MS + 1;
    const reads = (answer: RestAnswer) => answer.calls.filter(({ path }) => path === '/wiki/api/v2/pages').length;
    const { body: later, ...answer } = await changes(site, key, `?levelId=internal&after=${skipped.cursor}`);
    expect([later.results, reads({ body: later, ...answer })]).toEqual([[], 0]);
    expect(await follow(`after=${later.cursor}&levelId=internal`)).toEqual([]);
  });

  it('reads a limited number of pages, and continues', async () => {
    const site = newSite();
    const { key } = await site.createKey();
    for (let index = 0; index < 300; index += 1) {
      await storeChange(site, START + index, String(900_000_000 + index), crypto.randomUUID());
    }
    const pageId = await aPage(site);
    await storeChange(site, START + 400, pageId, crypto.randomUUID());
    nowMs = START + TRAIL_MS + 1_000;
    const follower: string[] = [];
    let next: string | undefined = `/v1/change?limit=5&spaceKey=ENG`;
    let requests = 0;
    for (; next !== undefined; requests += 1) {
      const { body, calls } = await site.rest('GET', next, { key });
      expect(calls.length).toBeLessThan(30);
      follower.push(...body.results.map((entry: Entry) => entry.pageId));
      next = body._links.next;
    }
    expect([follower, requests < 5]).toEqual([[pageId], true]);
  });

  it('looks the same for a page or space that is hidden and one that does not exist, and reveals no changes', async () => {
    const { site, key, hidden } = await aFilteredFeed();
    await takeSpacePermission(site, 'HR', ADMIN2.accountId);
    const shapeOf = async (query: string) => {
      nowMs += 60_000;
      const { status, body, calls } = await changes(site, key, `?${query}`);
      const { cursor, ...rest } = body;
      return [status, rest, cursor.length, calls.map(({ target }) => target)];
    };
    expect(await shapeOf(`pageId=${hidden}`)).toEqual(await shapeOf('pageId=999999999'));
    expect(await shapeOf(`spaceId=${DEMO_SPACES.HR}`)).toEqual(await shapeOf('spaceId=999999999'));
    expect(await shapeOf('spaceKey=HR')).toEqual(await shapeOf('spaceKey=NONE'));
  });

  it('is refused if its filters contradict each other, the limits of the key, or the levels of the site', async () => {
    const site = newSite();
    const levelLimit = [levelNamed(site, 'Public').levelId];
    const { key } = await site.createKey({ levelLimit, spaceLimit: [DEMO_SPACES.ENG] });
    const outcome = async (query: string) => {
      const answer = await changes(site, key, `?${query}`);
      return [outcomeOf(answer), ...placesOf(answer)].join(', ');
    };
    expect(await outcome('levelId=restricted')).toBe('403 LEVEL_OUTSIDE_KEY_LIMIT, LEVEL_OUTSIDE_KEY_LIMIT levelId');
    expect(await outcome(`spaceId=${DEMO_SPACES.OPEN}`)).toBe(
      '403 SPACE_OUTSIDE_KEY_LIMIT, SPACE_OUTSIDE_KEY_LIMIT spaceId',
    );
    expect(await outcome('levelId=unknown')).toBe('422 LEVEL_NOT_FOUND, LEVEL_NOT_FOUND levelId');
    expect(await outcome('type=other')).toBe('400 INVALID_PARAMETER, INVALID_PARAMETER type');
    for (const filter of ['levelId=public', 'pageId=1', 'spaceId=1', 'spaceKey=ENG']) {
      const [name] = filter.split('=');
      expect(await outcome(`type=api-key.expiring&${filter}`)).toBe(`400 INVALID_PARAMETER, INVALID_PARAMETER ${name}`);
    }
  });
});

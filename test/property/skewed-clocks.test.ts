import { seededRandom } from '../../local/forge/seeded-random';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';

/**
 * Machines whose clocks differ by up to four seconds. Random requests run on them, and no answer depends on the machine
 * that gives it.
 */

const START_MS = Date.parse('2026-11-21T10:00:57.000Z');
const LEVELS = ['Highly Restricted', 'Restricted', 'Internal', 'Public'] as const;
const ROUNDS = 50;

let site: Site;
let nowMs: number;
let limits: string;
let key: string;
let random: () => number;
beforeAll(async () => {
  nowMs = START_MS;
  limits = 'off';
  random = seededRandom(jest.getSeed());
  site = openSite({
    ...{ now: () => new Date(nowMs), rateLimits: () => limits },
    ...{ seed: jest.getSeed(), assumptions: new Set(['clock-skew', 'transactions-collide']) },
  });
  ({ key } = await site.createKey());
});
afterAll(() => site.close());

const below = (count: number) => Math.floor(random() * count);
const put = (pageId: string, level: number, headers: Record<string, string> = {}) => {
  const levelId = levelNamed(site, LEVELS[level] ?? 'Public').levelId;
  return site.rest('POST', '/v1/page-level', { key, headers, body: { pageId, levelId } });
};

interface Event {
  readonly changeId: string;
  readonly pageId: string;
  readonly changedAt: string;
  readonly current: { readonly levelId: string };
}

it('the feed has each change once and in the order of its page, and each response names a state that the next request finds', async () => {
  const pageIds = [await aPage(site), await aPage(site)];
  const states = new Map(pageIds.map((pageId) => [pageId, { level: -1, etag: '', order: [] as string[] }]));
  const feed: Event[] = [];
  let cursor: string | undefined;
  const poll = async () => {
    const { status, body } = await site.rest('GET', `/v1/change?limit=3${cursor ? `&after=${cursor}` : ''}`, { key });
    expect(status).toBe(200);
    feed.push(...body.results);
    cursor = body.cursor;
    return body.results.length as number;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    nowMs += below(3) === 0 ? below(30_000) : below(20);
    if (below(4) === 0) await poll();
    const pageId = pageIds[below(2)] ?? '';
    const state = states.get(pageId);
    if (state === undefined) continue;
    const level = (state.level + 1 + below(3) + LEVELS.length) % LEVELS.length;
    const answer = await put(pageId, level, state.etag === '' ? {} : { 'If-Match': state.etag });
    expect(answer.status).toBe(201);
    state.level = level;
    state.etag = answer.header('ETag') ?? '';
    state.order.push(levelNamed(site, LEVELS[level] ?? 'Public').levelId);
  }
  nowMs += 70_000;
  for (let count = 1; count > 0;) count = await poll();
  expect(new Set(feed.map(({ changeId }) => changeId)).size).toBe(feed.length);
  for (const [pageId, { order }] of states) {
    const events = feed.filter((event) => event.pageId === pageId);
    expect(events.map(({ current }) => current.levelId)).toEqual(order);
    const times = events.map(({ changedAt }) => changedAt);
    expect([...new Set(times)].toSorted()).toEqual(times);
  }
});

it('a new key works at once on every machine', async () => {
  for (let times = 0; times < 10; times += 1) {
    const created = await site.createKey({ name: `New ${times}` });
    expect((await site.rest('GET', '/v1/level', { key: created.key })).status).toBe(200);
  }
});

it('a quota is granted once a minute, whichever machines count', async () => {
  const pageId = await aPage(site);
  limits = JSON.stringify({ key: 5, 'key-write': 1_000, site: 1_000, host: 100_000 });
  // The machines disagree about the minute at 10:10:00.
  nowMs = Date.parse('2026-11-21T10:09:58.500Z');
  let granted = 0;
  for (let times = 0; times < 40; times += 1) {
    granted += (await put(pageId, times % 2)).status === 429 ? 0 : 1;
    nowMs += 75;
  }
  limits = 'off';
  // Those of the minute that ends and of the one that begins.
  expect(granted).toBeLessThanOrEqual(10);
  expect(granted).toBeGreaterThanOrEqual(5);
});

import { DEMO_PAGES } from '../../local/demo';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { outcomeOf, placesOf } from './route-requests';

/** The history of a page's level, and the rules for every list of the API: its pages and cursors. */

const pageId = DEMO_PAGES.payroll;
const path = `/v1/page-level/by-page/${pageId}/history`;

let now: Date;
let site: Site;
let key: string;
let keyId: string;
let levels: readonly { readonly levelId: string; readonly name: string }[];
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00.000Z');
  site = openSite({ now: () => now, queryLagMs: 0 });
  ({ key, keyId } = await site.createKey());
  levels = (await site.rest('GET', '/v1/level', { key })).body.results;
});
afterEach(() => site.close());

interface Entry {
  readonly revision: number;
}

/** Sets or clears the level this many times; every third time, two changes share a millisecond. */
async function change(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    if (index % 3 !== 0) now = new Date(now.getTime() + 1_000);
    const level = levels[index % levels.length];
    const answer =
      index % 5 === 4
        ? await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key })
        : await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: level?.levelId } });
    expect(answer.status).toBeLessThan(300);
  }
}

const list = (query = '', withKey = key): Promise<RestAnswer> => site.rest('GET', path + query, { key: withKey });

async function listAll(limit: number): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let next: string | undefined = `${path}?limit=${limit}`;
  while (next !== undefined) {
    const answer: RestAnswer = await site.rest('GET', next, { key });
    expect(answer.status).toBe(200);
    expect(answer.body.results.length).toBeLessThanOrEqual(limit);
    all.push(...answer.body.results);
    next = answer.body._links.next;
    const link = answer.header('Link');
    expect(link).toBe(next === undefined ? undefined : `<${next}>; rel="next"`);
  }
  return all;
}

it('the history of a page shows previous and new level, time, actor, source and key of each change, newest first', async () => {
  await change(5);
  const { body } = await list();
  expect(body.results.map(({ revision }: Entry) => revision)).toEqual([5, 4, 3, 2, 1]);
  expect(body.results[0]).toMatchObject({ current: null, previous: { levelId: levels[3]?.levelId }, apiKeyId: keyId });
  expect(body.results[4]).toMatchObject({
    current: { levelName: levels[0]?.name },
    previous: null,
    method: 'REST_API',
  });
});

it('the history of a page is empty for a page that was never classified', async () => {
  expect((await list()).body).toEqual({ results: [], _links: {} });
});

it.each([1, 2, 7, 250])('the history of a page lists every change once, in pages of %s', async (limit) => {
  await change(23);
  const revisions = (await listAll(limit)).map(({ revision }) => revision);
  expect(revisions.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
});

it('neither misses nor repeats an earlier change while new ones are made', async () => {
  await change(6);
  const first = await list('?limit=2');
  await change(3);
  const second = await site.rest('GET', first.body._links.next, { key });
  const revisions = [...first.body.results, ...second.body.results].map(({ revision }: Entry) => revision);
  expect(revisions).toEqual([6, 5, 4, 3]);
});

it('the history of a page shows nothing about a page that the key cannot see', async () => {
  const hidden = `/v1/page-level/by-page/${DEMO_PAGES.hrRestricted}/history`;
  const missing = '/v1/page-level/by-page/1/history';
  for (const one of [hidden, missing]) {
    expect(outcomeOf(await site.rest('GET', one, { key }))).toBe('404 PAGE_NOT_FOUND');
  }
  await change(1);
  const limited = await site.createKey({ levelLimit: [levels[1]?.levelId ?? ''] });
  expect(outcomeOf(await list('', limited.key))).toBe('404 PAGE_NOT_FOUND');
});

describe('with a page access limit', () => {
  const revisionsOf = ({ body }: RestAnswer) => body.results.map(({ revision }: Entry) => revision);

  it('lists only the changes to levels inside the limit, like the feed', async () => {
    await change(7);
    // The sixth change sets levels[1], like the second one; the seventh sets levels[2].
    await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levels[1]?.levelId } });
    const limited = await site.createKey({ levelLimit: [levels[1]?.levelId ?? ''] });
    expect(revisionsOf(await list('', limited.key))).toEqual([8, 6, 2]);
    const first = await list('?limit=2', limited.key);
    expect(revisionsOf(first)).toEqual([8, 6]);
    const second = await site.rest('GET', first.body._links.next, { key: limited.key });
    expect([revisionsOf(second), second.body._links]).toEqual([[2], {}]);
    now = new Date(now.getTime() + 120_000);
    const feed = await site.rest('GET', '/v1/change', { key: limited.key });
    const fromFeed = feed.body.results.filter((one: { pageId?: string }) => one.pageId === pageId);
    expect(fromFeed.map(({ revision }: Entry) => revision)).toEqual([2, 6, 8]);
  });

  it('lists cleared levels only if the limit has `unclassified`', async () => {
    await change(5);
    const withUnclassified = await site.createKey({ levelLimit: ['unclassified', levels[0]?.levelId ?? ''] });
    expect(revisionsOf(await list('', withUnclassified.key))).toEqual([5, 1]);
  });
});

describe('a limit', () => {
  it.each(['0', '-1', '251', '1e2', '٣', '', '1.0', ' 1', '0x1'])('of %j is refused', async (limit) => {
    const answer = await list(`?limit=${encodeURIComponent(limit)}`);
    expect([outcomeOf(answer), placesOf(answer)]).toEqual(['400 INVALID_PARAMETER', ['INVALID_PARAMETER limit']]);
  });

  it('may differ from page to page', async () => {
    await change(5);
    const first = await list('?limit=2');
    const next = new URLSearchParams(String(first.body._links.next).split('?')[1]).get('cursor') ?? '';
    const rest = await list(`?limit=250&cursor=${next}`);
    expect(rest.body.results.map(({ revision }: Entry) => revision)).toEqual([3, 2, 1]);
  });
});

describe('a cursor', () => {
  let cursor: string;
  beforeEach(async () => {
    await change(4);
    const { body } = await list('?limit=2');
    cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
  });
  const refusal = async (text: string, withKey = key) => {
    const answer = await list(`?cursor=${encodeURIComponent(text)}`, withKey);
    return [outcomeOf(answer), ...placesOf(answer)].join(' ');
  };

  it.each(['x', 'AAAA', 'A'.repeat(300), '{}', '💥'])('that the API never returned is refused: %s', async (text) => {
    expect(await refusal(text)).toBe('400 INVALID_CURSOR INVALID_CURSOR cursor');
  });

  it('in another spelling of the same bytes is refused', async () => {
    expect(await refusal(`${cursor}=`)).toBe('400 INVALID_CURSOR INVALID_CURSOR cursor');
  });

  it('of another key, another page or another site is refused', async () => {
    const other = await site.createKey();
    expect(await refusal(cursor, other.key)).toBe('400 INVALID_CURSOR INVALID_CURSOR cursor');
    const elsewhere = `/v1/page-level/by-page/${DEMO_PAGES.engHome}/history?cursor=${cursor}`;
    expect(outcomeOf(await site.rest('GET', elsewhere, { key }))).toBe('400 INVALID_CURSOR');
  });

  it('is valid for exactly one day', async () => {
    now = new Date(now.getTime() + 86_400_000 - 1);
    expect((await list(`?cursor=${cursor}`)).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect(await refusal(cursor)).toBe('400 EXPIRED_CURSOR EXPIRED_CURSOR cursor');
  });

  it('does not outlive the permission to see the page', async () => {
    const { keyId: id } = await site.createKey();
    await site.admin('revokeKey', { keyId: id });
    await site.admin('revokeKey', { keyId });
    expect(outcomeOf(await list(`?cursor=${cursor}`))).toBe('401 API_KEY_REVOKED');
  });
});

it('the history of a page refuses unknown and repeated parameters', async () => {
  const answer = await list('?limit=1&limit=2&order=asc&cursor=a,b');
  expect(placesOf(answer).toSorted()).toEqual([
    'DUPLICATE_PARAMETER cursor',
    'DUPLICATE_PARAMETER limit',
    'UNKNOWN_PARAMETER order',
  ]);
});

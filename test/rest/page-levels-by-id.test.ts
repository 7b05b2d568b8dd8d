import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { isOtherCall } from '../support/key-use';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { outcomeOf, placesOf } from './route-requests';

/**
 * One request for the levels of several pages returns each page as its own route does, and no data about the others.
 */

const { engHome, architecture, payroll, runbooks } = DEMO_PAGES;
const ABSENT = '999999999999';

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey());
});
afterEach(() => site.close());

const read = (pageIds: readonly string[], withKey = key, more = ''): Promise<RestAnswer> =>
  site.rest('GET', `/v1/page-level?${pageIds.map((pageId) => `pageId=${pageId}`).join('&')}${more}`, { key: withKey });
const idsIn = ({ body }: RestAnswer) => body.results.map(({ pageId }: { pageId: string }) => pageId);
const set = (pageId: string, levelId: string) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });

it('the list of page levels by id shows each page like its own route, by id, including pages without a level', async () => {
  await set(payroll, 'restricted');
  await set(engHome, 'public');
  const answer = await read([payroll, engHome, architecture]);
  expect(outcomeOf(answer)).toBe('200');
  expect(idsIn(answer)).toEqual([engHome, architecture, payroll]);
  const alone = await site.rest('GET', `/v1/page-level/by-page/${payroll}`, { key });
  expect(answer.body.results[2]).toMatchObject(alone.body);
  expect(answer.body.results[1]).toMatchObject({ levelId: null });
  expect(answer.body._links).toEqual({});
});

it('the list of page levels by id returns the same for a hidden page and a nonexistent one, with the same calls', async () => {
  await set(payroll, 'restricted');
  const limits = {
    'another space': { spaceLimit: [DEMO_SPACES.ENG] },
    'another level': { levelLimit: [levelNamed(site, 'Public').levelId, 'unclassified'] },
  };
  for (const limit of Object.values(limits)) {
    const { key: limited } = await site.createKey(limit);
    await read([engHome], limited);
    const [hidden, absent] = [await read([engHome, payroll], limited), await read([engHome, ABSENT], limited)];
    expect(hidden.text).toBe(absent.text);
    expect(hidden.calls).toHaveLength(absent.calls.length);
    expect(idsIn(hidden)).toEqual([engHome]);
  }
  const { key: unlisted } = await site.createKey({ levelLimit: [levelNamed(site, 'Public').levelId] });
  expect(idsIn(await read([engHome, payroll], unlisted))).toEqual([]);
});

it('the list of page levels by id takes as many calls for 25 pages as for one, and no more than the route of one page', async () => {
  await read([engHome]);
  const alone = await site.rest('GET', `/v1/page-level/by-page/${engHome}`, { key });
  const many = [engHome, architecture, payroll, runbooks, ...Array.from({ length: 21 }, (_, n) => `9000000${n + 10}`)];
  const answer = await read(many);
  expect(answer.calls.filter(isOtherCall)).toHaveLength(alone.calls.filter(isOtherCall).length);
});

it('the list of page levels by id accepts 25 ids, each once, and no other parameter', async () => {
  const ids = Array.from({ length: 26 }, (_, n) => String(9_000_000 + n));
  expect(outcomeOf(await read(ids.slice(0, 25)))).toBe('200');
  expect(placesOf(await read(ids))).toEqual(['INVALID_PARAMETER pageId']);
  expect(placesOf(await read([engHome, engHome]))).toEqual(['INVALID_PARAMETER pageId']);
  expect(placesOf(await read([engHome, 'x']))).toEqual(['INVALID_PARAMETER pageId']);
  expect(placesOf(await read([engHome], key, '&spaceId=1&limit=5'))).toEqual([
    'INVALID_PARAMETER spaceId',
    'INVALID_PARAMETER limit',
  ]);
  const twice = await site.rest('GET', '/v1/page-level?limit=1&limit=2', { key });
  expect(outcomeOf(twice)).toBe('400 DUPLICATE_PARAMETER');
});

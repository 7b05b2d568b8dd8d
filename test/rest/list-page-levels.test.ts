import fc from 'fast-check';
import { ADMIN, APP_USER, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PageLevelFilterName } from '../../src/classification/list-page-levels';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { levelNamed } from '../support/levels';
import { putRow, rowOf } from '../support/stored-rows';
import { aPage, archive, expectOk, move, restrict, trash } from '../support/wiki-pages';
import { outcomeOf, placesOf } from './route-requests';

/**
 * The lists of classified and of unclassified pages are complete, in order, and without pages that a key may not see.
 */

const open: Site[] = [];
function newSite(options: SiteOptions = {}): Site {
  const site = openSite({ queryLagMs: 0, ...options });
  open.push(site);
  return site;
}
afterEach(() => open.splice(0).forEach((site) => site.close()));

interface Listed {
  readonly pageId: string;
  readonly levelId: string | null;
  readonly classificationDate?: string;
}

const START = Date.parse('2026-11-20T09:00:00.000Z');
let changes = 0;

/** Bypasses the app, so that a site can have many. */
async function storeLevel(site: Site, pageId: string, record: Readonly<Record<string, unknown>> = {}): Promise<void> {
  changes += 1;
  await putRow(site, 'page-level', pageId, {
    v: 1,
    rev: 1,
    changeId: crypto.randomUUID(),
    spaceId: DEMO_SPACES.ENG,
    levelId: levelNamed(site, 'Public').levelId,
    classifierId: 'somebody',
    classificationDate: new Date(START + changes * 1_000).toISOString(),
    method: 'MANUAL',
    pageVersion: 1,
    ...record,
  });
}

const list = (site: Site, key: string, query = ''): Promise<RestAnswer> =>
  site.rest('GET', `/v1/page-level${query}`, { key });

async function listAll(site: Site, key: string, query: string, between = () => Promise.resolve()): Promise<Listed[]> {
  const all: Listed[] = [];
  let next: string | undefined = `/v1/page-level${query}`;
  for (let pages = 0; next !== undefined; pages += 1) {
    expect(pages).toBeLessThan(60);
    const answer: RestAnswer = await site.rest('GET', next, { key });
    expect(outcomeOf(answer)).toBe('200');
    all.push(...answer.body.results);
    next = answer.body._links.next;
    await between();
  }
  return all;
}

async function retitle(site: Site, pageId: string, title: string): Promise<void> {
  const page = { id: pageId, status: 'current', title, body: { representation: 'storage', value: '<p>Text.</p>' } };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, { ...page, version: { number: 2 } }));
}

const idsOf = (listed: readonly Listed[]) => listed.map(({ pageId }) => pageId);

async function aSiteWith(count: number, options: SiteOptions = {}) {
  const site = newSite(options);
  const { key } = await site.createKey();
  const pageIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const pageId = await aPage(site);
    await storeLevel(site, pageId);
    pageIds.push(pageId);
  }
  return { site, key, pageIds };
}

describe('the list', () => {
  it('shows the current title of a page, with and without a level', async () => {
    const { site, key, pageIds } = await aSiteWith(1);
    const [pageId = ''] = pageIds;
    const unclassified = await aPage(site);
    await retitle(site, pageId, 'Renamed since');
    await retitle(site, unclassified, 'Renamed as well');
    expect((await list(site, key)).body.results).toMatchObject([{ pageId, title: 'Renamed since' }]);
    const without = await list(site, key, '?unclassified=true&limit=250');
    expect(without.body.results).toContainEqual(
      expect.objectContaining({ pageId: unclassified, title: 'Renamed as well' }),
    );
    const named = await list(site, key, `?pageId=${pageId}&pageId=${unclassified}`);
    expect(named.body.results.map(({ title }: { title: string }) => title)).toEqual([
      'Renamed since',
      'Renamed as well',
    ]);
  });

  it('shows a page like its own route', async () => {
    const { site, key, pageIds } = await aSiteWith(3);
    const { body } = await list(site, key);
    expect(idsOf(body.results)).toEqual(pageIds.toReversed());
    const [first] = pageIds;
    const { body: alone } = await site.rest('GET', `/v1/page-level/by-page/${first}`, { key });
    expect(body.results[2]).toEqual({ ...alone, title: expect.any(String) });
    expect(body._links).toEqual({});
  });

  it.each([1, 2, 25, 250])('lists every page once, in pages of %s', async (limit) => {
    const { site, key, pageIds } = await aSiteWith(7);
    // With the same time, like the pages of a bulk request.
    for (const pageId of pageIds.slice(2, 5)) {
      await storeLevel(site, pageId, { classificationDate: '2026-11-19T00:00:00.000Z' });
    }
    expect(idsOf(await listAll(site, key, `?limit=${limit}`))).toEqual(pageIds.toReversed());
    const listed = await listAll(site, key, `?limit=${limit}&from=2026-01-01`);
    expect(idsOf(listed).toSorted()).toEqual(pageIds.toSorted());
    const dates = listed.map(({ classificationDate }) => classificationDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each([
    ['stays in a list', '', []],
    ['leaves a period', '&from=2026-01-01', [0, 1]],
    ['leaves a period of a space', `&to=2027-01-01&spaceId=${DEMO_SPACES.ENG}`, [0, 1]],
  ])('contains each page once while others change, and a page that is classified again %s', async (...row) => {
    const [, query, left] = row;
    const { site, key, pageIds } = await aSiteWith(6);
    const reclassify = async () => {
      for (const pageId of pageIds.slice(0, 2)) await storeLevel(site, pageId, { rev: 2 });
    };
    const listed = idsOf(await listAll(site, key, `?limit=2${query}`, reclassify));
    expect(listed).toEqual(pageIds.toReversed().filter((pageId) => !left.some((index) => pageIds[index] === pageId)));
  });

  it('neither repeats nor misses an unchanged page while others change', async () => {
    const { site, key, pageIds } = await aSiteWith(9);
    const steady = pageIds.slice(0, 5);
    const restless = pageIds.slice(5);
    let step = 0;
    const between = async () => {
      const pageId = restless[step % restless.length] ?? '';
      step += 1;
      if (step % 3 === 0) await trash(site, pageId).catch(() => undefined);
      else await storeLevel(site, pageId, { rev: 1 + step });
      await storeLevel(site, await aPage(site));
    };
    const ids = idsOf(await listAll(site, key, '?limit=2', between));
    expect(new Set(ids).size).toBe(ids.length);
    expect(steady.filter((pageId) => !ids.includes(pageId))).toEqual([]);
  });

  it('shows the stored data, not the index, and omits pages that no longer match', async () => {
    let now = new Date('2026-11-21T10:00:00.000Z');
    const { site, key, pageIds } = await aSiteWith(2, { queryLagMs: 60_000, now: () => now });
    now = new Date(now.getTime() + 61_000);
    const [first = '', second = ''] = pageIds;
    const restricted = levelNamed(site, 'Restricted').levelId;
    await storeLevel(site, second, { levelId: restricted, rev: 2 });
    const levels = Object.fromEntries(
      (await list(site, key)).body.results.map(({ pageId, levelId }: Listed) => [pageId, levelId]),
    );
    expect(levels).toEqual({ [first]: levelNamed(site, 'Public').levelId, [second]: restricted });
    const publicOnly = await list(site, key, `?levelId=${levelNamed(site, 'Public').levelId}`);
    expect(idsOf(publicOnly.body.results)).toEqual([first]);
    const { key: limited } = await site.createKey({ levelLimit: [levelNamed(site, 'Public').levelId] });
    expect(idsOf((await list(site, limited)).body.results)).toEqual([first]);
  });

  it('skips an unreadable record', async () => {
    const { site, key, pageIds } = await aSiteWith(3);
    const [first = '', second = '', third = ''] = pageIds;
    await putRow(site, 'page-level', second, { ...rowOf(site, 'page-level', second), v: 2 });
    expect(idsOf(await listAll(site, key, '?limit=1'))).toEqual([third, first]);
  });
});

describe('filters', () => {
  it('all match the listed pages, in any combination', async () => {
    const site = newSite();
    const { key } = await site.createKey();
    const levels = ['Restricted', 'Public'].map((name) => levelNamed(site, name as 'Public'));
    const spaces = [DEMO_SPACES.ENG, DEMO_SPACES.OPEN];
    const records: Record<string, string>[] = [];
    for (let index = 0; index < 24; index += 1) {
      const spaceId = spaces[index % 2] ?? '';
      const level = levels[(index >> 1) % 2];
      const subLevelId = index % 3 === 0 ? level?.subLevels[0]?.subLevelId : undefined;
      const pageId = await aPage(site, { spaceId });
      const record = {
        spaceId,
        levelId: level?.levelId ?? '',
        method: ['MANUAL', 'REST_API', 'DEFAULT'][index % 3] ?? '',
        classifierId: `somebody:${(index >> 2) % 2}`,
        classificationDate: new Date(START + index * 1_000).toISOString(),
        ...(subLevelId === undefined ? {} : { subLevelId }),
      };
      await storeLevel(site, pageId, record);
      records.push({ pageId, ...record });
    }
    const subLevelIds = records.flatMap(({ subLevelId }) => subLevelId ?? []);
    const values = {
      spaceId: spaces,
      levelId: levels.map(({ levelId }) => levelId),
      subLevelId: subLevelIds,
      method: ['MANUAL', 'REST_API', 'DEFAULT', 'ROVO'],
      classifierId: ['somebody:0', 'somebody:1', 'nobody'],
      from: records.slice(0, 12).flatMap(({ classificationDate }) => classificationDate ?? []),
      to: records.slice(12).flatMap(({ classificationDate }) => classificationDate ?? []),
    } satisfies Readonly<Record<PageLevelFilterName, readonly string[]>>;
    const wanted = fc.record(
      Object.fromEntries(
        Object.entries(values).map(([name, all]) => [name, fc.option(fc.constantFrom(...all), { nil: undefined })]),
      ),
    );
    // Each filter alone reads by its own index.
    const alone = Object.entries(values).map(([name, [first]]): [Record<string, string | undefined>, string] => [
      { [name]: first },
      '250',
    ]);
    await fc.assert(
      fc.asyncProperty(wanted, fc.constantFrom('3', '250'), async (filter, limit) => {
        const given = Object.entries(filter).filter(([, value]) => value !== undefined) as [string, string][];
        const query = `?${new URLSearchParams([...given, ['limit', limit]]).toString()}`;
        const answer = await list(site, key, query);
        if (outcomeOf(answer) === '422 SUBLEVEL_NOT_IN_LEVEL') {
          expect(filter.levelId).not.toBe(records.find((one) => one.subLevelId === filter.subLevelId)?.levelId);
          return;
        }
        const matching = records.filter((record) =>
          given.every(([name, value]) => {
            const date = record.classificationDate ?? '';
            return name === 'from' ? date >= value : name === 'to' ? date <= value : record[name] === value;
          }),
        );
        const expected = matching.map(({ pageId }) => pageId).toReversed();
        expect(idsOf(await listAll(site, key, query))).toEqual(expected);
      }),
      { numRuns: 30, examples: alone },
    );
  });

  it('use the current space of the page', async () => {
    const { site, key, pageIds } = await aSiteWith(2);
    await move(site, pageIds[0] ?? '', 'OPEN');
    expect(idsOf((await list(site, key, `?spaceId=${DEMO_SPACES.ENG}`)).body.results)).toEqual([pageIds[1]]);
  });

  const LEVEL = '00000000-0000-4000-8000-000000000000';
  it.each([
    [`levelId=${LEVEL}`, '422 LEVEL_NOT_FOUND', 'LEVEL_NOT_FOUND levelId'],
    [`subLevelId=${LEVEL}`, '422 SUBLEVEL_NOT_IN_LEVEL', 'SUBLEVEL_NOT_IN_LEVEL subLevelId'],
    ['levelId=x!', '400 INVALID_PARAMETER', 'INVALID_PARAMETER levelId'],
    ['spaceId=ENG', '400 INVALID_PARAMETER', 'INVALID_PARAMETER spaceId'],
    ['method=manual', '400 INVALID_PARAMETER', 'INVALID_PARAMETER method'],
    ['classifierId=a%20b', '400 INVALID_PARAMETER', 'INVALID_PARAMETER classifierId'],
    ['from=2026-11', '400 INVALID_PARAMETER', 'INVALID_PARAMETER from'],
    ['to=2026-11-21T09:00:00%2B0100', '400 INVALID_PARAMETER', 'INVALID_PARAMETER to'],
    ['from=2026-11-21T09:00:00Z&to=2026-11-21T08:59:59.999Z', '400 INVALID_PARAMETER', 'INVALID_PARAMETER to'],
    ['unclassified=yes', '400 INVALID_PARAMETER', 'INVALID_PARAMETER unclassified'],
    ['unclassified=true&method=MANUAL', '400 INVALID_PARAMETER', 'INVALID_PARAMETER method'],
    ['space=1', '400 UNKNOWN_PARAMETER', 'UNKNOWN_PARAMETER space'],
  ])('that match nothing are refused by name: %s', async (query, outcome, place) => {
    const site = newSite();
    const { key } = await site.createKey();
    const answer = await list(site, key, `?${query}`);
    expect([outcomeOf(answer), placesOf(answer)]).toEqual([outcome, [place]]);
  });

  it.each(['-1', '0', '251', '1e2', '٣', '%201'])('a limit of %s is refused', async (limit) => {
    const site = newSite();
    const { key } = await site.createKey();
    for (const query of ['', '&unclassified=true']) {
      const answer = await list(site, key, `?limit=${encodeURI(limit)}${query}`);
      expect([outcomeOf(answer), placesOf(answer)]).toEqual(['400 INVALID_PARAMETER', ['INVALID_PARAMETER limit']]);
    }
  });
});

describe.each([
  ['asked as the creator', true],
  ['asked as the app', false],
])('a page that the key cannot see is in no list, %s', (_name, impersonation) => {
  it('if it is restricted, trashed, a draft or deleted; archived pages are listed', async () => {
    const { site, pageIds } = await aSiteWith(6, { impersonation });
    const { key } = await site.createKey({ as: 'admin2@example.com' });
    const [restricted = '', trashed = '', archived = '', ...plain] = pageIds;
    await restrict(site, restricted, 'read', [APP_USER.accountId, ADMIN.accountId]);
    await trash(site, trashed);
    await archive(site, archived);
    await storeLevel(site, await aPage(site, { status: 'draft' }));
    await storeLevel(site, '999999999');
    expect(idsOf(await listAll(site, key, '?limit=4')).toSorted()).toEqual([archived, ...plain].toSorted());
    const unclassified = idsOf(await listAll(site, key, '?unclassified=true&limit=250'));
    for (const pageId of pageIds) expect(unclassified).not.toContain(pageId);
    expect(unclassified).toContain(DEMO_PAGES.engHome);
  });

  it('nor in the cursor of the next page', async () => {
    const { site, pageIds } = await aSiteWith(6, { impersonation });
    const { key } = await site.createKey({ as: 'admin2@example.com' });
    const [, visible, ...hidden] = pageIds;
    for (const pageId of hidden) await restrict(site, pageId, 'read', [APP_USER.accountId, ADMIN.accountId]);
    const { body } = await list(site, key, '?limit=1');
    expect(idsOf(body.results)).toEqual([visible]);
    const cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
    const shown = Buffer.from(cursor, 'base64url').toString('latin1');
    expect(shown.length).toBeGreaterThan(60);
    for (const secret of [...pageIds, '2026-11-20']) expect(shown).not.toContain(secret);
  });

  it('if it is outside the limits of the key', async () => {
    const { site, pageIds } = await aSiteWith(3);
    const [moved = '', restricted = '', plain = ''] = pageIds;
    await storeLevel(site, restricted, { levelId: levelNamed(site, 'Restricted').levelId });
    await move(site, moved, 'OPEN');
    const levelLimit = [levelNamed(site, 'Public').levelId];
    const { key } = await site.createKey({ levelLimit, spaceLimit: [DEMO_SPACES.ENG] });
    const { key: open } = await site.createKey({ levelLimit: ['unclassified'], spaceLimit: [DEMO_SPACES.OPEN] });
    if (!impersonation) site.host.assumptions.add('no-impersonation-in-web-triggers');
    expect(idsOf(await listAll(site, key, ''))).toEqual([plain]);
    const listed = await listAll(site, open, '?unclassified=true');
    expect(listed.length).toBeGreaterThan(0);
    for (const { pageId } of listed) {
      const page = (await (await site.wiki('GET', `/api/v2/pages/${pageId}`)).json()) as { spaceId: string };
      expect(page.spaceId).toBe(DEMO_SPACES.OPEN);
    }
  });

  it('and each other page is listed once, with one check for each page', async () => {
    const { site, key, pageIds } = await aSiteWith(60, { impersonation });
    expect(idsOf(await listAll(site, key, '?limit=250'))).toEqual(pageIds.toReversed());
  });
});

it('a filter that the limits of the key leave empty is refused, because an empty list would be wrong', async () => {
  const { site } = await aSiteWith(1);
  const restricted = levelNamed(site, 'Restricted');
  const levelLimit = [levelNamed(site, 'Public').levelId];
  const { key } = await site.createKey({ levelLimit, spaceLimit: [DEMO_SPACES.ENG] });
  const outcome = async (query: string) => {
    const answer = await list(site, key, query);
    return [outcomeOf(answer), ...placesOf(answer)];
  };
  const ofLevel = '403 LEVEL_OUTSIDE_KEY_LIMIT';
  expect(await outcome(`?levelId=${restricted.levelId}`)).toEqual([ofLevel, 'LEVEL_OUTSIDE_KEY_LIMIT levelId']);
  expect(await outcome(`?subLevelId=${restricted.subLevels[0]?.subLevelId}`)).toEqual([
    ofLevel,
    'LEVEL_OUTSIDE_KEY_LIMIT levelId',
  ]);
  expect(await outcome('?unclassified=true')).toEqual([ofLevel, 'LEVEL_OUTSIDE_KEY_LIMIT unclassified']);
  expect(await outcome(`?spaceId=${DEMO_SPACES.OPEN}`)).toEqual([
    '403 SPACE_OUTSIDE_KEY_LIMIT',
    'SPACE_OUTSIDE_KEY_LIMIT spaceId',
  ]);
});

describe('the unclassified pages', () => {
  it.each([3, 250])('are all visible pages without a record, in pages of %s', async (limit) => {
    const { site, key, pageIds } = await aSiteWith(5);
    const cleared = pageIds[0] ?? '';
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${cleared}`, { key })).status).toBe(204);
    const answer = await site.wiki('GET', `/api/v2/pages?limit=250&space-id=${DEMO_SPACES.ENG}`);
    const { results } = (await answer.json()) as { results: { id: string }[] };
    const expected = results.map(({ id }) => id).filter((id) => id === cleared || !pageIds.includes(id));
    const listed = await listAll(site, key, `?unclassified=true&spaceId=${DEMO_SPACES.ENG}&limit=${limit}`);
    expect(idsOf(listed).toSorted()).toEqual(expected.toSorted());
    expect(listed.every(({ levelId }) => levelId === null)).toBe(true);
  });

  it('do not include a page whose record is unreadable', async () => {
    const { site, key, pageIds } = await aSiteWith(1);
    const pageId = pageIds[0] ?? '';
    await putRow(site, 'page-level', pageId, { ...rowOf(site, 'page-level', pageId), v: 2 });
    expect(idsOf(await listAll(site, key, '?unclassified=true&limit=250'))).not.toContain(pageId);
  });
});

describe('a cursor', () => {
  it('of another key, of other filters, or changed, is refused', async () => {
    const { site, key } = await aSiteWith(3);
    const { key: other } = await site.createKey();
    for (const query of ['', '&unclassified=true']) {
      const { body } = await list(site, key, `?limit=1${query}`);
      const cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
      const outcome = async (withKey: string, text: string, more = '') =>
        outcomeOf(await list(site, withKey, `?cursor=${text}${query}${more}`));
      expect(await outcome(key, cursor)).toBe('200');
      expect(await outcome(other, cursor)).toBe('400 INVALID_CURSOR');
      expect(await outcome(key, cursor, `&spaceId=${DEMO_SPACES.ENG}`)).toBe('400 INVALID_CURSOR');
      expect(await outcome(key, `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`)).toBe(
        '400 INVALID_CURSOR',
      );
    }
    const { body } = await list(site, key, '?limit=1');
    expect(outcomeOf(await site.rest('GET', `${body._links.next}&unclassified=true`, { key }))).toBe(
      '400 INVALID_CURSOR',
    );
  });
});

describe('platform calls', () => {
  it.each([
    ['classified', ''],
    ['unclassified', '&unclassified=true'],
  ])('are limited, also with more pages: %s', async (_name, query) => {
    const countOf = async (pages: number) => {
      const { site, key } = await aSiteWith(pages);
      return (await list(site, key, `?limit=5${query}`)).calls.length;
    };
    expect(await countOf(120)).toBe(await countOf(6));
  });

  it('are limited if most pages are hidden', async () => {
    const { site, pageIds } = await aSiteWith(40);
    const { key } = await site.createKey({ as: 'admin2@example.com' });
    for (const pageId of pageIds.slice(5)) await restrict(site, pageId, 'read', [APP_USER.accountId]);
    const answer = await list(site, key, '?limit=5');
    expect(answer.calls.filter(({ target }) => target === 'confluence').length).toBeLessThanOrEqual(4);
    expect(idsOf(answer.body.results)).toEqual(pageIds.slice(0, 5).toReversed());
    expect(answer.body._links.next).toBeUndefined();
  });

  it.each(['/api/v2/pages', '/api/v1/batch/get', '/api/v1/entity/query'])(
    'that fail make the whole response an error: %s',
    async (path) => {
      const { site, key } = await aSiteWith(30);
      const target = path.includes('v1') ? 'kvs' : 'confluence';
      // The first batch reads the stored data of the key.
      site.host.faults.add({ target, match: path, status: 500, times: path.includes('batch') ? 2 : 1 });
      expect((await list(site, key, '?limit=250')).status).toBeGreaterThanOrEqual(500);
    },
  );
});

it.each([0, 1])('report an inactive creator, with %s pages', async (count) => {
  const { site } = await aSiteWith(count);
  const { key } = await site.createKey({ as: 'admin2@example.com' });
  await site.setUser('admin2@example.com', { active: false });
  for (const query of ['', '?unclassified=true']) {
    expect(outcomeOf(await list(site, key, query))).toBe('401 API_KEY_OWNER_INACTIVE');
  }
});

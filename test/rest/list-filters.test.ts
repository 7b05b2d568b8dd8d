import fc from 'fast-check';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { routes } from '../../src/rest/routes';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { storeFinding } from '../support/findings';
import { putRow } from '../support/stored-rows';
import { aPage, takeSpacePermission } from '../support/wiki-pages';
import { outcomeOf, placesOf } from './route-requests';

/** The parameters that several lists share: the key of a space, several levels, the order, and the selected members. */

const START = Date.parse('2026-11-20T09:00:00.000Z');
const LEVELS = ['Public', 'Internal', 'Restricted'] as const;

interface Stored {
  readonly pageId: string;
  readonly spaceId: string;
  readonly levelId: string;
  readonly subLevelId?: string;
}

let site: Site;
let key: string;
let nowMs = START + 86_400_000;
/** In the order of their ids. */
const records: Stored[] = [];
beforeAll(async () => {
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  for (let index = 0; index < 14; index += 1) {
    const spaceId = index % 3 === 0 ? DEMO_SPACES.OPEN : DEMO_SPACES.ENG;
    const { levelId, subLevels } = levelNamed(site, LEVELS[index % LEVELS.length] ?? 'Public');
    const subLevelId = index % 2 === 0 ? subLevels[0]?.subLevelId : undefined;
    const record = { spaceId, levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
    const pageId = await aPage(site, { spaceId });
    // In another order than the ids.
    const classificationDate = new Date(START + ((index * 5) % 14) * 1_000).toISOString();
    await putRow(site, 'page-level', pageId, {
      ...{ v: 1, rev: 1, changeId: crypto.randomUUID(), classifierId: 'an-account', method: 'MANUAL', pageVersion: 1 },
      ...record,
      classificationDate,
    });
    await putRow(site, 'level-change', crypto.randomUUID(), {
      ...{ v: 1, pageId, pageRev: 1, classifierId: 'an-account', method: 'MANUAL', pageVersion: 1 },
      ...record,
      changedAt: classificationDate,
    });
    await storeFinding(site, pageId, {
      spaceId,
      severity: (['low', 'high', 'medium'] as const)[index % 3] ?? 'low',
      foundAt: new Date(START + ((index * 3) % 14) * 1_000).toISOString(),
    });
    records.push({ pageId, ...record });
  }
});
afterAll(() => site.close());

function get(path: string, withKey = key): Promise<RestAnswer> {
  // So that the calls of all tests are not those of one minute.
  nowMs += 2_000;
  return site.rest('GET', path, { key: withKey });
}

interface Entry {
  readonly pageId: string;
  readonly detectionId?: string;
  readonly classificationDate: string;
  readonly foundAt: string;
  readonly severity: string;
}

async function readAll(path: string): Promise<Entry[]> {
  const all: Entry[] = [];
  let next: string | undefined = path;
  for (let pages = 0; next !== undefined; pages += 1) {
    expect(pages).toBeLessThan(40);
    const answer: RestAnswer = await get(next);
    expect([next, outcomeOf(answer)]).toEqual([next, '200']);
    all.push(...answer.body.results);
    next = answer.body._links.next;
  }
  return all;
}

const idsOf = (entries: readonly { readonly pageId: string }[]) => entries.map(({ pageId }) => pageId);
const takes = (name: string) => routes.filter(({ query }) => name in (query?.shape ?? {}));

/** Without the note that the key was used, which is written once in a minute. */
const callsOf = ({ calls }: RestAnswer) =>
  calls
    .filter(({ path }) => path !== '/api/v1/set')
    .map(({ target }) => target)
    .sort();

/** A response without what differs between any two requests. */
function shownOf({ status, body, ...answer }: RestAnswer) {
  const { instance: _, requestId: __, cursor, _links, ...rest } = body;
  const isNext = _links?.next !== undefined;
  const length = typeof cursor === 'string' ? cursor.length : undefined;
  // An error names the parameter that the client sent.
  const errors = (rest.errors ?? []).map((error: { parameter?: string }) => ({ ...error, parameter: 'space' }));
  return { status, rest: { ...rest, errors }, isNext, length, etag: answer.header('etag') };
}

describe('the key of a space', () => {
  const withSpace = takes('spaceKey').map(({ path }) => path);

  it('is a parameter of every operation that has the id of a space in its query', () => {
    expect(takes('spaceId').map(({ path }) => path)).toEqual(withSpace);
    expect(withSpace).toHaveLength(11);
  });

  it.each(withSpace)('gives the same response as the id, with as many calls: %s', async (path) => {
    const csvOf = ({ text }: RestAnswer) => (path.endsWith('/export') ? text : '');
    const [byId, byKey] = [await get(`${path}?spaceId=${DEMO_SPACES.ENG}`), await get(`${path}?spaceKey=eng`)];
    expect([byKey.status, callsOf(byKey)]).toEqual([200, callsOf(byId)]);
    expect(csvOf(byKey)).toBe(csvOf(byId));
    if (csvOf(byId) !== '') return;
    expect(shownOf(byKey)).toEqual(shownOf(byId));
  });

  it.each(withSpace)('looks the same for a hidden and a nonexistent space, like an unknown id: %s', async (path) => {
    const { key: other } = await site.createKey({ as: 'admin2@example.com', detectionScope: 'manage' });
    const ask = (query: string) => get(`${path}?${query}`, other);
    const answers = [await ask('spaceKey=HR'), await ask('spaceKey=NONE'), await ask('spaceKey=~712020:nobody')];
    const unknown = await ask('spaceId=99999999');
    if (path.endsWith('/export')) expect(answers.map(({ text }) => text)).toEqual(Array(3).fill(unknown.text));
    else for (const answer of answers) expect(shownOf(answer)).toEqual(shownOf(unknown));
    // For the id, Confluence answers 404, and the app checks that it did not refuse to act for the creator.
    for (const answer of answers) expect(callsOf(answer)).toEqual(callsOf(unknown).slice(1));
  });

  it('outside the space limit of a key is refused like the id, whether or not the space exists', async () => {
    const { key: limited } = await site.createKey({ spaceLimit: [DEMO_SPACES.ENG] });
    for (const spaceKey of ['OPEN', 'NONE', 'HR']) {
      const answer = await get(`/v1/page-level?spaceKey=${spaceKey}`, limited);
      const place = 'SPACE_OUTSIDE_KEY_LIMIT spaceKey';
      expect([outcomeOf(answer), placesOf(answer)]).toEqual(['403 SPACE_OUTSIDE_KEY_LIMIT', [place]]);
    }
    expect(outcomeOf(await get('/v1/page-level?spaceKey=ENG', limited))).toBe('200');
  });

  it.each([
    ['spaceKey=ENG&spaceId=98305', '400 INVALID_PARAMETER', 'INVALID_PARAMETER spaceKey'],
    ['spaceKey=E%20G', '400 INVALID_PARAMETER', 'INVALID_PARAMETER spaceKey'],
    ['spaceKey=', '400 INVALID_PARAMETER', 'INVALID_PARAMETER spaceKey'],
    ['spaceKey=ENG&spaceKey=HR', '400 DUPLICATE_PARAMETER', 'DUPLICATE_PARAMETER spaceKey'],
    ['spaceKey=ENG&pageId=1', '400 INVALID_PARAMETER', 'INVALID_PARAMETER spaceKey'],
  ])('is refused by name: %s', async (query, outcome, place) => {
    const answer = await get(`/v1/page-level?${query}`);
    expect([outcomeOf(answer), placesOf(answer)]).toEqual([outcome, [place]]);
  });

  it('continues with the cursor of the id, and in the address of the next page', async () => {
    const wanted = records.filter(({ spaceId }) => spaceId === DEMO_SPACES.ENG).toReversed();
    expect(idsOf(await readAll('/v1/page-level?spaceKey=ENG&limit=2'))).toEqual(idsOf(wanted));
    const { body } = await get('/v1/page-level?spaceKey=ENG&limit=2');
    const cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
    const again = await get(`/v1/page-level?spaceKey=ENG&limit=2&cursor=${cursor}`);
    expect(idsOf(again.body.results)).toEqual(idsOf(wanted).slice(2, 4));
    expect(outcomeOf(await get(`/v1/page-level?spaceKey=OPEN&cursor=${cursor}`))).toBe('400 INVALID_CURSOR');
  });

  it('of a key whose creator is inactive is not looked up for anyone else', async () => {
    const { key: other } = await site.createKey({ as: 'admin2@example.com' });
    await site.setUser('admin2@example.com', { active: false });
    expect(outcomeOf(await get('/v1/page-level?spaceKey=ENG', other))).toBe('401 API_KEY_OWNER_INACTIVE');
    await site.setUser('admin2@example.com', { active: true });
  });
});

describe('several levels', () => {
  it('list the pages that have one of them once, in the order of the list, for any filters and any limit', async () => {
    const levels = LEVELS.map((name) => levelNamed(site, name));
    const names = levels.flatMap(({ levelId, levelKey, subLevels: [subLevel] }) => [
      { name: levelId, levelId, subLevelId: undefined },
      { name: levelKey, levelId, subLevelId: undefined },
      ...(subLevel === undefined
        ? []
        : [{ name: `${levelKey}/${subLevel.subLevelKey}`, levelId, subLevelId: subLevel.subLevelId }]),
    ]);
    const question = fc.record({
      chosen: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
      spaceId: fc.option(fc.constantFrom(DEMO_SPACES.ENG, DEMO_SPACES.OPEN), { nil: undefined }),
      sort: fc.boolean(),
      limit: fc.constantFrom(1, 3, 250),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ chosen, spaceId, sort, limit }) => {
        const query = [
          ...chosen.map(({ name }) => `levelId=${encodeURIComponent(name)}`),
          ...(spaceId === undefined ? [] : [`spaceId=${spaceId}`]),
          ...(sort ? ['sort=-classificationDate'] : []),
        ];
        const listed = await readAll(`/v1/page-level?${query.join('&')}&limit=${limit}`);
        const wanted = records.filter(
          (one) =>
            (spaceId === undefined || one.spaceId === spaceId) &&
            chosen.some((by) => by.levelId === one.levelId && (by.subLevelId ?? one.subLevelId) === one.subLevelId),
        );
        const ids = idsOf(listed);
        if (sort) {
          const dates = listed.map(({ classificationDate }) => classificationDate);
          expect([ids.toSorted(), dates]).toEqual([idsOf(wanted).toSorted(), dates.toSorted().toReversed()]);
        } else expect(ids).toEqual(idsOf(wanted).toReversed());
      }),
      { numRuns: 25 },
    );
  });

  it.each(['/v1/detection', '/v1/change'])('are joined by commas or repeated: %s', async (path) => {
    const wanted = records.filter(({ levelId }) => levelId !== levelNamed(site, 'Public').levelId);
    for (const query of ['levelId=internal,restricted', 'levelId=restricted&levelId=internal']) {
      expect(idsOf(await readAll(`${path}?${query}&limit=3`)).toSorted()).toEqual(idsOf(wanted).toSorted());
    }
    const none = await get(`${path}?levelId=internal&levelId=unknown`);
    expect([outcomeOf(none), placesOf(none)]).toEqual(['422 LEVEL_NOT_FOUND', ['LEVEL_NOT_FOUND levelId']]);
  });

  it('belong to a cursor without their order', async () => {
    const { body } = await get('/v1/page-level?levelId=internal&levelId=restricted&limit=1');
    const cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
    const outcome = async (query: string) => outcomeOf(await get(`/v1/page-level?${query}&cursor=${cursor}`));
    expect(await outcome('levelId=restricted&levelId=internal')).toBe('200');
    expect(await outcome('levelId=internal')).toBe('400 INVALID_CURSOR');
    expect(await outcome('levelId=internal&levelId=public')).toBe('400 INVALID_CURSOR');
  });

  it('are refused if all are outside the limit of the key, and listed as far as they are inside', async () => {
    const { key: limited } = await site.createKey({ levelLimit: [levelNamed(site, 'Public').levelId] });
    const outcome = async (query: string) => outcomeOf(await get(`/v1/page-level?${query}`, limited));
    expect(await outcome('levelId=internal&levelId=restricted')).toBe('403 LEVEL_OUTSIDE_KEY_LIMIT');
    const { body } = await get('/v1/page-level?levelId=internal&levelId=public', limited);
    expect(idsOf(body.results)).toHaveLength(5);
    const many = Array(11).fill('levelId=public').join('&');
    expect(await outcome(many)).toBe('400 INVALID_PARAMETER');
  });
});

describe('the order', () => {
  it.each([
    ['-foundAt', ({ foundAt }: Entry) => foundAt, -1],
    ['foundAt', ({ foundAt }: Entry) => foundAt, 1],
    ['-severity', ({ severity }: Entry) => String(['low', 'medium', 'high'].indexOf(severity)), -1],
    ['severity', ({ severity }: Entry) => String(['low', 'medium', 'high'].indexOf(severity)), 1],
  ] as const)('of findings is %s, with each finding once', async (sort, valueOf, direction) => {
    const listed = await readAll(`/v1/detection?sort=${sort}&limit=4`);
    const values = listed.map(valueOf);
    expect(new Set(listed.map(({ detectionId }) => detectionId)).size).toBe(records.length);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)));
  });

  it('of pages starts with the page that was classified last, and belongs to the cursor', async () => {
    const byDate = await readAll('/v1/page-level?sort=-classificationDate&limit=4');
    const dates = byDate.map(({ classificationDate }) => classificationDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(idsOf(byDate).toSorted()).toEqual(idsOf(records).toSorted());
    expect(idsOf(byDate)).not.toEqual(idsOf(records).toReversed());
    const { body } = await get('/v1/page-level?sort=-classificationDate&limit=4');
    const next = String(body._links.next).replace('sort=-classificationDate&', '');
    expect(outcomeOf(await get(next))).toBe('400 INVALID_CURSOR');
    const unclassified = await get('/v1/page-level?unclassified=true&sort=-classificationDate');
    expect(placesOf(unclassified)).toEqual(['INVALID_PARAMETER sort']);
  });
});

describe('the selected members', () => {
  const lists = takes('fields').filter(({ pathParameters }) => pathParameters === undefined);

  it.each(lists.map(({ path }) => path))('are those of the entry, and the list is the same: %s', async (path) => {
    const whole = await get(`${path}?limit=3`);
    const names: string[] = [...new Set<string>(whole.body.results.flatMap((one: object) => Object.keys(one)))];
    for (const [first = '', second = first] of [names.slice(0, 2), names.slice(-2)].filter((some) => some.length > 0)) {
      const { status, body } = await get(`${path}?limit=3&fields=${first},${second}`);
      const selected = whole.body.results.map((one: object) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => [first, second, '_links'].includes(name))),
      );
      expect([status, body.results]).toEqual([200, selected]);
      expect(body._links.next === undefined).toBe(whole.body._links.next === undefined);
    }
    const unknown = await get(`${path}?fields=nothing`);
    expect([outcomeOf(unknown), placesOf(unknown)]).toEqual(['400 INVALID_PARAMETER', ['INVALID_PARAMETER fields']]);
    for (const name of names.filter((one) => one !== '_links')) expect(unknown.body.errors[0].title).toContain(name);
  });

  it('may change between the pages of a list', async () => {
    const { body } = await get('/v1/page-level?limit=5&fields=pageId');
    const next = String(body._links.next).replace('fields=pageId', 'fields=title');
    const { body: second } = await get(next);
    expect(Object.keys(second.results[0])).toEqual(['title']);
  });

  it('are also those of the requested pages', async () => {
    const { body } = await get(`/v1/page-level?pageId=${DEMO_PAGES.engHome}&fields=pageId&fields=levelId`);
    expect(body.results).toEqual([{ pageId: DEMO_PAGES.engHome, levelId: null }]);
  });
});

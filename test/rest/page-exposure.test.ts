import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import { DAY_MS } from '../../src/exposure/judged';
import { bytesOf, callsOf } from '../support/disclosure';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { outcomeOf, placesOf } from './route-requests';

/** Exposure for keys: who reads what, and nothing about hidden pages. The measurements are stored directly. */

const NOW = new Date('2026-11-23T08:00:00.000Z');
const checkedAt = new Date(NOW.getTime() - 3_600_000).toISOString();
/** The id of a group that no response has. */
const CANARY = 'group-of-project-falcon';
const HIDDEN_PAGES = 3;

let site: Site;
/** The key of another admin, who does not see everything. */
let keys: Readonly<Record<'read' | 'write' | 'manage' | 'limited' | 'former', string>>;
/** The first one has the most risk. */
const pageIds: string[] = [];
const hidden: string[] = [];
const levelId = () => levelNamed(site, 'Highly Restricted').levelId;

/** A page that more people can see than its level allows. */
async function anExposedPage(rank: number, page: Parameters<typeof aPage>[1] = {}, gate?: string): Promise<string> {
  const { spaceId = DEMO_SPACES.ENG } = page ?? {};
  const pageId = await aPage(site, { by: ADMIN2.email, ...page });
  await storeLevel(site, pageId, levelId(), spaceId);
  await putRow(site, 'governance', `page:${pageId}`, {
    ...{
      v: 1,
      rev: 1,
      kind: 'page',
      list: 'over',
      spaceList: spaceId,
      sort: `0${rank}`,
      dueAt: '2026-12-01T00:00:00.000Z',
    },
    data: {
      levelId: levelId(),
      reasons: ['people'],
      gates: gate === undefined ? [] : [{ pageId, gate }],
      anonymous: false,
      loggedIn: false,
      checkedAt,
    },
  });
  return pageId;
}

beforeAll(async () => {
  site = openSite({ meter: 'off', queryLagMs: 0, now: () => NOW });
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  const principals = {
    ...{ groupIds: [CANARY], people: 0, guests: 0, apps: 1, anonymous: false, loggedIn: false },
    ...{ allLicensed: false, hasOtherClass: false },
  };
  for (const spaceId of [DEMO_SPACES.ENG, DEMO_SPACES.HR])
    await putRow(site, 'governance', `space:${spaceId}`, {
      ...{ v: 1, rev: 1, kind: 'space', dueAt: '2026-12-01T00:00:00.000Z' },
      data: { principals, model: 'roles', isComplete: true, checkedAt },
    });
  const group = {
    v: 1,
    rev: 1,
    kind: 'group',
    dueAt: '2026-12-01T00:00:00.000Z',
    data: { size: 460, checkedAt, usedAt: checkedAt },
  };
  await putRow(site, 'governance', `group:${CANARY}`, group);
  const people = { licensed: 1_000, guests: 12, checkedAt, missing: [] };
  await putRow(site, 'config', 'exposure-site', { v: 1, rev: 1, value: people });
  for (let rank = 0; rank < HIDDEN_PAGES; rank += 1) {
    // Its restriction would be read, which takes another call.
    hidden.push(await anExposedPage(2 * rank, {}, 'a-gate'));
    pageIds.push(await anExposedPage(2 * rank + 1));
  }
  hidden.push(await anExposedPage(9, { by: ADMIN.email, spaceId: DEMO_SPACES.HR }));
  const purged = await anExposedPage(8);
  hidden.push(purged);
  const as = ADMIN2.email;
  const keyOf = async (name: string, settings: object) => (await site.createKey({ name, as, ...settings })).key;
  await site.setUser('editor@example.com', { siteAdmin: true });
  keys = {
    read: await keyOf('read', { classificationScope: 'read' }),
    write: await keyOf('write', { classificationScope: 'write' }),
    manage: await keyOf('manage', { classificationScope: 'manage' }),
    limited: await keyOf('limited', { classificationScope: 'manage', spaceLimit: [DEMO_SPACES.ENG] }),
    former: await keyOf('former', { classificationScope: 'manage', as: 'editor@example.com' }),
  };
  await site.setUser('editor@example.com', { siteAdmin: false });
  for (const pageId of hidden.slice(0, HIDDEN_PAGES)) await restrict(site, pageId, 'read', ADMIN_AND_APP, ADMIN2.email);
  await purge(site, purged);
  await site.host.background.settle();
});
afterAll(() => site.close());

type Reader = keyof typeof keys;
const get = (reader: Reader, path: string) => site.rest('GET', `/v1/${path}`, { key: keys[reader] });
const send = (method: string, path: string, body?: object, reader: Reader = 'manage', headers = {}) =>
  site.rest(method, `/v1/${path}`, { key: keys[reader], headers, ...(body && { body }) });
const RULES = 'setting/exposure';
const EXCEPTIONS = `${RULES}/exception`;

const VERDICT = { verdict: 'over', reasons: ['people'], checkedAt, exception: null, notMeasured: ['public-links'] };
const NUMBERS = {
  audience: {
    ...{ anonymous: false, loggedIn: false, apps: 1 },
    people: { atLeast: 418, atMost: 460 },
    guests: { atLeast: 0, atMost: 0 },
  },
};

describe('a reader', () => {
  const NO_ADMIN = '403 CREATOR_NOT_ADMIN';
  const TABLE: readonly (readonly [Reader, hasNumbers: boolean, spaces: string])[] = [
    ['read', false, '403 INSUFFICIENT_SCOPE'],
    ['write', false, '403 INSUFFICIENT_SCOPE'],
    ['limited', false, '403 KEY_HAS_LIMITS'],
    ['former', true, NO_ADMIN],
    ['manage', true, '200'],
  ];

  it.each(TABLE)(
    'gets verdicts, and numbers, spaces and rules only as its key allows: %s',
    async (reader, hasNumbers, spaces) => {
      const of = { pageId: pageIds[0], spaceId: DEMO_SPACES.ENG, levelId: levelId(), levelKey: 'highly-restricted' };
      const expected = { ...of, levelName: 'Highly Restricted', ...VERDICT, ...(hasNumbers ? NUMBERS : {}) };
      const page = await get(reader, `page-exposure/by-page/${pageIds[0]}`);
      expect([page.status, page.body]).toEqual([200, expected]);
      const list = await get(reader, 'page-exposure');
      expect(list.body.results[0]).toEqual(expected);
      const others = [await get(reader, 'space-exposure'), await get(reader, RULES), await get(reader, EXCEPTIONS)];
      expect(others.map(outcomeOf)).toEqual([spaces, spaces, spaces]);
      for (const answer of [page, list, ...others]) expect(answer.text).not.toContain(CANARY);
    },
  );

  it('gets the numbers of a space only with what the creator sees of the space', async () => {
    const { body } = await get('manage', 'space-exposure');
    const ids = body.results.map((one: { readonly spaceId: string }) => one.spaceId);
    expect(ids).not.toContain(DEMO_SPACES.HR);
  });
});

describe('hidden pages', () => {
  it('are in no list, whatever its limit, and the order is that of the risk', async () => {
    for (const [limit, query] of [
      [1, 'verdict=over'],
      [2, `spaceId=${DEMO_SPACES.ENG}`],
      [25, 'spaceKey=ENG&reason=people&levelId=highly-restricted'],
    ] as const) {
      const listed: string[] = [];
      let path: string | undefined = `page-exposure?limit=${limit}&${query}`;
      while (path !== undefined) {
        const answer: RestAnswer = await get('read', path);
        expect([path, outcomeOf(answer)]).toEqual([path, '200']);
        listed.push(...answer.body.results.map((one: { readonly pageId: string }) => one.pageId));
        path = answer.body._links.next?.replace(/^.*\/v1\//, '');
      }
      expect(listed).toEqual(pageIds);
    }
    const none = [
      `levelId=${levelNamed(site, 'Internal').levelId}`,
      'reason=guests',
      'from=2026-11-23T07:30:00Z',
      'verdict=within',
    ];
    for (const query of none) expect((await get('read', `page-exposure?${query}`)).body.results).toEqual([]);
  });

  it('are in no file, which has what is not measured, the facts of the list, and numbers only for keys that may read them', async () => {
    const first = '"notMeasured","Public links are not visible to apps."';
    const names = '"pageId","spaceId","level","verdict","reason"';
    const facts = (pageId: string) => `"${pageId}","${DEMO_SPACES.ENG}","Highly Restricted","over","Too many people"`;
    const last = `"${checkedAt}","","public-links"`;
    for (const [reader, header, numbers] of [
      ['read', '', ''],
      ['limited', '', ''],
      ['manage', '"peopleAtLeast","peopleAtMost","guestsAtLeast","guestsAtMost",', '"418","460","0","0",'],
    ] as const) {
      const { status, text, header: headerOf } = await get(reader, 'page-exposure/export');
      expect([reader, status, headerOf('content-type')]).toEqual([reader, 200, expect.stringContaining('text/csv')]);
      expect(text.split('\r\n')).toEqual([
        ...[first, `${names},${header}"checkedAt","exceptionUntil","notMeasured"`],
        ...pageIds.map((pageId) => `${facts(pageId)},${numbers}${last}`),
        '',
      ]);
    }
    // A file without pages says what was not measured, too.
    expect((await get('read', 'page-exposure/export?reason=guests')).text.split('\r\n').slice(0, 1)).toEqual([first]);
    expect(outcomeOf(await get('read', 'page-exposure/export?verdict=good'))).toBe('400 INVALID_PARAMETER');
  });

  it('are like pages that do not exist, in bytes and calls', async () => {
    const absent = await get('manage', 'page-exposure/by-page/7900001');
    expect(outcomeOf(absent)).toBe('404 PAGE_NOT_FOUND');
    for (const pageId of hidden) {
      const answer = await get('manage', `page-exposure/by-page/${pageId}`);
      expect([bytesOf(answer), callsOf(answer)]).toEqual([bytesOf(absent), callsOf(absent)]);
    }
  });

  it('are not measured again, and take no more calls than pages that do not exist', async () => {
    const refresh = (ids: readonly (string | undefined)[], reader: Reader = 'write') =>
      send('POST', 'page-exposure/refresh', { pageIds: ids }, reader);
    expect(outcomeOf(await refresh(pageIds, 'read'))).toBe('403 INSUFFICIENT_SCOPE');
    const absent = await refresh(['7900001', '7900002']);
    expect([absent.status, absent.body]).toEqual([200, { pageIds: [] }]);
    const both = await refresh(hidden.slice(0, 2));
    expect([bytesOf(both), callsOf(both)]).toEqual([bytesOf(absent), callsOf(absent)]);
    const rows = () => [pageIds[1], ...hidden].map((pageId) => rowsOf(site, 'governance', `page:${pageId}`));
    const before = rows();
    expect((await refresh([pageIds[0], ...hidden])).body).toEqual({ pageIds: [pageIds[0]] });
    expect(rowOf(site, 'governance', `page:${pageIds[0]}`)['dueAt']).toMatch(/^2000/);
    expect(rows()).toEqual(before);
    expect(outcomeOf(await refresh(Array.from({ length: 26 }, (_none, index) => String(index + 1))))).toBe(
      '400 INVALID_FIELD',
    );
  });

  it('have exceptions that no one reads, creates or ends', async () => {
    const until = '2027-03-01';
    const body = { levelId: 'highly-restricted', until, reason: 'Known.' };
    const create = (place: object, more = {}) => send('POST', EXCEPTIONS, { ...body, ...place, ...more });
    const absentPage = await create({ pageId: '7900001' });
    const hiddenPage = await create({ pageId: hidden[0] });
    expect([outcomeOf(hiddenPage), bytesOf(hiddenPage), callsOf(hiddenPage)]).toEqual([
      '404 PAGE_NOT_FOUND',
      ...[bytesOf(absentPage), callsOf(absentPage)],
    ]);
    expect(outcomeOf(await create({ spaceId: DEMO_SPACES.HR }))).toBe('404 CONFIGURATION_NOT_FOUND');
    const made = await create({ pageId: pageIds[0] });
    expect([made.status, made.header('location')?.endsWith(`/v1/${EXCEPTIONS}/${made.body.exceptionId}`)]).toEqual([
      201,
      true,
    ]);
    const stored = rowOf(site, 'config', 'governance') as {
      rev: number;
      value: { exposure: { exceptions: object[] } };
    };
    const exceptionOf = (pageId = '', n = 1) => ({
      ...{
        exceptionId: `00000000-0000-4000-8000-00000000000${n}`,
        pageId,
        spaceId: DEMO_SPACES.ENG,
        levelId: levelId(),
      },
      ...{ until: '2027-01-01T00:00:00.000Z', reason: 'Secret plan.', createdAt: checkedAt },
    });
    stored.value.exposure.exceptions.push(exceptionOf(hidden[0]));
    await putRow(site, 'config', 'governance', { ...stored, rev: stored.rev + 1 });
    const { body: list } = await get('manage', EXCEPTIONS);
    expect(list.results).toEqual([made.body]);
    const one = (id: string) => [
      () => get('manage', `${EXCEPTIONS}/${id}`),
      () => send('DELETE', `${EXCEPTIONS}/${id}`),
    ];
    const absent = one('00000000-0000-4000-8000-00000000dead');
    for (const [index, ask] of one('00000000-0000-4000-8000-000000000001').entries()) {
      const answers = [await ask(), await absent[index]?.()] as RestAnswer[];
      expect(answers.map(outcomeOf)).toEqual(Array(2).fill('404 CONFIGURATION_NOT_FOUND'));
      const [ofHidden, ofAbsent] = answers.map((answer) => [bytesOf(answer), callsOf(answer)]);
      expect(ofHidden).toEqual(ofAbsent);
    }
    const page = await get('read', `page-exposure/by-page/${pageIds[0]}`);
    expect(page.body).toMatchObject({ verdict: 'over', exception: { until: '2027-03-01T00:00:00.000Z' } });
    expect((await send('DELETE', `${EXCEPTIONS}/${made.body.exceptionId}`)).status).toBe(204);
    expect((await get('manage', EXCEPTIONS)).body.results).toEqual([]);
  });
});

describe('rules and exceptions', () => {
  const rule = { levelId: 'restricted', guests: 'allowed', unlicensed: 'forbidden', anonymous: 'forbidden' } as const;
  const put = (rules: readonly object[], headers = {}) => send('PUT', RULES, { rules }, 'manage', headers);

  it('change only with the current ETag, and the verdict follows at once', async () => {
    const before = await get('manage', RULES);
    const answer = await put([{ ...rule, levelId: 'highly-restricted' }], { 'If-Match': before.header('etag') });
    expect([answer.status, answer.body.isProposed]).toEqual([200, false]);
    expect(outcomeOf(await put([rule], { 'If-Match': before.header('etag') }))).toBe('412 PRECONDITION_FAILED');
    const { body } = await get('read', `page-exposure/by-page/${pageIds[0]}`);
    expect([body.verdict, body.reasons]).toEqual(['within', []]);
    const [event] = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'exposure.rule.updated');
    expect(JSON.stringify(event?.value['details'])).toContain('maxPeople');
    await put([{ ...rule, maxPeople: 50, levelId: 'highly-restricted' }]);
  });

  it.each([
    [[{ ...rule, levelId: 'nothing' }], '422 INVALID_SETTINGS', []],
    [[rule, rule], '400 INVALID_FIELD', ['INVALID_FIELD #/rules/0/levelId', 'INVALID_FIELD #/rules/1/levelId']],
    [[{ ...rule, guests: 'some' }], '400 INVALID_FIELD', ['INVALID_FIELD #/rules/0/guests']],
    [[{ ...rule, maxPeople: 0 }], '400 INVALID_FIELD', ['INVALID_FIELD #/rules/0/maxPeople']],
  ])('name what is wrong: %j', async (rules, outcome, places) => {
    const answer = await put(rules);
    expect(outcomeOf(answer)).toBe(outcome);
    if (places.length > 0) expect(placesOf(answer)).toEqual(places);
    else expect(answer.body.errors[0].detail).toContain('level:nothing');
  });

  it('refuse an exception that is too long, has no rule, or has a sensitive reason', async () => {
    const good = { spaceId: DEMO_SPACES.ENG, levelId: 'highly-restricted', until: '2027-03-01', reason: 'Known.' };
    const outcome = async (change: object) => outcomeOf(await send('POST', EXCEPTIONS, { ...good, ...change }));
    const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString();
    expect(await outcome({ until: later(367) })).toBe('422 INVALID_SETTINGS');
    expect(await outcome({ until: later(0) })).toBe('422 INVALID_SETTINGS');
    expect(await outcome({ levelId: 'public' })).toBe('422 INVALID_SETTINGS');
    expect(await outcome({ pageId: pageIds[0] })).toBe('400 INVALID_FIELD');
    expect(await outcome({ reason: 'For 529-98-2211, the SSN of one person.' })).toBe('400 INVALID_FIELD');
    const headers = { 'Idempotency-Key': 'once' };
    const [first, second] = [
      await send('POST', EXCEPTIONS, { ...good, until: later(366) }, 'manage', headers),
      await send('POST', EXCEPTIONS, { ...good, until: later(366) }, 'manage', headers),
    ];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await get('manage', EXCEPTIONS)).body.results).toHaveLength(1);
  });
});

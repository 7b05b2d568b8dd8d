import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { isOtherCall } from '../support/key-use';
import { settle } from '../support/levels';
import { aPage } from '../support/wiki-pages';
import { expectWhole, truthOf } from '../support/page-truth';
import { outcomeOf, placesOf } from './route-requests';

/** Several pages in one request have the same results as in requests of their own. */

let site: Site;
let key: string;
let keyId: string;
let levelIds: readonly string[];
beforeEach(async () => {
  site = openSite();
  ({ key, keyId } = await site.createKey());
  const { body } = await site.rest('GET', '/v1/level', { key });
  levelIds = body.results.map(({ levelId }: { levelId: string }) => levelId);
});
afterEach(() => site.close());

const PAGES = [DEMO_PAGES.engHome, DEMO_PAGES.architecture, DEMO_PAGES.payroll, DEMO_PAGES.runbooks];
const send = (items: readonly object[], withKey = key): Promise<RestAnswer> =>
  site.rest('POST', '/v1/page-level/bulk', { key: withKey, body: { items } });
const item = (pageId: string, index = 0, more: object = {}) => ({ pageId, levelId: levelIds[index], ...more });
const statuses = ({ body }: RestAnswer) =>
  body.results.map(({ status, error }: { status: number; error?: { code: string } }) =>
    error === undefined ? status : error.code,
  );

it('a bulk operation sets the level of every page, with history and audit event, in the order of the request', async () => {
  const answer = await send(PAGES.map((pageId, index) => item(pageId, index)));
  expect(outcomeOf(answer)).toBe('207');
  expect(answer.body.summary).toEqual({ ok: 4, failed: 0 });
  expect(answer.body.results).toEqual(
    PAGES.map((pageId, index) => ({ index, pageId, status: 201, changed: true, etag: '"p1"' })),
  );
  PAGES.forEach((pageId, index) => {
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(truth.record).toMatchObject({ levelId: levelIds[index], apiKeyId: keyId });
  });
});

it('a bulk operation returns the same result for each page as a request for that page alone', async () => {
  const [archived = ''] = levelIds.slice(-1);
  await site.admin('archiveLevel', { rev: 0, levelId: archived, confirmed: true });
  const limited = await site.createKey({
    spaceLimit: ['ENG'],
    levelLimit: [levelIds[0] ?? '', archived, 'unclassified'],
  });
  const items = [
    item(DEMO_PAGES.engHome),
    item(DEMO_PAGES.payroll),
    item('999999999999'),
    item(DEMO_PAGES.architecture, 1),
    { pageId: DEMO_PAGES.runbooks, levelId: archived },
    { pageId: DEMO_PAGES.incidents, levelId: '00000000-0000-4000-8000-00000000dead' },
    item(DEMO_PAGES.releaseNotes, 0, { subLevelId: levelIds[1] }),
    item(DEMO_PAGES.testData, 0, { ifMatch: '*' }),
  ];
  const answer = await send(items, limited.key);
  expect(statuses(answer)).toEqual([
    201,
    'PAGE_NOT_FOUND',
    'PAGE_NOT_FOUND',
    'LEVEL_OUTSIDE_KEY_LIMIT',
    'LEVEL_ARCHIVED',
    'LEVEL_NOT_FOUND',
    'SUBLEVEL_NOT_IN_LEVEL',
    'PRECONDITION_FAILED',
  ]);
  expect(answer.body.summary).toEqual({ ok: 1, failed: 7 });
  const [, hidden, absent] = answer.body.results;
  expect(hidden.error).toEqual({ ...absent.error, pointer: '#/items/1/pageId' });
  const alone = items.filter((one) => !('ifMatch' in one)).slice(1);
  for (const body of alone) {
    const { status, body: problem } = await site.rest('POST', '/v1/page-level', { key: limited.key, body });
    const together = answer.body.results.find(({ pageId }: { pageId: string }) => pageId === body.pageId);
    expect([together.status, together.error.code]).toEqual([status, problem.code]);
    const [{ pointer }] = problem.errors;
    expect(together.error.pointer).toBe(`#/items/${together.index}${pointer.slice(1)}`);
  }
  expect(answer.body.results[7].error.pointer).toBe('#/items/7/ifMatch');
});

it.each([
  ['no entry', () => []],
  ['26 entries', () => Array.from({ length: 26 }, (_, index) => item(String(index + 1)))],
])('a bulk operation refuses %s, and changes nothing', async (_name, items) => {
  const answer = await send(items());
  expect([outcomeOf(answer), placesOf(answer)]).toEqual(['400 INVALID_FIELD', ['INVALID_FIELD #/items']]);
});

it('a bulk operation identifies the invalid entry, and changes nothing', async () => {
  const answer = await send([
    item(DEMO_PAGES.engHome),
    { ...item('x'), extra: 1 },
    { pageId: 1 },
    item('2', 0, { ifMatch: 'p1' }),
  ]);
  expect(placesOf(answer).toSorted()).toEqual([
    'INVALID_FIELD #/items/1/pageId',
    'INVALID_FIELD #/items/2/pageId',
    'INVALID_FIELD #/items/3/ifMatch',
    'MISSING_FIELD #/items/2/levelId',
    'UNKNOWN_FIELD #/items/1/extra',
  ]);
  expect(truthOf(site.host, DEMO_PAGES.engHome).record).toBeUndefined();
});

it('a bulk operation accepts 25 pages, and takes calls in proportion to the number of pages', async () => {
  const pages: string[] = [];
  for (let index = 0; index < 25; index += 1) pages.push(await aPage(site, { by: 'admin@example.com' }));
  const one = await send(pages.slice(0, 1).map((pageId) => item(pageId)));
  const all = await send(pages.map((pageId) => item(pageId, 1)));
  expect(all.body.summary).toEqual({ ok: 25, failed: 0 });
  const calls = ({ calls }: RestAnswer) => calls.filter(isOtherCall).length;
  // For every page, the calls are its level and its scan, the page in Confluence, and the write. In addition, there are
  // the key, the levels, and the event.
  expect([calls(one), calls(all)]).toEqual([3 + 4, 3 + 25 * 4]);
});

it('a bulk operation continues with the other pages if Confluence fails for one', async () => {
  site.host.faults.add({ target: 'confluence', match: `/pages/${PAGES[1]}`, status: 503, times: 1 });
  expect(statuses(await send(PAGES.map((pageId) => item(pageId))))).toEqual([201, 'HOST_ERROR', 201, 201]);
});

it('a bulk operation stops once the key is revoked, keeps earlier changes, and refuses the rest', async () => {
  const pages: string[] = [];
  for (let index = 0; index < 12; index += 1) pages.push(await aPage(site, { by: 'admin@example.com' }));
  const running = send(pages.map((pageId) => item(pageId)));
  await site.admin('revokeKey', { keyId });
  const answer = await running;
  const codes = answer.status === 207 ? statuses(answer) : [];
  const truths = pages.map((pageId) => truthOf(site.host, pageId).record !== undefined);
  expect(codes.every((code: unknown) => code === 201 || code === 'API_KEY_REVOKED')).toBe(true);
  pages.forEach((_page, index) => expect(truths[index]).toBe(codes[index] === 201));
});

it('a bulk operation is refused as a whole if the creator of the key no longer exists', async () => {
  const orphan = await site.createKey({ as: 'admin2@example.com' });
  await site.setUser('admin2@example.com', { active: false });
  expect(outcomeOf(await send([item(DEMO_PAGES.engHome)], orphan.key))).toBe('401 API_KEY_OWNER_INACTIVE');
});

it('two concurrent requests leave each page with the level of one of them', async () => {
  const [one, other] = await Promise.all([
    send(PAGES.map((pageId) => item(pageId, 0))),
    send(PAGES.map((pageId) => item(pageId, 1))),
  ]);
  for (const answer of [one, other]) {
    expect(statuses(answer).every((code: unknown) => code === 201 || code === 'EDIT_CONFLICT')).toBe(true);
  }
  for (const pageId of PAGES) expectWhole(truthOf(site.host, pageId));
});

it('a bulk operation applies the space limit of the key to each page', async () => {
  const limited = await site.createKey({ spaceLimit: [DEMO_SPACES.HR] });
  expect(
    statuses(
      await send(
        PAGES.map((pageId) => item(pageId)),
        limited.key,
      ),
    ),
  ).toEqual(['PAGE_NOT_FOUND', 'PAGE_NOT_FOUND', 201, 'PAGE_NOT_FOUND']);
});

describe('an entry can clear or reset the level', () => {
  const [first = '', second = '', third = ''] = PAGES;
  const REASON = 'Published on our website.';

  it('like the operation on that page alone: in the response, history, audit log and feed', async () => {
    await send([item(first), item(second)]);
    const answer = await send([
      { pageId: first, action: 'clear' },
      { pageId: second, action: 'reset', justification: REASON },
      item(third, 0, { action: 'set' }),
    ]);
    expect(outcomeOf(answer)).toBe('207');
    expect(answer.body.results.map(({ status, changed }: Record<string, unknown>) => [status, changed])).toEqual([
      [204, true],
      [200, true],
      [201, true],
    ]);
    for (const pageId of [first, second]) {
      expectWhole(truthOf(site.host, pageId));
      const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key });
      expect(body.results[0]).toMatchObject({ current: null, previous: { levelId: levelIds[0] }, apiKeyId: keyId });
    }
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${second}/history`, { key });
    expect(body.results[0].justification).toBe(REASON);
    expect(statuses(await send([{ pageId: first, action: 'clear' }]))).toEqual([204]);
  });

  it('under the same rules: lowering, justification, limits of the key, conditions', async () => {
    await send([item(first), item(second), item(third)]);
    await settle(site, { lowering: 'justified' });
    const limited = await site.createKey({ levelLimit: [levelIds[0] ?? ''] });
    expect(
      statuses(
        await send([
          { pageId: first, action: 'clear' },
          { pageId: second, action: 'reset', justification: REASON, ifMatch: '"p7"' },
          { pageId: third, action: 'reset', justification: REASON, ifMatch: '"p1"' },
        ]),
      ),
    ).toEqual(['JUSTIFICATION_REQUIRED', 'PRECONDITION_FAILED', 200]);
    const outside = await send([{ pageId: first, action: 'reset', justification: REASON }], limited.key);
    expect(statuses(outside)).toEqual(['LEVEL_OUTSIDE_KEY_LIMIT']);
  });

  it('and is refused with the name of a member that the action does not accept', async () => {
    const level = { levelId: levelIds[0] };
    const answer = await send([
      { pageId: first, action: 'clear', ...level },
      { pageId: second, action: 'reset' },
      { pageId: third, action: 'clear', justification: REASON },
      { pageId: DEMO_PAGES.incidents },
      { pageId: DEMO_PAGES.testData, action: 'remove', ...level },
    ]);
    expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
    expect(placesOf(answer)).toContain('INVALID_FIELD #/items/4/action');
    const others = await send([
      { pageId: first, action: 'clear', ...level },
      { pageId: second, action: 'reset' },
      { pageId: third, action: 'clear', justification: REASON },
      { pageId: DEMO_PAGES.incidents },
    ]);
    expect(placesOf(others)).toEqual([
      'INVALID_FIELD #/items/0/levelId',
      'MISSING_FIELD #/items/1/justification',
      'INVALID_FIELD #/items/2/justification',
      'MISSING_FIELD #/items/3/levelId',
    ]);
    expect(truthOf(site.host, first).record).toBeUndefined();
  });

  it('with as many calls as setting the level', async () => {
    const set = await send([item(first)]);
    const reset = await send([{ pageId: first, action: 'reset', justification: REASON }]);
    expect(reset.calls.filter(isOtherCall)).toHaveLength(set.calls.filter(isOtherCall).length);
  });
});

it('a bulk operation accepts If-None-Match for each entry, like the header for one page', async () => {
  const [first = '', second = '', third = '', fourth = ''] = PAGES;
  await send([item(first), item(second), item(third)]);
  const answer = await send([
    item(first, 1, { ifNoneMatch: '*' }),
    item(second, 1, { ifNoneMatch: '"p1"' }),
    item(third, 1, { ifNoneMatch: '"p9"' }),
    item(fourth, 1, { ifNoneMatch: '*' }),
  ]);
  expect(statuses(answer)).toEqual(['PRECONDITION_FAILED', 'PRECONDITION_FAILED', 201, 201]);
  const contradiction = await send([item(first, 1, { ifMatch: '*', ifNoneMatch: '*' })]);
  expect(statuses(contradiction)).toEqual(['PRECONDITION_FAILED']);
  expect(placesOf(await send([item(first, 1, { ifNoneMatch: 'p1' })]))).toEqual([
    'INVALID_FIELD #/items/0/ifNoneMatch',
  ]);
});

it('a bulk operation repeats the stored result of an entry that clears a level, after a new permission check', async () => {
  const [first = ''] = PAGES;
  await send([item(first)]);
  const again = (withKey: string) =>
    site.rest('POST', '/v1/page-level/bulk', {
      key: withKey,
      body: { items: [{ pageId: first, action: 'clear' }] },
      headers: { 'Idempotency-Key': 'clear' },
    });
  expect(statuses(await again(key))).toEqual([204]);
  const replayed = await again(key);
  expect([replayed.header('Idempotent-Replayed'), ...statuses(replayed)]).toEqual(['true', 204]);
});

import { ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, SPACE_ADMIN, VIEWER } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, purge, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { done, popup, setLevel } from '../surfaces/surface-site';

/** Pages that are due: who sees them, and whose answers count. Levels are from 2 January 2026. */

const { ENG, HR, OPEN } = DEMO_SPACES;
let site: Site;
let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let beforeCall: (call: PlatformCall) => Promise<void>;
let key: string;
const idOf = (name: 'Restricted' | 'Internal' | 'Public') => levelNamed(site, name).levelId;

beforeAll(async () => {
  site = openSite({
    ...{ meter: 'off', queryLagMs: 0, now: () => new Date(nowMs) },
    intercept: async (call, proceed) => {
      await beforeCall(call);
      return proceed();
    },
  });
  beforeCall = () => Promise.resolve();
  await stopScans(site);
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  key = (await site.createKey({ as: ADMIN2.email })).key;
  const rules = [
    { levelId: 'restricted', months: 6, reviewers: 'owner' },
    { levelId: 'internal', months: 3, reviewers: 'space-admins' },
  ];
  expect(await send('PUT', 'setting/review', { rules })).toMatchObject({ status: 200 });
});
beforeEach(() => {
  beforeCall = () => Promise.resolve();
});
afterAll(() => site.close());

const send = (method: string, path: string, body?: object): Promise<RestAnswer> =>
  site.rest(method, `/v1/${path}`, { key, ...(body && { body }) });

async function aDuePage(name: 'Restricted' | 'Internal' = 'Restricted', spaceId: string = ENG, by = EDITOR.email) {
  const pageId = await aPage(site, { spaceId, by });
  await storeLevel(site, pageId, idOf(name), spaceId);
  return pageId;
}

async function listed(query = '', limit = 25): Promise<readonly string[]> {
  const pageIds: string[] = [];
  let path: string | undefined = `page-review?limit=${limit}${query}`;
  while (path !== undefined) {
    const { status, body }: RestAnswer = await send('GET', path);
    expect(status).toBe(200);
    pageIds.push(...body.results.map((one: { pageId: string }) => one.pageId));
    const next: string | undefined = body._links.next;
    path = next === undefined ? undefined : next.slice(next.indexOf('/v1/') + 4);
  }
  return pageIds;
}

const waiting = async (as = EDITOR.email) => {
  const { pages } = await done(site, 'listMyPages', { need: 'review', limit: 100 }, { as });
  return pages.map(({ pageId }) => pageId);
};
const inSpace = async (spaceKey = 'ENG', as = SPACE_ADMIN.email) => {
  const view = await done(site, 'listSpaceReviews', {}, { spaceKey, as });
  return view.state === 'reviews' ? view.pages.map(({ pageId }) => pageId) : view.state;
};
const answer = (pageIds: readonly string[], said = 'still-right', ifMatch = '"p1"') =>
  send('POST', 'page-review/answer', { items: pageIds.map((pageId) => ({ pageId, answer: said, ifMatch })) });
const audited = (pageId: string) =>
  rowsOf(site, 'audit', `page:${pageId}"`).filter(({ value }) => String(value['type']).startsWith('page.review'));

it('due pages wait for who created them or for space admins, as their rule says, and no row is stored for them', async () => {
  const owned = await aDuePage();
  const ofAdmins = await aDuePage('Internal');
  const hidden = await aDuePage();
  await restrict(site, hidden, 'read', ADMIN_AND_APP, EDITOR.email);
  const readOnly = await aDuePage();
  await restrict(site, readOnly, 'update', ADMIN_AND_APP, EDITOR.email);
  const elsewhere = await aDuePage('Restricted', OPEN);
  const purged = await aDuePage();
  await purge(site, purged);
  const all = await listed();
  expect(all).toEqual(expect.arrayContaining([owned, ofAdmins, readOnly, elsewhere]));
  for (const limit of [1, 2]) expect(await listed('', limit)).toEqual(all);
  expect(all).not.toEqual(expect.arrayContaining([hidden]));
  expect(all).not.toEqual(expect.arrayContaining([purged]));
  expect(await listed(`&spaceId=${OPEN}`)).toEqual([elsewhere]);
  expect(await listed('&levelId=internal')).toEqual([ofAdmins]);
  expect((await waiting()).toSorted()).toEqual([owned, elsewhere].toSorted());
  expect(await waiting(VIEWER.email)).toEqual([]);
  expect((await inSpace()).toString().split(',').toSorted()).toEqual([owned, ofAdmins, readOnly].toSorted());
  expect(await inSpace('ENG', EDITOR.email)).toBe('not-admin');
  expect(rowsOf(site, 'governance', '"kind":"review"')).toEqual([]);
});

it('a page that moved is due in its new space only', async () => {
  const pageId = await aDuePage();
  await move(site, pageId, 'OPEN', EDITOR.email);
  await site.host.background.settle();
  expect(await listed(`&spaceId=${OPEN}`)).toContain(pageId);
  expect(await listed(`&spaceId=${ENG}`)).not.toContain(pageId);
  expect(await inSpace()).not.toContain(pageId);
  // The app sets the level again, so the move is no reason to forget when it is due.
  expect((await send('GET', `page-review/by-page/${pageId}`)).body).toMatchObject({ isDue: true });
});

it('an answer ends the review, is in the audit log with its author, and keeps the level', async () => {
  const pageId = await aDuePage();
  const level = rowOf(site, 'page-level', pageId);
  const { status, body } = await answer([pageId]);
  expect({ status, body }).toEqual({
    status: 207,
    body: { results: [{ index: 0, pageId, status: 200 }], summary: { ok: 1, failed: 0 } },
  });
  expect(rowOf(site, 'page-level', pageId)).toEqual(level);
  expect(await listed()).not.toContain(pageId);
  expect(await waiting()).not.toContain(pageId);
  expect((await send('GET', `page-review/by-page/${pageId}`)).body).toMatchObject({
    ...{ reviewedAt: new Date(nowMs).toISOString(), isDue: false, etag: '"p1"', reviewers: 'owner' },
    nextReviewAt: '2027-05-21T10:00:00.000Z',
  });
  expect(audited(pageId)).toMatchObject([
    {
      value: {
        ...{ type: 'page.reviewed', actorAccountId: ADMIN2.accountId },
        details: { after: { reviewAnswer: 'still-right', levelId: idOf('Restricted') } },
      },
    },
  ]);
  expect(JSON.stringify(rowOf(site, 'governance', `review:${pageId}`))).not.toContain(ADMIN2.accountId);
});

it('a person answers many at once, each with their own permissions and against the level that they saw', async () => {
  const [right, changed, hidden, readOnly, missing] = [
    await aDuePage(),
    await aDuePage(),
    await aDuePage(),
    await aDuePage(),
    '7900001',
  ] as const;
  await restrict(site, hidden, 'read', ADMIN_AND_APP, EDITOR.email);
  await restrict(site, readOnly, 'update', ADMIN_AND_APP, EDITOR.email);
  await setLevel(site, { pageId: changed, level: { levelId: idOf('Internal') }, reason: 'It is.' });
  const pages = [right, changed, hidden, readOnly, missing].map((pageId) => ({ pageId, revision: 1 }));
  const { results } = await done(site, 'answerReviews', { answer: 'still-right', pages }, {});
  expect(results).toEqual([
    { pageId: right, outcome: 'done' },
    { pageId: changed, outcome: 'changed-since' },
    { pageId: hidden, outcome: 'hidden' },
    { pageId: readOnly, outcome: 'not-editable' },
    { pageId: missing, outcome: 'hidden' },
  ]);
  for (const pageId of [changed, hidden, readOnly, missing]) expect(audited(pageId)).toEqual([]);
  const statuses = await answer([right, changed, hidden, missing]);
  expect(statuses.body.results.map((one: { status: number }) => one.status)).toEqual([200, 412, 404, 404]);
  const [, , first, second] = statuses.body.results;
  expect({ ...first, index: 0, pageId: '' }).toEqual({ ...second, index: 0, pageId: '' });
});

it('a level that changes while the answer is written is never confirmed', async () => {
  const pageId = await aDuePage();
  let isFirst = true;
  beforeCall = async ({ path }) => {
    if (!isFirst || !path.includes('transaction')) return;
    isFirst = false;
    await storeLevel(site, pageId, idOf('Public'));
    const row = rowOf(site, 'page-level', pageId);
    await putRow(site, 'page-level', pageId, { ...row, rev: 2 });
  };
  expect((await answer([pageId])).body.results).toMatchObject([
    { status: 412, error: { code: 'PRECONDITION_FAILED' } },
  ]);
  expect(isFirst).toBe(false);
  expect(audited(pageId)).toEqual([]);
});

it('a page that is not mine goes to the admins of its space', async () => {
  const pageId = await aDuePage();
  const pages = [{ pageId, revision: 1 }];
  await done(site, 'answerReviews', { answer: 'not-mine', pages }, {});
  expect(await waiting()).not.toContain(pageId);
  const view = await done(site, 'listSpaceReviews', {}, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
  const found = view.state === 'reviews' ? view.pages.find((one) => one.pageId === pageId) : undefined;
  expect(found).toMatchObject({ reviewers: 'space-admins', since: '2026-07-02T03:04:05.678Z' });
  expect(audited(pageId)).toMatchObject([{ value: { details: { after: { reviewAnswer: 'not-mine' } } } }]);
});

it('a date makes a page due at that time, and its level changes only when a person says so', async () => {
  const pageId = await aPage(site, { by: EDITOR.email });
  await storeLevel(site, pageId, idOf('Public'));
  expect((await popup(site, pageId)).review).toEqual({ isDue: false });
  const reviewOn = new Date(nowMs + 5 * 86_400_000).toISOString();
  const saved = { outcome: 'saved', review: { reviewOn, nextAt: reviewOn, isDue: false } };
  expect(await done(site, 'setReviewDate', { reviewOn }, { pageId })).toEqual(saved);
  expect((await popup(site, pageId)).review).toEqual(saved.review);
  expect(await waiting()).not.toContain(pageId);
  nowMs += 6 * 86_400_000;
  expect(await waiting()).toContain(pageId);
  expect(await inSpace()).toContain(pageId);
  expect((await listed())[0]).toBe(pageId);
  expect(rowOf(site, 'page-level', pageId)).toMatchObject({ levelId: idOf('Public'), rev: 1 });
  await done(site, 'answerReviews', { answer: 'still-right', pages: [{ pageId, revision: 1 }] }, {});
  expect(await waiting()).not.toContain(pageId);
  expect(audited(pageId).map(({ value }) => value['type'])).toEqual(
    expect.arrayContaining(['page.review-date.set', 'page.reviewed']),
  );
});

it('a date is set and removed by people who can edit the page, and is in the future', async () => {
  const pageId = await aDuePage();
  const set = (reviewOn?: string) =>
    send('PUT', `page-review/by-page/${pageId}`, reviewOn === undefined ? {} : { reviewOn });
  expect((await set('2026-11-01')).body).toMatchObject({ errors: [{ pointer: '#/reviewOn' }] });
  expect((await set('2099-01-01')).status).toBe(400);
  expect((await set('2027-03-01')).body).toMatchObject({ reviewOn: '2027-03-01T00:00:00.000Z', isDue: true });
  expect((await set()).body).toMatchObject({ reviewOn: null });
  const before = everythingStored(site);
  const as = VIEWER.email;
  expect(await done(site, 'setReviewDate', { reviewOn: '2027-03-01T00:00:00.000Z' }, { pageId, as })).toEqual({
    outcome: 'denied',
  });
  expect(await done(site, 'setReviewDate', {}, { pageId: DEMO_PAGES.hrHome, as })).toEqual({ state: 'hidden' });
  expect(everythingStored(site)).toEqual(before);
});

it('a hidden page has no review, as a missing one', async () => {
  const pageId = await aDuePage('Restricted', HR, 'admin@example.com');
  const [hidden, missing] = [
    await send('GET', `page-review/by-page/${pageId}`),
    await send('GET', 'page-review/by-page/7900001'),
  ];
  expect(hidden.status).toBe(404);
  expect({ ...hidden.body, requestId: '', instance: '' }).toEqual({ ...missing.body, requestId: '', instance: '' });
});

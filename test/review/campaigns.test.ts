import { ADMIN, ADMIN2, DEMO_SPACES, EDITOR, SPACE_ADMIN } from '../../local/demo';
import { SYSTEM } from '../../src/audit/event';
import type { CampaignList, CampaignView, EvidenceFile } from '../../src/admin/pages/campaigns';
import type { CampaignFilter } from '../../src/review/campaign-store';
import { ask as askAdmin, done as admin, refusal } from '../admin/ask';
import { storeFinding, storePageScan } from '../support/findings';
import { storePageExposure } from '../support/exposure';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, move, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { done } from '../surfaces/surface-site';

/** Campaigns in the admin area and for the people whom they ask, and reminders. Levels are from 2 January 2026. */

const { ENG, HR, OPEN } = DEMO_SPACES;
const DAY_MS = 86_400_000;
let site: Site;
let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let key: string;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;

beforeAll(async () => {
  site = openSite({ meter: 'off', queryLagMs: 0, now: () => new Date(nowMs) });
  await stopScans(site);
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  key = (await site.createKey()).key;
});
afterAll(() => site.close());
afterEach(async () => {
  for (const { campaignId } of (await list()).campaigns) await end(campaignId);
});

const send = (method: string, path: string, body?: object): Promise<RestAnswer> =>
  site.rest(method, `/v1/${path}`, { key, ...(body && { body }) });
const list = (state = 'open') => admin<CampaignList>(site, 'listCampaigns', { state });
const end = (campaignId: string) => admin<CampaignView>(site, 'endCampaign', { campaignId });
const preview = async (filter: CampaignFilter) =>
  (await admin<{ readonly pages: number | 'too-many' }>(site, 'previewCampaign', { filter })).pages;
const create = (filter: CampaignFilter, others: object = {}) =>
  admin<CampaignView>(site, 'createCampaign', {
    ...{ name: 'Spring 2027', filter, reviewers: 'owner', answerBy: '2027-03-31T00:00:00.000Z' },
    ...others,
  });
const pagesOf = (campaignId: string) =>
  rowsOf(site, 'governance', '"kind":"campaign-part"')
    .filter(({ key: one }) => one.startsWith(`campaign:${campaignId}:`))
    .flatMap(({ value }) => (value['data'] as { pages: { pageId: string; answer?: string }[] }).pages);
const idsIn = (campaignId: string) => pagesOf(campaignId).map(({ pageId }) => pageId);

async function pageIn(spaceId: string, name: LevelName, by = EDITOR.email): Promise<string> {
  const pageId = await aPage(site, { spaceId, by });
  await storeLevel(site, pageId, idOf(name), spaceId);
  return pageId;
}

const waiting = async (as = EDITOR.email) =>
  (await done(site, 'listMyPages', { need: 'review', limit: 100 }, { as })).pages;
async function inSpace() {
  const view = await done(site, 'listSpaceReviews', {}, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
  return view.state === 'reviews' ? view.pages : [];
}
const answer = (pageId: string, said: 'still-right' | 'not-mine' = 'still-right', as = EDITOR.email) =>
  done(site, 'answerReviews', { answer: said, pages: [{ pageId, revision: 1 }] }, { as });

it('the preview counts exactly the pages that the campaign then has, for every filter', async () => {
  const [restricted, internal, elsewhere, hidden] = [
    await pageIn(ENG, 'Restricted'),
    await pageIn(ENG, 'Internal'),
    await pageIn(OPEN, 'Internal'),
    await pageIn(HR, 'Restricted', ADMIN.email),
  ] as const;
  await storePageExposure(site, restricted, idOf('Restricted'));
  await storePageScan(site, internal, [await storeFinding(site, internal)]);
  await answer(elsewhere);
  const [levelA, levelB] = [idOf('Restricted'), idOf('Internal')];
  const cases: readonly (readonly [CampaignFilter, readonly string[]])[] = [
    [{}, [restricted, internal, elsewhere, hidden]],
    [{ levelIds: [levelA] }, [restricted, hidden]],
    [{ levelIds: [levelA, levelB], spaceIds: [ENG, OPEN] }, [restricted, internal, elsewhere]],
    [{ levelIds: [levelB], spaceIds: [ENG] }, [internal]],
    [{ spaceIds: [OPEN, HR] }, [elsewhere, hidden]],
    [{ exposure: 'over' }, [restricted]],
    [{ hasFindings: true }, [internal]],
    [{ reviewedBefore: '2026-11-01T00:00:00.000Z' }, [restricted, internal, hidden]],
  ];
  for (const [filter, expected] of cases) {
    const before = everythingStored(site);
    expect([filter, await preview(filter)]).toEqual([filter, expected.length]);
    expect(everythingStored(site)).toEqual(before);
    const { campaignId, pages } = await create(filter);
    expect([filter, pages, idsIn(campaignId).toSorted()]).toEqual([filter, expected.length, expected.toSorted()]);
    await end(campaignId);
  }
  expect(await refusal(site, 'createCampaign', { ...wanted(), filter: { levelIds: [idOf('Public')] } })).toMatchObject({
    fields: [{ field: 'filter' }],
  });
});

const wanted = () => ({ name: 'X', filter: {}, reviewers: 'owner', answerBy: '2027-03-31T00:00:00.000Z' });

it('a filter with a space that the admin cannot view is refused like one with a missing space, in both doors', async () => {
  await pageIn(HR, 'Restricted', ADMIN.email);
  const { key: other } = await site.createKey({ as: ADMIN2.email });
  const refusals: unknown[] = [];
  for (const spaceId of [HR, '99999999']) {
    const filter = { spaceIds: [spaceId] };
    const { body } = await site.rest('POST', '/v1/review-campaign', { key: other, body: { ...wanted(), filter } });
    refusals.push([
      (await refusal(site, 'previewCampaign', { filter }, ADMIN2.email)).fields,
      (await refusal(site, 'createCampaign', { ...wanted(), filter }, ADMIN2.email)).fields,
      body?.['errors'],
    ]);
  }
  expect(refusals[0]).toMatchObject([
    [{ field: 'filter.spaceIds' }],
    [{ field: 'filter.spaceIds' }],
    [{ pointer: '#/filter/spaceIds' }],
  ]);
  expect(refusals[1]).toEqual(refusals[0]);
  expect((await list()).campaigns).toEqual([]);
});

it('an admin sees the progress of all pages, gets lines only for visible pages, and a site has five open campaigns', async () => {
  const hidden = await pageIn(HR, 'Public', ADMIN.email);
  const [seen, passedOn] = [await pageIn(ENG, 'Public'), await pageIn(ENG, 'Public')];
  const { campaignId } = await create({ levelIds: [idOf('Public')] });
  await answer(seen);
  await answer(passedOn, 'not-mine');
  const { campaigns, asOf } = await list();
  expect(campaigns).toMatchObject([{ campaignId, pages: 3, stillRight: 1, passedOn: 1 }]);
  expect(asOf).toBe(new Date(nowMs).toISOString());
  const linesFor = async (email: string) => {
    const file = { campaignId, format: 'json' };
    const { text } = await admin<EvidenceFile>(site, 'exportEvidence', file, email);
    const { header, lines } = JSON.parse(text) as {
      header: { coverage: { pages: number } };
      lines: { pageId: string }[];
    };
    return { pages: header.coverage.pages, ids: lines.map(({ pageId }) => pageId).toSorted() };
  };
  expect(await linesFor(ADMIN.email)).toEqual({ pages: 3, ids: [hidden, seen, passedOn].toSorted() });
  expect(await linesFor(ADMIN2.email)).toEqual({ pages: 3, ids: [seen, passedOn].toSorted() });
  for (let count = 1; count < 5; count += 1) await create({});
  expect(await refusal(site, 'createCampaign', wanted())).toMatchObject({ code: 'TOO_MANY_CAMPAIGNS' });
  for (const answerBy of ['2026-11-21T10:00:00.000Z', '2027-11-30T00:00:00.000Z'])
    expect(await askAdmin(site, 'createCampaign', { ...wanted(), answerBy })).toMatchObject({
      error: { fields: [{ field: 'answerBy' }] },
    });
});

it('evidence counts fast answers, and only a change of the level by a person before the end is an answer', async () => {
  const [first, second, third, byApp, byPerson, late] = [
    await pageIn(ENG, 'Highly Restricted'),
    await pageIn(ENG, 'Highly Restricted'),
    await pageIn(ENG, 'Highly Restricted'),
    await pageIn(ENG, 'Highly Restricted'),
    await pageIn(ENG, 'Highly Restricted'),
    await pageIn(ENG, 'Highly Restricted'),
  ] as const;
  const { campaignId } = await create({ levelIds: [idOf('Highly Restricted')] });
  const changeLevel = async (pageId: string, classifierId: string) => {
    nowMs += 1_000;
    const change = { classifierId, classificationDate: new Date(nowMs).toISOString(), changeId: crypto.randomUUID() };
    const before = rowOf(site, 'page-level', pageId);
    await putRow(site, 'page-level', pageId, { ...before, ...change, rev: 2, levelId: idOf('Public') });
  };
  for (const [pageId, waitMs] of [
    [first, 61_000],
    [second, 61_000],
    [third, 59_000],
  ] as const) {
    nowMs += waitMs;
    await answer(pageId);
  }
  await changeLevel(byApp, SYSTEM);
  await changeLevel(byPerson, EDITOR.accountId);
  nowMs += 1_000;
  await end(campaignId);
  await changeLevel(late, EDITOR.accountId);
  const { text } = await admin<EvidenceFile>(site, 'exportEvidence', { campaignId, format: 'json' });
  const { header, lines } = JSON.parse(text) as {
    header: { coverage: object };
    lines: { pageId: string; answer: string }[];
  };
  expect(header.coverage).toEqual({ pages: 6, answered: 3, answeredWithinAMinute: 1 });
  expect(Object.fromEntries(lines.map((line) => [line.pageId, line.answer]))).toEqual({
    ...{ [first]: 'still-right', [second]: 'still-right', [third]: 'still-right' },
    ...{ [byApp]: 'open', [byPerson]: 'changed', [late]: 'open' },
  });
});

it('reviewers see the name and the day of the campaign at their pages, and after its end no one is asked', async () => {
  const pageId = await pageIn(ENG, 'Restricted');
  nowMs += DAY_MS;
  const { campaignId } = await create({ levelIds: [idOf('Restricted')] });
  const campaign = { name: 'Spring 2027', answerBy: '2027-03-31T00:00:00.000Z' };
  const mine = (await waiting()).find((page) => page.pageId === pageId);
  expect(mine?.review).toEqual({ since: new Date(nowMs).toISOString(), campaign });
  expect((await inSpace()).find((page) => page.pageId === pageId)?.campaign).toEqual(campaign);
  expect((await send('GET', `page-review/by-page/${pageId}`)).body).toMatchObject({ isDue: true, reviewers: 'owner' });
  const stale = { answer: 'still-right' as const, pages: [{ pageId, revision: 2 }] };
  expect((await done(site, 'answerReviews', stale, {})).results).toEqual([{ pageId, outcome: 'changed-since' }]);
  await answer(pageId, 'not-mine');
  expect((await waiting()).map((page) => page.pageId)).not.toContain(pageId);
  expect((await inSpace()).find((page) => page.pageId === pageId)?.reviewers).toBe('space-admins');
  const ended = await end(campaignId);
  nowMs += DAY_MS;
  expect(await end(campaignId)).toEqual(ended);
  expect(rowsOf(site, 'audit', `campaign:${campaignId}`)).toHaveLength(2);
  expect(await waiting()).toEqual([]);
  expect(await inSpace()).toEqual([]);
  await answer(pageId);
  expect(pagesOf(campaignId).filter((page) => page.answer === 'still-right')).toEqual([]);
});

it('a page of two campaigns is listed once, and a later campaign asks again after an answer', async () => {
  const pageId = await pageIn(OPEN, 'Restricted');
  const filter = { levelIds: [idOf('Restricted')], spaceIds: [OPEN] };
  nowMs += DAY_MS;
  await create(filter, { name: 'First' });
  nowMs += DAY_MS;
  await create(filter, { name: 'Second' });
  const listed = async () => {
    const found: string[] = [];
    let path: string | undefined = `page-review?spaceId=${OPEN}`;
    while (path !== undefined) {
      const { results, _links }: RestAnswer['body'] = (await send('GET', path)).body;
      found.push(...results.map((one: { pageId: string }) => one.pageId));
      path = _links.next?.slice(_links.next.indexOf('/v1/') + 4);
    }
    return found;
  };
  expect(await listed()).toEqual([pageId]);
  expect((await waiting()).find((page) => page.pageId === pageId)?.review?.campaign?.name).toBe('First');
  await answer(pageId);
  expect(await listed()).toEqual([]);
  expect((await list()).campaigns.map(({ stillRight }) => stillRight)).toEqual([1, 1]);
  nowMs += DAY_MS;
  await create(filter, { name: 'Third' });
  expect((await waiting()).find((page) => page.pageId === pageId)?.review?.campaign?.name).toBe('Third');
  expect(await listed()).toEqual([pageId]);
  // At once, also before the app knows of the move.
  await move(site, pageId, 'ENG', EDITOR.email);
  expect(await listed()).toEqual([]);
  await site.host.background.settle();
  expect(await listed()).toEqual([]);
  expect((await waiting()).map((page) => page.pageId)).toContain(pageId);
});

it('comments remind owners only if a rule or a campaign says so and mentions are on, at most once in 30 days', async () => {
  const commentsOf = async (pageId: string) => {
    const path = `/api/v2/pages/${pageId}/footer-comments?body-format=storage`;
    const found = (await expectOk(site.wiki('GET', path))) as { results: { body: { storage: { value: string } } }[] };
    return found.results.map(({ body }) => body.storage.value);
  };
  const aDay = async () => {
    nowMs += DAY_MS;
    await site.host.background.runSchedule('daily-key-expiry');
    await site.host.background.settle();
  };
  const levelId = 'highly-restricted';
  const listOnly = { levelId: 'internal', months: 6, reviewers: 'owner' };
  const set = (rule: object) => send('PUT', 'setting/review', { rules: [{ levelId, months: 6, ...rule }, listOnly] });
  const pageId = await pageIn(ENG, 'Highly Restricted');
  const locked = await pageIn(ENG, 'Highly Restricted');
  await restrict(site, locked, 'update', ADMIN_AND_APP, EDITOR.email);
  const ofAdmins = await pageIn(ENG, 'Internal');
  const body = { levelId, months: 6, reviewers: 'owner', overdue: 'list' };
  expect((await set({ reviewers: 'owner', overdue: 'list' })).body.rules).toMatchObject([
    { ...body, levelId: idOf('Highly Restricted') },
    { overdue: 'list', levelId: idOf('Internal') },
  ]);
  expect(JSON.stringify(rowOf(site, 'config', 'governance'))).not.toContain('overdue');

  await set({ reviewers: 'owner', overdue: 'notify' });
  await aDay();
  expect(await commentsOf(pageId)).toEqual([]);
  expect(rowsOf(site, 'config').map(({ key: one }) => one)).not.toContain('review-reminders');
  await settle(site, { mentions: true });
  await set({ reviewers: 'owner' });
  await aDay();
  await set({ reviewers: 'space-admins', overdue: 'notify' });
  await aDay();
  expect(await commentsOf(pageId)).toEqual([]);

  await set({ reviewers: 'owner', overdue: 'notify' });
  await aDay();
  const text = 'Please check the classification of this page.';
  const comment = `<p><ac:link><ri:user ri:account-id="${EDITOR.accountId}"/></ac:link> ${text}</p>`;
  expect(await commentsOf(pageId)).toEqual([comment]);
  for (let days = 0; days < 3; days += 1) await aDay();
  expect(await commentsOf(pageId)).toEqual([comment]);
  expect([await commentsOf(locked), await commentsOf(ofAdmins)]).toEqual([[], []]);

  // A campaign for space admins reminds no owner, and one for owners does, until the answer.
  const filter = { levelIds: [idOf('Internal')] };
  const { campaignId } = await create(filter, { reviewers: 'space-admins' });
  await aDay();
  await end(campaignId);
  expect(await commentsOf(ofAdmins)).toEqual([]);
  const answered = await pageIn(ENG, 'Internal');
  await create(filter);
  nowMs += 60_000;
  await answer(answered);
  await aDay();
  expect([await commentsOf(ofAdmins), await commentsOf(answered)]).toEqual([[comment], []]);
  nowMs += 30 * DAY_MS;
  await aDay();
  expect([await commentsOf(ofAdmins), await commentsOf(pageId)]).toEqual([
    [comment, comment],
    [comment, comment],
  ]);
});

it('10,000 pages fit, one more does not, and pages of other levels and spaces do not count', async () => {
  const levelId = idOf('Highly Restricted');
  const before = await preview({ levelIds: [levelId] });
  for (let page = Number(before); page < 10_000; page += 1) await storeLevel(site, String(8_000_000 + page), levelId);
  expect(await preview({ levelIds: [levelId] })).toBe(10_000);
  await storeLevel(site, '8999999', levelId);
  expect(await preview({ levelIds: [levelId] })).toBe('too-many');
  expect(await refusal(site, 'createCampaign', { ...wanted(), filter: { levelIds: [levelId] } })).toMatchObject({
    fields: [{ message: 'has more than 10,000 pages in its levels and spaces' }],
  });
  expect(await preview({ levelIds: [idOf('Internal'), idOf('Restricted')] })).toBeLessThan(20);
});

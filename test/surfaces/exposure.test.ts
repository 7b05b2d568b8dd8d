import { DEMO_GROUPS, DEMO_SPACES, EDITOR, SPACE_ADMIN, UNLICENSED, VIEWER } from '../../local/demo';
import type { OpenPage, SurfaceOperations } from '../../src/surfaces/contract';
import type { SpaceExposureView } from '../../src/surfaces/space/contract';
import { storePageExposure, storeSpaceExposure } from '../support/exposure';
import { levelNamed } from '../support/levels';
import { propertyOf } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';
import { done, popup } from './surface-site';

/** Who may know on pages how many people can see a page (docs/exposure.md): people who can edit it, and admins of its space. */

const { ENG, OPEN } = DEMO_SPACES;
const NOW = new Date('2026-11-23T12:00:00.000Z');
const GROUP = DEMO_GROUPS['confluence-users'].id;

let site: Site;
let pageId: string;
let levelId: string;
beforeEach(async () => {
  site = openSite({ now: () => NOW, queryLagMs: 0, rateLimits: () => 'off' });
  ({ levelId } = levelNamed(site, 'Highly Restricted'));
  pageId = await aPage(site);
  await storeLevel(site, pageId, levelId, ENG);
  await storeSpaceExposure(site, ENG, { groupIds: [GROUP], people: 4, guests: 1 });
});
afterEach(() => site.close());

const measured = { reasons: ['people'], anonymous: false, people: { atLeast: 412, atMost: 460 } } as const;
const OVER = { ...measured, reasons: ['people' as const], guests: { atLeast: 12, atMost: 12 } };
const exposureOf = async (as?: string) => (await popup(site, pageId, as)).exposure;

it('a person who can edit the page reads numbers and kinds, and no group', async () => {
  await storePageExposure(site, pageId, levelId, OVER);
  expect(await exposureOf()).toEqual({
    ...{ verdict: 'over', reason: 'people', isAtMost: false, checkedAt: '2026-11-23T08:00:00.000Z' },
    ...{ people: OVER.people, guests: OVER.guests },
    rule: { maxPeople: 50, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' },
  });
});

it('a person who can only view the page, a reader, a macro, the banner and the byline show nothing of it', async () => {
  const open = await aPage(site, { spaceId: OPEN });
  for (const [id, spaceId] of [
    [pageId, ENG],
    [open, OPEN],
  ] as const) {
    await storeLevel(site, id, levelId, spaceId);
    await storeSpaceExposure(site, spaceId, { people: 4, guests: 1 });
    await storePageExposure(site, id, levelId, { ...OVER, spaceId });
  }
  expect(await exposureOf()).toBeDefined();
  expect((await popup(site, pageId, VIEWER.email)).canEdit).toBe(false);
  expect(await exposureOf(VIEWER.email)).toBeUndefined();
  for (const as of ['anonymous', UNLICENSED.email])
    expect(Object.keys(await done(site, 'openPopup', {}, { pageId: open, as }))).toEqual(['state', 'level']);
  for (const operation of ['openBanner', 'openLevel', 'listHistory', 'openReport'] as const) {
    const module = operation === 'openReport' ? 'report-macro' : 'level-byline';
    const config = { source: 'this-space' };
    const { ok, value } = await site.surface(module, operation, {}, { pageId, as: EDITOR.email, config });
    expect([operation, ok]).toEqual([operation, true]);
    expect(JSON.stringify(value)).not.toMatch(/412|460|exposure|verdict|atMost/);
  }
  await site.host.background.settle();
  expect(JSON.stringify(propertyOf(site, pageId) ?? '')).not.toMatch(/412|exposure|verdict/);
});

it('fewer than 5 people have no number, and neither have their guests', async () => {
  await storePageExposure(site, pageId, levelId, {
    ...OVER,
    people: { atLeast: 2, atMost: 4 },
    guests: { atLeast: 1, atMost: 3 },
  });
  const shown = await exposureOf();
  expect(shown?.people).toBe('few');
  expect(shown).not.toHaveProperty('guests');
});

it('a page that was not measured yet has the upper bound of its space, and a measurement that is too old is not shown as within', async () => {
  const size = { v: 1, rev: 1, kind: 'group', dueAt: '2099-01-01T00:00:00.000Z' };
  const at = '2026-11-23T08:00:00.000Z';
  await putRow(site, 'governance', `group:${GROUP}`, { ...size, data: { size: 90, checkedAt: at, usedAt: at } });
  expect(await exposureOf()).toMatchObject({
    verdict: 'unknown',
    reason: 'not-measured-yet',
    isAtMost: true,
    people: { atMost: 95 },
  });
  await storePageExposure(site, pageId, levelId, {
    ...OVER,
    list: 'within',
    reasons: [],
    checkedAt: '2026-11-14T08:00:00.000Z',
  });
  expect(await exposureOf()).toMatchObject({ verdict: 'unknown', reason: 'outdated' });
});

it('a verdict within an earlier rule is not shown as within a stricter one', async () => {
  const within = {
    list: 'within' as const,
    reasons: [],
    anonymous: false,
    loggedIn: false,
    guests: { atLeast: 0, atMost: 0 },
  };
  await storePageExposure(site, pageId, levelId, { ...within, people: { atLeast: 12, atMost: 46 } });
  expect((await exposureOf())?.verdict).toBe('within');
  const rule = { maxPeople: 40, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
  const value = { exposure: { rules: { [levelId]: rule }, exceptions: [] } };
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value });
  expect(await exposureOf()).toMatchObject({ verdict: 'unknown', reason: 'not-measured-yet', people: { atMost: 46 } });
});

it('a level that was set just now is judged by the last measurement, or is not measured yet, in the response of the change', async () => {
  const set = async (level: { readonly levelId: string } | 'none') => {
    const { revision } = await popup(site, pageId);
    const input = { level, revision, reason: 'Now different people need it.' };
    const { page } = (await done(site, 'setLevel', input, { pageId, as: EDITOR.email })) as { page: OpenPage };
    expect(page.exposure).toEqual(await exposureOf());
    return page.exposure;
  };
  // Anyone can enter, so the level above and the level below forbid it, and *Public* has no rule.
  await storeSpaceExposure(site, ENG, { anonymous: true, loggedIn: true });
  await storePageExposure(site, pageId, levelId, { ...OVER, reasons: ['anonymous'], anonymous: true });
  const internal = { levelId: levelNamed(site, 'Internal').levelId };
  expect(await set(internal)).toMatchObject({ verdict: 'over', reason: 'anonymous', rule: { guests: 'allowed' } });
  expect(await set({ levelId: levelNamed(site, 'Public').levelId })).toBeUndefined();
  expect(await set('none')).toBeUndefined();
  expect(await set(internal)).toMatchObject({ verdict: 'over', reason: 'anonymous' });
  const fresh = await aPage(site);
  await storeLevel(site, fresh, levelId, ENG);
  pageId = fresh;
  expect(await set(internal)).toMatchObject({ verdict: 'unknown', reason: 'not-measured-yet' });
});

it('the popup asks Confluence nothing more for it, and reads at most one batch of rows more', async () => {
  const callsOf = async () => {
    const { calls } = await site.surfaceCalls('level-byline', 'openPopup', {}, { pageId, as: EDITOR.email });
    await site.host.background.settle();
    return [calls.filter(({ target }) => target === 'confluence').length, calls.length];
  };
  // The first view repairs the mirror of the page.
  await callsOf();
  const [asked = 0, all = 0] = await callsOf();
  await storePageExposure(site, pageId, levelId, OVER);
  expect(await callsOf()).toEqual([asked, all - 1]);
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { exposure: { rules: {}, exceptions: [] } } });
  expect(await callsOf()).toEqual([asked, all - 1]);
});

it('an admin of the space reads who can view it, with the ids of its groups, and other people do not', async () => {
  const at = { spaceKey: 'ENG' };
  expect(await done(site, 'readSpaceExposure', {}, { ...at, as: EDITOR.email })).toEqual({ state: 'not-admin' });
  const view = (await done(site, 'readSpaceExposure', {}, { ...at, as: SPACE_ADMIN.email })) as SpaceExposureView;
  expect(view).toMatchObject({
    ...{ state: 'exposure', groupIds: [GROUP], letsInAllUsers: false, isClosed: false, anonymous: false },
    ...{ people: { atLeast: 5 }, notMeasured: ['public-links'] },
  });
  // The app has no name of a group.
  expect(JSON.stringify(view)).not.toContain('confluence-users');
});

describe('a page that is over its rule', () => {
  const DAY_MS = 86_400_000;
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();
  /** By the editor, in the level, over for so many days. */
  async function exposed(days: number, by = EDITOR.email, data: Parameters<typeof storePageExposure>[3] = {}) {
    const one = await aPage(site, { by });
    await storeLevel(site, one, levelId, ENG);
    await storePageExposure(site, one, levelId, { ...OVER, reasons: ['anonymous'], overSince: daysAgo(days), ...data });
    return one;
  }
  const anyoneCanEnter = () => storeSpaceExposure(site, ENG, { anonymous: true, loggedIn: true });
  type Waiting = SurfaceOperations['listMyPages']['result'];
  const waiting = (as = EDITOR.email) =>
    done(site, 'listMyPages', { need: 'exposure' }, { pageId, as }) as Promise<Waiting>;
  const waitingIds = async (as?: string) => (await waiting(as)).pages.map((one) => one.pageId);
  const overIds = async () => {
    const view = await done(site, 'listSpaceOver', {}, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
    return 'pages' in view ? view.pages.map((one) => one.pageId) : view.state;
  };
  const except = (one: string) => {
    const created = { createdAt: daysAgo(1), until: daysAgo(-9), exceptionId: crypto.randomUUID() };
    const exception = { ...created, pageId: one, spaceId: ENG, levelId, reason: 'Known.' };
    const rules = { [levelId]: { guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' } };
    const value = { exposure: { rules, exceptions: [exception] } };
    return putRow(site, 'config', 'governance', { v: 1, rev: 1, value });
  };

  it('waits for its author after 7 days, without a number, and for the admin of its space after 14', async () => {
    await anyoneCanEnter();
    const [young, week, fortnight] = [await exposed(6), await exposed(7), await exposed(14)];
    expect((await waitingIds()).toSorted()).toEqual([week, fortnight].toSorted());
    expect(await overIds()).toEqual([fortnight]);
    const view = await waiting();
    expect(view.notMeasured).toEqual(['public-links']);
    expect(view.pages.find((one) => one.pageId === week)).toMatchObject({ needs: ['exposure'], level: { levelId } });
    const space = await done(site, 'listSpaceOver', {}, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
    for (const text of [JSON.stringify(view.pages), JSON.stringify(space)])
      expect(text).not.toMatch(/412|460|atMost|atLeast|people|audience|anonymous/);
    // Where it does not wait, the list has nothing to say.
    expect(await done(site, 'listMyPages', { need: 'no-level' }, { pageId, as: EDITOR.email })).not.toHaveProperty(
      'notMeasured',
    );
    // The agent and rules learn nothing of it.
    const listed = JSON.stringify(await site.action('find-my-pages', {}, { as: EDITOR.email }));
    expect(listed).toContain('hasMore');
    for (const one of [young, week, fortnight]) expect(listed).not.toContain(one);
  });

  it('waits for no one with an exception, a kept rule, another level without a rule, or in another space than measured', async () => {
    await anyoneCanEnter();
    const one = await exposed(20);
    expect([await waitingIds(), await overIds()]).toEqual([[one], [one]]);
    await except(one);
    expect([await waitingIds(), await overIds()]).toEqual([[], []]);
    await putRow(site, 'config', 'governance', { v: 1, rev: 2, value: {} });
    await storeLevel(site, one, levelNamed(site, 'Public').levelId, ENG);
    expect([await waitingIds(), await overIds()]).toEqual([[], []]);
    await storeLevel(site, one, levelId, OPEN);
    expect([await waitingIds(), await overIds()]).toEqual([[], []]);
    await storeLevel(site, one, levelId, ENG);
    await storeSpaceExposure(site, ENG, { people: 4, guests: 0 });
    expect([await waitingIds(), await overIds()]).toEqual([[], []]);
  });

  it('is hidden from its author who can no longer edit or see it, and from a space admin who cannot see it', async () => {
    await anyoneCanEnter();
    const [readOnly, hidden, others] = [await exposed(20), await exposed(20), await exposed(20, SPACE_ADMIN.email)];
    await restrict(site, readOnly, 'update', ADMIN_AND_APP, EDITOR.email);
    await restrict(site, hidden, 'read', ADMIN_AND_APP, EDITOR.email);
    expect(await waitingIds()).toEqual([]);
    expect((await popup(site, readOnly)).exposure).toBeUndefined();
    expect(((await overIds()) as string[]).toSorted()).toEqual([readOnly, others].toSorted());
    expect(await waitingIds(SPACE_ADMIN.email)).toEqual([others]);
    expect(await waitingIds(VIEWER.email)).toEqual([]);
    expect(JSON.stringify(await waiting())).not.toMatch(new RegExp([readOnly, hidden, others].join('|')));
  });
});

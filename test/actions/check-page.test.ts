import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { createFaultInjector, FAULTS } from '../support/fault-injection';
import { storeFinding } from '../support/findings';
import { settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk } from '../support/wiki-pages';
import { popup } from '../surfaces/surface-site';
import { messages } from './answers';

/** Rules count the findings of a page and start a scan of it, as people who can edit it. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const CARD = '4539 5787 6362 1486';
const NONE = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };

it('the action Check page counts the open findings of the last scan as the popup does, and returns no value', async () => {
  const pageId = await aPage(site, { text: `Card ${CARD} and ${CARD}, mail jo@corp.example` });
  await site.host.background.settle();
  const answer = await site.action('check-page', { pageId }, { as: EDITOR.email });
  const { evidence } = await popup(site, pageId);
  expect(answer).toMatchObject({ ...evidence?.open, scan: 'current' });
  expect(answer.total).toBeGreaterThan(0);
  expect(JSON.stringify(answer)).not.toMatch(/4539|••|corp/);
});

it('the action Check page says that a page was never scanned, or that its scan is outdated', async () => {
  await stopScans(site);
  const pageId = await aPage(site);
  expect(await site.action('check-page', { pageId })).toEqual({ ...NONE, scan: 'never', requiredLevelName: null });
  const findingId = await storeFinding(site, pageId, { severity: 'high' });
  await putRow(site, 'page-scan', pageId, {
    ...{
      v: 1,
      rev: 1,
      spaceId: DEMO_SPACES.ENG,
      pageVersion: 7,
      scannedAt: '2026-03-10T00:00:00.000Z',
      configHash: 'h',
    },
    ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds: [findingId] } },
  });
  expect(await site.action('check-page', { pageId })).toMatchObject({ high: 1, total: 1, scan: 'outdated' });
});

it.each(['check-page', 'scan-page'])('%s is for people who can edit the page', async (action) => {
  const pageId = DEMO_PAGES.runbooks;
  expect(messages(await site.action(action, { pageId }, { as: VIEWER.email }))[0]).toContain(
    'Only people who can edit',
  );
  expect(messages(await site.action(action, { pageId }, { as: OUTSIDER.email }))[0]).toContain('no page with the ID');
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [DEMO_SPACES.ENG] } });
  expect(messages(await site.action(action, { pageId }, { as: EDITOR.email }))[0]).toContain('Classification is off');
  expect(rowsOf(site, 'job')).toEqual([]);
});

it('the action Check page starts one scan of the page, however often the rule runs, and the scan counts the findings', async () => {
  await stopScans(site);
  const pageId = await aPage(site, { text: `Card ${CARD}` });
  const scan = () => site.action('scan-page', { pageId }, { as: EDITOR.email });
  const first = await scan();
  expect(first).toEqual({ outcome: 'started', scanId: expect.any(String) });
  expect(await scan()).toEqual({ outcome: 'running', scanId: first.scanId });
  await site.host.background.settle();
  expect(await scan()).toEqual({ outcome: 'finished', scanId: first.scanId });
  const checked = await site.action('check-page', { pageId }, { as: EDITOR.email });
  expect(checked).toMatchObject({ scan: 'current' });
  expect(checked.total).toBeGreaterThan(0);
  // The scan is in the list of the admin area, with the person who started it.
  expect((await site.admin('listScans', {}, ADMIN.email)).value.scans).toMatchObject([
    { scanId: first.scanId, createdBy: EDITOR.accountId, of: 'pages' },
  ]);
});

it('the action Check page limits the open scans of one person', async () => {
  await stopScans(site);
  const answers = [];
  for (let page = 0; page < 6; page += 1) {
    answers.push(await site.action('scan-page', { pageId: await aPage(site) }, { as: EDITOR.email }));
  }
  expect(answers.slice(0, 5)).toEqual(Array(5).fill(expect.objectContaining({ outcome: 'started' })));
  expect(messages(answers[5])[0]).toContain('maximum number of open scans');
});

describe('a page that was just published', () => {
  let duringPause: () => Promise<unknown>;
  const pauses: number[] = [];
  const actionPause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    await duringPause();
  };
  const injector = createFaultInjector();
  let nowMs: number;
  beforeEach(() => {
    site.close();
    pauses.length = 0;
    duringPause = () => Promise.resolve();
    injector.arm();
    nowMs = Date.now();
    site = openSite({ actionPause, intercept: injector.intercept, now: () => new Date(nowMs) });
  });
  const check = (pageId: string) => site.actionCalls('check-page', { pageId }, { as: EDITOR.email });

  it('waits for the scan, and counts its findings', async () => {
    const pageId = await aPage(site, { text: `Card ${CARD}` });
    duringPause = async () => {
      if (pauses.length === 2) await site.host.background.settle();
    };
    const { result } = await check(pageId);
    expect(result).toMatchObject({ scan: 'current', total: 1 });
    expect(pauses).toEqual([3_000, 3_000]);
  });

  it('waits for the scan of the new version, and does not use the findings of the old one', async () => {
    const pageId = await aPage(site, { text: `Card ${CARD}` });
    await site.host.background.settle();
    nowMs += 3_600_000;
    const body = { representation: 'storage', value: '<p>Nothing to report</p>' };
    const update = { id: pageId, status: 'current', title: pageId, body, version: { number: 2 } };
    await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, update));
    duringPause = () => site.host.background.settle();
    expect((await check(pageId)).result).toMatchObject({ scan: 'current', total: 0 });
    expect(pauses).toEqual([3_000]);
  });

  it('waits at most 30 seconds, with one read of storage after each pause and no call to Confluence', async () => {
    const pageId = await aPage(site, { text: `Card ${CARD}` });
    const waited = await check(pageId);
    expect(waited.result).toEqual({ ...NONE, scan: 'never', requiredLevelName: null });
    expect(pauses).toEqual(Array(10).fill(3_000));
    nowMs += 10 * 60_000;
    const old = await check(pageId);
    expect(old.result).toEqual(waited.result);
    // The page is older than 10 minutes, so there is no further pause.
    expect(pauses).toHaveLength(10);
    const targets = ({ calls }: typeof old, ofStorage: boolean) =>
      calls.filter(({ target }) => (target === 'kvs') === ofStorage).length;
    expect(targets(waited, false)).toBe(targets(old, false));
    expect(targets(waited, true)).toBe(targets(old, true) + 10);
  });

  it('does not wait if the time for the action is almost over', async () => {
    site.close();
    site = openSite({ actionPause, operationLimitMs: 7_900 });
    const pageId = await aPage(site);
    expect((await check(pageId)).result).toMatchObject({ scan: 'never' });
    expect(pauses).toEqual([]);
  });

  it('says that storage is not available instead of a count, if a read fails while it waits', async () => {
    const pageId = await aPage(site, { text: `Card ${CARD}` });
    const fault = FAULTS.find(({ name }) => name.startsWith('503, before'));
    if (fault === undefined) throw new Error('there is no such fault');
    duringPause = () => {
      if (pauses.length === 2) injector.arm([0, fault]);
      return Promise.resolve();
    };
    const { result } = await check(pageId);
    expect(messages(result)[0]).toContain('isn’t available');
    expect(pauses).toHaveLength(2);
  });
});

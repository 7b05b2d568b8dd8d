import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { storeFinding } from '../support/findings';
import { settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
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

it('counts the open findings of the last scan as the popup does, and returns no value', async () => {
  const pageId = await aPage(site, { text: `Card ${CARD} and ${CARD}, mail jo@corp.example` });
  await site.host.background.settle();
  const answer = await site.action('check-page', { pageId }, { as: EDITOR.email });
  const { evidence } = await popup(site, pageId);
  expect(answer).toMatchObject({ ...evidence?.open, scan: 'current' });
  expect(answer.total).toBeGreaterThan(0);
  expect(JSON.stringify(answer)).not.toMatch(/4539|••|corp/);
});

it('says that a page was never scanned, or that its scan is outdated', async () => {
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

it('starts one scan of the page, however often the rule runs, and the scan counts the findings', async () => {
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

it('limits the open scans of one person', async () => {
  await stopScans(site);
  const answers = [];
  for (let page = 0; page < 6; page += 1) {
    answers.push(await site.action('scan-page', { pageId: await aPage(site) }, { as: EDITOR.email }));
  }
  expect(answers.slice(0, 5)).toEqual(Array(5).fill(expect.objectContaining({ outcome: 'started' })));
  expect(messages(answers[5])[0]).toContain('maximum number of open scans');
});

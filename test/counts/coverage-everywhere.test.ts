import { ADMIN, DEMO_SPACES, SPACE_ADMIN } from '../../local/demo';
import type { CountedCoverage } from '../../src/admin/runs/coverage';
import type { Overview } from '../../src/admin/site/overview';
import { NO_NUMBERS, type SpaceNumbers } from '../../src/counts/numbers';
import { done as adminDone } from '../admin/ask';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk, newTitle, purge, restrict, trash } from '../support/wiki-pages';
import { done } from '../surfaces/surface-site';

/** Scan coverage is measured against all pages that exist, and every door returns the same numbers. */

const { ENG, HR } = DEMO_SPACES;
const START = '2026-11-21T10:00:00.000Z';
let nowMs: number;
let site: Site;
beforeEach(() => {
  nowMs = Date.parse(START);
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
});
afterEach(() => site.close());

const overview = () => adminDone<Overview>(site, 'getOverview', {});
async function summary(spaceId?: string): Promise<Pick<SpaceNumbers, 'isAtLeast' | 'pages' | 'coverage'>> {
  const { key } = await site.createKey({ detectionScope: 'read' });
  const query = spaceId === undefined ? '' : `?spaceId=${spaceId}`;
  const { status, body } = await site.rest('GET', `/v1/detection/coverage/summary${query}`, { key });
  expect(status).toBe(200);
  return body as never;
}
async function count(): Promise<void> {
  for (let steps = 0; steps < 10; steps += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
    await site.host.background.runSchedule('every-five-minutes');
  }
  await site.host.background.settle();
}
async function night(): Promise<void> {
  await site.host.background.runSchedule('daily-key-expiry');
  await count();
}
async function scanSite(): Promise<void> {
  await site.admin('startScan', { of: { of: 'site' }, requestKey: crypto.randomUUID() });
  await count();
}
const sumOf = ({ coverage }: Pick<SpaceNumbers, 'coverage'>) =>
  Object.values<number>({ ...coverage }).reduce((sum, pages) => sum + pages, 0);

it('the coverage counts the pages that Confluence reports, before any scan', async () => {
  await count();
  const { site: numbers, pagesInConfluence } = await overview();
  expect(pagesInConfluence).toMatchObject({ count: numbers.pages, at: expect.any(String) });
  expect(numbers).toMatchObject({
    isAtLeast: false,
    byLevel: { none: numbers.pages },
    coverage: { complete: 0, notScanned: numbers.pages, notVisible: 0 },
  });
  expect(numbers.pages).toBeGreaterThan(10);
});

it('the coverage returns the same numbers for the site and for each space through every door', async () => {
  await stopScans(site);
  await aPage(site, { spaceId: HR });
  await count();
  await scanSite();
  const unseen = await aPage(site, { spaceId: ENG });
  await restrict(site, unseen, 'read', [ADMIN.accountId]);
  await site.admin('startScan', { of: { of: 'pages', pageIds: [unseen] }, requestKey: crypto.randomUUID() });
  await aPage(site, { spaceId: ENG });
  await night();

  const view = await overview();
  const { pages, isAtLeast, coverage } = view.site;
  expect(coverage).toMatchObject({ complete: expect.any(Number), notScanned: 1, notVisible: 1 });
  expect(isAtLeast).toBe(true);
  const ofSite = { pages, isAtLeast, coverage };
  const scans = await adminDone<CountedCoverage>(site, 'countCoverage', {});
  expect(scans).toMatchObject({ asOf: view.asOf, numbers: ofSite, pagesInConfluence: view.pagesInConfluence });
  expect(await summary()).toEqual({ asOf: view.asOf, reportedAt: view.pagesInConfluence?.at, ...ofSite });
  expect(pages).toBe((view.pagesInConfluence?.count ?? 0) + 1);

  const rows = [...view.spaces.map(({ numbers }) => numbers), ...(view.otherSpaces ? [view.otherSpaces.numbers] : [])];
  for (const numbers of [view.site, ...rows]) expect(sumOf(numbers)).toBe(numbers.pages);
  expect(rows.reduce((sum, one) => sum + one.pages, 0)).toBe(pages);
  for (const { spaceId, numbers } of view.spaces) {
    const ofSpace = { pages: numbers.pages, isAtLeast: numbers.isAtLeast, coverage: numbers.coverage };
    expect(await summary(spaceId)).toMatchObject(ofSpace);
  }
  const shown = await done(site, 'readSpaceNumbers', {}, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
  expect(shown).toMatchObject(
    await summary(ENG).then(({ pages: all, isAtLeast: some }) => ({ pages: all, isAtLeast: some })),
  );
  expect(shown).toMatchObject({ coverage: view.spaces.find(({ spaceId }) => spaceId === ENG)?.numbers.coverage });
});

it('the coverage counts a page that was restricted from the start in its space', async () => {
  await restrict(site, await aPage(site, { spaceId: ENG }), 'read', [ADMIN.accountId]);
  await count();
  const { pages, coverage } = (await overview()).spaces.find(({ spaceId }) => spaceId === ENG)?.numbers ?? NO_NUMBERS;
  // Nothing of the space was scanned, so the numbers are those of all pages that Confluence reports and of the hidden
  // page.
  expect(coverage).toMatchObject({ notScanned: pages - 1, notVisible: 1 });
  expect((await overview()).site.pages).toBe(((await overview()).pagesInConfluence?.count ?? 0) + 1);
  expect(await summary(ENG)).toMatchObject({ isAtLeast: true, pages, coverage });
});

it('the coverage says that the number is at least so high as soon as it knows a page that Confluence has not reported', async () => {
  await count();
  await scanSite();
  expect((await summary()).isAtLeast).toBe(false);
  await aPage(site, { spaceId: ENG });
  await count();
  const { pages, isAtLeast } = await summary(ENG);
  expect(isAtLeast).toBe(true);
  await night();
  expect(await summary(ENG)).toMatchObject({ pages, isAtLeast: false });
});

it('the coverage never says that everything was scanned because a page in the trash takes the place of one that was not', async () => {
  await stopScans(site);
  const pageId = await aPage(site, { spaceId: HR });
  await count();
  await scanSite();
  await night();
  const before = await summary(HR);
  expect(before).toMatchObject({ isAtLeast: false, coverage: { complete: before.pages, notScanned: 0 } });
  await trash(site, pageId);
  await aPage(site, { spaceId: HR });
  await night();
  const after = await summary(HR);
  expect(after).toMatchObject({ pages: before.pages, coverage: { complete: before.pages - 1, notScanned: 1 } });
  // The event of the page in the trash was lost, so the next scan finds the page there.
  const { data, ...scan } = rowOf(site, 'page-scan', pageId);
  expect(data).toMatchObject({ inTrash: true });
  await putRow(site, 'page-scan', pageId, { ...scan, data: { ...(data as object), inTrash: undefined } });
  await scanSite();
  await night();
  expect(await summary(HR)).toMatchObject({ pages: before.pages, isAtLeast: false });
  const restored = { id: pageId, status: 'current', title: newTitle(), version: { number: 2 } };
  await expectOk(
    site.wiki('PUT', `/api/v2/pages/${pageId}`, { ...restored, body: { representation: 'storage', value: '' } }),
  );
  await night();
  expect(await summary(HR)).toMatchObject({ pages: before.pages + 1, coverage: { complete: before.pages + 1 } });
});

it('the coverage forgets deleted pages with the next night', async () => {
  const pageId = await aPage(site, { spaceId: HR });
  await count();
  const before = await summary(HR);
  await purge(site, pageId);
  await night();
  expect(await summary(HR)).toMatchObject({ pages: before.pages - 1 });
});

import { ADMIN, ADMIN2, APP_USER, DEMO_SPACES } from '../../local/demo';
import type { CoverageList } from '../../src/admin/runs/coverage';
import type { ScanResults, ScanView } from '../../src/admin/runs/scans';
import { openSite, type Site } from '../support/site';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, takeSpacePermission } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** Scans that an admin starts, reads and cancels. */

let site: Site;
beforeEach(() => {
  // Pages that become hidden from the app are listed as soon as it knows.
  site = openSite({ queryLagMs: 0, assumptions: new Set(['restricted-events']) });
});
afterEach(() => site.close());

const start = (of: object, requestKey: string = crypto.randomUUID()) =>
  done<ScanView>(site, 'startScan', { of, requestKey });
const read = (scanId: string, email?: string) => done<ScanView>(site, 'getScan', { scanId }, email);

it('the admin area scans pages as the admin, once for any number of requests', async () => {
  const pageIds = [await aPage(site), await aPage(site)];
  await site.host.background.settle();
  const requestKey = crypto.randomUUID();
  const scan = await start({ of: 'pages', pageIds: [...pageIds, ...pageIds] }, requestKey);
  expect(scan).toMatchObject({ state: 'queued', of: 'pages', createdBy: ADMIN.accountId, total: 2 });
  expect((await start({ of: 'pages', pageIds }, requestKey)).scanId).toBe(scan.scanId);
  await site.host.background.settle();
  expect(await read(scan.scanId)).toMatchObject({ state: 'finished', counts: { pages: 2, complete: 2 } });
  const audit = rowsOf(site, 'audit').filter(({ value }) => value['subject'] === `scan:${scan.scanId}`);
  expect(audit.map(({ value }) => [value['type'], value['actorType'], value['actorAccountId']]).sort()).toEqual([
    ['job.created', 'user', ADMIN.accountId],
    ['job.finished', 'user', ADMIN.accountId],
  ]);
});

it('the admin area counts the pages of a scan as the admin before it starts, and estimates its end while it is running', async () => {
  const spaceId = DEMO_SPACES.OPEN;
  const pageIds: string[] = [];
  for (let n = 0; n < 30; n += 1) pageIds.push(await aPage(site, { spaceId }));
  await restrict(site, pageIds[0] ?? '', 'read', [APP_USER.accountId]);
  await site.host.background.settle();
  const { total = 0 } = await start({ of: 'space', spaceId });
  const search = `id in (${pageIds.join(', ')})`;
  expect((await start({ of: 'query', cql: search })).total).toBe(29);
  expect((await start({ of: 'query', cql: `${search} order by created` })).total).toBeUndefined();
  const scan = await start({ of: 'site' });
  expect(scan.total).toBeGreaterThan(total);
  expect(scan.secondsLeft).toBeUndefined();
  await site.host.background.settle();
  expect((await read(scan.scanId)).secondsLeft).toBeUndefined();

  const first = await start({ of: 'site' });
  const step = () => site.host.background.pending().find(({ module }) => module === 'scans-consumer')?.id ?? '';
  // Comments and attachments, then pages.
  await site.host.background.deliver(step());
  await site.host.background.deliver(step());
  const running = await read(first.scanId);
  expect(running).toMatchObject({ state: 'running', total: scan.total, secondsLeft: expect.any(Number) });
  expect(await read(first.scanId, ADMIN2.email)).not.toHaveProperty('secondsLeft');
});

it('the admin area starts a scan whose pages Confluence cannot count', async () => {
  site.close();
  site = openSite({
    queryLagMs: 0,
    intercept: async ({ path }, proceed) =>
      path.startsWith('/wiki/rest/api/search') ? new Response('', { status: 503 }) : proceed(),
  });
  const scan = await start({ of: 'site' });
  expect(scan).toMatchObject({ state: 'queued' });
  expect(scan).not.toHaveProperty('total');
});

it('the admin area lists all scans, newest first, including ended ones, with their coverage', async () => {
  const pageIds = [await aPage(site), await aPage(site), await aPage(site)];
  const [shown = '', hidden = '', unseen = ''] = pageIds;
  const of = { of: 'query', cql: `id in (${pageIds.join(', ')})` };
  const first = await start(of);
  await site.host.background.settle();
  await restrict(site, unseen, 'read', [ADMIN.accountId]);
  await restrict(site, hidden, 'read', [APP_USER.accountId]);
  await site.host.background.settle();
  const second = await start({ of: 'site', onlyStale: true });
  const { scans } = await done<{ scans: ScanView[] }>(site, 'listScans', {});
  expect(scans.map(({ scanId, state, onlyStale, cql }) => [scanId, state, onlyStale, cql])).toEqual([
    [second.scanId, 'queued', true, undefined],
    [first.scanId, 'finished', false, of.cql],
  ]);
  const list = (coverage: string) => done<CoverageList>(site, 'listCoverage', { coverage });
  expect(await list('not-inspected')).toEqual({
    pages: [expect.objectContaining({ pageId: unseen, state: 'not-inspected', reasons: ['not-visible'] })],
  });
  const complete = await list('complete');
  expect(complete.pages.map(({ pageId }) => pageId)).toContain(shown);
  expect([complete.pages.map(({ pageId }) => pageId).includes(hidden), Object.keys(complete)]).toEqual([
    false,
    ['pages'],
  ]);
  expect((await list('stale')).pages).toEqual([]);
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, minConfidence: 0.7 } });
  const stale = (await list('stale')).pages;
  expect(stale.map(({ pageId }) => pageId)).toEqual(expect.arrayContaining([shown]));
  expect(stale.every(({ isStale }) => isStale)).toBe(true);
  expect(await refusal(site, 'listCoverage', { coverage: 'stale', cursor: 'x' })).toMatchObject({
    code: 'INVALID_CURSOR',
  });
  expect(
    await refusal(site, 'startScan', { of: { of: 'query', cql: 'x y' }, requestKey: crypto.randomUUID() }),
  ).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'of.cql' }] });
});

it('the admin area shows the result of each given page that the admin can see', async () => {
  const named = [await aPage(site), await aPage(site), await aPage(site)];
  const [shown = '', unseen = '', hidden = ''] = named;
  await restrict(site, unseen, 'read', [ADMIN.accountId]);
  await restrict(site, hidden, 'read', [APP_USER.accountId]);
  await site.host.background.settle();
  const { scanId } = await start({ of: 'pages', pageIds: named });
  const results = (from?: number) => done<ScanResults>(site, 'listScanResults', { scanId, ...(from && { from }) });
  expect(await results()).toEqual({ pages: [], hidden: 0 });
  await site.host.background.settle();
  const nothing = { title: expect.any(String), reasons: [], found: 0, reopened: 0, resolved: 0 };
  expect(await results()).toEqual({
    pages: [
      { ...nothing, pageId: shown, state: 'complete' },
      { ...nothing, pageId: unseen, state: 'not-inspected', reasons: ['not-visible'] },
    ],
    hidden: 0,
  });
  expect((await results(1)).pages.map(({ pageId }) => pageId)).toEqual([unseen]);
  // Another admin does not get the number of given pages.
  await restrict(site, shown, 'read', ADMIN_AND_APP);
  expect(await done<ScanResults>(site, 'listScanResults', { scanId }, ADMIN2.email)).toEqual({ pages: [], hidden: 0 });
});

it('the admin area cancels a scan, which stays unchanged once it has ended', async () => {
  const { scanId } = await start({ of: 'space', spaceId: DEMO_SPACES.ENG });
  expect(await done<ScanView>(site, 'cancelScan', { scanId })).toMatchObject({ state: 'cancelled', of: 'space' });
  await site.host.background.settle();
  expect(await read(scanId)).toMatchObject({ state: 'cancelled', counts: { pages: 0 } });
});

it('the admin area refuses invalid input, and creates nothing', async () => {
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  const pages = (pageIds: readonly string[]) => ({ of: { of: 'pages', pageIds }, requestKey: crypto.randomUUID() });
  const refused = (payload: object) => refusal(site, 'startScan', payload);
  expect(await refused(pages([]))).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'of.pageIds' }] });
  for (const spaceId of ['1', DEMO_SPACES.HR])
    expect(
      await refusal(site, 'startScan', { of: { of: 'space', spaceId }, requestKey: crypto.randomUUID() }, ADMIN2.email),
    ).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'of.spaceId' }] });
  expect(await refused(pages(['x']))).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'of.pageIds.0' }] });
  const requestKey = crypto.randomUUID();
  await start({ of: 'site' }, requestKey);
  expect(await refused({ of: { of: 'space', spaceId: DEMO_SPACES.ENG }, requestKey })).toMatchObject({
    code: 'SCAN_CHANGED',
  });
  for (let n = 0; n < 4; n += 1) await start({ of: 'site' });
  expect(await refused({ of: { of: 'site' }, requestKey: crypto.randomUUID() })).toMatchObject({
    code: 'TOO_MANY_SCANS',
  });
  const scanId = crypto.randomUUID();
  expect(await refusal(site, 'getScan', { scanId })).toMatchObject({ code: 'SCAN_NOT_FOUND' });
  expect(rowsOf(site, 'job').filter(({ key }) => key !== 'scan:open')).toHaveLength(5);
});

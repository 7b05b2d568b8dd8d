import type { Frame } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { ScanView } from '../../src/admin/runs/scans';
import { type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { itSlow } from '../support/sample';
import { aPage, restrict } from '../support/wiki-pages';

/** Tests the Scans page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/scans', site: { queryLagMs: 0 } },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const rowOf = (app: Frame, what: string) =>
  app.getByRole('table', { name: 'Scans' }).getByRole('row').filter({ hasText: what });
const scans = async () => ((await site.admin('listScans', {})).value as { scans: ScanView[] }).scans;
const settle = () => site.host.background.settle();

it('the page Scans starts a scan once, shows its progress and its result, and cancels another scan after a confirmation', async () => {
  const { app, page } = await visit();
  await app.getByRole('heading', { name: 'No scans in the last 30 days' }).waitFor();
  await press(app, 'Start scan');
  await dialogOf(app).getByLabel('One space').check();
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
  await dialogOf(app).getByText('Choose a space.').waitFor();
  await dialogOf(app).getByLabel('Find a space').fill('ENG');
  await dialogOf(app).getByLabel('Space', { exact: true }).selectOption(DEMO_SPACES.ENG);
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).dblclick();
  await noDialog(app);
  await rowOf(app, 'Space ').getByText('Running', { exact: true }).waitFor();
  expect((await scans()).map(({ of, spaceId, createdBy }) => [of, spaceId, createdBy])).toEqual([
    ['space', DEMO_SPACES.ENG, ADMIN.accountId],
  ]);
  // The page polls it while it is running.
  const nextPoll = () => page.waitForRequest((request) => request.postData()?.includes('listScans') === true);
  await nextPoll();
  await nextPoll();
  await settle();
  await rowOf(app, 'Space ').getByText('Finished').waitFor();
  await rowOf(app, 'Space ').getByText('fully scanned').waitFor();
  expect(await app.getByRole('button', { name: /^Cancel scan/ }).count()).toBe(0);

  await press(app, 'Start scan');
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
  await noDialog(app);
  await app.getByRole('button', { name: 'Cancel scan: Whole site' }).click();
  await dialogOf(app).getByRole('button', { name: 'Keep running' }).click();
  await noDialog(app);
  expect((await scans())[0]?.state).toBe('queued');
  await app.getByRole('button', { name: 'Cancel scan: Whole site' }).click();
  await dialogOf(app).getByRole('button', { name: 'Cancel scan' }).click();
  await noDialog(app);
  await rowOf(app, 'Whole site').getByText('Canceled').waitFor();
});

it('the page Scans refuses a wrong search and wrong page IDs at their fields, and shows the result of each page', async () => {
  const { app } = await visit();
  await press(app, 'Start scan');
  await dialogOf(app).getByLabel('Search results').check();
  await dialogOf(app).getByLabel('Search', { exact: true }).fill('no such thing');
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
  await dialogOf(app).getByText('be a valid CQL query').waitFor();
  await dialogOf(app).getByLabel('Selected pages').check();
  await dialogOf(app).getByLabel('Page IDs').fill('164001, x');
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
  await dialogOf(app).getByText('Enter page IDs as numbers.').waitFor();
  expect(await scans()).toEqual([]);
  await dialogOf(app).getByLabel('Page IDs').fill(`${DEMO_PAGES.welcome}\n${DEMO_PAGES.glossary}`);
  await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
  await noDialog(app);
  expect((await scans()).map(({ of, total }) => [of, total])).toEqual([['pages', 2]]);
  await settle();
  await rowOf(app, 'Selected pages')
    .getByRole('button', { name: /^Pages in the scan/ })
    .click();
  await dialogOf(app).getByRole('listitem').nth(1).getByText('Fully scanned').waitFor();
  expect(await dialogOf(app).getByRole('listitem').count()).toBe(2);
});

itSlow(
  'the page Scans lists the pages that were not scanned, with the reason, and loads others after a failure',
  async () => {
    await aPage(site);
    const hidden = await aPage(site);
    await restrict(site, hidden, 'read', [ADMIN.accountId]);
    await settle();
    await site.admin('startScan', { of: { of: 'site', onlyStale: true }, requestKey: crypto.randomUUID() });
    await settle();
    const { app } = await visit();
    const pages = app.getByRole('table', { name: 'Pages' });
    await pages.getByText('The app can’t view the page').waitFor();
    expect(await pages.getByRole('row').count()).toBe(2);
    await rowOf(app, 'outdated pages only').getByText('skipped (up to date)').waitFor();
    await app.getByText('finished on').waitFor();
    site.host.faults.add({ target: 'kvs', status: 500, times: 1 });
    await app.getByLabel('Show').selectOption('Outdated');
    await app.getByText('We couldn’t load the pages').waitFor();
    await press(app, 'Try again');
    await app.getByText('No pages that you can view are outdated.').waitFor();
    await app.getByLabel('Show').selectOption('Fully scanned');
    await pages.getByText('Everything was scanned').first().waitFor();
    expect(await pages.getByRole('row').count()).toBeGreaterThan(1);
  },
);

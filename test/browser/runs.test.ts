import type { Frame } from 'playwright-core';
import { ADMIN, DEMO_PAGES } from '../../local/demo';
import type { RunList } from '../../src/admin/runs/runs';
import type { ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { itSlow } from '../support/sample';
import { putRow, stopScans } from '../support/stored-rows';

/**
 * Tests the page of the background work with the production build. It shows the running and the waiting work with its
 * owners, and can cancel it.
 */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/background-work', site: { queryLagMs: 0 } },
);

const dialogOf = (app: Frame) => app.getByRole('dialog');
const rowsOf = (app: Frame) => app.getByRole('table', { name: 'Background work' }).getByRole('row');
const settle = () => site.host.background.settle();
const runs = async () => ((await site.admin('listRuns', {})).value as RunList).runs;

async function startScans(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await site.admin('startScan', {
      of: { of: 'pages', pageIds: [DEMO_PAGES.welcome, DEMO_PAGES.glossary] },
      requestKey: crypto.randomUUID(),
    });
}

it('the page Runs says that there is none, then who started what and how far it is, without a reload', async () => {
  await stopScans(site);
  const { app } = await visit();
  await app.getByRole('heading', { name: 'No background work' }).waitFor();
  await startScans(4);
  await rowsOf(app).nth(4).waitFor();
  const running = rowsOf(app).nth(1);
  await running.getByText('Running').waitFor();
  await running.getByText('0 of 2 pages').waitFor();
  await running.getByText(ADMIN.displayName).waitFor();
  await rowsOf(app).nth(4).getByText('Waiting. It waits for its turn').waitFor();
  await settle();
  await app.getByRole('heading', { name: 'No background work' }).waitFor();
});

it('the page Runs cancels once that was confirmed, and moves the focus to the list', async () => {
  await stopScans(site);
  await startScans(1);
  const { app } = await visit();
  const cancel = app.getByRole('button', { name: /^Cancel: Scan, started/ });
  await cancel.click();
  await dialogOf(app).getByRole('button', { name: 'Keep running' }).click();
  await dialogOf(app).waitFor({ state: 'detached' });
  expect(await runs()).toHaveLength(1);
  await cancel.click();
  await dialogOf(app).getByRole('heading', { name: 'Cancel scan?' }).waitFor();
  await dialogOf(app).getByRole('button', { name: 'Cancel scan' }).click();
  await app.getByRole('heading', { name: 'No background work' }).waitFor();
  await app.locator('#runs-list:focus').waitFor();
  expect(await runs()).toEqual([]);
});

itSlow(
  'the page Runs says what could not be loaded, with a way to try again, and lets an admin cancel what cannot be read',
  async () => {
    await stopScans(site);
    const { app } = await visit();
    await app.getByRole('heading', { name: 'No background work' }).waitFor();
    const runId = crypto.randomUUID();
    await putRow(site, 'job', 'open', { v: 9, rev: 1 });
    await app.getByText('We couldn’t update the list').waitFor();
    await putRow(site, 'job', 'open', { v: 1, rev: 2, data: [{ id: runId, round: 0, state: 'running' }] });
    await putRow(site, 'job', runId, { v: 9, rev: 1 });
    await rowsOf(app).nth(1).getByText('Unreadable').waitFor();
    expect(await app.getByText('We couldn’t update the list').count()).toBe(0);
    expect(await app.getByRole('button', { name: /^Cancel: .*, unreadable$/ }).count()).toBe(1);
  },
);

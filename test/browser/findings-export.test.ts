import { readFileSync } from 'node:fs';
import { DEMO_PAGES } from '../../local/demo';
import type { ServedSite } from '../support/browser';
import { storeFinding } from '../support/findings';
import { withFreshSite } from '../support/fresh-site';

/** Tests the export of findings in the admin area with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/findings', site: { queryLagMs: 0 } },
);

it('the page Detections downloads the findings of the current filters as one file, also after a failure', async () => {
  for (let n = 0; n < 1_001; n += 1) await storeFinding(site, DEMO_PAGES.welcome);
  await storeFinding(site, DEMO_PAGES.welcome, { status: 'resolved' });
  const { app, page } = await visit();
  await app.getByRole('grid').waitFor();
  site.host.faults.add({ target: 'kvs', match: '/query', status: 503, times: 1 });
  await app.getByRole('button', { name: 'Export CSV' }).click();
  const downloading = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Continue export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^findings-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .split('\r\n')
    .slice(0, -1);
  expect(lines[0]).toMatch(/^\uFEFF"detectionId","foundAt","severity"/);
  expect(lines).toHaveLength(1_002);
  expect(lines.filter((line) => line.includes('"open"'))).toHaveLength(1_001);
  await app.locator('.message').getByText('1,001 rows exported').waitFor();
});

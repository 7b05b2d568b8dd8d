import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { ExclusionList } from '../../src/admin/findings/exclusions';
import { pressEscape, type ServedSite } from '../support/browser';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding, storePageScan } from '../support/findings';
import { withFreshSite } from '../support/fresh-site';
import { startOutage } from '../support/outage';

/** Tests the Exclusions page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/exclusions', site: { queryLagMs: 0 } },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const inDialog = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const field = (app: Frame, name: string) =>
  dialogOf(app).getByLabel(name).and(app.locator('select, textarea, input:not([type=radio])'));
const kind = (app: Frame, name: string) => dialogOf(app).getByRole('radio', { name });
const rows = (app: Frame) => app.getByRole('table', { name: 'Exclusions' }).getByRole('row');

const stored = async () => ((await site.admin('listExclusions', {})).value as ExclusionList).exclusions;
const openFindings = async () => {
  const { findings } = (await site.admin('listFindings', { status: 'open' })).value as { findings: readonly object[] };
  return findings.length;
};

it('the page Exclusions loads after a failure, previews and adds an exclusion with the keyboard, and removes it', async () => {
  await storePageScan(site, DEMO_PAGES.engHome, [await storeFinding(site, DEMO_PAGES.engHome)]);
  const inOpen = await storeFinding(site, DEMO_PAGES.openHome, { spaceId: DEMO_SPACES.OPEN });
  await storePageScan(site, DEMO_PAGES.openHome, [inOpen], { spaceId: DEMO_SPACES.OPEN });
  const recover = startOutage(site);
  const { app, page } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the exclusions').waitFor();
  recover();
  await press(app, 'Try again');
  await app.getByRole('heading', { name: 'No exclusions yet' }).waitFor();
  await app.getByRole('button', { name: 'Add exclusion' }).focus();
  await page.keyboard.press('Enter');
  await inDialog(app, 'Preview');
  await dialogOf(app).getByText('Choose an option.').waitFor();
  await dialogOf(app).getByText('Enter a page ID or page URL.').waitFor();
  await field(app, 'Detector').selectOption('email');
  await field(app, 'Scope').selectOption('One space');
  await dialogOf(app).getByText('Engineering').first().click();
  await inDialog(app, 'Preview');
  await dialogOf(app).getByText('1 of 2 pages with findings changes.').waitFor();
  await dialogOf(app).getByText('1 finding would no longer be open').waitFor();
  await inDialog(app, 'Exclude 1 finding');
  await dialogOf(app).getByText('Enter a value.').waitFor();
  await field(app, 'Reason').fill('Addresses of the team.');
  await field(app, 'Expiry date').fill('2099-01-30');
  await field(app, 'Expiry date').focus();
  await page.keyboard.press('Enter');
  await noDialog(app);
  const row = rows(app).filter({ hasText: 'Addresses of the team.' });
  await row.getByText('Space: Engineering').waitFor();
  expect(await stored()).toMatchObject([
    {
      match: { by: 'detector', detectorId: 'email' },
      scope: { of: 'space', spaceId: DEMO_SPACES.ENG },
      reason: 'Addresses of the team.',
      expiresAt: '2099-01-31T00:00:00.000Z',
    },
  ]);
  expect(await openFindings()).toBe(1);
  // The list counts by itself.
  await row.getByText('1 finding', { exact: true }).waitFor();

  await row.getByRole('button', { name: /^Remove: / }).click();
  await dialogOf(app).getByText('1 finding would open').waitFor();
  await dialogOf(app).getByText('Its findings become open immediately').waitFor();
  await pressEscape(page, app);
  await noDialog(app);
  expect(await stored()).toHaveLength(1);
  await row.getByRole('button', { name: /^Remove: / }).click();
  await inDialog(app, 'Remove');
  await noDialog(app);
  await app.getByRole('heading', { name: 'No exclusions yet' }).waitFor();
  await app.locator('h1:focus').waitFor();
  expect(await openFindings()).toBe(2);
});

it('the page Exclusions pages, searches and filters exclusions, refuses a wrong one at its fields, and keeps unsaved input', async () => {
  const many = Array.from({ length: 60 }, (_none, n) =>
    anExclusion({ exclusionId: crypto.randomUUID(), reason: `Reason number ${n}.` }),
  );
  const over = anExclusion({
    exclusionId: crypto.randomUUID(),
    reason: 'Long ago.',
    expiresAt: '2026-01-21T00:00:00.000Z',
  });
  await storeExclusions(site, ...many, over);
  const { app, page } = await visit();
  await app.getByText('1–25 of 61').waitFor();
  expect(await rows(app).count()).toBe(26);
  await app.getByLabel('Status').selectOption('Expired');
  await rows(app).filter({ hasText: 'Long ago.' }).waitFor();
  expect(await rows(app).count()).toBe(2);
  await app.getByLabel('Status').selectOption('All statuses');
  await app.getByLabel('Search exclusions').fill('number 42');
  await rows(app).filter({ hasText: 'Reason number 42.' }).waitFor();
  expect(await rows(app).count()).toBe(2);
  await app.getByLabel('Scope').selectOption('One page');
  await app.getByRole('heading', { name: 'No matching exclusions' }).waitFor();
  await press(app, 'Clear filters');
  await app.getByText('1–25 of 61').waitFor();

  // The focus moves to the next useful button.
  await press(app, 'Next page');
  await press(app, 'Next page');
  await app.getByText('51–61 of 61').waitFor();
  await app.locator('button:focus', { hasText: 'Previous page' }).waitFor();
  const first = rows(app).nth(1);
  await first.getByRole('button', { name: /^Remove: / }).click();
  await inDialog(app, 'Remove');
  // The removal also deletes the expired one.
  await app.getByText('51–59 of 59').waitFor();
  await first.locator('button:focus', { hasText: 'Remove' }).waitFor();

  await press(app, 'Add exclusion');
  await kind(app, 'Values that match a pattern').check();
  await field(app, 'Pattern').fill('(?=4)0');
  await field(app, 'Page').fill('no page');
  await inDialog(app, 'Preview');
  await dialogOf(app).getByText('Enter a page ID or page URL.').waitFor();
  await field(app, 'Page').fill(`https://example.atlassian.net/wiki/spaces/ENG/pages/${DEMO_PAGES.engHome}/Home`);
  await inDialog(app, 'Preview');
  await dialogOf(app)
    .getByText(/^Must be a valid RE2 regular expression/)
    .waitFor();
  await field(app, 'Pattern').fill('^4000');
  await inDialog(app, 'Preview');
  await dialogOf(app)
    .getByText(/^1 page was scanned/)
    .waitFor();
  await pressEscape(page, app);
  await dialogOf(app).getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(app, 'Pattern').inputValue()).toBe('^4000');
  await field(app, 'Reason').fill('Published.');
  await inDialog(app, 'Add exclusion');
  await noDialog(app);
  expect(await stored()).toHaveLength(60);
});

import type { Frame, Page } from 'playwright-core';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import { capture, pressEscape, type ServedSite, settleRedaction } from '../support/browser';
import { storeFinding } from '../support/findings';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed } from '../support/levels';
import { itSlow } from '../support/sample';
import { putRow } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, archive, expectOk, restrict, storeLevel } from '../support/wiki-pages';

/** Tests the Findings page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/findings', site: { queryLagMs: 0, guard: true } },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const grid = (app: Frame) => app.getByRole('grid');
/** The rows below the header. */
const rows = (app: Frame) => grid(app).locator('tbody > tr');
const status = (app: Frame, text: string) => app.getByRole('status').getByText(text, { exact: true }).waitFor();
const selectedCount = (app: Frame) => app.locator('tr[aria-selected=true]').count();
/** The position of the row that has the focus; -1 = none. */
const focusedRow = (app: Frame) =>
  app.evaluate<number>(`[...document.querySelectorAll('tbody > tr')].indexOf(document.activeElement)`);
const query = (page: Page) => new URL(page.url()).searchParams;

const CARD = {
  detectorId: 'card-pan',
  category: 'financial' as const,
  severity: 'critical' as const,
  fingerprint: 'fingerprint-of-the-card',
};

async function storeMany(count: number, pageId: string = DEMO_PAGES.welcome): Promise<void> {
  for (let n = 0; n < count; n += 1) await storeFinding(site, pageId);
}

it('the page Detections shows open findings and the details of one, only on pages that the admin can view, and reloads after a failure', async () => {
  const pageId = DEMO_PAGES.payroll;
  await storeLevel(site, pageId, levelNamed(site, 'Internal').levelId);
  await storeFinding(site, pageId, {
    ...CARD,
    spaceId: DEMO_SPACES.HR,
    data: {
      confidence: 0.95,
      evidence: ['checksum:luhn', 'iin:visa', 'table-header:"card"', 'something:new'],
      maskedExcerpt: 'charged to •••• •••• •••• 4242 on Monday',
    },
  });
  await storeFinding(site, DEMO_PAGES.welcome, { ...CARD });
  await storeFinding(site, DEMO_PAGES.welcome, { status: 'resolved' });
  const hidden = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await storeFinding(site, hidden, CARD);

  const { app, page } = await visit({ as: ADMIN2.email });
  await status(app, '2 findings');
  const row = rows(app).filter({ hasText: 'Payroll process' });
  for (const text of [
    'Critical',
    'Human Resources',
    'Internal',
    'charged to •••• •••• •••• 4242 on Monday',
    'High 0.95',
  ])
    await row.getByText(text).first().waitFor();
  await press(app, 'Medium: 0');
  await app.getByRole('heading', { name: 'No matching findings' }).waitFor();
  await app.getByRole('button', { name: 'Medium: 0', pressed: true }).press('Enter');
  await status(app, '2 findings');
  await app.getByRole('button', { name: 'Critical: 2' }).waitFor();
  await capture(page, 'detections-list');

  await row.getByRole('button', { name: 'View details: Payment card number on Payroll process' }).click();
  const dialog = dialogOf(app);
  for (const text of [
    '0.95 out of 1 (high)',
    'The check digits are valid (Luhn).',
    'Card numbers from Visa start like this.',
    'The column header contains “card”.',
    'something:new',
    'found in page version 1.',
    'The time of the last scan isn’t known.',
  ])
    await dialog.getByText(text).first().waitFor();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Payroll process, opens in a new tab' }).click(),
  ]);
  await opened.waitForURL(`${site.url}/site/spaces/HR/pages/${pageId}`);
  await opened.close();
  await dialog.getByRole('button', { name: 'View all findings of this value' }).click();
  await status(app, '2 findings');
  expect(query(page).get('fingerprint')).toBe(CARD.fingerprint);
  await page.goBack();
  await app.getByRole('button', { name: 'Show all values' }).waitFor({ state: 'detached' });
  // Every call fails until the fault is removed, so other requests of the page cannot use it up.
  site.host.faults.add({ target: 'confluence', status: 503, times: 1_000 });
  await press(app, 'Refresh');
  await app.getByText('We couldn’t load the findings').waitFor();
  site.host.faults.add({ target: 'confluence', times: 0 });
  await press(app, 'Try again');
  await status(app, '2 findings');
});

itSlow(
  'the page Detections shows the most severe findings first, sorts by the headers, and keeps the order in the address',
  async () => {
    const at = (day: number) => ({ foundAt: `2026-05-0${day}T00:00:00.000Z` });
    await storeFinding(site, DEMO_PAGES.welcome, { ...CARD, severity: 'low', ...at(3) });
    await storeFinding(site, DEMO_PAGES.welcome, { ...CARD, severity: 'critical', ...at(1) });
    await storeFinding(site, DEMO_PAGES.welcome, { ...CARD, severity: 'high', ...at(2) });
    const { app, page } = await visit();
    const first = (severity: string) => rows(app).first().getByText(severity, { exact: true }).waitFor();
    const severities = () => rows(app).locator('.lozenge').allTextContents();
    await first('Critical');
    expect(await severities()).toEqual(['Critical', 'High', 'Low']);
    await app.getByRole('button', { name: 'Found', exact: true }).click();
    await first('Low');
    expect(await severities()).toEqual(['Low', 'High', 'Critical']);
    await page.waitForURL(/sort=-found/);
    await app.getByRole('button', { name: 'Found', exact: true }).click();
    await first('Critical');
    await page.waitForURL(/sort=found/);
    const again = await visit({ path: '/findings?sort=severity' });
    await rows(again.app).first().getByText('Low', { exact: true }).waitFor();
    expect(await again.app.locator('th[aria-sort=ascending]').textContent()).toBe('Severity');
  },
);

itSlow(
  'the filters and groups of the page Detections are part of the address, combine, and can be cleared',
  async () => {
    await storeFinding(site, DEMO_PAGES.payroll, { ...CARD, spaceId: DEMO_SPACES.HR });
    await storeFinding(site, DEMO_PAGES.welcome);
    await storeFinding(site, DEMO_PAGES.welcome, { status: 'resolved' });
    const { app, page } = await visit({ path: '/findings?severity=critical' });
    await status(app, '1 finding');
    expect(await app.getByLabel('Severity', { exact: true }).inputValue()).toBe('critical');
    // A search also offers spaces without findings.
    await app.getByLabel('Space').fill('engin');
    await app.locator('option[value="Engineering (ENG)"]').waitFor({ state: 'attached' });
    await app.getByLabel('Space').fill('Engineering (ENG)');
    await app.getByRole('heading', { name: 'No matching findings' }).waitFor();
    await app.getByLabel('Space').fill('Human Resources (HR)');
    await status(app, '1 finding');
    await app.getByLabel('Space').fill('Human');
    await app.getByLabel('Space').blur();
    expect(await app.getByLabel('Space').inputValue()).toBe('Human Resources (HR)');
    await app.getByLabel('Detector', { exact: true }).fill('Email address');
    await app.getByRole('heading', { name: 'No matching findings' }).waitFor();
    expect(Object.fromEntries(query(page))).toEqual({
      severity: 'critical',
      spaceId: DEMO_SPACES.HR,
      detectorId: 'email',
    });
    await app.getByRole('button', { name: 'Clear filters' }).last().click();
    await status(app, '2 findings');
    await app.getByLabel('Status').selectOption('All statuses');
    await status(app, '3 findings');
    await app.getByText('No longer found').last().waitFor();
    await app.getByLabel('Page', { exact: true }).fill('nothing');
    await app.getByText('Enter a page ID, or a page URL').waitFor();
    await app
      .getByLabel('Page', { exact: true })
      .fill(`https://example.atlassian.net/wiki/spaces/HR/pages/${DEMO_PAGES.payroll}/x`);
    await status(app, '1 finding');
    expect(await app.getByLabel('Page', { exact: true }).evaluate('document.activeElement.tagName')).toBe('INPUT');

    await storeFinding(site, DEMO_PAGES.welcome, CARD);
    await app.getByRole('button', { name: 'Clear filters' }).last().click();
    await app.getByLabel('By value').check();
    await status(app, '2 groups, 3 findings');
    const cells = await rows(app).first().getByRole('gridcell').allTextContents();
    expect([cells[1], cells[3], cells[4]]).toEqual(['Critical', '2', '2']);
    await app.getByLabel('By page').check();
    await rows(app).filter({ hasText: 'Welcome' }).getByRole('button').click();
    await status(app, '2 findings');
    expect(Object.fromEntries(query(page))).toEqual({ page: DEMO_PAGES.welcome });
    await page.goBack();
    await status(app, '2 groups, 3 findings');
  },
);

itSlow(
  'the page Detections shows the pages of a value from one of its findings, acts on one of them or on all, and skips hidden pages',
  async () => {
    const there = await aPage(site);
    const hidden = await aPage(site, { by: ADMIN2.email });
    await storeFinding(site, DEMO_PAGES.welcome, { ...CARD, spaceId: DEMO_SPACES.OPEN });
    for (let twice = 0; twice < 2; twice += 1) await storeFinding(site, there, CARD);
    await storeFinding(site, hidden, CARD);
    await storeFinding(site, DEMO_PAGES.welcome);
    await restrict(site, hidden, 'read', ADMIN_AND_APP);
    const { app, page } = await visit({ as: ADMIN2.email });
    await status(app, '4 findings');
    const card = rows(app).filter({ hasText: 'Payment card' });
    expect(await rows(app).getByRole('button', { name: 'On 2 pages' }).count()).toBe(3);
    await capture(page, 'detections-pages-of-value');
    await card.first().getByRole('button', { name: 'On 2 pages' }).click();
    await status(app, '1 group, 3 findings');
    expect(Object.fromEntries(query(page))).toEqual({ fingerprint: CARD.fingerprint, group: 'value' });
    const places = app.getByRole('list', { name: 'Pages of this value' }).getByRole('listitem');
    await places.first().waitFor();
    expect(await places.count()).toBe(2);
    expect(await places.filter({ hasText: '2 findings' }).count()).toBe(1);
    await app.getByRole('button', { name: 'View all findings of this value' }).waitFor();
    await capture(page, 'detections-value');
    await rows(app).first().focus();
    await page.keyboard.press('ArrowLeft');
    await places.first().waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await places.filter({ hasText: 'Welcome' }).getByRole('button', { name: 'View details' }).click();
    await dialogOf(app).getByText('The value is on 2 pages that you can view.').waitFor();
    await capture(page, 'detections-value-details');
    await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
    await dialogOf(app).getByLabel('This value on this page').check();
    await dialogOf(app).getByLabel('Reason').fill('An example.');
    await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
    await dialogOf(app).getByText('1 finding excluded.').waitFor();
    await dialogOf(app).getByRole('button', { name: 'Undo' }).click();
    await dialogOf(app).getByText('The findings are open again.').waitFor();
    await dialogOf(app).getByRole('button', { name: 'Close' }).click();
    await status(app, '1 group, 3 findings');
    await rows(app).first().getByRole('checkbox').check();
    await press(app, 'Exclude');
    await dialogOf(app).getByRole('heading', { name: 'Exclude 1 value across the site?' }).waitFor();
    await dialogOf(app).getByText('This value has 3 findings on 2 pages in this list.').waitFor();
  },
);

it('the keyboard alone moves through the list, selects rows and opens a finding', async () => {
  await storeMany(5);
  const { app, page } = await visit();
  await rows(app).first().focus();
  for (const key of ['j', 'ArrowDown', 'x']) await page.keyboard.press(key);
  expect([await focusedRow(app), await selectedCount(app)]).toEqual([2, 1]);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+J');
  expect([await focusedRow(app), await selectedCount(app)]).toEqual([4, 3]);
  await app.getByText('3 selected').waitFor();
  await page.keyboard.press('Control+a');
  expect(await selectedCount(app)).toBe(5);
  await page.keyboard.press('k');
  await page.keyboard.press('Space');
  expect([await focusedRow(app), await selectedCount(app)]).toEqual([3, 4]);
  await page.keyboard.press('Escape');
  expect(await selectedCount(app)).toBe(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await dialogOf(app).getByText('Confidence', { exact: true }).waitFor();
  await pressEscape(page, app);
  await dialogOf(app).waitFor({ state: 'detached' });
  expect(await focusedRow(app)).toBe(0);
  await page.keyboard.press('?');
  await dialogOf(app).getByText('Next or previous row').waitFor();
  await pressEscape(page, app);
  await page.keyboard.press('Tab');
  expect(await app.evaluate('document.activeElement.ariaLabel')).toContain('Select Email address, Welcome');
  // The shortcuts work inside a row, but not in a field.
  await page.keyboard.press('j');
  expect(await focusedRow(app)).toBe(1);
  await app.getByLabel('Page', { exact: true }).press('x');
  expect(await selectedCount(app)).toBe(0);
});

it('the page Detections assigns all findings that match to a person who is picked by name, and folds its filters on phones', async () => {
  await storeMany(60);
  const { app, page } = await visit();
  await status(app, '1–50 of 60 findings');
  await rows(app).first().getByRole('checkbox').check();
  await press(app, 'Select all 60 findings');
  await status(app, 'All 60 findings that match are selected');
  await press(app, 'Assign');
  const dialog = dialogOf(app);
  await dialog.getByRole('heading', { name: 'Assign 60 findings' }).waitFor();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog.getByText('Choose at least one change.').waitFor();
  await dialog.getByLabel('Owner').selectOption('Choose a person');
  const person = dialog.getByRole('combobox', { name: 'Person' });
  await person.fill('car');
  await dialog.getByRole('option', { name: EDITOR.displayName }).waitFor();
  await capture(page, 'detections-person');
  await person.press('Enter');
  await dialog.getByLabel('Due date').selectOption('Choose a day');
  await dialog.getByLabel('Day').fill('2026-01-31');
  await dialog.getByLabel('Comment').selectOption('Write a comment');
  await dialog.getByLabel('Text of the comment').fill('Ask the team first.');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('60 findings changed.').waitFor();
  const first = rows(app).first();
  for (const text of [EDITOR.displayName, 'Overdue', 'Ask the team first.']) await first.getByText(text).waitFor();
  await capture(page, 'detections-assigned');
  await app.getByText('More filters').click();
  await app.getByLabel('Due', { exact: true }).selectOption('Overdue');
  await status(app, '1–50 of 60 findings');
  expect(query(page).get('due')).toBe('overdue');
  await app.getByLabel('Content', { exact: true }).selectOption('Pages and blog posts');
  await app.getByText('In this list, “page” also means a blog post.').waitFor();
  await status(app, '1–50 of 60 findings');
  await capture(page, 'detections-content');
  await app.getByLabel('Content', { exact: true }).selectOption('Pages');

  await page.setViewportSize({ width: 375, height: 800 });
  await app.getByLabel('Severity', { exact: true }).waitFor({ state: 'hidden' });
  await press(app, 'Filters (1)');
  await app.getByLabel('Severity', { exact: true }).waitFor();
  await capture(page, 'detections-phone');
});

itSlow(
  'the page Detections shows 50 findings at a time, keeps the selection, and excludes in batches that continue after a failure',
  async () => {
    await storeMany(120);
    const { app, page } = await visit();
    const selectAll = async () => {
      await rows(app).first().focus();
      await page.keyboard.press('Control+a');
    };
    await status(app, '1–50 of 120 findings');
    // In a narrow window as well, the checkbox that selects all findings is visible.
    await page.setViewportSize({ width: 320, height: 900 });
    const all = app.getByRole('checkbox', { name: 'Select all on this page' });
    await all.check();
    await app.getByText('50 selected').waitFor();
    await all.uncheck();
    await page.setViewportSize({ width: 1280, height: 900 });
    await rows(app).first().getByRole('checkbox').check();
    await press(app, 'Next page');
    await status(app, '51–100 of 120 findings');
    expect([await rows(app).count(), await focusedRow(app)]).toEqual([50, 0]);
    await rows(app).nth(1).getByRole('checkbox').click();
    await rows(app)
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await app.getByText('4 selected').waitFor();
    await press(app, 'Refresh');
    await app.getByText('4 selected').waitFor({ state: 'detached' });
    await status(app, '51–100 of 120 findings');
    await selectAll();
    await press(app, 'Next page');
    await status(app, '101–120 of 120 findings');
    expect(await app.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await selectAll();
    await press(app, 'Previous page');
    await status(app, '51–100 of 120 findings');
    expect([await rows(app).count(), await selectedCount(app)]).toEqual([50, 50]);
    await press(app, 'Previous page');
    await status(app, '1–50 of 120 findings');
    await selectAll();
    await app.getByText('120 selected').waitFor();
    await capture(page, 'detections-selected');

    await press(app, 'Exclude');
    await dialogOf(app).getByLabel('These spaces').check();
    await dialogOf(app).getByLabel('Reason').fill('Known.');
    let calls = 0;
    await page.route('**/site/bridge/invoke', async (route) => {
      const { functionKey } = route.request().postDataJSON() as { functionKey: string };
      calls += functionKey === 'addExclusion' ? 1 : 0;
      if (functionKey === 'addExclusion' && calls === 2)
        site.host.faults.add({ target: 'confluence', status: 503, times: 1 });
      return route.fallback();
    });
    await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
    await dialogOf(app).getByText('We excluded 100 of 120').waitFor();
    await dialogOf(app).getByRole('button', { name: 'Continue' }).click();
    await dialogOf(app).getByText('120 excluded.').waitFor();
    expect(calls).toBe(3);
    await dialogOf(app).getByRole('button', { name: 'Close' }).click();
    await app.getByRole('heading', { name: 'No scanned pages are counted yet' }).waitFor();
  },
);

it('the page Detections excludes findings with a reason, in a scope and for a period, and undoes it', async () => {
  await storeFinding(site, DEMO_PAGES.welcome, { ...CARD, spaceId: DEMO_SPACES.OPEN });
  await storeFinding(site, DEMO_PAGES.payroll, { ...CARD, spaceId: DEMO_SPACES.HR });
  await storeFinding(site, DEMO_PAGES.welcome, {
    spaceId: DEMO_SPACES.OPEN,
    data: { domainHashes: ['the-hash-of-a-domain'] },
  });
  const { app, page } = await visit();
  await rows(app).filter({ hasText: 'Email address' }).focus();
  await page.keyboard.press('e');
  await dialogOf(app).getByLabel('All email addresses of its domain').check();
  await dialogOf(app).getByLabel('Reason').fill('Our own addresses.');
  await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
  await dialogOf(app).getByText('Enter the domain.').waitFor();
  await dialogOf(app)
    .getByRole('textbox', { name: /^Domain/ })
    .fill('other.example.com');
  await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
  await dialogOf(app).getByText('Enter the domain of the address that was found, or a parent domain.').waitFor();
  await pressEscape(page, app);
  await dialogOf(app).getByRole('button', { name: 'Discard' }).click();
  await rows(app).filter({ hasText: 'Payroll' }).focus();
  await page.keyboard.press('e');
  await dialogOf(app).getByRole('heading', { name: 'Exclude this finding?' }).waitFor();
  await dialogOf(app).getByText('2 findings on 2 pages. Recommended: the value is in several spaces.').waitFor();
  await capture(page, 'detections-exclude-one');
  expect(await dialogOf(app).getByLabel('This value on this page').isChecked()).toBe(true);
  await dialogOf(app).getByLabel('This value on the whole site').check();
  await dialogOf(app).getByRole('button', { name: 'Exclude 2 findings', exact: true }).waitFor();
  await dialogOf(app).getByLabel('This value on this page').check();
  await dialogOf(app).getByRole('button', { name: 'Exclude 1 finding', exact: true }).click();
  await dialogOf(app).getByText('Enter a reason.').waitFor();
  await dialogOf(app).getByLabel('Reason').fill('Numbers of the test system.');
  await dialogOf(app).getByLabel('Duration').selectOption('30 days');
  await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
  await dialogOf(app).getByText('1 finding excluded.').waitFor();
  await dialogOf(app).getByRole('heading', { name: 'Findings excluded', exact: true }).waitFor();
  await dialogOf(app).getByRole('button', { name: 'Close' }).click();
  await status(app, '2 findings');
  // The list keeps the focus.
  expect(await focusedRow(app)).toBeGreaterThanOrEqual(0);
  // The same value stays open on the other page.
  await rows(app).filter({ hasText: 'Payment card' }).getByText('Welcome').waitFor();
  await app.getByLabel('Status').selectOption('Excluded');
  await status(app, '1 finding');
  await rows(app).first().focus();
  await page.keyboard.press('Enter');
  await dialogOf(app)
    .getByText(/: excluded by Ada Adams[.]$/)
    .waitFor();
  await dialogOf(app).getByText('Reason: Numbers of the test system.').waitFor();
  await pressEscape(page, app);

  await app.getByLabel('Status').selectOption('Open');
  await app.getByLabel('By value').check();
  await status(app, '2 groups, 2 findings');
  await rows(app).first().focus();
  await page.keyboard.press('Control+a');
  await press(app, 'Exclude');
  await dialogOf(app).getByRole('heading', { name: 'Exclude 2 values across the site?' }).waitFor();
  await dialogOf(app).getByLabel('Reason').fill('Published.');
  await dialogOf(app).getByRole('button', { name: 'Exclude 2 findings', exact: true }).click();
  await dialogOf(app).getByRole('button', { name: 'Undo' }).click();
  await dialogOf(app).getByText('The findings are open again.').waitFor();
  await dialogOf(app).getByRole('button', { name: 'Close' }).click();
  await status(app, '2 groups, 2 findings');
});

itSlow(
  'the page Detections explains an empty list, and scans all pages or one page again with its progress and result',
  async () => {
    const targets = { title: false, body: false, comments: false, attachmentNames: false };
    await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, targets } });
    const { app, page } = await visit();
    await app.getByRole('heading', { name: 'No scanned pages are counted yet' }).waitFor();
    await press(app, 'Scan all pages');
    await dialogOf(app).getByRole('button', { name: 'Scan', exact: true }).click();
    await dialogOf(app)
      .getByText(/^0 of about [1-9][0-9]* pages$/)
      .waitFor();
    await site.host.background.settle();
    await dialogOf(app).getByText('Scan finished').waitFor();
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.settle();
    await dialogOf(app).getByRole('button', { name: 'Close' }).click();
    await app.getByRole('heading', { name: 'No open findings' }).waitFor();
    await app.getByText(/In the whole site, [1-9][0-9]* of (at least )?[1-9][0-9]* pages were fully scanned/).waitFor();
    await press(app, 'Open Scans');
    await app.getByRole('heading', { level: 1, name: 'Scans' }).waitFor();

    await storeFinding(site, DEMO_PAGES.engHome);
    await press(app, 'Findings');
    await rows(app).first().focus();
    await page.keyboard.press('Control+a');
    await press(app, 'Scan again');
    await dialogOf(app).getByRole('heading', { name: 'Scan 1 page again?' }).waitFor();
    await dialogOf(app).getByRole('button', { name: 'Scan', exact: true }).click();
    await dialogOf(app).getByText('0 of 1 page').waitFor();
    await site.host.background.settle();
    await dialogOf(app).getByText('Scan finished').waitFor();
    await dialogOf(app).getByText('1 page fully scanned').waitFor();
    await dialogOf(app)
      .getByRole('listitem')
      .getByText(/^Fully scanned, /)
      .waitFor();
    await capture(page, 'detections-scanned');
    await dialogOf(app).getByRole('button', { name: 'Close' }).click();
    await status(app, '1 finding');
    expect(await selectedCount(app)).toBe(0);
  },
);

it('the page Detections redacts values and deletes older versions after a preview and a confirmation, and shows the result', async () => {
  const publish = async (title: string, body: string) => {
    const page = {
      spaceId: DEMO_SPACES.ENG,
      status: 'current',
      title,
      body: { representation: 'storage', value: body },
    };
    return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
  };
  const card = 'Card number: 4539 1488 0343 6467.';
  const order = 'Order 12-4539148803436467.';
  const link = '<a href="https://example.org/4539148803436467">it</a>';
  const id = await publish('Invoice', `<p>${card}</p><p>${link}</p><p>${order}</p>`);
  const archived = await publish('Old invoice', `<p>${card}</p>`);
  await site.host.background.settle();
  await archive(site, archived);
  const { app, page } = await visit();
  await app.getByLabel('By value').check();
  await app.getByText(/ groups?, /).waitFor();
  await rows(app).first().focus();
  await page.keyboard.press('x');
  await press(app, 'Redact');
  const dialog = dialogOf(app);
  const submit = dialog.getByRole('button', { name: 'Redact', exact: true });
  await dialog.getByText('Preparing preview').waitFor();
  await settleRedaction(site);
  await dialog.getByText(/will be redacted on 1 page:/).waitFor();
  await dialog.getByText(/The page is archived. Restore it first: 1 finding/).waitFor();
  await dialog.getByText('Older versions of pages and comments keep the values').waitFor();
  expect(await dialog.getByRole('list', { name: 'Before and after' }).getByRole('listitem').allTextContents()).toEqual([
    'Payment card number · Page bodyBefore: card: ••••••••After: card: █████',
    'Payment card number · Page body, in a link URLBefore: card: ••••••••After: card: █████',
  ]);
  await dialog.getByText('Similar text will stay on the pages').waitFor();
  await dialog.getByRole('link', { name: 'Invoice: 1 place' }).waitFor();
  await capture(page, 'detections-redact');
  expect(await submit.isDisabled()).toBe(true);
  expect(await expectOk(site.wiki('GET', `/api/v2/pages/${id}`))).toMatchObject({ version: { number: 1 } });
  await dialog.getByRole('checkbox', { name: 'I reviewed the list' }).check();
  await dialog.getByRole('checkbox', { name: 'Also delete older versions' }).check();
  await dialog.getByText('Checking older versions').waitFor();
  await dialog.getByRole('checkbox', { name: 'I understand that these versions' }).check();
  expect(await submit.isDisabled()).toBe(true);
  await settleRedaction(site);
  await dialog.getByText('1 older version will be deleted.').waitFor();
  await submit.click();
  await dialog.getByText(/^0 of \d findings?$/).waitFor();
  await site.host.background.settle();
  await dialog.getByText('Redaction finished').waitFor();
  await dialog.getByText(/redacted on 1 page\./).waitFor();
  await dialog.getByText('1 older version deleted.').waitFor();
  expect(await dialog.getByText('Older versions still contain the values').count()).toBe(0);
  await dialog.getByRole('link', { name: 'Invoice: 1 place' }).waitFor();
  expect(await dialog.getByRole('list', { name: 'Before and after' }).count()).toBe(0);
  await capture(page, 'detections-redacted');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await expectOk(site.wiki('GET', `/api/v2/pages/${id}?body-format=storage`))).toMatchObject({
    // The older version was deleted, so Confluence numbers the versions from 1 again.
    version: { number: 1 },
    body: {
      storage: { value: '<p>Card number: █████.</p><p><a href="#">it</a></p><p>Order 12-4539148803436467.</p>' },
    },
  });
});

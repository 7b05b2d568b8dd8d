import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { pressEscape, settleRedaction } from '../../support/browser';
import { storeFinding } from '../../support/findings';
import { levelNamed } from '../../support/levels';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { expectOk, storeLevel } from '../../support/wiki-pages';

const walk = withPlaces(async (site) => {
  await storeLevel(site, DEMO_PAGES.payroll, levelNamed(site, 'Highly Restricted').levelId);
  const same = { spaceId: DEMO_SPACES.HR, fingerprint: 'fingerprint-of-the-same' };
  for (const severity of ['critical', 'high', 'medium'] as const) {
    await storeFinding(site, DEMO_PAGES.payroll, {
      ...same,
      severity,
      detectorId: 'card-pan',
      data: {
        evidence: ['checksum:luhn', 'context:"card number"', 'entropy:4.1'],
        alsoMatched: ['email'],
        maskedExcerpt: `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)} •••• •••• •••• 4242 on Monday`,
      },
    });
  }
  await storeFinding(site, DEMO_PAGES.welcome, { status: 'resolved', spaceId: DEMO_SPACES.OPEN });
});

const path = '/findings';
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const firstRow = (app: Frame) => app.getByRole('grid').locator('tbody > tr').first();
const isListed = async (app: Frame) => {
  await firstRow(app).waitFor();
  await app.getByText(/^Critical: /).waitFor();
};

it('the list of findings is accessible, selected, grouped, filtered and empty', async () => {
  const { app, page, check } = await walk({ path });
  await isListed(app);
  await firstRow(app).focus();
  await page.keyboard.press('x');
  await app.getByText('1 selected').waitFor();
  await check('detections');
  for (const [name, heading] of [
    ['Assign', 'Assign'],
    ['Ask the owner', 'Ask'],
  ] as const) {
    await app.getByRole('button', { name, exact: true }).click();
    await dialogOf(app)
      .getByRole('heading', { name: new RegExp(`^${heading}`) })
      .waitFor();
    await check(`detections-${heading.toLowerCase()}`);
    await pressEscape(page, app);
    await noDialog(app);
  }
  await firstRow(app).focus();
  await page.keyboard.press('Enter');
  await dialogOf(app).getByText('Evidence').waitFor();
  await check('detections-details');
  await pressEscape(page, app);
  await noDialog(app);
  await app.getByLabel('By value').check();
  await app.getByText(/ groups?, /).waitFor();
  await firstRow(app).getByRole('listitem').first().waitFor();
  await check('detections-by-value');
  await app.getByRole('group', { name: 'Group' }).getByLabel('None').check();
  await app.getByText('More filters').click();
  await app.getByLabel('Status').selectOption('All statuses');
  await app.getByLabel('Page', { exact: true }).fill('no page');
  await app.getByText('Enter a page ID, or a page URL').waitFor();
  await check('detections-filters');
  await app.getByLabel('Page', { exact: true }).fill('');
  await app.getByLabel('Severity', { exact: true }).selectOption('Low');
  await app.getByRole('heading', { name: 'No matching findings' }).waitFor();
  await check('detections-no-match');
});

itSlow('the dialogs of a finding are accessible', async () => {
  const { app, page, site, check } = await walk({ path });
  const act = async (key: string) => {
    await firstRow(app).focus();
    await page.keyboard.press(key);
    await dialogOf(app).waitFor();
  };
  await isListed(app);
  await app.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialogOf(app).waitFor();
  await check('detections-keys');
  await pressEscape(page, app);
  await noDialog(app);
  await act('e');
  await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
  await dialogOf(app).getByText('Enter a reason.').waitFor();
  await check('detections-exclude');
  await pressEscape(page, app);
  await noDialog(app);
  await act('s');
  await dialogOf(app).getByRole('button', { name: 'Scan', exact: true }).click();
  await dialogOf(app).getByText('0 of 1 page').waitFor();
  await site.host.background.settle();
  await dialogOf(app).getByText('Scan finished').waitFor();
  await check('detections-scan');
});

itSlow('a redaction is accessible', async () => {
  const { app, page, site, check } = await walk({ path });
  await isListed(app);
  const body = { representation: 'storage', value: '<p>Card number: 4539 1488 0343 6467.</p>' };
  const content = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: 'Invoice', body };
  await expectOk(site.wiki('POST', '/api/v2/pages', content));
  await site.host.background.settle();
  await app.getByRole('button', { name: 'Refresh', exact: true }).click();
  await app.getByText('Invoice').first().waitFor();
  await firstRow(app).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('r');
  await dialogOf(app).getByText('Preparing preview').waitFor();
  await settleRedaction(site);
  await dialogOf(app).getByText('No longer found: the value was removed, or its detector was turned off').waitFor();
  await dialogOf(app).getByRole('checkbox', { name: 'I reviewed the list' }).check();
  await dialogOf(app).getByRole('checkbox', { name: 'Also delete older versions' }).check();
  await dialogOf(app).getByRole('checkbox', { name: 'I understand that these versions' }).check();
  await check('detections-redact');
});

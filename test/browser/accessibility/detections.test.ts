import type { Frame, Page } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { settleRedaction } from '../../support/browser';
import { storeFinding } from '../../support/findings';
import { levelNamed } from '../../support/levels';
import { type Place, testPlaces } from '../../support/places';
import { expectOk, storeLevel } from '../../support/wiki-pages';

const path = '/detections';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const firstRow = (app: Frame) => app.getByRole('grid').locator('tbody > tr').first();
const isListed = async (app: Frame) => {
  await firstRow(app).waitFor();
  await app.getByText(/^Critical: /).waitFor();
};

const places: readonly Omit<Place, 'path'>[] = [
  {
    name: 'detections',
    open: async (app, page) => {
      await isListed(app);
      await firstRow(app).focus();
      await page.keyboard.press('x');
      await app.getByText('1 selected').waitFor();
    },
  },
  {
    name: 'detections-filters',
    open: async (app) => {
      await isListed(app);
      await app.getByText('More filters').click();
      await app.getByLabel('Status').selectOption('All statuses');
      await app.getByLabel('Page', { exact: true }).fill('no page');
      await app.getByText('Enter a page ID, or a page URL').waitFor();
    },
  },
  {
    name: 'detections-no-match',
    open: async (app) => {
      await isListed(app);
      await app.getByLabel('Severity', { exact: true }).selectOption('Low');
      await app.getByRole('heading', { name: 'No matching findings' }).waitFor();
    },
  },
  {
    name: 'detections-by-value',
    open: async (app) => {
      await isListed(app);
      await app.getByLabel('By value').check();
      await app.getByText(/ groups?, /).waitFor();
    },
  },
  {
    name: 'detections-details',
    open: async (app, page: Page) => {
      await isListed(app);
      await firstRow(app).focus();
      await page.keyboard.press('Enter');
      await dialogOf(app).getByText('Evidence').waitFor();
    },
  },
  {
    name: 'detections-keys',
    open: async (app) => {
      await isListed(app);
      await press(app, 'Keyboard shortcuts');
      await dialogOf(app).waitFor();
    },
  },
  {
    name: 'detections-exclude',
    open: async (app, page) => {
      await isListed(app);
      await firstRow(app).focus();
      await page.keyboard.press('e');
      await dialogOf(app).getByRole('button', { name: 'Exclude' }).click();
      await dialogOf(app).getByText('Enter a reason.').waitFor();
    },
  },
  {
    name: 'detections-redact',
    open: async (app, page, site) => {
      await isListed(app);
      const body = { representation: 'storage', value: '<p>Card number: 4539 1488 0343 6467.</p>' };
      const title = `Invoice ${crypto.randomUUID()}`;
      await expectOk(site.wiki('POST', '/api/v2/pages', { spaceId: DEMO_SPACES.OPEN, status: 'current', title, body }));
      await site.host.background.settle();
      await press(app, 'Refresh');
      await app.getByText(title).first().waitFor();
      await firstRow(app).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('r');
      await dialogOf(app).getByText('Preparing preview').waitFor();
      await settleRedaction(site);
      await dialogOf(app).getByText('No longer found: the value was removed, or its detector was turned off').waitFor();
      await dialogOf(app).getByRole('checkbox', { name: 'I reviewed the list' }).check();
      await dialogOf(app).getByRole('checkbox', { name: 'Also delete older versions' }).check();
      await dialogOf(app).getByRole('checkbox', { name: 'I understand that these versions' }).check();
    },
  },
  {
    name: 'detections-scan',
    open: async (app, page, site) => {
      await isListed(app);
      await firstRow(app).focus();
      await page.keyboard.press('s');
      await dialogOf(app).getByRole('button', { name: 'Scan', exact: true }).click();
      await dialogOf(app).getByText('0 of 1 page').waitFor();
      await site.host.background.settle();
      await dialogOf(app).getByText('Scan finished').waitFor();
    },
  },
];

testPlaces(
  places.map((place) => ({ ...place, path })),
  async (site) => {
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
  },
);

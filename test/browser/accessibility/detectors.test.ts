import type { Frame } from 'playwright-core';
import { DEMO_SPACES } from '../../../local/demo';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { aPage } from '../../support/wiki-pages';

const path = '/detectors';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const SCHEME = 'Spaces of the engineering department and its suppliers';
const NAME = 'Code of a project of the engineering spaces';

const walk = withPlaces(async (site) => {
  await aPage(site, {
    spaceId: DEMO_SPACES.OPEN,
    text: 'The social security number of the project lead is 536-22-8731.',
  });
  await site.admin('createDetector', {
    rev: 0,
    name: NAME,
    category: 'pii',
    severity: 'medium',
    pattern: 'PRJ-[0-9]{6}',
    samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
  });
  const scheme = {
    name: SCHEME,
    regions: ['US', 'GB', 'DE', 'FR'],
    minConfidence: 0.7,
    detectors: { 'us-ssn': { enabled: false } },
  };
  const { value } = await site.admin('createDetectorScheme', { rev: 1, ...scheme });
  const { schemeId } = value;
  await site.admin('changeSpaceDetection', { rev: 2, spaceId: DEMO_SPACES.ENG, schemeId });
});

const openTab = (app: Frame, name: string) => app.getByRole('tab', { name, exact: true }).click();

async function act(app: Frame, name: string, action: string): Promise<void> {
  await app.getByLabel('Search detectors').fill(name);
  await press(app, `Actions for ${name}`);
  await app.getByRole('menuitem', { name: action, exact: true }).click();
  await dialogOf(app).waitFor();
}

async function close(app: Frame, ...buttons: readonly string[]): Promise<void> {
  for (const name of buttons) await dialogOf(app).getByRole('button', { name, exact: true }).click();
  await dialogOf(app).waitFor({ state: 'detached' });
}

it('the catalog of detectors is accessible, without a match, within a scheme and with test results', async () => {
  const { app, check } = await walk({ path });
  await app.getByRole('heading', { name: 'Catalog' }).waitFor();
  await check('detectors');
  await app.getByLabel('Search detectors').fill('no such detector');
  await app.getByText('No matching detectors').waitFor();
  await check('detectors-no-match');
  await app.getByLabel('Search detectors').fill('');
  await openTab(app, 'Custom detectors');
  await app.getByText('PRJ-[0-9]{6}').waitFor();
  await check('detectors-custom');
  await openTab(app, 'Test bench');
  await app.getByLabel('Text', { exact: true }).fill('Social security number 536-90-4399 of PRJ-123456');
  await press(app, 'Test detectors');
  await app.getByText('2 findings').waitFor();
  await check('detectors-bench');
  await openTab(app, 'Schemes');
  await app.getByRole('button', { name: `View detectors in ${SCHEME}` }).waitFor();
  await check('detectors-schemes');
  await press(app, `View detectors in ${SCHEME}`);
  await app.getByLabel('Status').selectOption('Changed');
  await app.getByText('Changed by scheme').waitFor();
  await check('detectors-in-scheme');
});

itSlow('the dialogs of detectors are accessible, with their errors and conflicts', async () => {
  const { app, site, check } = await walk({ path });
  await openTab(app, 'Scan settings');
  await check('detectors-settings');
  await press(app, 'Edit scan settings');
  await dialogOf(app).waitFor();
  await check('detectors-site');
  await dialogOf(app).getByLabel('Scan the text of attached files').check();
  await dialogOf(app)
    .getByText(/^The first scan downloads about/)
    .waitFor();
  await check('detectors-site-files');
  await close(app, 'Cancel', 'Discard');
  await openTab(app, 'Catalog');

  await act(app, 'US Social Security number', 'Edit settings');
  await dialogOf(app).getByLabel('Status').selectOption('off');
  await press(app, 'Preview changes');
  await dialogOf(app).getByText('1 finding would disappear').first().waitFor();
  await dialogOf(app).getByText('Examples (1)').click();
  await check('detectors-preview');
  await dialogOf(app).getByLabel('Status').selectOption('default');
  await dialogOf(app).getByText('The form has changed since this preview').waitFor();

  const { value } = await site.admin('getDetection', {});
  const changes = { severity: 'low' };
  await site.admin('changeDetector', { rev: value.rev, detectorId: 'us-ssn', changes }, 'admin2@example.com');
  await dialogOf(app).getByLabel('Status').selectOption('off');
  await dialogOf(app).getByRole('button', { name: 'Save' }).click();
  await dialogOf(app).getByText('Another admin changed').waitFor();
  await check('detectors-settings-conflict');
  await close(app, 'Cancel', 'Discard');

  await openTab(app, 'Custom detectors');
  await press(app, 'Create custom detector');
  await dialogOf(app).getByRole('button', { name: 'Create custom detector' }).click();
  await dialogOf(app).getByText('Enter a value.').first().waitFor();
  await check('detectors-custom-errors');
  await close(app, 'Cancel');
  await openTab(app, 'Catalog');
  await act(app, NAME, 'Edit definition');
  await check('detectors-custom-edit');
  await close(app, 'Cancel');
  await act(app, NAME, 'Remove');
  await check('detectors-custom-remove');
});

itSlow('the dialogs of detector schemes are accessible', async () => {
  const { app, check } = await walk({ path });
  await openTab(app, 'Schemes');
  await press(app, 'Create detector scheme');
  await dialogOf(app).getByLabel('Scheme regions').check();
  await dialogOf(app).getByRole('button', { name: 'Create detector scheme' }).click();
  await dialogOf(app).getByText('Enter a name.').waitFor();
  await check('detectors-scheme-errors');
  await close(app, 'Cancel', 'Discard');
  await press(app, `Remove ${SCHEME}`);
  await dialogOf(app).getByRole('listitem').filter({ hasText: 'Engineering' }).waitFor();
  await check('detectors-scheme-remove');
  await close(app, 'Cancel');

  await press(app, `Edit ${SCHEME}`);
  await dialogOf(app).getByLabel('Minimum confidence').fill('0.6');
  await dialogOf(app).getByRole('button', { name: 'Save' }).click();
  await app.getByText('Some pages are outdated').waitFor();
  await check('detectors-outdated', 'main');
});

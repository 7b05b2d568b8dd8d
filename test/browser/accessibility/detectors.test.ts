import type { Frame } from 'playwright-core';
import { DEMO_SPACES } from '../../../local/demo';
import { type Place, testPlaces } from '../../support/places';

const path = '/detectors';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const SCHEME = 'Spaces of the engineering department and its suppliers';
const NAME = 'Code of a project of the engineering spaces';

async function act(app: Frame, name: string, action: string): Promise<void> {
  await app.getByLabel('Search detectors').fill(name);
  await press(app, `Actions for ${name}`);
  await app.getByRole('menuitem', { name: action, exact: true }).click();
  await dialogOf(app).waitFor();
}

const places: readonly Omit<Place, 'path'>[] = [
  { name: 'detectors', open: async (app) => app.getByRole('heading', { name: 'Catalogue' }).waitFor() },
  {
    name: 'detectors-no-match',
    open: async (app) => {
      await app.getByLabel('Search detectors').fill('no such detector');
      await app.getByText('No matching detectors').waitFor();
    },
  },
  {
    name: 'detectors-site',
    open: async (app) => {
      await press(app, 'Edit scan settings');
      await dialogOf(app).waitFor();
    },
  },
  {
    name: 'detectors-settings-conflict',
    open: async (app, _page, site) => {
      await act(app, 'US Social Security number', 'Edit settings');
      const { value } = await site.admin('getDetection', {});
      const changes = { severity: value.detectors['us-ssn'] === undefined ? 'low' : null };
      await site.admin('changeDetector', { rev: value.rev, detectorId: 'us-ssn', changes }, 'admin2@example.com');
      await dialogOf(app).getByLabel('Status').selectOption('off');
      await dialogOf(app).getByRole('button', { name: 'Save' }).click();
      await dialogOf(app).getByText('Another admin changed').waitFor();
    },
  },
  {
    name: 'detectors-custom-errors',
    open: async (app) => {
      await press(app, 'Create custom detector');
      await dialogOf(app).getByRole('button', { name: 'Create custom detector' }).click();
      await dialogOf(app).getByText('Enter a value.').first().waitFor();
    },
  },
  { name: 'detectors-custom-edit', open: (app) => act(app, NAME, 'Edit definition') },
  { name: 'detectors-custom-remove', open: (app) => act(app, NAME, 'Remove') },
  {
    name: 'detectors-in-scheme',
    open: async (app) => {
      await press(app, `View detectors in ${SCHEME}`);
      await app.getByLabel('Status').selectOption('Changed');
      await app.getByText('Changed by scheme').waitFor();
      await app.getByRole('rowheader', { name: 'Engineering ENG' }).waitFor();
    },
  },
  {
    name: 'detectors-scheme-errors',
    open: async (app) => {
      await press(app, 'Create detector scheme');
      await dialogOf(app).getByLabel('Scheme regions').check();
      await dialogOf(app).getByRole('button', { name: 'Create detector scheme' }).click();
      await dialogOf(app).getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'detectors-scheme-remove',
    open: async (app) => {
      await press(app, `Remove ${SCHEME}`);
      await dialogOf(app).getByRole('listitem').filter({ hasText: 'Engineering' }).waitFor();
    },
  },
  {
    name: 'detectors-outdated',
    open: async (app) => {
      await press(app, `Edit ${SCHEME}`);
      const threshold = dialogOf(app).getByLabel('Minimum confidence');
      await threshold.fill((await threshold.inputValue()) === '0.7' ? '0.6' : '0.7');
      await dialogOf(app).getByRole('button', { name: 'Save' }).click();
      await app.getByText('Some pages are outdated').waitFor();
    },
  },
  {
    name: 'detectors-bench',
    open: async (app) => {
      await app.getByLabel('Text', { exact: true }).fill('Social security number 536-90-4399 of PRJ-123456');
      await press(app, 'Test detectors');
      await app.getByText('2 findings').waitFor();
    },
  },
];

testPlaces(
  places.map((place) => ({ ...place, path })),
  async (site) => {
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
  },
);

import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { anExclusion, storeExclusions } from '../../support/exclusions';
import { levelNamed } from '../../support/levels';
import { type Place, testPlaces } from '../../support/places';

const path = '/exclusions';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const isListed = (app: Frame) => app.getByText('1–6 of 6').waitFor();

const places: readonly Omit<Place, 'path'>[] = [
  {
    name: 'exclusions',
    open: async (app) => {
      await isListed(app);
      await app
        .getByRole('button', { name: /^Count: / })
        .first()
        .click();
      await app.getByText('0 findings').waitFor();
    },
  },
  {
    name: 'exclusions-no-match',
    open: async (app) => {
      await isListed(app);
      await app.getByLabel('Search exclusions').fill('nothing like it');
      await app.getByRole('heading', { name: 'No matching exclusions' }).waitFor();
    },
  },
  {
    name: 'exclusions-remove',
    open: async (app) => {
      await isListed(app);
      await app
        .getByRole('button', { name: /^Remove: / })
        .first()
        .click();
      await dialogOf(app).getByText('No findings will become open.').waitFor();
    },
  },
  {
    name: 'exclusions-add',
    open: async (app) => {
      await isListed(app);
      await press(app, 'Add exclusion');
      await dialogOf(app).getByLabel('Findings in a location').check();
      await dialogOf(app).getByLabel('Text type').selectOption('Code');
      await dialogOf(app).getByLabel('Scope').selectOption('One space');
      await dialogOf(app).getByText('Engineering').first().click();
      await dialogOf(app).getByRole('button', { name: 'Preview' }).click();
      await dialogOf(app)
        .getByText(/^This excludes/)
        .waitFor();
    },
  },
  {
    name: 'exclusions-add-refused',
    open: async (app) => {
      await isListed(app);
      await press(app, 'Add exclusion');
      await dialogOf(app).getByLabel('Scope').selectOption('One page');
      await dialogOf(app).getByRole('button', { name: 'Add exclusion' }).click();
      await dialogOf(app).getByText('Choose an option.').waitFor();
    },
  },
];

testPlaces(
  places.map((place) => ({ ...place, path })),
  (site) =>
    storeExclusions(
      site,
      anExclusion({ exclusionId: crypto.randomUUID() }),
      anExclusion({
        exclusionId: crypto.randomUUID(),
        match: { by: 'fingerprint', fingerprints: ['fingerprint-of-one-value', 'fingerprint-of-another'] },
        scope: { of: 'page', pageId: DEMO_PAGES.engHome },
        reason: 'Numbers of the test system, which nobody can use for anything. '.repeat(5).trim(),
      }),
      anExclusion({
        exclusionId: crypto.randomUUID(),
        match: { by: 'pattern', pattern: `^4000${'[0-9]'.repeat(40)}`, detectorId: 'card-pan' },
        scope: { of: 'space', spaceId: DEMO_SPACES.ENG },
        expiresAt: '2099-01-31T00:00:00.000Z',
      }),
      anExclusion({
        exclusionId: crypto.randomUUID(),
        match: { by: 'domain', domain: 'example.com', hash: 'hash-of-the-domain' },
        scope: { of: 'label', label: 'public-docs' },
        expiresAt: '2026-01-31T00:00:00.000Z',
      }),
      anExclusion({
        exclusionId: crypto.randomUUID(),
        match: { by: 'location', field: 'body', kind: 'code' },
        scope: { of: 'level', levelId: levelNamed(site, 'Public').levelId },
      }),
      anExclusion({ exclusionId: crypto.randomUUID(), scope: { of: 'page', pageId: '999' } }),
    ),
);

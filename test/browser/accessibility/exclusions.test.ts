import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { anExclusion, storeExclusions } from '../../support/exclusions';
import { levelNamed } from '../../support/levels';
import { withPlaces } from '../../support/places';

const walk = withPlaces((site) =>
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

it('the Exclusions page and its dialogs are accessible', async () => {
  const { app, check } = await walk({ path: '/exclusions' });
  const dialog = app.getByRole('dialog');
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await app.getByText('1–6 of 6').waitFor();
  await app.getByText('0 findings').first().waitFor();
  await check('exclusions');

  await app
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click();
  await dialog.getByText(/^No stored finding/).waitFor();
  await check('exclusions-remove');
  await submit('Cancel');
  await dialog.waitFor({ state: 'detached' });

  await app.getByRole('button', { name: 'Add exclusion', exact: true }).click();
  await dialog.getByLabel('Scope').selectOption('One page');
  await submit('Add exclusion');
  await dialog.getByText('Choose an option.').waitFor();
  await check('exclusions-add-refused');
  await dialog.getByLabel('Findings in a location').check();
  await dialog.getByLabel('Text type').selectOption('Code');
  await dialog.getByLabel('Scope').selectOption('One space');
  await dialog.getByText('Engineering').first().click();
  await submit('Preview');
  await dialog.getByText(/^No stored finding/).waitFor();
  await check('exclusions-add');
  await submit('Cancel');
  await submit('Discard');
  await dialog.waitFor({ state: 'detached' });

  await app.getByLabel('Search exclusions').fill('nothing like it');
  await app.getByRole('heading', { name: 'No matching exclusions' }).waitFor();
  await check('exclusions-no-match');
});

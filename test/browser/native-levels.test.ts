import { withPlaces } from '../support/places';

/** Atlassian's own levels on the page of the levels, on the production build. */

const walk = withPlaces(({ host }) => {
  host.assumptions.add('native-levels');
  return Promise.resolve();
});

it('the page Levels proposes the levels with the same name, links and creates levels, and turns following on', async () => {
  const { app, check } = await walk({ path: '/levels' });
  const section = app.getByRole('region', { name: 'Atlassian’s own levels' });
  const selected = (name: string) =>
    section.getByRole('combobox', { name: `Level for Atlassian’s level ${name}`, exact: true });
  await section.getByText('Link a level first.').waitFor();
  expect(await selected('Internal').locator('option:checked').textContent()).toBe('Internal');
  await selected('Confidential').selectOption({ label: 'Create “Confidential”' });
  await check('native-levels-links', 'section:has(> header > #native-levels)');
  await section.getByRole('button', { name: 'Save links' }).click();
  await app.getByRole('heading', { name: 'Confidential', exact: true }).waitFor();
  await selected('Confidential')
    .locator('option:checked', { hasText: /^Confidential$/ })
    .waitFor({ state: 'attached' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('button', { name: 'Turn off' }).waitFor();
  await section.getByText(/^Comparison started/).waitFor();
  await section.getByRole('radio', { name: 'Only Atlassian’s' }).click();
  await section.getByRole('radio', { name: 'Only Atlassian’s', checked: true }).waitFor();
  await check('native-levels-following', 'section:has(> header > #native-levels)');
});

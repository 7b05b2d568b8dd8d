import type { Frame } from 'playwright-core';
import { choose } from '../../support/keys-page';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';

const walk = withPlaces(async (site) => {
  await site.createKey({ name: 'Publish rule', classificationScope: 'write', spaceLimit: ['ENG'] });
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await site.createKey({ name: 'Soon gone', expiresOn: soon, classificationScope: 'read' });
  const { keyId } = await site.createKey({ name: 'Gone', classificationScope: 'read' });
  await site.admin('revokeKey', { keyId });
  await site.createKey({ name: 'To rotate' });
  const rotating = await site.createKey({
    name: 'Rotating',
    levelLimit: ['unclassified'],
    spaceLimit: ['ENG', 'HR'],
  });
  const expiresOn = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await site.admin('rotateKey', { keyId: rotating.keyId, rev: 1, expiresOn, grace: '7d' });
  await site.rest('GET', '/v1/page-level/by-page/999999', { key: rotating.key });
  await site.rest('GET', '/v1/page-level/by-page/abc', { key: rotating.key });
});

const dialogOf = (app: Frame) => app.getByRole('dialog');
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
async function cancel(app: Frame): Promise<void> {
  await submit(app, 'Cancel');
  await dialogOf(app).waitFor({ state: 'detached' });
}

it('the list of keys and a new key are accessible', async () => {
  const { app, page, check } = await walk({ path: '/keys' });
  await check('keys');
  await app.getByRole('button', { name: 'Actions for Publish rule' }).click();
  await app.getByRole('menu').waitFor();
  await check('menu');
  await page.keyboard.press('Escape');

  await app.getByRole('button', { name: 'Create key' }).click();
  await dialogOf(app).getByText('Manage levels', { exact: true }).click();
  await dialogOf(app).getByText('Only these levels').click();
  await dialogOf(app).getByText('Only these spaces').click();
  await dialogOf(app)
    .getByRole('checkbox', { name: /Engineering/ })
    .check();
  await submit(app, 'Create key');
  await dialogOf(app).getByText('Enter a name.').waitFor();
  await check('create');
  await dialogOf(app).getByText('All levels, also future ones').click();
  await dialogOf(app).getByText('All spaces, also future ones').click();
  await dialogOf(app).getByLabel('Name').fill('Another');
  await submit(app, 'Create key');
  await app.getByLabel('Try it with curl').waitFor();
  await check('created');
});

itSlow('the dialogs of a key are accessible', async () => {
  const { app, check } = await walk({ path: '/keys' });
  await choose(app, 'Revoke', 'Publish rule');
  await dialogOf(app).waitFor();
  await check('revoke');
  await cancel(app);

  await choose(app, 'Rotate', 'Publish rule');
  await app.getByLabel('None').check();
  await app.getByLabel('Expiry date of the new key').fill('2001-01-01');
  await submit(app, 'Rotate key');
  await app.getByText('Choose a date 1 to 365 days from today.').waitFor();
  await check('rotate');
  await submit(app, 'Cancel');
  await submit(app, 'Discard');
  await dialogOf(app).waitFor({ state: 'detached' });

  await app.getByRole('button', { name: 'Rotating', exact: true }).last().click();
  await dialogOf(app).getByText('PAGE_NOT_FOUND').scrollIntoViewIfNeeded();
  await check('details');
});

itSlow('the dialogs of a key that another admin created are accessible', async () => {
  const { app, check } = await walk({ path: '/keys', as: 'admin2@example.com' });
  await choose(app, 'Edit', 'Publish rule');
  await dialogOf(app).waitFor();
  await check('edit');
  await cancel(app);
  await choose(app, 'Rotate', 'Publish rule');
  await app.getByText('create your own key').waitFor();
  await check('rotate-not-creator');
});

itSlow('the page for a user who is not a site admin is accessible', async () => {
  const { check } = await walk({ path: '/keys', as: 'editor@example.com' });
  await check('not-admin');
});

describe('a site without keys', () => {
  const walkEmpty = withPlaces(() => Promise.resolve());

  it('has an accessible empty list', async () => {
    const { check } = await walkEmpty({ path: '/keys' });
    await check('keys-empty');
  });
});

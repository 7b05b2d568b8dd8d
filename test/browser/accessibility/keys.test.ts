import { choose } from '../../support/keys-page';
import { type Place, testPlaces } from '../../support/places';

const places: readonly Place[] = [
  { name: 'keys' },
  { name: 'not-admin', as: 'editor@example.com' },
  {
    name: 'create',
    open: async (app) => {
      await app.getByRole('button', { name: 'Create key' }).click();
      const dialog = app.getByRole('dialog');
      await dialog.getByText('Level management').click();
      await dialog.getByText('Pages with specific levels').click();
      await dialog.getByText('Specific spaces').click();
      await dialog.getByRole('checkbox', { name: /Engineering/ }).check();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'created',
    open: async (app) => {
      await app.getByRole('button', { name: 'Create key' }).click();
      await app.getByRole('dialog').getByLabel('Name').fill('Another');
      await app.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await app.getByLabel('Try it with curl').waitFor();
    },
  },
  {
    name: 'edit',
    open: async (app) => {
      await choose(app, 'Edit', 'Publish rule');
      await app.getByRole('dialog').waitFor();
    },
    as: 'admin2@example.com',
  },
  {
    name: 'revoke',
    open: async (app) => {
      await choose(app, 'Revoke', 'Publish rule');
      await app.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'menu',
    open: async (app) => {
      await app.getByRole('button', { name: 'Actions for Publish rule' }).click();
      await app.getByRole('menu').waitFor();
    },
  },
  {
    name: 'rotate',
    open: async (app) => {
      await choose(app, 'Rotate', 'Publish rule');
      await app.getByLabel('None').check();
      await app.getByLabel('Expiry date of the new key').fill('2001-01-01');
      await app.getByRole('button', { name: 'Rotate key' }).click();
      await app.getByText('Choose a date 1 to 365 days from today.').waitFor();
    },
  },
  {
    name: 'rotate-not-creator',
    open: async (app) => {
      await choose(app, 'Rotate', 'Publish rule');
      await app.getByText('create your own key').waitFor();
    },
    as: 'admin2@example.com',
  },
  {
    name: 'rotated',
    open: async (app) => {
      await app.getByRole('button', { name: 'Actions for To rotate' }).first().click();
      await app.getByRole('menuitem', { name: 'Rotate' }).click();
      await app.getByRole('button', { name: 'Rotate key' }).click();
      await app.getByLabel('Try it with curl').waitFor();
    },
  },
  {
    name: 'details',
    open: async (app) => {
      await app.getByRole('button', { name: 'Rotating', exact: true }).last().click();
      await app.getByRole('dialog').getByText('PAGE_NOT_FOUND').scrollIntoViewIfNeeded();
    },
  },
];

describe('a site with keys', () => {
  testPlaces(places, async (site) => {
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
});

describe('a site without keys', () => {
  testPlaces([{ name: 'keys-empty' }], () => Promise.resolve());
});

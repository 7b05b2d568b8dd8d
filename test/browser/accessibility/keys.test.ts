import { type Place, testPlaces } from '../../support/places';

const places: readonly Place[] = [
  { name: 'keys' },
  { name: 'not-admin', as: 'editor@example.com' },
  {
    name: 'create',
    open: async (app) => {
      await app.getByRole('button', { name: 'Create key' }).click();
      const dialog = app.getByRole('dialog');
      await dialog.getByText('Level administration').click();
      await dialog.getByText('Only pages with these levels').click();
      await dialog.getByText('Only these spaces').click();
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
      await app.getByRole('button', { name: 'Edit Publish rule' }).click();
      await app.getByRole('dialog').waitFor();
    },
    as: 'admin2@example.com',
  },
  {
    name: 'revoke',
    open: async (app) => {
      await app.getByRole('button', { name: 'Revoke Publish rule' }).click();
      await app.getByRole('dialog').waitFor();
    },
  },
];

testPlaces(places, async (site) => {
  await site.createKey({ name: 'Publish rule', classificationScope: 'write', spaceLimit: ['ENG'] });
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await site.createKey({ name: 'Soon gone', expiresOn: soon, classificationScope: 'read' });
  const { keyId } = await site.createKey({ name: 'Gone', classificationScope: 'read' });
  await site.admin('revokeKey', { keyId });
});

import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { goTo } from '../support/admin-navigation';
import { storePageExposure, storeSpaceExposure } from '../support/exposure';
import { levelNamed } from '../support/levels';
import { withPlaces } from '../support/places';
import { stopScans } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';

/** The page *Exposure*, on the production build. */

const { ENG } = DEMO_SPACES;

const walk = withPlaces(async (site) => {
  await stopScans(site);
  const { levelId } = levelNamed(site, 'Restricted');
  const pageIds = [DEMO_PAGES.runbooks, await aPage(site)];
  for (const pageId of pageIds) {
    await storeLevel(site, pageId, levelId, ENG);
    await storePageExposure(site, pageId, levelId);
  }
  await storeSpaceExposure(site, ENG, { anonymous: true, loggedIn: true, people: 4 });
});

it('an admin sees the pages over their rule with their cause, filters them, adds and ends an exception, and allows a group', async () => {
  const { app, page, check } = await walk({ path: '/exposure' });
  await app.getByText('The space lets in anyone on the internet.').waitFor();
  await app.getByText('Public links are not visible to apps.').first().waitFor();
  await check('exposure');
  await app.getByRole('button', { name: 'Actions for Runbooks' }).click();
  await app.getByRole('menuitem', { name: 'Add exception' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add exception' }).click();
  await dialog.getByText('Choose a day.').waitFor();
  await check('exposure-exception');
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Until').fill(inAMonth);
  await dialog.getByLabel('Reason').fill('Until the move.');
  await dialog.getByRole('button', { name: 'Add exception' }).click();
  await app.getByRole('button', { name: 'End exception: Runbooks' }).click();
  await app.getByText('No exceptions.').waitFor();
  await app.getByLabel('Reason').selectOption('guests');
  await app.getByText('No pages match').waitFor();
  await page.waitForURL((url) => url.search === '?reason=guests');

  await goTo(app, 'Policy', 'Rules');
  await app.getByRole('button', { name: 'Edit exposure rules' }).click();
  await app.getByLabel('Search groups: Restricted', { exact: true }).fill('ENGIN');
  await dialog.getByRole('checkbox', { name: 'engineering' }).click();
  await dialog.getByRole('button', { name: 'Remove engineering: Restricted' }).waitFor();
  await check('exposure-rules');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await app.getByText(/only members of 1 chosen group/).waitFor();
});

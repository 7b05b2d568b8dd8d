import { DEMO_PAGES } from '../../local/demo';
import { accessibilityProblems, capture, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { type LevelName, levelNamed } from '../support/levels';
import { tooWide } from '../support/places';

/** What a key has changed is undone from its details: seen first, then done, and told. */

let site: ServedSite;
const visit = withFreshSite((fresh) => (site = fresh));

const PAGES = [DEMO_PAGES.payroll, DEMO_PAGES.officeGuide];

async function setLevels(key: string, name: LevelName, pages: readonly string[] = PAGES): Promise<void> {
  const { levelId } = levelNamed(site, name);
  for (const pageId of pages) {
    const { status } = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    expect(status).toBe(201);
  }
}

const levelsNow = (key: string) =>
  Promise.all(
    PAGES.map(async (pageId) => {
      const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
      return body.levelName ?? body.code;
    }),
  );

it('shows what it comes to, does it, and says what became of the pages', async () => {
  const { key: other } = await site.createKey({ name: 'Other' });
  const { key } = await site.createKey({ name: 'Rule' });
  await setLevels(key, 'Public');
  await setLevels(other, 'Restricted', PAGES.slice(1));
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Rule', exact: true }).click();
  await app.getByRole('button', { name: 'Revert changes…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Revert changes made by Rule' });
  expect(await accessibilityProblems(app)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Preparing preview').waitFor();
  await site.host.background.settle();
  await dialog.getByText('1 page gets its previous level back.').waitFor();
  await dialog.getByText('1 page is skipped').waitFor();
  expect(await accessibilityProblems(app)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await tooWide(app)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await capture(page, 'keys-revert-preview');
  expect(await levelsNow(other)).toEqual(['Public', 'Restricted']);

  await dialog.getByRole('button', { name: 'Revert 1 page' }).click();
  await dialog.getByText('You can close this dialog.').waitFor();
  await site.host.background.settle();
  await dialog.getByText('Changes reverted').waitFor();
  expect(await levelsNow(other)).toEqual(['PAGE_NOT_CLASSIFIED', 'Restricted']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('can be stopped, taken from a moment on, and finds nothing where there is nothing', async () => {
  const { key } = await site.createKey({ name: 'Rule' });
  await setLevels(key, 'Public');
  const { app } = await visit();
  await app.getByRole('button', { name: 'Rule', exact: true }).click();
  await app.getByRole('button', { name: 'Revert changes…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Revert changes made by Rule' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('Revert stopped').waitFor();
  expect(await dialog.getByRole('button', { name: 'Revert 0 pages' }).isDisabled()).toBe(true);

  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('Changes since a date and time').check();
  expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Since', { exact: true }).fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Preparing preview').waitFor();
  await site.host.background.settle();
  await dialog.getByText('This key didn’t change the level of any page in that time.').waitFor();
});

it('says where it cannot be started, and starts once it can', async () => {
  const { key } = await site.createKey({ name: 'Rule' });
  await setLevels(key, 'Public');
  const { app } = await visit();
  await app.getByRole('button', { name: 'Rule', exact: true }).click();
  await app.getByRole('button', { name: 'Revert changes…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Revert changes made by Rule' });
  site.host.faults.add({ target: 'kvs', match: '/transaction', status: 500, times: 1 });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('alert', { name: 'We couldn’t revert the changes' }).waitFor();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Preparing preview').waitFor();
  await site.host.background.settle();
  await dialog.getByRole('button', { name: 'Revert 2 pages' }).waitFor();
});

it('takes another wish for another job, also where the answer to the first was lost', async () => {
  const { key } = await site.createKey({ name: 'Rule' });
  await setLevels(key, 'Public');
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Rule', exact: true }).click();
  await app.getByRole('button', { name: 'Revert changes…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Revert changes made by Rule' });
  // The job is made, and its answer never arrives.
  await page.route(
    '**/site/bridge/invoke',
    async (route) => {
      await route.fetch();
      await route.fulfill({ body: 'The connection broke.' });
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('alert', { name: 'We couldn’t revert the changes' }).waitFor();
  await dialog.getByLabel('Changes since a date and time').check();
  await dialog.getByLabel('Since', { exact: true }).fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Preparing preview').waitFor();
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EDITOR } from '../../local/demo';
import { goTo } from '../support/admin-navigation';
import { levelNamed } from '../support/levels';
import { withPlaces } from '../support/places';
import { stopScans } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';
import { done } from '../surfaces/surface-site';

/** The page *Reviews*, on the production build. */

const VERIFY = join(__dirname, '../../scripts/verify-evidence.mjs');
const pageIds: string[] = [];

const walk = withPlaces(async (site) => {
  await stopScans(site);
  for (let page = 0; page < 4; page += 1) {
    const pageId = await aPage(site, { by: EDITOR.email });
    await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId);
    pageIds.push(pageId);
  }
});

it('an admin counts pages, creates a campaign, sees answers, ends it, and gets evidence that an auditor can verify', async () => {
  const { app, page, site, check } = await walk({ path: '/reviews' });
  await app.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  await check('reviews-empty');
  await app.getByRole('button', { name: 'Create campaign' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Count pages' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Spring review');
  await dialog.getByRole('checkbox', { name: 'Public' }).click();
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Answer by').fill(inAMonth);
  await dialog.getByRole('button', { name: 'Count pages' }).click();
  await dialog.getByText('No page with a level matches.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Public' }).click();
  await dialog.getByRole('checkbox', { name: 'Restricted', exact: true }).click();
  await dialog.getByLabel('Search spaces').fill('ENG');
  await dialog.getByRole('checkbox', { name: /Engineering/ }).click();
  await dialog.getByRole('button', { name: 'Count pages' }).click();
  await dialog.getByText('4 pages will be reviewed').waitFor();
  await check('reviews-create');
  await dialog.getByRole('button', { name: 'Create with 4 pages' }).click();
  await app.getByText('0 of 4 pages confirmed').waitFor();

  const [, answered = '', passedOn = ''] = pageIds;
  for (const [pageId, answer] of [
    [answered, 'still-right'],
    [passedOn, 'not-mine'],
  ] as const)
    await done(site, 'answerReviews', { answer, pages: [{ pageId, revision: 1 }] }, {});
  await app.getByRole('link', { name: 'View review rules' }).click();
  await app.getByRole('link', { name: 'View campaigns' }).click();
  await app.getByText('1 of 4 pages confirmed').waitFor();
  await app.getByText('Restricted · in Engineering · reviewed by who created the page').waitFor();
  await check('reviews-open');

  await app.getByRole('button', { name: 'End campaign: Spring review' }).click();
  await dialog.getByText('1 of 4 pages are confirmed.').waitFor();
  await check('reviews-end');
  await dialog.getByRole('button', { name: 'End campaign' }).click();
  await app.getByText('No open campaigns.').waitFor();
  for (const format of ['JSON', 'CSV']) {
    const downloading = page.waitForEvent('download');
    await app.getByRole('button', { name: `Export ${format} evidence: Spring review` }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`evidence-Spring-review.${format.toLowerCase()}`);
    expect(spawnSync(process.execPath, [VERIFY, await file.path()]).status).toBe(0);
    await app.locator('.message').getByText('4 entries exported').waitFor();
    if (format === 'JSON') await check('reviews-exported');
    await app.getByRole('button', { name: 'Close' }).click();
  }

  await goTo(app, 'Policy', 'Rules');
  await app.getByRole('button', { name: 'Edit review rules' }).click();
  await dialog.getByLabel('Months between reviews').first().fill('12');
  await dialog.getByLabel('When a page is due').first().selectOption('notify');
  await check('review-rules');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await app.getByText('every 12 months, by the person who created the page, with a comment').waitFor();
});

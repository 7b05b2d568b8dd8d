import type { Frame } from 'playwright-core';
import { DEMO_GROUPS, DEMO_PAGES, DEMO_SPACES, SPACE_ADMIN, VIEWER } from '../../local/demo';
import type { ServedSite } from '../support/browser';
import { storeSpaceExposure } from '../support/exposure';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { checkFrame, frameIn, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { storeLevel } from '../support/wiki-pages';
import { settleSurfaces } from '../surfaces/surface-site';

/** The page of a space and its settings, on the production build, as a viewer and as an admin of the space. */

let site: ServedSite;
const open = withPageSurfaces(async (fresh) => {
  site = fresh;
  await storeLevel(site, DEMO_PAGES.architecture, levelNamed(site, 'Restricted').levelId);
  await storeLevel(site, DEMO_PAGES.engRestricted, levelNamed(site, 'Restricted').levelId);
  await storeFinding(site, DEMO_PAGES.architecture);
  await storeSpaceExposure(site, DEMO_SPACES.ENG, { groupIds: [DEMO_GROUPS.engineering.id] });
});

async function openModule(as: string, name: 'pages' | 'settings') {
  const visit = await open('ENG', { as });
  const links = visit.page.locator('#space-sidebar').getByRole('link', { name: 'Classification', exact: true });
  await (name === 'pages' ? links.first() : links.last()).click();
  return { ...visit, frame: await visit.frame('#app-page') };
}

it('a viewer sees the pages that they can view, and nothing of the whole space', async () => {
  const { frame } = await openModule(VIEWER.email, 'pages');
  const row = frame.getByRole('row').filter({ hasText: 'Restricted' }).filter({ hasNotText: 'Highly' });
  await row.getByRole('button', { name: /^1\./ }).click();
  await frame.getByRole('link', { name: 'Open Architecture notes' }).waitFor();
  expect(await frame.getByRole('heading', { name: 'Whole space' }).count()).toBe(0);
});

itSlow('the chosen level and gap survive a reload and Back, and unknown ones are ignored', async () => {
  const { frame, page } = await openModule(SPACE_ADMIN.email, 'pages');
  const shown = async (level: RegExp, gap: RegExp, within: Frame) => {
    await within
      .getByRole('combobox', { name: 'Level' })
      .locator('option:checked', { hasText: level })
      .waitFor({ state: 'attached' });
    await within
      .getByRole('combobox', { name: 'Gap' })
      .locator('option:checked', { hasText: gap })
      .waitFor({ state: 'attached' });
  };
  await shown(/^Restricted$/, /^Out of date$/, frame);
  const { pathname } = new URL(page.url());
  await frame
    .getByRole('row', { name: /Not classified/ })
    .first()
    .getByRole('button')
    .click();
  await frame.getByRole('combobox', { name: 'Gap' }).selectOption('Partly scanned');
  await page.waitForURL((url) => url.search === '?level=none&gap=partial');
  await page.reload();
  const again = await frameIn(page, '#app-page');
  await shown(/^Not classified$/, /^Partly scanned$/, again);
  await page.goBack();
  await shown(/^Restricted$/, /^Out of date$/, again);

  await page.goto(new URL(`${pathname}?level=constructor&gap=everything`, page.url()).href);
  await shown(/^Restricted$/, /^Out of date$/, await frameIn(page, '#app-page'));
});

it('a space admin sees findings, changes the rules of the space, and keeps their choices after a mistake', async () => {
  await settleSurfaces(site, {}, { delegated: ['defaultLevel', 'levels', 'lowering', 'off'] });
  const home = await openModule(SPACE_ADMIN.email, 'pages');
  await home.frame.getByRole('cell', { name: 'Email address' }).waitFor();
  // Confluence shows the person the name of the group, and its size.
  await home.frame.getByRole('row', { name: 'engineering 2' }).waitFor();
  await checkFrame(home.page, home.frame, 'space');

  const { frame, page } = await openModule(SPACE_ADMIN.email, 'settings');
  await frame.getByLabel('Only these levels').first().check();
  await frame.getByLabel('Public', { exact: true }).uncheck();
  await frame.getByLabel('Default level').selectOption({ label: 'Public' });
  await frame.getByRole('button', { name: 'Save' }).click();
  await frame.getByText('must be one of the allowed levels').waitFor();
  await frame.getByLabel('Default level').selectOption({ label: 'Internal' });
  await frame.getByRole('button', { name: 'Save' }).click();
  await frame.getByText('Settings saved.').waitFor();
  await checkFrame(page, frame, 'space-settings');
  const view = await site.surface('space-classification-settings', 'openSpaceSettings', {}, { spaceKey: 'ENG' });
  expect(view.value.current.defaultLevel).toEqual({ levelId: levelNamed(site, 'Internal').levelId });
});

import { DEMO_PAGES } from '../../local/demo';
import type { ServedSite } from '../support/browser';
import { changeLevels, levelNamed } from '../support/levels';
import { checkFrame, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { expectOk } from '../support/wiki-pages';
import { setLevel } from '../surfaces/surface-site';

/** The banner on pages whose level asks for one, on the production build. */

let site: ServedSite;
const open = withPageSurfaces(async (fresh) => {
  site = fresh;
  const { levelId } = levelNamed(site, 'Restricted');
  const banner = { text: 'Do not share this page.', contact: 'security@example.com' };
  await changeLevels(site, 'editLevel', { levelId, changes: { banner } });
  await setLevel(site, { pageId, level: { levelId } });
  const value = { title: 'Restricted', tooltip: '', icon: 'data:,', banner: 'true' };
  await expectOk(site.wiki('POST', `/api/v2/pages/${pageId}/properties`, { key: 'pgcls_level', value }));
});

const pageId = DEMO_PAGES.officeGuide;
const PAGE = `OPEN/pages/${pageId}`;

itSlow.each(['admin@example.com', 'viewer@example.com', 'unlicensed@example.com', 'anonymous'])(
  '%s sees the level, its text and its contact, and dismisses the banner',
  async (as) => {
    const { page, frame, invoked } = await open(PAGE, { as });
    const banner = await frame('#page-banner');
    const region = banner.getByRole('region', { name: 'Classification: Restricted' });
    await region.getByText('Do not share this page.').waitFor();
    await region.getByText('Questions? Contact security@example.com').waitFor();
    expect(invoked).toEqual(['openBanner']);
    await checkFrame(page, banner, 'banner');
    await region.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await page.locator('#page-banner').waitFor({ state: 'hidden' });
  },
);

it('a change of the level in the popup closes the banner, and opens it again', async () => {
  const { page, frame, popup: openPopup } = await open(PAGE);
  await (await frame('#page-banner')).getByText('Do not share this page.').waitFor();
  const popup = await openPopup();
  await popup.getByRole('radio', { name: /^Highly Restricted/ }).check();
  await popup.getByRole('button', { name: 'Set level' }).click();
  await page.locator('#page-banner').waitFor({ state: 'hidden' });
  await popup.getByRole('button', { name: 'Undo' }).click();
  await page.locator('#page-banner').waitFor({ state: 'visible' });
  await (await frame('#page-banner')).getByText('Do not share this page.').waitFor();
});

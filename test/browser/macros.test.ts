import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { type ServedSite, settleRedaction } from '../support/browser';
import { type LevelName, levelNamed } from '../support/levels';
import { checkFrame, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { aPage, expectOk } from '../support/wiki-pages';
import { setLevel, settleSurfaces } from '../surfaces/surface-site';

/** The macros on a page, the configuration of the report, and the menu of selected text, on the production build. */

let site: ServedSite;
let pageId: string;
const open = withPageSurfaces(async (fresh) => {
  site = fresh;
  const value =
    '<p>This page is <ac:structured-macro ac:name="level-macro"/></p><ac:structured-macro ac:name="report-macro"/>';
  const body = { representation: 'storage', value };
  const created = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: 'With macros', body };
  ({ id: pageId } = (await expectOk(site.wiki('POST', '/api/v2/pages', created))) as { id: string });
  await setTo(pageId, 'Internal');
});

const setTo = (id: string, name: LevelName) =>
  setLevel(site, { pageId: id, level: { levelId: levelNamed(site, name).levelId } });

it('the macro shows the level to everyone, and follows a change in the popup', async () => {
  const { page, frame, popup: openPopup } = await open(`OPEN/pages/${pageId}`);
  const macro = await frame('.macro.inline');
  await macro.getByText('Internal', { exact: true }).waitFor();
  await checkFrame(page, macro, 'level-macro');
  const popup = await openPopup();
  await popup.getByRole('radio', { name: /^Restricted/ }).check();
  await popup.getByRole('button', { name: 'Set level' }).click();
  await macro.getByText('Restricted', { exact: true }).waitFor();
  for (const as of [ADMIN.email, VIEWER.email, 'anonymous', 'unlicensed@example.com']) {
    const visit = await open(`OPEN/pages/${pageId}`, { as });
    await (await visit.frame('.macro.inline')).getByText('Restricted', { exact: true }).waitFor();
  }
});

it('a person whose consent is missing is asked for it in the popup, and the macro says so, because Confluence does not ask there', async () => {
  site.host.assumptions.add('no-consent-yet');
  const { page, frame } = await open(`OPEN/pages/${pageId}`, { as: VIEWER.email });
  const macro = await frame('.macro.inline');
  await macro.getByText('Select Allow access there').waitFor();
  await checkFrame(page, macro, 'level-macro-without-consent');
  await page.getByTestId('byline-forge-app-button').click();
  await page.locator('#byline-popup').getByRole('button', { name: 'Allow access' }).click();
  await (
    await frame('#byline-popup')
  )
    .getByText(/^(Internal|Restricted)$/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  await macro.getByRole('button', { name: 'Try again' }).click();
  await macro.getByText(/^(Internal|Restricted)$/).waitFor();
  site.host.assumptions.delete('no-consent-yet');
});

it('an editor sets up the report, and a viewer sees the pages that they can view', async () => {
  await setTo(DEMO_PAGES.travelPolicy, 'Restricted');
  const { page, frame } = await open(`OPEN/pages/${pageId}`);
  await (await frame('.macro.block')).getByText(/^This report has no pages/).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL(/edit-v2/);
  // With its frames, the script of the page has started.
  await frame('.macro.block');
  await page.getByRole('button', { name: 'Edit Classification report' }).click();
  const config = await frame('dialog.app-modal');
  await config.getByLabel('Pages of another space').check();
  await config.getByRole('button', { name: 'Save' }).click();
  await config.getByText('Enter the key of a space.').waitFor();
  await config.getByLabel('Space key').fill('NONE');
  await page.keyboard.press('Enter');
  await config.getByText('This space doesn’t exist, or you can’t view it.').waitFor();
  await checkFrame(page, config, 'report-config');
  await config.getByLabel('Space key').fill('OPEN');
  const reloaded = page.waitForEvent('load');
  await config.getByRole('button', { name: 'Save' }).click();
  await reloaded;

  const viewer = await open(`OPEN/pages/${pageId}`, { as: VIEWER.email });
  const report = await viewer.frame('.macro.block');
  const row = report.getByRole('row').filter({ has: report.getByRole('link', { name: 'Open Travel policy' }) });
  await row.getByText('Restricted', { exact: true }).waitFor();
  await checkFrame(viewer.page, report, 'report-macro');
  const opened = viewer.page.context().waitForEvent('page');
  await row.getByRole('link').press('Enter');
  await (await opened).waitForURL(`${site.url}/site/spaces/OPEN/pages/${DEMO_PAGES.travelPolicy}`);
});

describe('the menu of selected text', () => {
  const CARD = '4539 1488 0343 6467';
  /** Opens an action of the menu for the selected paragraph. */
  const openAction = async (action: string, paragraph: string, as = EDITOR.email) => {
    const id = await aPage(site, { text: `Card number: ${CARD}.</p><p>Only words.` });
    await site.host.background.settle();
    await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
    const visit = await open(`ENG/pages/${id}`, { as });
    await visit.page.getByText(paragraph).selectText();
    await visit.page.locator('#selection-menu').getByRole('button', { name: action }).click();
    return { ...visit, menu: await visit.frame('#selection-menu') };
  };

  itSlow.each([EDITOR, ADMIN])('lets $email mark the value as not sensitive, and undo that', async ({ email }) => {
    const { page, menu } = await openAction('Not sensitive', 'Card number', email);
    await menu.getByText('The selection has 1 value:').waitFor();
    expect(await menu.locator('body').textContent()).not.toContain('4539');
    await checkFrame(page, menu, 'selection-exclude');
    await menu.getByLabel('Reason').fill('A test card.');
    await menu.getByRole('button', { name: 'Mark as not sensitive' }).click();
    await menu.getByText('1 value marked as not sensitive here.').waitFor();
    await menu.getByRole('button', { name: 'Undo' }).press('Enter');
    await menu.getByText('Undone: the data counts as sensitive.').waitFor();
  });

  it('removes the value after a preview', async () => {
    const { page, menu } = await openAction('Redact', 'Card number');
    await menu.getByText('Preparing the preview').waitFor();
    await settleRedaction(site);
    await menu.getByText('1 place will be replaced with █████:').waitFor();
    await checkFrame(page, menu, 'selection-redact');
    await menu.getByRole('button', { name: 'Remove values' }).click();
    await settleRedaction(site);
    await menu.getByText('1 finding removed.').waitFor();
  });

  itSlow('says that a selection has no finding, and what to do', async () => {
    const { page, menu } = await openAction('Redact', 'Only words');
    await menu.getByText('The selection has no sensitive data that the last scan found.').waitFor();
    await checkFrame(page, menu, 'selection-none');
    await menu.getByRole('button', { name: 'Close' }).click();
    await page.locator('#selection-menu').waitFor({ state: 'hidden' });
  });
});

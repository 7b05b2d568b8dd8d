import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import { drawn, type ServedSite, settleRedaction } from '../support/browser';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { checkFrame, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { aPage } from '../support/wiki-pages';
import { popup as readPopup, setLevel, settleSurfaces } from '../surfaces/surface-site';

/**
 * The popup of the byline, on the production build. test/surfaces tests the rules, and static/surfaces/test the texts.
 */

let site: ServedSite;
const open = withPageSurfaces((fresh) => {
  site = fresh;
});

const pageId = DEMO_PAGES.officeGuide;
const PAGE = `OPEN/pages/${pageId}`;
const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const setTo = (name: LevelName, options: object = {}) =>
  setLevel(site, { pageId, level: { levelId: levelId(name) }, ...options });
const storedLevel = async () => (await readPopup(site, pageId)).level?.name;

const chipText = (page: Page) => page.getByTestId('byline-forge-app-button').textContent();
const shownName = (popup: Frame) => popup.locator('.level-name').textContent();
const choice = (popup: Frame, name: LevelName) =>
  popup.locator('.choice-button').filter({ hasText: new RegExp(`^${name}`) });
const press = (popup: Frame, name: string | RegExp) => popup.getByRole('button', { name, exact: true }).click();
const announced = (popup: Frame, text: string) => popup.getByRole('status').filter({ hasText: text }).waitFor();
/** The focus moves after the popup is drawn. */
const focused = async (popup: Frame) => {
  await drawn(popup);
  return popup.evaluate<string>(`document.activeElement?.textContent ?? ''`);
};

/** The next operation of a frame fails. */
const failOnce = (page: Page) => {
  const json = { ok: false, error: { code: 'CONFLUENCE_UNAVAILABLE', message: 'Confluence didn’t respond.' } };
  return page.route('**/site/bridge/invoke', (route) => route.fulfill({ json }), { times: 1 });
};

it('an editor raises the level with one key, sees it on the page at once, and undoes it', async () => {
  await setTo('Internal');
  const { page, popup: openPopup, invoked } = await open(PAGE);
  expect(invoked).toEqual([]);
  const popup = await openPopup();
  expect(invoked).toEqual(['openPopup']);
  expect(await shownName(popup)).toBe('Internal');
  await checkFrame(page, popup, 'popup-editor');

  await choice(popup, 'Restricted').focus();
  await page.keyboard.press('Enter');
  await announced(popup, 'Level set to Restricted.');
  expect(invoked).toEqual(['openPopup', 'setLevel']);
  expect(await focused(popup)).toContain('Restricted');
  expect(await chipText(page)).toBe('Restricted');
  expect(await storedLevel()).toBe('Restricted');
  expect(await popup.locator('.changes > li').first().textContent()).toMatch(/^Internal → Restricted\s*Carla Costa,/);
  await checkFrame(page, popup, 'popup-changed');

  await press(popup, 'Undo');
  await announced(popup, 'Undone: Internal.');
  expect(await chipText(page)).toBe('Internal');
  expect(await storedLevel()).toBe('Internal');
  expect(await focused(popup)).toContain('Restricted');
});

itSlow(
  'an admin sets a sub-level with the keyboard alone, and cannot lower it where the site forbids that',
  async () => {
    await settle(site, { lowering: 'forbidden' });
    await setTo('Internal');
    const { page, frame } = await open(PAGE, { as: ADMIN.email });
    await page.getByTestId('byline-forge-app-button').press('Enter');
    const popup = await frame('#byline-popup');
    await popup.getByText('Public', { exact: true }).waitFor();
    expect(await choice(popup, 'Public').getAttribute('aria-disabled')).toBe('true');
    // From the first choice to the sub-levels of the second one, which are closed.
    await choice(popup, 'Highly Restricted').focus();
    for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
    await announced(popup, 'Level set to Restricted / Finance.');
    await page.getByTestId('byline-forge-app-button').filter({ hasText: 'Restricted / Finance' }).waitFor();
    await checkFrame(page, popup, 'popup-admin');
    await page.keyboard.press('Escape');
    await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  },
);

itSlow('a double click changes the level once', async () => {
  const { popup: openPopup, invoked } = await open(PAGE);
  const popup = await openPopup();
  await choice(popup, 'Public').evaluate((button: { click(): void }) => {
    for (let clicks = 1; clicks <= 3; clicks += 1) button.click();
  });
  await announced(popup, 'Level set to Public.');
  expect(invoked).toEqual(['openPopup', 'setLevel']);
});

itSlow('lowering asks for a reason where the site requires one, and canceling returns to the level', async () => {
  await settle(site, { lowering: 'justified' });
  await setTo('Restricted');
  const { page, popup: openPopup, invoked } = await open(PAGE);
  const popup = await openPopup();
  await press(popup, /^Public/);
  await popup.getByRole('heading', { name: 'Lower the level to Public?' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await focused(popup)).toContain('Public');
  await press(popup, /^Public/);
  await press(popup, 'Lower level');
  await popup.getByText('Enter a reason.').waitFor();
  await checkFrame(page, popup, 'popup-lowering');
  expect(invoked).toEqual(['openPopup']);
  await popup.getByLabel('Reason').fill('It is on our website.');
  await press(popup, 'Lower level');
  await announced(popup, 'Level set to Public.');
  expect((await readPopup(site, pageId)).history[0]).toMatchObject({ reason: 'It is on our website.' });

  await press(popup, /^Not classified/);
  await popup.getByLabel('Reason').fill('Published.');
  await press(popup, 'Remove level');
  await announced(popup, 'Level Public removed.');
  expect(await shownName(popup)).toBe('Not classified');
  expect(await chipText(page)).toBe('Not classified');
});

it('a change of a colleague is shown and not overwritten, and the choice can be applied again', async () => {
  await setTo('Public');
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await setTo('Internal', { as: ADMIN.email });
  await press(popup, /^Restricted/);
  await popup.getByText(`${ADMIN.displayName} set Internal on `).waitFor();
  await popup.getByText('Your choice was not saved: Restricted.').waitFor();
  expect(await storedLevel()).toBe('Internal');
  await checkFrame(page, popup, 'popup-conflict');
  await press(popup, 'Set Restricted');
  await announced(popup, 'Level set to Restricted.');
  expect(await storedLevel()).toBe('Restricted');
});

itSlow('the popup opens the whole history in a dialog of the page', async () => {
  await setTo('Internal');
  const { popup: openPopup, frame } = await open(PAGE);
  await press(await openPopup(), 'Show all changes');
  await (await frame('dialog.app-modal')).getByText('Internal').first().waitFor();
});

it('a failed change shows the level from before, and can be retried', async () => {
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await failOnce(page);
  await press(popup, /^Public/);
  await popup.getByText('We couldn’t save the level').waitFor();
  expect(await shownName(popup)).toBe('Not classified');
  await press(popup, 'Try again');
  await announced(popup, 'Level set to Public.');
});

itSlow('a viewer sees the meaning of the level and why it cannot be changed', async () => {
  await setTo('Restricted');
  const { page, popup: openPopup } = await open(PAGE, { as: VIEWER.email });
  const popup = await openPopup();
  await popup.getByText('You can’t edit this page, so you can’t change its level.').waitFor();
  expect(await popup.locator('.choice-button').count()).toBe(0);
  expect(await popup.getByRole('heading', { name: 'Sensitive data' }).count()).toBe(0);
  await checkFrame(page, popup, 'popup-viewer');
});

itSlow.each(['anonymous', 'unlicensed@example.com'])('%s sees the level and nothing else', async (as) => {
  await setTo('Restricted');
  const { page, popup: openPopup, invoked } = await open(PAGE, { as });
  const popup = await openPopup();
  expect(await shownName(popup)).toBe('Restricted');
  expect(await popup.getByRole('button').count()).toBe(0);
  expect(await popup.getByRole('heading', { level: 2 }).allTextContents()).not.toContain('Recent changes');
  expect(invoked).toEqual(['openPopup']);
  await checkFrame(page, popup, 'popup-reader');
});

itSlow('the popup explains blog posts, and spaces in which classification is off', async () => {
  const post = await open(`OPEN/blog/${DEMO_PAGES.blogPost}`);
  await (await post.popup()).getByText('Blog posts are not classified.').waitFor();
  await settleSurfaces(site, { offSpaceIds: [DEMO_SPACES.OPEN] });
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await popup.getByText('Classification is off in this space.').waitFor();
  await checkFrame(page, popup, 'popup-off');
});

itSlow('a popup that cannot be loaded offers a retry', async () => {
  const { page, popup: openPopup } = await open(PAGE);
  await failOnce(page);
  const popup = await openPopup();
  await popup.getByText('We couldn’t load the classification').waitFor();
  await press(popup, 'Try again');
  await popup.getByRole('heading', { name: 'Set level' }).waitFor();
});

describe('sensitive data on the page', () => {
  const CARD = '4539 1488 0343 6467';
  let id: string;
  /** @param prepare runs after the scan of the page */
  const openPage = async (prepare = async () => {}) => {
    id = await aPage(site, { text: `Card number: ${CARD}.` });
    await site.host.background.settle();
    await prepare();
    await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
    const visit = await open(`ENG/pages/${id}`);
    const popup = await visit.popup();
    await popup.getByRole('heading', { name: 'Sensitive data' }).waitFor();
    return { ...visit, popup };
  };

  itSlow('is masked, and can be marked as not sensitive on this page, with an undo', async () => {
    const { page, popup } = await openPage();
    expect(await popup.locator('.excerpt').first().textContent()).toContain('••••');
    expect(await popup.locator('body').textContent()).not.toContain('4539');
    await checkFrame(page, popup, 'popup-evidence');
    await popup.getByRole('button', { name: /^Not sensitive:/ }).click();
    await press(popup, 'Mark as not sensitive');
    await popup.getByText('Enter a reason.').waitFor();
    await popup.getByLabel('Reason').fill('A test card.');
    await press(popup, 'Mark as not sensitive');
    await announced(popup, 'Marked as not sensitive.');
    await popup.getByText('No sensitive data found.').waitFor();
    await press(popup, 'Undo');
    await popup.locator('.excerpt').waitFor();
  });

  itSlow('sets the level that it requires with one click', async () => {
    const { popup } = await openPage(async () => {
      const { rev, regions, minConfidence, targets, triggers } = (await site.admin('getDetection', {})).value;
      const rules = [{ severity: 'low', levelId: levelId('Restricted') }];
      await site.admin('changeSiteDetection', { rev, regions, minConfidence, targets, triggers, rules });
    });
    await press(popup, 'Apply Restricted');
    await announced(popup, 'Level set to Restricted.');
    expect((await readPopup(site, id)).level?.name).toBe('Restricted');
    expect(await popup.getByRole('button', { name: 'Apply Restricted' }).count()).toBe(0);
  });

  it('shows its context, and can be removed after a preview, with the result and what remains', async () => {
    const { page, popup } = await openPage();
    await popup.getByRole('button', { name: /^Show context:/ }).click();
    await popup.getByText('Card number: ••••••••.').waitFor();
    expect(await focused(popup)).toBe('Card number: ••••••••.');
    await checkFrame(page, popup, 'popup-context');
    await popup.getByRole('button', { name: /^Remove from page:/ }).click();
    await popup.getByText('Preparing the preview').waitFor();
    await settleRedaction(site);
    await popup.getByText('1 place will be replaced with █████:').waitFor();
    await popup.getByText('You can’t undo this').waitFor();
    await checkFrame(page, popup, 'popup-remove');
    await press(popup, 'Remove from page');
    await settleRedaction(site);
    await announced(popup, '1 finding removed from the page.');
    await popup.getByText(/^Older versions of the page still contain the value/).waitFor();
    await checkFrame(page, popup, 'popup-removed');
    await press(popup, 'Done');
    await popup.getByText(/^No sensitive data found/).waitFor();
    expect(await popup.locator('.excerpt').count()).toBe(0);
  });

  itSlow('is no longer on the page after a reload that the result offers', async () => {
    const { page, popup } = await openPage();
    await popup.getByRole('button', { name: /^Remove from page:/ }).click();
    await popup.getByText('Preparing the preview').waitFor();
    await settleRedaction(site);
    await press(popup, 'Remove from page');
    await settleRedaction(site);
    const article = page.locator('article');
    expect(await article.textContent()).toContain(CARD);
    await press(popup, 'Reload page');
    await article.getByText('█████').waitFor();
    expect(await article.textContent()).not.toContain(CARD);
    expect(await page.locator('#byline-popup').isHidden()).toBe(true);
  });
});

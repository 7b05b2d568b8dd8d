import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { drawn, type ServedSite, settleRedaction } from '../support/browser';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { checkFrame, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { aBlogPost, aPage, attach } from '../support/wiki-pages';
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
/** The selected level, or the level of a person who cannot choose. */
const shownName = (popup: Frame) => popup.locator('.level-choice:has(:checked), .level-name').first().textContent();
const choice = (popup: Frame, name: LevelName | 'Not classified') =>
  popup.getByRole('radio', { name: new RegExp(`^${name}`) });
const set = async (popup: Frame, name: LevelName | 'Not classified') => {
  await choice(popup, name).check();
  await press(popup, 'Set level');
};
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

it('an editor raises the level with the arrow keys and one button, sees it on the page at once, and undoes it', async () => {
  await setTo('Internal');
  const { page, popup: openPopup, invoked } = await open(PAGE);
  expect(invoked).toEqual([]);
  const popup = await openPopup();
  expect(invoked).toEqual(['openPopup']);
  expect(await shownName(popup)).toBe('InternalCurrent');
  await checkFrame(page, popup, 'popup-editor');

  await choice(popup, 'Internal').focus();
  await page.keyboard.press('ArrowUp');
  expect(await shownName(popup)).toBe('Restricted');
  expect(invoked).toEqual(['openPopup']);
  await page.keyboard.press('Enter');
  await announced(popup, 'Level set to Restricted.');
  expect(invoked).toEqual(['openPopup', 'setLevel']);
  expect(await popup.locator(':focus').getAttribute('type')).toBe('radio');
  expect(await chipText(page)).toBe('Restricted');
  expect(await storedLevel()).toBe('Restricted');
  expect(await popup.locator('.changes > li').first().textContent()).toMatch(/^Internal → Restricted\s*Carla Costa,/);
  await checkFrame(page, popup, 'popup-changed');

  await press(popup, 'Undo');
  await announced(popup, 'Undone: Internal.');
  expect(await chipText(page)).toBe('Internal');
  expect(await storedLevel()).toBe('Internal');
  expect(await shownName(popup)).toBe('InternalCurrent');
});

itSlow(
  'an admin sets a sub-level with the keyboard alone, and cannot lower it where the site forbids that',
  async () => {
    await settle(site, { lowering: 'forbidden' });
    await setTo('Internal');
    const { page, frame } = await open(PAGE, { as: ADMIN.email });
    await page.getByTestId('byline-forge-app-button').press('Enter');
    const popup = await frame('#byline-popup');
    await popup.getByText(/The level is Internal, and levels can’t be lowered here/).waitFor();
    expect(await choice(popup, 'Public').count()).toBe(0);
    await choice(popup, 'Internal').focus();
    for (const key of ['ArrowUp', 'Tab', 'F', 'Tab', 'Enter']) await page.keyboard.press(key);
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
  await choice(popup, 'Public').check();
  await popup.getByRole('button', { name: 'Set level' }).evaluate((button: { click(): void }) => {
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
  await choice(popup, 'Public').check();
  await popup.getByText('This is less sensitive than Restricted.').waitFor();
  await press(popup, 'Cancel');
  expect(await shownName(popup)).toBe('RestrictedCurrent');
  await set(popup, 'Public');
  await popup.getByText('Enter a reason.').waitFor();
  await checkFrame(page, popup, 'popup-lowering');
  expect(invoked).toEqual(['openPopup']);
  await popup.getByLabel('Reason').fill('It is on our website.');
  await press(popup, 'Set level');
  await announced(popup, 'Level set to Public.');
  expect((await readPopup(site, pageId)).history[0]).toMatchObject({ reason: 'It is on our website.' });

  await choice(popup, 'Not classified').check();
  await popup.getByLabel('Reason').fill('Published.');
  await press(popup, 'Set level');
  await announced(popup, 'Level Public removed.');
  await popup.getByText('There is no level yet.').waitFor();
  expect(await chipText(page)).toBe('Not classified');
});

it('a change of a colleague is shown and not overwritten, and the choice can be applied again', async () => {
  await setTo('Public');
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await setTo('Internal', { as: ADMIN.email });
  await set(popup, 'Restricted');
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
  const popup = await openPopup();
  await popup.getByText('Recent changes').click();
  await press(popup, 'Show all changes');
  await (await frame('dialog.app-modal')).getByText('Internal').first().waitFor();
});

it('a failed change shows the level from before, and can be retried', async () => {
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await failOnce(page);
  await set(popup, 'Public');
  await popup.getByText('We couldn’t save the level').waitFor();
  await popup.getByText('Current', { exact: true }).waitFor({ state: 'detached' });
  await press(popup, 'Try again');
  await announced(popup, 'Level set to Public.');
});

itSlow('a viewer sees the meaning of the level and why it cannot be changed', async () => {
  await setTo('Restricted');
  const { page, popup: openPopup } = await open(PAGE, { as: VIEWER.email });
  const popup = await openPopup();
  await popup.getByText('You can’t edit this content, so you can’t change its level.').waitFor();
  expect(await popup.getByRole('radio').count()).toBe(0);
  expect(await popup.getByRole('heading', { name: 'Sensitive data' }).count()).toBe(0);
  await checkFrame(page, popup, 'popup-viewer');
});

itSlow.each(['anonymous', 'unlicensed@example.com'])('%s sees the level and nothing else', async (as) => {
  await setTo('Restricted');
  const { page, popup: openPopup, invoked } = await open(PAGE, { as });
  const popup = await openPopup();
  expect(await shownName(popup)).toBe('Restricted');
  expect(await popup.getByRole('button').count()).toBe(0);
  expect(await popup.getByText('Recent changes').count()).toBe(0);
  expect(invoked).toEqual(['openPopup']);
  await checkFrame(page, popup, 'popup-reader');
});

itSlow('the popup sets the level of a blog post, and explains spaces in which classification is off', async () => {
  const post = await open(`OPEN/blog/${DEMO_PAGES.blogPost}`, { as: ADMIN.email });
  const ofPost = await post.popup();
  await set(ofPost, 'Restricted');
  await announced(ofPost, 'Level set to Restricted.');
  expect(await chipText(post.page)).toBe('Restricted');
  await ofPost.getByText('May I share this?').click();
  await ofPost.getByText('Not available on blog posts.').waitFor();
  await checkFrame(post.page, ofPost, 'popup-blog-post');
  await settleSurfaces(site, { offSpaceIds: [DEMO_SPACES.OPEN] });
  const { page, popup: openPopup } = await open(PAGE);
  const popup = await openPopup();
  await popup.getByText('Classification is off in this space.').waitFor();
  await checkFrame(page, popup, 'popup-off');
});

it('choosing is in the first 500 px of the popup in every state, and ten findings fit into 640 px', async () => {
  const may = { peopleMayExclude: true, peopleMayRedact: true };
  const cards = Array.from({ length: 9 }, (_, index) => `<p>Card number: ${cardNumber(index)}.</p>`);
  const ten = await aPage(site, { text: `${cards.join('')}<p>Mail: jane.doe@acme-corp.com</p>` });
  const empty = await aPage(site);
  const level = await aPage(site);
  const proposed = await aPage(site);
  await site.host.background.settle();
  const { rev, regions, minConfidence, targets, triggers } = (await site.admin('getDetection', {})).value;
  const rules = [{ severity: 'low', levelId: levelId('Restricted') }];
  await site.admin('changeSiteDetection', { rev, regions, minConfidence, targets, triggers, rules });
  const highest = { levelId: levelId('Highly Restricted') };
  await setLevel(site, { pageId: level, level: highest });
  const reason = 'It names customers,\nand their contracts. '.repeat(10);
  await site.action('propose-level', { pageId: proposed, level: 'Restricted / Finance', reason }, { as: EDITOR.email });
  const { page, popup: openPopup } = await open(`ENG/pages/${empty}`);
  const origin = new URL(page.url()).origin;
  const show = async (id: string, name: string) => {
    await page.goto(`${origin}/site/spaces/ENG/pages/${id}`);
    const popup = await openPopup();
    await page.locator('#byline-popup').evaluate((element) => element.style.setProperty('width', '360px'));
    await drawn(popup);
    await checkFrame(page, popup, `popup-${name}`);
    const [form, total] = await popup.evaluate<number[]>(`[
      document.querySelector('.level-form')?.getBoundingClientRect().bottom ?? 0,
      Math.ceil(document.body.getBoundingClientRect().bottom),
    ]`);
    return { popup, form, total };
  };
  for (const [lowering, id, name] of [
    ['allowed', empty, 'no-level'],
    ['allowed', ten, 'findings'],
    ['justified', proposed, 'proposal'],
    ['forbidden', level, 'blocked'],
  ] as const) {
    await settleSurfaces(site, may, { lowering });
    const { form, total } = await show(id, name);
    expect({ name, isInView: Number(form) > 0 && Number(form) <= 500 }).toEqual({ name, isInView: true });
    expect({ name, isLow: Number(total) <= 640 }).toEqual({ name, isLow: true });
  }
  await settleSurfaces(site, may, { lowering: 'justified' });
  const { popup } = await show(level, 'reason');
  // An error is no permission.
  await failOnce(page);
  await popup.getByText('May I share this?').click();
  await popup.getByText('We couldn’t check if this page may be shared').waitFor();
  expect(await popup.getByText('Allowed', { exact: true }).count()).toBe(0);
  await press(popup, 'Try again');
  await popup.getByText('Guests, Anyone on the internet, Export, Read by AI').waitFor();
  expect(await popup.locator('.uses dt').allTextContents()).toEqual(['Not allowed']);
  await checkFrame(page, popup, 'popup-shared');
  // A reason survives a click outside, which closes the popup, and so does its level.
  await choice(popup, 'Public').check();
  await popup.getByLabel('Reason').fill('It is on our website');
  await page.getByTestId('byline-forge-app-button').click();
  await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  const again = await openPopup();
  expect(await again.getByLabel('Reason').inputValue()).toBe('It is on our website');
  expect(await shownName(again)).toBe('Public');
  await again.getByLabel('Reason').fill('It has 4539 1488 0343 6467');
  expect(await again.evaluate<string>(`JSON.stringify(sessionStorage)`)).not.toContain('4539');
  await again.getByLabel('Reason').fill('It is public');
  await press(again, 'Set level');
  await announced(again, 'Level set to Public.');
  expect(await again.evaluate<string>(`JSON.stringify(sessionStorage)`)).not.toContain('It is public');
});

/** The number of a card with a valid check digit. */
function cardNumber(index: number): string {
  const digits = [...`4539148${index}0343646`].map(Number);
  const sum = digits.reduceRight((total, digit, at) => {
    const value = (digits.length - 1 - at) % 2 === 0 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

itSlow('a popup that cannot be loaded offers a retry', async () => {
  const { page, popup: openPopup } = await open(PAGE);
  await failOnce(page);
  const popup = await openPopup();
  await popup.getByText('We couldn’t load the classification').waitFor();
  await press(popup, 'Try again');
  await popup.getByRole('button', { name: 'Set level' }).waitFor();
});

describe('sensitive data on the page', () => {
  const CARD = '4539 1488 0343 6467';
  let id: string;
  /** @param prepare runs after the scan of the page */
  const openPage = async (prepare = async () => {}, isPost = false) => {
    id = await (isPost ? aBlogPost : aPage)(site, { text: `Card number: ${CARD}.` });
    await site.host.background.settle();
    await prepare();
    await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
    const visit = await open(`ENG/${isPost ? 'blog' : 'pages'}/${id}`);
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

  it('shows its context, and can be removed after a preview, except from an attached file, which has a link', async () => {
    const { page, popup } = await openPage(async () => {
      const { rev, regions, minConfidence, targets, triggers, rules } = (await site.admin('getDetection', {})).value;
      const attachmentContents = { enabled: true, maxMegabytes: 5, kinds: ['spreadsheets'], spaceIds: [] };
      const settings = { regions, minConfidence, targets, triggers, rules, attachmentContents };
      expect(await site.admin('changeSiteDetection', { rev, ...settings })).toMatchObject({ ok: true });
      await attach(site, id, 'accounts.csv', '', 'POST', new Blob(['name,iban\nAda,DE46370502993817264059\n']));
      await site.host.background.settle();
    });
    await popup.getByRole('button', { name: /^Details: IBAN/ }).click();
    await popup.getByText(/^The value is in the attached file accounts.csv, B2. It can’t be removed here/).waitFor();
    await checkFrame(page, popup, 'popup-file');
    const [list] = await Promise.all([
      page.waitForEvent('popup'),
      popup.getByRole('link', { name: 'Open attachments' }).click(),
    ]);
    await list.getByText('accounts.csv, version 1').waitFor();
    await list.close();
    await popup.getByRole('button', { name: /^Details: IBAN/ }).click();
    await popup.getByRole('button', { name: /^Details: .*card/i }).click();
    await popup.getByText('Card number: ••••••••.').waitFor();
    await popup.getByText(/^Found because its digits pass the test/).waitFor();
    expect(await focused(popup)).toBe('Details');
    await checkFrame(page, popup, 'popup-context');
    await popup.getByRole('button', { name: /^Remove value:/ }).click();
    await popup.getByText('Preparing the preview').waitFor();
    await settleRedaction(site);
    await popup.getByText('1 place will be replaced with █████:').waitFor();
    await popup.getByText('You can’t undo this').waitFor();
    await checkFrame(page, popup, 'popup-remove');
    await press(popup, 'Remove values');
    await settleRedaction(site);
    await announced(popup, '1 finding removed.');
    await popup.getByText(/^Older versions still contain the value/).waitFor();
    await checkFrame(page, popup, 'popup-removed');
    await press(popup, 'Done');
    await popup.getByText(/^1 finding: /).waitFor();
    expect(await popup.getByRole('button', { name: /^Remove value:/ }).count()).toBe(0);
  });

  itSlow('is no longer on a blog post after a reload that the result offers', async () => {
    const { page, popup } = await openPage(undefined, true);
    await popup.getByRole('button', { name: /^Remove value:/ }).click();
    await popup.getByText('Preparing the preview').waitFor();
    await settleRedaction(site);
    await popup.getByText('You can’t undo this').waitFor();
    await checkFrame(page, popup, 'popup-remove-blog-post');
    await press(popup, 'Remove values');
    await settleRedaction(site);
    const article = page.locator('article');
    expect(await article.textContent()).toContain(CARD);
    await press(popup, 'Reload page');
    await article.getByText('█████').waitFor();
    expect(await article.textContent()).not.toContain(CARD);
    expect(await page.locator('#byline-popup').isHidden()).toBe(true);
  });
});

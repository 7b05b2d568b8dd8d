import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { capture, type ServedSite, visitSite, type SiteVisit, type SiteVisitOptions } from '../support/browser';
import { storePageExposure, storeSpaceExposure } from '../support/exposure';
import { storeFinding } from '../support/findings';
import { withVisits } from '../support/fresh-site';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { checkFrame, frameIn } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';

/** On the page in the Apps menu, an author clears their own list, sets many pages at once, and undoes it. */

let site: ServedSite;
const open = withVisits<SiteVisit>(async (fresh) => {
  site = fresh;
  const rules = [{ severity: 'critical' as const, levelId: idOf('Restricted') }];
  const triggers = { onPublish: false, schedule: 'off' as const };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, triggers, rules } });
}, {});

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const levelOf = (pageId: string) => rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value['levelId'];

async function openHome(options: SiteVisitOptions = {}): Promise<{ readonly frame: Frame; readonly page: Page }> {
  const visit = await open((browser, served) => visitSite(browser, served, { as: EDITOR.email, ...options }));
  await visit.page.locator('summary', { hasText: 'Apps' }).click();
  await visit.page.getByRole('link', { name: 'Page Classification', exact: true }).click();
  return { frame: await frameIn(visit.page, '#app-page'), page: visit.page };
}

/** Runs the job that the frame shows. */
async function settleJob(frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: 'Stop' }).waitFor();
  await site.host.background.settle();
}

/** A new page of a person, on which this person may have a level. */
async function pageOf(email: string, level?: LevelName): Promise<string> {
  const pageId = await aPage(site, { by: email, spaceId: DEMO_SPACES.ENG });
  if (level !== undefined) await storeLevel(site, pageId, idOf(level));
  return pageId;
}

async function withFinding(pageId: string, severity: 'critical' | 'low'): Promise<void> {
  const findingId = await storeFinding(site, pageId, { severity });
  await putRow(site, 'page-scan', pageId, {
    ...{ v: 1, rev: 1, spaceId: DEMO_SPACES.ENG, pageVersion: 1, scannedAt: '2026-03-10T00:00:00.000Z' },
    ...{ configHash: 'hash', state: 'complete' },
    data: { reasons: [], detectorsOverBudget: [], findingIds: [findingId] },
  });
}

it('an author selects pages, sets the level that each requires, and sees the result', async () => {
  const tooLow = await pageOf(EDITOR.email, 'Public');
  await withFinding(tooLow, 'critical');
  const exposed = await pageOf(EDITOR.email, 'Restricted');
  await storeSpaceExposure(site, DEMO_SPACES.ENG, { anonymous: true, loggedIn: true });
  await storePageExposure(site, exposed, idOf('Restricted'), { overSince: '2026-11-01T00:00:00.000Z' });
  const { frame, page } = await openHome();
  await frame.getByText('Requires').waitFor();
  await frame.getByText('More people can see it than its level allows').waitFor();
  await frame.getByText('Public links are not visible to apps.').waitFor();
  await checkFrame(page, frame, 'home-waiting');
  await frame.getByLabel('Show').selectOption('Level too low');
  await frame.getByText('1 page', { exact: true }).waitFor();
  await frame.getByLabel('Select all pages in the list').check();
  await frame.getByRole('button', { name: 'Set 1 page' }).click();
  await frame.getByText('Select a level.').waitFor();
  await frame.getByLabel('New level').selectOption('The level that the sensitive data of each page requires');
  await frame.getByText('A space may not allow this level.').waitFor();
  await checkFrame(page, frame, 'home-form');
  await frame.getByRole('button', { name: 'Set 1 page' }).click();
  await settleJob(frame);
  await frame.getByText('1 page changed').waitFor();
  expect(levelOf(tooLow)).toBe(idOf('Restricted'));
  await frame.getByText('No page of yours waits with this filter').waitFor();
  await checkFrame(page, frame, 'home-result');
  await frame.getByLabel('Show').selectOption('Too many viewers');
  await frame.getByText('1 page', { exact: true }).waitFor();
});

itSlow.each([1280, 320])('the form for the selected pages stays in view in a long list, %i px wide', async (width) => {
  for (let count = 0; count < 30; count += 1) await pageOf(EDITOR.email);
  const { frame, page } = await openHome();
  await page.setViewportSize({ width, height: 900 });
  await frame.getByRole('button', { name: /^Load and select all/ }).click();
  await frame.getByRole('heading', { name: /^[3-9][0-9] pages selected$/ }).waitFor();
  await frame.getByRole('row').last().getByRole('checkbox').uncheck();
  const button = frame.getByRole('button', { name: /^Set [0-9]+ pages$/ });
  const box = await button.boundingBox();
  expect(box !== null && box.y >= 0 && box.y + box.height <= 900).toBe(true);
  await capture(page, `home-selection-${width}`);
});

itSlow('an author needs a reason to lower where the site requires one, and none to undo it', async () => {
  await settle(site, { lowering: 'justified' });
  const pageId = await pageOf(EDITOR.email, 'Restricted');
  await withFinding(pageId, 'low');
  const { frame, page } = await openHome();
  await frame.getByLabel('Show').selectOption('With sensitive data');
  await frame.getByText('Sensitive data: 1 low').waitFor();
  expect(page.url()).toContain('?need=findings');
  await frame.getByRole('row').filter({ hasText: '1 low' }).getByRole('checkbox').check();
  await frame.getByLabel('New level').selectOption('Public');
  await frame.getByLabel('Also lower 1 page with a more sensitive level').check();
  await frame.getByRole('button', { name: 'Set 1 page' }).click();
  await frame.getByText('Enter a reason. Your site requires one to lower levels.').waitFor();
  await frame.getByLabel('Reason', { exact: true }).fill('It is published.');
  await frame.getByRole('button', { name: 'Set 1 page' }).click();
  await settleJob(frame);
  await frame.getByText('1 page changed').waitFor();
  expect(levelOf(pageId)).toBe(idOf('Public'));
  await frame.getByRole('button', { name: 'Undo' }).click();
  const undo = frame.locator('form.reason-form');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await settleJob(frame);
  await frame.getByText('1 page restored').waitFor();
  expect(levelOf(pageId)).toBe(idOf('Restricted'));
});

itSlow('an author confirms and dismisses the proposals of the agent on all pages', async () => {
  const [first, second] = [await pageOf(EDITOR.email), await pageOf(ADMIN.email, 'Public')];
  for (const pageId of [first, second])
    await site.action('propose-level', { pageId, level: 'Internal', reason: 'It is a\nplan.' }, { as: EDITOR.email });
  const { frame, page } = await openHome();
  const section = frame.getByRole('region', { name: 'Proposed by the agent' });
  expect(await section.getByRole('listitem').count()).toBe(2);
  await checkFrame(page, frame, 'home-proposals');
  await site.action('propose-level', { pageId: first, level: 'Restricted' }, { as: EDITOR.email });
  await section
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await frame.getByText('The proposal has expired, or the level changed since. Ask the agent again.').waitFor();
  await section.getByRole('button', { name: /^Confirm Restricted/ }).press('Enter');
  await frame.getByText(/^Level of .* set to Restricted\.$/).waitFor();
  expect(levelOf(first)).toBe(idOf('Restricted'));
  await section.getByRole('button', { name: /^Dismiss/ }).click();
  await frame.getByText(/^Proposal for .* dismissed\.$/).waitFor();
  await section.waitFor({ state: 'detached' });
  expect(levelOf(second)).toBe(idOf('Public'));
});

it('a person without own pages sees that nothing waits, and finds pages by level', async () => {
  const pageId = await pageOf(ADMIN.email, 'Restricted');
  const { frame, page } = await openHome({ as: VIEWER.email, theme: 'dark' });
  await frame.getByText('Nothing waits for you').waitFor();
  await checkFrame(page, frame, 'home-empty');
  await frame.getByRole('tab', { name: 'Waiting for me' }).focus();
  await page.keyboard.press('ArrowRight');
  await frame.getByLabel('Level', { exact: true }).selectOption('Not classified');
  await frame.getByRole('textbox', { name: 'Space key' }).fill('HR');
  await frame.getByRole('button', { name: 'Find pages' }).click();
  await frame.getByText('This space doesn’t exist, or you can’t view it.').waitFor();
  await frame.getByRole('textbox', { name: 'Space key' }).fill('ENG');
  await page.keyboard.press('Enter');
  await frame.getByRole('link').first().waitFor();
  await checkFrame(page, frame, 'home-found');
  expect(await frame.getByRole('table').textContent()).not.toContain(pageId);
  expect(page.url()).toContain('tab=find');
  expect(page.url()).toContain('level=unclassified&space=ENG');
  await page.reload();
  const again = await frameIn(page, '#app-page');
  await again.getByRole('link').first().waitFor();
  expect(await again.getByRole('textbox', { name: 'Space key' }).inputValue()).toBe('ENG');
  await page.goBack();
  await again.getByText('This space doesn’t exist, or you can’t view it.').waitFor();
  for (let step = 0; step < 2; step += 1) await page.goBack();
  await again.getByText('Nothing waits for you').waitFor();
});

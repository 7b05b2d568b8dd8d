import type { Frame, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../local/demo';
import type { LevelList } from '../../src/admin/levels/change-levels';
import type { Level } from '../../src/classification/model';
import { drawn, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { changeLevels, levelNamed } from '../support/levels';
import { itSlow } from '../support/sample';
import { rowsOf } from '../support/stored-rows';
import { startOutage } from '../support/outage';

/**
 * The Levels page, on the production build. test/admin/levels.test.ts tests the rules, and
 * static/admin/test/levels.test.tsx tests texts, errors and orders.
 */

const pageId = DEMO_PAGES.officeGuide;

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/levels' },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const shownNames = (app: Frame) => app.locator('ol.levels > li > .level-head h2').allTextContents();
const rowOf = (app: Frame, name: string) =>
  app.locator('.level').filter({ has: app.getByRole('heading', { name, exact: true }) });
const announced = (app: Frame, text: string) => app.getByRole('status').filter({ hasText: text }).waitFor();
/** The accessible name of the element that has the focus. */
const focused = (app: Frame) =>
  app.evaluate<string>(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );
/** Resolves with the next response to an operation. */
const answerTo = (page: Page, operation: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(`"${operation}"`) === true);

const stored = async () => (await site.admin('listLevels', {})).value as LevelList;
const storedNames = async () => (await stored()).levels.map(({ name }) => name);
const idOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
const elsewhere = (operation: string, payload: object) => changeLevels(site, operation, payload, 'admin2@example.com');

it('the page Levels creates a level once, after its errors are corrected, and copies its ID for the API', async () => {
  const { key } = await site.createKey();
  const { app, page } = await visit();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await press(app, 'Create level');
  const name = dialogOf(app).getByLabel('Name');
  await dialogOf(app).getByLabel('Guideline').fill('x'.repeat(2_001));
  await submit(app, 'Create level');
  await dialogOf(app).getByText('Enter a name.').waitFor();
  await dialogOf(app).getByText('Use 2,000 characters or fewer. This text has 2,001.').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await name.and(app.locator(':focus')).count()).toBe(1);
  expect(await dialogOf(app).getByLabel('Guideline').inputValue()).toHaveLength(2_001);

  await dialogOf(app).getByLabel('Guideline').fill('Lock it.\nKeep it secret.');
  await name.fill(' internal ');
  await submit(app, 'Create level');
  await dialogOf(app).getByText('Must be unique: this name is already in use.').waitFor();
  expect(await name.and(app.locator(':focus')).count()).toBe(1);
  expect(await stored()).toMatchObject({ rev: 0 });

  await name.fill('Secret');
  await dialogOf(app).getByRole('group', { name: 'Color' }).getByLabel('Purple').check();
  await dialogOf(app)
    .getByRole('button', { name: 'Create level' })
    .evaluate((button: { click(): void }) => {
      for (let clicks = 1; clicks <= 3; clicks += 1) button.click();
    });
  await page.getByText('You can now set “Secret” on pages').waitFor();
  await noDialog(app);
  // One for the taken name, one for the level.
  expect(sent.filter((body) => body.includes('"createLevel"'))).toHaveLength(2);
  expect(await focused(app)).toBe('Create level');
  expect((await shownNames(app)).at(-1)).toBe('Secret');
  await rowOf(app, 'Secret').getByText('Guideline').click();
  await rowOf(app, 'Secret').getByText('Keep it secret.').waitFor();

  await press(app, 'More actions for Secret');
  await app.getByRole('menuitem', { name: 'Copy ID' }).click();
  await page.getByText('Copied').waitFor();
  const levelId = await app.evaluate<string>('navigator.clipboard.readText()');
  expect((await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } })).status).toBe(201);
});

itSlow('an edit survives Escape and a failed save, and sends only its changes', async () => {
  const { app, page } = await visit();
  await rowOf(app, 'Public').getByText('0 pages').waitFor();
  await press(app, 'Edit Public');
  await dialogOf(app).waitFor();
  // The focus is also lost while a button sends. Escape still closes the dialog.
  await app.evaluate('document.activeElement.blur()');
  await pressEscape(page, app);
  await noDialog(app);
  await press(app, 'Edit Public');
  await dialogOf(app).getByLabel('Guideline').fill('Written for an hour.');
  await pressEscape(page, app);
  await app.getByText('Discard changes?').waitFor();
  await submit(app, 'Keep editing');
  site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 1 });
  await submit(app, 'Save');
  await dialogOf(app).getByRole('alert').getByText('We couldn’t save your change').waitFor();
  expect(await dialogOf(app).getByLabel('Guideline').inputValue()).toBe('Written for an hour.');
  const sent = answerTo(page, 'editLevel');
  await submit(app, 'Save');
  await page.getByText('Your change applies now').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe('Edit Public');
  const { payload } = (await sent).request().postDataJSON() as { payload: object };
  expect(payload).toEqual({ rev: 0, levelId: idOf('Public'), changes: { guideline: 'Written for an hour.' } });

  await press(app, 'Edit Public');
  await dialogOf(app).getByLabel('Guideline').fill('Not saved.');
  await submit(app, 'Cancel');
  await submit(app, 'Discard');
  await noDialog(app);
  expect((await stored()).levels[3]).toMatchObject({ guideline: 'Written for an hour.' });
});

it('an archive shows who uses the level; the API refuses the level until it is restored', async () => {
  const { key } = await site.createKey({ name: 'Publish rule', levelLimit: ['unclassified', idOf('Restricted')] });
  const set = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf('Restricted') } });
  expect((await set()).status).toBe(201);
  const { app, page } = await visit();
  // The counters follow later. The dialog asks now.
  await rowOf(app, 'Restricted').getByText('Not counted').waitFor();

  await press(app, 'Archive Restricted');
  await dialogOf(app).getByText('1 page has this level.').waitFor();
  await dialogOf(app).getByRole('list', { name: 'API keys limited to this level' }).getByText('Publish rule').waitFor();
  await dialogOf(app).getByText('People and API keys can no longer set it').waitFor();
  await pressEscape(page, app);
  await noDialog(app);
  expect(await focused(app)).toBe('Archive Restricted');
  expect(await shownNames(app)).toContain('Restricted');

  await press(app, 'Archive Restricted');
  await submit(app, 'Archive');
  await page.getByText('People and API keys can no longer set “Restricted”').waitFor();
  await noDialog(app);
  expect(await shownNames(app)).toEqual(['Highly Restricted', 'Internal', 'Public']);
  expect(await focused(app)).toBe('Archived levels (1)');
  expect((await set()).body.code).toBe('LEVEL_ARCHIVED');

  await page.keyboard.press('Enter');
  await press(app, 'Restore Restricted');
  await page.getByText('You can set “Restricted” on pages again').waitFor();
  await app.locator('h2:focus').waitFor();
  expect(await focused(app)).toBe('Restricted');
  expect(await shownNames(app)).toEqual(['Highly Restricted', 'Restricted', 'Internal', 'Public']);
  expect((await set()).status).toBe(201);
});

itSlow('each part loads again after a failure, and a level is not archived before its use is known', async () => {
  const { levels } = await stored();
  const recover = startOutage(site);
  const { app } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the levels').waitFor();
  recover();
  expect(await app.getByRole('button', { name: 'Create level' }).isDisabled()).toBe(true);
  site.host.faults.add({ target: 'kvs', match: '/entity/query', status: 503, times: levels.length });
  await press(app, 'Try again');
  await app.getByRole('alert').getByText('We couldn’t count the pages').waitFor();
  expect(await shownNames(app)).toHaveLength(4);
  await rowOf(app, 'Public').getByText('Not counted').waitFor();
  site.host.faults.add({ target: 'kvs', times: 0 });
  await app.getByRole('button', { name: 'Try again', exact: true }).first().click();
  await rowOf(app, 'Public').getByText('0 pages').waitFor();

  site.host.faults.add({ target: 'kvs', match: '/entity/query', status: 503, times: 2 });
  await press(app, 'Archive Public');
  await dialogOf(app).getByText('We couldn’t check where this level is used').waitFor();
  expect(await dialogOf(app).getByRole('button', { name: 'Archive' }).isDisabled()).toBe(true);
  site.host.faults.add({ target: 'kvs', times: 0 });
  await submit(app, 'Try again');
  await dialogOf(app).getByText('No pages have this level.').waitFor();
  await dialogOf(app).getByText('No API keys are limited to this level.').waitFor();
  await submit(app, 'Archive');
  await noDialog(app);
  expect(await shownNames(app)).not.toContain('Public');
});

itSlow('a level whose name was taken while it was archived is renamed, then restored', async () => {
  await changeLevels(site, 'archiveLevel', { levelId: idOf('Public') });
  await changeLevels(site, 'createLevel', { name: 'Public', color: 'LIME' });
  const { app, page } = await visit();
  await app.getByText('Archived levels (1)').click();
  await press(app, 'Restore Public');
  await app.getByRole('alert').getByText('Rename this one, then restore it').waitFor();
  await press(app, 'Rename Public');
  await dialogOf(app).getByLabel('Name').fill('Public (old)');
  await submit(app, 'Save');
  await noDialog(app);
  expect(await focused(app)).toBe('Public (old)');
  await press(app, 'Restore Public (old)');
  await page.getByText('Level restored').waitFor();
  expect((await shownNames(app)).sort()).toEqual([
    'Highly Restricted',
    'Internal',
    'Public',
    'Public (old)',
    'Restricted',
  ]);
});

it('a conflicting edit keeps the typed texts, shows the differences, and can be saved', async () => {
  const { app } = await visit();
  await press(app, 'Edit Internal');
  await dialogOf(app).getByLabel('Guideline').fill('Mine.');
  await dialogOf(app).getByLabel('Name').fill('My name');
  await elsewhere('editLevel', {
    levelId: idOf('Internal'),
    changes: { name: 'Their name', description: 'Theirs.' },
  });
  await elsewhere('createLevel', { name: 'Another', color: 'RED' });
  await submit(app, 'Save');
  await dialogOf(app).getByRole('alert').getByText('Another admin changed the levels or settings').waitFor();
  await dialogOf(app).getByRole('row', { name: 'Their name: Name Internal Their name' }).waitFor();
  await dialogOf(app)
    .getByRole('row', { name: /Their name: Description .* Theirs[.]/ })
    .waitFor();
  await dialogOf(app).getByRole('row', { name: 'Another – New' }).waitFor();
  expect(await dialogOf(app).getByLabel('Guideline').inputValue()).toBe('Mine.');
  expect(await dialogOf(app).getByLabel('Name').inputValue()).toBe('My name');
  expect(await dialogOf(app).getByLabel('Description').inputValue()).toBe('Theirs.');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).levels[2]).toMatchObject({ name: 'My name', description: 'Theirs.', guideline: 'Mine.' });
  expect(await shownNames(app)).toEqual(await storedNames());
});

itSlow('a level that another admin has archived is not archived again', async () => {
  const { app } = await visit();
  await press(app, 'Archive Public');
  await dialogOf(app).getByText('No pages have this level.').waitFor();
  await elsewhere('archiveLevel', { levelId: idOf('Public') });
  await submit(app, 'Archive');
  await dialogOf(app).getByText('Another admin already archived it').waitFor();
  expect(await dialogOf(app).getByRole('button', { name: 'Archive' }).count()).toBe(0);
  await submit(app, 'Close');
  await noDialog(app);
  expect(await focused(app)).toBe('Archived levels (1)');
});

it('the order of levels changes with the keyboard alone, is saved at once and announced, and the focus stays on the same button', async () => {
  const { key } = await site.createKey();
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Move Public up' }).focus();
  for (const at of [3, 2, 1]) {
    const saved = answerTo(page, 'reorderLevels');
    await page.keyboard.press('Enter');
    await announced(app, `Public is now ${at} of 4.`);
    expect(await focused(app)).toBe('Move Public up');
    await saved;
    await drawn(app);
  }
  // The first level stays first, and its button keeps the focus.
  await page.keyboard.press('Enter');
  expect(await focused(app)).toBe('Move Public up');
  expect(await shownNames(app)).toEqual(['Public', 'Highly Restricted', 'Restricted', 'Internal']);
  const { body } = await site.rest('GET', '/v1/level', { key });
  expect(body.results.map(({ name }: Level) => name)).toEqual(await shownNames(app));

  // All steps of one level are one move.
  const saved = answerTo(page, 'reorderLevels');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(app)).toBe('Undo move of Public');
  await page.keyboard.press('Enter');
  await announced(app, 'Public is now 4 of 4.');
  await saved;
  expect(await focused(app)).toBe('Move Public up');
  expect(await storedNames()).toEqual(['Highly Restricted', 'Restricted', 'Internal', 'Public']);
  expect(await app.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
});

itSlow('a move that conflicts or fails is undone, and the next move applies to the current order', async () => {
  const { app, page } = await visit();
  await elsewhere('reorderLevels', { levelIds: (await stored()).levels.map(({ levelId }) => levelId).reverse() });
  await press(app, 'Move Restricted up');
  await app.getByRole('alert').getByText('We couldn’t move “Restricted”').waitFor();
  await app.getByRole('row', { name: /^Order of levels Highly Restricted, Restricted, Internal, Public / }).waitFor();
  expect(await shownNames(app)).toEqual(['Public', 'Internal', 'Restricted', 'Highly Restricted']);
  expect(await focused(app)).toBe('Move Restricted up');
  const saved = answerTo(page, 'reorderLevels');
  await press(app, 'Move Restricted up');
  await announced(app, 'Restricted is now 2 of 4.');
  await saved;
  expect(await storedNames()).toEqual(['Public', 'Restricted', 'Internal', 'Highly Restricted']);

  site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 1 });
  await press(app, 'Move Highly Restricted up');
  await app.getByRole('alert').getByText('We couldn’t move “Highly Restricted”').waitFor();
  expect(await shownNames(app)).toEqual(['Public', 'Restricted', 'Internal', 'Highly Restricted']);
  expect(await app.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
});

itSlow('fast moves are saved in order, and a dialog waits for them', async () => {
  const { app, page } = await visit();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/site/bridge/invoke', async (route) => {
    if (route.request().postData()?.includes('"reorderLevels"') === true) await released;
    await route.continue();
  });
  for (let times = 0; times < 3; times += 1) await press(app, 'Move Public up');
  await press(app, 'Edit Public');
  expect(await shownNames(app)).toEqual(['Public', 'Highly Restricted', 'Restricted', 'Internal']);
  release();
  await dialogOf(app).getByLabel('Description').fill('First of all.');
  await submit(app, 'Save');
  await noDialog(app);
  expect(await storedNames()).toEqual(['Public', 'Highly Restricted', 'Restricted', 'Internal']);
  // A move that a later one replaced is not sent.
  expect(rowsOf(site, 'audit').filter(({ value }) => value.type === 'level.reordered')).toHaveLength(2);
});

itSlow('the page Levels creates a level with the keyboard alone, including its color', async () => {
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Create level' }).focus();
  await page.keyboard.press('Enter');
  await dialogOf(app).waitFor();
  await page.keyboard.type('By keyboard');
  for (let fields = 0; fields < 3; fields += 1) await page.keyboard.press('Tab');
  expect(await app.evaluate(`document.activeElement.labels[0].textContent`)).toBe('Gray');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await noDialog(app);
  expect(await focused(app)).toBe('Create level');
  expect((await stored()).levels[4]).toMatchObject({ name: 'By keyboard', color: 'PURPLE' });
});

itSlow('the page Levels creates, copies, moves, edits, archives and restores a sub-level', async () => {
  const { key } = await site.createKey();
  const levelId = idOf('Restricted');
  const { app, page } = await visit();
  const subLevels = app.getByRole('list', { name: 'Sub-levels of Restricted' });
  const names = () => subLevels.locator('.sub-level-name').allTextContents();

  await press(app, 'Create sub-level of Restricted');
  await dialogOf(app).getByLabel('Name').fill('finance');
  await submit(app, 'Create sub-level');
  await dialogOf(app).getByText('Must be unique: this name is already in use.').waitFor();
  await dialogOf(app).getByLabel('Name').fill('Legal');
  await submit(app, 'Create sub-level');
  await page.getByText('You can now set “Legal” with Restricted').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe('Create sub-level of Restricted');

  await press(app, 'More actions for Legal');
  await app.getByRole('menuitem', { name: 'Copy ID' }).click();
  await page.getByText('Copied').waitFor();
  const subLevelId = await app.evaluate<string>('navigator.clipboard.readText()');
  const set = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId, subLevelId } });
  expect((await set()).body).toMatchObject({ subLevelId, subLevelName: 'Legal' });

  const saved = answerTo(page, 'reorderSubLevels');
  await press(app, 'Move Legal up');
  await announced(app, 'Legal is now 2 of 3.');
  await saved;
  expect(await focused(app)).toBe('Move Legal up');
  expect((await stored()).levels[1]?.subLevels.map(({ name }) => name)).toEqual(['Finance', 'Legal', 'People']);
  const undone = answerTo(page, 'reorderSubLevels');
  await press(app, 'Undo move of Legal');
  await announced(app, 'Legal is now 3 of 3.');
  await undone;

  await press(app, 'Edit Legal');
  await dialogOf(app).getByLabel('Name').fill('Contracts');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await set()).body).toMatchObject({ subLevelName: 'Contracts' });

  await press(app, 'Archive Contracts');
  await dialogOf(app).getByText('Pages with this sub-level keep it, along with Restricted.').waitFor();
  await submit(app, 'Archive');
  await page.getByText('Sub-level archived').waitFor();
  await noDialog(app);
  expect(await names()).toEqual(['Finance', 'People']);
  expect(await focused(app)).toBe('Archived sub-levels (1) (Restricted)');
  expect((await set()).body.code).toBe('SUBLEVEL_NOT_IN_LEVEL');

  await page.keyboard.press('Enter');
  await press(app, 'Restore Contracts');
  await page.getByText('Sub-level restored').waitFor();
  await app.locator(':focus', { hasText: /^Contracts$/ }).waitFor();
  expect(await names()).toEqual(['Finance', 'People', 'Contracts']);
  expect((await set()).status).toBe(201);
});

import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { LevelList } from '../../src/admin/levels/change-levels';
import { goTo } from '../support/admin-navigation';
import { pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { archiveLevels, changeLevels, levelNamed, type LevelName, settle } from '../support/levels';
import { itSlow } from '../support/sample';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';

/**
 * The rules of the policy and the spaces, on the production build. test/admin/settings.test.ts tests the rules, and
 * static/admin/test/settings.test.tsx tests errors, differences and texts.
 */

const { ENG, HR } = DEMO_SPACES;

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/policy', site: { queryLagMs: 0 } },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const choose = (app: Frame, field: string, value: string) =>
  dialogOf(app).getByLabel(field, { exact: true }).selectOption(value);
const rowOf = (app: Frame, name: string) => app.getByRole('row').filter({ has: app.getByRole('rowheader', { name }) });
/** The accessible name of the element that has the focus. */
const focused = (app: Frame) =>
  app.evaluate<string>(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );
/** The operations that the page calls. */
function operations(page: Page): { readonly name: string; readonly body: string }[] {
  const asked: { name: string; body: string }[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    const name = /"functionKey":"(\w+)"/.exec(body)?.[1];
    if (name !== undefined) asked.push({ name, body });
  });
  return asked;
}

const EDIT_SITE = 'Edit site settings';
const EDIT_ENG = 'Edit settings for Engineering';

const stored = async () => (await site.admin('listLevels', {})).value as LevelList;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const elsewhere = <T extends LevelList = LevelList>(operation: string, payload: object) =>
  changeLevels<T>(site, operation, payload, 'admin2@example.com');
const aScheme = async (name: string, ...levels: readonly LevelName[]) =>
  (await elsewhere<LevelList & { schemeId: string }>('createScheme', { name, levelIds: levels.map(idOf) })).schemeId;

const aKey = async () => (await site.createKey()).key;
const setLevel = (key: string, pageId: string, name: LevelName, more: object = {}) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf(name), ...more } });
const levelOf = async (key: string, pageId: string) =>
  (await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key })).body as Record<string, unknown>;

/** Runs all steps of a daily check that has started. */
async function reconcile(): Promise<void> {
  const { background } = site.host;
  for (let [next] = background.pending(); next !== undefined; [next] = background.pending()) {
    await background.deliver(next.id);
  }
}

/** Chooses an item of the menu of a space. */
async function editSpace(app: Frame, name: string): Promise<void> {
  await press(app, `Edit settings for ${name}`);
  await app.getByRole('menuitem', { name: 'Edit levels' }).click();
}

async function findSpace(app: Frame, text: string): Promise<void> {
  await app.getByLabel('Find a space').fill(text);
  await app.getByRole('table', { name: 'Spaces found' }).waitFor();
}

it('the default level of a space applies to its new pages only', async () => {
  const key = await aKey();
  const { app, page } = await visit({ path: '/spaces' });
  await findSpace(app, 'engin');
  await editSpace(app, 'Engineering');
  const finance = levelNamed(site, 'Restricted').subLevels[0];
  await dialogOf(app).getByLabel('Default level').selectOption({ label: 'Restricted › Finance (restricted/finance)' });
  await submit(app, 'Save');
  await page.getByText('Your change applies in Engineering now').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe(EDIT_ENG);
  await rowOf(app, 'Engineering').getByText('Restricted › Finance').waitFor();
  await app.getByLabel('Find a space').fill('');
  await app.getByLabel('Settings', { exact: true }).selectOption('own');
  await app.getByText('1–1 of 1').waitFor();

  const [inEng, inHr] = [await aPage(site, { spaceId: ENG }), await aPage(site, { spaceId: HR })];
  await site.host.background.settle();
  expect(await levelOf(key, inEng)).toMatchObject({
    levelId: idOf('Restricted'),
    subLevelId: finance?.subLevelId,
    method: 'DEFAULT',
  });
  for (const pageId of [inHr, DEMO_PAGES.engHome]) {
    expect(await levelOf(key, pageId)).toMatchObject({ code: 'PAGE_NOT_CLASSIFIED' });
  }
});

itSlow('site settings apply to the next request', async () => {
  const key = await aKey();
  expect((await setLevel(key, DEMO_PAGES.engHome, 'Internal')).status).toBe(201);
  const { app, page } = await visit();
  await press(app, EDIT_SITE);
  await choose(app, 'Default level', idOf('Public'));
  await dialogOf(app).getByLabel('Not allowed').check();
  await submit(app, 'Save');
  await page.getByText('Your change applies now').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe(EDIT_SITE);
  await app.getByText('No one can lower or remove a level').waitFor();
  const lowered = await setLevel(key, DEMO_PAGES.engHome, 'Public', { justification: 'It is public.' });
  expect([lowered.status, lowered.body.code]).toEqual([403, 'LEVEL_CHANGE_FORBIDDEN']);
  await goTo(app, 'Spaces');
  await findSpace(app, 'HR');
  await rowOf(app, 'Human Resources').getByText('Public').waitFor();
});

itSlow('settings for pages are saved with the keyboard alone, and shown with their spaces', async () => {
  const { app, page } = await visit();
  await app.getByText('None. Classification is on in all spaces.').waitFor();
  await app.getByRole('button', { name: 'Edit settings for pages' }).focus();
  await page.keyboard.press('Enter');
  await dialogOf(app).getByLabel('Menus').focus();
  await page.keyboard.press('Space');
  await dialogOf(app).getByLabel('Mark findings as not sensitive').focus();
  await page.keyboard.press('Space');
  await dialogOf(app).getByLabel('Search spaces').fill('engin');
  await dialogOf(app).getByRole('checkbox', { name: 'Engineering' }).focus();
  await page.keyboard.press('Space');
  await dialogOf(app).getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Pages show your change within a few minutes').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe('Edit settings for pages');
  const section = app.getByRole('region', { name: 'On pages' });
  await section.getByText('Byline, Banner', { exact: true }).waitFor();
  await section.getByText('Engineering').waitFor();
  expect((await stored()).settings.surfaces).toMatchObject({
    menus: false,
    peopleMayExclude: true,
    peopleMayRedact: false,
    offSpaceIds: [ENG],
  });
});

it('the update of all pages is started, paused, resumed and canceled, with the focus on the same button', async () => {
  const { app } = await visit({ path: '/background-work' });
  await press(app, 'Update all pages');
  await press(app, 'Pause the update of pages');
  await app.getByText(/^Paused[.] Started/).waitFor();
  expect(await focused(app)).toBe('Resume the update of pages');
  await press(app, 'Resume the update of pages');
  await app.getByText(/^Running since/).waitFor();
  await press(app, 'Cancel the update of pages');
  await submit(app, 'Cancel update');
  await noDialog(app);
  await app.getByText(/^Canceled/).waitFor();
  await app.getByRole('button', { name: 'Update all pages' }).waitFor();
  expect(await focused(app)).toBe('Bylines and search');
});

it('a default level outside the allowed levels of its space is refused at its field, and nothing is sent', async () => {
  const schemeId = await aScheme('Open', 'Internal', 'Public');
  const before = await stored();
  const { app, page } = await visit({ path: '/spaces' });
  await findSpace(app, 'ENG');
  const asked = operations(page);
  await editSpace(app, 'Engineering');
  await choose(app, 'Default level', idOf('Restricted'));
  await choose(app, 'Allowed levels', schemeId);
  await submit(app, 'Save');
  await dialogOf(app).getByText('“Restricted” isn’t one of the allowed levels “Open”.').waitFor();
  const field = dialogOf(app).getByLabel('Default level');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.and(app.locator(':focus')).count()).toBe(1);
  expect(asked.map(({ name }) => name)).not.toContain('changeSpaceSettings');
  expect(await stored()).toEqual(before);
  await choose(app, 'Default level', idOf('Internal'));
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).settings.spaces).toEqual({
    [ENG]: { defaultLevel: { levelId: idOf('Internal') }, schemeId },
  });
});

itSlow('a set of allowed levels is created, used by a space, edited, and removed once it is unused', async () => {
  const key = await aKey();
  const { app, page } = await visit();
  await app.getByText('There are no sets of allowed levels yet').waitFor();
  await press(app, 'Create allowed levels');
  await dialogOf(app).getByLabel('Name').fill('Open');
  for (const name of ['Public', 'Internal']) await dialogOf(app).getByLabel(name).check();
  await submit(app, 'Create allowed levels');
  await page.getByText('To use “Open”, select it for the site').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe('Create allowed levels');
  await rowOf(app, 'Open').getByText('Not used').waitFor();

  await goTo(app, 'Spaces');
  await findSpace(app, 'ENG');
  await editSpace(app, 'Engineering');
  await dialogOf(app).getByLabel('Allowed levels').selectOption({ label: 'Open' });
  await submit(app, 'Save');
  await noDialog(app);
  await goTo(app, 'Policy', 'Rules');
  await rowOf(app, 'Open').getByText('1 space').waitFor();
  expect((await setLevel(key, DEMO_PAGES.engHome, 'Restricted')).body.code).toBe('LEVEL_NOT_IN_SPACE_SCHEME');

  await press(app, 'Edit Open');
  await dialogOf(app).getByText('Used by: 1 space.').waitFor();
  await dialogOf(app).getByLabel('Name').fill('Half open');
  await dialogOf(app).getByRole('checkbox', { name: 'Restricted restricted', exact: true }).check();
  await submit(app, 'Save');
  await noDialog(app);
  expect(await focused(app)).toBe('Edit Half open');
  expect((await setLevel(key, DEMO_PAGES.engHome, 'Restricted')).status).toBe(201);

  await press(app, 'Remove Half open');
  await dialogOf(app).getByText('Engineering').waitFor();
  expect(await dialogOf(app).getByRole('button').allTextContents()).toEqual(['Close']);
  await pressEscape(page, app);
  await noDialog(app);
  expect(await focused(app)).toBe('Remove Half open');
  await goTo(app, 'Spaces');
  await app.getByLabel('Settings', { exact: true }).selectOption('own');
  await editSpace(app, 'Engineering');
  await choose(app, 'Allowed levels', 'site');
  await submit(app, 'Save');
  await noDialog(app);
  // The edited row no longer exists, because the space uses the settings of the site.
  await app.getByText('No space has its own settings').waitFor();
  expect(await focused(app)).toBe('Spaces');
  await goTo(app, 'Policy', 'Rules');
  await press(app, 'Remove Half open');
  await dialogOf(app).getByText('You can’t undo this.').waitFor();
  await submit(app, 'Remove');
  await page.getByText('“Half open” was removed').waitFor();
  await noDialog(app);
  expect(await focused(app)).toBe('Allowed levels');
  expect((await stored()).settings.schemes).toEqual([]);
});

itSlow(
  'a scheme with an archived level and a space that no longer exists are shown, and can be corrected',
  async () => {
    await archiveLevels(site, ['Public']);
    const schemeId = crypto.randomUUID();
    await settle(site, {
      schemes: [{ schemeId, name: 'Old', levelIds: [idOf('Public'), idOf('Internal')] }],
      spaces: { 999999999: { defaultLevel: { levelId: idOf('Internal') } } },
    });
    const { app } = await visit();
    await press(app, 'Edit Old');
    await submit(app, 'Save');
    await dialogOf(app).getByText('Archived levels can’t be in a scheme. Clear these: Public.').waitFor();
    await dialogOf(app).getByRole('checkbox', { name: 'Public public (archived)' }).uncheck();
    await submit(app, 'Save');
    await noDialog(app);

    await goTo(app, 'Spaces');
    await app.getByLabel('Settings', { exact: true }).selectOption('own');
    await rowOf(app, '999999999').getByText('Name not available.').waitFor();
    await editSpace(app, '999999999');
    await choose(app, 'Default level', 'site');
    await submit(app, 'Save');
    await noDialog(app);
    await app.getByText('No space has its own settings').waitFor();
    const { schemes, spaces } = (await stored()).settings;
    expect({ schemes, spaces }).toEqual({
      schemes: [{ schemeId, name: 'Old', levelIds: [idOf('Internal')] }],
      spaces: {},
    });
  },
);

itSlow('many spaces are loaded page by page, and other spaces by name', async () => {
  const ids = Array.from({ length: 1_060 }, (_, index) => String(70_000_000 + index));
  const own = Object.fromEntries([...ids, ENG].map((id) => [id, { defaultLevel: 'none' }]));
  await settle(site, { spaces: own });
  const { app, page } = await visit({ path: '/levels' });
  const asked = operations(page);
  await goTo(app, 'Spaces');
  await app.getByText('1–25 of 1061').waitFor();
  await app.getByRole('table', { name: 'Spaces' }).waitFor();
  const described = () => asked.filter(({ name }) => name === 'describeSpaces').map(({ body }) => body.length);
  expect(described()).toHaveLength(1);
  expect(
    await app
      .getByRole('row')
      .filter({ has: app.getByRole('rowheader') })
      .count(),
  ).toBe(25);
  await press(app, 'Next page');
  await app.getByText('26–50 of 1061').waitFor();
  expect(described()).toHaveLength(2);
  await press(app, 'Previous page');
  await app.getByRole('table', { name: 'Spaces' }).waitFor();
  // Known already.
  expect(described()).toHaveLength(2);
  for (const length of described()) expect(length).toBeLessThan(1_500);

  await findSpace(app, 'human');
  await rowOf(app, 'Human Resources').waitFor();
  await app.getByLabel('Find a space').fill('nothing is called so');
  await app.getByText('No matching spaces that the app can access.').waitFor();
});

itSlow('a set of allowed levels that another admin uses or removes in the meantime is not removed', async () => {
  const schemeId = await aScheme('Open', 'Internal', 'Public');
  const { app } = await visit();
  await press(app, 'Remove Open');
  await elsewhere('changeSpaceSettings', { spaceId: ENG, schemeId });
  await submit(app, 'Remove');
  await dialogOf(app).getByText('These allowed levels are in use').waitFor();
  expect(await dialogOf(app).getByRole('button').allTextContents()).toEqual(['Close']);
  await submit(app, 'Close');
  await noDialog(app);
  await elsewhere('changeSpaceSettings', { spaceId: ENG });

  const second = await visit();
  await press(second.app, 'Remove Open');
  await elsewhere('removeScheme', { schemeId });
  await submit(second.app, 'Remove');
  await dialogOf(second.app).getByText('Another admin already removed it').waitFor();
  expect(await dialogOf(second.app).getByRole('button').allTextContents()).toEqual(['Close']);
});

itSlow('an archive of a level in use leads to the settings', async () => {
  await elsewhere('changeSiteSettings', { lowering: 'allowed', defaultLevel: { levelId: idOf('Public') } });
  const { app, page } = await visit({ path: '/levels' });
  await press(app, 'Archive Public');
  await dialogOf(app).getByText('It’s the default level of the site.').waitFor();
  await submit(app, 'Go to settings');
  await app.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  expect(page.url()).toBe(`${site.url}/site/admin/policy`);
  expect(await focused(app)).toBe('Rules');
});

it('an admin creates a set of allowed levels and sets it for a space with the keyboard alone', async () => {
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Create allowed levels' }).focus();
  await page.keyboard.press('Enter');
  await dialogOf(app).waitFor();
  await page.keyboard.type('By keyboard');
  for (let fields = 0; fields < 4; fields += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await noDialog(app);
  expect(await focused(app)).toBe('Create allowed levels');
  await rowOf(app, 'By keyboard').getByText('Public').waitFor();

  await app.getByRole('link', { name: 'Spaces' }).press('Enter');
  await app.getByLabel('Find a space').focus();
  await page.keyboard.type('ENG');
  await app.getByRole('table', { name: 'Spaces found' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(app)).toBe(EDIT_ENG);
  for (let keys = 0; keys < 2; keys += 1) await page.keyboard.press('Enter');
  await dialogOf(app).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('By');
  for (let fields = 0; fields < 2; fields += 1) await page.keyboard.press('Tab');
  expect(await focused(app)).toBe('Save');
  await page.keyboard.press('Enter');
  await noDialog(app);
  const { schemes, spaces } = (await stored()).settings;
  expect(schemes).toMatchObject([{ name: 'By keyboard', levelIds: [idOf('Public')] }]);
  expect(spaces).toEqual({ [ENG]: { schemeId: schemes[0]?.schemeId } });
});

it('each page loads again after a failure', async () => {
  // A page and the navigation load at the same time: every call fails until the message is there.
  const failing = (times: 0 | 1_000_000) => site.host.faults.add({ target: 'confluence', status: 503, times });
  failing(1_000_000);
  const { app } = await visit();
  await app.getByText('We couldn’t load the settings').waitFor();
  failing(0);
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByRole('heading', { name: 'Allowed levels' }).waitFor();

  failing(1_000_000);
  const { app: limits } = await visit({ path: '/limits' });
  await limits.getByText('We couldn’t load the limits').waitFor();
  failing(0);
  await limits.getByRole('button', { name: 'Try again' }).click();
  await limits.getByRole('rowheader', { name: 'Points for Confluence, per hour' }).waitFor();

  await goTo(app, 'Spaces');
  await app.getByRole('table', { name: 'Spaces found' }).waitFor();
  site.host.faults.add({ target: 'confluence', match: '/api/v2/spaces', status: 503, times: 1 });
  await app.getByLabel('Find a space').fill('Eng');
  await app.getByText('We couldn’t search for spaces.').waitFor();
  await app.getByRole('button', { name: 'Try again' }).click();
  await rowOf(app, 'Engineering').waitFor();
});

itSlow('the daily check shows its progress, its result and the pages that it could not check', async () => {
  const key = await aKey();
  expect((await setLevel(key, DEMO_PAGES.payroll, 'Restricted')).status).toBe(201);
  await restrict(site, DEMO_PAGES.payroll, 'read', [ADMIN.accountId]);
  await site.host.background.settle();
  const { app } = await visit({ path: '/background-work' });
  await app.getByText('The daily check hasn’t run yet.').waitFor();

  expect((await site.host.background.runSchedule('daily-reconciliation')).outcome).toBe(204);
  await press(app, 'Refresh daily check');
  await app.getByText('Running since').waitFor();
  await reconcile();
  await press(app, 'Refresh daily check');
  const fact = (term: string) =>
    app.locator('.fact').filter({ has: app.getByRole('term').getByText(term, { exact: true }) });
  await fact('Couldn’t be checked').getByText('The app can’t view the page of 1 record').waitFor();
  await fact('Couldn’t be checked').getByText(`Payroll process (${DEMO_PAGES.payroll})`).waitFor();
  await fact('Fixed').getByText('Nothing needed fixing.').waitFor();
  await fact('Last run').waitFor();
  expect(rowsOf(site, 'audit').filter(({ value }) => value.type === 'reconciliation.finished')).toHaveLength(1);
  // A user who cannot view the page sees only its ID.
  const other = await visit({ path: '/background-work', as: 'admin2@example.com' });
  await other.app.getByText(`Page ${DEMO_PAGES.payroll}`, { exact: true }).waitFor();

  // The queue lost a run.
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const counts = { checked: 3, moved: 0, classified: 0, notInspected: 0, unreadable: 0 };
  const run = {
    startedAt: at(3),
    touchedAt: at(2),
    ticket: crypto.randomUUID(),
    step: 1,
    phase: 'records',
    time: '',
    key: '',
    counts,
    unseenPageIds: [],
  };
  await putRow(site, 'config', 'reconciliation', { v: 1, rev: 9, value: { run } });
  await press(app, 'Refresh daily check');
  await app.getByText('Interrupted on').waitFor();
  await app.getByText('The next daily check continues from there.').waitFor();
});

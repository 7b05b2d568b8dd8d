import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES } from '../../local/demo';
import { parseCsv } from '../../static/admin/src/transfer/csv';
import { goTo } from '../support/admin-navigation';
import { capture, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed, type LevelName, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { itSlow } from '../support/sample';
import { everythingStored } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** Tests the Import and export page with the production build in a real browser, with real files. */

let site: ServedSite;
const visit = withFreshSite((fresh) => (site = fresh), { path: '/import-export' });

const { payroll, welcome, officeGuide, onboarding, hrRestricted } = DEMO_PAGES;

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;

/** Chooses a file in its file input. */
async function choose(app: Frame, text: string | Buffer, { label = 'CSV file', name = 'old app.csv' } = {}) {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await app.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
}

async function dryRun(app: Frame): Promise<void> {
  await app.getByRole('button', { name: 'Start dry run' }).click();
  await app.locator('.message-title').getByText('Dry run finished. Nothing was changed.').waitFor();
}

async function importAll(app: Frame): Promise<void> {
  await app.getByRole('button', { name: /^Import [0-9]/ }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
}

/** Page, level and result of each row, as shown. */
const rowsIn = (app: Frame) =>
  app.evaluate<string[][]>(`[...document.querySelectorAll('.transfer-table tbody tr')].map((row) =>
    [...row.children].slice(1).map((cell) => cell.textContent.trim()))`);

async function saved(page: Page, action: () => Promise<void>): Promise<{ name: string; lines: string[][] }> {
  const downloading = page.waitForEvent('download');
  await action();
  const download = await downloading;
  const parsed = parseCsv(await readFile(await download.path(), 'utf8'));
  if (parsed.outcome !== 'table') throw new Error(parsed.outcome);
  return {
    name: download.suggestedFilename(),
    lines: [[...parsed.header], ...parsed.rows.map(({ cells }) => [...cells])],
  };
}

it('the page Import and export refuses a broken file, shows the rows of a good one, previews them in a dry run, imports them, and exports the results', async () => {
  const { key } = await site.createKey({ classificationScope: 'write' });
  const before = { pageId: officeGuide, levelId: idOf('Highly Restricted') };
  await site.rest('POST', '/v1/page-level', { key, body: before });
  const file = [
    'Page URL;Classification;Sub-level;Reason',
    `https://example.atlassian.net/wiki/spaces/HR/pages/${payroll}/Payroll;restricted / FINANCE;;From the old app`,
    `${welcome};${idOf('Public').toUpperCase()};;`,
    `${onboarding};Restricted;People;`,
    `${officeGuide};Internal;;`,
    `${hrRestricted};Public;;`,
    `${welcome};Internal;;`,
    'Welcome;Public;;',
    `164099;Top secret;;`,
    `164098;Restricted;Sales;`,
    '=1+1;Public;;',
  ].join('\r\n');
  const { app, page } = await visit();
  await choose(app, 'page,level\n1,"Public\n2,Public');
  await app.getByText('Line 2 has a missing or misplaced quotation mark').waitFor();
  expect(await app.getByRole('button', { name: 'Start dry run' }).count()).toBe(0);
  await choose(app, file);
  await app.getByText('Line 2 has a missing').waitFor({ state: 'detached' });
  await app.getByText('old app.csv: 10 rows').waitFor();
  expect(await rowsIn(app)).toEqual([
    [expect.stringContaining(payroll), 'Restricted / Finance', 'Ready'],
    [welcome, 'Public', 'Ready'],
    [onboarding, 'Restricted / People', 'Ready'],
    [officeGuide, 'Internal', 'Ready'],
    [hrRestricted, 'Public', 'Ready'],
    [welcome, 'Internal', 'Error Line 3 has the same page.'],
    ['Welcome', 'Public', 'Error This isn’t a page ID or page URL.'],
    ['164099', 'Top secret', 'Error This site doesn’t have this level.'],
    ['164098', 'Restricted / Sales', 'Error The level doesn’t have this sub-level.'],
    ['=1+1', 'Public', 'Error This isn’t a page ID or page URL.'],
  ]);
  expect(await app.getByRole('button', { name: /^Import [0-9]/ }).count()).toBe(0);
  await capture(page, 'import-understood');

  const stored = everythingStored(site);
  await dryRun(app);
  expect(everythingStored(site)).toEqual(stored);
  const outcomes = async () => (await rowsIn(app)).slice(0, 5).map((cells) => cells[2]);
  expect(await outcomes()).toEqual([
    'Will be set',
    'Will be set',
    'Will be set',
    'Level will be kept Current level: Highly Restricted.',
    'Will be rejected The page doesn’t exist, or you can’t view it.',
  ]);
  // Only the rows that change a page.
  await app.getByRole('button', { name: 'Import 3 rows' }).waitFor();
  await capture(page, 'import-dry-run');

  await importAll(app);
  await app.locator('.message-title').getByText('Import finished.').waitFor();
  expect(await outcomes()).toEqual([
    'Set',
    'Set',
    'Set',
    'Level kept Current level: Highly Restricted.',
    'Rejected The page doesn’t exist, or you can’t view it.',
  ]);
  await capture(page, 'import-done');
  const truth = truthOf(site.host, payroll);
  expectWhole(truth);
  expect(truth.record).toMatchObject({ levelId: idOf('Restricted'), method: 'MANUAL', classifierId: ADMIN.accountId });
  expect(truth.history).toMatchObject([{ justification: 'From the old app' }]);
  expect([welcome, officeGuide].map(levelOf)).toEqual([idOf('Public'), idOf('Highly Restricted')]);

  await app.getByLabel('Show rows').selectOption({ label: 'Error (5)' });
  expect((await rowsIn(app)).map(([, , result]) => result?.slice(0, 5))).toEqual(Array(5).fill('Error'));
  const { name, lines } = await saved(page, () => app.getByRole('button', { name: /^Download results/ }).click());
  expect(name).toMatch(/^page-classification-import-[0-9-]{10}[.]csv$/);
  expect(lines).toHaveLength(11);
  expect(lines[5]).toEqual(['6', hrRestricted, 'Public', 'Rejected', 'The page doesn’t exist, or you can’t view it.']);
});

itSlow(
  'the page Import and export asks for a dry run after each change of the columns or of the treatment, and retries failed rows only',
  async () => {
    await settle(site, { lowering: 'justified' });
    const { key } = await site.createKey({ classificationScope: 'write' });
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Restricted') } });
    const { app } = await visit();
    await choose(app, `Where,What,Why\n${welcome},Public,Published\n${payroll},Restricted,`);
    await app.getByText('Choose a column.').first().waitFor();
    expect(await app.getByRole('button', { name: 'Start dry run' }).count()).toBe(0);
    await app.getByLabel('Page (ID or URL)').selectOption('Where');
    await app.getByLabel('Level (key, name or ID)').selectOption('What');
    await dryRun(app);
    const results = async () => (await rowsIn(app)).map((cells) => cells[2]);
    expect(await results()).toEqual(['Level will be kept', 'Will be set']);
    await app.getByLabel('Replace').check();
    expect(await app.getByRole('button', { name: /^Import [0-9]/ }).count()).toBe(0);
    await dryRun(app);
    expect((await results())[0]).toMatch(/^Will be rejected .* add a justification/);
    await app.getByLabel('Justification', { exact: true }).selectOption('Why');
    await dryRun(app);
    site.host.faults.add({ target: 'confluence', match: `/pages/${payroll}`, status: 503, times: 1 });
    await importAll(app);
    await app.getByRole('button', { name: 'Try 1 row again' }).click();
    await app.getByRole('button', { name: 'Try 1 row again' }).waitFor({ state: 'detached' });
    await app.locator('.message-title').getByText('Import finished.').waitFor();
    expect(await results()).toEqual(['Lowered Before: Restricted.', 'Set']);
    expect(truthOf(site.host, welcome).history.at(-1)).toMatchObject({ justification: 'Published' });
  },
);

itSlow(
  'the page Import and export shows its progress, stops when the user cancels or every row fails, and continues from there',
  async () => {
    const pages: string[] = [];
    for (let count = 0; count < 60; count += 1) pages.push(await aPage(site));
    const { app, page } = await visit();
    await choose(app, ['page,level', ...pages.map((pageId) => `${pageId},Internal`)].join('\n'));
    await dryRun(app);

    // The test holds back the second call.
    let calls = 0;
    let release: () => void = () => undefined;
    const second = new Promise<void>((arrived) => {
      void page.route('**/site/bridge/invoke', async (route) => {
        const { functionKey } = route.request().postDataJSON() as { functionKey: string };
        if (functionKey === 'importPageLevels') calls += 1;
        if (functionKey === 'importPageLevels' && calls === 2) {
          arrived();
          await new Promise<void>((resolve) => (release = resolve));
        }
        await route.fallback();
      });
    });
    await importAll(app);
    await second;
    await app.locator('.message').getByText('25 of 60 rows').waitFor();
    await capture(page, 'import-running');
    await app.getByRole('button', { name: 'Cancel' }).click();
    await app.getByRole('button', { name: 'Stopping' }).waitFor();
    release();
    await app.locator('.message-title').getByText('The import stopped after 50 of 60 rows').waitFor();
    expect(pages.map(levelOf).filter((levelId) => levelId !== undefined)).toHaveLength(50);

    site.host.faults.add({ target: 'confluence', match: '/api/v2/pages/', status: 503, times: 10 });
    await app.getByRole('button', { name: 'Continue' }).click();
    await app.getByText('The last rows all failed').waitFor();
    await capture(page, 'import-stopped');
    await app.getByRole('button', { name: 'Continue' }).click();
    await app.locator('.message-title').getByText('Import finished.').waitFor();
    expect(pages.map(levelOf)).toEqual(pages.map(() => idOf('Internal')));
    expect(pages.map((pageId) => truthOf(site.host, pageId).history.length)).toEqual(pages.map(() => 1));
  },
);

itSlow('the page Import and export takes a file of 10,000 rows that is dropped on it', async () => {
  const { app } = await visit();
  await app.evaluate(`{
    const transfer = new DataTransfer();
    const rows = Array.from({ length: 10_000 }, (_, index) => (index + 1) + ',Public');
    transfer.items.add(new File([['page,level', ...rows].join('\\n')], 'dropped.csv'));
    document.querySelector('.file-picker').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }`);
  await app.getByText('dropped.csv: 10,000 rows').waitFor();
  await app.getByText('10 of 10,000 rows').waitFor();
  await app.getByRole('button', { name: 'Show more' }).click();
  await app.getByText('110 of 10,000 rows').waitFor();
});

const LEVELS_FILE = [
  'Name,Parent,Colour,Description,Order',
  'Public,,green,,3',
  'Top secret,,Red bold,For few,1',
  'Internal,,blue,,2',
  'Plans,top secret,,Next year,1',
  'Pink,,pink,,4',
  'Lost,nowhere,,,5',
].join('\n');
const chooseLevels = (app: Frame, text: string) =>
  choose(app, text, { label: 'CSV file with levels', name: 'levels.csv' });
const words = async (app: Frame) => (await rowsIn(app)).map((cells) => cells.join(': '));

itSlow(
  'the page Import and export previews the levels of a file, starts again after another admin changed the levels, and creates them',
  async () => {
    const { app, page } = await visit();
    const before = everythingStored(site);
    await chooseLevels(app, LEVELS_FILE);
    await app.getByRole('button', { name: 'Create 2 levels and sub-levels' }).waitFor();
    expect(everythingStored(site)).toEqual(before);
    expect(await words(app)).toEqual([
      'Top secret: Will be created',
      'top secret / Plans: Will be created',
      'Internal: Already exists',
      'Public: Already exists',
      expect.stringMatching(/^Pink: Skipped color /),
      'nowhere / Lost: Skipped Its level isn’t on this site or in the file.',
    ]);
    await capture(page, 'import-levels');
    await site.admin('createLevel', { rev: 0, name: 'Top secret', color: 'RED' }, 'admin2@example.com');
    await app.getByRole('button', { name: 'Create 2 levels and sub-levels' }).click();
    await app.getByText('We couldn’t create the levels').waitFor();
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByRole('button', { name: 'Create 1 level or sub-level' }).click();
    await app.locator('.message-title').getByText('1 level or sub-level created').waitFor();
    expect((await words(app)).slice(0, 2)).toEqual(['Top secret: Already exists', 'top secret / Plans: Created']);
    await choose(app, `page,level\n${welcome},top-secret/plans`);
    await app.getByRole('cell', { name: 'Top secret / Plans', exact: true }).waitFor();
  },
);

it('the page Import and export exports page levels, their history, levels, settings and keys without values, in files that it can import', async () => {
  await settle(site, { lowering: 'justified' });
  const { key, keyId } = await site.createKey({
    name: '=HYPERLINK("x")',
    levelLimit: ['unclassified', idOf('Public')],
  });
  await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Public') } });
  const { app, page } = await visit();
  const button = (name: string) => app.getByRole('button', { name, exact: true });
  const again = (lines: string[][]) =>
    lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  site.host.faults.add({ target: 'confluence', status: 503, times: 1 });
  await button('API keys (CSV)').click();
  await app.getByText('We couldn’t export the data').waitFor();

  const pages = await saved(page, () => button('Page levels (CSV)').click());
  expect(pages.name).toMatch(/^page-classification-page-levels-[0-9-]{10}[.]csv$/);
  expect(pages.lines[0]?.slice(0, 2)).toEqual(['pageId', 'level']);
  expect(pages.lines[1]?.slice(0, 3)).toEqual([welcome, 'public', 'Public']);
  await app.locator('.message-title').getByText('1 entry exported').waitFor();
  await choose(app, again(pages.lines));
  await dryRun(app);
  expect((await rowsIn(app)).map((cells) => cells[2])).toEqual(['Already set']);

  const history = await saved(page, () => button('Level history (CSV)').click());
  expect(history.name).toMatch(/^page-classification-level-history-[0-9-]{10}[.]csv$/);
  expect(history.lines[1]?.slice(0, 4)).toEqual([welcome, expect.any(String), '', 'public']);
  await app.locator('.message-title').getByText('1 entry exported').waitFor();
  await app.getByRole('button', { name: 'Close' }).click();
  expect(
    await button('Level history (CSV)').evaluate((element) => element === element.ownerDocument.activeElement),
  ).toBe(true);

  const levels = await saved(page, () => button('Levels (CSV)').click());
  expect(levels.lines.slice(0, 4).map((cells) => cells.slice(0, 3))).toEqual([
    ['key', 'name', 'parent'],
    ['highly-restricted', 'Highly Restricted', ''],
    ['restricted', 'Restricted', ''],
    ['finance', 'Finance', 'restricted'],
  ]);
  await choose(app, again(levels.lines), { label: 'CSV file with levels' });
  await app.getByText('There’s nothing new to create.').waitFor();
  const downloading = page.waitForEvent('download');
  await button('Levels and settings (JSON)').click();
  const json = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(json).toMatchObject({ levels: { length: 4 }, settings: { lowering: 'justified' } });

  const keys = await saved(page, () => button('API keys (CSV)').click());
  expect(keys.lines[1]?.slice(0, 3)).toEqual([keyId, '=HYPERLINK("x")', 'active']);
  expect(JSON.stringify(keys.lines)).not.toContain(key.slice(-12));
  expect(keys.lines[0]?.filter((column) => /secret|mac|hash|value/i.test(column))).toEqual([]);
});

it('the page Import and export asks before a dry run is lost, on another page of the admin area and when the tab closes', async () => {
  const { app, page } = await visit();
  await choose(app, `Page;Level\n${welcome};Public\n`);
  await dryRun(app);
  const question = app.getByRole('dialog', { name: 'Leave the import?' });
  await goTo(app, 'Audit log');
  await question.getByRole('button', { name: 'Stay' }).click();
  await app.getByText('Dry run finished. Nothing was changed.').first().waitFor();

  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type()))),
  );
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');

  await goTo(app, 'Audit log');
  await capture(page, 'import-leave');
  await question.getByRole('button', { name: 'Leave' }).click();
  await app.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
});

itSlow(
  'the page Import and export asks for a reason if a row lowers a level in a space that requires one',
  async () => {
    await settle(site, { lowering: 'justified' });
    const { key } = await site.createKey({ classificationScope: 'write' });
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Restricted') } });
    const { app } = await visit();
    await choose(app, `Page;Level\n${welcome};Public\n`);
    await app.getByLabel('Replace', { exact: true }).check();
    await dryRun(app);
    await app.getByText('1 page needs a reason to lower the level.').waitFor();
    await app.getByLabel('Reason for rows without a justification').fill('Published.');
    await dryRun(app);
    await importAll(app);
    await app.getByText('Import finished').first().waitFor();
    expect(levelOf(welcome)).toBe(idOf('Public'));
  },
);

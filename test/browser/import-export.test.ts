import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES } from '../../local/demo';
import { parseCsv } from '../../static/admin/src/transfer/csv';
import { capture, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed, type LevelName, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { everythingStored } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** The Import and export page, on the production build: real files in, real files out. */

let site: ServedSite;
const visit = withFreshSite((fresh) => (site = fresh), { path: '/import-export' });

const { payroll, welcome, officeGuide, onboarding, hrRestricted } = DEMO_PAGES;

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;

/** Chooses a file as a person does. */
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

/** Page, level, result: as they are read, row by row. */
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

it('shows what it understands, says in a dry run what would be, does it once, and hands out the results', async () => {
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
  await choose(app, file);
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

it('sends again only what is not done, and changes nothing twice', async () => {
  const { app } = await visit();
  const file = `page,level\n${payroll},Restricted\n${welcome},Public`;
  for (const results of [
    ['Set', 'Set'],
    ['Already set', 'Already set'],
  ]) {
    await choose(app, file);
    await dryRun(app);
    await importAll(app);
    await app.locator('.message-title').getByText('Import finished.').waitFor();
    expect((await rowsIn(app)).map((cells) => cells[2])).toEqual(results);
  }
  expect(truthOf(site.host, payroll).history).toHaveLength(1);
});

it('lets columns be chosen, and what becomes of pages that have a level; each asks for a dry run of its own', async () => {
  await settle(site, { lowering: 'justified' });
  const { key } = await site.createKey({ classificationScope: 'write' });
  await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Restricted') } });
  const { app } = await visit();
  await choose(app, `Where,What,Why\n${welcome},Public,Published`);
  await app.getByText('Choose a column.').first().waitFor();
  expect(await app.getByRole('button', { name: 'Start dry run' }).count()).toBe(0);
  await app.getByLabel('Page (ID or URL)').selectOption('Where');
  await app.getByLabel('Level (key, name or ID)').selectOption('What');
  await dryRun(app);
  expect((await rowsIn(app))[0]?.[2]).toBe('Level will be kept');
  await app.getByLabel('Replace').check();
  expect(await app.getByRole('button', { name: /^Import [0-9]/ }).count()).toBe(0);
  await dryRun(app);
  expect((await rowsIn(app))[0]?.[2]).toMatch(/^Will be rejected .* add a justification/);
  await app.getByLabel('Justification').selectOption('Why');
  await dryRun(app);
  await importAll(app);
  await app.locator('.message-title').getByText('Import finished.').waitFor();
  expect((await rowsIn(app))[0]?.[2]).toBe('Lowered Before: Restricted.');
  expect(truthOf(site.host, welcome).history.at(-1)).toMatchObject({ justification: 'Published' });
});

it('says how far it is, stops when it is told to or when nothing gets through, and goes on from there', async () => {
  const pages: string[] = [];
  for (let count = 0; count < 60; count += 1) pages.push(await aPage(site));
  const { app, page } = await visit();
  await choose(app, ['page,level', ...pages.map((pageId) => `${pageId},Internal`)].join('\n'));
  await dryRun(app);

  // The second call waits for the test.
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
});

it('tries again what failed alone', async () => {
  const { app } = await visit();
  await choose(app, `page,level\n${payroll},Restricted\n${welcome},Public`);
  await dryRun(app);
  site.host.faults.add({ target: 'confluence', match: `/pages/${welcome}`, status: 503, times: 1 });
  await importAll(app);
  await app.getByRole('button', { name: 'Try 1 row again' }).click();
  await app.getByRole('button', { name: 'Try 1 row again' }).waitFor({ state: 'detached' });
  await app.locator('.message-title').getByText('Import finished.').waitFor();
  expect((await rowsIn(app)).map((cells) => cells[2])).toEqual(['Set', 'Set']);
});

it.each([
  ['is larger than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'The file is larger than 5 MB'],
  ['has more than 10,000 rows', () => `page,level\n${'1,Public\n'.repeat(10_001)}`, 'more than 10,000 rows'],
  ['has no rows', () => 'page,level\n', 'no rows after the header line'],
  ['is empty', () => '', 'no rows after the header line'],
  ['is not in UTF-8', () => Buffer.from('page,level\n1,Öffentlich', 'latin1'), 'isn’t encoded in UTF-8'],
  [
    'has a quotation mark out of place',
    () => 'page,level\n1,"Public\n2,Public',
    'Line 2 has a missing or misplaced quotation mark',
  ],
])('refuses a file that %s, and says what helps', async (_what, fileOf, message) => {
  const { app } = await visit();
  await choose(app, fileOf());
  await app.getByText(message).waitFor();
  expect(await app.getByRole('button', { name: 'Start dry run' }).count()).toBe(0);
  await choose(app, `page,level\n${welcome},Public`);
  await app.getByText(message).waitFor({ state: 'detached' });
  await app.getByRole('button', { name: 'Start dry run' }).waitFor();
});

it('takes 10,000 rows', async () => {
  const { app } = await visit();
  const pages = Array.from({ length: 10_000 }, (_, index) => `${index + 1},Public`);
  await choose(app, ['page,level', ...pages].join('\n'));
  await app.getByText('old app.csv: 10,000 rows').waitFor();
  await app.getByText('10 of 10,000 rows').waitFor();
  await app.getByRole('button', { name: 'Show more' }).click();
  await app.getByText('110 of 10,000 rows').waitFor();
});

it('takes a file that is dropped on it', async () => {
  const { app } = await visit();
  await app.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File(['page,level\\n${welcome},Public'], 'dropped.csv'));
    document.querySelector('.file-picker').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }`);
  await app.getByText('dropped.csv: 1 row').waitFor();
});

describe('levels', () => {
  const FILE = [
    'Name,Parent,Colour,Description,Order',
    'Public,,green,,3',
    'Top secret,,Red bold,For few,1',
    'Internal,,blue,,2',
    'Plans,top secret,,Next year,1',
    'Pink,,pink,,4',
    'Lost,nowhere,,,5',
  ].join('\n');
  const choose_ = (app: Frame, text: string) =>
    choose(app, text, { label: 'CSV file with levels', name: 'levels.csv' });
  const words = async (app: Frame) => (await rowsIn(app)).map((cells) => cells.join(': '));

  it('of a file are looked at, and created when somebody says so; the rows of pages know them at once', async () => {
    const { app, page } = await visit();
    const before = everythingStored(site);
    await choose_(app, FILE);
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
    await app.getByRole('button', { name: 'Create 2 levels and sub-levels' }).click();
    await app.locator('.message-title').getByText('2 levels and sub-levels created').waitFor();
    expect((await words(app)).slice(0, 2)).toEqual(['Top secret: Created', 'top secret / Plans: Created']);
    const { value } = await site.admin('listLevels', {});
    expect(value.levels.map(({ name }: { name: string }) => name)).toEqual([
      'Highly Restricted',
      'Restricted',
      'Top secret',
      'Internal',
      'Public',
    ]);
    await choose(app, `page,level\n${welcome},top-secret/plans`);
    await app.getByRole('cell', { name: 'Top secret / Plans', exact: true }).waitFor();
  });

  it('are looked at anew where somebody else has changed them meanwhile', async () => {
    const { app } = await visit();
    await choose_(app, FILE);
    const create = app.getByRole('button', { name: 'Create 2 levels and sub-levels' });
    await create.waitFor();
    await site.admin('createLevel', { rev: 0, name: 'Top secret', color: 'RED' }, 'admin2@example.com');
    await create.click();
    await app.getByText('We couldn’t create the levels').waitFor();
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByRole('button', { name: 'Create 1 level or sub-level' }).waitFor();
    expect((await words(app))[0]).toBe('Top secret: Already exists');
  });
});

describe('an export', () => {
  it('of the levels of pages is a file that another site can import', async () => {
    const { key } = await site.createKey({ classificationScope: 'write' });
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Public') } });
    const { app, page } = await visit();
    const { name, lines } = await saved(page, () => app.getByRole('button', { name: 'Page levels (CSV)' }).click());
    expect(name).toMatch(/^page-classification-page-levels-[0-9-]{10}[.]csv$/);
    expect(lines[0]?.slice(0, 2)).toEqual(['pageId', 'level']);
    expect(lines[1]?.slice(0, 3)).toEqual([welcome, 'public', 'Public']);
    await app.locator('.message-title').getByText('1 row exported').waitFor();
    await choose(app, lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'));
    await dryRun(app);
    expect((await rowsIn(app)).map((cells) => cells[2])).toEqual(['Already set']);
  });

  it('of the history of levels is a file of its own', async () => {
    const { key } = await site.createKey({ classificationScope: 'write' });
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: welcome, levelId: idOf('Public') } });
    const { app, page } = await visit();
    const button = app.getByRole('button', { name: 'Level history (CSV)' });
    const { name, lines } = await saved(page, () => button.click());
    expect(name).toMatch(/^page-classification-level-history-[0-9-]{10}[.]csv$/);
    expect(lines[1]?.slice(0, 4)).toEqual([welcome, expect.any(String), '', 'public']);
    await app.locator('.message-title').getByText('1 row exported').waitFor();
    await app.getByRole('button', { name: 'Close' }).click();
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  it('of levels can be imported again; settings come with them as JSON; keys come without their values', async () => {
    await settle(site, { lowering: 'justified' });
    const { key, keyId } = await site.createKey({ name: '=HYPERLINK("x")', levelLimit: [idOf('Public')] });
    const { app, page } = await visit();
    const levels = await saved(page, () => app.getByRole('button', { name: 'Levels (CSV)', exact: true }).click());
    expect(levels.lines.map((cells) => cells.slice(0, 3))).toEqual([
      ['key', 'name', 'parent'],
      ['highly-restricted', 'Highly Restricted', ''],
      ['restricted', 'Restricted', ''],
      ['finance', 'Finance', 'restricted'],
      ['people', 'People', 'restricted'],
      ['internal', 'Internal', ''],
      ['public', 'Public', ''],
    ]);
    const again = levels.lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
    await choose(app, again, { label: 'CSV file with levels' });
    await app.getByText('There’s nothing new to create.').waitFor();

    const downloading = page.waitForEvent('download');
    await app.getByRole('button', { name: 'Levels and settings (JSON)' }).click();
    const json = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(json).toMatchObject({ levels: { length: 4 }, settings: { lowering: 'justified' } });

    const keys = await saved(page, () => app.getByRole('button', { name: 'API keys (CSV)' }).click());
    expect(keys.lines[1]?.slice(0, 3)).toEqual([keyId, '=HYPERLINK("x")', 'active']);
    const text = JSON.stringify(keys.lines);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(-12));
    expect(keys.lines[0]?.filter((column) => /secret|mac|hash|value/i.test(column))).toEqual([]);
  });

  it('that fails says so', async () => {
    const { app } = await visit();
    site.host.faults.add({ target: 'confluence', status: 503, times: 1 });
    await app.getByRole('button', { name: 'API keys (CSV)' }).click();
    await app.getByText('We couldn’t export the data').waitFor();
  });
});

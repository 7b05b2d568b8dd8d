import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Frame, Page, Route } from 'playwright-core';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { accessibilityProblems, capture, drawn, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed } from '../support/levels';
import { inTheme, tooWide } from '../support/places';
import { itSlow } from '../support/sample';
import { aPage, expectOk, takeSpacePermission } from '../support/wiki-pages';

/** Tests the overview with the production build in a real browser, on the local host, with the real counters. */

let site: ServedSite;
/** The time by which the clock of the app is ahead, because the counters follow changes after a minute. */
let aheadMs: number;
beforeEach(() => {
  aheadMs = 0;
});
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { site: { queryLagMs: 0, now: () => new Date(Date.now() + aheadMs) } },
);

async function count(): Promise<void> {
  await site.host.background.settle();
  aheadMs += 120_000;
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
  // The first check of a new site starts after the step that has read all changes.
  aheadMs += 5_000;
  await site.host.background.settle();
}

/** Two pages with a level, a page with a card number, and a scan of everything. */
async function fillSite(): Promise<void> {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Internal');
  for (const pageId of [DEMO_PAGES.engHome, DEMO_PAGES.payroll])
    await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  await site.admin('editPageUse', { rev: 0, rules: { [`level:${levelId}`]: { ask: [], deny: ['export'] } } });
  await site.action('check-use', { pageId: DEMO_PAGES.engHome, purpose: 'export' }, { as: ADMIN2.email });
  const body = { representation: 'storage', value: '<p>Card number 4539 1488 0343 6467</p>' };
  await expectOk(
    site.wiki('POST', '/api/v2/pages', { spaceId: DEMO_SPACES.ENG, status: 'current', title: 'A card', body }),
  );
  await site.admin('startScan', { of: { of: 'site' }, requestKey: crypto.randomUUID() });
  await count();
}

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const follow = (app: Frame, name: string | RegExp) => app.getByRole('link', { name }).first().click();
const query = (page: Page) => new URL(page.url()).search;
const region = (app: Frame, name: string) => app.getByRole('region', { name, exact: true });
const spaceRows = (app: Frame) => app.getByRole('table', { name: 'Numbers by space' }).locator('tbody > tr');
const linesOf = async (download: Download) =>
  readFileSync(await download.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, -1);

it('the overview leads from numbers to the lists behind them, and Back returns', async () => {
  await fillSite();
  const { app, page } = await visit();
  await app.getByRole('heading', { name: 'Pages by level' }).waitFor();
  expect(await app.evaluate(`getComputedStyle(document.querySelector('.chart-level')).fill`)).not.toBe('rgb(0, 0, 0)');
  await capture(page, 'overview');
  await app
    .getByRole('button', { name: /^Pages with a level/ })
    .getByText('2 of 31 pages')
    .waitFor();

  await follow(app, 'Internal: 2 pages');
  const list = app.getByRole('table', { name: 'Pages' });
  await list.getByRole('row').filter({ hasText: 'Payroll process' }).getByText('Human Resources').waitFor();
  expect(query(page)).toBe(`?level=${levelNamed(site, 'Internal').levelId}`);
  await page.reload();
  const reloaded = page.frames()[1] ?? app;
  await reloaded.getByRole('table', { name: 'Pages' }).getByText('Payroll process').waitFor();
  await page.goBack();

  await follow(reloaded, 'Human Resources, No level: 87%');
  await reloaded.getByText('Sorted: oldest pages first.').waitFor();
  expect(query(page)).toBe(`?spaceId=${DEMO_SPACES.HR}&level=none`);
  await page.goBack();
  await reloaded.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

  await follow(reloaded, /^Engineering, Open findings/);
  await reloaded.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
  expect(query(page)).toContain(`spaceId=${DEMO_SPACES.ENG}`);
  await page.goBack();
  await reloaded.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await follow(reloaded, 'Engineering, Critical and high');
  await reloaded.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
  expect(query(page)).toContain('severity=critical%2Chigh');
  expect(await reloaded.getByLabel('Severity', { exact: true }).inputValue()).toBe('critical,high');
  await page.goBack();
  await reloaded.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await follow(reloaded, /^Pages classified: /);
  await reloaded.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  expect(query(page)).toBe('?type=page.level.set&hours=168');
  await page.goBack();
  await reloaded.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await follow(reloaded, /^Fully scanned: /);
  await reloaded.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
  expect(query(page)).toBe('?coverage=complete');
  await page.goBack();
  await reloaded.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await follow(reloaded, /^High: /);
  await reloaded.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
  expect(query(page)).toContain('severity=high');
  await page.goBack();
  await region(reloaded, 'Refused page use').getByText('Internal 1').waitFor();
  await follow(reloaded, 'View rules');
  await reloaded.getByRole('heading', { name: 'Page use rules' }).waitFor();
});

itSlow('the overview sorts the spaces, and keeps the order and the table in the address', async () => {
  await fillSite();
  const { app, page } = await visit();
  const names = () => spaceRows(app).getByRole('rowheader').allInnerTexts();
  expect((await names()).map((name) => name.split('\n')[0])).toEqual([
    'Engineering',
    'Human Resources',
    'Open to everybody',
  ]);
  await press(app, 'Space');
  await press(app, 'Space');
  expect((await names())[0]).toContain('Open to everybody');
  expect(query(page)).toContain('sort=-space');
  await region(app, 'Spaces').getByRole('button', { name: 'Show table' }).click();
  await spaceRows(app).filter({ hasText: 'Site' }).getByRole('cell', { name: '31', exact: true }).first().waitFor();
  expect(query(page)).toContain('spaces=table');
});

itSlow('the overview shows a space that the admin can’t view only within the other spaces', async () => {
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  await fillSite();
  const { app, page } = await visit({ as: ADMIN2.email });
  const other = spaceRows(app).filter({ hasText: 'Other spaces (1)' });
  await other.getByText('8', { exact: true }).waitFor();
  expect(await other.getByRole('link').count()).toBe(0);
  const text = await app.locator('body').innerText();
  expect(text).not.toContain('Human Resources');
  expect(await page.content()).not.toContain('Payroll');
  const downloading = page.waitForEvent('download');
  await press(app, 'Export CSV');
  await app.getByRole('menuitem', { name: 'Numbers by space' }).click();
  const lines = await linesOf(await downloading);
  expect(lines.join()).not.toContain('Human Resources');
  expect(lines.at(-2)).toMatch(/^"","Other spaces \(1\)","8",/);
});

itSlow('the overview downloads the numbers by space and by day', async () => {
  await fillSite();
  const { app, page } = await visit();
  const exported = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await press(app, 'Export CSV');
    await app.getByRole('menuitem', { name }).click();
    return linesOf(await downloading);
  };
  const [header = '', ...spaces] = await exported('Numbers by space');
  expect(header).toContain('"level: Internal"');
  expect(spaces).toHaveLength(4);
  expect(spaces.at(-1)).toMatch(/^"","Site","31",/);
  const [days, today] = await exported('Open findings by day');
  expect(days).toBe('"day","openFindings","critical","high","medium","low"');
  expect(today).toMatch(/^"\d{4}-\d{2}-\d{2}","\d+","\d+","\d+","\d+","\d+"$/);
});

itSlow('the overview prints a report with the site, the time and all tables, without controls', async () => {
  await fillSite();
  const { app, page } = await visit();
  await app.getByRole('heading', { name: 'Spaces' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await app.getByText(`Site: ${new URL(site.url).host}`).waitFor();
  await app.getByText(/^Numbers as of: /).waitFor();
  await spaceRows(app).filter({ hasText: 'Site' }).waitFor();
  for (const name of ['Refresh', 'Print report', 'Show table', 'Hide checklist'])
    expect([name, await app.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
  await capture(page, 'overview-print');
  await page.emulateMedia({ media: 'screen' });
});

it('the overview leads a new site through its setup, which an admin can hide and show again', async () => {
  const { app, page } = await visit();
  const setup = region(app, 'Set up Page Classification');
  await setup.getByText('0 of 4 done').waitFor();
  await app.getByRole('heading', { name: 'No pages are counted yet' }).waitFor();
  await capture(page, 'overview-new-site');
  await press(app, 'Mark as done: Review the levels');
  await setup.getByText('1 of 4 done').waitFor();
  await press(app, 'Undo: Review the levels');
  await setup.getByText('0 of 4 done').waitFor();
  await press(app, 'Open API keys');
  await app.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await site.createKey();
  await page.goBack();
  await setup.getByText('1 of 4 done').waitFor();
  await press(app, 'Hide checklist');
  await setup.waitFor({ state: 'detached' });
  await press(app, 'Show setup checklist');
  await setup.getByText('1 of 4 done').waitFor();
  await press(app, 'Open levels');
  await app.getByRole('heading', { name: 'Levels', level: 1 }).waitFor();
});

itSlow('the overview says when counting starts, between the first scan and the first count', async () => {
  await site.admin('startScan', { of: { of: 'site' }, requestKey: crypto.randomUUID() });
  const { app } = await visit();
  await app.getByText('Counting starts within five minutes after a scan starts.').waitFor();
  expect(await app.getByRole('button', { name: 'Scan pages', exact: true }).count()).toBe(0);
  await count();
  await press(app, 'Refresh');
  await app.getByRole('heading', { name: 'Pages by level' }).waitFor();
});

itSlow('the overview shows the most important tasks, and new numbers after a refresh', async () => {
  await fillSite();
  const { app } = await visit();
  const toDo = region(app, 'To do');
  await toDo.getByText('29 pages have no level (93%)').waitFor();
  await aPage(site);
  await count();
  await press(app, 'Refresh');
  await toDo.getByText('30 pages have no level (≥ 93%)').waitFor();
  site.host.faults.add({ target: 'kvs', status: 503, times: 1 });
  await press(app, 'Refresh');
  await app.getByText('We couldn’t refresh the overview').waitFor();
  await toDo.getByText('30 pages have no level (≥ 93%)').waitFor();
  await press(app, 'Refresh');
  await app.getByText('We couldn’t refresh the overview').waitFor({ state: 'detached' });
});

/** Adds up the layout shifts in the frame of the app that no input of a user has caused. */
const COUNT_SHIFTS = `window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** The addresses of all pages of the admin area. */
function adminPaths(): readonly string[] {
  const source = readFileSync(join(__dirname, '../../static/admin/src/navigation.ts'), 'utf8');
  const [paths = ''] = /const PATHS = \{[^}]*\}/.exec(source) ?? [];
  return [...paths.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path);
}

/**
 * Loads a page whose answers arrive one at a time, that to the last request first, each after the frame was drawn. A request that
 * repeats an earlier one is a poll, which the page does not wait for.
 */
async function loadSlowly(page: Page, path: string): Promise<Frame> {
  const open = new Set<Route>();
  await page.route('**/site/bridge/invoke', (route) => void open.add(route));
  await page.goto(`${site.url}/site/admin${path}`);
  const [, app] = page.frames();
  if (app === undefined) throw new Error('the page has no frame of the app');
  await app.waitForSelector('h1');
  const answered = new Set<string | null>();
  for (let isLoading = true; isLoading;) {
    await drawn(app);
    const hasSkeleton = (await app.locator('.skeleton').count()) > 0;
    const route = [...open].findLast((one) => hasSkeleton || !answered.has(one.request().postData()));
    isLoading = hasSkeleton || route !== undefined;
    if (route === undefined) continue;
    open.delete(route);
    answered.add(route.request().postData());
    await route.fulfill({ response: await route.fetch() });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return app;
}

it('no page of the admin area moves while it loads', async () => {
  await fillSite();
  const { page } = await visit({ before: COUNT_SHIFTS });
  const paths = adminPaths();
  expect(paths.length).toBeGreaterThan(17);
  const moving: string[] = [];
  for (const path of paths) {
    const app = await loadSlowly(page, path);
    const shift = await app.evaluate<number>('window.shift');
    if (shift > 0.1) moving.push(`${path} ${shift}`);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  const narrow = await loadSlowly(page, '/');
  const shift = await narrow.evaluate<number>('window.shift');
  if (shift > 0.1) moving.push(`/ at 375 px ${shift}`);
  expect(moving).toEqual([]);
});

it.each(['a new site', 'a site with numbers'])(
  'the overview is accessible in both themes and on a phone: %s',
  async (which) => {
    if (which === 'a site with numbers') await fillSite();
    const { app, page } = await visit();
    await app.locator('.about').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await app.evaluate(inTheme(theme));
      expect({ theme, found: await accessibilityProblems(app, { onlyColors: theme === 'dark' }) }).toEqual({
        theme,
        found: [],
      });
    }
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(app);
      expect({ width, wide: await tooWide(app) }).toEqual({ width, wide: [] });
    }
    await capture(page, `overview-${which.replaceAll(' ', '-')}-narrow`);
  },
);

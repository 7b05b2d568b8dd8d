import { readFileSync } from 'node:fs';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { FindingView } from '../../src/admin/findings/finding-view';
import type { ScanView } from '../../src/admin/runs/scans';
import { launchBrowser, type ServedSite, serveSite, settleRedaction, type Visit, visitAdmin } from '../support/browser';
import { levelNamed } from '../support/levels';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** The clicks from the overview for the most important tasks of an admin. */

const DAY_MS = 24 * 3_600_000;
const REPEATED = '536-22-8731';
const PAGES_WITH_REPEATED = 30;
const OTHER_VALUES = 200;
const VALUES_OF_A_PAGE = 40;

let browser: Browser;
let site: ServedSite;
/** The time by which the clock of the app is ahead, because the counters follow changes after a minute. */
let aheadMs = -10 * DAY_MS;
let visit: Visit;
/** Created ten days ago. */
let oldKeyId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite({ queryLagMs: 0, now: () => new Date(Date.now() + aheadMs) });
  ({ keyId: oldKeyId } = await site.createKey({ name: 'Old' }));
  aheadMs = 0;
  for (let n = 0; n < PAGES_WITH_REPEATED; n += 1)
    await aPage(site, { text: `The social security number is ${REPEATED}.` });
  for (let from = 0; from < OTHER_VALUES; from += VALUES_OF_A_PAGE) {
    const values = Array.from({ length: VALUES_OF_A_PAGE }, (_, n) => `536-22-${2_000 + from + n}`);
    await aPage(site, { text: values.map((value) => `Social security number ${value}.`).join('</p><p>') });
  }
  await site.host.background.settle();
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await site.stop();
});

async function count(): Promise<void> {
  await site.host.background.settle();
  aheadMs += 120_000;
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
}

/** The clicks of a task. A click on a checkbox or a radio button counts, typing does not. */
function counting(app: Frame) {
  let clicks = 0;
  const click = async (control: Locator) => {
    clicks += 1;
    await control.click();
  };
  return {
    click,
    press: (name: string | RegExp, within: Frame | Locator = app) =>
      click(within.getByRole('button', { name, exact: true })),
    follow: (name: string | RegExp) => click(app.getByRole('link', { name }).first()),
    clicks: () => clicks,
  };
}

type Hand = ReturnType<typeof counting>;

interface Task {
  /** The most clicks. */
  readonly goal: number;
  /** Before the overview opens. */
  readonly before?: () => Promise<unknown>;
  readonly run: (hand: Hand, app: Frame, page: Page) => Promise<void>;
}

const stored = async () => (await site.admin('getDetection', {})).value as DetectionView;
const findings = (status: string) => rowsOf(site, 'detection').filter(({ value }) => value['status'] === status);
const levelOf = (pageId: unknown) => rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value['levelId'];
/** A form without unsaved changes cannot be saved. */
const isSaved = (app: Frame) => app.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
const dialogOf = (app: Frame) => app.getByRole('dialog');

let leaked: { readonly keyId: string; readonly key: string };
let changedPage: string;
const restricted = () => levelNamed(site, 'Restricted').levelId;

/** A key that has changed a page. */
async function usedKey(name: string): Promise<void> {
  leaked = await site.createKey({ name });
  changedPage = await aPage(site);
  const body = { pageId: changedPage, levelId: restricted() };
  expect((await site.rest('POST', '/v1/page-level', { key: leaked.key, body })).status).toBe(201);
}

const revokedAt = () => rowsOf(site, 'api-key').find(({ key }) => key === leaked.keyId)?.value['revokedAt'];

const TASKS: Readonly<Record<string, Task>> = {
  'the first scan': {
    goal: 2,
    run: async ({ press }, app) => {
      await press('Start a scan');
      await press('Start scan', dialogOf(app));
      await dialogOf(app).waitFor({ state: 'detached' });
      const { scans } = (await site.admin('listScans', {})).value as { scans: readonly ScanView[] };
      expect(scans.map(({ of }) => of)).toEqual(['site']);
    },
  },
  'a weekly schedule': {
    goal: 3,
    run: async ({ click, press, follow }, app) => {
      await follow(/^Scans/);
      await click(app.getByRole('radio', { name: 'Every week' }));
      await press('Save');
      await isSaved(app);
      expect((await stored()).triggers).toEqual({ onPublish: true, schedule: 'weekly' });
    },
  },
  'two rules': {
    goal: 4,
    run: async ({ click, press, follow }, app) => {
      await follow('Levels from findings');
      const rule = (severity: string, level: string) =>
        click(
          app.getByRole('group', { name: `${severity} or higher` }).getByRole('radio', { name: level, exact: true }),
        );
      await rule('Critical', 'Highly Restricted');
      await rule('High', 'Restricted');
      await press('Save', app.getByRole('region', { name: 'Levels from findings' }));
      await isSaved(app);
      expect((await stored()).rules).toEqual([
        { severity: 'high', levelId: restricted() },
        { severity: 'critical', levelId: levelNamed(site, 'Highly Restricted').levelId },
      ]);
    },
  },
  'to exclude a value on 30 pages': {
    goal: 4,
    run: async ({ click, press, follow }, app) => {
      await follow('Findings by value');
      // The value with the most findings is the first.
      await click(app.getByRole('checkbox', { name: /^Select US Social Security/ }).first());
      await press('Exclude');
      await dialogOf(app).getByLabel('Reason').fill('A sample of the guide');
      await press(/^Exclude/, dialogOf(app));
      await dialogOf(app).getByText('Findings excluded').waitFor();
      await site.host.background.settle();
      const { value } = await site.admin('listFindings', { status: 'excluded', limit: 100 });
      const pageIds = value.findings.map(({ pageId }: FindingView) => pageId);
      expect(new Set(pageIds).size).toBe(PAGES_WITH_REPEATED);
    },
  },
  'to redact 200 findings': {
    goal: 5,
    run: async ({ click, press, follow }, app) => {
      await follow(/^Findings\b/);
      await press(/^Select all \d+ findings$/);
      await press('Redact');
      await dialogOf(app).getByText('Preparing preview').waitFor();
      await settleRedaction(site);
      await click(dialogOf(app).getByRole('checkbox', { name: 'I reviewed the list' }));
      await press('Redact', dialogOf(app));
      await settleRedaction(site);
      await dialogOf(app).getByRole('button', { name: 'Close' }).last().waitFor();
      expect(findings('redacted').length).toBeGreaterThanOrEqual(OTHER_VALUES);
    },
  },
  'to classify chosen pages': {
    goal: 4,
    run: async ({ click, press, follow }, app) => {
      await follow(/^No level, None/);
      await click(app.getByLabel('Select all shown pages'));
      const titles = await app.locator('.pages-selected').count();
      await press('Set to Internal');
      await dialogOf(app).getByRole('progressbar').waitFor();
      await site.host.background.settle();
      await press(/^Change \d+ pages$/);
      await dialogOf(app).getByRole('progressbar').waitFor();
      await site.host.background.settle();
      await dialogOf(app).getByText('Levels changed').waitFor();
      const { levelId } = levelNamed(site, 'Internal');
      expect(titles).toBeGreaterThan(1);
      expect(rowsOf(site, 'page-level').filter(({ value }) => value['levelId'] === levelId).length).toBe(titles);
    },
  },
  'to stop a key that an admin knows to be leaked': {
    goal: 4,
    before: () => usedKey('Known'),
    run: async ({ click, press, follow }, app) => {
      await follow(/^API/);
      await press('Actions for Known');
      await click(app.getByRole('menuitem', { name: 'It leaked' }));
      await press('Revoke key', dialogOf(app));
      await dialogOf(app).getByText('Ada Adams revoked it on').waitFor();
      expect(revokedAt()).toBeDefined();
    },
  },
  'to handle a key that was reported as leaked': {
    goal: 4,
    before: async () => {
      await usedKey('Reported');
      expect((await site.rest('POST', '/v1/leak-report', { body: { text: leaked.key } })).status).toBe(202);
      expect(levelOf(changedPage)).toBe(restricted());
    },
    run: async ({ press }, app) => {
      await press('View key: The key “Reported” leaked and was revoked');
      await press('Revert changes', dialogOf(app));
      await dialogOf(app).getByText('You can close this dialog.').waitFor();
      await site.host.background.settle();
      await press('Done', dialogOf(app));
      expect([revokedAt() !== undefined, levelOf(changedPage)]).toEqual([true, undefined]);
    },
  },
  'to switch off ten detectors': {
    goal: 3,
    run: async ({ click, follow }, app) => {
      await follow(/^Detectors/);
      await click(app.getByRole('switch', { name: 'Financial', exact: true }));
      await app.getByText(/^Financial: \d+ detectors turned off$/).waitFor();
      const off = (await stored()).catalog.filter(({ enabled }) => !enabled);
      expect(off.length).toBeGreaterThanOrEqual(10);
    },
  },
  'the export of a week of the audit log': {
    goal: 3,
    run: async ({ press, follow }, app, page) => {
      await follow('Audit log');
      await press('Last 7 days');
      const download = page.waitForEvent('download');
      await press('Export CSV');
      const csv = readFileSync(await (await download).path(), 'utf8');
      expect(csv).toContain(leaked.keyId);
      expect(csv).not.toContain(oldKeyId);
    },
  },
};

it('the tasks of an admin take no more clicks from the overview than their goals', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  const taken: Record<string, number> = {};
  for (const [name, { before, run }] of Object.entries(TASKS)) {
    await before?.();
    await count();
    // Other tasks end on other pages. Dialogs keep the navigation from a click.
    await page.goto(`${site.url}/site/admin`);
    const frame = page.frames()[1] ?? app;
    await frame.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await frame.locator('.skeleton').first().waitFor({ state: 'detached' });
    const hand = counting(frame);
    await run(hand, frame, page);
    taken[name] = hand.clicks();
  }
  const goals = Object.fromEntries(Object.entries(TASKS).map(([name, { goal }]) => [name, goal]));
  const above = Object.entries(taken).filter(([name, clicks]) => clicks > (goals[name] ?? 0));
  expect({ above, tasks: Object.keys(taken) }).toEqual({ above: [], tasks: Object.keys(goals) });
  expect(visit.problems).toEqual([]);
});

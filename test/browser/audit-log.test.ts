import { readFile } from 'node:fs/promises';
import type { Browser, Download, Frame, Page, Route } from 'playwright-core';
import type { AuditList } from '../../src/admin/audit/audit-log';
import { DEMO_PAGES } from '../../local/demo';
import { done } from '../admin/ask';
import { ADMIN_ID } from '../keys/key-records';
import {
  capture,
  drawn,
  launchBrowser,
  type ServedSite,
  serveSite,
  type Visit,
  visitAdmin,
  type VisitOptions,
} from '../support/browser';
import { goTo } from '../support/admin-navigation';
import { levelNamed } from '../support/levels';
import { startOutage } from '../support/outage';
import { itSlow } from '../support/sample';
import { putAuditEvent, putRow, type StoredAuditEvent } from '../support/stored-rows';

/**
 * The Audit log page, on the production build. static/admin/test/audit.test.tsx tests its words and filters, and
 * test/admin/audit-log.test.ts its list and export.
 */

const NOW = new Date('2026-11-21T12:00:00.000Z');
const PAGE = DEMO_PAGES.payroll;

let browser: Browser;
let site: ServedSite;
let now: Date;
let visits: Visit[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  now = NOW;
  visits = [];
  site = await serveSite({ now: () => now }, site);
});
afterEach(async () => {
  const problems = visits.flatMap((visit) => visit.problems);
  await Promise.all(visits.map((visit) => visit.close()));
  await site.stop();
  expect(problems).toEqual([]);
});

async function visit(query = '', options: VisitOptions = {}): Promise<Visit> {
  const opened = await visitAdmin(browser, site, { path: `/audit-log${query}`, now, ...options });
  visits.push(opened);
  return opened;
}

/** Runs an action one second later than the previous one. */
async function next<T>(action: () => Promise<T>): Promise<T> {
  now = new Date(now.getTime() + 1_000);
  return action();
}

const rowsIn = (app: Frame) => app.locator('.audit-row');

/** The line above the list, which a screen reader announces. */
const status = (app: Frame, text: string) => app.getByRole('status').getByText(text, { exact: true }).waitFor();

/** The name of the element that has the focus. */
const focused = (app: Frame) =>
  app.evaluate<string>(
    `document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent`,
  );

const store = (event?: StoredAuditEvent) => putAuditEvent(site, event);

async function storeMany(count: number): Promise<void> {
  const time = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + index).toISOString();
  await Promise.all(Array.from({ length: count }, (_, index) => store({ time: time(index) })));
}

const setLevel = (key: string, body: object) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: PAGE, ...body } });

/** Holds every call of an operation, and no others. @returns a function that returns the next call */
async function hold(page: Page, operation: string): Promise<() => Promise<Route>> {
  const arrived: Route[] = [];
  const waiting: ((route: Route) => void)[] = [];
  await page.route('**/site/bridge/invoke', async (route) => {
    const { functionKey } = route.request().postDataJSON() as { functionKey: string };
    if (functionKey !== operation) return route.fallback();
    const waiter = waiting.shift();
    if (waiter === undefined) arrived.push(route);
    else waiter(route);
  });
  return () => {
    const [first] = arrived.splice(0, 1);
    return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
  };
}

/** Continues a call until the page has handled its response. */
async function letThrough(route: Route, app: Frame, page: Page): Promise<void> {
  const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
  await route.continue();
  await answered;
  await drawn(app);
}

it('the audit log shows an event with its details, and its IDs can be copied', async () => {
  const { key } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
  const { requestId } = await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
  const { app, page } = await visit();
  await status(app, '2 events');
  await capture(page, 'audit-log');
  const time = app.locator('time').first();
  expect(await time.textContent()).toMatch(/^Nov 21, 2026, 12:00:01\sPM$/);
  expect(await time.getAttribute('datetime')).toBe('2026-11-21T12:00:01.000Z');

  const row = app.getByRole('row', { name: /No level to Public/ });
  const details = row.getByRole('button', { name: /^Details of Page level set, Nov 21/ });
  expect(await details.getAttribute('aria-expanded')).toBe('false');
  await details.click();
  expect(await details.getAttribute('aria-expanded')).toBe('true');
  expect(page.url()).toMatch(/\?open=[0-9a-f-]{36}$/);
  await app.getByRole('button', { name: 'Copy: Request ID' }).click();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(requestId);
  await details.click();
  await app.getByText(requestId).waitFor({ state: 'detached' });
});

itSlow('the audit log breaks no word in a wide window', async () => {
  // A long name takes the space of the other columns.
  const scheme = { rev: 0, name: 'W'.repeat(100), regions: ['DE'], detectors: {} };
  await done(site, 'createDetectorScheme', scheme);
  const excluded = { by: 'location', kind: 'code', scope: [`page:${PAGE}`] };
  await store({ type: 'exclusion.created', subject: 'exclusions', details: { after: excluded } });
  const system = { actorType: 'system', actorAccountId: 'system' };
  await store({ type: 'job.finished', subject: 'scan:7', details: { after: { state: 'finished' } }, ...system });
  const { app } = await visit();
  await status(app, '3 events');
  const broken = await app.evaluate<
    string[]
  >(`[...document.querySelectorAll('.audit-row td:nth-child(-n + 4)')].flatMap((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    return [...(text?.data ?? '').matchAll(/\\S+/g)].filter((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
  })`);
  expect(broken).toEqual([]);
});

itSlow('on a phone, a button with the number of active filters shows and hides the filters', async () => {
  const { app } = await visit('?hours=24&type=level.created', { width: 375 });
  const toggle = app.getByRole('button', { name: 'Filters (2)' });
  expect([await toggle.getAttribute('aria-expanded'), await app.getByLabel('Person').isVisible()]).toEqual([
    'false',
    false,
  ]);
  await toggle.click();
  await app.getByRole('button', { name: 'Clear filters' }).first().click();
  await app.getByRole('button', { name: 'Filters', exact: true }).click();
  await app.getByLabel('Person').waitFor({ state: 'hidden' });
});

itSlow(
  'the filters of the audit log apply by themselves, combine, leave the focus where it is, and can be cleared',
  async () => {
    const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
    await next(() => site.createKey({ name: 'Second', as: 'admin2@example.com' }));
    await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
    const { app, page } = await visit();
    await status(app, '3 events');
    await app.getByLabel('Event', { exact: true }).selectOption({ label: 'API key created' });
    await status(app, '2 events. Filtered by: API key created');
    await app.getByLabel('Person').fill('Boris');
    await app.getByRole('option', { name: 'Boris Brandt' }).click();
    await status(app, '1 event. Filtered by: API key created; Boris Brandt');
    await app.getByRole('button', { name: 'Clear filters' }).click();
    await status(app, '3 events');

    await app.getByLabel('API key used').selectOption({ label: `Nightly (pclsk_${keyId})` });
    await app.getByLabel('Page or key').focus();
    await page.keyboard.type(`https://example.atlassian.net/wiki/spaces/HR/pages/${PAGE}/2026?a=1`);
    await status(app, `1 event. Filtered by: with key Nightly; on Page: Payroll process (${PAGE})`);
    expect(await focused(app)).toBe('Page or key');
    await app.getByLabel('Page or key').fill(key);
    expect(await app.getByLabel('Page or key').inputValue()).toBe(`pclsk_${keyId}`);
    await app.getByRole('button', { name: 'Clear filters' }).click();

    await app.getByRole('button', { name: 'Last 24 hours' }).click();
    await status(app, '3 events. Filtered by: Last 24 hours');
    expect(await focused(app)).toBe('Last 24 hours');
    expect(await app.getByRole('button', { pressed: true }).count()).toBe(1);
    await app.getByLabel('To', { exact: true }).fill('2026-11-21');
    await status(app, '3 events. Filtered by: to Nov 21, 2026');
    expect(await app.getByRole('button', { pressed: true }).count()).toBe(0);
    await app.getByRole('button', { name: 'Clear filters' }).click();

    await app
      .getByRole('row', { name: /Second/ })
      .getByRole('button')
      .click();
    await app.getByRole('button', { name: 'This person' }).click();
    await status(app, '1 event. Filtered by: Boris Brandt');
    expect(await app.getByLabel('Person').inputValue()).toBe('Boris Brandt');
  },
);

it('an invalid filter shows its error, sends and exports nothing, and keeps the list', async () => {
  await store();
  const { app, page } = await visit();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const subject = app.getByLabel('Page or key');
  await subject.fill('Payroll');
  await page.keyboard.press('Enter');
  await app.locator('.field-error').getByText('Enter a page ID, or a page URL').waitFor();
  await app.getByRole('status').getByText('Filters not applied.').waitFor();
  expect(await subject.getAttribute('aria-invalid')).toBe('true');
  await app.getByRole('button', { name: 'Export CSV' }).click();
  expect(await focused(app)).toBe('Page or key');
  expect(await rowsIn(app).count()).toBe(1);
  await app.getByRole('button', { name: 'Clear filters' }).click();
  await status(app, '1 event');

  // A date with a month only, which the browser does not return as a value.
  await app.getByLabel('From').focus();
  await page.keyboard.type('11');
  for (let parts = 0; parts < 3; parts += 1) await page.keyboard.press('Tab');
  await app.locator('.field-error').getByText('Enter a full date.').waitFor();
  expect(sent).toEqual([]);
  await app.getByRole('button', { name: 'Clear filters' }).click();
  await status(app, '1 event');
  const hasBadInput = `[...document.querySelectorAll('[type=date]')].some((field) => field.validity.badInput)`;
  expect(await app.evaluate(hasBadInput)).toBe(false);

  await subject.fill('2');
  await app.getByText('No matching events').waitFor();
  await app.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await status(app, '1 event');
  expect(await focused(app)).toContain('event');
});

itSlow('the filters of the audit log come from the address, and the navigation clears them', async () => {
  const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
  await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
  const { app, page } = await visit(
    `?apiKeyId=${keyId}&subject=page:${PAGE}&type=page.level.set&actorAccountId=${ADMIN_ID}`,
  );
  const summary = `Page level set; Ada Adams; with key Nightly; on Page: Payroll process (${PAGE})`;
  await status(app, `1 event. Filtered by: ${summary}`);
  await goTo(app, 'Audit log');
  await status(app, '2 events');
  await page.goBack();
  await app.getByText('with key Nightly').waitFor();
});

itSlow('a late response never replaces or extends the result of later filters', async () => {
  await storeMany(60);
  await store({ type: 'level.created', subject: 'levels' });
  await store({ type: 'apikey.revoked', subject: 'apikey:0123456789abcdef' });
  const { app, page } = await visit();
  const nextCall = await hold(page, 'listAudit');
  const event = app.getByLabel('Event', { exact: true });
  await app.getByRole('button', { name: 'Load more' }).click();
  const more = await nextCall();
  await event.selectOption({ label: 'Level created' });
  const first = await nextCall();
  await event.selectOption({ label: 'API key revoked' });
  await (await nextCall()).continue();
  await status(app, '1 event. Filtered by: API key revoked');
  for (const late of [first, more]) await letThrough(late, app, page);
  expect(await rowsIn(app).count()).toBe(1);
  expect(await rowsIn(app).first().textContent()).toContain('API key revoked');
});

it('the audit log loads more events up to the end, also after a failure, and focuses the first new one', async () => {
  await storeMany(60);
  for (const month of ['2026-10', '2026-11']) {
    await putRow(site, 'audit', crypto.randomUUID(), { v: 9, month, time: `${month}-02T00:00:00.000Z` });
  }
  const { app, page } = await visit();
  await app.getByText('1 event can’t be read').waitFor();
  const before = await rowsIn(app).count();
  site.host.faults.add({ target: 'kvs', match: '/query', status: 503, times: 1 });
  await app.getByRole('button', { name: 'Load more' }).click();
  await app.getByText('We couldn’t load more events').waitFor();
  expect(await rowsIn(app).count()).toBe(before);
  await app.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await status(app, '60 events');
  await app.getByText('No more events.').waitFor();
  await app.getByText('2 events can’t be read').waitFor();
  expect(await focused(app)).toMatch(/^Details of Page level set/);
  const focusedRow = `[...document.querySelectorAll('.audit-row')].indexOf(document.activeElement.closest('tr'))`;
  expect(await app.evaluate(focusedRow)).toBe(before);
  await Promise.all([page.waitForEvent('download'), app.getByRole('button', { name: 'Export CSV' }).click()]);
  await app.getByText('The file doesn’t include 2 events').waitFor();
});

itSlow('the list loads after a failure, and a refresh shows new events', async () => {
  const recover = startOutage(site);
  const { app } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the events').waitFor();
  recover();
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByText('No events yet').waitFor();
  await app.getByText('New events can take a few seconds to appear.').waitFor();
  await store();
  await app.getByRole('button', { name: 'Refresh' }).click();
  await status(app, '1 event');
  expect(await focused(app)).toBe('Refresh');
});

describe('the export', () => {
  const NAME = '=HYPERLINK("http://x";"a, b")';

  it('downloads all matching events, continues after a failure, and neutralizes formulas', async () => {
    await storeMany(1_100);
    const { key } = await site.createKey({ name: NAME, classificationScope: 'write' });
    await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
    const { app, page } = await visit();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    const nextPart = await hold(page, 'exportAudit');
    await app.getByRole('button', { name: 'Export CSV' }).click();
    await (await nextPart()).continue();
    const second = await nextPart();
    await app
      .locator('.message')
      .getByText(/^1,000 entries so far, back to Nov 1, 2026/)
      .waitFor();
    await capture(page, 'audit-export');
    site.host.faults.add({ target: 'kvs', match: '/query', status: 503, times: 1 });
    await second.continue();
    await app.getByText('The export stopped after 1,000 entries. No file was downloaded.').waitFor();
    await capture(page, 'audit-export-failed');
    expect(downloads).toEqual([]);
    await app.getByRole('button', { name: 'Continue export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), (await nextPart()).continue()]);

    expect(download.suggestedFilename()).toBe('page-classification-audit-2026-11-21.csv');
    const [header, ...lines] = await csvOf(download);
    expect(header?.slice(0, 3)).toEqual(['time', 'type', 'outcome']);
    expect(lines.map((cells) => cells.at(-1))).toEqual(await allIds({}));
    expect(lines).toHaveLength(1_102);
    expect(lines[0]?.[header?.indexOf('actorKeyName') ?? -1]).toBe(`'${NAME}`);
    await app.getByText('1,102 entries exported').first().waitFor();
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('link', { name: /^Download page-classification-audit/ }).click(),
    ]);
    expect(await csvOf(again)).toHaveLength(1_103);
    await app.getByRole('button', { name: 'Close' }).click();
    expect(await focused(app)).toBe('Export CSV');
  });

  itSlow('applies a filter that was just typed', async () => {
    await store({ subject: 'levels' });
    await store({ subject: 'page:2' });
    const { app, page } = await visit();
    await app.getByLabel('Page or key').focus();
    const downloaded = page.waitForEvent('download');
    // Both in one task of the browser, before the pause after typing ends.
    await app.evaluate(`document.execCommand('insertText', false, '2');
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Export CSV').click();`);
    expect((await csvOf(await downloaded)).map((cells) => cells[3])).toEqual(['subject', 'page:2']);
    await app.locator('.message').getByText('Filtered by: on Page 2').waitFor();
  });

  itSlow('creates no file after it was canceled, even if its response still arrives', async () => {
    await store();
    const { app, page } = await visit();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    const nextPart = await hold(page, 'exportAudit');
    await app.getByRole('button', { name: 'Export CSV' }).click();
    const canceled = await nextPart();
    await app.getByRole('button', { name: 'Cancel export' }).click();
    expect(await focused(app)).toBe('Export CSV');
    await letThrough(canceled, app, page);
    expect(await app.locator('.message').count()).toBe(0);
    await app.getByRole('button', { name: 'Export CSV' }).click();
    await Promise.all([page.waitForEvent('download'), (await nextPart()).continue()]);
    expect(downloads).toHaveLength(1);
  });
});

/** The cells of each line of a file, after its byte order mark. */
async function csvOf(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.slice(1).split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
}

async function allIds(filter: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const list: AuditList = await done<AuditList>(site, 'listAudit', {
      ...filter,
      limit: 100,
      ...(cursor && { cursor }),
    });
    ids.push(...list.entries.map(({ id }) => id));
    cursor = list.cursor;
  } while (cursor !== undefined);
  return ids;
}

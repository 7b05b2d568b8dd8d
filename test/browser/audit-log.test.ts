import { readFile } from 'node:fs/promises';
import type { Browser, Download, Frame, Page, Route } from 'playwright-core';
import type { AuditList } from '../../src/admin/audit-log';
import { AUDIT_TYPES } from '../../src/audit/event';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { ADMIN_ID } from '../keys/key-records';
import {
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  type Visit,
  visitAdmin,
  type VisitOptions,
} from '../support/browser';
import { levelNamed } from '../support/levels';
import type { SiteOptions } from '../support/site';
import { putRow } from '../support/stored-rows';

/** The Audit log page, on the production build, under Forge's policy, through the local host. */

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
  site = await open({}, site);
});
afterEach(async () => {
  const problems = visits.flatMap((visit) => visit.problems);
  await Promise.all(visits.map((visit) => visit.close()));
  await site.stop();
  expect(problems).toEqual([]);
});

const open = (options: SiteOptions = {}, after?: ServedSite) => serveSite({ now: () => now, ...options }, after);

async function visit(query = '', options: VisitOptions = {}): Promise<Visit> {
  const opened = await visitAdmin(browser, site, { path: `/audit-log${query}`, now, ...options });
  visits.push(opened);
  return opened;
}

/** Does something at a second of its own. */
async function next<T>(action: () => Promise<T>): Promise<T> {
  now = new Date(now.getTime() + 1_000);
  return action();
}

/** What, who, through, on, change: as they are read, row by row. */
async function rowsIn(app: Frame): Promise<string[][]> {
  const rows = await app.evaluate<string[][]>(`[...document.querySelectorAll('.audit-row')].map((row) =>
    [...row.children].slice(1, 6).map((cell) => [...cell.childNodes].map((node) => node.textContent).join(' | ')))`);
  // The arrow is drawn, and said as a word.
  return rows.map((cells) => cells.map((cell) => cell.replaceAll('→ to ', '→ ')));
}

/** Where the events are told apart by their subject: which are shown. */
const subjectsIn = async (app: Frame) => (await rowsIn(app)).map((cells) => cells[3]);

/** The line above the list, which a screen reader is told. */
const status = (app: Frame, text: string) => app.getByRole('status').getByText(text, { exact: true }).waitFor();

/** The name of what has the focus. */
const focused = (app: Frame) =>
  app.evaluate<string>(
    `document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent`,
  );

interface Event {
  readonly time?: string;
  readonly type?: string;
  readonly subject?: string;
  readonly actorType?: string;
  readonly actorAccountId?: string;
  readonly outcome?: string;
  readonly details?: object;
}

/** An event past the app, to have many of them, or of another time. */
async function store({ time = '2026-11-01T00:00:00.000Z', details = {}, ...event }: Event = {}): Promise<void> {
  await putRow(site, 'audit', crypto.randomUUID(), {
    v: 1,
    month: time.slice(0, 7),
    time,
    type: 'page.level.set',
    outcome: 'success',
    subject: 'page:1',
    actorType: 'user',
    actorAccountId: ADMIN_ID,
    requestId: 'r',
    details,
    ...event,
  });
}

async function storeMany(count: number): Promise<void> {
  const time = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + index).toISOString();
  await Promise.all(Array.from({ length: count }, (_, index) => store({ time: time(index) })));
}

const setLevel = (key: string, body: object) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: PAGE, ...body } });

/** Lets every call of an operation wait for the test; the others pass. @returns the next of them */
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

/** Lets a call through, until the page has taken notice of its answer. */
async function letThrough(route: Route, app: Frame, page: Page): Promise<void> {
  const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
  await route.continue();
  await answered;
  // Its reaction takes only promises, and is drawn in the next frame.
  await app.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
}

it('shows who did what, through which key, on what, from what to what, in names', async () => {
  const [restricted, internal] = [levelNamed(site, 'Restricted'), levelNamed(site, 'Internal')];
  const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
  const [finance, people] = restricted.subLevels;
  await next(() => setLevel(key, { levelId: restricted.levelId, subLevelId: finance?.subLevelId }));
  const { requestId } = await next(() => setLevel(key, { levelId: internal.levelId }));
  await next(() => site.rest('DELETE', `/v1/page-level/by-page/${PAGE}`, { key }));
  const changes = { name: 'Daily', classificationScope: 'read', levelLimit: [internal.levelId], spaceLimit: ['ENG'] };
  await next(() => done(site, 'editKey', { keyId, rev: 1, changes }));
  await next(() => done(site, 'revokeKey', { keyId }, 'admin2@example.com'));
  const levelIds = (await done<{ levels: { levelId: string }[] }>(site, 'listLevels', {})).levels.map(
    ({ levelId }) => levelId,
  );
  await next(() => done(site, 'reorderLevels', { rev: 0, levelIds: levelIds.toReversed() }, 'admin2@example.com'));
  const texts = { color: 'NAVY', guideline: 'Ask first.' };
  await next(() => done(site, 'editLevel', { rev: 1, levelId: internal.levelId, changes: texts }));
  const place = { levelId: restricted.levelId, subLevelId: people?.subLevelId };
  await next(() => done(site, 'archiveSubLevel', { rev: 2, ...place }));

  const { app, page } = await visit();
  await status(app, '9 events');
  await capture(page, 'audit-log');
  const admin = ['Ada Adams', 'Admin area'];
  const second = ['Boris Brandt', 'Admin area'];
  const byKey = ['Ada Adams', `Nightly | pclsk_${keyId}`, `Page: Payroll process (${PAGE})`];
  const names = ['Highly Restricted', 'Restricted', 'Internal', 'Public'];
  expect(await rowsIn(app)).toEqual([
    ['Sub-level archived', ...admin, 'Sub-level: Restricted / People', 'Level: Restricted | Name: People'],
    ['Level edited', ...admin, 'Level: Internal', 'Guideline: (empty) → Ask first. | Color: Blue → Navy'],
    ['Levels reordered', ...second, 'All levels', `Order: ${names.join(', ')} → ${names.toReversed().join(', ')}`],
    ['API key revoked', ...second, 'API key: Daily', ''],
    [
      'API key edited',
      ...admin,
      'API key: Daily',
      'Name: Nightly → Daily | Classification scope: Write → Read | Page access limit: All pages → Internal | and 1 more',
    ],
    ['Page level removed', ...byKey, 'Level: Internal → No level'],
    ['Page level set', ...byKey, 'Level: Restricted / Finance → Internal'],
    ['Page level set', ...byKey, 'Level: No level → Restricted / Finance'],
    [
      'API key created',
      ...admin,
      'API key: Daily',
      'Name: Nightly | Classification scope: Write | Detection scope: No access | and 3 more',
    ],
  ]);
  const time = app.locator('time').first();
  expect(await time.textContent()).toMatch(/^Nov 21, 2026, 12:00:08\sPM$/);
  expect(await time.getAttribute('datetime')).toBe('2026-11-21T12:00:08.000Z');

  const row = app.getByRole('row', { name: /Restricted \/ Finance to Internal/ });
  const details = row.getByRole('button', { name: /^Details of Page level set, Nov 21/ });
  expect(await details.getAttribute('aria-expanded')).toBe('false');
  await details.click();
  expect(await details.getAttribute('aria-expanded')).toBe('true');
  await app.getByRole('button', { name: 'Copy: Request ID' }).click();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(requestId);
  await app.getByText('2026-11-21T12:00:02.000Z', { exact: true }).waitFor();
  await details.click();
  await app.getByText(requestId).waitFor({ state: 'detached' });
  await app
    .getByRole('row', { name: /API key edited/ })
    .getByRole('button')
    .click();
  await app.getByText('Space limit: All spaces → to Engineering').waitFor();
});

it('names the successor of a key and until when the old one works', async () => {
  const { keyId } = await site.createKey({ name: 'Nightly' });
  const answer = await next(() =>
    done<{ created: { keyId: string } }>(site, 'rotateKey', { keyId, rev: 1, expiresOn: '2027-01-31', grace: '24h' }),
  );
  const changes = { name: 'Successor' };
  await next(() => done(site, 'editKey', { keyId: answer.created.keyId, rev: 1, changes }));
  const { app } = await visit(`?subject=apikey:${keyId}`);
  await app.getByText('Replaced by: Successor').waitFor();
  await app.getByText('Grace period: 24 hours').waitFor();
  await app.getByText(/^Grace period ends: Nov 22, 2026, 12:00:01\sPM$/).waitFor();
});

it('tells of detection in names and words, and breaks none of them where the window has room', async () => {
  const at = (details: object, type: string, subject: string, event: Partial<Event> = {}) =>
    next(() => store({ time: now.toISOString(), type, subject, details, ...event }));
  // Whatever takes the room of a table takes it from the columns beside.
  const name = 'W'.repeat(100);
  const { schemeId } = await done<{ schemeId: string }>(site, 'createDetectorScheme', {
    rev: 0,
    name,
    regions: ['DE'],
    detectors: {},
  });
  const { levelId } = levelNamed(site, 'Restricted');
  await at({ before: {}, after: { enabled: false, severity: 'low' } }, 'detector.updated', 'detector:iban');
  await at({ before: {}, after: { schemeId } }, 'detection.updated', `space:${DEMO_SPACES.ENG}`);
  const rules = [`high: ${levelId}`];
  await at(
    { before: { onPublish: true, rules: [] }, after: { onPublish: false, rules } },
    'detection.updated',
    'detection',
  );
  const excluded = { by: 'location', kind: 'code', scope: [`page:${PAGE}`] };
  await at({ after: excluded }, 'exclusion.created', 'exclusions');
  const system = { actorType: 'system', actorAccountId: 'system' };
  await at({ after: { state: 'finished', pages: 94, found: 12 } }, 'job.finished', 'scan:7', system);
  await at({ before: { spaceId: DEMO_SPACES.HR }, after: { spaceId: DEMO_SPACES.ENG } }, 'page.moved', `page:${PAGE}`);

  const { app } = await visit();
  const rows = await rowsIn(app);
  const page = `Page: Payroll process (${PAGE})`;
  expect(rows.slice(0, -1).map(([, who, through, ...told]) => [who, through, ...told].join(' / '))).toEqual([
    `Ada Adams / Admin area / ${page} / Space: Human Resources → Engineering`,
    'App / Automatic / Scan 7 / Status: Finished | Pages: 94 | New findings: 12',
    `Ada Adams / Admin area / Several exclusions / Exclusion type: Findings in a location | Text type: Code | Scope: ${page}`,
    'Ada Adams / Admin area / Detection / When a page is published: Yes → No | Levels from findings: Findings don’t change levels → High or higher: at least Restricted',
    `Ada Adams / Admin area / Space: Engineering / Detector scheme: ${name}`,
    'Ada Adams / Admin area / Detector: IBAN / Status: Off | Severity: Low',
  ]);
  // Each word is in one line.
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

it('has words for every type of event, and shows what it has no words for as it is', async () => {
  const [levelId, subLevelId] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const type of AUDIT_TYPES) {
    await next(() => store({ type, time: now.toISOString(), subject: 'levels' }));
  }
  const unknown = { before: { levelId }, after: { levelId, subLevelId } };
  await next(() => store({ time: now.toISOString(), subject: `sublevel:${subLevelId}`, details: unknown }));
  const other = { time: NOW.toISOString(), type: 'job.failed', subject: 'job:7', outcome: 'failure' };
  await store({ ...other, actorAccountId: '712020:gone', details: { after: { reach: 'space', ids: ['1', '2'] } } });
  const { app } = await visit();
  const rows = await rowsIn(app);
  const ofTypes = rows.slice(1, -1).map(([type]) => type);
  expect(new Set(ofTypes).size).toBe(AUDIT_TYPES.length);
  expect(ofTypes.filter((type) => type === '' || type?.includes('.'))).toEqual([]);
  expect(rows[0]?.slice(3)).toEqual([`Sub-level: ${subLevelId}`, `Level: ${levelId} → ${levelId} / ${subLevelId}`]);
  expect(rows.at(-1)).toEqual([
    'job.failed | Outcome: failure',
    '(deleted or unknown user) 712020:gone',
    'Admin area',
    'Job 7',
    'reach: space | ids: 1, 2',
  ]);
});

it('says how many events it cannot read, on all pages and in the export, and shows the others', async () => {
  await storeMany(60);
  for (const month of ['2026-10', '2026-11']) {
    await putRow(site, 'audit', crypto.randomUUID(), { v: 9, month, time: `${month}-02T00:00:00.000Z` });
  }
  const { app, page } = await visit();
  await app.getByText('1 event can’t be read').waitFor();
  await app.getByRole('button', { name: 'Load more' }).click();
  await app.getByText('2 events can’t be read').waitFor();
  expect(await rowsIn(app)).toHaveLength(60);
  await Promise.all([page.waitForEvent('download'), app.getByRole('button', { name: 'Export CSV' }).click()]);
  await app.getByText('The file doesn’t include 2 events').waitFor();
});

it('shows ids where names cannot be had, says so, and has the names after a refresh', async () => {
  await site.createKey({ name: 'Nightly' });
  site.host.faults.add({ target: 'confluence', match: 'user/bulk', status: 503, times: 1 });
  const { app } = await visit();
  await app.getByText('We couldn’t load some names').waitFor();
  expect((await rowsIn(app))[0]?.[1]).toBe(ADMIN_ID);
  await app.getByRole('button', { name: 'Refresh' }).click();
  await app.getByRole('cell', { name: 'Ada Adams' }).waitFor();
  expect(await app.getByText('We couldn’t load some names').count()).toBe(0);
});

describe('filters', () => {
  it('are by event, person, key and page, apply by themselves, and leave the focus where it is', async () => {
    const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'manage' });
    const other = await next(() => site.createKey({ name: 'Second', as: 'admin2@example.com' }));
    await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
    await next(() => setLevel(other.key, { levelId: levelNamed(site, 'Internal').levelId }));
    const welcome = { pageId: DEMO_PAGES.welcome, levelId: levelNamed(site, 'Public').levelId };
    await next(() => setLevel(key, welcome));
    const onPayroll = `Page: Payroll process (${PAGE})`;
    const onWelcome = `Page: Welcome (${DEMO_PAGES.welcome})`;

    const { app, page } = await visit();
    await status(app, '5 events');
    await app.getByLabel('Event', { exact: true }).selectOption({ label: 'API key created' });
    await status(app, '2 events. Filtered by: API key created');
    await app.getByLabel('Person').selectOption({ label: 'Boris Brandt' });
    await status(app, '1 event. Filtered by: API key created; Boris Brandt');
    expect(await subjectsIn(app)).toEqual(['API key: Second']);
    await app.getByRole('button', { name: 'Clear filters' }).click();
    await status(app, '5 events');

    await app.getByLabel('API key used').selectOption({ label: `Nightly (pclsk_${keyId})` });
    await status(app, '2 events. Filtered by: with key Nightly');
    expect(await subjectsIn(app)).toEqual([onWelcome, onPayroll]);
    await app.getByLabel('Page or key').focus();
    await page.keyboard.type(`https://example.atlassian.net/wiki/spaces/HR/pages/${PAGE}/2026?a=1`);
    await status(app, `1 event. Filtered by: with key Nightly; on ${onPayroll}`);
    expect(await subjectsIn(app)).toEqual([onPayroll]);
    expect(await focused(app)).toBe('Page or key');
    await capture(page, 'audit-filtered');

    await app
      .getByRole('row', { name: /Payroll process/ })
      .getByRole('button')
      .click();
    await app.getByRole('button', { name: 'Clear filters' }).click();
    await status(app, '5 events');
    await app
      .getByRole('row', { name: /Second/ })
      .last()
      .getByRole('button')
      .click();
    await app.getByRole('button', { name: 'This person' }).click();
    await status(app, '2 events. Filtered by: Boris Brandt');
    expect(await app.getByLabel('Person').locator('option:checked').textContent()).toBe('Boris Brandt');
  });

  it('take the id of a page, its address, the id of a key and a subject for what they name', async () => {
    const { app, page } = await visit();
    const subject = app.getByLabel('Page or key');
    for (const [entered, named] of [
      [PAGE, `page:${PAGE}`],
      [` page:${PAGE} `, `page:${PAGE}`],
      [`https://x.atlassian.net/wiki/spaces/HR/pages/${PAGE}`, `page:${PAGE}`],
      [`https://x.atlassian.net/wiki/spaces/HR/pages/${PAGE}/164001`, `page:${PAGE}`],
      [`x.atlassian.net/wiki/spaces/HR/pages/edit-v2/${PAGE}?draftShareId=1`, `page:${PAGE}`],
      [`https://x.atlassian.net/wiki/pages/viewpage.action?a=7&pageId=${PAGE}#top`, `page:${PAGE}`],
      ['levels', 'levels'],
      ['pclsk_0123456789abcdef', 'apikey:0123456789abcdef'],
    ] as const) {
      await subject.fill(entered);
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.postData()?.includes('listAudit') === true),
        page.keyboard.press('Enter'),
      ]);
      expect(asked.postDataJSON()).toMatchObject({ payload: { subject: named } });
    }
  });

  it('say where something names no page, and do not apply', async () => {
    await store({ subject: 'levels' });
    const { app, page } = await visit();
    const asked: unknown[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const entered of ['https://x.atlassian.net/wiki/x/AbCd', 'Payroll', '0', 'page:1; drop']) {
      await app.getByLabel('Page or key').fill(entered);
      await page.keyboard.press('Enter');
      await app.locator('.field-error').getByText('Enter a page ID, or a page URL').waitFor();
      await app.getByRole('status').getByText('Filters not applied.').waitFor();
      expect(await app.getByLabel('Page or key').getAttribute('aria-invalid')).toBe('true');
      await app.getByRole('button', { name: 'Clear filters' }).click();
      await status(app, '1 event');
    }
    expect(asked).toEqual([]);
  });

  it('do not keep a whole key that is pasted, only its id', async () => {
    const { key, keyId } = await site.createKey({ name: 'Nightly' });
    const { app } = await visit();
    await app.getByLabel('Page or key').fill(key);
    await status(app, '1 event. Filtered by: on API key: Nightly');
    expect(await app.getByLabel('Page or key').inputValue()).toBe(`pclsk_${keyId}`);
  });

  it.each([
    // In summer, on the day that has 23 hours, and as always.
    ['Pacific/Auckland', '2026-11-10', '2026-11-09T11:00:00.000Z', '2026-11-10T10:59:59.999Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-10', '2026-11-10T08:00:00.000Z', '2026-11-11T07:59:59.999Z'],
  ])('by day take the whole day where the browser is: %s, %s', async (timeZone, day, first, last) => {
    const beside = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
    await store({ time: first, subject: 'first:1' });
    await store({ time: last, subject: 'last:1' });
    await store({ time: beside(first, -1), subject: 'before:1' });
    await store({ time: beside(last, 1), subject: 'after:1' });
    const { app } = await visit('', { timeZone });
    await app.getByText(`Times are in ${timeZone}`).waitFor();
    await app.getByLabel('From').fill(day);
    await app.getByLabel('To', { exact: true }).fill(day);
    await app.getByText('2 events').waitFor();
    expect(await subjectsIn(app)).toEqual(['last:1', 'first:1']);
  });

  it('by period count back from now, and make way for days', async () => {
    const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
    for (const hours of [23, 25, 167, 169, 719, 721]) await store({ time: hoursAgo(hours), subject: `at:${hours}` });
    const { app } = await visit();
    for (const [name, shown] of [
      ['Last 24 hours', 1],
      ['Last 7 days', 3],
      ['Last 30 days', 5],
    ] as const) {
      await app.getByRole('button', { name }).click();
      await status(app, `${shown} ${shown === 1 ? 'event' : 'events'}. Filtered by: ${name}`);
      expect(await app.getByRole('button', { name, pressed: true }).count()).toBe(1);
      expect(await focused(app)).toBe(name);
    }
    await app.getByLabel('To', { exact: true }).fill('2026-10-30');
    await status(app, '2 events. Filtered by: to Oct 30, 2026');
    expect(await app.getByRole('button', { pressed: true }).count()).toBe(0);
    await app.getByRole('button', { name: 'Last 24 hours' }).click();
    expect(await app.getByLabel('To', { exact: true }).inputValue()).toBe('');
  });

  it('that cannot be right are said at the field, and the list stays as it was', async () => {
    await store();
    const { app, page } = await visit();
    const to = app.getByLabel('To', { exact: true });
    await app.getByLabel('From').fill('2026-11-20');
    await status(app, '0 events. Filtered by: from Nov 20, 2026');
    await to.fill('2026-11-19');
    await app.locator('.field-error').getByText('Choose a date on or after “From”.').waitFor();
    expect(await to.getAttribute('aria-invalid')).toBe('true');
    await app.getByText('No matching events').waitFor();
    // Nothing is exported that somebody did not ask for.
    await app.getByRole('button', { name: 'Export CSV' }).click();
    expect(await focused(app)).toBe('To');
    expect(await app.getByText('so far').count()).toBe(0);

    await app.getByRole('button', { name: 'Clear filters' }).first().click();
    await status(app, '1 event');
    await app.getByLabel('From').focus();
    await page.keyboard.type('11');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await app.locator('.field-error').getByText('Enter a full date.').waitFor();
    await app.getByRole('button', { name: 'Clear filters' }).click();
    await status(app, '1 event');
    expect(
      await app.evaluate(`[...document.querySelectorAll('[type=date]')].some((field) => field.validity.badInput)`),
    ).toBe(false);
  });

  it('come with the address, and go with a click on the page in the navigation', async () => {
    const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
    await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
    const { app, page } = await visit(
      `?apiKeyId=${keyId}&subject=page:${PAGE}&type=page.level.set&actorAccountId=${ADMIN_ID}`,
    );
    await status(
      app,
      `1 event. Filtered by: Page level set; Ada Adams; with key Nightly; on Page: Payroll process (${PAGE})`,
    );
    await app.getByRole('button', { name: 'Audit log' }).click();
    await status(app, '2 events');
    await page.goBack();
    await app.getByText('with key Nightly').waitFor();
  });

  it('that match nothing can be cleared from there', async () => {
    await store();
    const { app } = await visit('?subject=page:2');
    await app.getByText('No matching events').waitFor();
    await app.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await status(app, '1 event');
    expect(await focused(app)).toContain('event');
  });

  it('that are answered late never replace what a later question found', async () => {
    await store({ type: 'level.created', subject: 'levels' });
    await store({ type: 'apikey.revoked', subject: 'apikey:0123456789abcdef' });
    const { app, page } = await visit();
    const nextCall = await hold(page, 'listAudit');
    const event = app.getByLabel('Event', { exact: true });
    await event.selectOption({ label: 'Level created' });
    const first = await nextCall();
    await event.selectOption({ label: 'API key revoked' });
    const second = await nextCall();
    await second.continue();
    await status(app, '1 event. Filtered by: API key revoked');
    await letThrough(first, app, page);
    expect((await rowsIn(app)).map(([type]) => type)).toEqual(['API key revoked']);
  });
});

describe('the list', () => {
  it('does not go on with what was asked for other filters', async () => {
    await storeMany(60);
    await store({ type: 'level.created', subject: 'levels' });
    const { app, page } = await visit();
    const nextCall = await hold(page, 'listAudit');
    await app.getByRole('button', { name: 'Load more' }).click();
    const more = await nextCall();
    await app.getByLabel('Event', { exact: true }).selectOption({ label: 'Level created' });
    await (await nextCall()).continue();
    await status(app, '1 event. Filtered by: Level created');
    await letThrough(more, app, page);
    expect(await rowsIn(app)).toHaveLength(1);
  });

  it('goes on page after page to the end, and the focus to the first event that is new', async () => {
    const { key } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
    const levels = [levelNamed(site, 'Public'), levelNamed(site, 'Internal')];
    for (let index = 0; index < 59; index += 1) {
      await next(() => setLevel(key, { levelId: levels[index % 2]?.levelId }));
    }
    const { app, page } = await visit();
    await status(app, '50 events so far');
    const before = await rowsIn(app);
    await app.getByRole('button', { name: 'Load more' }).focus();
    await page.keyboard.press('Enter');
    await status(app, '60 events');
    await app.getByText('No more events.').waitFor();
    const after = await rowsIn(app);
    expect(after).toHaveLength(60);
    expect(after.slice(0, 50)).toEqual(before);
    expect(after.at(-1)?.[0]).toBe('API key created');
    expect(await focused(app)).toMatch(/^Details of Page level set/);
    expect(
      await app.evaluate(`[...document.querySelectorAll('.audit-row')].indexOf(document.activeElement.closest('tr'))`),
    ).toBe(50);
  });

  it('keeps what it has where the next page fails, and tries it again', async () => {
    await storeMany(60);
    const { app } = await visit();
    site.host.faults.add({ target: 'kvs', match: '/query', status: 503, times: 1 });
    await app.getByRole('button', { name: 'Load more' }).click();
    await app.getByText('We couldn’t load more events').waitFor();
    expect(await rowsIn(app)).toHaveLength(50);
    await app.getByRole('button', { name: 'Try again' }).click();
    await status(app, '60 events');
  });

  it('that has found nothing yet says how far back it looked, and goes on', async () => {
    await storeMany(2_300);
    await store({ time: '2026-10-01T00:00:00.000Z', type: 'level.updated' });
    const { app, page } = await visit('?subject=page:1&type=level.updated');
    await app.getByText(/^No matches back to Nov 1, 2026, 12:00:00\sAM[.]$/).waitFor();
    expect(await app.getByText('No matching events').count()).toBe(0);
    await capture(page, 'audit-searching');
    await app.getByRole('button', { name: 'Continue' }).click();
    await app.getByText(/^1 event/).waitFor();
    expect(await rowsIn(app)).toHaveLength(1);
  });

  it('is empty on a new site, has an event after a refresh, and says that it may trail', async () => {
    await site.stop();
    site = await open({ queryLagMs: 5_000 });
    const { app } = await visit();
    await app.getByText('No events yet').waitFor();
    await app.getByText('New events can take a few seconds to appear.').waitFor();
    await site.createKey({ name: 'Nightly' });
    await app.getByRole('button', { name: 'Refresh' }).click();
    await status(app, '0 events');
    now = new Date(now.getTime() + 6_000);
    await app.getByRole('button', { name: 'Refresh' }).click();
    await status(app, '1 event');
    expect(await focused(app)).toBe('Refresh');
  });

  it('says when it cannot be loaded, and loads when asked again', async () => {
    await store();
    // Everything that the page asks for first asks who asks.
    site.host.faults.add({ target: 'confluence', status: 503, times: 3 });
    const { app } = await visit();
    await app.getByRole('alert').getByText('We couldn’t load the events').waitFor();
    await app.getByRole('button', { name: 'Try again' }).click();
    await status(app, '1 event');
  });
});

describe('the export', () => {
  const NAME = '=HYPERLINK("http://x";"a, b")';

  it('is a file with everything that matches, the header once, and nothing that a spreadsheet would run', async () => {
    await storeMany(1_100);
    const { key } = await site.createKey({ name: NAME, classificationScope: 'write' });
    await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
    const { app, page } = await visit();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('page-classification-audit-2026-11-21.csv');
    const [header, ...lines] = await csvOf(download);
    expect(header?.slice(0, 3)).toEqual(['time', 'type', 'outcome']);
    expect(lines.map((cells) => cells.at(-1))).toEqual(await allIds({}));
    expect(lines).toHaveLength(1_102);
    const keyName = header?.indexOf('actorKeyName') ?? -1;
    expect(lines[0]?.[keyName]).toBe(`'${NAME}`);
    expect(lines.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    await app.getByText('1,102 rows exported').first().waitFor();
    const [again] = await Promise.all([page.waitForEvent('download'), app.getByRole('link').click()]);
    expect(await csvOf(again)).toHaveLength(1_103);
    await app.getByRole('button', { name: 'Close' }).click();
    expect(await focused(app)).toBe('Export CSV');
  });

  it('is of the filters, also of what was entered in this moment', async () => {
    await store({ subject: 'levels' });
    await store({ subject: 'page:2' });
    const { app, page } = await visit();
    await app.getByLabel('Page or key').fill('2');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect((await csvOf(download)).map((cells) => cells[3])).toEqual(['subject', 'page:2']);
    await app.locator('.message').getByText('Filtered by: on Page 2').waitFor();
  });

  it('says how far it is, stops where it fails, and goes on from there', async () => {
    await storeMany(1_100);
    const { app, page } = await visit();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    const nextPart = await hold(page, 'exportAudit');
    await app.getByRole('button', { name: 'Export CSV' }).click();
    await (await nextPart()).continue();
    const second = await nextPart();
    await app
      .locator('.message')
      .getByText(/^1,000 rows so far, back to Nov 1, 2026/)
      .waitFor();
    await capture(page, 'audit-export');
    site.host.faults.add({ target: 'kvs', match: '/query', status: 503, times: 1 });
    await second.continue();
    await app.getByText('The export stopped after 1,000 rows. No file was downloaded.').waitFor();
    await capture(page, 'audit-export-failed');
    expect(downloads).toEqual([]);
    await app.getByRole('button', { name: 'Continue export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), (await nextPart()).continue()]);
    const [header, ...lines] = await csvOf(download);
    expect(header?.[0]).toBe('time');
    expect(lines.map((cells) => cells.at(-1))).toEqual(await allIds({}));
  });

  it('that was cancelled makes no file, even if its answer still comes', async () => {
    await store();
    const { app, page } = await visit();
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    const nextPart = await hold(page, 'exportAudit');
    await app.getByRole('button', { name: 'Export CSV' }).click();
    const cancelled = await nextPart();
    await app.getByRole('button', { name: 'Cancel export' }).click();
    expect(await focused(app)).toBe('Export CSV');
    await letThrough(cancelled, app, page);
    expect(await app.locator('.message').count()).toBe(0);
    await app.getByRole('button', { name: 'Export CSV' }).click();
    await Promise.all([page.waitForEvent('download'), (await nextPart()).continue()]);
    expect(downloads).toHaveLength(1);
  });
});

/** Everything of a file: cells of lines, after its byte order mark. */
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

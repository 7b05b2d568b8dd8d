import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Frame, Locator } from 'playwright-core';
import document from '../../dist/openapi.json';
import { DEMO_PAGES } from '../../local/demo/ids';
import type { Log } from '../../src/platform/log';
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
import { execute, ONE_OF_EACH_METHOD, openOperation, openShortReference, OPERATIONS } from '../support/reference-page';
import { everythingStored } from '../support/stored-rows';

/** The API reference, on the production build, under Forge's policy, through the local host. */

const run = promisify(execFile);
const PATH = '/api-reference';
const PAGE = DEMO_PAGES.payroll;

let browser: Browser;
let site: ServedSite;
let visits: Visit[];
let logged: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  logged = [];
  const log: Log = (event, fields) => logged.push(JSON.stringify([event, fields]));
  site = await serveSite({ log }, site);
  visits = [];
});
afterEach(async () => {
  const problems = visits.flatMap((visit) => visit.problems);
  await Promise.all(visits.map((visit) => visit.close()));
  await site.stop();
  expect(problems).toEqual([]);
});

async function visit(options: VisitOptions = {}): Promise<Visit> {
  const opened = await visitAdmin(browser, site, { path: PATH, ...options });
  visits.push(opened);
  return opened;
}

/** With a few of the operations. */
async function visitShort(): Promise<Visit> {
  const opened = await visit({ path: '' });
  await openShortReference(opened.app, opened.page);
  return opened;
}

const baseUrl = () => `${site.url}/public/local/compliance/api`;
const keyField = (app: Frame) => app.getByLabel('API key', { exact: true });

async function copied(app: Frame, name: string): Promise<string> {
  await app.getByRole('button', { name, exact: true }).click();
  return app.evaluate('navigator.clipboard.readText()');
}

/** Runs a command as somebody does who has the key in their shell. */
async function inShell(command: string, key: string): Promise<{ status: number; body: string }> {
  const silent = `curl() { command curl --silent --write-out '\\n%{http_code}' "$@"; }`;
  const { stdout } = await run('bash', ['-c', `${silent}\n${command}`], { env: { ...process.env, API_KEY: key } });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

/** Ids are of one request. */
const withoutIds = (body: string) => body.replace(/"(urn:uuid:)?[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"');

async function tryOut(app: Frame, method: string, path: string): Promise<Locator> {
  const operation = await openOperation(app, method, path);
  await operation.getByRole('button', { name: 'Try it out' }).click();
  return operation;
}

it('describes every operation and schema of the deployed app, at its real address', async () => {
  const { app, page } = await visit();
  await capture(page, 'reference');
  expect(await app.getByLabel('Base URL').inputValue()).toBe(baseUrl());
  await app.getByText(document.info.description.split('\n')[0] ?? '').waitFor();
  const shown = await app.getByRole('heading', { level: 3 }).allInnerTexts();
  const expected = OPERATIONS.map(({ method, path, summary }) => `${method} ${path} ${summary}`);
  expect(shown.map((text) => text.replace(/\s+/g, ' ')).sort()).toEqual(expected.sort());
  const buttons = await app.getByRole('main').getByRole('button').allInnerTexts();
  expect(buttons.map((text) => text.trim())).toEqual(expect.arrayContaining(Object.keys(document.components.schemas)));

  const operation = await openOperation(app, 'POST', '/v1/page-level');
  const answers = Object.keys(document.paths['/v1/page-level'].post.responses);
  expect(await operation.locator('.responses > tbody > tr > td:first-child').allInnerTexts()).toEqual(answers);
  await operation.getByText('LEVEL_ARCHIVED').waitFor();
});

it('asks nobody but the site, and the API only through the resolver', async () => {
  const { page, app } = await visit({ path: '' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await app.getByRole('button', { name: 'API reference' }).click();
  await execute(await tryOut(app, 'GET', '/v1/openapi.json'));
  const isFileOrBridge = (path: string) => path.startsWith('/site/resource/admin/') || path === '/site/bridge/invoke';
  expect(asked.filter((path) => !isFileOrBridge(path))).toEqual([]);
});

it('tries requests out with a pasted key, on the real pages', async () => {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Restricted');
  const { app, page } = await visitShort();
  await app.getByText('changes real pages on this site').waitFor();
  await keyField(app).fill(` ${key} `);

  const set = await tryOut(app, 'POST', '/v1/page-level');
  await set.getByText('This request can change a page').waitFor();
  await set.getByLabel('Request body').fill(JSON.stringify({ pageId: PAGE, levelId }));
  expect(await execute(set)).toMatch(/^Status 201 in \d+ ms$/);
  const body = set.getByRole('region', { name: 'Response body: POST /v1/page-level' });
  expect(JSON.parse(await body.innerText())).toMatchObject({ pageId: PAGE, levelId, changed: true });
  await set.locator('dt', { hasText: 'X-Request-Id' }).waitFor();
  await capture(page, 'reference-tried', [keyField(app)]);
  const { body: stored } = await site.rest('GET', `/v1/page-level/by-page/${PAGE}`, { key });
  expect(stored.levelId).toBe(levelId);

  const get = await tryOut(app, 'GET', '/v1/page-level/by-page/{pageId}');
  await get.getByLabel('pageId', { exact: true }).fill(PAGE);
  expect(await execute(get)).toMatch(/^Status 200/);
  await get
    .getByRole('region', { name: /^Response body/ })
    .getByText(levelId)
    .waitFor();
});

it('shows the words of a refusal: without a key, with too small a scope, and from the resolver', async () => {
  const { key } = await site.createKey({ classificationScope: 'read' });
  const { app } = await visitShort();
  const operation = await tryOut(app, 'GET', '/v1/level');
  expect(await execute(operation)).toMatch(/^Status 401/);
  await operation.getByRole('alert', { name: 'The API key is missing' }).waitFor();
  await operation.getByText('API_KEY_MISSING').first().waitFor();

  await keyField(app).fill(key);
  await operation.getByRole('button', { name: 'Clear' }).click();
  expect(await execute(operation)).toMatch(/^Status 403/);
  await operation.getByRole('alert', { name: 'The API key lacks the required scope' }).waitFor();

  await operation.getByRole('button', { name: 'Clear' }).click();
  site.host.faults.add({ target: 'gateway', status: 500, times: 1 });
  expect(await execute(operation)).toContain('Atlassian didn’t return the address of the API');

  const set = await tryOut(app, 'POST', '/v1/page-level');
  await set.getByLabel('Request body').fill('x'.repeat(200_001));
  expect(await execute(set)).toContain('We couldn’t get a response');
});

it('sends a key only to the API of the site', async () => {
  const { key } = await site.createKey();
  const { app, page } = await visit({ path: '' });
  await page.route('**/site/bridge/invoke', async (route) => {
    const { payload } = route.request().postDataJSON();
    if (payload.path !== '/v1/openapi.json') return route.continue();
    const elsewhere = structuredClone(document) as { paths: Record<string, Record<string, object>> };
    Object.assign(elsewhere.paths['/v1/level']?.get ?? {}, { servers: [{ url: 'https://elsewhere.example/api' }] });
    const value = { status: 200, headers: {}, body: JSON.stringify(elsewhere), durationMs: 0 };
    return route.fulfill({ json: { ok: true, value } });
  });
  await app.getByRole('button', { name: 'API reference' }).click();
  await keyField(app).fill(key);
  expect(await execute(await tryOut(app, 'GET', '/v1/level'))).toContain('Only requests to the API of this site');
});

it('keeps the key nowhere but in its field, and there only until it is forgotten or the page is left', async () => {
  const { key } = await site.createKey();
  const secret = key.split('_')[2] ?? '';
  const { app, page } = await visitShort();
  const kept = async () => [
    await app.content(),
    await page.content(),
    page.url(),
    app.url(),
    JSON.stringify(await page.context().storageState({ indexedDB: true })),
    await app.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'),
    JSON.stringify(everythingStored(site)),
    logged.join('\n'),
  ];

  await keyField(app).fill(key);
  await app.getByRole('button', { name: 'Show key' }).click();
  expect(await keyField(app).getAttribute('type')).toBe('text');
  const operation = await tryOut(app, 'GET', '/v1/level');
  expect(await execute(operation)).toMatch(/^Status 200/);
  await operation.getByRole('region', { name: 'curl request: GET /v1/level' }).getByText('$API_KEY').waitFor();
  for (const text of await kept()) expect(text).not.toContain(secret);

  await app.getByRole('button', { name: 'Clear key' }).click();
  expect(await keyField(app).inputValue()).toBe('');
  expect(await keyField(app).getAttribute('type')).toBe('password');
  await operation.getByRole('button', { name: 'Clear' }).click();
  expect(await execute(operation)).toMatch(/^Status 401/);

  await keyField(app).fill(key);
  await app.getByRole('button', { name: 'Levels', exact: true }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(await app.getByLabel('API key', { exact: true }).count()).toBe(0);
  await app.getByRole('button', { name: 'API reference' }).click();
  expect(await keyField(app).inputValue()).toBe('');
  expect(await execute(await tryOut(app, 'GET', '/v1/level'))).toMatch(/^Status 401/);
  for (const text of await kept()) expect(text).not.toContain(secret);
});

it('gives an example of each method as a command that reaches its operation', async () => {
  const { key } = await site.createKey();
  const { app } = await visitShort();
  for (const { method, path } of ONE_OF_EACH_METHOD) {
    await openOperation(app, method, path);
    const command = await copied(app, `Copy example: ${method} ${path}`);
    expect(command).toContain(`'${baseUrl()}/v1/`);
    expect(command.includes('$API_KEY')).toBe(path !== '/v1/openapi.json');
    const { status, body } = await inShell(command, key);
    // Levels and jobs of the examples are not those of this site, and its page has no level.
    const known = [
      'LEVEL_NOT_FOUND',
      'PAGE_NOT_CLASSIFIED',
      'CONFIGURATION_NOT_FOUND',
      'INCOMPLETE_ORDER',
      'JOB_NOT_FOUND',
      'NAME_TAKEN',
    ];
    expect([`${method} ${path}`, status < 300 || known.includes(JSON.parse(body).code)]).toEqual([
      `${method} ${path}`,
      true,
    ]);
  }
});

it('gives a request that was tried out as the command that sends the same', async () => {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Restricted');
  const { app } = await visitShort();
  await keyField(app).fill(key);
  const operation = await tryOut(app, 'POST', '/v1/page-level');
  const field = 'it\'s "$HOME" `id` $(id) \\ ! ü 🙂';
  const sent = JSON.stringify({ pageId: PAGE, levelId, [field]: "'\n\t" }, null, 2);
  await operation.getByLabel('Request body').fill(sent);
  expect(await execute(operation)).toMatch(/^Status 400/);
  const answer = await copied(app, 'Copy response body: POST /v1/page-level');
  expect(JSON.parse(answer).code).toBe('UNKNOWN_FIELD');
  expect(decodeURIComponent(JSON.parse(answer).errors[0].pointer)).toBe(`#/${field}`);

  const command = await copied(app, 'Copy request: POST /v1/page-level');
  expect(command).not.toContain(key);
  const { status, body } = await inShell(command, key);
  expect(status).toBe(400);
  expect(withoutIds(body)).toBe(withoutIds(answer));
});

it('works again for somebody who comes back', async () => {
  const { app } = await visitShort();
  const openSchemas = async () => {
    const operation = await openOperation(app, 'POST', '/v1/page-level');
    await operation.getByRole('tab', { name: 'Schema' }).first().click();
    await operation.getByRole('button', { name: /^levelId/ }).click();
    await operation.getByText('The UUID or the key of a level').first().waitFor();
    await app.getByRole('button', { name: 'LevelList', exact: true }).click();
    await app.getByRole('button', { name: /^levels/ }).waitFor();
  };
  await openSchemas();
  await app.getByRole('button', { name: 'Levels', exact: true }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await app.getByRole('button', { name: 'API reference' }).click();
  await openSchemas();
});

it.each([1, 2])('says when the description or the address does not come, and tries again (%d)', async (times) => {
  site.host.faults.add({ target: 'gateway', status: 500, times });
  const { app, page } = await visit();
  await app.getByRole('alert', { name: 'We couldn’t load the API reference' }).waitFor();
  await capture(page, 'reference-failed');
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByRole('heading', { name: 'Schemas' }).waitFor();
});

it('says what is missing before anything is sent, and moves the focus there', async () => {
  const { app } = await visitShort();
  const operation = await tryOut(app, 'GET', '/v1/page-level/by-page/{pageId}');
  const pageId = operation.getByLabel('pageId', { exact: true });
  expect(await pageId.inputValue()).toBe('164001');
  await pageId.fill('');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.getByRole('alert').getByText('Required field is not provided').waitFor();
  expect(await pageId.getAttribute('aria-invalid')).toBe('true');
  expect(await pageId.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await operation.locator('.answer-status').innerText()).toBe('');
});

it('tries a request out with the keyboard alone, and never loses the focus', async () => {
  const { key } = await site.createKey();
  const { app, page } = await visitShort();
  const focused = () =>
    app.evaluate<string>(
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()`,
    );
  const tabTo = async (text: string) => {
    for (let presses = 0; presses < 200 && (await focused()) !== text; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(text);
  };
  await keyField(app).focus();
  await page.keyboard.type(key);
  await tabTo('GET /v1/level List the classification levels');
  await page.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Copy example: GET /v1/level', exact: true }).waitFor();
  await tabTo('Copy example: GET /v1/level');
  await tabTo('Try it out');
  await page.keyboard.press('Space');
  expect(await focused()).toBe('Cancel');
  await tabTo('Execute');
  await page.keyboard.press('Enter');
  await app.getByText(/^Status 200/).waitFor();
  expect(await focused()).toBe('Execute');
  await tabTo('Clear');
  await page.keyboard.press('Enter');
  await app.getByText(/^Status 200/).waitFor({ state: 'detached' });
  expect(await focused()).toBe('Execute');
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Frame, Locator, Page } from 'playwright-core';
import document from '../../dist/openapi.json';
import { DEMO_PAGES } from '../../local/demo/ids';
import type { Log } from '../../src/platform/log';
import { goTo } from '../support/admin-navigation';
import { capture, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed } from '../support/levels';
import { ELSEWHERE, execute, openOperation, openShortReference, OPERATIONS } from '../support/reference-page';
import { itSlow } from '../support/sample';
import { everythingStored } from '../support/stored-rows';

/** Tests the API reference with the production build in a real browser, on the local host. */

const run = promisify(execFile);
const PAGE = DEMO_PAGES.payroll;

let site: ServedSite;
const logged: string[] = [];
const log: Log = (event, fields) => logged.push(JSON.stringify([event, fields]));
const visit = withFreshSite((fresh) => (site = fresh), { site: { log } });

const baseUrl = () => `${site.url}/public/local/compliance/api`;
const keyField = (app: Frame) => app.getByLabel('API key', { exact: true });

async function copied(app: Frame, name: string): Promise<string> {
  await app.getByRole('button', { name, exact: true }).click();
  return app.evaluate('navigator.clipboard.readText()');
}

/** Runs a command in a shell that has the key in a variable. */
async function inShell(command: string, key: string): Promise<{ status: number; body: string }> {
  const silent = `curl() { command curl --silent --write-out '\\n%{http_code}' "$@"; }`;
  const { stdout } = await run('bash', ['-c', `${silent}\n${command}`], { env: { ...process.env, API_KEY: key } });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

/** Every request has its own IDs. */
const withoutIds = (body: string) => body.replace(/"(urn:uuid:)?[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"');

async function tryOut(app: Frame, method: string, path: string): Promise<Locator> {
  const operation = await openOperation(app, method, path);
  await operation.getByRole('button', { name: 'Try it out' }).click();
  return operation;
}

/** Everything that could contain a key, except its field. */
const kept = async (app: Frame, page: Page) =>
  [
    await app.content(),
    await page.content(),
    page.url(),
    app.url(),
    JSON.stringify(await page.context().storageState({ indexedDB: true })),
    await app.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'),
    JSON.stringify(everythingStored(site)),
    ...logged,
  ].join('\n');

it('the API reference loads after a failure, describes every operation and schema of the deployed app, and asks only the site', async () => {
  site.host.faults.add({ target: 'gateway', status: 500, times: 2 });
  const { app, page } = await visit({ path: '/api-reference' });
  await app.getByRole('alert', { name: 'We couldn’t load the API reference' }).waitFor();
  await capture(page, 'reference-failed');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByRole('heading', { name: 'Schemas' }).waitFor();
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
  await execute(await tryOut(app, 'GET', '/v1/openapi.json'));
  const isFileOrBridge = (path: string) => path.startsWith('/site/resource/admin/') || path === '/site/bridge/invoke';
  expect(asked.filter((path) => !isFileOrBridge(path))).toEqual([]);
});

it('the API reference sends requests with a pasted key, shows success and refusal, and copies each request as a command', async () => {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Restricted');
  const { app, page } = await visit();
  await openShortReference(app, page);
  await app.getByText('changes real pages on this site').waitFor();
  const get = await tryOut(app, 'GET', '/v1/page-level/by-page/{pageId}');
  const pageId = get.getByLabel('pageId', { exact: true });
  expect(await pageId.inputValue()).toBe('164001');
  await pageId.fill('');
  await get.getByRole('button', { name: 'Execute' }).click();
  await get.getByRole('alert').getByText('Required field is not provided').waitFor();
  expect(await pageId.getAttribute('aria-invalid')).toBe('true');
  expect(await pageId.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await get.locator('.answer-status').innerText()).toBe('');
  await pageId.fill(PAGE);
  expect(await execute(get)).toMatch(/^Status 401/);
  await get.getByRole('alert', { name: 'The API key is missing' }).waitFor();

  await keyField(app).fill(` ${key} `);
  const set = await tryOut(app, 'POST', '/v1/page-level');
  await set.getByText('This request can change a page').waitFor();
  expect(await copied(app, 'Copy example: POST /v1/page-level')).toContain(`'${baseUrl()}/v1/page-level'`);
  await set.getByLabel('Request body').fill(JSON.stringify({ pageId: PAGE, levelId }));
  expect(await execute(set)).toMatch(/^Status 201 in \d+ ms$/);
  const body = set.getByRole('region', { name: 'Response body: POST /v1/page-level' });
  expect(JSON.parse(await body.innerText())).toMatchObject({ pageId: PAGE, levelId, changed: true });
  await set.locator('dt', { hasText: 'X-Request-Id' }).waitFor();
  await capture(page, 'reference-tried', [keyField(app)]);
  await set.getByRole('button', { name: 'Clear' }).click();
  const field = 'it\'s "$HOME" `id` $(id) \\ ! ü 🙂';
  await set.getByLabel('Request body').fill(JSON.stringify({ pageId: PAGE, levelId, [field]: "'\n\t" }, null, 2));
  expect(await execute(set)).toMatch(/^Status 400/);
  const answer = await copied(app, 'Copy response body: POST /v1/page-level');
  expect(decodeURIComponent(JSON.parse(answer).errors[0].pointer)).toBe(`#/${field}`);
  const command = await copied(app, 'Copy request: POST /v1/page-level');
  expect(command).not.toContain(key);
  const sent = await inShell(command, key);
  expect([sent.status, withoutIds(sent.body)]).toEqual([400, withoutIds(answer)]);
});

it('the API reference keeps the key only in its field, and sends it only to the API of the site', async () => {
  const { key } = await site.createKey();
  const secret = key.split('_')[2] ?? '';
  const { app, page } = await visit();
  await openShortReference(app, page);
  await keyField(app).fill(key);
  await app.getByRole('button', { name: 'Show key' }).click();
  expect(await keyField(app).getAttribute('type')).toBe('text');
  expect(await execute(await tryOut(app, 'GET', ELSEWHERE))).toContain('Only requests to the API of this site');
  const operation = await tryOut(app, 'GET', '/v1/level');
  expect(await execute(operation)).toMatch(/^Status 200/);
  await operation.getByRole('region', { name: 'curl request: GET /v1/level' }).getByText('$API_KEY').waitFor();
  expect(await kept(app, page)).not.toContain(secret);

  await app.getByRole('button', { name: 'Clear key' }).click();
  expect(await keyField(app).inputValue()).toBe('');
  expect(await keyField(app).getAttribute('type')).toBe('password');
  await operation.getByRole('button', { name: 'Clear' }).click();
  expect(await execute(operation)).toMatch(/^Status 401/);
  await operation.getByRole('button', { name: 'Clear' }).click();
  site.host.faults.add({ target: 'gateway', status: 500, times: 1 });
  expect(await execute(operation)).toContain('Atlassian didn’t return the address of the API');

  await keyField(app).fill(key);
  await goTo(app, 'Policy');
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(await app.getByLabel('API key', { exact: true }).count()).toBe(0);
  await goTo(app, 'API', 'Reference');
  expect(await keyField(app).inputValue()).toBe('');
  const set = await openOperation(app, 'POST', '/v1/page-level');
  await set.getByRole('tab', { name: 'Schema' }).first().click();
  await set.getByRole('button', { name: /^levelId/ }).click();
  await set.getByText('The UUID or the key of a level').first().waitFor();
  expect(await execute(await tryOut(app, 'GET', '/v1/level'))).toMatch(/^Status 401/);
  expect(await kept(app, page)).not.toContain(secret);
});

itSlow('the API reference sends a request with the keyboard alone, and never loses the focus', async () => {
  const { key } = await site.createKey();
  const { app, page } = await visit();
  await openShortReference(app, page);
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

itSlow('the API reference lists the operations beside them: a search finds one, and a click opens it', async () => {
  const { app } = await visit({ path: '/api-reference' });
  const list = app.getByRole('navigation', { name: 'Operations' });
  await list.getByLabel('Search operations').fill('post page-level');
  await list.getByRole('button', { name: 'Set the level of a page', exact: true }).click();
  const button = app.getByRole('button', { name: /^POST \/v1\/page-level / });
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  expect(await app.evaluate('document.activeElement?.textContent')).toContain('/v1/page-level');
  await list.getByLabel('Search operations').fill('nothing like it');
  await list.getByText('No matching operations.').waitFor();
});

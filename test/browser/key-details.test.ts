import { DEMO_PAGES } from '../../local/demo/ids';
import { capture, pressEscape, type ServedSite, type VisitOptions } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose } from '../support/keys-page';
import { levelNamed } from '../support/levels';

/** What the page tells of a key: its settings, its end, how it is used, what it was refused. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let site: ServedSite;
/** How far the clock of the site is ahead of the real one. */
let aheadMs: number;
beforeEach(() => {
  aheadMs = 0;
});
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { site: { now: () => new Date(Date.now() + aheadMs) } },
);

/** The details of a key, opened at their own address. */
async function details(keyId: string, name: string, options: VisitOptions = {}) {
  const { app, page } = await visit({ path: `?keyId=${keyId}`, ...options });
  const dialog = app.getByRole('dialog', { name });
  await dialog.getByText('Key ID').waitFor();
  return { app, page, dialog };
}

async function call(key: string, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return (await fetch(`${site.url}/public/local/compliance/api/v1${path}`, { ...init, headers })).status;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

it('tells all settings in words, at an address of its own', async () => {
  const { keyId } = await site.createKey({
    name: 'Publish rule',
    classificationScope: 'write',
    levelLimit: ['unclassified', levelNamed(site, 'Restricted').levelId],
    spaceLimit: ['ENG', 'HR'],
    expiresOn: inDays(30),
  });
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Publish rule', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'Publish rule' });
  const fact = (label: string) => dialog.locator('.fact', { has: app.getByText(label, { exact: true }) }).locator('dd');
  await fact('Status').getByText('The key works.').waitFor();
  expect(await fact('Classification scope').innerText()).toContain('Also set page levels.');
  expect(await fact('Detection scope').innerText()).toContain('No access');
  expect(await fact('Page access limit').innerText()).toBe('Restricted (restricted)\nUnclassified pages');
  expect(await fact('Space limit').innerText()).toBe('Engineering (ENG)\nHuman Resources (HR)');
  expect(await fact('Created').innerText()).toContain('by Ada Adams');
  const lastDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(await fact('Expiry date').innerText()).toContain(lastDay.format(new Date(inDays(30))));
  await fact('Last used').getByText('Never used').waitFor();
  await dialog.getByText('No requests were rejected.').waitFor();
  await dialog.getByRole('button', { name: 'Copy key ID' }).click();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(keyId);
  expect(page.url()).toBe(`${site.url}/site/admin/?keyId=${keyId}`);

  await pressEscape(page, app);
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${site.url}/site/admin`);
  expect(await app.evaluate('document.activeElement?.textContent')).toBe('Publish rule');
  await page.goBack();
  await dialog.waitFor();
});

it('counts what callers were refused, and says what it means and what helps', async () => {
  const { key, keyId } = await site.createKey({ name: 'Reader', classificationScope: 'read' });
  const levelId = (await site.admin('listLevels', {})).value.levels[0].levelId;
  const body = JSON.stringify({ pageId: DEMO_PAGES.architecture, levelId });
  expect(await call(key, '/page-level', { method: 'POST', body })).toBe(403);
  expect(await call(key, '/page-level', { method: 'POST', body })).toBe(403);
  expect(await call(key, '/page-level/by-page/999999')).toBe(404);

  const { app, page, dialog } = await details(keyId, 'Reader', { as: 'admin2@example.com' });
  const refusals = dialog.locator('.fact', { hasText: 'Rejected in the last 24 hours' }).getByRole('listitem');
  expect(await refusals.count()).toBe(2);
  expect(await refusals.nth(0).innerText()).toMatch(
    /^INSUFFICIENT_SCOPE at least 2 times\nThe request needs a higher scope[^\n]+\nLast .+, POST \/v1\/page-level$/,
  );
  expect(await refusals.nth(1).innerText()).toMatch(
    /^PAGE_NOT_FOUND at least 1 time\nThe page does not exist[^\n]+\nLast .+, GET \/v1\/page-level\/by-page\/\{pageId\}$/,
  );
  const lastUsed = dialog.locator('.fact', { hasText: 'Last used' });
  expect(await lastUsed.innerText()).toContain(', POST /v1/page-level');
  await dialog.getByText('INSUFFICIENT_SCOPE').scrollIntoViewIfNeeded();
  await capture(page, 'details-refused');

  await pressEscape(page, app);
  const row = app.getByRole('row').filter({ hasText: 'Reader' });
  await row.getByText('this minute').or(row.getByText('1 minute ago')).waitFor();
});

it('tells what was done to the key, by whom and what changed, and leads to the audit log', async () => {
  const { key, keyId } = await site.createKey({ name: 'Watched', spaceLimit: ['ENG'] });
  const levelId = (await site.admin('listLevels', {})).value.levels[0].levelId;
  const body = JSON.stringify({ pageId: DEMO_PAGES.architecture, levelId });
  expect(await call(key, '/page-level', { method: 'POST', body })).toBe(201);
  const changes = { classificationScope: 'read', levelLimit: [levelId, 'unclassified'] };
  const { value: edited } = await site.admin('editKey', { keyId, rev: 1, changes });
  await site.admin('editKey', { keyId, rev: edited.rev, changes: { name: 'Looked at' } }, 'admin2@example.com');
  await site.admin('revokeKey', { keyId });

  const { app, page, dialog } = await details(keyId, 'Looked at');
  const trail = dialog.locator('section', { hasText: 'Activity' }).getByRole('listitem');
  expect(await trail.count()).toBe(4);
  expect(await trail.nth(0).innerText()).toMatch(/^API key revoked by Ada Adams\n/);
  expect(await trail.nth(1).innerText()).toMatch(/^API key edited by Boris Brandt\n/);
  expect(await trail.nth(1).textContent()).toMatch(/Name: Watched . to Looked at/);
  expect(await trail.nth(2).textContent()).toMatch(/Classification scope: Manage . to Read/);
  expect(await trail.nth(2).textContent()).toMatch(/Page access limit: All pages . to .*Unclassified pages/);
  expect(await trail.nth(3).innerText()).toMatch(/^API key created by Ada Adams\n/);
  expect(await trail.nth(3).textContent()).toContain('Space limit: Engineering');
  await trail.nth(3).scrollIntoViewIfNeeded();
  await capture(page, 'details-trail');

  await dialog.getByRole('button', { name: 'View in audit log' }).click();
  await app.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  expect(page.url()).toBe(`${site.url}/site/admin/audit-log?subject=apikey%3A${keyId}`);
  await app.getByRole('row').filter({ hasText: 'API key revoked' }).waitFor();
  await page.goBack();
  await dialog.getByRole('button', { name: 'View actions by this key' }).click();
  await app.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  expect(page.url()).toBe(`${site.url}/site/admin/audit-log?apiKeyId=${keyId}`);
  await app.getByRole('row').filter({ hasText: 'Page level set' }).waitFor();
});

it('tells of calls with a key that is over, and forgets refusals after a day', async () => {
  const { key, keyId } = await site.createKey({ name: 'Over' });
  await site.admin('revokeKey', { keyId });
  expect(await call(key, '/level')).toBe(401);
  const { dialog } = await details(keyId, 'Over');
  await dialog.getByText(/Ada Adams revoked it on /).waitFor();
  await dialog.getByText('API_KEY_REVOKED').waitFor();
  await dialog.getByText('Never used').waitFor();
  aheadMs = DAY_MS;
  const later = await details(keyId, 'Over');
  await later.dialog.getByText('No requests were rejected.').waitFor();
});

it('leads from a key to its successor and back, and says why the old one is over', async () => {
  const { keyId } = await site.createKey({ name: 'Chain' });
  const { value } = await site.admin('rotateKey', { keyId, rev: 1, expiresOn: inDays(60), grace: '1h' });
  aheadMs = 2 * HOUR_MS;
  const { app, dialog } = await details(keyId, 'Chain');
  await dialog.getByText('The key was rotated, and its grace period ended on').waitFor();
  await dialog.getByRole('button', { name: `pclsk_${value.created.keyId}_…` }).click();
  await dialog.getByText('The key works.').waitFor();
  await dialog.getByRole('button', { name: `pclsk_${keyId}_…` }).click();
  await dialog.getByText('The key was rotated, and its grace period ended on').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await app.getByRole('dialog').count()).toBe(0);
});

it('says what it does not know, which is not the same as never', async () => {
  const { key, keyId } = await site.createKey({ name: 'Mystery' });
  expect(await call(key, '/level')).toBe(200);
  site.host.faults.add({ target: 'kvs', match: '/api/v1/query', status: 503, times: 1 });
  site.host.faults.add({ target: 'kvs', match: '/api/v1/get', status: 503, times: 1 });
  const { app, dialog, page } = await details(keyId, 'Mystery');
  await dialog.getByText('We couldn’t load the usage of this key.').waitFor();
  await capture(page, 'details-unknown');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText(', GET /v1/level').first().waitFor();
  await pressEscape(page, app);
  await app.getByRole('cell', { name: 'Unknown' }).waitFor();
});

it('says that there is no such key', async () => {
  const { app } = await visit({ path: '?keyId=0000000000000000' });
  await app.getByRole('alert').getByText('This key doesn’t exist').waitFor();
  await app.getByRole('button', { name: 'Close' }).click();
  await app.getByText('No API keys yet').waitFor();
});

it('loads what could not be loaded when asked again', async () => {
  await site.createKey({ name: 'There' });
  const { app } = await visit();
  site.host.faults.add({ target: 'kvs', match: '/entity/get', status: 503, times: 1 });
  await app.getByRole('button', { name: 'There', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'There' });
  await dialog.getByRole('alert').getByText('We couldn’t load the key').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Key ID').waitFor();
});

it('sorts by when keys were last used', async () => {
  const names = ['Never used', 'Used last', 'Used first'];
  const [, last, first] = await Promise.all(names.map((name) => site.createKey({ name })));
  aheadMs = -3 * HOUR_MS;
  await call(first?.key ?? '', '/level');
  aheadMs = 0;
  await call(last?.key ?? '', '/level');
  const { app } = await visit();
  const shown = () => app.locator('.key-name').allTextContents();
  await app.getByRole('button', { name: 'Last used' }).click();
  expect(await shown()).toEqual(['Never used', 'Used first', 'Used last']);
  await app.getByRole('button', { name: 'Last used' }).click();
  expect(await shown()).toEqual(['Used last', 'Used first', 'Never used']);
  await app.getByText('3 hours ago').waitFor();
});

it('still knows when a key was last used after it has been edited', async () => {
  const { key } = await site.createKey({ name: 'Used' });
  aheadMs = -3 * HOUR_MS;
  await call(key, '/level');
  aheadMs = 0;
  const { app, page } = await visit();
  await app.getByText('3 hours ago').waitFor();
  await choose(app, 'Edit', 'Used');
  await app.getByLabel('Name').fill('Renamed');
  await app.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key saved').waitFor();
  await app.getByRole('row').filter({ hasText: 'Renamed' }).getByText('3 hours ago').waitFor();
});

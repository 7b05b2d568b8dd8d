import type { Route } from 'playwright-core';
import { DEMO_PAGES } from '../../local/demo/ids';
import { accessibilityProblems, capture, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose } from '../support/keys-page';
import { type LevelName, levelNamed } from '../support/levels';
import { tooWide } from '../support/places';
import { itSlow } from '../support/sample';

/** The details of a key, and the revert of its changes. */

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

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const call = async (key: string, path: string) => (await site.rest('GET', `/v1${path}`, { key })).status;

const PAGES = [DEMO_PAGES.payroll, DEMO_PAGES.officeGuide];

async function setLevels(key: string, name: LevelName, pages: readonly string[] = PAGES): Promise<void> {
  const { levelId } = levelNamed(site, name);
  for (const pageId of pages) {
    const { status } = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    expect(status).toBe(201);
  }
}

const currentLevels = (key: string) =>
  Promise.all(
    PAGES.map(async (pageId) => {
      const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
      return body.levelName ?? body.code;
    }),
  );

it('The details have their own address, load after a failure, and give the focus back', async () => {
  const { key, keyId } = await site.createKey({ name: 'Reader', classificationScope: 'read' });
  aheadMs = -3 * HOUR_MS;
  expect(await call(key, '/page-level/by-page/999999')).toBe(404);
  aheadMs = 0;
  const { app, page } = await visit({ path: '/keys' });
  await app.getByText('3 hours ago').waitFor();
  site.host.faults.add({ target: 'kvs', match: '/entity/get', status: 503, times: 1 });
  await app.getByRole('button', { name: 'Reader', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'Reader' });
  await dialog.getByRole('alert').getByText('We couldn’t load the key').waitFor();
  site.host.faults.add({ target: 'kvs', match: '/api/v1/query', status: 503, times: 1 });
  site.host.faults.add({ target: 'kvs', match: '/api/v1/get', status: 503, times: 1 });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('We couldn’t load the usage of this key.').waitFor();
  await capture(page, 'details-unknown');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const rejected = dialog.locator('.fact', { hasText: 'Rejected in the last 24 hours' }).getByRole('listitem');
  await rejected.getByText('PAGE_NOT_FOUND').waitFor();
  expect(await rejected.count()).toBe(1);
  await capture(page, 'details-refused');
  await dialog.getByRole('button', { name: 'Copy key ID' }).click();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(keyId);
  expect(page.url()).toBe(`${site.url}/site/admin/keys?dialog=details&keyId=${keyId}`);

  await pressEscape(page, app);
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${site.url}/site/admin/keys`);
  expect(await app.evaluate('document.activeElement?.textContent')).toBe('Reader');
  // An edited key keeps its last use.
  await choose(app, 'Edit', 'Reader');
  await app.getByLabel('Name').fill('Renamed');
  await app.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key saved').waitFor();
  await app.getByRole('row').filter({ hasText: 'Renamed' }).getByText('3 hours ago').waitFor();

  const { app: unknown } = await visit({ path: '/keys?keyId=0000000000000000' });
  await unknown.getByRole('alert').getByText('This key doesn’t exist').waitFor();
  await unknown.getByRole('button', { name: 'Close' }).click();
  await unknown.getByRole('row').filter({ hasText: 'Renamed' }).waitFor();
});

itSlow(
  'The activity shows who changed what, links to the audit log, and a rotated key links to its successor and back',
  async () => {
    const { key, keyId } = await site.createKey({ name: 'Watched', spaceLimit: ['ENG'] });
    const { levelId } = levelNamed(site, 'Public');
    await setLevels(key, 'Public', [DEMO_PAGES.architecture]);
    const changes = { classificationScope: 'read', levelLimit: [levelId, 'unclassified'] };
    const { value: edited } = await site.admin('editKey', { keyId, rev: 1, changes });
    await site.admin('editKey', { keyId, rev: edited.rev, changes: { name: 'Renamed' } }, 'admin2@example.com');
    const rotation = { keyId, rev: 3, expiresOn: inDays(60), grace: '1h' };
    const { value: rotated } = await site.admin('rotateKey', rotation);

    const { app, page } = await visit({ path: `/keys?keyId=${keyId}` });
    const dialog = app.getByRole('dialog');
    await dialog.getByText('Key ID').waitFor();
    const trail = dialog.locator('section', { hasText: 'Activity' }).getByRole('listitem');
    expect(await trail.count()).toBe(4);
    expect(await trail.nth(0).innerText()).toMatch(/^API key rotated by Ada Adams\n/);
    expect(await trail.nth(1).innerText()).toMatch(/^API key edited by Boris Brandt\n/);
    expect(await trail.nth(1).textContent()).toMatch(/Name: Watched . to Renamed/);
    expect(await trail.nth(2).textContent()).toMatch(/Classification scope: Manage . to Read/);
    expect(await trail.nth(2).textContent()).toMatch(
      /Allowed levels: All levels, also future ones . to .*Unclassified pages/,
    );
    expect(await trail.nth(3).innerText()).toMatch(/^API key created by Ada Adams\n/);
    expect(await trail.nth(3).textContent()).toContain('Allowed spaces: Engineering');
    await trail.nth(3).scrollIntoViewIfNeeded();
    await capture(page, 'details-trail');

    await dialog.getByRole('button', { name: 'View in audit log' }).click();
    await app.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(page.url()).toBe(`${site.url}/site/admin/audit-log?subject=apikey%3A${keyId}`);
    await app.getByRole('row').filter({ hasText: 'API key rotated' }).waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'View actions by this key' }).click();
    await app.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(page.url()).toBe(`${site.url}/site/admin/audit-log?apiKeyId=${keyId}`);
    await app.getByRole('row').filter({ hasText: 'Page level set' }).waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: `pclsk_${rotated.created.keyId}_…` }).click();
    await dialog.getByText('The key works.').waitFor();
    await dialog.getByRole('button', { name: `pclsk_${keyId}_…` }).click();
    await dialog.getByText('The key was rotated').waitFor();
  },
);

it('A revert is previewed, can be stopped, starts again after failures, and restores the pages', async () => {
  const { key: other } = await site.createKey({ name: 'Other' });
  const { key, keyId } = await site.createKey({ name: 'Rule' });
  await setLevels(key, 'Public');
  await setLevels(other, 'Restricted', PAGES.slice(1));
  const { app, page } = await visit({ path: '/keys' });
  await app.getByRole('button', { name: 'Rule', exact: true }).click();
  await app.getByRole('button', { name: 'Revert changes…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Revert changes made by Rule' });
  const button = (name: string) => dialog.getByRole('button', { name });
  site.host.faults.add({ target: 'kvs', match: '/transaction', status: 500, times: 1 });
  await button('Preview').click();
  await dialog.getByRole('alert', { name: 'We couldn’t revert the changes' }).waitFor();
  // The app creates the job, but its response is lost.
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.fulfill({ body: 'The connection broke.' });
  };
  await page.route('**/site/bridge/invoke', loseResponse, { times: 1 });
  await button('Preview').click();
  await dialog.getByRole('alert', { name: 'We couldn’t revert the changes' }).waitFor();
  // Another period is another job.
  await dialog.getByLabel('Changes since a date and time').check();
  expect(await button('Preview').isDisabled()).toBe(true);
  await dialog.getByLabel('Since', { exact: true }).fill('2099-01-01T00:00');
  await button('Preview').click();
  await dialog.getByText('Preparing preview').waitFor();
  await site.host.background.settle();
  await dialog.getByText('This key didn’t change the level of any page or blog post in that time.').waitFor();
  await button('Back').click();
  await dialog.getByLabel('All changes by this key').check();
  await button('Preview').click();
  await button('Stop').click();
  await dialog.getByText('Revert stopped').waitFor();
  expect(await button('Revert changes').isDisabled()).toBe(true);

  await button('Back').click();
  await button('Preview').click();
  await dialog.getByText('Preparing preview').waitFor();
  await site.host.background.settle();
  await dialog.getByText('1 page or blog post gets its previous level back.').waitFor();
  await dialog.getByText('1 page or blog post is skipped').waitFor();
  expect(await accessibilityProblems(app, { within: 'dialog' })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await tooWide(app)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await capture(page, 'keys-revert-preview');
  expect(await currentLevels(other)).toEqual(['Public', 'Restricted']);
  await button('Revert changes').click();
  await dialog.getByText('You can close this dialog.').waitFor();
  await site.host.background.settle();
  await dialog.getByText('Changes reverted').waitFor();
  expect(await currentLevels(other)).toEqual(['PAGE_NOT_CLASSIFIED', 'Restricted']);
  await button('Close').click();

  // The key leaked. The overview links to this address, so these are three of four clicks.
  await setLevels(key, 'Public', PAGES.slice(0, 1));
  await choose(app, 'It leaked', 'Rule');
  const leak = app.getByRole('dialog', { name: 'The key Rule leaked' });
  expect(page.url()).toBe(`${site.url}/site/admin/keys?dialog=leak&keyId=${keyId}`);
  await leak.getByRole('link', { name: /^Payroll process/ }).waitFor();
  const check = async (name: string) => {
    expect(await accessibilityProblems(app, { within: 'dialog' })).toEqual([]);
    await capture(page, name);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await tooWide(app)).toEqual([]);
    await capture(page, `${name}-narrow`);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await check('keys-leak');
  await leak.getByRole('button', { name: 'Revoke key' }).click();
  await leak.getByText('Ada Adams revoked it on').waitFor();
  expect(await call(key, '/level')).toBe(401);
  expect(await app.evaluate('document.activeElement?.textContent')).toBe('2. See what it changed');
  await leak.getByRole('button', { name: 'Revert changes' }).click();
  await leak.getByText('You can close this dialog.').waitFor();
  await site.host.background.settle();
  await leak.getByText('1 page or blog post has its previous level again.').waitFor();
  expect(await app.evaluate('document.activeElement?.textContent')).toBe('3. Revert the changes');
  await check('keys-leak-done');
  await leak.getByRole('button', { name: 'Done' }).click();
  await leak.waitFor({ state: 'detached' });
  expect(await currentLevels(other)).toEqual(['PAGE_NOT_CLASSIFIED', 'Restricted']);
});

import { capture, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose, shownValue } from '../support/keys-page';
import { itSlow } from '../support/sample';

/** Tests the rotation of a key with the production build in a real browser, on the local host. */

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

async function statusOf(key: string): Promise<number> {
  const url = `${site.url}/public/local/compliance/api/v1/level`;
  return (await fetch(url, { headers: { 'x-api-key': key } })).status;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** A time as the page shows it. */
const inWords = (instant: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));

it('the dialog for key rotation refuses a wrong expiry date, rotates a key, and accepts the old value only in the grace period', async () => {
  const old = await site.createKey({ name: 'Publish rule', spaceLimit: ['ENG'], expiresOn: inDays(5) });
  const { app, page } = await visit({ path: '/keys' });
  await choose(app, 'Rotate', 'Publish rule');
  const dialog = app.getByRole('dialog', { name: 'Rotate Publish rule' });
  expect(await dialog.getByLabel('Expiry date of the new key').inputValue()).toBe(inDays(90));
  expect(await dialog.getByLabel('24 hours').isChecked()).toBe(true);
  const day = dialog.getByLabel('Expiry date of the new key');
  await dialog.getByLabel('7 days').check();
  await dialog.getByText(`Both values work until ${inWords(old.expiresAt)}, when the old value expires.`).waitFor();
  await day.fill(inDays(366));
  await dialog.getByLabel('None').check();
  await dialog.getByText('The old value stops working immediately').waitFor();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await dialog.getByText('Choose a date 1 to 365 days from today.').waitFor();
  expect(await day.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await day.fill(inDays(30));
  await dialog.getByLabel('1 hour').check();
  await capture(page, 'rotate');
  const saidUntil = (await dialog.getByText('Both values work until').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Rotate key' }).click();

  const value = await shownValue(app);
  expect(value).not.toBe(old.key);
  await capture(page, 'rotated', [app.getByLabel('API key', { exact: true })]);
  await pressEscape(page, app);
  await app.getByText('Close without copying the key?').waitFor();
  await app.getByRole('button', { name: 'Back to key' }).click();
  await app.getByRole('button', { name: 'Copy key' }).click();
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(value);
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  for (const frame of [app, page]) expect(await frame.content()).not.toContain(value);

  const { value: list } = await site.admin('listKeys', {});
  const [before, after] = [old.keyId, value.slice(6, 22)].map((id) =>
    list.keys.find(({ keyId }: { keyId: string }) => keyId === id),
  );
  expect(after).toMatchObject({ spaceLimit: old.spaceLimit, expiresOn: inDays(30), rotatedFrom: old.keyId });
  const graceMs = Date.parse(before.graceUntil) - Date.now();
  expect(graceMs).toBeGreaterThan(HOUR_MS - 120_000);
  expect(graceMs).toBeLessThanOrEqual(HOUR_MS);
  // The minute may have turned over between the two.
  const aMinuteBefore = new Date(Date.parse(before.graceUntil) - 60_000).toISOString();
  expect([before.graceUntil, aMinuteBefore].some((instant) => saidUntil.includes(inWords(instant)))).toBe(true);

  const oldRow = app.getByRole('row').filter({ hasText: `Replaced by pclsk_${after.keyId}_…` });
  await oldRow.getByText('Rotating').waitFor();
  await oldRow.getByText(`until ${inWords(before.graceUntil)}`).waitFor();
  await app
    .getByRole('row')
    .filter({ hasText: `Replaces pclsk_${old.keyId}_…` })
    .getByText('Active')
    .waitFor();
  await app.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Rotating' });
  await app.getByText('1–1 of 1').waitFor();
  await capture(page, 'keys-rotating');

  expect([await statusOf(old.key), await statusOf(value)]).toEqual([200, 200]);
  aheadMs = HOUR_MS + 1_000;
  expect([await statusOf(old.key), await statusOf(value)]).toEqual([401, 200]);
});

itSlow(
  'the dialog for key rotation revokes both keys of a rotating pair, and retries the second after a failure',
  async () => {
    const old = await site.createKey({ name: 'Pair' });
    const rotation = { keyId: old.keyId, rev: 1, expiresOn: inDays(60), grace: '24h' };
    const { created } = (await site.admin('rotateKey', rotation)).value;
    const statuses = () => Promise.all([statusOf(old.key), statusOf(created.key)]);
    const { app, page } = await visit({ path: '/keys' });
    await app.getByRole('row').filter({ hasText: 'Active' }).getByRole('button', { name: 'Actions for Pair' }).click();
    await app.getByRole('menuitem', { name: 'Revoke' }).click();
    const dialog = app.getByRole('dialog', { name: 'Revoke API key?' });
    await dialog.getByText('Another key from this rotation still works').waitFor();
    await dialog.getByText(`pclsk_${old.keyId}_…`).waitFor();
    await dialog.getByText('Old value. Works until').waitFor();
    await capture(page, 'revoke-pair');
    await dialog.getByRole('checkbox', { name: 'Revoke it too' }).check();
    let calls = 0;
    await page.route('**/site/bridge/invoke', (route) => {
      const isRevoke = route.request().postData()?.includes('revokeKey') === true;
      calls += isRevoke ? 1 : 0;
      return isRevoke && calls === 2 ? route.fulfill({ body: 'The connection broke.' }) : route.continue();
    });
    await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click();
    await dialog.getByText(`We couldn’t revoke the key pclsk_${old.keyId}_…`).waitFor();
    expect(await statuses()).toEqual([200, 401]);
    await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click();
    await page.getByText('2 keys revoked').waitFor();
    expect(await statuses()).toEqual([401, 401]);
  },
);

it('the dialog for key rotation rotates with the keyboard alone, and gives the focus back', async () => {
  await site.createKey({ name: 'CI' });
  const { app, page } = await visit({ path: '/keys' });
  const focused = () =>
    app.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await tabTo('Actions for CI');
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await app.getByRole('dialog', { name: 'Rotate CI' }).waitFor();
  await tabTo('Rotate key');
  await page.keyboard.press('Enter');
  await shownValue(app);
  await tabTo('Copy key');
  await page.keyboard.press('Space');
  // Until the value is copied, Done asks whether to close all the same.
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  await tabTo('Done');
  await page.keyboard.press('Enter');
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  await app.getByRole('cell', { name: /^Rotating/ }).waitFor();
  expect(await focused()).toBe('Actions for CI');
});

itSlow(
  'the dialog for key rotation shows a change by another admin, reports an unknown outcome, and then finds what happened',
  async () => {
    const { keyId } = await site.createKey({ name: 'Shared' });
    const { app, page } = await visit({ path: '/keys' });
    await choose(app, 'Rotate', 'Shared');
    const rotate = app.getByRole('button', { name: 'Rotate key' });
    await site.admin('editKey', { keyId, rev: 1, changes: { classificationScope: 'read' } }, 'admin2@example.com');
    await rotate.click();
    await app.getByText('Another admin changed this key').waitFor();
    await app.getByRole('row', { name: 'Classification scope Manage Read' }).waitFor();
    await capture(page, 'rotate-conflict');
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 2 });
    await rotate.click();
    await app.getByText('We don’t know if the key was rotated').waitFor();
    await app.getByRole('button', { name: 'Check key' }).click();
    await app.getByText('The key hasn’t been rotated.').waitFor();

    // The request arrives, but its response is lost.
    await page.route('**/site/bridge/invoke', async (route) => {
      await route.fetch();
      await route.fulfill({ body: 'The connection broke.' });
    });
    await rotate.click();
    await app.getByText('We don’t know if the key was rotated').waitFor();
    await capture(page, 'rotate-doubt');
    await page.unroute('**/site/bridge/invoke');
    await app.getByRole('button', { name: 'Check key' }).click();
    const dialog = app.getByRole('dialog', { name: 'This key was already rotated' });
    await dialog.getByText('the new value was lost').waitFor();
    await capture(page, 'rotate-successor');
    const { keys } = (await site.admin('listKeys', {})).value;
    expect(keys).toMatchObject([{ classificationScope: 'read' }, { classificationScope: 'read' }]);
    const { rotatedTo } = keys.find((one: { keyId: string }) => one.keyId === keyId);
    await dialog.getByRole('button', { name: 'View new key' }).click();
    await app.getByRole('dialog', { name: 'Shared' }).getByText(rotatedTo, { exact: true }).waitFor();
    expect(page.url()).toContain(`keyId=${rotatedTo}`);

    await pressEscape(page, app);
    await app.getByRole('row').filter({ hasText: 'Replaces' }).getByRole('button', { name: 'Actions for' }).click();
    await app.getByRole('menuitem', { name: 'Rotate' }).click();
    await app.getByLabel('None').check();
    await rotate.click();
    await app.getByText('The old value no longer works.').waitFor();
  },
);

itSlow(
  'the dialog for key rotation explains why another admin, and anyone after a revocation, cannot rotate a key',
  async () => {
    const { keyId } = await site.createKey({ name: 'Gone' });
    const { app, page } = await visit({ path: '/keys', as: 'admin2@example.com' });
    await choose(app, 'Rotate', 'Gone');
    const refused = app.getByRole('dialog', { name: /^Only .+ can rotate this key$/ });
    await refused.getByText('create your own key').waitFor();
    await capture(page, 'rotate-not-creator');
    await refused.getByRole('button', { name: 'Close' }).click();
    const creator = await visit({ path: '/keys' });
    await choose(creator.app, 'Rotate', 'Gone');
    await site.admin('revokeKey', { keyId });
    await creator.app.getByRole('button', { name: 'Rotate key' }).click();
    await creator.app.getByRole('dialog', { name: 'The key was revoked or has expired' }).waitFor();
    await creator.app.getByRole('button', { name: 'Close' }).click();
    await creator.app.getByRole('cell', { name: 'Revoked' }).waitFor();
  },
);

import type { Frame } from 'playwright-core';
import { capture, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose, shownValue } from '../support/keys-page';

/** A new value for a key, in the browser: who gets one, what becomes of the old value, and what if something goes wrong. */

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
/** An instant as the page says it. */
const inWords = (instant: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));

it('gives a key a new value; both work in the grace, after it only the new one', async () => {
  const old = await site.createKey({ name: 'Publish rule', spaceLimit: ['ENG'] });
  const { app, page } = await visit();
  await choose(app, 'Rotate', 'Publish rule');
  const dialog = app.getByRole('dialog', { name: 'Rotate Publish rule' });
  expect(await dialog.getByLabel('Expiry date of the new key').inputValue()).toBe(inDays(90));
  expect(await dialog.getByLabel('24 hours').isChecked()).toBe(true);
  await dialog.getByLabel('Expiry date of the new key').fill(inDays(30));
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

describe('revoking one key of a rotating pair', () => {
  const rotated = async (grace: string) => {
    const old = await site.createKey({ name: 'Pair' });
    const { value } = await site.admin('rotateKey', { keyId: old.keyId, rev: 1, expiresOn: inDays(60), grace });
    return { old: old.key, created: value.created.key as string };
  };
  const statuses = ({ old, created }: { readonly old: string; readonly created: string }) =>
    Promise.all([statusOf(old), statusOf(created)]);
  const revoke = async (app: Frame, status: 'Active' | 'Rotating') => {
    await app.getByRole('row').filter({ hasText: status }).getByRole('button', { name: 'Actions for Pair' }).click();
    await app.getByRole('menuitem', { name: 'Revoke' }).click();
    return app.getByRole('dialog', { name: 'Revoke API key?' });
  };

  it.each([
    { status: 'Active', other: 'old', says: 'Old value. Works until', after: [200, 401] },
    { status: 'Rotating', other: 'created', says: 'New value. Works until', after: [401, 200] },
  ] as const)('says that the other still works: $status', async ({ status, other, says, after }) => {
    const pair = await rotated('24h');
    const { app, page } = await visit();
    const dialog = await revoke(app, status);
    await dialog.getByText('Another key from this rotation still works').waitFor();
    await dialog.getByText(`pclsk_${pair[other].slice(6, 22)}_…`).waitFor();
    await dialog.getByText(says).waitFor();
    await capture(page, `revoke-pair-${status}`);
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await statuses(pair)).toEqual(after);
  });

  it('revokes both where that is wanted, and retries the second', async () => {
    const pair = await rotated('24h');
    const { app, page } = await visit();
    const dialog = await revoke(app, 'Active');
    await dialog.getByRole('checkbox', { name: 'Revoke it too' }).check();
    let calls = 0;
    await page.route('**/site/bridge/invoke', (route) => {
      const isRevoke = route.request().postData()?.includes('revokeKey') === true;
      calls += isRevoke ? 1 : 0;
      return isRevoke && calls === 2 ? route.fulfill({ body: 'The connection broke.' }) : route.continue();
    });
    await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click();
    await dialog.getByText(`We couldn’t revoke the key pclsk_${pair.old.slice(6, 22)}_…`).waitFor();
    expect(await statuses(pair)).toEqual([200, 401]);
    await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click();
    await page.getByText('2 keys revoked').waitFor();
    expect(await statuses(pair)).toEqual([401, 401]);
  });

  it('says nothing of a key that no longer works', async () => {
    await rotated('none');
    const { app } = await visit();
    const dialog = await revoke(app, 'Active');
    await dialog.getByText('stops working immediately').waitFor();
    expect(await dialog.getByText('from this rotation').count()).toBe(0);
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
  });
});

it('rotates with the keyboard alone, and gives the focus back', async () => {
  await site.createKey({ name: 'CI' });
  const { app, page } = await visit();
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

it('says until when the old value works, and warns where it is refused at once', async () => {
  const { expiresAt } = await site.createKey({ name: 'Ends tomorrow', expiresOn: inDays(1) });
  const { app } = await visit();
  await choose(app, 'Rotate', 'Ends tomorrow');
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('7 days').check();
  await dialog.getByText(`Both values work until ${inWords(expiresAt)}, when the old value expires.`).waitFor();
  await dialog.getByLabel('None').check();
  await dialog.getByText('The old value stops working immediately').waitFor();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await app.getByText('The old value no longer works.').waitFor();
  const value = await shownValue(app);
  const { value: list } = await site.admin('listKeys', {});
  expect(list.keys).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ status: 'expired', rotatedTo: value.slice(6, 22) })]),
  );
});

it('moves the focus to the day where that is not possible, and sends nothing', async () => {
  await site.createKey({ name: 'Stays' });
  const { app } = await visit();
  await choose(app, 'Rotate', 'Stays');
  const day = app.getByLabel('Expiry date of the new key');
  for (const wrong of [inDays(0), inDays(366)]) {
    await day.fill(wrong);
    await app.getByRole('button', { name: 'Rotate key' }).click();
    await app.getByText('Choose a date 1 to 365 days from today.').waitFor();
    expect(await day.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  }
  expect((await site.admin('listKeys', {})).value.keys).toHaveLength(1);
});

it('tells whoever did not make the key why they cannot rotate it, and what they can do', async () => {
  await site.createKey({ name: 'Of Ada' });
  const { app, page } = await visit({ as: 'admin2@example.com' });
  await choose(app, 'Rotate', 'Of Ada');
  const dialog = app.getByRole('dialog', { name: /^Only .+ can rotate this key$/ });
  await dialog.getByText('create your own key').waitFor();
  await capture(page, 'rotate-not-creator');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect((await site.admin('listKeys', {})).value.keys).toMatchObject([{ status: 'active' }]);
});

it('shows what somebody changed meanwhile, and rotates on top of it when asked again', async () => {
  const { keyId } = await site.createKey({ name: 'Shared' });
  const { app, page } = await visit();
  await choose(app, 'Rotate', 'Shared');
  await site.admin('editKey', { keyId, rev: 1, changes: { classificationScope: 'read' } }, 'admin2@example.com');
  await app.getByRole('button', { name: 'Rotate key' }).click();
  await app.getByText('Another admin changed this key').waitFor();
  await app.getByRole('row', { name: 'Classification scope Manage Read' }).waitFor();
  await capture(page, 'rotate-conflict');
  await app.getByRole('button', { name: 'Rotate key' }).click();
  await shownValue(app);
  const { value } = await site.admin('listKeys', {});
  expect(value.keys).toMatchObject([{ classificationScope: 'read' }, { classificationScope: 'read' }]);
});

it('names the successor of a key that was rotated elsewhere, and leads to it', async () => {
  const { keyId } = await site.createKey({ name: 'Twice' });
  const { app, page } = await visit();
  await choose(app, 'Rotate', 'Twice');
  const { value } = await site.admin('rotateKey', { keyId, rev: 1, expiresOn: inDays(60), grace: '7d' });
  await app.getByRole('button', { name: 'Rotate key' }).click();
  const dialog = app.getByRole('dialog', { name: 'This key was already rotated' });
  await dialog.getByText(`pclsk_${value.created.keyId}_…`).waitFor();
  await capture(page, 'rotate-successor');
  await dialog.getByRole('button', { name: 'View new key' }).click();
  const details = app.getByRole('dialog', { name: 'Twice' });
  await details.getByText(value.created.keyId, { exact: true }).waitFor();
  expect(page.url()).toContain(`keyId=${value.created.keyId}`);
});

it('says that a key which was revoked meanwhile gets no new value', async () => {
  const { keyId } = await site.createKey({ name: 'Gone' });
  const { app } = await visit();
  await choose(app, 'Rotate', 'Gone');
  await site.admin('revokeKey', { keyId });
  await app.getByRole('button', { name: 'Rotate key' }).click();
  await app.getByRole('dialog', { name: 'The key was revoked or has expired' }).waitFor();
  await app.getByRole('button', { name: 'Close' }).click();
  await app.getByRole('cell', { name: 'Revoked' }).waitFor();
});

describe('where no answer comes', () => {
  it('does not claim to know, and finds the successor whose value was lost', async () => {
    await site.createKey({ name: 'Doubtful' });
    const { app, page } = await visit();
    await choose(app, 'Rotate', 'Doubtful');
    // The request arrives, its answer does not.
    await page.route('**/site/bridge/invoke', async (route) => {
      await route.fetch();
      await route.fulfill({ body: 'The connection broke.' });
    });
    await app.getByRole('button', { name: 'Rotate key' }).click();
    await app.getByText('We don’t know if the key was rotated').waitFor();
    await capture(page, 'rotate-doubt');
    await page.unroute('**/site/bridge/invoke');
    await app.getByRole('button', { name: 'Check key' }).click();
    const dialog = app.getByRole('dialog', { name: 'This key was already rotated' });
    await dialog.getByText('the new value was lost').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('cell', { name: /^Rotating/ }).waitFor();
    await app.getByText('1–2 of 2').waitFor();
  });

  it('says so where nothing has happened, and lets them try again', async () => {
    await site.createKey({ name: 'Doubtful' });
    const { app } = await visit();
    await choose(app, 'Rotate', 'Doubtful');
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 2 });
    await app.getByRole('button', { name: 'Rotate key' }).click();
    await app.getByText('We don’t know if the key was rotated').waitFor();
    await app.getByRole('button', { name: 'Check key' }).click();
    await app.getByText('The key hasn’t been rotated.').waitFor();
    await app.getByRole('button', { name: 'Rotate key' }).click();
    await shownValue(app);
  });
});

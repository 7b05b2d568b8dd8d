import { readFileSync } from 'node:fs';
import { ADMIN, ADMIN2, EDITOR, VIEWER } from '../../../local/demo';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { putAuditEvent, putRow, stopScans } from '../../support/stored-rows';

const SEEN_AT = '2026-11-22T02:00:00.000Z';
const ERASED = `erased:7k2m9p${'0'.repeat(16)}`;

const walk = withPlaces(async (site) => {
  await stopScans(site);
  for (const { accountId } of [ADMIN, EDITOR, VIEWER])
    await putRow(site, 'person', accountId, { v: 1, seenAt: SEEN_AT });
  await putAuditEvent(site, { actorAccountId: EDITOR.accountId });
  await putAuditEvent(site, { actorAccountId: ERASED, subject: `person:${ERASED}` });
  const last = { startedAt: SEEN_AT, endedAt: SEEN_AT, reported: 3, closed: 1, updated: 0 };
  const failure = { since: SEEN_AT, status: 401 };
  await putRow(site, 'config', 'personal-data-report', { v: 1, rev: 1, value: { last, failure, nextAt: SEEN_AT } });
  const data = { cause: 'closed', rows: 1_204, endedAt: SEEN_AT };
  await putRow(site, 'erasure', '7k2m9p'.padEnd(22, '0'), { v: 1, rev: 1, state: 'done', requestedAt: SEEN_AT, data });
});

const fieldOf = 'Person';

it('one admin requests an erasure, not of their own data, and a second admin confirms it', async () => {
  const { app, page, check } = await walk({ path: '/personal-data' });
  await app.getByText('3 people reported, 1 with a closed account').waitFor();
  await app.getByRole('row', { name: /^Erased person \(7k2m9p\) .* 1,204 entries changed or deleted/ }).waitFor();
  await app.getByRole('button', { name: 'Request erasure' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel(fieldOf).fill(ADMIN.accountId);
  await dialog.getByRole('button', { name: 'Request erasure' }).click();
  await dialog.getByText('Nobody can act on the erasure of their own data.', { exact: false }).waitFor();
  expect(await dialog.getByLabel(fieldOf).getAttribute('aria-invalid')).toBe('true');
  await check('personal-data-request');
  const profile = `https://example.atlassian.net/wiki/people/${encodeURIComponent(EDITOR.accountId)}?ref=x`;
  await dialog.getByLabel(fieldOf).fill(profile);
  await dialog.getByRole('button', { name: 'Request erasure' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('A second site admin must confirm it within seven days.').waitFor();
  const row = app.getByRole('row', { name: new RegExp(EDITOR.displayName) });
  await row.getByRole('button', { name: `Withdraw the erasure: ${EDITOR.displayName}` }).waitFor();
  expect(await row.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  await check('personal-data');

  const second = await walk({ path: '/personal-data', as: ADMIN2.email });
  await second.app.getByText('One request waits for your confirmation').waitFor();
  await second.app.getByRole('button', { name: `Confirm the erasure: ${EDITOR.displayName}` }).click();
  await second.app.getByRole('dialog').getByText(ADMIN.displayName, { exact: false }).first().waitFor();
  await second.check('personal-data-confirm');
  await second.app.getByRole('button', { name: 'Erase data' }).click();
  await second.page.getByText('Erasure started').waitFor();
  await second.app.getByRole('progressbar', { name: `Progress of the erasure: ${EDITOR.displayName}` }).waitFor();
  await second.check('personal-data-running');
  await second.site.host.background.settle();
  await second.app.getByText('Waits for the last search').waitFor();
});

it('the page Personal data exports the data of one person, and says beside the field that nothing is stored about another', async () => {
  const { app, page } = await walk({ path: '/personal-data' });
  const section = app.getByRole('region', { name: 'Export one person’s data' });
  await section.getByRole('button', { name: 'Export data' }).click();
  await section.getByText('Select a person.').waitFor();
  await section.getByLabel(fieldOf).fill('712020:nobody');
  await section.getByRole('button', { name: 'Export data' }).click();
  await section.getByText('The app stores nothing about this account.').waitFor();
  await section.getByLabel(fieldOf).fill(VIEWER.displayName.slice(0, 3));
  await section.getByRole('option', { name: VIEWER.displayName }).waitFor();
  await section.getByLabel(fieldOf).press('Enter');
  const file = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Export data' }).click();
  await section.getByText(/^Export complete: \d+ (entry|entries)$/).waitFor();
  const exported: unknown = JSON.parse(readFileSync(await (await file).path(), 'utf8'));
  const event = { entity: 'audit', value: { subject: `person:${VIEWER.accountId}`, type: 'person.exported' } };
  expect(exported).toMatchObject({ accountId: VIEWER.accountId, rows: [event] });
});

itSlow('the audit log names erased people by their code', async () => {
  const { app } = await walk({ path: '/audit-log' });
  await app.getByRole('row', { name: /Erased person \(7k2m9p\).*Personal data: Erased person \(7k2m9p\)/ }).waitFor();
});

import { ADMIN2, DEMO_PAGES } from '../../local/demo';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { done, refusal } from './ask';
import type { StoredDataView } from '../../src/admin/site/stored-data';

/** The list of stored data, and its settings. test/upkeep tests which rows are removed. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let nowMs: number;
let site: Site;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-23T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
  await stopScans(site);
});
afterEach(() => site.close());

const read = () => done<StoredDataView>(site, 'getStoredData', {});
const set = (rev: number, settings: object) => done<StoredDataView>(site, 'changeRetention', { rev, settings });
const keptOf = ({ retention }: StoredDataView) => Object.fromEntries(retention.map(({ name, kept }) => [name, kept]));
const countOf = ({ rows }: StoredDataView, name: string) => rows.find((row) => row.rows === name)?.count;

/** The daily trigger, and the work that follows. */
async function night(): Promise<void> {
  await site.host.background.runSchedule('daily-key-expiry');
  for (let minute = 0; minute < 15; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

it('the page Stored data reports the settings, their limits and the numbers of rows that are known', async () => {
  await site.createKey();
  const view = await read();
  expect(view.rev).toBe(0);
  expect(keptOf(view)).toEqual({
    endedKeys: 365,
    endedRuns: 30,
    resolvedFindings: 365,
    deletedPages: 365,
    levelHistory: 'forever',
    auditEvents: 'forever',
  });
  expect(view.retention).toContainEqual({ name: 'endedKeys', kept: 365, min: 30, max: 3650, mayBeForever: true });
  expect([countOf(view, 'Keys that work'), countOf(view, 'Keys that expired or were revoked')]).toEqual([1, 0]);
  expect(view).not.toHaveProperty('lastRemoval');
});

it('the page Stored data saves a change with its audit event, and applies a shorter time only after a day', async () => {
  const view = await set(0, { endedKeys: 30, auditEvents: 400 });
  expect(view).toMatchObject({ rev: 1, appliesFrom: new Date(nowMs + DAY_MS).toISOString() });
  expect(keptOf(view)).toMatchObject({ endedKeys: 30, auditEvents: 400, endedRuns: 30 });
  const still = Object.fromEntries(view.retention.flatMap(({ name, before }) => (before ? [[name, before]] : [])));
  expect(still).toEqual({ endedKeys: 365, auditEvents: 'forever' });
  const [event] = rowsOf(site, 'audit', 'retention.changed');
  expect(event?.value).toMatchObject({
    type: 'retention.changed',
    subject: 'retention',
    details: { before: { endedKeys: 365, auditEvents: 'forever' }, after: { endedKeys: 30, auditEvents: 400 } },
  });
  nowMs += 23 * HOUR_MS;
  // A second change within the day does not shorten the time of the first.
  expect(await set(1, { endedKeys: 40 })).toHaveProperty('appliesFrom', new Date(nowMs + DAY_MS).toISOString());
  nowMs += DAY_MS;
  expect(await read()).not.toHaveProperty('appliesFrom');
});

it('the page Stored data applies a longer time at once', async () => {
  expect(await set(0, { endedKeys: 400 })).not.toHaveProperty('appliesFrom');
});

it.each([
  [{ endedKeys: 29 }, 'settings.endedKeys', 'must be 30 to 3650 days, or `forever`'],
  [{ endedRuns: 'forever' }, 'settings.endedRuns', 'must be 7 to 30 days'],
  [{ deletedPages: 365.5 }, 'settings.deletedPages', 'must be 30 to 365 days'],
  [{ auditEvents: 'never' }, 'settings.auditEvents', 'must be 90 to 3650 days, or `forever`'],
  [{}, 'settings', 'must have at least one setting'],
])('the page Stored data refuses %j and names the field', async (settings, field, message) => {
  const refused = await refusal(site, 'changeRetention', { rev: 0, settings });
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field, message }] });
  expect(rowsOf(site, 'config', 'retention')).toEqual([]);
});

it('the page Stored data refuses a change that is based on another revision', async () => {
  await set(0, { endedKeys: 100 });
  const payload = { rev: 0, settings: { endedKeys: 200 } };
  expect((await refusal(site, 'changeRetention', payload, ADMIN2.email)).code).toBe('RETENTION_CHANGED');
  expect(keptOf(await read())).toMatchObject({ endedKeys: 100 });
});

it('the app removes nothing while the stored settings cannot be read', async () => {
  const { keyId } = await site.createKey();
  await site.admin('revokeKey', { keyId });
  await putRow(site, 'config', 'retention', { v: 1, rev: 1, value: { endedKeys: 0 } });
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  nowMs += 4_000 * DAY_MS;
  await night();
  nowMs += DAY_MS;
  await night();
  printed.mockRestore();
  expect(rowsOf(site, 'api-key', keyId)).toHaveLength(1);
});

it('the API refuses a revoked key before and after its row is removed, and reports the removal', async () => {
  const [revoked, working] = [await site.createKey(), await site.createKey()];
  const page = `/v1/page-level/by-page/${DEMO_PAGES.engHome}`;
  expect((await site.admin('revokeKey', { keyId: revoked.keyId })).ok).toBe(true);
  const statusOf = async ({ key }: { readonly key: string }) => (await site.rest('GET', page, { key })).status;
  expect(await statusOf(revoked)).toBe(401);
  await set(0, { endedKeys: 30 });
  for (let day = 0; day < 3; day += 1) {
    await night();
    expect((await read()).lastRemoval?.counts).toEqual({});
    nowMs += DAY_MS;
  }
  nowMs += 27 * DAY_MS;
  await night();
  nowMs += DAY_MS;
  await night();
  expect(rowsOf(site, 'api-key').map(({ key }) => key)).toEqual([working.keyId]);
  expect((await read()).lastRemoval).toMatchObject({ isComplete: true, counts: { 'api-key': 1 } });
  expect(await statusOf(revoked)).toBe(401);
  expect(await statusOf(working)).not.toBe(401);
  expect((await site.admin('listKeys', {})).value.keys).toHaveLength(1);
  expect(rowsOf(site, 'audit', 'rows.removed')).toHaveLength(1);
  expect(rowsOf(site, 'audit', revoked.keyId).length).toBeGreaterThan(1);
});

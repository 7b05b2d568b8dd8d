import type { Intercept } from '../../local/forge/platform-calls';
import { createFaultInjector, faultNamed } from '../support/fault-injection';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aStoredKey, auditOf } from './key-records';

/** The audit log has one event for each upcoming and each past expiry of a key, whatever interrupts the daily run. */

const EXPIRES_AT = '2026-07-15T00:00:00.000Z';
const DAY_MS = 86_400_000;
let nowMs: number;
let site: Site;
let intercept: Intercept | undefined;
beforeEach(() => {
  // The host reports it when a run fails.
  jest.spyOn(console, 'error').mockImplementation();
  nowMs = Date.parse(EXPIRES_AT) - 30 * DAY_MS;
  intercept = undefined;
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    intercept: (call, proceed) => intercept?.(call, proceed) ?? proceed(),
  });
});
afterEach(() => {
  site.close();
  jest.restoreAllMocks();
});

const run = () => site.host.background.runSchedule('daily-key-expiry');

/** Runs it once a day, twice concurrently, until this many days after a key has expired. */
async function runDaily(daysAfter: number): Promise<void> {
  for (; nowMs <= Date.parse(EXPIRES_AT) + daysAfter * DAY_MS; nowMs += DAY_MS) await Promise.all([run(), run()]);
}

const eventsOf = (keyId: string) =>
  auditOf(site, keyId).map(({ type, time, details }) => {
    const { days } = (details as { after?: { days?: number } }).after ?? {};
    return `${String(type)} ${days === undefined ? '' : `${days} `}${String(time).slice(0, 10)}`;
  });
const allEvents = () =>
  rowsOf(site, 'audit').filter(({ value }) => /^apikey\.(expiring|expired)$/.test(String(value['type'])));

it('expiry events are recorded 14, 7 and 1 days before the expiry and at the expiry, once each', async () => {
  const { keyId } = await aStoredKey(site, { expiresAt: EXPIRES_AT, createdAt: '2026-01-01T00:00:00.000Z' });
  nowMs += 3_600_000;
  await runDaily(5);
  expect(eventsOf(keyId).sort()).toEqual([
    'apikey.expired 2026-07-15',
    'apikey.expiring 1 2026-07-14',
    'apikey.expiring 14 2026-07-01',
    'apikey.expiring 7 2026-07-08',
  ]);
  const [expired] = auditOf(site, keyId).filter(({ type }) => type === 'apikey.expired');
  expect(expired).toMatchObject({ actorType: 'system', actorAccountId: 'system', outcome: 'success' });
  const { value } = await site.admin('listAudit', { subject: `apikey:${keyId}`, type: 'apikey.expiring' });
  expect(value.entries).toHaveLength(3);
});

it('expiry events are recorded late if nothing ran on the day and the key still works', async () => {
  const { keyId } = await aStoredKey(site, { expiresAt: EXPIRES_AT });
  const { keyId: ended } = await aStoredKey(site, { expiresAt: '2026-07-02T00:00:00.000Z' });
  await run();
  nowMs = Date.parse(EXPIRES_AT) - 3 * DAY_MS;
  await run();
  expect(eventsOf(keyId).sort()).toEqual(['apikey.expiring 14 2026-07-12', 'apikey.expiring 7 2026-07-12']);
  expect(eventsOf(ended).sort()).toEqual(['apikey.expired 2026-07-12']);
});

it('expiry events are recorded only for active keys, and not for revoked keys or keys that ended before the first run', async () => {
  const revoked = await aStoredKey(site, { expiresAt: EXPIRES_AT, revokedAt: '2026-06-01T00:00:00.000Z' });
  const old = await aStoredKey(site, { expiresAt: '2026-05-01T00:00:00.000Z' });
  const short = await aStoredKey(site, { expiresAt: EXPIRES_AT, createdAt: '2026-07-10T12:00:00.000Z' });
  await runDaily(2);
  expect([eventsOf(revoked.keyId), eventsOf(old.keyId)]).toEqual([[], []]);
  expect(eventsOf(short.keyId).sort()).toEqual(['apikey.expired 2026-07-16', 'apikey.expiring 1 2026-07-15']);
});

it('the expiry events of a rotated key are only its end, after the grace period', async () => {
  const graceUntil = '2026-06-20T10:00:00.000Z';
  const { keyId } = await aStoredKey(site, { expiresAt: EXPIRES_AT, graceUntil, rotatedTo: '0123456789abcdef' });
  await runDaily(2);
  expect(eventsOf(keyId)).toEqual(['apikey.expired 2026-06-21']);
  expect(auditOf(site, keyId)[0]).toMatchObject({ details: { after: { graceUntil } } });
});

it('use the stored keys, even if the list of keys lags behind', async () => {
  const { keyId, record } = await aStoredKey(site, { expiresAt: EXPIRES_AT });
  const { keyId: other } = await aStoredKey(site, { expiresAt: EXPIRES_AT });
  nowMs = Date.parse(EXPIRES_AT) - 14 * DAY_MS + 3_600_000;
  intercept = async ({ path }, proceed) => {
    const answer = await proceed();
    if (!path.endsWith('/entity/query')) return answer;
    intercept = undefined;
    await putRow(site, 'api-key', keyId, { ...record, rev: 2, revokedAt: new Date(nowMs).toISOString() });
    return answer;
  };
  await run();
  expect(eventsOf(keyId)).toEqual([]);
  expect(eventsOf(other)).toEqual(['apikey.expiring 14 2026-07-01']);
});

describe('the ends of more keys than fit one transaction', () => {
  const KEYS = 60;
  const injector = createFaultInjector();
  beforeEach(async () => {
    for (let index = 0; index < KEYS; index += 1) await aStoredKey(site, { expiresAt: EXPIRES_AT });
    nowMs = Date.parse(EXPIRES_AT) - 14 * DAY_MS + 3_600_000;
    injector.arm();
    intercept = injector.intercept;
  });

  it('are recorded in one run, once each', async () => {
    expect((await run()).outcome).toBe(204);
    expect(allEvents()).toHaveLength(KEYS);
    // The state, the list, then three times the keys and the transaction; and the row of the state, the first time. The
    // daily run also starts the daily work of other parts, reads which spaces are closed to the app and if owners are
    // reminded, and records that it ran and which parts had failed.
    expect(injector.calls.length).toBeLessThanOrEqual(27);
    expect((await run()).outcome).toBe(204);
    expect(allEvents()).toHaveLength(KEYS);
  });

  it.each([
    '503, before the effect',
    '503, after the effect',
    '409, before the effect',
    'connection lost, after the effect',
  ])('are recorded once each by the next run, whichever call fails: %s', async (name) => {
    for (let place = 0; place < 9; place += 1) {
      injector.arm([place, faultNamed(name)]);
      await run();
      injector.arm();
      await run();
      expect(allEvents()).toHaveLength(KEYS);
      // Again, each with its own day.
      for (const { key } of allEvents()) await removeRow('audit', key);
      await removeRow('config', 'key-expiry');
    }
  });
});

async function removeRow(entityName: string, key: string): Promise<void> {
  const { storage, installation } = site.host;
  await storage.handleUncounted(installation.installationId, '/api/v1/entity/delete', { entityName, key });
}

it('expiry events are not written while their stored state is unreadable', async () => {
  await aStoredKey(site, { expiresAt: EXPIRES_AT });
  nowMs = Date.parse(EXPIRES_AT) + DAY_MS;
  await putRow(site, 'config', 'key-expiry', { v: 2, rev: 1, value: {} });
  expect((await run()).outcome).not.toBe(204);
  expect(allEvents()).toEqual([]);
});

it('expiry events that cannot be written do not stop the other daily work', async () => {
  await putRow(site, 'config', 'key-expiry', { v: 2, rev: 1, value: {} });
  expect((await run()).outcome).not.toBe(204);
  const started = site.host.background.pending().map(({ body }) => body['walk']);
  expect(started).toEqual(expect.arrayContaining(['mirror-share', 'count-check', 'removal', 'native-levels']));
});

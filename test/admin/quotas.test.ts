import { ADMIN2, DEMO_PAGES } from '../../local/demo';
import type { QuotasView } from '../../src/admin/site/quotas';
import { LEAST_QUOTAS } from '../../src/quota/site-quotas';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { done, refusal } from './ask';

/** How a site admin sets the quotas of the site. test/quota/site-quotas.test.ts tests what they limit. */

let site: Site;
let limits: string;
let nowMs: number;
beforeEach(async () => {
  limits = '{"key": 100, "host": 9000}';
  nowMs = Date.parse('2026-11-21T09:00:00.000Z');
  // No two changes share a millisecond.
  site = openSite({ now: () => new Date((nowMs += 1)), rateLimits: () => limits });
  await stopScans(site);
});
afterEach(() => site.close());

const read = () => done<QuotasView>(site, 'getQuotas', {});
const change = (rev: number, changes: object) => done<QuotasView>(site, 'changeQuotas', { rev, changes });
const quotaIn = ({ quotas }: QuotasView, wanted: string) => quotas.find(({ name }) => name === wanted);
const audited = async () => {
  const { entries } = await done<{ readonly entries: readonly object[] }>(site, 'listAudit', { subject: 'quotas' });
  return entries;
};

it('a site admin sees the maximum of the vendor, lowers a quota, and returns to the maximum, each with an audit event', async () => {
  const before = await read();
  expect(before.rev).toBe(0);
  expect(quotaIn(before, 'key')).toEqual({ name: 'key', applied: 100, min: 10, max: 100 });
  expect(before.quotas.map(({ name }) => name)).toEqual(['key', 'key-write', 'site', 'host']);
  const lowered = await change(0, { key: 30, host: 5_000 });
  expect(quotaIn(lowered, 'key')).toEqual({ name: 'key', own: 30, applied: 30, min: 10, max: 100 });
  // The vendor lowers the maximum later.
  limits = '{"key": 20, "host": 9000}';
  expect(quotaIn(await read(), 'key')).toEqual({ name: 'key', own: 30, applied: 20, min: 10, max: 20 });
  expect(quotaIn(await change(1, { host: 4_000 }), 'key')).toMatchObject({ own: 30 });
  const reset = await change(2, { key: 'maximum', host: 'maximum' });
  expect(reset).toEqual({ ...(await read()), rev: 3 });
  expect(quotaIn(reset, 'key')).toEqual({ name: 'key', applied: 20, min: 10, max: 20 });
  expect(await audited()).toMatchObject([
    { type: 'settings.updated', details: { before: { key: 30, host: 4_000 }, after: {} } },
    { details: { before: { host: 5_000 }, after: { host: 4_000 } } },
    { details: { before: {}, after: { key: 30, host: 5_000 } } },
  ]);
});

it('a change to the same quotas stores nothing', async () => {
  await change(0, { key: 30 });
  expect((await change(1, { key: 30, site: 'maximum' })).rev).toBe(1);
  expect((await change(1, {})).rev).toBe(1);
  expect(await audited()).toHaveLength(1);
});

it.each([
  [{ key: 101 }, 'changes.key', 'must be 10 to 100'],
  [{ key: 9 }, 'changes.key', 'must be 10 to 100'],
  [{ 'key-write': 24 }, 'changes.key-write', 'must be 25 to 60'],
  [{ site: 59 }, 'changes.site', 'must be 60 to 600'],
  [{ host: 2_999 }, 'changes.host', 'must be 3000 to 9000'],
  [{ host: 9_001 }, 'changes.host', 'must be 3000 to 9000'],
  [{ key: 30.5 }, 'changes.key', 'must be a whole number'],
  [{ key: null }, 'changes.key', 'must be a whole number'],
  [{ 'key-check': 10 }, 'key-check', 'is not a supported setting'],
  [{ 'page-event': 10 }, 'page-event', 'is not a supported setting'],
])('the quotas %j are refused with the field and the values that it can have', async (changes, field, message) => {
  const refused = await refusal(site, 'changeQuotas', { rev: 0, changes });
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field, message }] });
  expect(rowsOf(site, 'config', 'quotas')).toEqual([]);
});

it('a quota for which the vendor allows less than the least value can only have the maximum', async () => {
  limits = '{"host": 500}';
  expect(quotaIn(await read(), 'host')).toMatchObject({ applied: 500, min: 500, max: 500 });
});

it('a site admin can set any value while the vendor counts nothing, and it applies when the vendor counts again', async () => {
  limits = 'off';
  expect(quotaIn(await change(0, { key: 500_000, host: 5_000 }), 'key')).toEqual({
    ...{ name: 'key', own: 500_000, min: 10, max: 1_000_000 },
  });
  limits = '{}';
  const view = await read();
  expect([quotaIn(view, 'key')?.applied, quotaIn(view, 'host')?.applied]).toEqual([120, 5_000]);
});

it('a change of quotas is refused if another admin has changed them since', async () => {
  await change(0, { key: 30 });
  const payload = { rev: 0, changes: { key: 40 } };
  expect((await refusal(site, 'changeQuotas', payload, ADMIN2.email)).code).toBe('QUOTAS_CHANGED');
  expect(quotaIn(await read(), 'key')).toMatchObject({ own: 30 });
});

it('a change replaces quotas that cannot be read', async () => {
  await putRow(site, 'config', 'quotas', { v: 1, rev: 4, value: { key: 'many' } });
  const view = await read();
  expect([view.rev, quotaIn(view, 'key')]).toEqual([4, { name: 'key', applied: 100, min: 10, max: 100 }]);
  expect(quotaIn(await change(4, { key: 30 }), 'key')).toMatchObject({ own: 30 });
});

it('with the least quotas, full bulk requests, popups and the admin area work, so an admin can undo them', async () => {
  const { key } = await site.createKey();
  await change(0, LEAST_QUOTAS);
  const { body } = await site.rest('GET', '/v1/level', { key });
  const { levelId } = body.results[0];
  const items = Array.from({ length: 25 }, (_, index) => ({ pageId: String(900_000 + index), levelId }));
  expect((await site.rest('POST', '/v1/page-level/bulk', { key, body: { items } })).status).toBeLessThan(300);
  // Other people have used all that they can.
  for (let count = 0; count < 300; count += 1) {
    const { ok } = await site.surface(
      'level-byline',
      'openPopup',
      {},
      { pageId: DEMO_PAGES.runbooks, as: ADMIN2.email },
    );
    if (!ok) break;
  }
  expect((await change(1, { host: 'maximum' })).rev).toBe(2);
});

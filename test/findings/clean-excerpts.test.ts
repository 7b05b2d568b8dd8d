import { EXCERPT_VERSION } from '../../src/detection/masking';
import type { FindingRecord } from '../../src/findings/model';
import { DEMO_PAGES } from '../../local/demo';
import { storeFinding } from '../support/findings';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowOf, rowsOf } from '../support/stored-rows';

/** Excerpts of older rules may show a copy of a value. */

const pageId = DEMO_PAGES.officeGuide;
const OLD = 'VPN password: •••••••• (repeat Xk9#';

let site: Site;
let logged: object[];
beforeEach(() => {
  logged = [];
  site = openSite({ queryLagMs: 0, log: (event, fields) => logged.push({ event, ...fields }) });
});
afterEach(() => site.close());

const runDaily = () => site.host.background.runSchedule('daily-key-expiry');
const location: FindingRecord['data']['location'] = {
  field: 'body',
  representation: 'atlas_doc_format',
  kind: 'macro-parameter',
  ranges: [{ pointer: '/content/0/attrs/parameters/macroParams/Xk9#/value', start: 0, end: 8 }],
  blockHash: 'hash-of-the-block',
  occurrence: 0,
};
const storeOld = (change: Parameters<typeof storeFinding>[2] = {}) =>
  storeFinding(site, pageId, { ...change, data: { maskedExcerpt: OLD, excerptVersion: 1, location, ...change.data } });
const excerptOf = (findingId: string) =>
  rowOf(site, 'detection', findingId)['data'] as { maskedExcerpt: string; excerptVersion?: number };

it('returns nothing of an excerpt that older rules built, before it is cleaned', async () => {
  const findingId = await storeOld();
  const { key } = await site.createKey({ detectionScope: 'read' });
  const { status, body, text } = await site.rest('GET', `/v1/detection/${findingId}`, { key });
  expect([status, body.maskedExcerpt]).toEqual([200, '••••••••']);
  expect(text).not.toContain('Xk9');
});

it('removes the context from all rows that older rules wrote, and from no other row', async () => {
  const old = [
    await storeOld(),
    await storeOld({ status: 'resolved', data: { statusAt: '2026-11-01T00:00:00.000Z' } }),
    await storeOld({ data: { excerptVersion: EXCERPT_VERSION + 1 } }),
  ];
  const current = await storeFinding(site, pageId);
  const before = rowOf(site, 'detection', current);
  // No finding, but still an excerpt.
  await putRow(site, 'detection', 'odd', {
    v: 9,
    rev: 3,
    foundAt: '2026-03-10T00:00:00.000Z',
    data: { maskedExcerpt: OLD },
  });
  await runDaily();
  for (const findingId of [...old, 'odd'])
    expect(excerptOf(findingId)).toMatchObject({ maskedExcerpt: '••••••••', excerptVersion: EXCERPT_VERSION });
  const [cleaned] = rowsOf(site, 'detection', 'macroParams').map(({ value }) => JSON.stringify(value));
  expect(cleaned).toContain('/content/0/attrs/parameters/macroParams/••••••••/value');
  expect(rowOf(site, 'detection', current)).toEqual(before);
  expect(JSON.stringify(everythingStored(site))).not.toContain('Xk9');
  expect(logged).toContainEqual({ event: 'excerpts.cleaned', cleaned: 4, isDone: true });
});

it('cleans a bounded number of rows a run, and resumes after them', async () => {
  for (let count = 0; count < 2_600; count += 1) await storeOld();
  const left = () => rowsOf(site, 'detection', 'Xk9').length;
  await runDaily();
  expect(left()).toBe(100);
  await runDaily();
  expect(left()).toBe(0);
  // The trigger itself records that it ran.
  const everything = () => everythingStored(site).filter(({ key }) => key !== 'schedules');
  const stored = everything();
  await runDaily();
  expect(everything()).toEqual(stored);
});

it.each([false, true])(
  'continues after a run that was cut off (after the effect: %s), also for later rules',
  async (after) => {
    await runDaily();
    // As an older version stored it.
    const value = { excerptVersion: EXCERPT_VERSION - 1, isDone: true, time: '2026-12-01T00:00:00.000Z', key: 'z' };
    await putRow(site, 'config', 'excerpt-cleaning', { v: 1, rev: 7, value });
    for (let count = 0; count < 60; count += 1) await storeOld();
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 500, times: 1, after });
    await runDaily();
    expect(printed).toHaveBeenCalledTimes(1);
    printed.mockRestore();
    expect(rowsOf(site, 'detection', 'Xk9')).toHaveLength(after ? 35 : 60);
    await runDaily();
    expect(rowsOf(site, 'detection', 'Xk9')).toEqual([]);
  },
);

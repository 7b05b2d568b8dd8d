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
let nowMs: number;
let logged: object[];
beforeEach(() => {
  logged = [];
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    log: (event, fields) => logged.push({ event, ...fields }),
  });
});
afterEach(() => site.close());

/** The daily trigger starts the migration, whose first step waits for processes of the previous version. */
async function runDaily(): Promise<void> {
  await site.host.background.runSchedule('daily-key-expiry');
  for (let minute = 0; minute < 12; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}
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
    v: 1,
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
  expect(logged).toContainEqual({ event: 'rows.migrated', checked: 5, rewritten: 4, unreadable: 0, newer: 0 });
});

it('writes nothing once all rows are clean', async () => {
  await storeOld();
  await runDaily();
  const everything = () => rowsOf(site, 'detection');
  const stored = everything();
  await runDaily();
  expect(everything()).toEqual(stored);
});

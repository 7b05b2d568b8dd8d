import { isUpToDate } from '../../src/findings/scan/freshness';
import type { PageScanRecord, ScanReason } from '../../src/findings/model';

/** A page is skipped only if nothing suggests that another scan would have a different result. */

const VERSION_AT = '2026-11-20T09:00:00.000Z';
const page = { version: 4, versionAt: VERSION_AT, spaceId: '98305' };
const record: PageScanRecord = {
  v: 1,
  rev: 1,
  pageId: '164001',
  spaceId: '98305',
  pageVersion: 4,
  scannedAt: '2026-11-21T09:00:00.000Z',
  configHash: 'hash',
  state: 'complete',
  data: { reasons: [], detectorsOverBudget: [], versionAt: VERSION_AT, findingIds: [] },
};

it('a scan state is up to date while its version and the configuration are the same', () => {
  expect(isUpToDate(record, page, 'hash')).toBe(true);
});

it.each([
  ['the number of its version', { version: 5 }],
  [
    'the time of its version, because another version can have its number after a deletion',
    { versionAt: '2026-11-20T09:01:00.000Z' },
  ],
  ['its space', { spaceId: '98306' }],
])('a scan state is outdated after a change of %s', (_name, change) => {
  expect(isUpToDate(record, { ...page, ...change }, 'hash')).toBe(false);
});

it('a scan state is outdated if it was never scanned, or not with the current configuration', () => {
  expect([isUpToDate(undefined, page, 'hash'), isUpToDate(record, page, 'other')]).toEqual([false, false]);
});

it.each<readonly [PageScanRecord['state'], readonly ScanReason[], boolean]>([
  ['partial', ['too-large'], true],
  ['partial', ['too-many-findings'], true],
  ['partial', ['unreadable'], false],
  ['partial', ['too-large', 'unreadable'], false],
  ['partial', ['detectors-over-budget'], false],
  ['unfinished', [], false],
  ['not-inspected', ['not-visible'], false],
  ['gone', [], false],
])('a scan with the state %s and the reasons %j is up to date: %s', (state, reasons, expected) => {
  const scanned: PageScanRecord = { ...record, state, data: { ...record.data, reasons: [...reasons] } };
  expect(isUpToDate(scanned, page, 'hash')).toBe(expected);
});

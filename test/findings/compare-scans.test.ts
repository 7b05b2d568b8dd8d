import type { PageSeenByApp } from '../../src/classification/page-as-app';
import type { PageScanRecord } from '../../src/findings/model';
import { isMissed } from '../../src/findings/scan/compare-scans';

/** The daily comparison requests a scan of exactly the pages whose events must have been missed. */

const VERSION_AT = '2026-11-21T10:00:00.000Z';
const SCAN: PageScanRecord = {
  v: 1,
  rev: 1,
  pageId: '1',
  spaceId: 'A',
  pageVersion: 2,
  scannedAt: VERSION_AT,
  configHash: 'hash',
  state: 'complete',
  data: { reasons: [], detectorsOverBudget: [], versionAt: VERSION_AT, findingIds: [] },
};
const HIDDEN: PageScanRecord = { ...SCAN, state: 'not-inspected' };
const IN_TRASH: PageScanRecord = { ...SCAN, data: { ...SCAN.data, inTrash: true } };

function seen(version = 2, spaceId = 'A'): PageSeenByApp {
  const page = { pageId: '1', spaceId, title: '', ownerId: null, version, versionAt: VERSION_AT, mayUpdate: false };
  return { kind: 'page', page, createdAt: VERSION_AT };
}
const UNSEEN: PageSeenByApp = { kind: 'unseen' };
const TRASHED: PageSeenByApp = { kind: 'trashed' };
const ON = { onPublish: true, isChanged: false };
const OFF = { onPublish: false, isChanged: false };

it.each([
  ['is unchanged', SCAN, seen(), ON, false],
  ['has a later version', SCAN, seen(3), ON, true],
  ['has a later version, without scans of published pages', SCAN, seen(3), OFF, false],
  ['is in another space', SCAN, seen(2, 'B'), OFF, true],
  ['was scanned incompletely', { ...SCAN, state: 'unfinished' }, seen(), ON, true],
  ['was hidden and can be seen', HIDDEN, seen(), OFF, true],
  ['was in the trash and can be seen', IN_TRASH, seen(), OFF, true],
  ['is hidden now', SCAN, UNSEEN, OFF, true],
  ['was hidden before', HIDDEN, UNSEEN, ON, false],
  ['was deleted from the trash', IN_TRASH, UNSEEN, ON, false],
  ['is in the trash now', SCAN, TRASHED, OFF, true],
  ['was in the trash before', IN_TRASH, TRASHED, ON, false],
  ['was never scanned and has not changed', undefined, seen(), ON, false],
  ['was never scanned and has changed', undefined, seen(), { ...ON, isChanged: true }, true],
  ['was never scanned, without scans of published pages', undefined, seen(), { ...OFF, isChanged: true }, false],
  ['was never scanned and is hidden', undefined, UNSEEN, ON, false],
] as const)('an event was missed, or not, about a page that %s', (_name, scan, page, conditions, expected) => {
  expect(isMissed(scan, page, conditions)).toBe(expected);
});

import { identify } from '../../src/findings/scan/identify';
import type { FindingRecord, PageScanRecord } from '../../src/findings/model';
import {
  type PageObservation,
  reconcileScan,
  type ScanReconciliation,
  type StoredScan,
} from '../../src/findings/scan/reconcile-scan';
import { aFinding, anObservation } from './builders';

/** The reconciliation of a page scan with what earlier scans of the page stored. */

const PAGE = '164001';
const NEVER_SCANNED: StoredScan = { revision: 'absent', record: undefined };

/** The stored data of one page. */
interface Stored {
  readonly scan: StoredScan;
  readonly findings: ReadonlyMap<string, FindingRecord>;
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();

function reconcile({ scan, findings }: Stored, observation: PageObservation, minute: number): ScanReconciliation {
  return reconcileScan({
    pageId: PAGE,
    before: scan,
    stored: findings,
    observation,
    at: at(minute),
    configHash: 'hash',
  });
}

/** The data that these scans store, one each minute. */
function storedAfter(...observations: readonly PageObservation[]): Stored {
  return observations.reduce<Stored>(
    (stored, observation, minute) => {
      const result = reconcile(stored, observation, minute);
      if (result.do === 'nothing') return stored;
      const findings = new Map(stored.findings);
      for (const { findingId, record } of result.changes) findings.set(findingId, record);
      return { scan: { revision: result.scan.rev, record: result.scan }, findings };
    },
    { scan: NEVER_SCANNED, findings: new Map() },
  );
}

function written(result: ScanReconciliation): Extract<ScanReconciliation, { do: 'write' }> {
  if (result.do === 'nothing') throw new Error('it writes nothing');
  return result;
}

const statusesOf = ({ findings }: Stored) => [...findings.values()].map(({ status }) => status);
const NOT_INSPECTED: PageObservation = { kind: 'not-inspected', reason: 'not-visible' };
const DELETED: PageObservation = { kind: 'gone' };

describe('a page that could not be scanned', () => {
  it('is stored with the reason, in an unknown space if it was never scanned', () => {
    const { changes, scan } = written(reconcile(storedAfter(), NOT_INSPECTED, 1));
    expect(changes).toEqual([]);
    expect(scan).toEqual<PageScanRecord>({
      v: 1,
      rev: 1,
      pageId: PAGE,
      spaceId: 'unknown',
      pageVersion: 0,
      scannedAt: at(1),
      configHash: 'hash',
      state: 'not-inspected',
      data: { reasons: ['not-visible'], detectorsOverBudget: [], findingIds: [] },
    });
  });

  it('keeps its findings, space and version', () => {
    const stored = storedAfter(anObservation('ab', { pageVersion: 3, versionAt: at(0) }));
    const { changes, scan } = written(reconcile(stored, NOT_INSPECTED, 1));
    expect(changes).toEqual([]);
    expect(scan).toMatchObject({ rev: 2, spaceId: '98305', pageVersion: 3, data: { versionAt: at(0) } });
    expect(scan.data.findingIds).toEqual(stored.scan.record?.data.findingIds);
  });

  it('has an unknown space if it was moved', () => {
    const moved: PageObservation = { ...NOT_INSPECTED, isMoved: true };
    expect(written(reconcile(storedAfter(anObservation('a')), moved, 1)).scan.spaceId).toBe('unknown');
  });

  it('stays deleted', () => {
    expect(reconcile(storedAfter(anObservation('a'), DELETED), NOT_INSPECTED, 2)).toEqual({ do: 'nothing' });
  });
});

describe('a deleted page', () => {
  it('has no open finding', () => {
    const stored = storedAfter(anObservation('ab', { reasons: ['too-large'] }), DELETED);
    expect(statusesOf(stored)).toEqual(['resolved', 'resolved']);
    expect(stored.scan.record).toMatchObject({
      state: 'gone',
      spaceId: '98305',
      data: { reasons: [], detectorsOverBudget: [], findingIds: [] },
    });
  });

  it.each<readonly [string, Stored]>([
    ['was never scanned', storedAfter()],
    ['is already stored as deleted', storedAfter(anObservation('a'), DELETED)],
  ])('needs nothing if it %s', (_name, stored) => {
    expect(reconcile(stored, DELETED, 2)).toEqual({ do: 'nothing' });
  });
});

describe('the order of two scans', () => {
  const stored = storedAfter(anObservation('a', { pageVersion: 5, versionAt: at(-10) }));
  const isIgnored = (change: Parameters<typeof anObservation>[1], minute: number, known = stored) =>
    reconcile(known, anObservation('b', change), minute).do === 'nothing';

  it.each<readonly [string, Parameters<typeof anObservation>[1], number, boolean]>([
    ['a version that was created later', { pageVersion: 5, versionAt: at(-9) }, -1, false],
    ['a version with a lower number that was created later', { pageVersion: 4, versionAt: at(-9) }, -1, false],
    ['a version with a higher number that was created earlier', { pageVersion: 6, versionAt: at(-11) }, 1, true],
    ['the same version at the same time', { pageVersion: 5, versionAt: at(-10) }, 0, false],
    ['the same version later', { pageVersion: 5, versionAt: at(-10) }, 1, false],
    ['the same version earlier', { pageVersion: 5, versionAt: at(-10) }, -1, true],
    ['a higher number without a time', { pageVersion: 6 }, -1, false],
    ['a lower number without a time', { pageVersion: 4 }, 1, true],
  ])('%s (minute %#)', (_name, change, minute, expected) => {
    expect(isIgnored(change, minute)).toBe(expected);
  });

  it('follows the numbers if the stored version has no time', () => {
    const known = storedAfter(anObservation('a', { pageVersion: 5 }));
    expect(isIgnored({ pageVersion: 4, versionAt: at(5) }, 1, known)).toBe(true);
    expect(isIgnored({ pageVersion: 6, versionAt: at(-20) }, 1, known)).toBe(false);
  });

  it('follows the time of the request for a page that could not be scanned', () => {
    expect(reconcile(stored, NOT_INSPECTED, -1)).toEqual({ do: 'nothing' });
    expect(reconcile(stored, NOT_INSPECTED, 0).do).toBe('write');
  });
});

describe('a finding that a scan does not find', () => {
  it('is resolved at the time of the scan', () => {
    const { changes, scan } = written(reconcile(storedAfter(anObservation('a')), anObservation(''), 1));
    expect(changes.map(({ record }) => [record.rev, record.status, record.data.statusAt])).toEqual([
      [2, 'resolved', at(1)],
    ]);
    expect(scan.data.findingIds).toEqual([]);
  });

  const inComment = (
    contentId: string,
    fields: readonly ('title' | 'body' | 'footer-comment')[],
    contentIds: string[],
  ) => {
    const findings = identify('installation-1', PAGE, [
      aFinding('a', { location: { field: 'footer-comment', contentId } }),
    ]);
    const stored = storedAfter(anObservation('', { findings, fields: ['title', 'body', 'footer-comment'] }));
    return written(reconcile(stored, anObservation('', { fields: [...fields], contentIds }), 1));
  };

  it.each<readonly [string, ReturnType<typeof inComment>, boolean]>([
    ['its field was not scanned', inComment('7001', ['title', 'body'], []), true],
    ['only other comments were scanned', inComment('7001', ['title', 'body'], ['7002']), true],
    ['its comment was scanned', inComment('7001', ['title', 'body'], ['7001']), false],
    ['its field was scanned', inComment('7001', ['footer-comment'], []), false],
    [
      'there were too many findings',
      written(reconcile(storedAfter(anObservation('a')), anObservation('', { reasons: ['too-many-findings'] }), 1)),
      true,
    ],
    [
      'the page was scanned in part',
      written(reconcile(storedAfter(anObservation('a')), anObservation('', { reasons: ['too-large'] }), 1)),
      false,
    ],
    [
      'its detector did not finish',
      written(reconcile(storedAfter(anObservation('a')), anObservation('', { detectorsOverBudget: ['email'] }), 1)),
      true,
    ],
  ])('if %s', (_name, { changes, scan }, staysOpen) => {
    expect([changes.length, scan.data.findingIds.length]).toEqual(staysOpen ? [0, 1] : [1, 0]);
  });

  it('is no longer listed if it is not open, or no longer stored', () => {
    const stored = storedAfter(anObservation('ab'));
    const [first = '', second = ''] = [...stored.findings.keys()];
    const resolved = { ...(stored.findings.get(first) as FindingRecord), status: 'resolved' as const };
    for (const observation of [anObservation(''), anObservation('', { fields: ['title'] })]) {
      const { changes, scan } = written(
        reconcile({ ...stored, findings: new Map([[first, resolved]]) }, observation, 1),
      );
      expect(changes).toEqual([]);
      expect(scan.data.findingIds).toEqual([]);
    }
    expect(second).not.toBe('');
  });
});

it('the record of a page scan stores everything that later reads need', () => {
  const more = { evidence: ['checksum'], alsoMatched: ['iban'], domainHashes: ['hash'], matchedPatterns: ['pattern'] };
  const [plain] = written(reconcile(storedAfter(), anObservation('a'), 0)).changes;
  expect(plain?.record.data).toMatchObject({ evidence: [], alsoMatched: [] });
  expect(plain?.record.data).not.toHaveProperty('domainHashes');
  expect(plain?.record.data).not.toHaveProperty('matchedPatterns');
  const findings = identify('installation-1', PAGE, [aFinding('a', more)]);
  const [rich] = written(reconcile(storedAfter(), anObservation('', { findings }), 0)).changes;
  expect(rich?.record.data).toMatchObject(more);
});

it('the record of a page scan stores the reasons and the detectors that did not finish', () => {
  const observation = anObservation('', { reasons: ['detectors-over-budget'], detectorsOverBudget: ['email'] });
  expect(written(reconcile(storedAfter(), observation, 0)).scan).toMatchObject({
    state: 'partial',
    data: { reasons: ['detectors-over-budget'], detectorsOverBudget: ['email'] },
  });
});

it('the record of a page scan keeps no time of a version that has none', () => {
  const stored = storedAfter(anObservation('', { versionAt: at(0) }), anObservation('', { pageVersion: 2 }));
  // Storage keeps JSON, which has no member without a value.
  expect(JSON.parse(JSON.stringify(stored.scan.record?.data))).not.toHaveProperty('versionAt');
});

import { laterThan } from '../classification/change-page-level';
import type { Clock } from '../platform/clock';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import type { Inspector } from './inspect-page';
import type { PageScanRecord } from './model';
import { commitScan, readFindings, readScan } from './scan-store';
import {
  type FindingChange,
  type ScanSettlement,
  settleScan,
  type PageObservation,
  type StoredScan,
} from './settle-scan';

/** Scans one page and stores the result. */

export interface ScanQuestion {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly pageId: string;
  readonly inspector: Pick<Inspector, 'configHash'>;
  /**
   * Reads and inspects the current page. `nothing`: there is nothing to store.
   * @param known the stored scan of the page
   */
  readonly look: (known: PageScanRecord | undefined) => Promise<PageObservation | 'nothing'>;
}

export type ScanOutcome =
  | { readonly outcome: 'written'; readonly sight: PageObservation; readonly changes: readonly FindingChange[] }
  | { readonly outcome: 'nothing' }
  /** A stored record of the page cannot be read. */
  | { readonly outcome: 'unreadable' }
  /** Other scans wrote first at every attempt. */
  | { readonly outcome: 'contended' };

/** The outcome for one of many pages. */
export interface PageOutcome {
  readonly pageId: string;
  readonly outcome: ScanOutcome;
}

/**
 * Requests the page after its row was read, and writes the row only if it has not changed. Each stored scan of a page
 * is therefore later than the ones before it, regardless of clocks.
 * @throws StorageUnavailableError, CorruptRecordError, and what `look` throws: the page must be scanned again
 */
export async function recordScan(question: ScanQuestion): Promise<ScanOutcome> {
  const { storage, clock, pageId, inspector, look } = question;
  const outcome = await retryOnConflict(async (): Promise<ScanOutcome | 'conflict'> => {
    const before = await readScan(storage, pageId);
    const at = laterThan(before.record?.scannedAt, clock());
    const sight = await look(before.record);
    if (sight === 'nothing') return { outcome: 'nothing' };
    const spaceId = sight.kind === 'inspected' ? sight.spaceId : before.record?.spaceId;
    const configHash = inspector.configHash(spaceId);
    const settled = await settleWithStored(storage, { pageId, configHash, before, sight, at });
    if (settled.do === 'nothing') return { outcome: 'nothing' };
    if ((await commitScan(storage, pageId, before, settled)) === 'conflict') return 'conflict';
    return { outcome: 'written', sight, changes: settled.changes };
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

interface ObservedState {
  readonly pageId: string;
  readonly configHash: string;
  readonly before: StoredScan;
  readonly sight: PageObservation;
  readonly at: string;
}

/** @throws StorageUnavailableError, CorruptRecordError */
async function settleWithStored(storage: Pick<Storage, 'readMany'>, looked: ObservedState): Promise<ScanSettlement> {
  const { before, sight } = looked;
  const listed = sight.kind === 'not-inspected' ? [] : (before.record?.data.findingIds ?? []);
  const seen = sight.kind === 'inspected' ? sight.findings.map(({ findingId }) => findingId) : [];
  const stored = await readFindings(storage, [...new Set([...listed, ...seen])]);
  return settleScan({ ...looked, stored });
}

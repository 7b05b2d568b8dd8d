import { type Clock, timeAfter } from '../../platform/clock';
import { CorruptRecordError } from '../../platform/corrupt-record';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import type { Storage } from '../../platform/storage';
import type { PageScanner } from './scan-content';
import type { PageScanRecord } from '../model';
import { commitScan, readFindings, readScan } from './scan-store';
import {
  type FindingChange,
  type ScanFacts,
  type ScanReconciliation,
  reconcileScan,
  type PageObservation,
} from './reconcile-scan';

/** Scans one page and stores the result. */

export interface ScanQuestion {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly pageId: string;
  readonly scanner: Pick<PageScanner, 'configHash'>;
  /**
   * Reads and inspects the current page. `nothing`: there is nothing to store.
   * @param known the stored scan of the page
   */
  readonly observe: (known: PageScanRecord | undefined) => Promise<PageObservation | 'nothing'>;
}

export type ScanOutcome =
  | {
      readonly outcome: 'written';
      readonly observation: PageObservation;
      readonly changes: readonly FindingChange[];
      readonly record: PageScanRecord;
    }
  | { readonly outcome: 'nothing' }
  /** A stored record of the page cannot be read. */
  | { readonly outcome: 'unreadable' }
  /** Other scans wrote first at every attempt. */
  | { readonly outcome: 'contended' };

/** The outcome for one of many pages. */
export interface PageOutcome {
  readonly pageId: string;
  readonly outcome: ScanOutcome | KnownOutcome;
}

/** The same run has scanned the page before. Its findings are counted there. */
export interface KnownOutcome {
  readonly outcome: 'known';
  readonly record: PageScanRecord;
}

/**
 * Requests the page after its row was read, and writes the row only if it has not changed. Each stored scan of a page
 * is therefore later than the ones before it, regardless of clocks.
 * @throws StorageUnavailableError, CorruptRecordError, and what `observe` throws: the page must be scanned again
 */
export async function recordScan(question: ScanQuestion): Promise<ScanOutcome> {
  const { storage, clock, pageId, scanner, observe } = question;
  const outcome = await retryOnConflict(async (): Promise<ScanOutcome | 'conflict'> => {
    const before = await readScan(storage, pageId);
    const at = timeAfter(before.record?.scannedAt, clock());
    const observation = await observe(before.record);
    if (observation === 'nothing') return { outcome: 'nothing' };
    const reconciled = await reconcileWithStored({ storage, scanner }, { pageId, before, observation, at });
    if (reconciled.do === 'nothing') return { outcome: 'nothing' };
    if ((await commitScan(storage, pageId, before, reconciled)) === 'conflict') return 'conflict';
    return { outcome: 'written', observation, changes: reconciled.changes, record: reconciled.scan };
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

/** Reads the findings that a scan may change, and reconciles it with them. @throws StorageUnavailableError, CorruptRecordError */
export async function reconcileWithStored(
  { storage, scanner }: Pick<ScanQuestion, 'storage' | 'scanner'>,
  scan: Omit<ScanFacts, 'stored' | 'configHash'>,
): Promise<ScanReconciliation> {
  const { before, observation } = scan;
  const listed = observation.kind === 'not-inspected' ? [] : (before.record?.data.findingIds ?? []);
  const foundIds = 'findings' in observation ? observation.findings.map(({ findingId }) => findingId) : [];
  const stored = await readFindings(storage, [...new Set([...listed, ...foundIds])]);
  const spaceId = observation.kind === 'inspected' ? observation.spaceId : before.record?.spaceId;
  return reconcileScan({ ...scan, configHash: scanner.configHash(spaceId), stored });
}

/**
 * A page with a corrupt record must not stop the scan of the others. The record stays unchanged, and the page is
 * counted.
 */
export async function skipCorruptRecords(scan: () => Promise<ScanOutcome>): Promise<ScanOutcome> {
  try {
    return await scan();
  } catch (error) {
    if (isOfOnePage(error)) return { outcome: 'unreadable' };
    throw error;
  }
}

/** True for a corrupt record of a page. A corrupt configuration affects all pages. */
export function isOfOnePage(error: unknown): boolean {
  return error instanceof CorruptRecordError && error.entity !== 'config';
}

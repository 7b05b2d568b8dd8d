import { laterThan } from '../classification/change-page-level';
import type { Clock } from '../platform/clock';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import type { Inspector } from './inspect-page';
import type { PageScanRecord } from './model';
import { commitScan, readFindings, readScan } from './scan-store';
import { type FindingChange, type ScanSettlement, settleScan, type Sight, type StoredScan } from './settle-scan';

/** Looks at one page, and writes down what that comes to. */

export interface ScanQuestion {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly pageId: string;
  readonly inspector: Pick<Inspector, 'configHash'>;
  /**
   * The page as it is now; `nothing` = there is nothing to say about it.
   * @param known what is stored of it
   */
  readonly look: (known: PageScanRecord | undefined) => Promise<Sight | 'nothing'>;
}

export type ScanOutcome =
  | { readonly outcome: 'written'; readonly sight: Sight; readonly changes: readonly FindingChange[] }
  | { readonly outcome: 'nothing' }
  /** What is stored of the page cannot be read. */
  | { readonly outcome: 'unreadable' }
  /** Others were faster every time. */
  | { readonly outcome: 'contended' };

/** What became of one of many pages. */
export interface LookedAt {
  readonly pageId: string;
  readonly outcome: ScanOutcome;
}

/**
 * The page is asked for after its row was read, and its row is written if it is still as it was: so of all looks at a
 * page each that is written is later than those before, whatever the clocks say.
 * @throws StorageUnavailableError, CorruptRecordError, and what `look` throws: then it is to be done again
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

interface Looked {
  readonly pageId: string;
  readonly configHash: string;
  readonly before: StoredScan;
  readonly sight: Sight;
  readonly at: string;
}

/** @throws StorageUnavailableError, CorruptRecordError */
async function settleWithStored(storage: Pick<Storage, 'readMany'>, looked: Looked): Promise<ScanSettlement> {
  const { before, sight } = looked;
  const listed = sight.kind === 'not-inspected' ? [] : (before.record?.data.findingIds ?? []);
  const seen = sight.kind === 'inspected' ? sight.findings.map(({ findingId }) => findingId) : [];
  const stored = await readFindings(storage, [...new Set([...listed, ...seen])]);
  return settleScan({ ...looked, stored });
}

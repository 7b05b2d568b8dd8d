import { CorruptRecordError } from '../platform/corrupt-record';
import type { ScanOutcome } from './record-scan';

/**
 * A page with a corrupt record must not stop the scan of the others. The record stays unchanged, and the page is
 * counted.
 */
export async function skipCorruptRecords(scan: () => Promise<ScanOutcome>): Promise<ScanOutcome> {
  try {
    return await scan();
  } catch (error) {
    // A corrupt configuration affects all pages.
    if (error instanceof CorruptRecordError && error.entity !== 'config') return { outcome: 'unreadable' };
    throw error;
  }
}

import { CorruptRecordError } from '../platform/corrupt-record';
import type { ScanOutcome } from './record-scan';

/** A page of which something stored cannot be read must not keep a scan from the others: it is left as it is, and counted. */
export async function orUnreadable(scan: () => Promise<ScanOutcome>): Promise<ScanOutcome> {
  try {
    return await scan();
  } catch (error) {
    // The configuration is that of all pages.
    if (error instanceof CorruptRecordError && error.entity !== 'config') return { outcome: 'unreadable' };
    throw error;
  }
}

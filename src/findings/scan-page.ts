import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { together } from '../platform/together';
import type { Inspector } from './inspect-page';
import { readContentAsApp } from './page-content';
import { recordScan, type ScanOutcome } from './record-scan';

/** Looks for sensitive data on one page, as it is now. */

export interface ScanContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly inspector: Inspector;
}

/**
 * @param told whether Confluence told that the page was deleted for good
 * @throws StorageUnavailableError, HostError, CorruptRecordError: then it is to be done again
 */
export function scanPage(
  { storage, confluence, clock, inspector }: ScanContext,
  pageId: string,
  told: { readonly isGone: boolean },
): Promise<ScanOutcome> {
  return recordScan({
    storage,
    clock,
    pageId,
    inspector,
    look: async () => {
      const [seen, row] = await together([
        readContentAsApp(confluence, pageId),
        readPageLevelRow(storage, pageId),
      ] as const);
      switch (seen.kind) {
        case 'unseen':
          return told.isGone ? { kind: 'gone' } : { kind: 'not-inspected', reason: 'not-visible' };
        // It may come back as it is; and nobody is shown what is found in the trash.
        case 'trashed':
          return 'nothing';
        case 'page':
          return inspector.inspect(seen.content, parsePageLevel(pageId, row).record?.levelId, clock());
      }
    },
  });
}

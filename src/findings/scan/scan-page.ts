import { parsePageLevel, readPageLevelRow } from '../../classification/page-level-store';
import { type ContentType, ofContent } from '../../classification/content-type';
import { awaitAll } from '../../platform/await-all';
import { APP } from '../../platform/confluence';
import type { SeenPage } from '../../classification/pages-lookup';
import { type ClassifyContext, classifyFound } from '../required-level/classify-found';
import type { PageScanner } from './scan-content';
import { readContentAs } from './page-content';
import { readCommentsAndAttachmentsAsApp } from './comments-and-attachments';
import { isHidden, isOnSite, type PageScanRecord } from '../model';
import { recordScan, type ScanOutcome } from './record-scan';

/** Scans one page for sensitive data, in its current version. */

export interface ScanContext extends ClassifyContext {
  readonly scanner: PageScanner;
}

/** The facts that Confluence reported about a page. */
export interface PageChange {
  /** The page was deleted permanently. */
  readonly isGone?: boolean;
  readonly isMoved?: boolean;
  /**
   * If scans of changed pages are off, records only that the page is hidden or in the trash, and scans a page that was
   * hidden or in the trash before, or that moved to another space.
   */
  readonly onlyIfHidden?: boolean;
  /** The space of the page. Undefined: not known. */
  readonly spaceId?: string | undefined;
  /** Undefined: not known. */
  readonly contentType?: ContentType;
}

/**
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the page must be scanned again
 */
export async function scanPage(
  context: ScanContext,
  pageId: string,
  { isGone = false, isMoved = false, onlyIfHidden = false, spaceId, contentType: reported }: PageChange = {},
): Promise<ScanOutcome> {
  const { storage, confluence, clock, scanner } = context;
  let page: SeenPage | undefined;
  const outcome = await recordScan({
    storage,
    clock,
    pageId,
    scanner,
    observe: async (known) => {
      const contentType = reported ?? known?.data.contentType;
      const ofType = ofContent(contentType);
      const [observed, row] = await awaitAll([
        readContentAs(confluence, APP, pageId, contentType),
        readPageLevelRow(storage, pageId),
      ] as const);
      switch (observed.kind) {
        case 'unseen':
          return isGone
            ? { kind: 'gone' }
            : { kind: 'not-inspected', reason: 'not-visible', isMoved, spaceId, ...ofType };
        // Findings on pages in the trash are shown to no one.
        case 'trashed':
          return known === undefined && row.value === undefined ? 'nothing' : { kind: 'trashed', spaceId, ...ofType };
        case 'page':
          if (onlyIfHidden && !isNewToScans(known, observed.content.page)) return 'nothing';
          page = observed.content.page;
          return scanner.scan(
            observed.content,
            await readCommentsAndAttachmentsAsApp(confluence, observed.content.page, scanner.targets),
            parsePageLevel(pageId, row).record?.levelId,
            clock(),
          );
      }
    },
  });
  if (page !== undefined) await classifyFound(context, page, outcome);
  return outcome;
}

/** True if the page is hidden or removed according to the stored scan, or if the scan belongs to another space. */
function isNewToScans(known: PageScanRecord | undefined, { spaceId }: SeenPage): boolean {
  if (known === undefined) return false;
  return isHidden(known) || !isOnSite(known) || known.spaceId !== spaceId;
}

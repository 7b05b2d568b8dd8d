import { ofContent } from '../../classification/content-type';
import { readPageLevels } from '../../classification/page-level-store';
import { awaitAll } from '../../platform/await-all';
import { classifyFound } from '../required-level/classify-found';
import type { PageContent } from './page-content';
import { type PageOutcome, reconcileWithStored, type ScanOutcome, skipCorruptRecords } from './record-scan';
import { scanPage, type ScanContext } from './scan-page';
import {
  scansCommentsOrAttachments,
  NO_COMMENTS_OR_ATTACHMENTS,
  type CommentsAndAttachments,
  readCommentsAndAttachmentsAsApp,
} from './comments-and-attachments';
import { coversSettings, isOfVersion } from './freshness';
import type { PageScanRecord } from '../model';
import { commitScan, commitUnchanged, hasContentFindings, readScans } from './scan-store';
import { type ScanReconciliation, type PageObservation, type StoredScan } from './reconcile-scan';
import { nextRecord } from '../../platform/stored-rows';
import { partsOf } from '../../platform/parts';

/**
 * Scans pages of one list for sensitive data. Unchanged results are written for many pages at a time; a page that
 * another scan changed in between is requested again.
 */

/** The number of rows that a step writes together. */
const AT_ONCE = 25;
/** The number of pages whose comments and attachments are requested concurrently. */
const PAGES_AT_ONCE = 5;
const NEVER_SCANNED: StoredScan = { revision: 'absent', record: undefined };
/** The provisional outcome of a page whose unchanged result is written with others after all pages are scanned. */
const LATER: ScanOutcome = { outcome: 'nothing' };

interface ReconciledPage {
  readonly page: PageContent['page'];
  readonly before: StoredScan;
  readonly observation: PageObservation;
  readonly reconciliation: Extract<ScanReconciliation, { do: 'write' }>;
}

/** A scan has read comments and attachments from the lists of the site, and scanned their pages if they contain values. */
export interface ListedContents {
  /** The creation of the scan. */
  readonly since: string;
  /** False: only those that have changed since an earlier scan. */
  readonly isComplete: boolean;
}

/**
 * @param at when the list was requested
 * @param listed the lists of comments and attachments that were read. Undefined: those of each page are requested
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the pages must be scanned again
 */
export async function scanPages(
  context: ScanContext,
  contents: readonly PageContent[],
  at: string,
  listed?: ListedContents,
): Promise<readonly PageOutcome[]> {
  const { storage } = context;
  const scanned: PageOutcome[] = [];
  const pageIds = contents.map(({ page }) => page.pageId);
  const [scans, levels] = [await readScans(storage, pageIds), await readPageLevels(storage, pageIds)];
  const isScanned = ({ page }: PageContent) => {
    const record = recordOf(scans.get(page.pageId));
    return listed !== undefined && isScannedSince(context, record, page, listed.since);
  };
  const rest = contents.filter((content) => !isScanned(content));
  const withContents = await filterAsync(rest, async ({ page }) =>
    needsContents(context, recordOf(scans.get(page.pageId)), page, listed),
  );
  const attachedTo = await readCommentsAndAttachmentsOf(context, withContents);
  for (const { page } of contents.filter(isScanned)) {
    const record = recordOf(scans.get(page.pageId));
    if (record !== undefined) scanned.push({ pageId: page.pageId, outcome: { outcome: 'known', record } });
  }
  const unchanged: ReconciledPage[] = [];
  const scan = async (content: PageContent): Promise<ScanOutcome> => {
    const { page } = content;
    const { pageId } = page;
    const before = scans.get(pageId) ?? NEVER_SCANNED;
    if (before === 'unreadable') return { outcome: 'unreadable' };
    // A separate request may return the body that the list lacks.
    if (content.body === 'unreadable') return scanPage(context, pageId, ofContent(page.contentType));
    const stored = levels.get(pageId);
    const levelId = stored === 'unreadable' ? undefined : stored?.record?.levelId;
    const attached = attachedTo.get(pageId) ?? NO_COMMENTS_OR_ATTACHMENTS;
    const observation = await context.scanner.scan(content, attached, levelId, context.clock());
    const reconciliation = await reconcileWithStored(context, { pageId, before, observation, at });
    if (reconciliation.do === 'nothing') return { outcome: 'nothing' };
    if (reconciliation.changes.length > 0) return write(context, { page, before, observation, reconciliation });
    unchanged.push({ page, before, observation, reconciliation });
    return LATER;
  };
  for (const content of rest) {
    const outcome = await skipCorruptRecords(() => scan(content));
    if (outcome !== LATER) scanned.push({ pageId: content.page.pageId, outcome });
  }
  for (const some of partsOf(unchanged, AT_ONCE)) {
    const scansOf = some.map(({ page, before, reconciliation }) => ({
      pageId: page.pageId,
      before,
      scan: reconciliation.scan,
    }));
    const isWritten = (await commitUnchanged(storage, scansOf)) === 'committed';
    for (const one of some) {
      const outcome = await skipCorruptRecords(() => (isWritten ? written(context, one) : write(context, one)));
      scanned.push({ pageId: one.page.pageId, outcome });
    }
  }
  return scanned;
}

function recordOf(scan: StoredScan | 'unreadable' | undefined): PageScanRecord | undefined {
  return scan === 'unreadable' ? undefined : scan?.record;
}

/** True if a scan since then has read the page as it is now, with its comments and attachments. */
function isScannedSince(
  { scanner }: ScanContext,
  record: PageScanRecord | undefined,
  page: PageContent['page'],
  since: string,
): boolean {
  const { contentsAt } = record?.data ?? {};
  if (record === undefined || contentsAt === undefined || contentsAt < since) return false;
  // A partial scan is not repeated at once, because it would read the page again, and is unlikely to find more.
  const isRead = record.state === 'complete' || record.state === 'partial';
  const isSame = record.spaceId === page.spaceId && coversSettings(record.configHash, scanner.configHash(page.spaceId));
  return isRead && isSame && isOfVersion(record, page);
}

/** True if the comments and attachments of the page may contain values, or if findings there may have to be resolved. */
async function needsContents(
  { storage, scanner }: ScanContext,
  record: PageScanRecord | undefined,
  { spaceId }: PageContent['page'],
  listed: ListedContents | undefined,
): Promise<boolean> {
  if (listed === undefined) return true;
  if (record === undefined) return !listed.isComplete;
  const { contentsAt } = record.data;
  const isKnown = listed.isComplete
    ? contentsAt === undefined || contentsAt < listed.since
    : contentsAt === undefined && coversSettings(record.configHash, scanner.configHash(spaceId));
  if (!isKnown || record.spaceId !== spaceId || record.state === 'not-inspected') return true;
  return hasContentFindings(storage, record);
}

async function filterAsync<T>(items: readonly T[], isWanted: (item: T) => Promise<boolean>): Promise<readonly T[]> {
  const wanted = await awaitAll(items.map(isWanted));
  return items.filter((_item, index) => wanted[index] === true);
}

/** Requests them page by page, because Confluence has no list for many pages. */
async function readCommentsAndAttachmentsOf(
  { confluence, scanner: { targets } }: ScanContext,
  contents: readonly PageContent[],
): Promise<ReadonlyMap<string, CommentsAndAttachments>> {
  const all = new Map<string, CommentsAndAttachments>();
  if (!scansCommentsOrAttachments(targets)) return all;
  const pages = contents.filter(({ body }) => body !== 'unreadable').map(({ page }) => page);
  for (const some of partsOf(pages, PAGES_AT_ONCE)) {
    const attached = await awaitAll(some.map((page) => readCommentsAndAttachmentsAsApp(confluence, page, targets)));
    attached.forEach((one, index) => all.set(some[index]?.pageId ?? '', one));
  }
  return all;
}

/**
 * Stores that a scan has reached pages that are up to date. If another scan writes concurrently, that scan reaches them.
 * @throws StorageUnavailableError
 */
export async function touchScans(
  storage: ScanContext['storage'],
  pageIds: readonly string[],
  at: string,
): Promise<void> {
  const scans = await readScans(storage, pageIds);
  const older = pageIds.flatMap((pageId) => {
    const before = scans.get(pageId);
    if (before === undefined || before === 'unreadable' || before.record === undefined) return [];
    if (before.record.scannedAt >= at) return [];
    return [{ pageId, before, scan: nextRecord(before.record, { scannedAt: at }) }];
  });
  for (const some of partsOf(older, AT_ONCE)) {
    if ((await commitUnchanged(storage, some)) === 'committed') continue;
    for (const one of some) await commitUnchanged(storage, [one]);
  }
}

async function write(context: ScanContext, reconciled: ReconciledPage): Promise<ScanOutcome> {
  const { page, before, reconciliation } = reconciled;
  if ((await commitScan(context.storage, page.pageId, before, reconciliation)) === 'committed')
    return written(context, reconciled);
  return scanPage(context, page.pageId, ofContent(page.contentType));
}

async function written(
  context: ScanContext,
  { page, observation, reconciliation }: ReconciledPage,
): Promise<ScanOutcome> {
  const { changes, scan: record } = reconciliation;
  const outcome = { outcome: 'written', observation, changes, record } as const;
  await classifyFound(context, page, outcome);
  return outcome;
}

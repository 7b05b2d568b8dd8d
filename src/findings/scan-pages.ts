import { readPageLevels } from '../classification/page-level-store';
import { awaitAll } from '../platform/await-all';
import { classifyFound } from './classify-found';
import { skipCorruptRecords } from './skip-corrupt-records';
import type { PageContent } from './page-content';
import type { PageOutcome, ScanOutcome } from './record-scan';
import { scanPage, type ScanContext } from './scan-page';
import { hasRemarks, NO_REMARKS, type PageRemarks, readRemarksAsApp } from './page-remarks';
import { commitScan, commitUnchanged, readFindings, readScans } from './scan-store';
import { settleScan, type ScanSettlement, type PageObservation, type StoredScan } from './settle-scan';

/**
 * Scans pages of one list for sensitive data. Unchanged results are written for many pages at a time; a page that
 * another scan changed in between is requested again.
 */

/** The number of rows that a step writes together. */
const AT_ONCE = 25;
/** The number of pages whose comments and attachments are requested concurrently. */
const REMARKS_AT_ONCE = 5;
const NEVER_SCANNED: StoredScan = { revision: 'absent', record: undefined };
/** The provisional outcome of a page whose unchanged result is written with others after all pages are scanned. */
const LATER: ScanOutcome = { outcome: 'nothing' };

interface Settled {
  readonly page: PageContent['page'];
  readonly before: StoredScan;
  readonly sight: PageObservation;
  readonly settlement: Extract<ScanSettlement, { do: 'write' }>;
}

/**
 * @param at when the list was requested
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the pages must be scanned again
 */
export async function scanPages(
  context: ScanContext,
  contents: readonly PageContent[],
  at: string,
): Promise<readonly PageOutcome[]> {
  const { storage } = context;
  const looked: PageOutcome[] = [];
  const pageIds = contents.map(({ page }) => page.pageId);
  const [scans, levels] = [await readScans(storage, pageIds), await readPageLevels(storage, pageIds)];
  const remarksOf = await readRemarksOf(context, contents);
  const unchanged: Settled[] = [];
  const look = async (content: PageContent): Promise<ScanOutcome> => {
    const { page } = content;
    const { pageId } = page;
    const before = scans.get(pageId) ?? NEVER_SCANNED;
    if (before === 'unreadable') return { outcome: 'unreadable' };
    // A separate request may return the body that the list lacks.
    if (content.body === 'unreadable') return scanPage(context, pageId);
    const stored = levels.get(pageId);
    const levelId = stored === 'unreadable' ? undefined : stored?.record?.levelId;
    const remarks = remarksOf.get(pageId) ?? NO_REMARKS;
    const sight = await context.inspector.inspect(content, remarks, levelId, context.clock());
    const settlement = await settle(context, { pageId, before, sight, at });
    if (settlement.do === 'nothing') return { outcome: 'nothing' };
    if (settlement.changes.length > 0) return write(context, { page, before, sight, settlement });
    unchanged.push({ page, before, sight, settlement });
    return LATER;
  };
  for (const content of contents) {
    const outcome = await skipCorruptRecords(() => look(content));
    if (outcome !== LATER) looked.push({ pageId: content.page.pageId, outcome });
  }
  for (let start = 0; start < unchanged.length; start += AT_ONCE) {
    const some = unchanged.slice(start, start + AT_ONCE);
    const scansOf = some.map(({ page, before, settlement }) => ({
      pageId: page.pageId,
      before,
      scan: settlement.scan,
    }));
    const isWritten = (await commitUnchanged(storage, scansOf)) === 'committed';
    for (const one of some) {
      const outcome = await skipCorruptRecords(() => (isWritten ? written(context, one) : write(context, one)));
      looked.push({ pageId: one.page.pageId, outcome });
    }
  }
  return looked;
}

/** Requests them page by page, because Confluence has no list for many pages. */
async function readRemarksOf(
  { confluence, inspector: { targets } }: ScanContext,
  contents: readonly PageContent[],
): Promise<ReadonlyMap<string, PageRemarks>> {
  const all = new Map<string, PageRemarks>();
  if (!hasRemarks(targets)) return all;
  const pageIds = contents.filter(({ body }) => body !== 'unreadable').map(({ page }) => page.pageId);
  for (let start = 0; start < pageIds.length; start += REMARKS_AT_ONCE) {
    const some = pageIds.slice(start, start + REMARKS_AT_ONCE);
    const remarks = await awaitAll(some.map((pageId) => readRemarksAsApp(confluence, pageId, targets)));
    remarks.forEach((one, index) => all.set(some[index] ?? '', one));
  }
  return all;
}

async function settle(
  { storage, inspector }: ScanContext,
  looked: {
    readonly pageId: string;
    readonly before: StoredScan;
    readonly sight: PageObservation;
    readonly at: string;
  },
): Promise<ScanSettlement> {
  const { before, sight } = looked;
  const seen = sight.kind === 'inspected' ? sight.findings.map(({ findingId }) => findingId) : [];
  const ids = [...new Set([...(before.record?.data.findingIds ?? []), ...seen])];
  const stored = await readFindings(storage, ids);
  const configHash = inspector.configHash(sight.kind === 'inspected' ? sight.spaceId : before.record?.spaceId);
  return settleScan({ ...looked, configHash, stored });
}

async function write(context: ScanContext, settled: Settled): Promise<ScanOutcome> {
  const { page, before, settlement } = settled;
  if ((await commitScan(context.storage, page.pageId, before, settlement)) === 'committed')
    return written(context, settled);
  return scanPage(context, page.pageId);
}

async function written(context: ScanContext, { page, sight, settlement }: Settled): Promise<ScanOutcome> {
  const outcome = { outcome: 'written', sight, changes: settlement.changes } as const;
  await classifyFound(context, page, outcome);
  return outcome;
}

import { isListed, type ListedContent } from '../../classification/content-type';
import { EARLIEST, listByPage, type ListedRows, listNewestFirst, type Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { type PageScanRecord, pageScanRecord } from '../model';

/**
 * Lists the stored page scans, by the id of the page. Eventually consistent, so scans of the last seconds may be
 * missing.
 */

export interface ListedPageScan {
  readonly pageId: string;
  readonly record: PageScanRecord;
  readonly at: Position;
}

interface PageScansQuestion extends ListedContent {
  readonly spaceId?: string | undefined;
  readonly state?: PageScanRecord['state'] | undefined;
  /** Omits the pages that were scanned after this time. Without a state, the list then starts with the last scanned page. */
  readonly until?: string;
  readonly isWanted: (record: PageScanRecord) => boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** @throws StorageUnavailableError */
export function listPageScans(
  storage: Pick<Storage, 'list'>,
  { contentType, spaceId, state, until, isWanted, after, limit }: PageScansQuestion,
): Promise<ListedRows<ListedPageScan>> {
  const pick = (pageId: string, record: PageScanRecord, at: Position) => {
    if (!isListed(record.data, contentType) || !isWanted(record)) return undefined;
    if (spaceId !== undefined && record.spaceId !== spaceId) return undefined;
    if (state !== undefined && record.state !== state) return undefined;
    if (until !== undefined && record.scannedAt > until) return undefined;
    return { pageId, record, at };
  };
  const query = { entity: 'page-scan', schema: pageScanRecord, after, limit, pick } as const;
  const source = sourceOf(spaceId, state);
  if (source.partition !== undefined || until === undefined) return listByPage(storage, { ...query, ...source });
  const sources = [{ index: 'by-date', from: EARLIEST }];
  return listNewestFirst(storage, { ...query, time: 'scannedAt', from: EARLIEST, to: until, sources });
}

/** The index that most likely has the fewest rows to read. */
function sourceOf(
  spaceId: string | undefined,
  state: PageScanRecord['state'] | undefined,
): { readonly index: string; readonly partition?: string } {
  if (state !== undefined && state !== 'complete') return { index: 'by-state', partition: state };
  if (spaceId !== undefined) return { index: 'by-space', partition: spaceId };
  return { index: 'by-id' };
}

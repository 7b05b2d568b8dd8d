import * as z from 'zod';
import { type ListedRows, listNewestFirst, periodOf, type Position, type Source } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type PageScanRecord, pageScanRecord } from './model';

/**
 * Lists the stored page scans, most recently scanned first. Eventually consistent: scans of the last seconds may be
 * missing.
 */

export interface ListedPageScan {
  readonly pageId: string;
  readonly record: PageScanRecord;
  readonly at: Position;
}

interface PageScansQuestion {
  readonly spaceId?: string | undefined;
  readonly state?: PageScanRecord['state'] | undefined;
  readonly isWanted: (record: PageScanRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

const timeOnly = z.object({ scannedAt: z.iso.datetime({ precision: 3 }) });

/** @throws StorageUnavailableError */
export function listPageScans(
  storage: Pick<Storage, 'list'>,
  { spaceId, state, isWanted, now, after, limit }: PageScansQuestion,
): Promise<ListedRows<ListedPageScan>> {
  const { from, to } = periodOf(now);
  return listNewestFirst(storage, {
    entity: 'page-scan',
    sources: [sourceOf(spaceId, state, from)],
    from,
    to,
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.scannedAt,
    pick: (pageId, value) => {
      const { data: record } = pageScanRecord.safeParse(value);
      if (record === undefined || !isWanted(record)) return undefined;
      if (spaceId !== undefined && record.spaceId !== spaceId) return undefined;
      if (state !== undefined && record.state !== state) return undefined;
      return { pageId, record, at: { time: record.scannedAt, key: pageId } };
    },
  });
}

/** The index that most likely has the fewest rows to read. */
function sourceOf(spaceId: string | undefined, state: PageScanRecord['state'] | undefined, from: string): Source {
  if (state !== undefined && state !== 'complete') return { index: 'by-state', partition: state, from };
  if (spaceId !== undefined) return { index: 'by-space', partition: spaceId, from };
  return { index: 'by-date', from };
}

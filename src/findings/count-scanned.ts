import type { Storage } from '../platform/storage';
import { together } from '../platform/together';
import type { PageScanRecord } from './model';

/** How many pages were looked at, and how far, by the index: eventually consistent. */

interface PageNumber {
  readonly count: number;
  /** false: there are `count` or more. */
  readonly isExact: boolean;
}

export interface Coverage {
  readonly complete: PageNumber;
  readonly partial: PageNumber;
  readonly notInspected: PageNumber;
}

/** Up to 99 a number is exact: there is no operation that counts. */
const MAX_COUNTED = 100;

/** @throws StorageUnavailableError */
export async function countScannedPages(storage: Pick<Storage, 'list'>): Promise<Coverage> {
  const [complete, partial, notInspected] = await together([
    countIn(storage, 'complete'),
    countIn(storage, 'partial'),
    countIn(storage, 'not-inspected'),
  ] as const);
  return { complete, partial, notInspected };
}

async function countIn(storage: Pick<Storage, 'list'>, state: PageScanRecord['state']): Promise<PageNumber> {
  const { rows, cursor } = await storage.list({
    entity: 'page-scan',
    index: 'by-state',
    partition: [state],
    sort: 'DESC',
    limit: MAX_COUNTED,
  });
  return { count: rows.length, isExact: rows.length < MAX_COUNTED && cursor === undefined };
}

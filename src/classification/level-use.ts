import type { Storage } from '../platform/storage';

/**
 * Counts the pages that have a level. The platform has no counting operation, so the index is read, which is eventually
 * consistent.
 */

export interface PageCount {
  readonly levelId: string;
  readonly count: number;
  /** false: the real number is `count` or higher. */
  readonly isExact: boolean;
}

/** A count is exact up to 99. */
const MAX_COUNTED = 100;
/** At most MAX_COUNTED. @throws StorageUnavailableError */
export async function countPages(storage: Storage, levelId: string): Promise<PageCount> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await storage.list({
      entity: 'page-level',
      index: 'by-level',
      partition: [levelId],
      sort: 'DESC',
      limit: MAX_COUNTED,
      ...(cursor === undefined ? {} : { cursor }),
    });
    count += page.rows.length;
    cursor = page.cursor;
  } while (cursor !== undefined && count < MAX_COUNTED);
  return count < MAX_COUNTED ? { levelId, count, isExact: true } : { levelId, count: MAX_COUNTED, isExact: false };
}

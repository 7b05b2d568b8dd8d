import type { Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';

/** How many pages have a level, by the index: eventually consistent, and there is no operation that counts. */

export interface PageCount {
  readonly levelId: string;
  /** At most MAX_COUNTED. */
  readonly count: number;
  /** false: there are `count` or more. */
  readonly isExact: boolean;
}

/** Up to 99 a count is exact. */
const MAX_COUNTED = 100;
/** Queries at the same time, out of the thousand a second that the platform allows a site. */
const AT_ONCE = 10;

/** @throws StorageUnavailableError */
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

/** In the order of the ids. @throws StorageUnavailableError */
export async function countPagesOfEach(storage: Storage, levelIds: readonly string[]): Promise<PageCount[]> {
  const counts: PageCount[] = [];
  for (let start = 0; start < levelIds.length; start += AT_ONCE) {
    const some = levelIds.slice(start, start + AT_ONCE);
    counts.push(...(await awaitAll(some.map((levelId) => countPages(storage, levelId)))));
  }
  return counts;
}

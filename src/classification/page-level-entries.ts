import { listByPage, type ListedRows, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { clearedPageRecord, type PageLevelRecord, pageLevelRecord } from './model';

/** The recorded level of every page, by id. Eventually consistent, like all lists. */

interface EntriesQuestion {
  readonly after: Position | undefined;
  readonly limit: number;
}

/** A row that this version cannot read is `unreadable`, so that no export looks complete although a row is missing. */
export function listPageLevelEntries(
  storage: Pick<Storage, 'list'>,
  { after, limit }: EntriesQuestion,
): Promise<ListedRows<PageLevelRecord | 'unreadable'>> {
  return listByPage<PageLevelRecord | 'unreadable'>(storage, {
    ...{ entity: 'page-level', index: 'by-id', after, limit },
    pick: (_pageId, value) => {
      if (clearedPageRecord.safeParse(value).success) return undefined;
      const parsed = pageLevelRecord.safeParse(value);
      return parsed.success ? parsed.data : 'unreadable';
    },
  });
}

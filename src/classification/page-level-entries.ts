import { listByPage, type ListedRows, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { isListed, type ListedContent } from './content-type';
import { type PageLevelRecord, storedLevelRecord } from './model';

/** The recorded level of every page, by id. Eventually consistent, like all lists. */

interface EntriesQuestion extends ListedContent {
  readonly after: Position | undefined;
  readonly limit: number;
}

/** A row that this version cannot read is `unreadable`, so that no export looks complete although a row is missing. */
export function listPageLevelEntries(
  storage: Pick<Storage, 'list'>,
  { contentType, after, limit }: EntriesQuestion,
): Promise<ListedRows<PageLevelRecord | 'unreadable'>> {
  return listByPage(storage, {
    ...{ entity: 'page-level', index: 'by-id', schema: storedLevelRecord, after, limit },
    pick: (_pageId, record): PageLevelRecord | 'unreadable' | undefined =>
      'levelId' in record && isListed(record, contentType) ? record : undefined,
    unreadable: 'unreadable',
  });
}

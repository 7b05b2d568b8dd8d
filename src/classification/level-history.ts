import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/rows-by-time';
import type { RowReader } from '../platform/read-ahead';
import type { Storage } from '../platform/storage';
import { isListed } from './content-type';
import { LEVEL_CHANGES, type LevelChangeRecord, levelChangeRecord } from './model';

/** Changes of levels, newest first. Eventually consistent. */

export type LevelChangeEntry = LevelChangeRecord & { readonly changeId: string };

interface HistoryQuestion {
  readonly pageId: string;
  /** True if a change is listed. Default: every change. */
  readonly isWanted?: (change: LevelChangeRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The changes of one page's level. Skips changes that this version cannot read. @throws StorageUnavailableError */
export function readPageHistory(
  storage: Pick<Storage, 'list'>,
  { pageId, isWanted = () => true, now, after, limit }: HistoryQuestion,
): Promise<ListedRows<LevelChangeEntry>> {
  return listNewestFirst(storage, {
    ...LEVEL_CHANGES,
    sources: [{ index: 'by-page', partition: pageId, from: EARLIEST }],
    ...periodOf(now),
    after,
    limit,
    pick: (changeId, change) => (isWanted(change) ? { changeId, ...change } : undefined),
  });
}

/** The change with this id, for `withLatest`. @throws StorageUnavailableError */
export async function readChange(rows: RowReader, changeId: string): Promise<LevelChangeEntry | undefined> {
  const { data } = levelChangeRecord.safeParse((await rows.read('level-change', changeId)).value);
  return data && { changeId, ...data };
}

/** The changes with the latest one of the page, which may be missing in a list, because queries lag. */
export function withLatest(
  changes: readonly LevelChangeEntry[],
  latest: LevelChangeEntry | undefined,
): readonly LevelChangeEntry[] {
  return latest === undefined ? changes : [latest, ...changes.filter(({ changeId }) => changeId !== latest.changeId)];
}

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/**
 * The changes of every page's level, without those of blog posts. A row that this version cannot read is `unreadable`, so that no export looks complete
 * although a row is missing.
 */
export function listLevelChangeEntries(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: EntriesQuestion,
): Promise<ListedRows<LevelChangeEntry | 'unreadable'>> {
  return listNewestFirst(storage, {
    ...LEVEL_CHANGES,
    sources: [{ index: 'by-date', from: EARLIEST }],
    ...periodOf(now),
    after,
    limit,
    pick: (changeId, change): LevelChangeEntry | 'unreadable' | undefined =>
      isListed(change) ? { changeId, ...change } : undefined,
    unreadable: 'unreadable',
  });
}

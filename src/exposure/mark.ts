import { partsOf } from '../platform/parts';
import type { Storage } from '../platform/storage';
import {
  commitEach,
  dueAtOnce,
  listPageRows,
  listPagesBehind,
  PAGE_ROWS,
  pageKey,
  RANKS,
  readPageRows,
  SPACE_ROWS,
  spaceKey,
} from './store';

/** Marks what must be measured again. Nothing is measured here: the walk does it with its own points. */

type MarkStorage = Pick<Storage, 'list' | 'readMany' | 'read' | 'commit'>;

export const MAX_REFRESHED = 25;
/** More pages than this behind one page are measured again by the rotation. */
const MAX_BEHIND = 500;
const WRITES_AT_ONCE = 25;

/**
 * Lets pages be measured next. Pages without a row are ignored: their space decides.
 * @returns the pages that are measured again
 * @throws StorageUnavailableError
 */
export async function markForRefresh(storage: MarkStorage, pageIds: readonly string[]): Promise<readonly string[]> {
  const marked: string[] = [];
  for (const some of partsOf([...new Set(pageIds)], WRITES_AT_ONCE)) {
    const rows = await readPageRows(storage, some);
    const writes = some.flatMap((pageId) => {
      const { revision, record } = rows.get(pageId) ?? { revision: 'absent' as const, record: undefined };
      if (record === undefined || revision === 'absent') return [];
      marked.push(pageId);
      const { v: _v, rev: _rev, ...members } = record;
      return [PAGE_ROWS.write(pageKey(pageId), revision, { ...members, dueAt: dueAtOnce(RANKS.marked) })];
    });
    await commitEach(storage, writes);
  }
  return marked;
}

/** After an event about a page: itself, and the pages whose verdict its restriction decides. @throws StorageUnavailableError */
export async function markPageAndBehind(storage: MarkStorage, pageId: string): Promise<void> {
  await markForRefresh(storage, [pageId, ...(await listPagesBehind(storage, pageId, MAX_BEHIND))]);
}

/** True if pages of the space have rows. @throws StorageUnavailableError */
export async function hasMeasuredPages(storage: Pick<Storage, 'list'>, spaceId: string): Promise<boolean> {
  const { items } = await listPageRows(storage, { spaceId, isWanted: () => true, after: undefined, limit: 1 });
  return items.length > 0;
}

/** After new permissions of a space. A space without a row has no pages with rules. @throws StorageUnavailableError */
export async function markSpace(storage: MarkStorage, spaceId: string): Promise<void> {
  const key = spaceKey(spaceId);
  const { revision, value } = await storage.read('governance', key);
  const record = SPACE_ROWS.find({ value });
  if (record === undefined) return;
  const { v: _v, rev: _rev, ...members } = record;
  await commitEach(storage, [SPACE_ROWS.write(key, revision, { ...members, dueAt: dueAtOnce(RANKS.marked) })]);
}

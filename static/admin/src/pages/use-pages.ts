import { useCallback } from 'react';
import type { PageList } from '../../../../src/admin/pages/inventory';
import type { InventoryFilter } from '../../../../src/findings/inventory/inventory-filter';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';

/** A part can be empty although more pages follow. One press reads up to this number of parts. */
const PARTS = 4;

/** The pages that match the filter, and more of them on request. @param filter must be constant */
export function usePages(filter: InventoryFilter) {
  const read = useCallback(() => readFrom(filter, undefined), [filter]);
  const { load, reload, refresh, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(read, setValue);
  return { load, reload, refresh, more, loadMore: (list: PageList) => void loadMore(() => readFrom(filter, list)) };
}

async function readFrom(filter: InventoryFilter, before: PageList | undefined): Promise<Outcome<PageList>> {
  let list = before;
  const start = before?.pages.length ?? 0;
  for (let parts = 1; parts <= PARTS; parts += 1) {
    const answer = await readPart(filter, list?.cursor, 50);
    if (!answer.ok) return list === undefined || parts === 1 ? answer : { ok: true, value: list };
    list = { ...answer.value, pages: [...(list?.pages ?? []), ...answer.value.pages] };
    if (list.cursor === undefined || list.pages.length > start) return { ok: true, value: list };
  }
  return { ok: true, value: list ?? { pages: [], source: 'confluence' } };
}

export function readPart(filter: InventoryFilter, cursor: string | undefined, limit: number) {
  return ask('listPages', { filter, limit, ...(cursor === undefined ? {} : { cursor }) });
}

/** The ids of the first matching pages. */
export async function readPageIds(
  filter: InventoryFilter,
  most: number,
): Promise<Outcome<{ readonly pageIds: readonly string[]; readonly isCut: boolean }>> {
  const pageIds: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await readPart(filter, cursor, 100);
    if (!answer.ok) return answer;
    pageIds.push(...answer.value.pages.map(({ pageId }) => pageId));
    ({ cursor } = answer.value);
  } while (cursor !== undefined && pageIds.length < most);
  return { ok: true, value: { pageIds: pageIds.slice(0, most), isCut: cursor !== undefined || pageIds.length > most } };
}

import { useCallback } from 'react';
import type { SuggestionList } from '../../../../src/admin/findings/suggestions';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import type { Filter } from './filter';

/** A part can be empty although more pages follow. One press reads up to this number of parts. */
const PARTS = 4;
/** Enough suggestions for one press. */
const ENOUGH = 25;

/** The suggestions that match the filter, and more of them on request. */
export function useSuggestions({ spaceId, reason }: Filter) {
  const read = useCallback(() => readFrom({ spaceId, reason }, undefined), [spaceId, reason]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(read, setValue);
  return {
    load,
    reload,
    more,
    loadMore: (list: SuggestionList) => void loadMore(() => readFrom({ spaceId, reason }, list)),
  };
}

async function readFrom(filter: Filter, before: SuggestionList | undefined): Promise<Outcome<SuggestionList>> {
  const { spaceId, reason } = filter;
  let list: SuggestionList = before ?? { pages: [], checked: 0 };
  const start = list.pages.length;
  for (let parts = 1; parts <= PARTS; parts += 1) {
    const { cursor } = list;
    const answer = await ask('listSuggestions', {
      ...(spaceId === '' ? {} : { spaceId }),
      ...(reason === '' ? {} : { reason }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) {
      // The parts that were read are shown. The next press meets the error again.
      if (parts > 1) break;
      return answer;
    }
    const { pages, checked, cursor: next } = answer.value;
    const known = new Set(list.pages.map(({ pageId }) => pageId));
    list = {
      pages: [...list.pages, ...pages.filter(({ pageId }) => !known.has(pageId))],
      checked: list.checked + checked,
      ...(next === undefined ? {} : { cursor: next }),
    };
    if (next === undefined || list.pages.length - start >= ENOUGH) break;
  }
  return { ok: true, value: list };
}

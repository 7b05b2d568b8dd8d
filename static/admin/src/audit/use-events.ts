import { useCallback, useEffect, useRef } from 'react';
import type { AuditFilter } from '../../../../src/audit/filter';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { type AuditEntry, type AuditNames, nameEvents, NO_NAMES, readLevelsAndKeys } from './names';

export interface FoundEvents {
  readonly entries: readonly AuditEntry[];
  readonly unreadable: number;
  /** The cursor of the next page. undefined: there are no more events. */
  readonly cursor?: string;
  readonly searchedBackTo?: string;
  readonly names: AuditNames;
}

/**
 * The matching events, page by page. A new filter object starts a new search, even with equal filters, and pending
 * responses are ignored.
 */
export function useEvents(filter: AuditFilter) {
  const known = useRef(NO_NAMES);
  const read = useCallback(() => readFirst(filter, known.current), [filter]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(filter, setValue);
  useEffect(() => {
    if (load.state === 'ready') known.current = load.value.names;
  }, [load]);

  const readMore = async () => {
    if (load.state !== 'ready' || more.state === 'loading') return;
    const { value } = load;
    await loadMore(() => readNext(filter, value));
  };

  return { load, names: load.state === 'ready' ? load.value.names : known.current, reload, more, readMore };
}

async function readFirst(filter: AuditFilter, known: AuditNames): Promise<Outcome<FoundEvents>> {
  const [list, current] = await Promise.all([ask('listAudit', filter), readLevelsAndKeys(known)]);
  if (!list.ok) return list;
  return { ok: true, value: { ...list.value, names: await nameEvents(list.value.entries, current, filter) } };
}

async function readNext(filter: AuditFilter, found: FoundEvents): Promise<Outcome<FoundEvents>> {
  if (found.cursor === undefined) return { ok: true, value: found };
  const list = await ask('listAudit', { ...filter, cursor: found.cursor });
  if (!list.ok) return list;
  return {
    ok: true,
    value: {
      ...list.value,
      entries: [...found.entries, ...list.value.entries],
      unreadable: found.unreadable + list.value.unreadable,
      names: await nameEvents(list.value.entries, found.names, filter),
    },
  };
}

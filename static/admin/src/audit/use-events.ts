import { useCallback, useEffect, useRef } from 'react';
import type { AuditFilter } from '../../../../src/audit/filter';
import type { AddressPart } from '../address-part';
import { ask, type Outcome } from '../operations';
import { useAddressState } from '../use-address-state';
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
  readonly parts: number;
}

/** Each part is a call of the app. */
const MAX_PARTS_AT_FIRST = 10;

/** The number of parts that are shown. It is in the address, so that a reload, Back and a link show the same events. */
const PARTS: AddressPart<{ readonly parts: number }> = {
  read: ({ parts = '' }) => ({ parts: /^[1-9][0-9]?$/.test(parts) ? Math.min(Number(parts), MAX_PARTS_AT_FIRST) : 1 }),
  write: ({ parts }) => ({ parts: String(parts) }),
};

/**
 * The matching events, page by page. A new filter object starts a new search, even with equal filters, and pending
 * responses are ignored.
 */
export function useEvents(filter: AuditFilter) {
  const known = useRef(NO_NAMES);
  const [{ parts }, setParts] = useAddressState(PARTS);
  /** The filter of the address, and its parts. Another filter starts at the newest event. */
  const first = useRef({ filter, parts });
  const read = useCallback(
    () => readFirst(filter, known.current, filter === first.current.filter ? first.current.parts : 1),
    [filter],
  );
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(filter, setValue);
  useEffect(() => {
    if (load.state !== 'ready') return;
    known.current = load.value.names;
    setParts({ parts: load.value.parts });
  }, [load, setParts]);

  const readMore = async () => {
    if (load.state !== 'ready' || more.state === 'loading') return;
    const { value } = load;
    await loadMore(() => readNext(filter, value));
  };

  return { load, names: load.state === 'ready' ? load.value.names : known.current, reload, more, readMore };
}

async function readFirst(filter: AuditFilter, known: AuditNames, parts: number): Promise<Outcome<FoundEvents>> {
  const [list, current] = await Promise.all([ask('listAudit', filter), readLevelsAndKeys(known)]);
  if (!list.ok) return list;
  const names = await nameEvents(list.value.entries, current, filter);
  let found: FoundEvents = { ...list.value, names, parts: 1 };
  while (found.parts < parts && found.cursor !== undefined) {
    const next = await readNext(filter, found);
    // The button offers the others again.
    if (!next.ok) break;
    found = next.value;
  }
  return { ok: true, value: found };
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
      parts: found.parts + 1,
      names: await nameEvents(list.value.entries, found.names, filter),
    },
  };
}

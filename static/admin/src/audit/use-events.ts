import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditFilter } from '../../../../src/audit/filter';
import { ask, type OperationError, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { type AuditEntry, type AuditNames, nameEvents, NO_NAMES, readLevelsAndKeys } from './names';

export interface FoundEvents {
  readonly entries: readonly AuditEntry[];
  readonly unreadable: number;
  /** The cursor of the next page. undefined: there are no more events. */
  readonly cursor?: string;
  readonly searchedBackTo?: string;
  readonly names: AuditNames;
}

export type More =
  { readonly state: 'idle' | 'reading' } | { readonly state: 'failed'; readonly error: OperationError };

/**
 * The events that match, page after page. Another filter object is another question, also where it says the same: then
 * it begins anew, and what was still being read for the one before is dropped.
 */
export function useEvents(filter: AuditFilter) {
  const known = useRef(NO_NAMES);
  const read = useCallback(() => readFirst(filter, known.current), [filter]);
  const { load, reload, setValue } = useLoad(read);
  const [more, setMore] = useState<More>({ state: 'idle' });
  const asked = useRef(filter);

  useEffect(() => {
    asked.current = filter;
    setMore({ state: 'idle' });
  }, [filter]);
  useEffect(() => {
    if (load.state === 'ready') known.current = load.value.names;
  }, [load]);

  const readMore = async () => {
    if (load.state !== 'ready' || more.state === 'reading') return;
    setMore({ state: 'reading' });
    const answer = await readOn(filter, load.value);
    if (asked.current !== filter) return;
    if (answer.ok) {
      setMore({ state: 'idle' });
      setValue(answer.value);
    } else {
      setMore({ state: 'failed', error: answer.error });
    }
  };

  return { load, names: load.state === 'ready' ? load.value.names : known.current, reload, more, readMore };
}

async function readFirst(filter: AuditFilter, known: AuditNames): Promise<Outcome<FoundEvents>> {
  const [list, current] = await Promise.all([ask('listAudit', filter), readLevelsAndKeys(known)]);
  if (!list.ok) return list;
  return { ok: true, value: { ...list.value, names: await nameEvents(list.value.entries, current, filter) } };
}

async function readOn(filter: AuditFilter, found: FoundEvents): Promise<Outcome<FoundEvents>> {
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

import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AppliedFilter,
  checkFilter,
  type FilterDraft,
  type FilterErrors,
  FILTERS,
  NO_FILTERS,
  UNFILTERED,
} from './filter';
import { useAddressState } from '../use-address-state';

/** Long enough not to search at every character or at every digit of a date. */
const PAUSE_MS = 400;

interface Filters {
  readonly draft: FilterDraft;
  readonly errors: FilterErrors;
  /** The filters of the list. With invalid fields, the last valid filters remain. */
  readonly applied: AppliedFilter;
  /** Changes when the fields are set without typing. */
  readonly revision: number;
}

/** The filters. They apply after a pause, or at once with a button or Enter. Applied filters are in the address. */
export function useFilters() {
  const [inAddress, setInAddress] = useAddressState(FILTERS);
  const [filters, setFilters] = useState<Filters>(() =>
    applyDraft({ draft: inAddress, errors: {}, applied: UNFILTERED, revision: 0 }),
  );
  const { draft, applied } = filters;

  const replace = useCallback((next: FilterDraft) => {
    setFilters((before) => applyDraft({ ...before, draft: next, revision: before.revision + 1 }));
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => setFilters(applyDraft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  const written = useRef(inAddress);
  useEffect(() => {
    written.current = applied.draft;
    setInAddress(applied.draft);
  }, [applied.draft, setInAddress]);
  useEffect(() => {
    // A link, Back or Forward.
    if (JSON.stringify(inAddress) !== JSON.stringify(written.current)) replace(inAddress);
  }, [inAddress, replace]);

  return {
    ...filters,
    change: (next: FilterDraft) => setFilters((before) => ({ ...before, draft: next })),
    replace,
    clear: () => replace(NO_FILTERS),
    /** @returns undefined if a field is invalid */
    applyNow: (): AppliedFilter | undefined => {
      const next = applyDraft(filters);
      setFilters(next);
      return Object.keys(next.errors).length === 0 ? next.applied : undefined;
    },
    /** Searches again from the newest event. */
    refresh: () => {
      const next = applyDraft(filters);
      const again = checkFilter(next.applied.draft);
      setFilters({ ...next, applied: again.ok ? again.applied : { ...applied } });
    },
  };
}

function applyDraft(filters: Filters): Filters {
  const { draft, applied } = filters;
  const checked = checkFilter(draft);
  if (!checked.ok) return { ...filters, errors: checked.errors };
  const isApplied = JSON.stringify(draft) === JSON.stringify(applied.draft);
  return { ...filters, errors: {}, applied: isApplied ? applied : checked.applied };
}

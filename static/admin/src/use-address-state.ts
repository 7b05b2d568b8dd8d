import { useCallback, useMemo } from 'react';
import { type Query, useNavigation } from './navigation';

/**
 * A part of the state of a page that is in its address: a filter, a search, an order, a tab or the chosen row. It survives
 * a reload and Back, and users can link to it (ADR 53).
 */
export interface AddressPart<T> {
  /** Anyone can write a link, so it replaces unknown and wrong values. Gets {} for the initial state. */
  readonly read: (query: Query) => T;
  /** Always has the same members. Members of the initial state are left out of the address. */
  readonly write: (state: T) => Query;
}

/**
 * @param part must be constant
 * @returns the state and a function that changes it. `new` adds an entry to the history of the browser, so that Back
 *   undoes the change: for another view, not for a filter.
 */
export function useAddressState<T extends object>(
  part: AddressPart<T>,
): readonly [T, (changes: Partial<T>, entry?: 'new') => void] {
  const { query, change } = useNavigation();
  const state = useMemo(() => part.read(query), [part, query]);
  const set = useCallback(
    (changes: Partial<T>, entry: 'new' | 'same' = 'same') =>
      change((latest) => inAddress(part, { ...part.read(latest), ...changes }), entry),
    [part, change],
  );
  return [state, set];
}

/** The members of a state in the address. undefined: the member is left out. */
function inAddress<T>({ read, write }: AddressPart<T>, state: T): Readonly<Record<string, string | undefined>> {
  const initial = write(read({}));
  return Object.fromEntries(
    Object.entries(write(state)).map(([name, value]) => [name, value === initial[name] ? undefined : value]),
  );
}

/** The value if it is one of these. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((one) => one === value);
}

import { useCallback, useMemo } from 'react';
import { type AddressPart, inAddress } from './address-part';
import { useNavigation } from './navigation';

/**
 * @param part must be constant
 * @returns the state and a function that changes it. `new` adds an entry to the history of the browser, so that Back
 * undoes the change. Use it for another view, not for a filter.
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

import { useEffect, useRef, useState } from 'react';
import type { OperationError, Outcome } from './operations';

export type LoadMore =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'failed'; readonly error: OperationError; readonly retry: () => void };

/**
 * Loads further parts of a list. Ignores a response if the list has changed in the meantime.
 * @param list identifies the list, such as its filter or the memoized function that loads it
 * @param onLoaded gets the list with the further part
 */
export function useLoadMore<T>(list: unknown, onLoaded: (value: T) => void) {
  const [more, setMore] = useState<LoadMore>({ state: 'idle' });
  const current = useRef(list);
  useEffect(() => {
    current.current = list;
    setMore({ state: 'idle' });
  }, [list]);

  const loadMore = async (read: () => Promise<Outcome<T>>): Promise<void> => {
    setMore({ state: 'loading' });
    const answer = await read();
    if (current.current !== list) return;
    setMore(answer.ok ? { state: 'idle' } : { state: 'failed', error: answer.error, retry: () => void loadMore(read) });
    if (answer.ok) onLoaded(answer.value);
  };
  return { more, loadMore };
}

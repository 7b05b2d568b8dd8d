import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationError, Outcome } from './operations';

export type Load<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: OperationError }
  | { readonly state: 'ready'; readonly value: T };

/**
 * Loads a value on mount, and again when `read` changes: memoize it. A late response never replaces the response to a
 * later request.
 */
export function useLoad<T>(read: () => Promise<Outcome<T>>) {
  const [load, setLoad] = useState<Load<T>>({ state: 'loading' });
  const latest = useRef(0);

  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const answer = await read();
    if (mine !== latest.current) return;
    setLoad(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', error: answer.error });
  }, [read]);

  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);

  /** Shows the placeholder and loads again. */
  const retry = useCallback(() => {
    setLoad({ state: 'loading' });
    void reload();
  }, [reload]);

  return { load, reload, retry, setLoad };
}

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
    setLoad({ state: 'loading' });
    const answer = await read();
    if (mine !== latest.current) return;
    setLoad(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', error: answer.error });
  }, [read]);

  /** Sets the response to a change. It is newer than any pending response. */
  const setValue = useCallback((value: T) => {
    latest.current += 1;
    setLoad({ state: 'ready', value });
  }, []);

  /** Changes the loaded value. Does nothing if none is loaded. */
  const update = useCallback((change: (value: T) => T) => {
    setLoad((current) => (current.state === 'ready' ? { state: 'ready', value: change(current.value) } : current));
  }, []);

  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);

  return { load, reload, setValue, update };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationError } from './operations';

type Outcome<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export type Load<T, E = OperationError> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: E }
  | { readonly state: 'ready'; readonly value: T };

/**
 * Loads a value on mount, and again when `read` changes, so memoize it. A late response never replaces the response to
 * a later request.
 */
export function useLoad<T, E = OperationError>(read: () => Promise<Outcome<T, E>>) {
  const [load, setLoad] = useState<Load<T, E>>({ state: 'loading' });
  const latest = useRef(0);

  /** Loads again, and shows the loaded value until then. */
  const refresh = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const answer = await read();
    if (mine !== latest.current) return;
    setLoad(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', error: answer.error });
  }, [read]);

  /** Shows the placeholder, and loads again. */
  const reload = useCallback(async () => {
    setLoad({ state: 'loading' });
    await refresh();
  }, [refresh]);

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

  return { load, reload, refresh, setValue, update };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationError, Outcome } from './operations';

export type Load<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: OperationError }
  | { readonly state: 'ready'; readonly value: T };

/**
 * What is read when a part of the page appears, and again when `read` is another function: memoise it. An answer that
 * is late never replaces that to a later question.
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

  /** The answer to a change is newer than whatever is still being read. */
  const setValue = useCallback((value: T) => {
    latest.current += 1;
    setLoad({ state: 'ready', value });
  }, []);

  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);

  return { load, reload, setValue };
}

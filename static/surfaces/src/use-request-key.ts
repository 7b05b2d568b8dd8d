import { useRef } from 'react';

/** The same key for the same choices, so that a retry after a lost response has no second effect. */
export function useRequestKey(choices: readonly unknown[]): () => string {
  const latest = useRef({ choices: '', key: '' });
  return () => {
    const text = JSON.stringify(choices);
    if (latest.current.choices !== text) latest.current = { choices: text, key: crypto.randomUUID() };
    return latest.current.key;
  };
}

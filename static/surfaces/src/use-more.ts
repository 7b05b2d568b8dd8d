import { useState } from 'react';
import type { OperationError, Outcome } from './operations';

/** Loads the next part of a list. After an error, it can be loaded again. */
export function useMore<T>(read: () => Promise<Outcome<T>>, onLoaded: (part: T) => void) {
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<OperationError>();
  const loadMore = async (): Promise<void> => {
    setIsLoading(true);
    const answer = await read();
    setIsLoading(false);
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) onLoaded(answer.value);
  };
  return { loadMore, isLoading, error };
}

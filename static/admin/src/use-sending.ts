import { useCallback, useRef, useState } from 'react';

/**
 * Runs one action at a time and ignores further calls, such as a double click. A state alone is not enough, because two
 * clicks can happen before the next render.
 */
export function useSending() {
  const isRunning = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const send = useCallback(async (action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsSending(true);
    try {
      await action();
    } finally {
      isRunning.current = false;
      setIsSending(false);
    }
  }, []);
  return { isSending, send };
}

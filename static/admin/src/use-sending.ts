import { useCallback, useRef, useState } from 'react';

/**
 * Sends one thing at a time: whoever asks again meanwhile, for example by a double click, is not heard. A state alone
 * would not do: two clicks can come before the page has been drawn anew, and the second would see the state of the first.
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

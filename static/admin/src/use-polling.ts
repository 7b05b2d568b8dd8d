import { useEffect } from 'react';

/**
 * Polls until the ID is undefined or the component unmounts. Each poll waits for the previous response.
 * @param id undefined: nothing to poll
 * @param poll and onAnswer must be the same functions on every render
 */
export function usePolling<T>(
  id: string | undefined,
  poll: (id: string) => Promise<T>,
  onAnswer: (answer: T) => void,
  everyMs = 1_000,
): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedulePoll = () => {
      timer = setTimeout(() => {
        void poll(id).then((answer) => {
          if (!isMounted) return;
          onAnswer(answer);
          schedulePoll();
        });
      }, everyMs);
    };
    schedulePoll();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [id, poll, onAnswer, everyMs]);
}

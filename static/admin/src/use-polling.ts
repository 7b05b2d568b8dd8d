import { useEffect } from 'react';

/**
 * Polls something that is running, until the id is undefined or the page is left. The next poll waits for the answer to the
 * previous one.
 * @param id undefined = nothing is running
 * @param poll and take must be the same ones from render to render
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

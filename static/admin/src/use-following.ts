import { useEffect } from 'react';

/**
 * Polls something that is running, until the id is undefined or the page is left. The next poll waits for the answer to the
 * previous one.
 * @param id undefined = nothing is running
 * @param look and take must be the same ones from render to render
 */
export function useFollowing<T>(
  id: string | undefined,
  look: (id: string) => Promise<T>,
  take: (answer: T) => void,
  everyMs = 1_000,
): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = () => {
      timer = setTimeout(() => {
        void look(id).then((answer) => {
          if (!isHere) return;
          take(answer);
          lookAgain();
        });
      }, everyMs);
    };
    lookAgain();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [id, look, take, everyMs]);
}

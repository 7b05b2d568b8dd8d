import { useEffect } from 'react';

/**
 * Looks at something that is under way again and again, until there is no id any more or the page is left. The next look waits
 * for the answer to the one before.
 * @param id undefined = nothing is under way
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

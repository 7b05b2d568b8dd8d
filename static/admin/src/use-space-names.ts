import { useEffect, useState } from 'react';
import { type Names, readSpaces } from './names';

/**
 * The names of spaces. Omits unknown spaces. Loads each space once.
 * @returns undefined until all names are loaded
 */
export function useSpaceNames(spaceIds: readonly string[]): Names['spaces'] | undefined {
  const [names, setNames] = useState<Names['spaces']>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const missing = spaceIds.filter((id) => !asked.has(id)).join();

  useEffect(() => {
    if (missing === '') return undefined;
    let isCurrent = true;
    const ids = missing.split(',');
    void readSpaces(ids).then((found) => {
      if (!isCurrent) return;
      setNames((known) => new Map([...known, ...found]));
      setAsked((known) => new Set([...known, ...ids]));
    });
    return () => {
      isCurrent = false;
    };
  }, [missing]);

  return missing === '' ? names : undefined;
}

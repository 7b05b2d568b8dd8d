import { useEffect, useState } from 'react';
import { readPages } from './names';

/** The titles of pages, as in `readPages`. Empty until they are loaded. */
export function usePageTitles(pageIds: readonly string[]): ReadonlyMap<string, string | undefined> {
  const [titles, setTitles] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const ids = pageIds.join();
  useEffect(() => {
    let isCurrent = true;
    if (ids !== '') void readPages(ids.split(',')).then((found) => isCurrent && setTitles(found));
    return () => {
      isCurrent = false;
    };
  }, [ids]);
  return titles;
}

import { useEffect, useState } from 'react';
import { ask, type Outcome } from './operations';

type Search<T> =
  { readonly state: 'searching' } | { readonly state: 'failed' } | { readonly state: 'found'; readonly found: T };

/** The spaces whose name or key contains the text. */
export const useSpaceSearch = (text: string) => useLiveSearch(findSpaces, text);
/** The pages of Confluence with these words in their title. */
export const usePageSearch = (text: string) => useLiveSearch(findPages, text);

const findSpaces = (text: string) => ask('findSpaces', { text });
const findPages = (text: string) => ask('findPagesByTitle', { text });

/** Long enough not to search at every character. */
const PAUSE_MS = 250;

/** Searches after a pause, and keeps the last results until then. @param find must be constant */
export function useLiveSearch<T>(find: (text: string) => Promise<Outcome<T>>, text: string) {
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useState<Search<T>>({ state: 'searching' });

  useEffect(() => {
    // A late response must not replace the response to a later search.
    let isCurrent = true;
    const timer = setTimeout(() => {
      void find(text).then((answer) => {
        if (isCurrent) setSearch(answer.ok ? { state: 'found', found: answer.value } : { state: 'failed' });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [find, text, attempt]);

  return { search, again: () => setAttempt(attempt + 1) };
}

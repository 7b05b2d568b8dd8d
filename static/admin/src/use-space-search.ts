import { useEffect, useState } from 'react';
import type { FoundSpaces } from '../../../src/admin/spaces/spaces';
import { ask } from './operations';

type SpaceSearch =
  | { readonly state: 'searching' }
  | { readonly state: 'failed' }
  | { readonly state: 'found'; readonly found: FoundSpaces };

/** Long enough not to search at every character. */
const PAUSE_MS = 250;

/** The spaces whose name or key contains the text. Searches after a pause, and keeps the last results until then. */
export function useSpaceSearch(text: string) {
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useState<SpaceSearch>({ state: 'searching' });

  useEffect(() => {
    // A late response must not replace the response to a later search.
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask('findSpaces', { text }).then((answer) => {
        if (isCurrent) setSearch(answer.ok ? { state: 'found', found: answer.value } : { state: 'failed' });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, attempt]);

  return { search, again: () => setAttempt(attempt + 1) };
}

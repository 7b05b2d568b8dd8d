import { view } from '@forge/bridge';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';

/** The open page of the admin area. Its path is part of the URL, so that users can link to it. */

export const PAGES = [
  'keys',
  'levels',
  'settings',
  'detections',
  'detectors',
  'exclusions',
  'scans',
  'runs',
  'reference',
  'recipes',
  'audit',
  'transfer',
] as const;
export type PageName = (typeof PAGES)[number];

/** Paths relative to the URL of the module. */
const PATHS: Readonly<Record<PageName, string>> = {
  keys: '/',
  levels: '/levels',
  settings: '/settings',
  detections: '/detections',
  detectors: '/detectors',
  exclusions: '/exclusions',
  scans: '/scans',
  runs: '/background-work',
  reference: '/api-reference',
  recipes: '/recipes',
  audit: '/audit-log',
  transfer: '/import-export',
};

interface Place {
  readonly page: PageName;
  /** The initial state of the page, such as a filter. */
  readonly query: Readonly<Record<string, string>>;
}

export interface Navigation extends Place {
  /** False for the initial page: only a navigation moves the focus. */
  readonly hasNavigated: boolean;
  readonly goTo: (page: PageName, query?: Place['query']) => void;
  /** Replaces the query of the page without a new history entry. */
  readonly restart: (query: Place['query']) => void;
}

export const NavigationContext = createContext<Navigation>({
  page: 'keys',
  query: {},
  hasNavigated: false,
  goTo: () => undefined,
  restart: () => undefined,
});

export const useNavigation = () => useContext(NavigationContext);

/** undefined until the URL is known. */
export function useHistoryNavigation(): Navigation | undefined {
  const [place, setPlace] = useState<Place>();
  const [hasNavigated, setHasNavigated] = useState(false);
  const history = useRef<Awaited<ReturnType<typeof view.createHistory>>>();

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void view.createHistory().then(
      (opened) => {
        if (isGone) return;
        history.current = opened;
        setPlace(placeAt(opened.location));
        stop = opened.listen((location) => {
          setHasNavigated(true);
          setPlace(placeAt(location));
        });
      },
      // Without a history, every page still opens, but without its own URL.
      () => setPlace({ page: 'keys', query: {} }),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);

  const goTo = useCallback((page: PageName, query: Place['query'] = {}) => {
    if (history.current !== undefined) history.current.push(addressOf({ page, query }));
    else {
      setHasNavigated(true);
      setPlace({ page, query });
    }
  }, []);

  const page = place?.page ?? 'keys';
  const restart = useCallback(
    (query: Place['query']) => {
      if (history.current !== undefined) history.current.replace(addressOf({ page, query }));
      else setPlace({ page, query });
    },
    [page],
  );

  return place === undefined ? undefined : { ...place, hasNavigated, goTo, restart };
}

function addressOf({ page, query }: Place): string {
  const search = new URLSearchParams(query).toString();
  return PATHS[page] + (search === '' ? '' : `?${search}`);
}

function placeAt({ pathname, search }: { readonly pathname: string; readonly search: string }): Place {
  const page = PAGES.find((name) => PATHS[name] === pathname) ?? 'keys';
  return { page, query: Object.fromEntries(new URLSearchParams(search)) };
}

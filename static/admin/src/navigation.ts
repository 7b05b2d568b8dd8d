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

interface PageState {
  readonly page: PageName;
  /** The initial state of the page, such as a filter. */
  readonly query: Readonly<Record<string, string>>;
}

export interface Navigation extends PageState {
  /** False for the initial page: only a navigation moves the focus. */
  readonly hasNavigated: boolean;
  readonly goTo: (page: PageName, query?: PageState['query']) => void;
  /** Replaces the query of the page without a new history entry. */
  readonly restart: (query: PageState['query']) => void;
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
  const [pageState, setPageState] = useState<PageState>();
  const [hasNavigated, setHasNavigated] = useState(false);
  const history = useRef<Awaited<ReturnType<typeof view.createHistory>>>();

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    void view.createHistory().then(
      (opened) => {
        if (isUnmounted) return;
        history.current = opened;
        setPageState(pageStateAt(opened.location));
        stop = opened.listen((location) => {
          setHasNavigated(true);
          setPageState(pageStateAt(location));
        });
      },
      // Without a history, every page still opens, but without its own URL.
      () => setPageState({ page: 'keys', query: {} }),
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, []);

  const goTo = useCallback((page: PageName, query: PageState['query'] = {}) => {
    if (history.current !== undefined) history.current.push(addressOf({ page, query }));
    else {
      setHasNavigated(true);
      setPageState({ page, query });
    }
  }, []);

  const page = pageState?.page ?? 'keys';
  const restart = useCallback(
    (query: PageState['query']) => {
      if (history.current !== undefined) history.current.replace(addressOf({ page, query }));
      else setPageState({ page, query });
    },
    [page],
  );

  return pageState === undefined ? undefined : { ...pageState, hasNavigated, goTo, restart };
}

function addressOf({ page, query }: PageState): string {
  const search = new URLSearchParams(query).toString();
  return PATHS[page] + (search === '' ? '' : `?${search}`);
}

function pageStateAt({ pathname, search }: { readonly pathname: string; readonly search: string }): PageState {
  const page = PAGES.find((name) => PATHS[name] === pathname) ?? 'keys';
  return { page, query: Object.fromEntries(new URLSearchParams(search)) };
}

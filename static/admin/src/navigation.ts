import { view } from '@forge/bridge';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** The open page of the admin area and its state. Both are in the address, so that users can link to them (ADR 53). */

/** Paths relative to the URL of the module. */
const PATHS = {
  overview: '/',
  levels: '/levels',
  settings: '/settings',
  detections: '/detections',
  detectors: '/detectors',
  exclusions: '/exclusions',
  scans: '/scans',
  runs: '/background-work',
  keys: '/keys',
  recipes: '/recipes',
  reference: '/api-reference',
  audit: '/audit-log',
  transfer: '/import-export',
} as const;

export type PageName = keyof typeof PATHS;

const PAGES = Object.keys(PATHS) as readonly PageName[];

/** The sections of the navigation. A section without a name has only one page. */
export const SECTIONS = [
  { pages: ['overview'] },
  { name: 'classification', pages: ['levels', 'settings'] },
  { name: 'detection', pages: ['detections', 'detectors', 'exclusions', 'scans', 'runs'] },
  { name: 'api', pages: ['keys', 'recipes', 'reference'] },
  { pages: ['audit'] },
  { pages: ['transfer'] },
] as const satisfies readonly { readonly name?: string; readonly pages: readonly PageName[] }[];

export type Query = Readonly<Record<string, string>>;

interface PageState {
  readonly page: PageName;
  /** The state of the page, such as a filter or the open dialog. */
  readonly query: Query;
}

export interface Navigation extends PageState {
  /** False for the initial page: only a navigation moves the focus. */
  readonly hasNavigated: boolean;
  readonly goTo: (page: PageName, query?: Query) => void;
  /** Replaces the query of the page without a new history entry. */
  readonly restart: (query: Query) => void;
}

export const NavigationContext = createContext<Navigation>({
  page: 'overview',
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
      () => setPageState({ page: 'overview', query: {} }),
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, []);

  const goTo = useCallback((page: PageName, query: Query = {}) => {
    if (history.current !== undefined) history.current.push(addressOf({ page, query }));
    else {
      setHasNavigated(true);
      setPageState({ page, query });
    }
  }, []);

  const page = pageState?.page ?? 'overview';
  const restart = useCallback(
    (query: Query) => {
      if (history.current !== undefined) history.current.replace(addressOf({ page, query }));
      else setPageState({ page, query });
    },
    [page],
  );

  return useMemo(
    () => (pageState === undefined ? undefined : { ...pageState, hasNavigated, goTo, restart }),
    [pageState, hasNavigated, goTo, restart],
  );
}

function addressOf({ page, query }: PageState): string {
  const search = new URLSearchParams(query).toString();
  return PATHS[page] + (search === '' ? '' : `?${search}`);
}

interface Location {
  readonly pathname: string;
  readonly search: string;
}

function pageStateAt({ pathname, search }: Location): PageState {
  const query = Object.fromEntries(new URLSearchParams(search));
  const page = PAGES.find((name) => PATHS[name] === pathname) ?? 'overview';
  // Links to a key from before the overview lead to the first page.
  return { page: page === 'overview' && query.keyId !== undefined ? 'keys' : page, query };
}

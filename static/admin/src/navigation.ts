import { view } from '@forge/bridge';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Query, QueryChanges } from './address-part';

/** The open page of the admin area and its state. Both are in the address, so that users can link to them (ADR 53). */

/** Paths relative to the URL of the module. */
const PATHS = {
  overview: '/',
  help: '/help',
  pages: '/pages',
  levels: '/levels',
  suggestions: '/suggestions',
  exposure: '/exposure',
  reviews: '/reviews',
  policy: '/policy',
  spaces: '/spaces',
  alerts: '/alerts',
  detections: '/findings',
  detectors: '/detectors',
  newDetectors: '/new-detectors',
  exclusions: '/exclusions',
  scans: '/scans',
  runs: '/background-work',
  keys: '/keys',
  recipes: '/recipes',
  reference: '/api-reference',
  limits: '/limits',
  audit: '/audit-log',
  transfer: '/import-export',
  siteCheck: '/site-check',
  personalData: '/personal-data',
  storedData: '/stored-data',
} as const;

export type PageName = keyof typeof PATHS;

const PAGES = Object.keys(PATHS) as readonly PageName[];

/** The entries of the navigation. An entry with several pages shows them as tabs. */
export const ENTRIES = [
  { name: 'overview', pages: ['overview'] },
  { name: 'pages', pages: ['pages', 'suggestions', 'exposure', 'reviews'] },
  { name: 'findings', pages: ['detections', 'exclusions'] },
  { name: 'policy', pages: ['levels', 'policy', 'alerts'] },
  { name: 'spaces', pages: ['spaces'] },
  { name: 'detectors', pages: ['detectors', 'newDetectors'] },
  { name: 'scans', pages: ['scans', 'runs'] },
  { name: 'audit', pages: ['audit'] },
  { name: 'api', pages: ['keys', 'recipes', 'reference', 'limits'] },
  { name: 'system', pages: ['siteCheck', 'transfer', 'personalData', 'storedData'] },
] as const satisfies readonly { readonly name: string; readonly pages: readonly PageName[] }[];

export type EntryName = (typeof ENTRIES)[number]['name'];

interface PageState {
  /** undefined: the address has no page. */
  readonly page: PageName | undefined;
  /** The state of the page, such as a filter or the open dialog. */
  readonly query: Query;
}

export interface Navigation extends PageState {
  /** False for the initial page, because only a navigation moves the focus. */
  readonly hasNavigated: boolean;
  readonly goTo: (page: PageName, query?: Query) => void;
  /** The address of a page in Confluence. undefined: the site does not say it. */
  readonly hrefOf: (page: PageName, query?: Query) => string | undefined;
  /**
   * Changes a part of the query. undefined removes a member.
   * @param entry new: the browser can go back to the query before
   */
  readonly change: (changesOf: (query: Query) => QueryChanges, entry: 'new' | 'same') => void;
  /**
   * Keeps the state when the user opens another page, or goes back or forward, until the returned function is called.
   * @param onLeave is called instead, with a function that navigates after all
   */
  readonly guard: (onLeave: OnLeave) => () => void;
}

type OnLeave = (navigate: () => void) => void;

export const NavigationContext = createContext<Navigation>({
  page: 'overview',
  query: {},
  hasNavigated: false,
  goTo: () => undefined,
  hrefOf: () => undefined,
  change: () => undefined,
  guard: () => () => undefined,
});

export const useNavigation = () => useContext(NavigationContext);

/** The pause between two replacements of the address. Browsers refuse too many. */
const WRITE_MS = 300;

/** undefined until the URL is known. */
export function useHistoryNavigation(): Navigation | undefined {
  const [pageState, setPageState] = useState<PageState>();
  const [hasNavigated, setHasNavigated] = useState(false);
  const { hrefOf, readBaseAt } = useHrefs();
  const latest = useRef<PageState>({ page: 'overview', query: {} });
  const address = useRef<Address>();
  const { guards, guard } = useGuards();

  const open = useCallback((opened: PageState) => {
    latest.current = opened;
    setHasNavigated(true);
    setPageState(opened);
    address.current?.push(addressOf(opened));
  }, []);

  useEffect(() => {
    let isUnmounted = false;
    const show = (shown: PageState) => {
      latest.current = shown;
      setPageState(shown);
    };
    void view.createHistory().then(
      (history) => {
        if (isUnmounted) return;
        show(pageStateAt(history.location));
        readBaseAt(history.location);
        address.current = addressIn(history, (location) => {
          const onLeave = guards.current.at(-1);
          if (onLeave !== undefined) {
            // The browser has already moved.
            address.current?.push(addressOf(latest.current));
            return onLeave(() => open(pageStateAt(location)));
          }
          setHasNavigated(true);
          show(pageStateAt(location));
        });
      },
      // Without a history, every page still opens, but without its own URL.
      () => show({ page: 'overview', query: {} }),
    );
    return () => {
      isUnmounted = true;
      address.current?.close();
    };
  }, [open, readBaseAt, guards]);

  const goTo = useCallback(
    (page: PageName, query: Query = {}) => {
      const onLeave = page === latest.current.page ? undefined : guards.current.at(-1);
      if (onLeave === undefined) open({ page, query });
      else onLeave(() => open({ page, query }));
    },
    [open, guards],
  );

  const change = useCallback<Navigation['change']>((changesOf, entry) => {
    const { page, query } = latest.current;
    const next = changed(query, changesOf(query));
    if (addressOf({ page, query: next }) === addressOf({ page, query })) return;
    latest.current = { page, query: next };
    setPageState(latest.current);
    if (entry === 'new') address.current?.push(addressOf(latest.current));
    else address.current?.replace(addressOf(latest.current));
  }, []);

  return useMemo(
    () => (pageState === undefined ? undefined : { ...pageState, hasNavigated, goTo, hrefOf, change, guard }),
    [pageState, hasNavigated, goTo, hrefOf, change, guard],
  );
}

/** The guards of the state, the latest last. */
function useGuards() {
  const guards = useRef<readonly OnLeave[]>([]);
  const guard = useCallback<Navigation['guard']>((ask) => {
    guards.current = [...guards.current, ask];
    return () => {
      guards.current = guards.current.filter((one) => one !== ask);
    };
  }, []);
  return { guards, guard };
}

/** The addresses of pages in Confluence. None until the site has said its own. */
function useHrefs() {
  const [base, setBase] = useState<string>();
  const readBaseAt = useCallback((location: Location) => {
    void readBase(location).then(setBase, () => undefined);
  }, []);
  const hrefOf = useCallback<Navigation['hrefOf']>(
    (page, query = {}) => (base === undefined ? undefined : base + addressOf({ page, query })),
    [base],
  );
  return { hrefOf, readBaseAt };
}

/** The address of the admin area in Confluence, without the path of a page. undefined: the site does not say it. */
async function readBase({ pathname, search }: Location): Promise<string | undefined> {
  const { location } = (await view.getContext()).extension as { readonly location?: unknown };
  if (typeof location !== 'string' || !/^https?:/.test(location)) return undefined;
  const url = new URL(location);
  const path = pathname === '/' ? '' : pathname;
  if (!url.pathname.endsWith(path) || url.search !== search) return undefined;
  return url.origin + url.pathname.slice(0, url.pathname.length - path.length).replace(/\/$/, '');
}

type BridgeHistory = Awaited<ReturnType<typeof view.createHistory>>;

interface Address {
  readonly push: (address: string) => void;
  /** Writes the address at once, or after a short pause if it was just written. */
  readonly replace: (address: string) => void;
  readonly close: () => void;
}

/**
 * The address bar of the browser. The state of the page never waits for it. Its own writes come back as events and are
 * ignored.
 * @param onMoved is called when the user goes back or forward
 */
function addressIn(history: BridgeHistory, onMoved: (location: Location) => void): Address {
  let sent: readonly string[] = [];
  /** Runs after each replacement. The next one waits for its end. */
  let pause: ReturnType<typeof setTimeout> | undefined;
  let waiting: string | undefined;
  const write = (how: 'push' | 'replace', address: string) => {
    sent = [...sent, address];
    history[how](address);
  };
  const replace = (address: string) => {
    write('replace', address);
    pause = setTimeout(() => {
      pause = undefined;
      flush();
    }, WRITE_MS);
  };
  const flush = () => {
    const address = waiting;
    waiting = undefined;
    if (address !== undefined) replace(address);
  };
  const stop = history.listen((location, action) => {
    const at = action === 'POP' ? -1 : sent.indexOf(addressOf(pageStateAt(location)));
    sent = sent.slice(at + 1);
    if (at !== -1) return;
    waiting = undefined;
    onMoved(location);
  });
  return {
    push: (address) => {
      flush();
      write('push', address);
    },
    replace: (address) => {
      if (pause === undefined) replace(address);
      else waiting = address;
    },
    close: () => {
      flush();
      clearTimeout(pause);
      stop();
    },
  };
}

function changed(query: Query, changes: QueryChanges): Query {
  return Object.fromEntries(
    Object.entries({ ...query, ...changes }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function addressOf({ page, query }: PageState): string {
  const search = new URLSearchParams(query).toString();
  return (page === undefined ? '' : PATHS[page]) + (search === '' ? '' : `?${search}`);
}

interface Location {
  readonly pathname: string;
  readonly search: string;
}

function pageStateAt({ pathname, search }: Location): PageState {
  const query = Object.fromEntries(new URLSearchParams(search));
  const page = PAGES.find((name) => PATHS[name] === pathname);
  // Links to a key from before the overview lead to the first page.
  return { page: page === 'overview' && query.keyId !== undefined ? 'keys' : page, query };
}

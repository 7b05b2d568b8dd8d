import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NavigationContext, type PageName, useHistoryNavigation, useNavigation } from './navigation';
import { ask, onNotSiteAdmin } from './operations';
import { OverviewPage } from './overview/overview-page';
import { EntryPages, PageNavigation } from './page-navigation';
import { texts } from './texts';
import { AppLink } from './ui/app-link';
import { Skeleton } from './ui/skeleton';
import { useLoad } from './use-load';

// Loaded when it opens.
const CommandMenu = lazy(() => import('./command-menu/command-menu'));

// The first page is part of the first load. The others load when they open.
const PAGE_COMPONENTS: Readonly<Record<PageName, React.ComponentType>> = {
  overview: OverviewPage,
  help: lazy(() => import('./help/help-page')),
  pages: lazy(() => import('./pages/pages-page')),
  keys: lazy(() => import('./keys/keys-page')),
  levels: lazy(() => import('./levels/levels-page')),
  suggestions: lazy(() => import('./suggestions/suggestions-page')),
  exposure: lazy(() => import('./exposure/exposure-page')),
  reviews: lazy(() => import('./reviews/reviews-page')),
  policy: lazy(() => import('./settings/policy-page')),
  spaces: lazy(() => import('./spaces/spaces-page')),
  alerts: lazy(() => import('./alerts/alerts-page')),
  detections: lazy(() => import('./detections/detections-page')),
  detectors: lazy(() => import('./detectors/detectors-page')),
  newDetectors: lazy(() => import('./new-detectors/new-detectors-page')),
  exclusions: lazy(() => import('./exclusions/exclusions-page')),
  scans: lazy(() => import('./scans/scans-page')),
  runs: lazy(() => import('./runs/runs-page')),
  reference: lazy(() => import('./reference/reference-page')),
  limits: lazy(() => import('./limits/limits-page')),
  recipes: lazy(() => import('./recipes/recipes-page')),
  audit: lazy(() => import('./audit/audit-page')),
  transfer: lazy(() => import('./transfer/transfer-page')),
  siteCheck: lazy(() => import('./site-check/site-check-page')),
  personalData: lazy(() => import('./personal-data/personal-data-page')),
  storedData: lazy(() => import('./stored-data/stored-data-page')),
};

/** The pages and the navigation of the admin area. Users without permission see whom to ask. */
export function App() {
  const navigation = useHistoryNavigation();
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => onNotSiteAdmin(() => setIsRefused(true)), []);

  if (isRefused) {
    return (
      <main className="page centered">
        <h1>{texts.notAdmin.title}</h1>
        <p>{texts.notAdmin.body}</p>
      </main>
    );
  }
  if (navigation === undefined) return <Skeleton />;
  return (
    <NavigationContext.Provider value={navigation}>
      <Workspace />
    </NavigationContext.Provider>
  );
}

/** Numbers next to the entries may be as old as this. */
const COUNTS_MS = 60_000;

/** The navigation beside the open page. */
function Workspace() {
  const { page } = useNavigation();
  const { load, refresh } = useLoad(readCounts);
  const [isSearching, setIsSearching] = useState(false);
  const readAt = useRef(Date.now());
  useEffect(() => {
    if (Date.now() - readAt.current < COUNTS_MS) return;
    readAt.current = Date.now();
    void refresh();
  }, [page, refresh]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // A dialog keeps its input until it is closed.
      if (document.querySelector('dialog[open]') === null) setIsSearching(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const Page = page === undefined ? UnknownPage : PAGE_COMPONENTS[page];
  return (
    <div className="workspace">
      <PageNavigation counts={load.state === 'ready' ? load.value : undefined} onSearch={() => setIsSearching(true)} />
      <div className="workspace-page">
        <EntryPages />
        <main className="page">
          <Suspense fallback={<Skeleton />}>
            <Page key={page} />
          </Suspense>
        </main>
      </div>
      {isSearching && (
        <Suspense fallback={null}>
          <CommandMenu onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

const readCounts = () => ask('getNavigationCounts', {});

function UnknownPage() {
  const { unknown: t } = texts.navigation;
  return (
    <div className="centered">
      <h1>{t.title}</h1>
      <p>{t.body}</p>
      <AppLink page="overview" className="link">
        {t.action}
      </AppLink>
    </div>
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { NavigationContext, type PageName, useHistoryNavigation } from './navigation';
import { onNotSiteAdmin } from './operations';
import { OverviewPage } from './overview/overview-page';
import { PageNavigation } from './page-navigation';
import { texts } from './texts';
import { Skeleton } from './ui/skeleton';

// The first page is part of the first load. The others load when they open.
const PAGE_COMPONENTS: Readonly<Record<PageName, React.ComponentType>> = {
  overview: OverviewPage,
  pages: lazy(() => import('./pages/pages-page')),
  keys: lazy(() => import('./keys/keys-page')),
  levels: lazy(() => import('./levels/levels-page')),
  suggestions: lazy(() => import('./suggestions/suggestions-page')),
  settings: lazy(() => import('./settings/settings-page')),
  detections: lazy(() => import('./detections/detections-page')),
  detectors: lazy(() => import('./detectors/detectors-page')),
  newDetectors: lazy(() => import('./new-detectors/new-detectors-page')),
  exclusions: lazy(() => import('./exclusions/exclusions-page')),
  scans: lazy(() => import('./scans/scans-page')),
  runs: lazy(() => import('./runs/runs-page')),
  reference: lazy(() => import('./reference/reference-page')),
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
  const Page = PAGE_COMPONENTS[navigation.page];
  return (
    <NavigationContext.Provider value={navigation}>
      <PageNavigation />
      <main className="page">
        <Suspense fallback={<Skeleton />}>
          <Page key={navigation.page} />
        </Suspense>
      </main>
    </NavigationContext.Provider>
  );
}

import type { PageName } from '../navigation';

/** The guide that explains a page, and its section. */
export const GUIDE_OF: Readonly<Partial<Record<PageName, string>>> = {
  overview: 'overview',
  pages: 'pages',
  suggestions: 'levels-and-settings#suggestions',
  exposure: 'exposure',
  reviews: 'reviews#campaigns',
  detections: 'detection',
  exclusions: 'detection#exclusions',
  levels: 'levels-and-settings',
  policy: 'levels-and-settings#settings',
  alerts: 'alerts',
  spaces: 'spaces',
  detectors: 'detection#custom-detectors',
  newDetectors: 'detection-explained#new-detectors',
  scans: 'detection',
  runs: 'jobs',
  audit: 'lists-and-feed#the-audit-log',
  keys: 'access',
  recipes: 'automation',
  reference: 'api',
  limits: 'limits#changing-quotas',
  siteCheck: 'site-check',
  transfer: 'migration',
  personalData: 'privacy',
  storedData: 'stored-data',
};

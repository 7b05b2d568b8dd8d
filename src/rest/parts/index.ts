import type { Route } from '../route';

type Part = () => Promise<{ readonly routes: readonly Route[] }>;

/**
 * The operations, by the first segment of their path behind the version. To build the schemas of all of them takes longer
 * than to answer a request, so a part is made when it is first asked for (docs/adr/0020). What is about detection is a file
 * of its own, like the detectors; the rest stays in the bundle's one file.
 */
const parts = new Map<string, Part>([
  ['audit', () => import(/* webpackMode: "eager" */ './audit')],
  ['change', () => import(/* webpackMode: "eager" */ './changes')],
  ['detection', () => import('./detections')],
  ['detector', () => import('./detectors')],
  ['exclusion', () => import('./exclusions')],
  ['job', () => import(/* webpackMode: "eager" */ './jobs')],
  ['key', () => import(/* webpackMode: "eager" */ './key')],
  ['level', () => import(/* webpackMode: "eager" */ './levels')],
  ['page-level', () => import(/* webpackMode: "eager" */ './page-levels')],
  ['redaction', () => import('./redactions')],
  ['setting', () => import(/* webpackMode: "eager" */ './settings')],
]);

/** The operations below `/v1/{resource}`; none where there is no such resource. */
export async function routesOf(resource: string): Promise<readonly Route[]> {
  const part = await parts.get(resource)?.();
  return part?.routes ?? [];
}

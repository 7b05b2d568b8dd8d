import type { OpenRoute, Route } from '../route';

type Part = () => Promise<{ readonly routes: readonly (OpenRoute | Route)[] }>;

/**
 * The operations, by the first path segment after the version. Building the schemas of all of them takes longer than
 * responding to a request, so each part is built on first use (docs/adr/0020). The parts without `eager` are files of
 * their own; the rest is in the main file of the bundle.
 */
const parts = new Map<string, Part>([
  ['audit', () => import(/* webpackMode: "eager" */ './audit')],
  ['change', () => import(/* webpackMode: "eager" */ './changes')],
  ['detection', () => import('./detections')],
  ['detector', () => import('./detectors')],
  ['exclusion', () => import('./exclusions')],
  ['health', () => import('./health')],
  ['job', () => import(/* webpackMode: "eager" */ './jobs')],
  ['key', () => import(/* webpackMode: "eager" */ './key')],
  ['leak-report', () => import('./leak-report')],
  ['level', () => import(/* webpackMode: "eager" */ './levels')],
  ['page-level', () => import(/* webpackMode: "eager" */ './page-levels')],
  ['redaction', () => import('./redactions')],
  ['suggestion', () => import('./suggestions')],
  ['setting', () => import(/* webpackMode: "eager" */ './settings')],
]);

/** The operations below `/v1/{resource}`; empty if the resource does not exist. */
export async function routesOf(resource: string): Promise<readonly (OpenRoute | Route)[]> {
  const part = await parts.get(resource)?.();
  return part?.routes ?? [];
}

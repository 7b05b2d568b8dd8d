import type { OpenRoute, Route } from '../route';

type Part = () => Promise<{ readonly routes: readonly (OpenRoute | Route)[] }>;

/**
 * The operations, by the first path segment after the version. Each resource is a separate part of the bundle, and its schemas are
 * built when it is first requested (docs/adr/0020, docs/adr/0094).
 */
const parts = new Map<string, Part>([
  ['audit', () => import('./audit')],
  ['change', () => import('./changes')],
  ['configuration', () => import('./configuration')],
  ['detection', () => import('./detections')],
  ['detector', () => import('./detectors')],
  ['evidence-key', () => import('./evidence-key')],
  ['exclusion', () => import('./exclusions')],
  ['health', () => import('./health')],
  ['job', () => import('./jobs')],
  ['key', () => import('./key')],
  ['leak-report', () => import('./leak-report')],
  ['level', () => import('./levels')],
  ['page-exposure', () => import('./page-exposure')],
  ['review-campaign', () => import('./review-campaigns')],
  ['page-review', () => import('./page-reviews')],
  ['page-level', () => import('./page-levels')],
  ['page-use', () => import('./page-use')],
  ['redaction', () => import('./redactions')],
  ['space-exposure', () => import('./space-exposure')],
  ['suggestion', () => import('./suggestions')],
  ['setting', () => import('./settings')],
]);

/** The operations below `/v1/{resource}`; empty if the resource does not exist. */
export async function routesOf(resource: string): Promise<readonly (OpenRoute | Route)[]> {
  const part = await parts.get(resource)?.();
  return part?.routes ?? [];
}

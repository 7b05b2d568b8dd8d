import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { copiedFindingId, copiedPageId, copiedSpaceId } from './copied-pages';
import { levelNamed } from './levels';
import type { Site, SurfaceRequest } from './site';

/** The reading operations of every door, on a site with copied pages. Each must not depend on the number of pages. */

export interface SiteOperation {
  readonly name: string;
  /** True if Confluence searches for its pages. The local host compares a query with every page. */
  readonly searches?: boolean;
  /**
   * The maximum number of calls, for operations that read more rows where there are more, up to a fixed number of rows. Omitted:
   * the number of calls never depends on the number of pages.
   */
  readonly maxCalls?: number;
  readonly run: (site: Site, key: string) => Promise<readonly TracedCall[]>;
}

type Extra = Pick<SiteOperation, 'searches' | 'maxCalls'>;

const get = (path: string, extra: Extra = {}): SiteOperation => ({
  name: `GET ${path.split('?')[0] ?? ''}${path.includes('?') ? ` (${path.split('?')[1] ?? ''})` : ''}`,
  ...extra,
  run: async (site, key) => {
    const { status, calls, text } = await site.rest('GET', `/v1${path}`, { key });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return calls;
  },
});

const admin = (
  operation: string,
  payload: object | ((site: Site) => object) = {},
  extra: Extra = {},
): SiteOperation => ({
  name: `admin ${operation}${typeof payload === 'object' && Object.keys(payload).length > 0 ? ` ${JSON.stringify(payload)}` : ''}`,
  ...extra,
  run: async (site) => {
    const input = typeof payload === 'function' ? payload(site) : payload;
    const { result, requestId } = await site.host.invokeResolver(operation, input, ADMIN.accountId);
    if ((result as { ok?: unknown }).ok !== true) throw new Error(`${operation}: ${JSON.stringify(result)}`);
    return site.host.traces.find(requestId)?.calls ?? [];
  },
});

const surface = (
  moduleKey: string,
  operation: string,
  {
    payload = () => ({}),
    at,
    ...extra
  }: Extra & { readonly payload?: (site: Site) => object; readonly at: SurfaceRequest },
): SiteOperation => ({
  name: `${moduleKey} ${operation}`,
  ...extra,
  run: async (site) => {
    const { result, calls } = await site.surfaceCalls(moduleKey, operation, payload(site), at);
    if (result.ok !== true) throw new Error(`${operation}: ${JSON.stringify(result)}`);
    return calls;
  },
});

/** Counts and groups read the latest 1,000 findings, 50 at a time, and their pages. */
const THOUSAND_FINDINGS = 45;
/** One part of an export reads at most 1,000 rows that match, in at most 20 calls, and their names in bulk. */
const EXPORTED_ROWS = 32;

const PAGE = copiedPageId(22);
/** A fifth of all pages are in this space. */
const SPACE = copiedSpaceId(0);
const SMALL_SPACE = copiedSpaceId(1);
const onPage = { pageId: PAGE };
const inSpace = { spaceKey: 'COPY0' };
const level = (site: Site) => ({ levelId: levelNamed(site, 'Internal').levelId });

export const SITE_OPERATIONS: readonly SiteOperation[] = [
  get('/page-level?limit=50'),
  get('/page-level?limit=50&levelId=internal'),
  get(`/page-level?limit=50&spaceId=${SPACE}`),
  get(`/page-level?limit=50&levelId=internal&spaceId=${SPACE}`, { maxCalls: 12 }),
  get(`/page-level?limit=50&unclassified=true&spaceId=${DEMO_SPACES.ENG}`, { searches: true }),
  get(`/page-level/by-page/${PAGE}`),
  get(`/page-level/by-page/${PAGE}/levels`),
  get(`/page-level/by-page/${PAGE}/history`),
  get('/change?limit=50'),
  get('/change?limit=50&from=2026-11-01T00:00:00Z'),
  get('/audit?limit=50'),
  get('/audit?limit=50&type=page.level.set'),
  get(`/audit?limit=50&subject=page:${PAGE}`),
  get('/detection?limit=25'),
  get('/detection?limit=25&status=open'),
  get(`/detection?limit=25&status=open&spaceId=${SPACE}`, { maxCalls: 10 }),
  get('/detection/summary', { maxCalls: THOUSAND_FINDINGS + 4 }),
  get('/detection/coverage?limit=25'),
  get(`/detection/by-page/${PAGE}`),
  get('/detection/export', { maxCalls: THOUSAND_FINDINGS + 4 }),
  get('/exclusion'),
  get(`/page-exposure/by-page/${PAGE}`),
  get('/page-exposure?limit=25'),
  get(`/page-exposure?limit=25&spaceId=${SPACE}`),
  get('/page-exposure/export'),
  get('/space-exposure?limit=25'),
  get('/setting/exposure'),
  get('/setting/review'),
  get('/page-review?limit=25'),
  get('/review-campaign'),
  get(`/page-review/by-page/${PAGE}`),
  get('/setting/page-use'),
  get('/setting/exposure/exception'),
  get('/detector'),
  get('/level'),
  get('/setting'),
  get('/key'),
  get('/job'),
  admin('getOverview'),
  admin('getNavigationCounts'),
  admin('getSetup'),
  admin('listKeys'),
  admin('listLevels'),
  admin('countPagesByLevel'),
  admin('describeLevelUse', level),
  admin('listPages', {}, { searches: true }),
  admin('listPages', (site) => ({ filter: { level: level(site).levelId } })),
  admin('listPages', (site) => ({ filter: { level: level(site).levelId, spaceId: SPACE } }), { maxCalls: 20 }),
  admin('listPages', { filter: { level: 'none' } }, { searches: true, maxCalls: 80 }),
  admin('listPages', { filter: { severities: ['high'] } }, { maxCalls: 100 }),
  admin('listPages', { filter: { since: '2026-11-01T00:00:00.000Z' } }),
  admin('listPages', { filter: { coverage: 'complete' } }, { maxCalls: 80 }),
  admin('listLostSubLevels', {}),
  admin('listSuggestions', {}, { searches: true, maxCalls: 50 }),
  admin('listFindings', {}),
  // A part is full on both sites.
  admin('listFindings', { status: 'open', limit: 25 }),
  admin('listFindings', { status: 'open', severity: 'high', limit: 25 }),
  admin('listFindings', { status: 'open', spaceId: SPACE }, { maxCalls: 12 }),
  admin('listFindings', { status: 'open', spaceId: SMALL_SPACE }, { maxCalls: 12 }),
  admin('groupFindings', { status: 'open', by: 'value' }, { maxCalls: THOUSAND_FINDINGS }),
  admin('groupFindings', { status: 'open', by: 'page' }, { maxCalls: THOUSAND_FINDINGS }),
  admin('summarizeFindings', { status: 'open' }, { maxCalls: THOUSAND_FINDINGS }),
  admin('suggestExclusions', { findingId: copiedFindingId(22) }, { maxCalls: THOUSAND_FINDINGS }),
  admin('exportFindings', { status: 'open' }, { maxCalls: THOUSAND_FINDINGS + 1 }),
  admin('listScans'),
  admin('countCoverage'),
  admin('listCoverage', { coverage: 'complete' }),
  admin('listCoverage', { coverage: 'stale' }),
  admin(
    'previewDetection',
    { operation: 'changeDetector', input: { rev: 0, detectorId: 'email', changes: { enabled: false } } },
    { searches: true, maxCalls: 60 },
  ),
  admin('countAffected', { change: { of: 'nothing' } }, { maxCalls: 40 }),
  admin('listExclusions'),
  admin('listRuns'),
  admin('getMirror'),
  admin('getReconciliation'),
  admin('exportPageLevels', {}, { maxCalls: EXPORTED_ROWS }),
  admin('exportLevelChanges', {}, { maxCalls: EXPORTED_ROWS }),
  admin('listAudit'),
  admin('listAudit', { type: 'page.level.set' }),
  admin('listAudit', { actorAccountId: ADMIN.accountId }),
  admin('listAudit', { type: 'apikey.created' }),
  admin('exportAudit', {}, { maxCalls: EXPORTED_ROWS }),
  admin('findSpaces', { text: 'Space' }),
  surface('level-byline', 'openPopup', { at: onPage }),
  surface('level-byline', 'checkUse', { at: onPage }),
  surface('level-banner', 'openBanner', { at: onPage }),
  surface('level-history', 'listHistory', { at: onPage }),
  surface('classify-below', 'openBelow', { at: onPage }),
  surface('level-macro', 'openLevel', { at: onPage }),
  surface('report-macro', 'openReport', {
    at: { ...onPage, config: { source: 'space', spaceKey: 'COPY0' } },
    maxCalls: 15,
  }),
  surface('home', 'openHome', { at: {} }),
  surface('home', 'listMyPages', { at: {}, searches: true }),
  surface('home', 'findByLevel', { at: {}, payload: level, searches: true }),
  surface('space-classification', 'openSpace', { at: inSpace, searches: true, maxCalls: 60 }),
  surface('space-classification', 'findInSpace', { at: inSpace, payload: level }),
  surface('space-classification', 'readSpaceNumbers', { at: inSpace }),
  surface('space-classification', 'listSpaceFindings', { at: inSpace, maxCalls: 9 }),
  surface('space-classification', 'listSpaceGaps', { at: inSpace, payload: () => ({ gap: 'not-inspected' }) }),
];

/** The calls in the order of their start, without ids, cursors and questions. */
export function shapeOf(calls: readonly TracedCall[]): readonly string[] {
  return calls.map(
    ({ target, method, path }) => `${target} ${method} ${path.split('?')[0]?.replaceAll(/\d{4,}/g, '{id}') ?? ''}`,
  );
}

export const stagesOf = (calls: readonly TracedCall[]): number => Math.max(0, ...calls.map(({ stage }) => stage));

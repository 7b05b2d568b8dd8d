import { readdirSync, readFileSync } from 'node:fs';
import { DEMO_PAGES } from '../../local/demo';
import { followNativeLevels } from '../support/native-levels';
import { levelNamed } from '../support/levels';
import { rowOf, rowsOf } from '../support/stored-rows';
import type { World } from './paged-lists';

/**
 * The walks of the background over lists that others change, with the functions that start them, check their end, and
 * list their visits.
 */

export interface Walk {
  /** The pages that a walk finds before, during and after the changes. */
  readonly stays: (world: World) => readonly string[];
  /** @returns the id of the job, if it is one */
  readonly start: (world: World) => Promise<string>;
  readonly isDone: (world: World, id: string) => Promise<boolean>;
  /** Each visit of a page, and its effect on it. */
  readonly visits: (world: World, id: string) => readonly string[];
}

/** The pages of calls of one queue. */
const calls =
  (module: string, method: RegExp, path: RegExp): Walk['visits'] =>
  ({ calls: made }) =>
    made
      .filter((call) => call.module === module && method.test(call.method))
      .flatMap((call) => path.exec(decodeURIComponent(call.path))?.[1]?.split(',') ?? []);

/** The pages that a job finds, and that get a result. */
const job: Pick<Walk, 'isDone' | 'visits'> = {
  isDone: ({ site }, id) => Promise.resolve(!['queued', 'running'].includes(String(rowOf(site, 'job', id)['state']))),
  visits: ({ site }, id) =>
    rowsOf(site, 'job')
      .filter(({ key }) => key.startsWith(`${id}:results:`))
      .flatMap(({ value }) => [...JSON.stringify(value).matchAll(/"pageId":"(\d+)"/g)])
      .map(([, pageId]) => pageId ?? ''),
};

const asAdmin = async ({ site }: World, name: string, payload: object = {}) => {
  const result = await site.admin(name, payload);
  expect([name, result]).toMatchObject([name, { ok: true }]);
  return result.value;
};
const aJob =
  (name: string, payload: object): Walk['start'] =>
  async (world) =>
    (await asAdmin(world, name, { ...payload, requestKey: crypto.randomUUID() })).jobId;

/** In this order, because the last ones change levels. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'a job finds the pages of a search': {
    ...job,
    stays: ({ all }) => all,
    start: async ({ site, key, levelId }) => {
      const body = { levelId, cql: 'type = page and space = ENG', dryRun: true };
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      return (await site.rest('POST', '/v1/page-level/jobs', { key, body, headers })).body.jobId;
    },
  },
  'a job finds the pages below a page': {
    ...job,
    stays: ({ all }) => all,
    start: async ({ site, levelId }) => {
      const preview = { level: { levelId }, alsoLower: false, requestKey: crypto.randomUUID() };
      const at = { pageId: DEMO_PAGES.engHome };
      return (await site.surface('level-history', 'previewBelow', preview, at)).value.job.jobId;
    },
  },
  'a job finds the pages that lost a sub-level': {
    ...job,
    stays: ({ classified }) => classified,
    start: aJob('restoreSubLevels', { dryRun: true }),
  },
  'the daily reconciliation reads each page with a level': {
    stays: ({ classified }) => classified,
    start: async ({ site }) => (await site.host.background.runSchedule('daily-reconciliation')).module,
    isDone: async (world) => (await asAdmin(world, 'getReconciliation')).run === undefined,
    visits: calls('walks-consumer', /GET/, /\/pages\?.*\bid=([\d,]+)/),
  },
  'the walk of the mirror writes each property': {
    stays: ({ classified }) => classified,
    start: async (world) => (await asAdmin(world, 'startMirrorWalk')).walk.walkId,
    isDone: async (world) => (await asAdmin(world, 'getMirror')).walk.state === 'finished',
    visits: calls('walks-consumer', /POST|PUT/, /\/pages\/(\d+)\/properties/),
  },
  'the comparison with native levels sets each level': {
    stays: ({ classified }) => classified,
    start: async ({ site }) => {
      site.host.assumptions.add('native-levels');
      await followNativeLevels(site, (name) => levelNamed(site, name).levelId);
      return '';
    },
    isDone: async (world) => (await asAdmin(world, 'getNativeLevels')).running === undefined,
    visits: calls('walks-consumer', /PUT/, /\/pages\/(\d+)\/classification-level/),
  },
  'a job raises each page to its required level': {
    ...job,
    stays: ({ belowRequired }) => belowRequired,
    start: aJob('raiseToRequired', {}),
  },
};

const LISTS = 'the lists above';

/** Every module that queries storage, and the test that it lists or visits each row once, with queries that lag. */
export const QUERIES: Readonly<Record<string, string>> = {
  'admin/site/overview.ts': 'one part: test/admin/overview',
  'admin/site/personal-data.ts': 'the number of people: test/privacy/requests',
  'admin/site/setup.ts': 'one row: test/property/own-writes',
  'alerts/count-alerts.ts': 'test/alerts/alerts',
  'audit/read-events.ts': LISTS,
  'classification/change-feed.ts': LISTS,
  'classification/level-history.ts': LISTS,
  'classification/level-proposals.ts': 'one part: test/property/own-writes',
  'classification/level-use.ts': 'a number for a person, as of the query: test/admin/levels',
  'classification/list-page-levels.ts': LISTS,
  'classification/page-level-entries.ts': 'the walks above, and exportPageLevels',
  'counts/check-counts.ts': 'test/counts/counters-property',
  'counts/follow-changes.ts': 'test/counts/counters-property',
  'exposure/store.ts': 'test/exposure/measure',
  'findings/lists/list-findings.ts': LISTS,
  'findings/lists/list-page-scans.ts': 'the walks above, and listCoverage',
  'jobs/changed-pages.ts': 'the walks above, and listLostSubLevels',
  'keys/key-store.ts': 'test/property/own-writes',
  'keys/key-use-store.ts': 'test/admin/key-use',
  'keys/list-line-runs.ts': LISTS,
  'mirror/stamps.ts': 'test/mirror/sweep',
  'mirror/step-walk.ts': 'the walks above',
  'native-levels/model.ts': LISTS,
  'privacy/erasure-store.ts': 'test/property/own-writes, test/privacy/erasure-faults',
  'privacy/find-rows.ts': 'exportPerson, test/privacy/erasure-faults',
  'privacy/report.ts': 'test/privacy/report',
  'review/campaign-store.ts': LISTS,
  'review/read-due.ts': LISTS,
  'upkeep/removal-tasks.ts': 'test/upkeep/removal',
};

const A_QUERY =
  /\b(listNewestFirst|listOldestFirst|listByPage|listByKey|listAllRows)(<[^>]*>)?\(|storage\.(list|listValues)\(/;

/** The modules that query storage, except the platform's. */
export function queryingModules(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('platform/'))
    .filter((name) => A_QUERY.test(readFileSync(`src/${name}`, 'utf8')))
    .toSorted();
}

import { randomUUID } from 'node:crypto';
import document from '../../dist/openapi.json';
import { LINE_LIMITS } from '../../src/runs/line';
import { PAUSE_CODES } from '../../src/runs/paused';
import { WAIT_CODES, WAIT_REASONS, type WaitCode } from '../../src/runs/wait-reasons';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { levelNamed } from '../support/levels';
import { putRow, rowOf, rowsOf, type StoredRecord } from '../support/stored-rows';
import { settleSurfaces } from '../surfaces/surface-site';

/** Every door that shows a job, a scan or a redaction says the same about why it waits, whatever the reason. */

const LATER = '2026-11-21T10:40:00.000Z';
const QUOTAS: Partial<Record<WaitCode, string>> = { POINTS_USED_UP: 'host', CHANGES_USED_UP: 'key-write' };
const LINES = { open: 'job', 'scan:open': 'scan', 'redaction:open': 'redaction' };
const isPause = (code: WaitCode): boolean => PAUSE_CODES.some((one) => one === code);

let site: RedactionSite;
let cancels: typeof doors;
/** Those of `doors` that belong to the API. */
let ofApi: typeof doors;
let doors: Readonly<Record<string, () => Promise<any>>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- answers of all doors
beforeEach(async () => {
  site = await openRedactionSite();
  await settleSurfaces(site, { peopleMayRedact: true });
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const findingIds = site.findings(pageId)['card-pan'] ?? [];
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const rest = async (method: string, path: string, body?: object) => {
    const headers = { 'Idempotency-Key': path };
    const answer = await site.rest(method, path, { key, ...(body === undefined ? {} : { body, headers }) });
    const { nextAttemptAt } = answer.body.waiting ?? {};
    // The clock of the site stands at 10:00.
    if (nextAttemptAt !== undefined) expect(answer.header('Retry-After')).toBe('2400');
    return answer.body;
  };
  const requestKey = randomUUID();
  const value = async (answer: Promise<any>) => (await answer).value; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  const admin = (operation: string, payload: object) => value(site.admin(operation, payload));
  const page = (operation: string, payload: object) =>
    value(site.surface('level-byline', operation, payload, { pageId }));
  const home = (operation: string, payload: object) => value(site.surface('home', operation, payload, {}));
  const first = async (list: Promise<{ results: readonly unknown[] }>) => (await list).results[0];
  const level = { levelId: levelNamed(site, 'Internal').levelId };
  const removal = { findingIds, dryRun: false, requestKey: randomUUID() };
  const order = { findingIds, dryRun: false, requestKey };
  const create = {
    createJob: () => rest('POST', '/v1/page-level/jobs', { ...level, pages: [{ pageId }] }),
    createScan: () => rest('POST', '/v1/detection/scan', { pageIds: [pageId] }),
    createRedaction: () => rest('POST', '/v1/redaction', { detectionIds: findingIds }),
    raise: () => admin('raiseToRequired', { requestKey }),
    startScan: () => admin('startScan', { of: { of: 'pages', pageIds: [pageId] }, requestKey }),
    startRedaction: () => admin('startRedaction', order),
    below: async () => (await page('previewBelow', { level, alsoLower: false, requestKey })).job,
    remove: async () => (await page('startRedaction', removal)).redaction,
    setLevels: async () =>
      (await home('setLevels', { pages: [{ pageId, revision: 'absent' }], level, alsoLower: false, requestKey })).job,
  };
  const created: Record<string, any> = {}; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  for (const [name, start] of Object.entries(create)) created[name] = await start();
  const { createJob, createScan, createRedaction, raise, startScan, startRedaction, below, remove } = created;
  const { createJob: newJob, createScan: newScan, createRedaction: newRedaction, ...ofPeople } = create;
  ofApi = {
    ...{ createJob: newJob, createScan: newScan, createRedaction: newRedaction },
    getJob: () => rest('GET', `/v1/job/${createJob.jobId}`),
    listJobs: () => first(rest('GET', '/v1/job')),
    getScan: () => rest('GET', `/v1/detection/scan/${createScan.scanId}`),
    listScans: () => first(rest('GET', '/v1/detection/scan')),
    getRedaction: () => rest('GET', `/v1/redaction/${createRedaction.redactionId}`),
    listRedactions: () => first(rest('GET', '/v1/redaction')),
  };
  doors = {
    ...ofApi,
    ...ofPeople,
    adminJob: () => admin('getJob', { jobId: raise.jobId }),
    adminScan: () => admin('getScan', { scanId: startScan.scanId }),
    adminScans: async () => (await admin('listScans', {})).scans[0],
    adminRedaction: () => admin('getRedaction', { redactionId: startRedaction.redactionId }),
    ...Object.fromEntries(
      Object.values(LINES).map((kind) => [
        `background work: ${kind}`,
        async () => {
          const { runs } = await admin('listRuns', {});
          const run = runs.find((one: { kind: string }) => one.kind === kind);
          return { waiting: run.waiting, paused: run.details.paused };
        },
      ]),
    ),
    belowJob: async () => (await page('getBelowJob', { jobId: below.jobId })).job,
    openBelow: async () => (await page('openBelow', {})).job,
    openHome: async () => (await home('openHome', {})).job,
    removal: async () => (await page('getRedaction', { redactionId: remove.redactionId })).redaction,
  };
  cancels = {
    cancelJob: () => rest('DELETE', `/v1/job/${createJob.jobId}`),
    cancelScan: () => rest('DELETE', `/v1/detection/scan/${createScan.scanId}`),
    cancelRedaction: () => rest('DELETE', `/v1/redaction/${createRedaction.redactionId}`),
    adminCancelJob: () => admin('cancelJob', { jobId: raise.jobId }),
    adminCancelScan: () => admin('cancelScan', { scanId: startScan.scanId }),
    cancelBelow: async () => (await page('cancelBelowJob', { jobId: below.jobId })).job,
  };
});
afterEach(() => site.close());

/** Lets every run wait for this reason. */
async function waitFor(code: WaitCode): Promise<void> {
  const since = '2026-11-21T10:00:00.000Z';
  const quota = QUOTAS[code];
  const until =
    code === 'WAITS_FOR_TURN' ? {} : { nextAttemptAt: LATER, wait: { code, since, ...(quota && { quota }) } };
  for (const line of Object.keys(LINES)) {
    const row = rowOf(site, 'job', line) as any; // eslint-disable-line @typescript-eslint/no-explicit-any -- any line
    const wait = (entries: readonly StoredRecord[]) =>
      entries.map(({ id, owner, round }) => ({ id, owner, round, state: 'waiting', ...until }));
    const data = Array.isArray(row.data) ? wait(row.data) : { ...row.data, open: wait(row.data.open) };
    await putRow(site, 'job', line, { ...row, data });
  }
  for (const { key, value } of rowsOf(site, 'job')) {
    if (typeof value['state'] !== 'string') continue;
    const paused = isPause(code) ? { code, since } : undefined;
    await putRow(site, 'job', key, { ...value, data: { ...(value['data'] as object), paused } });
  }
}

it.each(WAIT_CODES)('every door reports %s', async (code) => {
  await waitFor(code);
  const quota = QUOTAS[code];
  const waiting = {
    ...{ code, reason: WAIT_REASONS[code] },
    ...(quota === undefined ? {} : { quota }),
    ...(code === 'WAITS_FOR_TURN'
      ? { ahead: { own: expect.any(Number), others: expect.any(Number) } }
      : { nextAttemptAt: LATER }),
  };
  for (const [name, read] of Object.entries(doors)) {
    const shown = await read();
    const isOfApi = name in ofApi;
    const since = isPause(code) && isOfApi ? { since: '2026-11-21T10:00:00.000Z' } : {};
    expect({ name, waiting: shown.waiting, paused: shown.paused?.code }).toEqual({
      ...{ name, waiting: { ...waiting, ...since } },
      paused: isPause(code) && !isOfApi ? code : undefined,
    });
    // In the API, a run that waits for its first turn is queued.
    if (isOfApi) expect([name, shown.state]).toEqual([name, code === 'WAITS_FOR_TURN' ? 'queued' : 'waiting']);
  }
  const overview = (await site.admin('getOverview', {})).value.runs.open;
  expect(overview.map((run: { waiting: object }) => run.waiting)).toEqual(overview.map(() => waiting));
  const { removals } = (await site.surface('home', 'listPausedRemovals', {}, {})).value;
  expect(removals.map((one: { waiting: object }) => one.waiting)).toEqual(removals.map(() => waiting));
  expect(removals).toHaveLength(isPause(code) ? 2 : 0);
});

it('a key with the most open jobs is asked to wait until one of them can continue', async () => {
  const { key } = await site.createKey();
  const pages = [{ pageId: '1' }];
  const create = (name: number) =>
    site.rest('POST', '/v1/page-level/jobs', {
      ...{ key, headers: { 'Idempotency-Key': `full-${name}` } },
      body: { levelId: 'internal', pages },
    });
  for (let count = 0; count < LINE_LIMITS.openOfOwner; count += 1) expect((await create(count)).status).toBe(202);
  expect((await create(9)).header('Retry-After')).toBe('60');
  await waitFor('POINTS_USED_UP');
  expect((await create(9)).header('Retry-After')).toBe('2400');
});

it('a canceled run waits for nothing', async () => {
  await waitFor('POINTS_USED_UP');
  for (const cancel of Object.values(cancels)) {
    const shown = await cancel();
    expect(shown.state).toBe('cancelled');
    expect(shown.waiting).toBeUndefined();
  }
});

it('the table of runs includes every operation of the API that shows a run', () => {
  const schemas: Readonly<Record<string, object>> = document.components.schemas;
  const showsRun = (part: object, seen = new Set<string>()): boolean => {
    const names = [...JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/gu)].map(([, name = '']) => name);
    return names.some((name) => {
      if (name === 'Waiting') return true;
      if (seen.has(name)) return false;
      return showsRun(schemas[name] ?? {}, seen.add(name));
    });
  };
  const shown = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId?: string; responses?: object }>).flatMap(
      ({ operationId, responses }) => (operationId !== undefined && showsRun(responses ?? {}) ? [operationId] : []),
    ),
  );
  expect(shown.toSorted()).toEqual(
    [
      ...Object.keys(doors).filter((name) => shown.includes(name)),
      ...Object.keys(cancels).filter((name) => shown.includes(name)),
    ].toSorted(),
  );
});

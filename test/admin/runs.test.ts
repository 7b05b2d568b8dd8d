import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { RunList, RunView } from '../../src/admin/runs/runs';
import type { ScanView } from '../../src/admin/runs/scans';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { done, refusal } from './ask';

/** Every site admin sees the owner and the progress of every open job, scan and redaction, but never the content. */

const OTHER = 'admin2@example.com';

let site: RedactionSite;
let pageId: string;
beforeEach(async () => {
  site = await openRedactionSite();
  pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  await site.host.background.settle();
});
afterEach(() => site.close());

const list = async (as?: string) => (await done<RunList>(site, 'listRuns', {}, as)).runs;
const cancel = async ({ kind, runId }: Pick<RunView, 'kind' | 'runId'>, as?: string) =>
  (await done<RunList>(site, 'cancelRun', { kind, runId }, as)).runs;
const post = async (path: string, body: object, key = site.key) => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const answer = await site.rest('POST', path, { key, body, headers });
  expect(answer.status).toBe(202);
  return answer.body;
};

/** One of each kind, with a key of the admin; each is for a space that the other admin cannot see. */
async function startAll({ dryRun }: { readonly dryRun: boolean }) {
  const { key, keyId } = await site.createKey({ detectionScope: 'manage' });
  const job = await post('/v1/page-level/jobs', { levelId: 'internal', pages: [{ pageId }] }, key);
  const scan = await post('/v1/detection/scan', { spaceId: DEMO_SPACES.ENG }, key);
  const redaction = await post('/v1/redaction', { pageId, dryRun }, key);
  return { keyId, job: job.jobId, scan: scan.scanId, redaction: redaction.redactionId } as const;
}

it('the admin area lists all runs with their owner and progress, and without their content', async () => {
  expect(await list()).toEqual([]);
  const { keyId, job, scan, redaction } = await startAll({ dryRun: true });
  const known = { createdBy: ADMIN.accountId, keyId, createdAt: expect.any(String), isCanceling: false };
  const listed = (ofJob: object, ofScan: object, ofRedaction: object) => [
    { kind: 'job', runId: job, state: 'running', details: { ...known, dryRun: false, ...ofJob } },
    { kind: 'scan', runId: scan, state: 'running', details: { ...known, dryRun: false, ...ofScan } },
    { kind: 'redaction', runId: redaction, state: 'running', details: { ...known, dryRun: true, ...ofRedaction } },
  ];
  expect(await list()).toEqual(listed({ done: 0, total: 1 }, { done: 0 }, { done: 0, total: 1 }));
  const runs = await list(OTHER);
  // Only the user who started the run gets the counts.
  expect(runs).toEqual(listed({}, {}, {}));
  expect(JSON.stringify(runs)).not.toContain(pageId);
  expect(JSON.stringify(runs)).not.toContain(DEMO_SPACES.ENG);
  await site.host.background.settle();
  expect(await list(OTHER)).toEqual([]);
});

it('the admin area shows the space and the query of a scan only to the user who started it', async () => {
  const start = (of: object) => site.admin('startScan', { of, requestKey: crypto.randomUUID() });
  await start({ of: 'space', spaceId: DEMO_SPACES.ENG });
  await start({ of: 'query', cql: 'space = ENG' });
  const shown = async (as?: string) =>
    (await done<{ scans: readonly ScanView[] }>(site, 'listScans', {}, as)).scans.map(({ spaceId, cql }) => [
      spaceId,
      cql,
    ]);
  expect((await shown()).flat().filter((one) => one !== undefined)).toHaveLength(2);
  expect((await shown(OTHER)).flat().filter((one) => one !== undefined)).toEqual([]);
});

it('the admin area shows the position in the queue, and cancels running and waiting runs; the next one starts', async () => {
  for (let n = 0; n < 5; n += 1) await post('/v1/page-level/jobs', { levelId: 'internal', pages: [{ pageId }] });
  const runs = await list(OTHER);
  expect(runs.map(({ state, position }) => [state, position])).toEqual([
    ['running', undefined],
    ['running', undefined],
    ['running', undefined],
    ['waiting', 1],
    ['waiting', 2],
  ]);
  const [first, , , fourth, fifth] = runs as [RunView, RunView, RunView, RunView, RunView];
  expect((await cancel(fourth, OTHER)).map(({ runId }) => runId)).not.toContain(fourth.runId);
  const left = await cancel(first, OTHER);
  expect(left.find(({ runId }) => runId === fifth.runId)).toMatchObject({ state: 'running' });
  await site.host.background.settle();
  expect(await list()).toEqual([]);
  const audit = rowsOf(site, 'audit').map(({ value }) => value);
  const canceled = audit.filter(({ type }) => type === 'job.cancelled');
  expect(canceled.map(({ subject }) => subject).sort()).toEqual(
    [first, fourth].map(({ runId }) => `job:${runId}`).sort(),
  );
  expect(new Set(canceled.map(({ actorType }) => actorType))).toEqual(new Set(['user']));
  expect(canceled.every(({ actorAccountId }) => actorAccountId !== ADMIN.accountId)).toBe(true);
});

it.each(['job', 'scan', 'redaction'] as const)(
  'the admin area cancels a %s of a key, with the admin in the audit log',
  async (kind) => {
    // The audit log has no event of a dry run.
    const started = await startAll({ dryRun: kind !== 'redaction' });
    const runId = started[kind];
    expect((await cancel({ kind, runId })).map((run) => run.kind)).not.toContain(kind);
    await site.host.background.settle();
    const keyed = kind === 'job' ? runId : `${kind}:${runId}`;
    expect(rowOf(site, 'job', keyed)).toMatchObject({ state: 'cancelled' });
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    const ended = audit.filter(
      ({ type, subject }) => subject === `${kind}:${runId}` && type !== 'job.created' && type !== 'page.level.set',
    );
    expect(ended.map(({ type, actorType, actorAccountId }) => [type, actorType, actorAccountId])).toEqual([
      ['job.cancelled', 'user', ADMIN.accountId],
    ]);
    // A second time, it stays unchanged.
    await cancel({ kind, runId });
    expect(
      rowsOf(site, 'audit')
        .map(({ value }) => value)
        .filter(({ type }) => type === 'job.cancelled'),
    ).toHaveLength(1);
  },
);

it('a canceled redaction finishes the current page, and skips the others', async () => {
  const other = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const ids = [pageId, other].map((one) => site.findings(one)['card-pan']?.[0] ?? '');
  const { redactionId } = await post('/v1/redaction', { detectionIds: ids });
  const stored = rowOf(site, 'job', `redaction:${redactionId}`) as { rev: number; data: { pages: object[] } };
  // Like after a step that died at the first page.
  const pages = stored.data.pages.map((page, n) => ({ ...page, isBegun: n === 0 }));
  const begun = { ...stored, state: 'running', data: { ...stored.data, pages } };
  await putRow(site, 'job', `redaction:${redactionId}`, begun);
  const [run] = await cancel({ kind: 'redaction', runId: redactionId });
  expect(run).toMatchObject({ runId: redactionId, state: 'running', details: { isCanceling: true, total: 2 } });
  await site.host.background.settle();
  const ended = await site.redaction(redactionId);
  expect(ended).toMatchObject({ state: 'cancelled', failed: 1 });
  expect([(await site.page(pageId)).version, (await site.page(other)).version]).toEqual([2, 1]);
  expect(await list()).toEqual([]);
});

it('the list of scans shows each open scan in the same state as the list of runs', async () => {
  const { key } = await site.createKey({ detectionScope: 'manage' });
  for (let n = 0; n < 4; n += 1) await post('/v1/detection/scan', { pageIds: [pageId] }, key);
  const turns = async () => {
    const { scans } = await done<{ scans: readonly ScanView[] }>(site, 'listScans', {});
    return scans.map(({ scanId, turn }) => [scanId, turn]);
  };
  const runs = (await list()).map(({ runId, state, position, waiting }) => [
    runId,
    { state, ...(position === undefined ? {} : { position, waiting }) },
  ]);
  expect(runs.map(([, turn]) => turn)).toMatchObject([
    { state: 'running' },
    { state: 'running' },
    { state: 'running' },
    { state: 'waiting', position: 1, waiting: { code: 'WAITS_FOR_TURN' } },
  ]);
  expect(new Map((await turns()) as [string, object][])).toEqual(new Map(runs as [string, object][]));
  await site.host.background.settle();
  expect((await turns()).map(([, turn]) => turn)).toEqual([undefined, undefined, undefined, undefined]);
});

it('an unreadable run is listed as such; an unknown run and invalid input are refused', async () => {
  const runId = crypto.randomUUID();
  const entry = { id: runId, owner: 'k', round: 1, state: 'running' };
  await putRow(site, 'job', 'open', { v: 1, rev: 1, data: [entry] });
  await putRow(site, 'job', runId, { v: 9, rev: 1 });
  expect(await list()).toEqual([{ kind: 'job', runId, state: 'unreadable' }]);
  const unknown = { kind: 'job', runId: crypto.randomUUID() };
  expect(await refusal(site, 'cancelRun', unknown)).toMatchObject({ code: 'RUN_NOT_CANCELLED' });
  expect(await refusal(site, 'cancelRun', { kind: 'x', runId })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'kind' }],
  });
});

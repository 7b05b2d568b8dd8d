import * as z from 'zod';
import { ADMIN, DEMO_SPACES } from '../../local/demo';
import { readManifest } from '../../local/forge/manifest';
import { createLocalHost, type LocalHost } from '../../local/host';
import { levelNamed } from '../support/levels';
import { cleanUp, freePort, newDataDir, type RunningServer, startServer } from '../support/server-process';
import { rowsOf } from '../support/stored-rows';

/** A job whose process is killed continues after a restart, and does nothing twice. */

afterEach(cleanUp);

const PAGES = 300;

/** Events of new pages are turned off, because they are not part of the job. */
async function makePages(dataDir: string): Promise<readonly string[]> {
  return withHost(dataDir, async ({ confluence }) => {
    const pageIds: string[] = [];
    for (let index = 0; index < PAGES; index += 1) {
      const body = {
        spaceId: DEMO_SPACES.OPEN,
        status: 'current',
        title: `Page ${index}`,
        body: { representation: 'storage', value: '<p>Text.</p>' },
      };
      const request = new Request('http://127.0.0.1:8080/wiki/api/v2/pages', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const response = await confluence.handle(request, { kind: 'user', accountId: ADMIN.accountId });
      pageIds.push(z.object({ id: z.string() }).parse(await response.json()).id);
    }
    return pageIds;
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let asked = 0; asked < 20_000; asked += 1) if (await condition()) return;
  throw new Error('it never happened');
}

/** The process dies at the transaction after this many more. */
async function dieAfter(server: RunningServer, transactions: number, after: boolean): Promise<void> {
  const fault = { target: 'kvs', match: '/transaction' };
  // A fault without an effect skips the earlier ones.
  await server.http('POST', '/local/faults', { body: { ...fault, times: transactions } });
  await server.http('POST', '/local/faults', { body: { ...fault, times: 1, crash: true, after } });
}

/** A host on the data, while no other runs, that sends the app no events. */
async function withHost<T>(dataDir: string, work: (host: LocalHost) => Promise<T> | T): Promise<T> {
  const unused = () => Promise.reject(new Error('nothing is called here'));
  const manifest = { ...readManifest(), triggers: [] };
  const host = createLocalHost({ dataDir, manifest, app: { rest: unused, admin: unused } });
  try {
    return await work(host);
  } finally {
    host.close();
  }
}

it('a job changes every page once, for any number of crashes', async () => {
  const site = { dataDir: newDataDir(), port: await freePort() };
  const pageIds = await makePages(site.dataDir);
  let server = await startServer(site);
  const { key } = await server.createKey();
  const changed = () => withHost(site.dataDir, (host) => rowsOf({ host }, 'level-change').length);
  const killed = [null, 'SIGKILL'];

  // During its second part, right after the level of a page was written.
  await dieAfter(server, 150, true);
  const made = await server.rest('POST', '/v1/page-level/jobs', {
    key,
    body: { levelId: 'restricted', pages: pageIds.map((pageId) => ({ pageId })) },
    headers: { 'Idempotency-Key': 'once' },
  });
  expect(made.status).toBe(202);
  const jobId: string = made.body.jobId;
  expect(await server.ended).toEqual(killed);
  const first = await changed();
  expect(first).toBeGreaterThan(100);
  expect(first).toBeLessThan(200);

  // During the part that it started again, right before the level of a page is written.
  server = await startServer(site);
  await dieAfter(server, 20, false);
  expect(await server.ended).toEqual(killed);
  const second = await changed();
  expect(second).toBeGreaterThan(first);
  expect(second).toBeLessThan(PAGES);

  // From outside, at any moment of its last part.
  server = await startServer(site);
  const job = async () => (await server.rest('GET', `/v1/job/${jobId}`, { key })).body;
  await until(async () => (await job()).done >= 200);
  server.child.kill('SIGKILL');
  expect(await server.ended).toEqual(killed);

  server = await startServer(site);
  await until(async () => !['queued', 'waiting', 'running'].includes((await job()).state));
  expect(await job()).toMatchObject({ state: 'succeeded', total: PAGES, done: PAGES, failed: 0 });
  // The changes before the crash are recognized as those of this job.
  const results = [];
  let path: string | undefined = `/v1/job/${jobId}/results?limit=250`;
  while (path !== undefined) {
    const { body } = await server.rest('GET', path, { key });
    results.push(...body.results);
    path = body._links.next;
  }
  expect(results.map(({ pageId, status, changed: isChange }) => [pageId, status, isChange])).toEqual(
    pageIds.map((pageId) => [pageId, 201, true]),
  );
  server.child.kill('SIGTERM');
  await server.ended;

  await withHost(site.dataDir, (host) => {
    const all = [...pageIds].sort();
    const { levelId } = levelNamed({ host }, 'Restricted');
    const changes = rowsOf({ host }, 'level-change').map(({ value }) => value);
    expect(changes.map(({ pageId }) => pageId).sort()).toEqual(all);
    const records = rowsOf({ host }, 'page-level');
    expect(records.map(({ key: pageId }) => pageId).sort()).toEqual(all);
    for (const { value } of [...records, ...changes.map((value) => ({ value }))]) expect(value.levelId).toBe(levelId);
    const audit = rowsOf({ host }, 'audit').map(({ value }) => value);
    const set = audit.filter(({ type }) => type === 'page.level.set').map(({ subject }) => subject);
    expect(set.sort()).toEqual(all.map((pageId) => `page:${pageId}`).sort());
    const ofJob = audit.filter(({ subject }) => subject === `job:${jobId}`).map(({ type }) => type);
    expect(ofJob.sort()).toEqual(['job.created', 'job.finished']);
  });
});

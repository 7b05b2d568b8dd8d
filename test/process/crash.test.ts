import { DEMO_SPACES } from '../../local/demo';
import { createLocalHost, type LocalHost } from '../../local/host';
import {
  cleanUp,
  freePort,
  type HttpAnswer,
  newDataDir,
  type RunningServer,
  startServer,
} from '../support/server-process';
import { expectWhole, type PageTruth, truthOf } from '../support/page-truth';
import { rowsOf } from '../support/stored-rows';

/** A crash, at any platform call or during many writes, leaves no partial effect and loses no confirmed change. */

afterEach(cleanUp);

/** Reads the data of a host that does not run. */
function inspect<T>(dataDir: string, read: (host: LocalHost) => T): T {
  const unused = () => Promise.reject(new Error('nothing is called here'));
  const host = createLocalHost({ dataDir, app: { rest: unused, admin: unused } });
  try {
    return read(host);
  } finally {
    host.close();
  }
}

async function makePage(server: RunningServer, title: string): Promise<string> {
  const body = {
    spaceId: DEMO_SPACES.OPEN,
    status: 'current',
    title,
    body: { representation: 'storage', value: '<p>Text.</p>' },
  };
  const { status, body: page } = await server.http('POST', '/wiki/api/v2/pages', { email: 'admin@example.com', body });
  expect(status).toBe(200);
  await untilQuiet(server);
  return page.id;
}

/** Waits until the app has handled a new page, so that later platform calls are only those of the request. */
async function untilQuiet(server: RunningServer): Promise<void> {
  for (let asked = 0; asked < 20_000; asked += 1) {
    const { body } = await server.http('GET', '/local/events');
    // The app tests its queue with an event that is delivered after a minute, and pushes other work for later.
    const isLater = ({ dueAt }: { readonly dueAt: string }) => Date.parse(dueAt) > Date.now() + 5_000;
    if (body.pending.every(isLater)) return;
  }
  throw new Error('the app comes to no rest');
}

async function levelIdsOf(server: RunningServer, key: string): Promise<readonly string[]> {
  const { body } = await server.rest('GET', '/v1/level', { key });
  return body.levels.map(({ levelId }: { levelId: string }) => levelId);
}

function isWriting(path: string): boolean {
  return path.endsWith('/transaction') || path.endsWith('/set');
}

it('record, history and audit event are stored together or not at all at any crash, and a retry succeeds', async () => {
  const site = { dataDir: newDataDir(), port: await freePort() };
  let server = await startServer(site);
  const { key } = await server.createKey();
  const [first, second] = await levelIdsOf(server, key);
  // A key's use is recorded with its first request, and then once a minute: a first request always makes the same
  // calls.
  const newKey = async () => (await server.createKey()).key;
  const set = (pageId: string, levelId: string | undefined, by = key): Promise<HttpAnswer> =>
    server.rest('POST', '/v1/page-level', { key: by, body: { pageId, levelId } });

  // The first request of a process for a page also records that the app may act as a person.
  expect((await set(await makePage(server, 'The first request'), first)).status).toBe(201);
  const good = await set(await makePage(server, 'The good request'), second, await newKey());
  expect(good.status).toBe(201);
  const calls = await server.traceOf(good.requestId);
  expect(calls.length).toBeGreaterThan(3);

  const pages: { readonly pageId: string; readonly entries: number }[] = [];
  for (const [place, { target, path }] of calls.entries()) {
    // A call without an effect is the same whether the process dies before or after it.
    for (const after of isWriting(path) ? [false, true] : [false]) {
      const at = `${path}, ${after ? 'after' : 'before'} the effect`;
      const pageId = await makePage(server, `A page for ${at} (${place})`);
      // For a write, each side covers one case.
      const hadLevel = isWriting(path) ? after : place % 2 === 0;
      if (hadLevel) expect((await set(pageId, first)).status).toBe(201);
      const entriesBefore = hadLevel ? 1 : 0;

      const unused = await newKey();
      // A fault without an effect skips the calls before the crash.
      const earlier = calls.slice(0, place).filter((call) => call.target === target).length;
      if (earlier > 0) await server.http('POST', '/local/faults', { body: { target, times: earlier } });
      await server.http('POST', '/local/faults', { body: { target, times: 1, crash: true, after } });
      await expect(set(pageId, second, unused)).rejects.toThrow('fetch failed');
      expect({ at, ended: await server.ended }).toEqual({ at, ended: [null, 'SIGKILL'] });

      const truth: PageTruth = inspect(site.dataDir, (host) => truthOf(host, pageId));
      expectWhole(truth);
      const isWritten = after && path.endsWith('/transaction');
      expect({ at, entries: truth.history.length }).toEqual({ at, entries: entriesBefore + (isWritten ? 1 : 0) });

      server = await startServer(site);
      const read = await server.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
      const stored = isWritten ? second : hadLevel ? first : undefined;
      expect({ at, code: read.body.code, levelId: read.body.levelId }).toEqual({
        at,
        code: stored === undefined ? 'PAGE_NOT_CLASSIFIED' : undefined,
        levelId: stored,
      });
      const again = await set(pageId, second);
      expect({ at, status: again.status, changed: again.body.changed }).toEqual({
        at,
        status: 201,
        changed: !isWritten,
      });
      pages.push({ pageId, entries: entriesBefore + 1 });
    }
  }

  server.child.kill('SIGTERM');
  await server.ended;
  inspect(site.dataDir, (host) => {
    for (const { pageId, entries } of pages) {
      const truth = truthOf(host, pageId);
      expectWhole(truth);
      expect(truth.history).toHaveLength(entries);
    }
  });
});

it('every confirmed change survives a crash during many writes', async () => {
  const site = { dataDir: newDataDir(), port: await freePort() };
  const server = await startServer(site);
  const { key } = await server.createKey();
  const levelIds = await levelIdsOf(server, key);
  const pageIds: string[] = [];
  for (let index = 0; index < 12; index += 1) pageIds.push(await makePage(server, `Page ${index}`));

  const confirmed: { readonly requestId: string; readonly pageId: string; readonly levelId: string }[] = [];
  const KILL_AFTER = 30;
  const write = async (pageId: string) => {
    // Ends with the process.
    for (let turn = 0; ; turn += 1) {
      const levelId = levelIds[turn % levelIds.length] ?? '';
      const { status, requestId } = await server.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
      if (status === 201) confirmed.push({ requestId, pageId, levelId });
      if (confirmed.length === KILL_AFTER) server.child.kill('SIGKILL');
    }
  };
  const writers = await Promise.allSettled(pageIds.map(write));
  expect(writers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await server.ended).toEqual([null, 'SIGKILL']);
  expect(confirmed.length).toBeGreaterThanOrEqual(KILL_AFTER);

  inspect(site.dataDir, (host) => {
    const audited = new Set(rowsOf({ host }, 'audit').map(({ value }) => value.requestId));
    expect(confirmed.filter(({ requestId }) => !audited.has(requestId))).toEqual([]);
    for (const pageId of pageIds) expectWhole(truthOf(host, pageId));
  });

  const restarted = await startServer(site);
  for (const pageId of pageIds) {
    const ofPage = confirmed.filter((one) => one.pageId === pageId);
    const { status, body } = await restarted.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    const last = ofPage.at(-1)?.levelId;
    // The pending write may have taken effect.
    const next = levelIds[ofPage.length % levelIds.length];
    expect([last, next, undefined]).toContain(status === 200 ? body.levelId : undefined);
    if (last !== undefined) expect(status).toBe(200);
  }
});

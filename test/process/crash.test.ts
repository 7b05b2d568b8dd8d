import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { createLocalHost, type LocalHost } from '../../local/host';
import { expectWhole, truthOf } from '../support/page-truth';
import { cleanUp, freePort, newDataDir, startServer } from '../support/server-process';
import { openSite } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** A crash, at any platform call or during many writes, leaves no partial effect and loses no confirmed change. */

const TEXT = { representation: 'storage', value: '<p>Text.</p>' };
/** More turns of the event loop than a request takes. */
const QUIET_TURNS = 300;
const isWriting = (path: string) => path.endsWith('/transaction') || path.endsWith('/set');

it('record, history and audit event are stored together or not at all at any crash, and a retry succeeds', async () => {
  let intercept: Intercept = (_call, proceed) => proceed();
  const site = openSite({ intercept: (call, proceed) => intercept(call, proceed) });
  const pass = intercept;
  try {
    const { key } = await site.createKey();
    const { results: levels } = (await site.rest('GET', '/v1/level', { key })).body;
    const [first, second] = levels.map(({ levelId }: { levelId: string }) => levelId);
    const set = (pageId: string, levelId: string, by = key) =>
      site.rest('POST', '/v1/page-level', { key: by, body: { pageId, levelId } });
    const newPage = async () => {
      const pageId = await aPage(site);
      await site.host.background.settle();
      return pageId;
    };
    // The first request of a process for a page also records that the app may act as a person.
    expect((await set(await newPage(), first)).status).toBe(201);
    // A key's use is recorded with its first request, and then once a minute: a first request always makes the same
    // calls.
    const newKey = async () => (await site.createKey()).key;
    const { calls } = await set(await newPage(), second, await newKey());
    expect(calls.length).toBeGreaterThan(3);
    const writing = calls.findIndex(({ path }) => path.endsWith('/transaction'));

    for (const [place, { path }] of calls.entries()) {
      // A call without an effect is the same whether the process dies before or after it.
      for (const after of isWriting(path) ? [false, true] : [false]) {
        const at = `${place}, ${path}, ${after ? 'after' : 'before'} the effect`;
        const pageId = await newPage();
        // For a write, each side covers one case.
        const hadLevel = isWriting(path) ? after : place % 2 === 0;
        if (hadLevel) expect((await set(pageId, first)).status).toBe(201);
        const entriesBefore = hadLevel ? 1 : 0;

        const unused = await newKey();
        let made = 0;
        // A dead process makes no later call.
        intercept = async (_call, proceed) => {
          made += 1;
          if (made <= place) return proceed();
          if (made === place + 1 && after) await proceed();
          return new Promise<never>(() => undefined);
        };
        const dead = set(pageId, second, unused).then(() => 'answered');
        expect([at, await Promise.race([dead, quiet()])]).toEqual([at, 'quiet']);
        intercept = pass;

        const truth = truthOf(site.host, pageId);
        expectWhole(truth);
        const isWritten = place > writing || (place === writing && after);
        expect([at, truth.history.length]).toEqual([at, entriesBefore + (isWritten ? 1 : 0)]);
        const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
        const stored = isWritten ? second : hadLevel ? first : undefined;
        const code = stored === undefined ? 'PAGE_NOT_CLASSIFIED' : undefined;
        expect([at, read.body.code, read.body.levelId]).toEqual([at, code, stored]);
        const again = await set(pageId, second);
        expect([at, again.status, again.body.changed]).toEqual([at, 201, !isWritten]);
        expectWhole(truthOf(site.host, pageId));
        expect([at, truthOf(site.host, pageId).history.length]).toEqual([at, entriesBefore + 1]);
      }
    }
  } finally {
    site.close();
  }
});

async function quiet(): Promise<'quiet'> {
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise(setImmediate);
  return 'quiet';
}

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

afterEach(cleanUp);

it('every confirmed change survives a crash during many writes', async () => {
  const site = { dataDir: newDataDir(), port: await freePort() };
  const server = await startServer(site);
  const { key } = await server.createKey();
  const { results: levels } = (await server.rest('GET', '/v1/level', { key })).body;
  const levelIds: readonly string[] = levels.map(({ levelId }: { levelId: string }) => levelId);
  const pageIds: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const body = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: `Page ${index}`, body: TEXT };
    pageIds.push((await server.http('POST', '/wiki/api/v2/pages', { email: ADMIN.email, body })).body.id);
  }

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

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { cleanUp, freePort, newDataDir, type RunningServer, spawnServer, startServer } from '../support/server-process';

/** `npm start` as a user runs it: its output, its stored data, and its exit. */

afterEach(cleanUp);

const ADMIN = 'admin@example.com';
const PAGE = `/wiki/api/v2/pages/${DEMO_PAGES.officeGuide}`;

async function retitle(server: RunningServer, title: string): Promise<void> {
  const { body } = await server.http('GET', PAGE, { email: ADMIN });
  const changed = await server.http('PUT', PAGE, {
    email: ADMIN,
    body: {
      id: DEMO_PAGES.officeGuide,
      status: 'current',
      title,
      body: { representation: 'storage', value: '<p>Changed.</p>' },
      version: { number: Number(body.version.number) + 1 },
    },
  });
  expect(changed.status).toBe(200);
}

const titleOf = async (server: RunningServer) => (await server.http('GET', PAGE, { email: ADMIN })).body.title;

it('the local process prints its URL, keeps its state and its pepper over a restart, and deletes all but the pepper with --reset', async () => {
  const site = { dataDir: newDataDir(), port: await freePort() };
  const variables = join(site.dataDir, 'variables.json');
  const first = await startServer(site);

  const origin = `http://127.0.0.1:${site.port}`;
  const accounts = DEMO_ACCOUNTS.map(({ email }) => email).join(', ');
  expect(first.readyLine).toBe(
    `Ready ${origin}/public/local/compliance/api site ${origin}/wiki accounts ${accounts} (password: local)`,
  );
  expect(first.stdout().match(/^Ready /gm)).toHaveLength(1);

  const made = readFileSync(variables, 'utf8');
  expect(JSON.parse(made)).toEqual({ PEPPER_V1: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(statSync(variables).mode & 0o777).toBe(0o600);

  const original = await titleOf(first);
  await retitle(first, 'Another title');
  const { key } = await first.createKey();
  const levels = await first.rest('GET', '/v1/level', { key });
  expect(levels.status).toBe(200);

  for (const [collection, one] of [
    ['users', 'viewer@example.com'],
    ['spaces', 'HR'],
  ]) {
    const { body } = await first.http('GET', `/local/${collection}`);
    expect(JSON.stringify(body.results)).toContain(`"${one}"`);
  }

  // A request that would take a minute does not prevent the exit. Every call is slow, because work in the background calls as well.
  await first.http('POST', '/local/faults', { body: { target: 'confluence', delayMs: 60_000, times: SLOW_CALLS } });
  const waiting = first.rest('GET', '/v1/level', { key }).then(
    () => 'answered',
    () => 'cut off',
  );
  await untilFaultIsTaken(first);
  first.child.kill('SIGINT');
  expect(await first.ended).toEqual([0, null]);
  expect(await waiting).toBe('cut off');

  const second = await startServer(site);
  expect(readFileSync(variables, 'utf8')).toBe(made);
  expect(await titleOf(second)).toBe('Another title');
  expect((await second.rest('GET', '/v1/level', { key })).text).toBe(levels.text);

  // A second host on the same port, even with --reset, reports that and changes nothing.
  const late = spawnServer({ ...site, args: ['--reset'] });
  expect(await late.ended).toEqual([1, null]);
  expect(late.stdout()).toBe('');
  expect(late.stderr()).toMatch(/^The port is taken, .*PORT=\d+ npm start\.\n$/);
  // A host on another port cannot use the data either.
  const beside = spawnServer({ ...site, port: await freePort(), args: ['--reset'] });
  expect(await beside.ended).toEqual([1, null]);
  expect(beside.stderr()).toContain(`another host uses the data folder ${site.dataDir}. Stop it,`);
  expect((await second.rest('GET', '/v1/level', { key })).status).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([0, null]);

  const third = await startServer(site);
  expect((await third.rest('GET', '/v1/level', { key })).status).toBe(200);
  third.child.kill('SIGTERM');
  await third.ended;

  const reset = await startServer({ ...site, args: ['--reset'] });
  expect(readFileSync(variables, 'utf8')).toBe(made);
  expect(await titleOf(reset)).toBe(original);
  expect((await reset.rest('GET', '/v1/level', { key })).body.code).toBe('API_KEY_INVALID');
  expect((await reset.rest('GET', '/v1/level', { key: (await reset.createKey()).key })).status).toBe(200);
});

/** Waits until the request has reached the call with the fault. */
const SLOW_CALLS = 1_000;

async function untilFaultIsTaken(server: RunningServer): Promise<void> {
  while ((await server.http('GET', '/local/faults')).body.faults[0].left === SLOW_CALLS);
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'the local process exits with 0 at %s through npm start, and leaves no process running',
  async (signal) => {
    const site = { dataDir: newDataDir(), port: await freePort(), command: 'script' } as const;
    const server = await startServer(site);
    expect((await server.http('GET', PAGE, { email: ADMIN })).status).toBe(200);
    server.child.kill(signal);
    // `ended` waits for every process that holds the output of the first.
    expect(await server.ended).toEqual([0, null]);
    await expect(server.http('GET', PAGE)).rejects.toThrow('fetch failed');
  },
);

it("the local process shows a configured latency in the trace, and checks the creator's permission without impersonation", async () => {
  const env = { LOCAL_LATENCY: 'kvs=5,confluence=40', LOCAL_IMPERSONATION: 'off' };
  const server = await startServer({ dataDir: newDataDir(), port: await freePort(), env });
  const { key } = await server.createKey();
  const levels = await server.rest('GET', '/v1/level', { key });
  const levelId: string = levels.body.results[0].levelId;
  const set = (pageId: string) => server.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });

  const visible = await set(DEMO_PAGES.officeGuide);
  expect([visible.status, visible.body.spaceId]).toEqual([201, DEMO_SPACES.OPEN]);
  const calls = await server.traceOf(visible.requestId);
  const checks = calls.filter(
    ({ path }) => path === `/wiki/rest/api/content/${DEMO_PAGES.officeGuide}/permission/check`,
  );
  expect(checks.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 200', 'POST 200']);
  expect(calls.filter(({ path }) => path.includes('include-operations')).map(({ status }) => status)).toEqual([403]);
  for (const { target, startMs, endMs, path } of calls) {
    // A timer may fire up to a millisecond early.
    const leastMs = (target === 'kvs' ? 5 : 40) - 1;
    expect({ path, slow: endMs - startMs >= leastMs }).toEqual({ path, slow: true });
  }

  for (const hidden of [DEMO_PAGES.hrRestricted, DEMO_PAGES.trashed, '999999']) {
    expect((await set(hidden)).body.code).toBe('PAGE_NOT_FOUND');
  }
});

it('the local process names the invalid variable in one sentence', async () => {
  const server = spawnServer({ dataDir: newDataDir(), port: await freePort(), env: { LOCAL_LATENCY: 'slow' } });
  expect(await server.ended).toEqual([1, null]);
  expect(server.stderr()).toBe(
    'The local host cannot start: LOCAL_LATENCY: must be milliseconds, or kvs=8,confluence=120\n',
  );
});

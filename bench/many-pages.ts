import * as z from 'zod';
import { DEMO_SPACES } from '../local/demo';
import type { LocalHost } from '../local/host';
import type { Intercept } from '../local/forge/platform-calls';
import type { WireResponse } from '../local/forge/web-trigger';
import { makeApp, makeKey, openHost, printTable, readLevelIds, request, settleScans } from './support';

/**
 * Measures the cost of setting the levels of many pages, with one page per request, with 25 per request, and with a job
 * of 10,000, in one run. The processor time includes the app and the local host.
 */

const SINGLE = 500;
const BULK = 25;
const JOB = 10_000;

let calls = 0;
const countCalls: Intercept = (_call, proceed) => {
  calls += 1;
  return proceed();
};

async function makePages(host: LocalHost, count: number): Promise<readonly string[]> {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = {
      spaceId: DEMO_SPACES.OPEN,
      status: 'current',
      title: `Bench ${index}`,
      body: { representation: 'storage', value: '<p>One of many.</p>' },
    };
    const made = new Request('http://127.0.0.1:8080/wiki/api/v2/pages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(page),
    });
    const response = await host.confluence.handle(made, { kind: 'user', accountId });
    ids.push(z.object({ id: z.string() }).parse(await response.json()).id);
  }
  // The handling of new pages is not measured.
  await host.background.settle();
  return ids;
}

function expectStatus(response: WireResponse, status: number): WireResponse {
  if (response.status !== status) throw new Error(`${response.status} ${response.body}`);
  return response;
}

async function measure(pages: number, work: () => Promise<void>): Promise<readonly [us: number, calls: number]> {
  calls = 0;
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / pages, calls / pages];
}

async function run(): Promise<void> {
  const host = openHost(makeApp(), { intercept: countCalls });
  const key = await makeKey(host, { detectionScope: 'manage' });
  await settleScans(host, key, false);
  const [levelId = ''] = await readLevelIds(host, key);
  const pages = await makePages(host, JOB);
  const single = pages.slice(0, SINGLE);
  const bulk = pages.slice(SINGLE, 2 * SINGLE);

  const setOne = async (pageId: string) =>
    expectStatus(await host.callWebTrigger(request('POST', '/v1/page-level', key, { pageId, levelId })), 201);
  const oneByOne = await measure(SINGLE, async () => {
    for (const pageId of single) await setOne(pageId);
  });
  const inBulk = await measure(SINGLE, async () => {
    for (let start = 0; start < bulk.length; start += BULK) {
      const items = bulk.slice(start, start + BULK).map((pageId) => ({ pageId, levelId }));
      const wire = request('POST', '/v1/page-level/bulk', key, { items });
      const { body } = expectStatus(await host.callWebTrigger(wire), 207);
      if (!body.includes(`"ok":${items.length}`)) throw new Error(body);
    }
  });
  const [, other = ''] = await readLevelIds(host, key);
  const inJob = await measure(JOB, async () => {
    const wire = request('POST', '/v1/page-level/jobs', key, {
      levelId: other,
      pages: pages.map((pageId) => ({ pageId })),
    });
    const { body } = expectStatus(
      await host.callWebTrigger({ ...wire, rawHeaders: [...wire.rawHeaders, 'Idempotency-Key', 'bench'] }),
      202,
    );
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(body));
    await host.background.settle();
    const done = expectStatus(await host.callWebTrigger(request('GET', `/v1/job/${id}`, key)), 200);
    if (!done.body.includes('"succeeded"')) throw new Error(done.body);
  });

  console.log(`The levels of many pages: ${SINGLE} one by one, ${SINGLE} in bulk, ${JOB} in a job\n`);
  const row = (name: string, [us, perPage]: readonly [number, number]) => [
    name,
    perPage.toFixed(2),
    Math.round(us),
    (us / oneByOne[0]).toFixed(2),
  ];
  printTable(
    ['Method', 'Platform calls per page', 'µs per page', 'Compared with single requests'],
    [row('one page per request', oneByOne), row(`${BULK} pages per request`, inBulk), row(`a job of ${JOB}`, inJob)],
  );
  host.close();
}

void run();

import { makeApp, makeKey, median, openHost, PAGE_ID, printTable, readLevelIds, request } from './support';
import type { ForgeFetch } from '../local/forge/runtime';
import type { WireRequest } from '../local/forge/web-trigger';
import type { LocalHost } from '../local/host';

/**
 * Measures the processor time of the app itself for an operation, which is the time of the whole request minus the time
 * of the same platform calls without the app, in one run.
 */

const ROUNDS = 7;
const REQUESTS = 400;

type Replay = readonly (readonly {
  target: Parameters<ForgeFetch>[0];
  path: string;
  init: Parameters<ForgeFetch>[2];
}[])[];

async function measure(host: LocalHost, next: (turn: number) => WireRequest): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < REQUESTS; turn += 1) await host.callWebTrigger(next(turn));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

/** The platform calls of one request, by stage. */
async function record(host: LocalHost, wire: WireRequest): Promise<Replay> {
  const calls: { target: Parameters<ForgeFetch>[0]; path: string; init: Parameters<ForgeFetch>[2] }[] = [];
  const global = globalThis as unknown as { __forge_fetch__: ForgeFetch };
  const real = Object.getOwnPropertyDescriptor(globalThis, '__forge_fetch__');
  const fetch = global.__forge_fetch__;
  const spy: ForgeFetch = (target, path, init) => {
    calls.push({ target, path, init: { ...init, signal: null } });
    return fetch(target, path, init);
  };
  Object.defineProperty(globalThis, '__forge_fetch__', { configurable: true, value: spy });
  const response = await host.callWebTrigger(wire);
  Object.defineProperty(globalThis, '__forge_fetch__', real ?? {});
  const stages = host.traces.find(response.headers['X-Request-Id']?.[0] ?? '')?.calls.map(({ stage }) => stage) ?? [];
  return [...new Set(stages)].map((stage) =>
    calls.filter((_, index) => stages[index] === stage).map(withoutConditions),
  );
}

/** A repeated transaction would fail its conditions, and so take less time. */
function withoutConditions(call: Replay[number][number]): Replay[number][number] {
  if (!call.path.endsWith('/transaction')) return call;
  const body = JSON.parse(call.init.body ?? '{}') as { set: { conditions?: unknown }[] };
  const set = body.set.map(({ conditions: _conditions, ...rest }) => rest);
  return { ...call, init: { ...call.init, body: JSON.stringify({ set }) } };
}

async function run(): Promise<void> {
  const app = makeApp();
  let replay: Replay = [];
  let isReplaying = false;
  const host = openHost({
    ...app,
    rest: async (event, context) => {
      if (!isReplaying) return app.rest(event, context);
      const global = globalThis as unknown as { __forge_fetch__: ForgeFetch };
      for (const stage of replay) {
        const responses = await Promise.all(
          stage.map(({ target, path, init }) => global.__forge_fetch__(target, path, init)),
        );
        await Promise.all(responses.map((response) => response.text()));
      }
      return { statusCode: 200, headers: {}, body: '' };
    },
  });
  const key = await makeKey(host);
  const levelIds = await readLevelIds(host, key);
  const setLevel = (turn: number) =>
    request('POST', '/v1/page-level', key, { pageId: PAGE_ID, levelId: levelIds[turn % 2] ?? '' });
  await host.callWebTrigger(setLevel(1));

  const operations: readonly (readonly [string, (turn: number) => WireRequest])[] = [
    ['`GET /v1/level`', () => request('GET', '/v1/level', key)],
    ['`GET …/by-page/{pageId}`', () => request('GET', `/v1/page-level/by-page/${PAGE_ID}`, key)],
    ['`GET …/by-page/{pageId}/levels`', () => request('GET', `/v1/page-level/by-page/${PAGE_ID}/levels`, key)],
    ['`POST /v1/page-level`, another level each time', setLevel],
    ['a made-up key', () => request('GET', '/v1/level', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)],
  ];
  const rows = [];
  for (const [name, next] of operations) {
    replay = await record(host, next(0));
    const whole: number[] = [];
    const platform: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      isReplaying = false;
      const one = await measure(host, next);
      isReplaying = true;
      const other = await measure(host, next);
      // The first round warms up.
      if (round > 0) {
        whole.push(one);
        platform.push(other);
      }
    }
    isReplaying = false;
    const [a, b] = [median(whole), median(platform)];
    rows.push([name, replay.flat().length, Math.round(a), Math.round(b), Math.round(a - b), (a / b).toFixed(2)]);
  }
  console.log(`Processor time of one request, median of ${ROUNDS} rounds of ${REQUESTS} requests\n`);
  printTable(['Operation', 'Calls', 'Total µs', 'Platform calls µs', 'App µs', 'Ratio'], rows);
  host.close();
}

void run();

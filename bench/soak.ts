import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds, request } from './support';

/**
 * Sends the requests of one hour at ten per second, sequentially and as fast as possible. Shows whether the memory of the process grows
 * and whether the requests become slower. The data of the site is outside of the heap.
 */

const REQUESTS = 36_000;
const PARTS = 6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

async function run(): Promise<void> {
  const host = openHost(makeApp());
  const key = await makeKey(host);
  const levelIds = await readLevelIds(host, key);
  const path = `/v1/page-level/by-page/${PAGE_ID}`;
  const send = (turn: number) => {
    switch (turn % 4) {
      case 0:
        return host.callWebTrigger(
          request('POST', '/v1/page-level', key, { pageId: PAGE_ID, levelId: levelIds[(turn / 4) % levelIds.length] }),
        );
      case 1:
        return host.callWebTrigger(request('GET', '/v1/level', key));
      case 2:
        return host.callWebTrigger(request('GET', `${path}/levels`, key));
      default:
        return host.callWebTrigger(request('GET', path, key));
    }
  };
  for (let turn = 0; turn < 2_000; turn += 1) await send(turn);
  const rows = [['0', heapMb().toFixed(1), '', '']];
  for (let part = 1; part <= PARTS; part += 1) {
    const times: number[] = [];
    for (let turn = 0; turn < REQUESTS / PARTS; turn += 1) {
      const start = performance.now();
      const { status } = await send(turn);
      times.push(performance.now() - start);
      if (status >= 300) throw new Error(`a request was answered ${status}`);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
    rows.push([((REQUESTS / PARTS) * part).toLocaleString('en'), heapMb().toFixed(1), at(0.5), at(0.95)]);
  }
  console.log(`${REQUESTS.toLocaleString('en')} requests, a quarter of them changes\n`);
  printTable(['Requests', 'Heap MB', 'Median ms', 'p95 ms'], rows);
  host.close();
}

void run();

import type { Intercept } from '../local/forge/platform-calls';
import type { WireRequest } from '../local/forge/web-trigger';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds, request } from './support';

/**
 * What a million requests cost in the units that the platform meters and sells: counted over real requests, in one run.
 * Units of storage are of 10 KB, each request rounded up. Confluence's points are 1 for a call, and 1 for each object that
 * it answers, 2 for a person; writes are 1. An operation that is refused for its key has no row, for it costs nothing.
 */

const REQUESTS = 200;
const UNIT_BYTES = 10 * 1024;
/** US dollars for a GB, past the first 0.1 GB of a month: Forge's price list of August 2026. */
const PRICES = { read: 0.055, written: 1.09 };

interface Use {
  calls: number;
  readUnits: number;
  readBytes: number;
  writeUnits: number;
  writtenBytes: number;
  points: number;
}

const nothing = (): Use => ({ calls: 0, readUnits: 0, readBytes: 0, writeUnits: 0, writtenBytes: 0, points: 0 });
let use = nothing();

const meter: Intercept = async ({ target, method, path, body = '' }, proceed) => {
  const response = await proceed();
  const text = await response.clone().text();
  use.calls += 1;
  if (target === 'confluence') {
    use.points += method === 'GET' ? 1 + (path.includes('/user') ? 2 : 1) : 1;
  } else if (target === 'kvs') {
    const isRead = /\/(?:get|query)$/.test(path);
    const bytes = Buffer.byteLength(isRead ? text : body);
    const units = Math.max(1, Math.ceil(bytes / UNIT_BYTES));
    use[isRead ? 'readUnits' : 'writeUnits'] += units;
    use[isRead ? 'readBytes' : 'writtenBytes'] += bytes;
  }
  return response;
};

async function run(): Promise<void> {
  const host = openHost(makeApp(), { intercept: meter });
  const key = await makeKey(host);
  const levelIds = await readLevelIds(host, key);
  const get = (path: string) => () => request('GET', path, key);
  const ofPage = `/v1/page-level/by-page/${PAGE_ID}`;
  const set = (turn: number) =>
    request('POST', '/v1/page-level', key, { pageId: PAGE_ID, levelId: levelIds[turn % 2] ?? '' });
  const operations: readonly (readonly [string, (turn: number) => WireRequest])[] = [
    ['`GET /v1/level`', get('/v1/level')],
    ['`POST /v1/page-level`, another level', set],
    ['`POST /v1/page-level`, the level it has', () => set(1)],
    ['`GET …/by-page/{pageId}`', get(ofPage)],
    ['`GET …/by-page/{pageId}/levels`', get(`${ofPage}/levels`)],
  ];
  await host.callWebTrigger(set(1));
  const rows = [];
  for (const [name, next] of operations) {
    use = nothing();
    for (let turn = 0; turn < REQUESTS; turn += 1) {
      const { status } = await host.callWebTrigger(next(turn));
      if (status >= 300) throw new Error(`${name}: ${status}`);
    }
    const each = (total: number) => (total / REQUESTS).toFixed(1);
    const gigabytes = (bytes: number) => ((bytes / REQUESTS) * 1e6) / 1024 ** 3;
    const [read, written] = [gigabytes(use.readBytes), gigabytes(use.writtenBytes)];
    rows.push([
      name,
      each(use.calls),
      each(use.readUnits),
      each(use.writeUnits),
      each(use.points),
      read.toFixed(1),
      written.toFixed(1),
      (read * PRICES.read + written * PRICES.written).toFixed(2),
    ]);
  }
  console.log(`What requests cost in units of the platform, mean of ${REQUESTS}\n`);
  printTable(
    [
      'operation',
      'calls',
      'read units',
      'write units',
      'points',
      'GB read by a million',
      'GB written by a million',
      'US$ for a million',
    ],
    rows,
  );
  host.close();
}

void run();

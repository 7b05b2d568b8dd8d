import type { WireRequest } from '../local/forge/web-trigger';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds, request } from './support';
import { forAMillion, meter, takeUse } from './units';

/**
 * Measures the cost of a million requests in the units that the platform meters and sells, counted over real requests, in one run.
 * Operations that the key may not call have no row.
 */

const REQUESTS = 200;

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
    takeUse();
    for (let turn = 0; turn < REQUESTS; turn += 1) {
      const { status } = await host.callWebTrigger(next(turn));
      if (status >= 300) throw new Error(`${name}: ${status}`);
    }
    const use = takeUse();
    const { read, written, dollars } = forAMillion(use, REQUESTS);
    const each = (total: number) => (total / REQUESTS).toFixed(1);
    rows.push([
      name,
      each(use.calls),
      each(use.readUnits),
      each(use.writeUnits),
      each(use.points),
      read.toFixed(1),
      written.toFixed(1),
      dollars.toFixed(2),
    ]);
  }
  console.log(`What requests cost in units of the platform, mean of ${REQUESTS}\n`);
  printTable(
    [
      'Operation',
      'Calls',
      'Read units',
      'Write units',
      'Points',
      'GB read per million',
      'GB written per million',
      'US$ per million',
    ],
    rows,
  );
  host.close();
}

void run();

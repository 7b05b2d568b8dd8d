import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createLocalHost, type LocalHost } from '../local/host';
import type { WireRequest, WireResponse } from '../local/forge/web-trigger';
import { makeApp, makeKey, median, PAGE_ID, printTable, readLevelIds, request } from './support';

/**
 * Measures the platform calls, their stages and the processor time of each operation, on a site with a thousand classified pages and on a
 * site with a million, in one run. Fails if the numbers of calls or stages differ.
 */

const few = 1_000;
const many = 1_000_000;
const ROUNDS = 5;
const REQUESTS = 100;

interface OpenSite {
  readonly host: LocalHost;
  readonly key: string;
}

/**
 * Opens a site with the records of this many classified pages, without their content. The records are copies of a page
 * classified with the API.
 */
async function openWith(pages: number, folder: string): Promise<OpenSite> {
  const app = makeApp();
  const first = createLocalHost({ app, meter: 'off', dataDir: folder });
  const key = await makeKey(first);
  const [levelId = ''] = await readLevelIds(first, key);
  await send(first, request('POST', '/v1/page-level', key, { pageId: PAGE_ID, levelId }));
  first.close();

  const database = new Database(join(folder, 'site.db'));
  database.exec('INSERT OR REPLACE INTO kvs_seen SELECT * FROM kvs_row; DELETE FROM kvs_change;');
  for (const table of ['kvs_row', 'kvs_seen']) {
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages}),
        template AS (SELECT * FROM ${table} WHERE collection LIKE '%page-level' AND key = '${PAGE_ID}')
      INSERT INTO ${table}
        SELECT installation, collection, CAST(1000000000 + i AS TEXT),
          json_set(value, '$.pageId', CAST(1000000000 + i AS TEXT),
            '$.classificationDate', strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i, 'unixepoch')),
          created_at, updated_at, expires_at
        FROM n, template`);
  }
  const { stored } = database
    .prepare("SELECT count(*) AS stored FROM kvs_seen WHERE collection LIKE '%page-level'")
    .get() as {
    stored: number;
  };
  if (stored !== pages + 1) throw new Error(`${stored} pages are stored`);
  // Opening the database rebuilds the index, like a deployment that changes an index.
  database.exec("DELETE FROM kvs_setting WHERE name = 'indexes'");
  database.close();
  return { host: createLocalHost({ app, meter: 'off', dataDir: folder }), key };
}

async function send(host: LocalHost, wire: WireRequest): Promise<WireResponse> {
  const response = await host.callWebTrigger(wire);
  if (response.status >= 300) throw new Error(`${wire.method} ${wire.target}: ${response.status} ${response.body}`);
  return response;
}

type Next = (turn: number) => WireRequest;

/** The platform calls and stages of one request. */
async function count(host: LocalHost, next: Next): Promise<{ readonly calls: number; readonly stages: number }> {
  const response = await send(host, next(1));
  const made = host.traces.find(response.headers['X-Request-Id']?.[0] ?? '')?.calls ?? [];
  return { calls: made.length, stages: Math.max(...made.map(({ stage }) => stage)) };
}

async function measure(host: LocalHost, next: Next): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < REQUESTS; turn += 1) await send(host, next(turn));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

type Operation = readonly [name: string, next: Next];

async function operationsOf({ host, key }: OpenSite): Promise<readonly Operation[]> {
  const levelIds = await readLevelIds(host, key);
  const get = (path: string) => () => request('GET', path, key);
  const ofPage = `/v1/page-level/by-page/${PAGE_ID}`;
  const body = (turn: number) => ({ pageId: PAGE_ID, levelId: levelIds[turn % 2] ?? '' });
  return [
    ['`GET /v1/level`', get('/v1/level')],
    ['`GET …/by-page/{pageId}`', get(ofPage)],
    ['`GET …/by-page/{pageId}/levels`', get(`${ofPage}/levels`)],
    ['`GET …/by-page/{pageId}/history`', get(`${ofPage}/history`)],
    ['`POST /v1/page-level`', (turn) => request('POST', '/v1/page-level', key, body(turn))],
    ['`POST /v1/page-level/bulk`', (turn) => request('POST', '/v1/page-level/bulk', key, { items: [body(turn)] })],
  ];
}

async function run(): Promise<void> {
  const folders = [few, many].map(() => mkdtempSync(join(tmpdir(), 'scale-')));
  const [small, large] = [await openWith(few, folders[0] ?? ''), await openWith(many, folders[1] ?? '')];
  const onLarge = await operationsOf(large);
  const rows = [];
  for (const [index, [name, next]] of (await operationsOf(small)).entries()) {
    const nextOnLarge = onLarge[index]?.[1] ?? next;
    const [one, other] = [await count(small.host, next), await count(large.host, nextOnLarge)];
    if (one.calls !== other.calls || one.stages !== other.stages) throw new Error(`${name} costs more on a large site`);
    const us: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = [await measure(small.host, next), await measure(large.host, nextOnLarge)] as const;
      // The first round warms up.
      if (round > 0) times.forEach((time, site) => us[site]?.push(time));
    }
    const [fewUs, manyUs] = [median(us[0]), median(us[1])];
    rows.push([name, one.calls, one.stages, Math.round(fewUs), Math.round(manyUs), (manyUs / fewUs).toFixed(2)]);
  }
  console.log(`A thousand classified pages and a million: median of ${ROUNDS} rounds of ${REQUESTS} requests\n`);
  printTable(['Operation', 'Calls', 'Stages', 'µs with 1 thousand', 'µs with 1 million', 'Ratio'], rows);
  for (const { host } of [small, large]) host.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

void run();

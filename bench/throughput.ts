import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds } from './support';
import { TRIGGER_PATH } from '../local/forge/web-trigger';
import { serve } from '../local/server';

/**
 * Measures the requests per second of the local host over HTTP and their 99th percentile, compared with a bare Node server that sends
 * the same response, in one run. Client and server share the machine, so compare the ratios.
 */

const SECONDS = 3;
const CONNECTIONS = [1, 10, 50];

interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** The share of requests that got a 429, because too many were counted at once. */
  readonly refused: number;
}

async function load(options: Omit<autocannon.Options, 'duration'>): Promise<Load> {
  const result = await autocannon({ ...options, duration: SECONDS });
  const refused = result.statusCodeStats?.['429']?.count ?? 0;
  const failed = result.non2xx - refused + result.errors;
  if (failed > 0) throw new Error(`${failed} failed`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99, refused: refused / result.requests.total };
}

async function run(): Promise<void> {
  const host = openHost(makeApp());
  const server = await serve(host, 0);
  const key = await makeKey(host);
  const levelIds = await readLevelIds(host, key);
  const base = `${server.url}${TRIGGER_PATH}/compliance/api`;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ pageId: PAGE_ID, levelId: levelIds[0] });
  const record = `${base}/v1/page-level/by-page/${PAGE_ID}`;
  const first = await fetch(`${base}/v1/page-level`, { method: 'POST', headers, body });
  const answer = await first.text();

  const bare = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer),
  );
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const servers: readonly (readonly [string, Omit<autocannon.Options, 'duration'>])[] = [
    ['a bare Node server', { url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}` }],
    ['`GET /v1/openapi.json`', { url: `${base}/v1/openapi.json` }],
    ['`GET …/by-page/{pageId}`', { url: record, headers }],
    ['`POST /v1/page-level`, the level it has', { url: `${base}/v1/page-level`, method: 'POST', headers, body }],
  ];
  const rows: (readonly (string | number)[])[] = [];
  for (const connections of CONNECTIONS) {
    const loads: Load[] = [];
    for (const [, options] of servers) loads.push(await load({ ...options, connections }));
    const bareRate = loads[0]?.perSecond ?? Number.NaN;
    for (const [index, { perSecond, p99Ms, refused }] of loads.entries()) {
      const share = `${((100 * perSecond) / bareRate).toFixed(1)} %`;
      rows.push([
        servers[index]?.[0] ?? '',
        connections,
        Math.round(perSecond),
        share,
        p99Ms,
        `${(100 * refused).toFixed(1)} %`,
      ]);
    }
  }
  console.log(`Requests per second and the slowest hundredth, ${SECONDS} s each\n`);
  printTable(['Server', 'Connections', 'Requests/s', 'Compared with the bare server', 'p99 ms', 'Refused'], rows);
  await server.close();
  await new Promise((resolve) => bare.close(resolve));
  host.close();
}

void run();

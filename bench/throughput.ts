import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds } from './support';
import { TRIGGER_PATH } from '../local/forge/web-trigger';
import { serve } from '../local/server';

/**
 * Requests per second of the local host over HTTP, side by side with a bare Node server that sends the same answer, in
 * one run. Load and server share this machine, so the ratio says more than the number.
 */

const SECONDS = 4;
const CONNECTIONS = 10;

async function perSecond(options: Omit<autocannon.Options, 'duration' | 'connections'>): Promise<number> {
  const result = await autocannon({ ...options, duration: SECONDS, connections: CONNECTIONS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
  return result.requests.average;
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
  const bareRate = await perSecond({ url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}` });
  const rows = [
    ['a bare Node server', bareRate],
    ['`GET /v1/openapi.json`', await perSecond({ url: `${base}/v1/openapi.json` })],
    ['`GET …/by-page/{pageId}`', await perSecond({ url: record, headers })],
    [
      '`POST /v1/page-level`, the level it has',
      await perSecond({ url: `${base}/v1/page-level`, method: 'POST', headers, body }),
    ],
  ] as const;
  console.log(`Requests per second, ${CONNECTIONS} connections, ${SECONDS} s each\n`);
  printTable(
    ['server', 'requests/s', 'of the bare server'],
    rows.map(([name, rate]) => [name, Math.round(rate), `${((100 * rate) / bareRate).toFixed(1)} %`]),
  );
  await server.close();
  await new Promise((resolve) => bare.close(resolve));
  host.close();
}

void run();

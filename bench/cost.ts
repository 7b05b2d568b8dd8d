import { ADMIN, DEMO_SPACES } from '../local/demo';
import type { WireRequest } from '../local/forge/web-trigger';
import type { LocalHost } from '../local/host';
import { makeApp, makeKey, openHost, PAGE_ID, printTable, readLevelIds, request } from './support';
import { forAMillion, meter, takeUse } from './units';

/**
 * Measures the cost of a million requests, and of a million new pages, in the units that the platform meters and sells, counted over
 * real requests and events, in one run.
 * Operations that the key may not call have no row.
 */

const REQUESTS = 200;

/** Publishes a page, and delivers its events and those that follow. */
async function publish(host: LocalHost, title: string, text: string): Promise<void> {
  const body = { representation: 'storage', value: `<p>${text}</p>` };
  const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title, body };
  const request = new Request('http://127.0.0.1:8080/wiki/api/v2/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(page),
  });
  const response = await host.confluence.handle(request, { kind: 'user', accountId: ADMIN.accountId });
  if (!response.ok) throw new Error(await response.text());
  for (let [next] = host.background.pending(); next !== undefined; [next] = host.background.pending())
    await host.background.deliver(next.id);
}

/** The usage since the last row. */
function rowOf(name: string): string[] {
  const use = takeUse();
  const { read, written, dollars } = forAMillion(use, REQUESTS);
  const each = (total: number) => (total / REQUESTS).toFixed(1);
  return [
    name,
    each(use.calls),
    each(use.readUnits),
    each(use.writeUnits),
    each(use.points),
    read.toFixed(1),
    written.toFixed(1),
    dollars.toFixed(2),
  ];
}

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
    rows.push(rowOf(name));
  }
  const pages = [
    ['a new page without findings', 'Text.'],
    ['a new page with a finding', 'Card number 4539 1488 0343 6467'],
  ] as const;
  for (const [name, text] of pages) {
    // Each on a site of its own, so that neither meets a limit of the platform for a minute.
    const fresh = openHost(makeApp(), { intercept: meter });
    await publish(fresh, `First ${name}`, text);
    takeUse();
    for (let turn = 0; turn < REQUESTS; turn += 1) await publish(fresh, `${name} ${turn}`, text);
    rows.push(rowOf(name));
    fresh.close();
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { ADMIN, DEMO_SPACES } from '../local/demo';
import type { Intercept } from '../local/forge/platform-calls';
import type { TracedCall } from '../local/forge/trace';
import type { WireRequest } from '../local/forge/web-trigger';
import type { App, LocalHost } from '../local/host';
import { copiedPeppers, copyPages } from '../test/support/copied-pages';
import { makeApp, makeKey, openHost, printTable, readLevelIds, request } from './support';
import { meter, takeUse, type Use, PROCESSOR_SHARE_OF_A_GB } from './units';

/**
 * Computes the cost of a month: each kind of work of a busy site is run on the real app and counted, then multiplied by its number in
 * a month. The daily work runs on a smaller site with the default quotas, and is multiplied by the number of pages that its limits allow
 * a day on the busy site. An idle site is the demo site without any change.
 *
 * Not included: cold starts, the platform's own log lines, and the daily comparison of pages that changed.
 */

/** The site of the month, and the site on which the daily work is measured. */
const PAGES = 200_000;
const MEASURED_PAGES = 10_000;
const DAYS = 30;
const EDITS = 3_000;
const API_CALLS = 20_000;
const VIEWS = 100_000;
const TURNS = 20;
const WARM_UP = 20;
const START = Date.parse('2026-11-23T09:58:00.000Z');
const MINUTE_MS = 60_000;
const GIGABYTE = 1024 ** 3;

/**
 * Price list: https://developer.atlassian.com/platform/forge/forge-platform-pricing (30 June 2025; the prices of storage are the same on
 * 3 August 2026). The price of stored SQL data is that of Atlassian's guide to the costs of Forge. Items that
 * are not listed, such as modules, queues and calls to Confluence, are free. The app does not use Forge SQL.
 */
const PRICE_LIST = [
  { item: 'Functions', unit: 'GB-s', free: 100_000, dollars: 0.000025 },
  { item: 'Storage, read', unit: 'GB', free: 0.1, dollars: 0.055 },
  { item: 'Storage, written', unit: 'GB', free: 0.1, dollars: 1.09 },
  { item: 'Logs, written', unit: 'GB', free: 1, dollars: 1.005 },
  { item: 'SQL, time', unit: 'h', free: 1, dollars: 0.143 },
  { item: 'SQL, requests', unit: 'million', free: 0.1, dollars: 1.929 },
  { item: 'SQL, stored', unit: 'GB-h', free: 730, dollars: 0.0007685 },
] as const;

/** The platform charges a read that finds nothing as 1 KB. */
const EMPTY_READ_BYTES = 1024;
/** The assumed duration of a stage. Calls of one stage run in parallel, so the slowest decides. */
const STAGE_MS = { kvs: 25, confluence: 150, gateway: 150 } as const;

let nowMs = START;
const now = () => new Date(nowMs);

interface Work extends Use {
  readonly invocations: number;
  readonly waitMs: number;
  /** Computed from the measured time and the share of a processor. */
  readonly processorMs: number;
  readonly gbMs: number;
  readonly logBytes: number;
}
const sumOf = (works: readonly Work[]): Work => works.reduce((sum, work) => combine(sum, work, (a, b) => a + b), NONE);
const times = (work: Work, factor: number): Work => combine(work, work, (a) => a * factor);

function combine(one: Work, other: Work, of: (a: number, b: number) => number): Work {
  return {
    calls: of(one.calls, other.calls),
    readUnits: of(one.readUnits, other.readUnits),
    readBytes: of(one.readBytes, other.readBytes),
    writeUnits: of(one.writeUnits, other.writeUnits),
    writtenBytes: of(one.writtenBytes, other.writtenBytes),
    points: of(one.points, other.points),
    invocations: of(one.invocations, other.invocations),
    waitMs: of(one.waitMs, other.waitMs),
    processorMs: of(one.processorMs, other.processorMs),
    gbMs: of(one.gbMs, other.gbMs),
    logBytes: of(one.logBytes, other.logBytes),
  };
}
const NONE: Work = { ...takeUse(), invocations: 0, waitMs: 0, processorMs: 0, gbMs: 0, logBytes: 0 };

let logBytes = 0;
let emptyReads = 0;
let openCalls = 0;
let isInApp = false;
let appUs = 0;
let lastUs = 0;

/** Adds the processor time since the last switch if it is the app's. Time during platform calls is the local host's. */
function switchTo(change: () => void): void {
  const { user, system } = process.cpuUsage();
  const us = user + system;
  if (isInApp && openCalls === 0) appUs += us - lastUs;
  lastUs = us;
  change();
}

const emptyAnswer = z.looseObject({ results: z.array(z.unknown()).max(0) });

const count: Intercept = async (call, proceed) => {
  switchTo(() => (openCalls += 1));
  try {
    const response = await meter(call, proceed);
    if (call.target === 'kvs' && /\/(?:get|query)$/.test(call.path)) {
      const text = await response.clone().text();
      if (response.status === 404 || emptyAnswer.safeParse(JSON.parse(text || 'null')).success) emptyReads += 1;
    }
    return response;
  } finally {
    switchTo(() => (openCalls -= 1));
  }
};

/** The app, with its log counted as the platform stores it, and the processor time of its functions measured. */
function measuredApp(isCopied: boolean): App {
  const app = makeApp({
    clock: now,
    pause: () => new Promise(setImmediate),
    log: (event, fields) => (logBytes += Buffer.byteLength(JSON.stringify({ event, ...fields })) + 1),
    // The local host answers one call after another, and the daily work waits for it.
    hostLimitMs: 120_000,
    storageLimitMs: 120_000,
    // The site of the daily work has the default quotas, because they decide how much of it is done in a day.
    ...(isCopied ? { peppers: copiedPeppers, rateLimits: () => undefined } : {}),
  });
  const measured = Object.entries(app).map(([name, run]) => {
    const timed = async (argument: never, context: never): Promise<unknown> => {
      switchTo(() => (isInApp = true));
      try {
        return await run(argument, context);
      } finally {
        switchTo(() => (isInApp = false));
      }
    };
    return [name, timed] as const;
  });
  return { ...app, ...Object.fromEntries(measured) };
}

/** The memory of the function of a module, from manifest.yml. */
function memoryGbOf({ manifest }: LocalHost, module: string): number {
  const { functions, webtriggers, consumers, triggers, scheduledTriggers, surfaces } = manifest;
  const modules = [...webtriggers, ...consumers, ...triggers, ...scheduledTriggers];
  const key =
    modules.find((one) => one.key === module)?.function ??
    surfaces.find((one) => one.key === module)?.resolver.function;
  const memoryMb = functions.find((one) => one.key === key)?.memoryMb;
  if (memoryMb === undefined) throw new Error(`no function for ${module}`);
  return memoryMb / 1024;
}

/** Everything since the last call, which was the work of one invocation of a module with these platform calls. */
function takeWork(host: LocalHost, module: string, invocationId: string): Work {
  const traced: readonly TracedCall[] | undefined = host.traces.find(invocationId)?.calls;
  if (traced === undefined) throw new Error('an invocation has no trace');
  const stages = new Map<number, number>();
  for (const { stage, target } of traced) stages.set(stage, Math.max(stages.get(stage) ?? 0, STAGE_MS[target]));
  const use = takeUse();
  const memoryGb = memoryGbOf(host, module);
  const waitMs = [...stages.values()].reduce((sum, ms) => sum + ms, 0);
  const processorMs = appUs / 1_000 / (memoryGb * PROCESSOR_SHARE_OF_A_GB);
  const work = {
    ...use,
    readBytes: use.readBytes + emptyReads * EMPTY_READ_BYTES,
    invocations: 1,
    waitMs,
    processorMs,
    gbMs: (waitMs + processorMs) * memoryGb,
    logBytes,
  };
  [emptyReads, appUs, logBytes] = [0, 0, 0];
  return work;
}

type Named = readonly [name: string, work: Work];

/** Delivers all events that are due by then, and those that follow, each as an invocation of its own. */
async function deliver(host: LocalHost, untilMs = Number.POSITIVE_INFINITY): Promise<readonly Named[]> {
  const done: Named[] = [];
  for (;;) {
    await host.confluence.continueTasks();
    const [next] = host.background.pending();
    if (next === undefined || Date.parse(next.dueAt) > untilMs) return done;
    nowMs = Math.max(nowMs, Date.parse(next.dueAt));
    const { id } = await host.background.deliver(next.id);
    const { walk, task } = next.body;
    const part = [walk, task].find((name) => typeof name === 'string');
    done.push([`${next.module}${part === undefined ? '' : ` ${part}`}`, takeWork(host, next.module, id)]);
  }
}

/** Longer than counters wait for late rows. */
const COUNTED_MS = 1_800_000;
const COUNTS = 'walks-consumer counts';

/** Updates the counters of the pages that have changed, which the five-minute trigger starts. @returns only this work */
async function updateCounters(host: LocalHost): Promise<Work> {
  nowMs += COUNTED_MS;
  const { id } = await host.background.runSchedule('every-five-minutes');
  takeWork(host, 'every-five-minutes', id);
  return sumOf((await deliver(host)).filter(([name]) => name === COUNTS).map(([, work]) => work));
}

/** The mean work of one turn, with all events that follow, and the update of counters that it adds. */
async function measure(host: LocalHost, turn: (index: number) => Promise<readonly Work[]>): Promise<Work> {
  const works: Work[] = [];
  for (let index = 0; index < WARM_UP + TURNS; index += 1) {
    if (index === WARM_UP) await updateCounters(host);
    nowMs += 10_000;
    const direct = await turn(index);
    const followed = (await deliver(host)).map(([, work]) => work);
    if (index >= WARM_UP) works.push(...direct, ...followed);
  }
  const counters = [await updateCounters(host), times(await updateCounters(host), -1)];
  return times(sumOf([...works, ...counters]), 1 / TURNS);
}

/** A page of 3,000 characters, with a card number. */
const TEXT = 'The quarterly figures are ready for review. '.repeat(68);
const CARD = 'Card number 4539 1488 0343 6467.';

async function wiki(host: LocalHost, method: string, path: string, body: object): Promise<string> {
  const asked = new Request(`http://127.0.0.1:8080/wiki/api/v2${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await host.confluence.handle(asked, { kind: 'user', accountId: ADMIN.accountId });
  if (!response.ok) throw new Error(await response.text());
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

const bodyOf = (text: string) => ({ representation: 'storage', value: `<p>${text}</p>` });
const create = (host: LocalHost, title: string, text: string) =>
  wiki(host, 'POST', '/pages', { spaceId: DEMO_SPACES.OPEN, status: 'current', title, body: bodyOf(text) });
const edit = (host: LocalHost, id: string, title: string, text: string) =>
  wiki(host, 'PUT', `/pages/${id}`, { id, status: 'current', title, body: bodyOf(text), version: { number: 2 } });

interface Row {
  readonly group: string;
  readonly name: string;
  readonly perDay: number;
  readonly work: Work;
}

/** Edits, requests and views, on the demo site. */
async function measureUse(): Promise<readonly Row[]> {
  const host = openHost(measuredApp(false), { intercept: count, now, queryLagMs: 0 });
  const key = await makeKey(host);
  const levelIds = await readLevelIds(host, key);
  const pages: string[] = [];
  for (let index = 0; index < 2 * (WARM_UP + TURNS); index += 1) {
    const pageId = await create(host, `Edited ${index}`, TEXT);
    await deliver(host);
    await host.callWebTrigger(request('POST', '/v1/page-level', key, { pageId, levelId: levelIds[0] }));
    await deliver(host);
    pages.push(pageId);
  }
  const pageOf = (index: number) => pages[index] ?? '';
  nowMs += 86_400_000;
  const afterChange = (change: (index: number) => Promise<unknown>) =>
    measure(host, async (index) => {
      await change(index);
      return [];
    });
  const rest = (next: (index: number) => WireRequest) =>
    measure(host, async (index) => {
      const { status, headers, body } = await host.callWebTrigger(next(index));
      if (status >= 300) throw new Error(`${status} ${body}`);
      return [takeWork(host, 'api', headers['X-Request-Id']?.[0] ?? '')];
    });
  const get = (path: (pageId: string) => string) => rest((index) => request('GET', path(pageOf(index % 5)), key));
  const set = (levelOf: (index: number) => number) =>
    rest((index) =>
      request('POST', '/v1/page-level', key, { pageId: pageOf(index), levelId: levelIds[levelOf(index)] }),
    );
  const view = (moduleKey: string, operation: string) =>
    measure(host, async (index) => {
      const extension = host.surfaceExtension(moduleKey, {
        contentId: pageOf(index),
        config: { source: 'this-space' },
      });
      if (extension === undefined) throw new Error(`no module ${moduleKey}`);
      const viewer = host.viewer('editor@example.com') ?? host.viewerWithId(ADMIN.accountId);
      const call = { moduleKey, viewer, extension, operation, payload: {} };
      const { result, requestId } = await host.invokeSurface(call);
      if (!z.object({ ok: z.boolean() }).parse(result).ok) throw new Error(JSON.stringify(result));
      return [takeWork(host, moduleKey, requestId)];
    });
  takeUse();
  const offset = WARM_UP + TURNS;
  const edits = [
    [0.9, 'an edit without findings', (i: number) => edit(host, pageOf(i), `Edited ${i}`, `${TEXT} More.`)],
    [0.05, 'an edit with a new finding', (i: number) => edit(host, pageOf(offset + i), `Edited ${offset + i}`, CARD)],
    [0.05, 'a new page', (i: number) => create(host, `New ${i}`, TEXT)],
  ] as const;
  const requests = [
    [0.5, '`GET …/by-page/{pageId}`', () => get((id) => `/v1/page-level/by-page/${id}`)],
    [0.2, '`GET /v1/level`', () => get(() => '/v1/level')],
    [0.1, '`GET …/by-page/{pageId}/levels`', () => get((id) => `/v1/page-level/by-page/${id}/levels`)],
    [0.15, '`POST /v1/page-level`, another level', () => set(() => 1)],
    [0.05, '`POST /v1/page-level`, the level it has', () => set(() => 1)],
  ] as const;
  const views = [
    [0.01, 'the popup opens', () => view('level-byline', 'openPopup')],
    [0.05, 'a banner or a level macro', () => view('level-macro', 'openLevel')],
    [0.002, 'a report macro of a space', () => view('report-macro', 'openReport')],
  ] as const;
  const rows: Row[] = [];
  for (const [share, name, change] of edits)
    rows.push({ group: 'edits', name, perDay: EDITS * share, work: await afterChange(change) });
  for (const [share, name, run] of requests)
    rows.push({ group: 'API', name, perDay: API_CALLS * share, work: await run() });
  for (const [share, name, run] of views) rows.push({ group: 'views', name, perDay: VIEWS * share, work: await run() });
  host.close();
  return rows;
}

const MINUTES = { fiveMinute: 5, hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;

/** The work of one day without changes, by its part. */
async function runDay(host: LocalHost): Promise<ReadonlyMap<string, Work>> {
  const parts = new Map<string, Work>();
  const note = ([name, work]: Named) => parts.set(name, sumOf([parts.get(name) ?? NONE, work]));
  const startMs = nowMs;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    nowMs = Math.max(nowMs, startMs + minute * MINUTE_MS);
    for (const { key, interval } of host.manifest.scheduledTriggers) {
      if (minute % MINUTES[interval] !== 0) continue;
      const { id } = await host.background.runSchedule(key);
      note([key, takeWork(host, key, id)]);
    }
    (await deliver(host, nowMs)).forEach(note);
  }
  return parts;
}

/** Points of a scheduled comparison in an hour, see docs/limits.md. */
const POINTS_AN_HOUR = 3_770;
/** A comparison that takes more than half a day is followed by a pause of the same length (src/classification/reconciliation.ts). */
const COMPARED_A_DAY = Math.min(PAGES, (24 * POINTS_AN_HOUR) / 1.01 / 2);
/** src/mirror/check-share.ts */
const propertiesADay = (pages: number) => Math.max(1_000, pages / 90);
/** src/counts/check-counts.ts */
const COUNTED_A_NIGHT = 50_000;

/** The number of pages on the site of the month, divided by the measured number. Other parts do not depend on the number of pages. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['walks-consumer reconciliation', COMPARED_A_DAY / MEASURED_PAGES],
  ['walks-consumer mirror-share', propertiesADay(PAGES) / propertiesADay(MEASURED_PAGES)],
  ['walks-consumer count-check', Math.min(PAGES, COUNTED_A_NIGHT) / MEASURED_PAGES],
]);

async function measureDaily(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'month-'));
  try {
    await copyPages(folder, { pages: MEASURED_PAGES, spaces: 100, now: now(), hasCurrentScans: true });
    const host = openHost(measuredApp(true), { intercept: count, now, dataDir: folder, queryLagMs: 0 });
    await makeKey(host);
    takeUse();
    // The first night repairs the counters of the copied pages.
    await runDay(host);
    const parts = await runDay(host);
    host.close();
    return [...parts].map(([name, work]) => ({ group: 'schedules', name, perDay: FACTORS.get(name) ?? 1, work }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureIdle(): Promise<readonly Row[]> {
  const host = openHost(measuredApp(false), { intercept: count, now, queryLagMs: 0 });
  await deliver(host);
  // The work of the first day is not that of each day.
  await runDay(host);
  const parts = await runDay(host);
  host.close();
  return [...parts].map(([name, work]) => ({ group: 'idle', name, perDay: 1, work }));
}

const secondsOf = ({ waitMs, processorMs }: Work) => (waitMs + processorMs) / 1_000;
const unitsOf = (work: Work): readonly number[] => [
  work.gbMs / 1_000,
  work.readBytes / GIGABYTE,
  work.writtenBytes / GIGABYTE,
  work.logBytes / GIGABYTE,
  0,
  0,
  0,
];
const dollarsOf = (work: Work) =>
  PRICE_LIST.reduce((sum, { dollars }, i) => sum + (unitsOf(work)[i] ?? 0) * dollars, 0);
const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
const ofMonth = ({ perDay, work }: Row) => times(work, perDay * DAYS);

function printWork(rows: readonly Row[]): void {
  const all = sumOf(rows.map(ofMonth));
  const groups = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const works = rows.filter((row) => row.group === group).map((row) => times(row.work, row.perDay));
    return { group, name: `**all ${group}**`, perDay: 1, work: sumOf(works) };
  });
  printTable(
    [
      'Work',
      'A day',
      'Invocations',
      'Calls',
      'Points',
      'Function s',
      'of it processor s',
      'Function s a day',
      'GB-s a month',
      'MB read',
      'MB written',
      'US$ a month',
      'Share',
    ],
    [...rows, ...groups, { group: '', name: '**all**', perDay: 1, work: times(all, 1 / DAYS) }].map((row) => {
      const { name, perDay, work } = row;
      const month = ofMonth(row);
      return [
        name,
        number(perDay),
        number(work.invocations),
        number(work.calls),
        number(work.points),
        number(secondsOf(work)),
        number(work.processorMs / 1_000),
        number(secondsOf(work) * perDay),
        number(unitsOf(month)[0] ?? 0),
        number(month.readBytes / 1024 ** 2),
        number(month.writtenBytes / 1024 ** 2),
        dollarsOf(month).toFixed(2),
        `${((100 * dollarsOf(month)) / dollarsOf(all)).toFixed(1)} %`,
      ];
    }),
  );
}

/** Each item of the price list. The last column subtracts the free part, which all sites of the app share. */
function printBill(rows: readonly Row[]): void {
  const month = sumOf(rows.map(ofMonth));
  const total = dollarsOf(month);
  const items = PRICE_LIST.map(({ item, unit, free, dollars }, index) => {
    const units = unitsOf(month)[index] ?? 0;
    return { item, unit, free, dollars, units, cost: units * dollars, above: Math.max(0, units - free) * dollars };
  });
  printTable(
    [
      'Item',
      'Unit',
      'Units a day',
      'Units a month',
      'US$ a unit',
      'US$',
      'Share',
      'Free units',
      'US$ above the free units',
    ],
    [
      ...items.map(({ item, unit, free, dollars, units, cost, above }) => [
        item,
        unit,
        number(units / DAYS),
        number(units),
        dollars,
        cost.toFixed(2),
        `${((100 * cost) / total).toFixed(1)} %`,
        free,
        above.toFixed(2),
      ]),
      ['all', '', '', '', '', total.toFixed(2), '', '', items.reduce((sum, { above }) => sum + above, 0).toFixed(2)],
    ],
  );
}

async function run(): Promise<void> {
  const rows = [...(await measureUse()), ...(await measureDaily())];
  console.log(`A month of a site with ${number(PAGES)} pages, mean of ${TURNS} each\n`);
  printWork(rows);
  printBill(rows);
  const idle = await measureIdle();
  console.log('A month of an idle site\n');
  printWork(idle);
  printBill(idle);
}

void run();

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import * as z from 'zod';
import { DEMO_SPACES } from '../local/demo';
import { siteAri } from '../local/forge/runtime';
import type { Intercept } from '../local/forge/platform-calls';
import { type App, createLocalHost, type LocalHost } from '../local/host';
import { newPepper } from '../local/forge/variables';
import { createAdmin } from '../src/admin/resolver';
import { defaultLevels } from '../src/classification/default-levels';
import { readLevels } from '../src/classification/level-store';
import { readPageLevels } from '../src/classification/page-level-store';
import { createEvents } from '../src/events/app';
import { createMirrorQueueConsumer } from '../src/events/mirror';
import { levelProperty } from '../src/mirror/level-property';
import { readProperty, writeProperty } from '../src/mirror/level-property-calls';
import { mirrorKeyOf } from '../src/mirror/mirror-key';
import { openConfluence } from '../src/platform/confluence';
import { unmetered } from '../src/quota/host-points';
import { Deadline } from '../src/platform/deadline';
import { systemRandom } from '../src/platform/random';
import { readPeppers } from '../src/platform/secrets';
import { openStorage } from '../src/platform/storage';
import { createRest } from '../src/rest/app';
import { printTable } from './support';

/**
 * Counts what it costs to rename the level of 100,000 pages, until every page shows the new name, with a simulated clock and the default
 * quotas. Compares it with one event for each page, which reads and writes its property, in one run. Fails above a quota of the platform.
 */

const PAGES = 100_000;
const NAIVE_PAGES = 1_000;
const MINUTE_MS = 60_000;
/** The default points of a site in an hour, without the last third, which background work never takes. */
const BACKGROUND_POINTS = 4_000;
const EVENTS_A_MINUTE = 500;
const PUSHES_A_CHAIN = 1_000;
const PUSH_PATH = '/webhook/queue/publish/{contextAri}/{environmentId}/{appId}/{appVersion}';

let nowMs = Date.parse('2026-11-23T10:00:00.000Z');
const now = () => new Date(nowMs);
const pepper = newPepper();
const peppers = () => readPeppers({ PEPPER_V1: pepper });

interface Counts {
  confluence: number;
  points: number;
  storage: number;
  events: number;
  readonly pointsByHour: Map<number, number>;
  readonly eventsByMinute: Map<number, number>;
}
let counts: Counts;
const startCounting = () =>
  (counts = { confluence: 0, points: 0, storage: 0, events: 0, pointsByHour: new Map(), eventsByMinute: new Map() });
startCounting();
const add = (to: Map<number, number>, unitMs: number, count: number) => {
  const unit = Math.floor(nowMs / unitMs);
  to.set(unit, (to.get(unit) ?? 0) + count);
};
const count: Intercept = (call, proceed) => {
  if (call.target === 'kvs') counts.storage += 1;
  if (call.target === 'confluence') {
    // A read costs a point for the call, and one for the property.
    const points = call.method === 'GET' ? 2 : 1;
    counts.confluence += 1;
    counts.points += points;
    add(counts.pointsByHour, 60 * MINUTE_MS, points);
  }
  if (call.path.startsWith('/webhook/queue/publish')) {
    counts.events += 1;
    add(counts.eventsByMinute, MINUTE_MS, 1);
  }
  return proceed();
};

function appWith(mirrorQueueConsumer: App[string]): App {
  const dependencies = { clock: now, random: systemRandom, log: () => undefined, peppers, rateLimits: () => undefined };
  return {
    rest: createRest({ ...dependencies, requestLimitMs: 20_000, hostLimitMs: 8_000 }),
    admin: createAdmin({ ...dependencies, operationLimitMs: 20_000 }),
    ...createEvents(dependencies),
    mirrorQueueConsumer,
  };
}

const realApp = () =>
  appWith(
    createMirrorQueueConsumer({
      clock: now,
      random: systemRandom,
      log: () => undefined,
      peppers,
      rateLimits: () => undefined,
    }),
  );

const event = z.object({ body: z.object({ pageIds: z.string() }) });

/** Reads and writes the property of one page. Keeps nothing about it. */
async function writeNaively(given: unknown, installationId: string): Promise<undefined> {
  const { pageIds: pageId } = event.parse(given).body;
  const deadline = new Deadline(60_000);
  const [storage, confluence] = [openStorage(deadline), unmetered(openConfluence(deadline))];
  const levels = await readLevels(storage, installationId);
  const stored = (await readPageLevels(storage, [pageId])).get(pageId);
  const keys = peppers();
  if (stored === undefined || stored === 'unreadable' || keys === undefined) throw new Error('the page is not stored');
  const found = await readProperty(confluence, { pageId });
  if (typeof found === 'string') throw new Error(`the property is ${found}`);
  const value = levelProperty(
    { pageId, stored, spaceId: stored.record?.spaceId },
    levels,
    mirrorKeyOf(keys, installationId),
  );
  if (typeof (await writeProperty(confluence, { pageId }, value, found)) === 'string') throw new Error('not written');
  return undefined;
}

function push(host: LocalHost, pageIds: readonly string[]): void {
  for (let start = 0; start < pageIds.length; start += 50) {
    const payload = pageIds.slice(start, start + 50).map((id) => ({ body: { task: 'pages', pageIds: id } }));
    const time = now().toISOString();
    const schema = 'ari:cloud:ecosystem::forge/app-event-2';
    const body = {
      queueName: 'mirror',
      jobId: crypto.randomUUID(),
      type: 'avi:forge:app:event',
      schema,
      time,
      payload,
    };
    const { status } = host.background.callQueue(PUSH_PATH, JSON.stringify(body), crypto.randomUUID());
    if (status !== 201) throw new Error(`the events were not pushed: ${status}`);
    counts.events += payload.length;
    add(counts.eventsByMinute, MINUTE_MS, payload.length);
  }
}

async function admin(host: LocalHost, operation: string, payload: object): Promise<unknown> {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const { result } = await host.invokeResolver(operation, payload, accountId);
  return z.object({ ok: z.literal(true), value: z.unknown() }).parse(result).value;
}

async function rename(host: LocalHost, levelId: string, name: string): Promise<void> {
  const { rev } = z.object({ rev: z.int() }).parse(await admin(host, 'listLevels', {}));
  await admin(host, 'editLevel', { rev, levelId, changes: { name } });
}

const walkRow = z.object({
  value: z.object({ walk: z.object({ state: z.string(), counts: z.object({ written: z.int() }) }).optional() }),
});

/** Read without a call of the app, which would be counted. */
async function readWalk(host: LocalHost) {
  const row = { entityName: 'config', key: 'mirror-walk' };
  const answer = await host.storage.handle(host.installation.installationId, '/api/v1/entity/get', row);
  return z.object({ value: walkRow }).parse(await answer.json()).value.value.walk;
}

/** Stores a classified page with its property, and copies of all of its rows. @returns the ids of the copies */
async function fill(folder: string): Promise<readonly [levelId: string, pageIds: readonly string[]]> {
  const host = createLocalHost({ app: realApp(), meter: 'off', dataDir: folder, now });
  const level = defaultLevels(siteAri(host.installation)).find(({ name }) => name === 'Restricted');
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title: 'One of many' };
  const body = JSON.stringify({ ...page, body: { representation: 'storage', value: '<p>Text.</p>' } });
  const url = 'http://127.0.0.1:8080/wiki/api/v2/pages';
  const headers = { 'content-type': 'application/json' };
  const made = await host.confluence.handle(new Request(url, { method: 'POST', headers, body }), {
    kind: 'user',
    accountId,
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const { levelId = '' } = level ?? {};
  const value = {
    ...{
      v: 1,
      rev: 1,
      pageId: id,
      changeId: crypto.randomUUID(),
      spaceId: DEMO_SPACES.ENG,
      levelId,
      classifierId: 'system',
    },
    ...{ classificationDate: now().toISOString(), method: 'DEFAULT', pageVersion: 1 },
  };
  const row = { entityName: 'page-level', key: id, value };
  await host.storage.handle(host.installation.installationId, '/api/v1/entity/set', row);
  push(host, [id]);
  const pending = host.background.pending().filter(({ module }) => module === 'mirror-consumer');
  for (const one of pending) await host.background.deliver(one.id);
  host.close();

  const database = new Database(join(folder, 'site.db'));
  database.exec('DELETE FROM forge_delivery');
  database.exec('INSERT OR REPLACE INTO kvs_seen SELECT * FROM kvs_row; DELETE FROM kvs_change;');
  const first = 1_000_000_000;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PAGES})`;
  database.exec(`${numbers} INSERT INTO cf_content SELECT ${first} + i, type, status, title || ' ' || i, spaceId, parentId,
    position + i, authorId, ownerId, lastOwnerId, createdAt, version FROM n, cf_content WHERE id = ${id}`);
  database.exec(`${numbers} INSERT INTO cf_version SELECT ${first} + i, number, title, body, message, minorEdit, authorId,
    createdAt FROM n, cf_version WHERE contentId = ${id}`);
  database.exec(`${numbers} INSERT INTO cf_property SELECT ${first * 2} + i, ${first} + i, key, value, version, message,
    authorId, createdAt FROM n, cf_property WHERE contentId = ${id}`);
  for (const table of ['kvs_row', 'kvs_seen']) {
    for (const [entity, change] of [
      ['page-level', `'$.pageId', CAST(${first} + i AS TEXT)`],
      ['page-mirror', `'$.data.property.id', CAST(${first * 2} + i AS TEXT)`],
    ] as const) {
      database.exec(`${numbers}, template AS (SELECT * FROM ${table} WHERE collection LIKE '%${entity}' AND key = '${id}')
        INSERT INTO ${table} SELECT installation, collection, CAST(${first} + i AS TEXT), json_set(value, ${change}),
          created_at, updated_at, expires_at FROM n, template`);
    }
  }
  // Opening the database rebuilds the index.
  database.exec("DELETE FROM kvs_setting WHERE name = 'indexes'");
  database.close();
  return [levelId, Array.from({ length: PAGES }, (_, index) => String(first + index + 1))];
}

interface Result {
  readonly pages: number;
  readonly counts: Counts;
  readonly hours: number;
  readonly us: number;
}

async function measure(pages: number, work: () => Promise<void>): Promise<Result> {
  const startMs = nowMs;
  startCounting();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { pages, counts, hours: (nowMs - startMs) / (60 * MINUTE_MS), us: (user + system) / pages };
}

const most = (numbers: Map<number, number>) => Math.max(0, ...numbers.values());

async function walkAll(host: LocalHost, levelId: string): Promise<Result> {
  let written = 0;
  await rename(host, levelId, 'Secret');
  const result = await measure(PAGES, async () => {
    for (let minute = 0, isFinished = false; !isFinished && minute < 60 * 72; minute += 1) {
      nowMs += MINUTE_MS;
      if (minute % 5 === 0) await host.background.runSchedule('every-five-minutes');
      await host.background.settle();
      const walk = await readWalk(host);
      isFinished = walk?.state === 'finished';
      written = walk?.counts.written ?? 0;
    }
  });
  // The page that was copied is one more.
  if (written !== PAGES + 1) throw new Error(`${written} properties were written`);
  return result;
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mirror-'));
  const [levelId, pageIds] = await fill(folder);
  const host = createLocalHost({ app: realApp(), meter: 'off', dataDir: folder, now, intercept: count });
  const walk = await walkAll(host, levelId);
  const { installation } = host;
  host.close();

  const installationId = siteAri(installation);
  const naiveApp = appWith((given: unknown) => writeNaively(given, installationId));
  const other = createLocalHost({ app: naiveApp, meter: 'off', dataDir: folder, now, intercept: count });
  const naive = await measure(NAIVE_PAGES, async () => {
    for (let start = 0; start < NAIVE_PAGES; start += EVENTS_A_MINUTE) {
      nowMs += MINUTE_MS + 1;
      push(other, pageIds.slice(start, start + EVENTS_A_MINUTE));
      await other.background.settle();
    }
  });
  other.close();

  const database = new Database(join(folder, 'site.db'));
  const { pushes } = z
    .object({ pushes: z.int() })
    .parse(database.prepare('SELECT max(pushes) AS pushes FROM forge_chain').get());
  database.close();
  rmSync(folder, { recursive: true, force: true });

  const [points, events] = [most(walk.counts.pointsByHour), most(walk.counts.eventsByMinute)];
  console.log(
    `A level of ${PAGES} pages is renamed: until all properties are current, compared with ${NAIVE_PAGES} single events\n`,
  );
  const row = (name: string, of: (counts: Counts) => number) => {
    const [one, each] = [of(walk.counts) / walk.pages, of(naive.counts) / naive.pages];
    return [name, one.toFixed(3), each.toFixed(3), (each / one).toFixed(1)];
  };
  printTable(
    ['For each page', 'Walk', 'One event per page', 'Ratio'],
    [
      row('calls to Confluence', ({ confluence }) => confluence),
      row('points', (of) => of.points),
      row('queue events', (of) => of.events),
      row('calls to storage', ({ storage }) => storage),
      ['µs of the processor', walk.us.toFixed(0), naive.us.toFixed(0), (naive.us / walk.us).toFixed(1)],
    ],
  );
  const naiveHours = (PAGES * naive.counts.points) / naive.pages / BACKGROUND_POINTS;
  printTable(
    ['For all pages', 'Walk', 'Limit'],
    [
      ['points in the busiest hour', points, BACKGROUND_POINTS],
      ['events in the busiest minute', events, EVENTS_A_MINUTE],
      ['pushes in the longest chain', pushes, PUSHES_A_CHAIN],
      ['hours until all are current', walk.hours.toFixed(1), `${naiveHours.toFixed(1)} with one event per page`],
    ],
  );
  if (points > BACKGROUND_POINTS || events > EVENTS_A_MINUTE || pushes > PUSHES_A_CHAIN)
    throw new Error('a quota was exceeded');
}

void run();

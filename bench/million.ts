import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import * as z from 'zod';
import type { Intercept } from '../local/forge/platform-calls';
import { copiedPageId, copyPages, openCopied, type StoredSize, storedSizes } from '../test/support/copied-pages';
import type { Site } from '../test/support/site';
import { SITE_OPERATIONS, stagesOf } from '../test/support/site-operations';
import { median, printTable } from './support';
import { meter, takeUse, type Use } from './units';

/**
 * A site of a million pages with the rows of a busy month: its storage, the cost of every reading operation compared with a
 * smaller site in the same run, ten minutes of requests above all quotas, and the background work of a month. The clock is
 * simulated, and everything is counted. Fails if an operation makes more calls on the larger site, if a quota of the platform is
 * exceeded, or if background work without changes adds rows.
 *
 *   node --max-old-space-size=8000 -r @swc-node/register bench/million.ts [pages] [days] [parts: operations,load,days] [folder of a site that was filled before]
 */

const PAGES = Number(process.argv[2] ?? 1_000_000);
const DAYS = Number(process.argv[3] ?? 30);
const PARTS = (process.argv[4] ?? 'operations,load,days').split(',');
/** Enough that every part of a list, a count and an export is full. */
const FEW_PAGES = 25_000;
const SPACES = 100;
const NOW = new Date('2026-11-23T09:58:00.000Z');
const ROUNDS = 3;
const MINUTE_MS = 60_000;
const GIGABYTE = 1024 ** 3;

/** The limits of the platform, for an installation. */
const UNITS_A_MINUTE = 4_000;
/** Reads count also if storage refuses them. */
const REFUSED_SHARE = 1.1;
const EVENTS_A_MINUTE = 500;
const PUSHES_A_CHAIN = 1_000;
const HOST_POINTS = 6_000;
/** The points of the app in an hour, for all sites together. */
const POINTS_OF_ALL_SITES = 65_000;
/** US dollars for each GB and month above the free 0.1 GB that is written. */
const WRITTEN_GB = 1.09;

/** The local host answers one call after another, so calls wait for each other. */
const PATIENT = {
  requestLimitMs: 120_000,
  operationLimitMs: 120_000,
  hostLimitMs: 120_000,
  storageLimitMs: 120_000,
  keyUseLimitMs: 120_000,
};

let nowMs = NOW.getTime();
const now = () => new Date(nowMs);

/** The most in one minute or hour. */
class Peak {
  readonly #sums = new Map<number, number>();
  constructor(readonly unitMs: number) {}
  add(count: number): void {
    const unit = Math.floor(nowMs / this.unitMs);
    this.#sums.set(unit, (this.#sums.get(unit) ?? 0) + count);
  }
  get most(): number {
    return Math.max(0, ...this.#sums.values());
  }
}

interface Peaks {
  readonly points: Peak;
  readonly readUnits: Peak;
  readonly writeUnits: Peak;
  readonly events: Peak;
}
const newPeaks = (): Peaks => ({
  points: new Peak(60 * MINUTE_MS),
  readUnits: new Peak(MINUTE_MS),
  writeUnits: new Peak(MINUTE_MS),
  events: new Peak(MINUTE_MS),
});
let peaks = newPeaks();
let sums = takeUse();
let events = 0;

const answer = z.object({ ok: z.boolean(), error: z.object({ code: z.string() }).optional() });
const createdKey = z.object({ ok: z.literal(true), value: z.object({ key: z.string() }) });
const levelList = z.object({ results: z.array(z.object({ levelId: z.string() })) });
const codeOf = (result: unknown) => answer.parse(result).error?.code ?? 'ok';
const pushed = z.object({ payload: z.array(z.unknown()) });

/** Counts each call for the sums of a table, and for the peaks. */
const count: Intercept = async (call, proceed) => {
  const response = await meter(call, proceed);
  const use = takeUse();
  sums = addUse(sums, use);
  peaks.points.add(use.points);
  peaks.readUnits.add(use.readUnits);
  peaks.writeUnits.add(use.writeUnits);
  if (call.path.startsWith('/webhook/queue/publish')) {
    const added = pushed.parse(JSON.parse(call.body ?? '{}')).payload.length;
    events += added;
    peaks.events.add(added);
  }
  return response;
};

function addUse(one: Use, other: Use): Use {
  return {
    calls: one.calls + other.calls,
    readUnits: one.readUnits + other.readUnits,
    readBytes: one.readBytes + other.readBytes,
    writeUnits: one.writeUnits + other.writeUnits,
    writtenBytes: one.writtenBytes + other.writtenBytes,
    points: one.points + other.points,
  };
}

function takeSums(): Use & { readonly events: number } {
  const taken = { ...sums, events };
  sums = takeUse();
  events = 0;
  return taken;
}

const number = (value: number) => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);

function check(isGood: boolean, what: string): void {
  if (!isGood) throw new Error(what);
}

/** Members that a row has besides its bytes are not stored by the platform, so this is what the app sent. */
function printSizes(sizes: readonly StoredSize[]): void {
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  printTable(
    ['Entity', 'Rows', 'MB', 'Bytes per row', 'US$ to write once'],
    [
      ...sizes.map(({ entity, rows, bytes }) => [
        entity,
        number(rows),
        megabytes(bytes),
        number(bytes / rows),
        ((bytes / GIGABYTE) * WRITTEN_GB).toFixed(2),
      ]),
      [
        'all',
        number(sizes.reduce((sum, { rows }) => sum + rows, 0)),
        megabytes(all),
        '',
        ((all / GIGABYTE) * WRITTEN_GB).toFixed(2),
      ],
    ],
  );
}

async function open(folder: string): Promise<{ readonly site: Site; readonly key: string }> {
  const options = {
    intercept: count,
    meter: 'on' as const,
    rateLimits: () => '',
    ...PATIENT,
  };
  const site = openCopied(folder, now, { ...options });
  const { key } = await site.createKey({ detectionScope: 'manage' });
  return { site, key };
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Every reading operation on both sites. */
async function compareOperations(few: string, many: string): Promise<void> {
  const off = { intercept: count, rateLimits: () => 'off', ...PATIENT };
  const sites = [];
  for (const folder of [few, many]) {
    const site = openCopied(folder, () => new Date((nowMs += 1)), { ...off });
    sites.push({ site, key: (await site.createKey({ detectionScope: 'manage' })).key });
  }
  const rows = [];
  const grown: string[] = [];
  // The local host compares a search with every page, so its calls would time out.
  for (const { name, run } of SITE_OPERATIONS.filter(({ searches }) => searches !== true)) {
    const found = [];
    for (const { site, key } of sites) {
      // The first run records the use of the key.
      await run(site, key);
      takeSums();
      const calls = await run(site, key);
      found.push({
        calls: calls.length,
        stages: stagesOf(calls),
        units: takeSums().readUnits,
        ms: new Array<number>(),
      });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { site, key }] of sites.entries()) found[index]?.ms.push(await cpuMs(() => run(site, key)));
    }
    takeSums();
    const [one, other] = found;
    if (one === undefined || other === undefined) continue;
    if (other.calls > one.calls || other.stages > one.stages)
      grown.push(`${name}: ${one.calls} and ${other.calls} calls`);
    const [oneMs, otherMs] = [median(one.ms), median(other.ms)];
    const times = [oneMs.toFixed(1), otherMs.toFixed(1), (otherMs / oneMs).toFixed(2)];
    rows.push([`\`${name}\``, other.calls, other.stages, one.units, other.units, ...times]);
  }
  sites.forEach(({ site }) => site.close());
  console.log(`\nReading operations with ${number(FEW_PAGES)} and ${number(PAGES)} pages, median of ${ROUNDS}\n`);
  printTable(['Operation', 'Calls', 'Stages', 'Units, few', 'Units, many', 'ms, few', 'ms, many', 'Ratio'], rows);
  check(grown.length === 0, `operations cost more on a large site: ${grown.join('; ')}`);
}

const PEOPLE = ['admin', 'admin2', 'editor', 'viewer', 'outsider', 'spaceadmin', 'unlicensed'];
/** The keys of the first two, who may edit every page. */
const EDITING_KEYS = 50;
const KEYS = 200;
const TEN_MINUTES = 10;
/** A tenth more than the quota of the site. */
const REQUESTS_A_MINUTE = 660;

/** As many keys as the accounts of the demo site may have. */
async function makeKeys(site: Site): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const name of PEOPLE) {
    const email = `${name}@example.com`;
    if (site.host.confluence.accountIdOf(email) === undefined) continue;
    await site.setUser(email, { siteAdmin: true, active: true });
    for (let index = 0; index < 25 && keys.length < KEYS; index += 1) {
      const made: unknown = await site.admin(
        'createKey',
        {
          name: `Key ${index}`,
          expiresOn: new Date(nowMs + 90 * 86_400_000).toISOString().slice(0, 10),
          classificationScope: 'manage',
          detectionScope: 'manage',
        },
        email,
      );
      const created = createdKey.safeParse(made).data;
      if (created === undefined) break;
      keys.push(created.value.key);
    }
  }
  return keys;
}

/** Requests of all keys, popups, admins, a job and a scan, with the default quotas and the limits of the platform. */
async function tenMinutes(folder: string): Promise<void> {
  const { site } = await open(folder);
  const keys = await makeKeys(site);
  const [first = ''] = keys;
  const { text: levels } = await site.rest('GET', '/v1/level', { key: first });
  const levelIds = levelList.parse(JSON.parse(levels)).results.map(({ levelId }) => levelId);
  const pages = Array.from({ length: 10_000 }, (_, index) => ({ pageId: copiedPageId(index * 3) }));
  const headers = { 'Idempotency-Key': 'load' };
  const job = await site.rest('POST', '/v1/page-level/jobs', {
    key: first,
    headers,
    body: { levelId: levelIds[0], pages },
  });
  const scan = await site.rest('POST', '/v1/detection/scan', { key: keys[30] ?? first, headers, body: { site: true } });
  check(job.status === 202 && scan.status === 202, `the job or the scan was refused: ${job.text} ${scan.text}`);
  const before = storedSizes(folder);
  takeSums();
  peaks = newPeaks();
  const answers = new Map<string, number>();
  const times: number[] = [];
  const note = (name: string) => answers.set(name, (answers.get(name) ?? 0) + 1);
  const unexpected: string[] = [];
  for (let minute = 0; minute < TEN_MINUTES; minute += 1) {
    for (let turn = 0; turn < REQUESTS_A_MINUTE; turn += 1) {
      nowMs += MINUTE_MS / REQUESTS_A_MINUTE;
      const index = minute * REQUESTS_A_MINUTE + turn;
      const key = keys[index % keys.length] ?? first;
      const pageId = copiedPageId((index * 37) % PAGES);
      const start = performance.now();
      const asked = await [
        () =>
          site.rest('POST', '/v1/page-level', {
            key: keys[index % EDITING_KEYS] ?? first,
            body: { pageId, levelId: levelIds[index % levelIds.length] },
          }),
        () => site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key }),
        () => site.rest('GET', '/v1/level', { key }),
        () => site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key }),
      ][index % 4]?.();
      times.push(performance.now() - start);
      const reason = asked?.header('ratelimit-reason');
      note(reason ?? String(asked?.status));
      // Storage refuses what is above its own limit, and the client tries again.
      if (asked !== undefined && asked.status >= 400 && ![429, 503].includes(asked.status)) unexpected.push(asked.text);
      if (turn % 30 === 0) {
        const popup: unknown = await site.surface(
          'level-byline',
          'openPopup',
          {},
          { pageId, as: 'editor@example.com' },
        );
        note(`popup ${codeOf(popup)}`);
      }
      if (turn % 110 === 0) {
        const view: unknown = await site.admin(turn % 220 === 0 ? 'getOverview' : 'listFindings', {});
        note(`admin ${codeOf(view)}`);
      }
      if (turn % 11 === 0) await site.host.background.settle();
    }
    if (minute % 5 === 0) await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.settle();
  }
  const use = takeSums();
  const after = storedSizes(folder);
  const charged = query(
    folder,
    `SELECT coalesce(sum(json_extract(value, '$.used.host.count')), 0) AS count FROM kvs_row
     WHERE collection = 'entity/rate-limit' AND key LIKE 'site:%'`,
  );
  site.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  console.log(
    `\nTen minutes with ${keys.length} keys, ${REQUESTS_A_MINUTE} requests a minute, a job of 10,000 pages and a scan of the site\n`,
  );
  printTable(
    ['Measure', 'Value', 'Limit'],
    [
      ...[...answers].sort().map(([name, times]) => [`responses: ${name}`, number(times), '']),
      ['points of the quota `host`', number(charged), number(HOST_POINTS)],
      ['points of all calls in the hour', number(peaks.points.most), number(POINTS_OF_ALL_SITES)],
      ['read units in the busiest minute', number(peaks.readUnits.most), number(UNITS_A_MINUTE)],
      ['write units in the busiest minute', number(peaks.writeUnits.most), number(UNITS_A_MINUTE)],
      ['events in the busiest minute', number(peaks.events.most), number(EVENTS_A_MINUTE)],
      ['MB written', megabytes(use.writtenBytes), ''],
      ['ms of a request, median', at(0.5), ''],
      ['ms of a request, 99th percentile', at(0.99), ''],
    ],
  );
  console.log('Rows that were added\n');
  printGrowth(before, after);
  check(unexpected.length === 0, `a request failed: ${unexpected[0] ?? ''}`);
  check(charged <= HOST_POINTS, 'more points than the quota of the site');
  checkPeaks();
}

function checkPeaks(): void {
  check(peaks.points.most <= POINTS_OF_ALL_SITES, 'more points than the app has');
  check(
    peaks.readUnits.most <= UNITS_A_MINUTE * REFUSED_SHARE && peaks.writeUnits.most <= UNITS_A_MINUTE,
    'too many units of storage',
  );
  check(peaks.events.most <= EVENTS_A_MINUTE, 'too many events');
}

function printGrowth(before: readonly StoredSize[], after: readonly StoredSize[]): void {
  const old = (name: string) => before.find(({ entity }) => entity === name);
  printTable(
    ['Entity', 'Rows before', 'Rows added', 'Bytes added'],
    after.flatMap(({ entity, rows, bytes }) => {
      const [knownRows, knownBytes] = [old(entity)?.rows ?? 0, old(entity)?.bytes ?? 0];
      return rows === knownRows && bytes === knownBytes
        ? []
        : [[entity, number(knownRows), number(rows - knownRows), number(bytes - knownBytes)]];
    }),
  );
}

const reconciliation = z.object({
  run: z.object({ counts: z.object({ checked: z.int() }) }).optional(),
  last: z.object({ startedAt: z.string(), finishedAt: z.string() }).optional(),
});
const position = z.object({ value: z.object({ lastCheck: z.object({ pages: z.int() }).optional() }) });
const counted = z.object({ count: z.int() });

/** Read without a call of the app, which would be counted. */
function query(folder: string, sql: string): number {
  const database = new Database(join(folder, 'site.db'), { readonly: true });
  const found = counted.parse(database.prepare(sql).get()).count;
  database.close();
  return found;
}

async function readRow(site: Site, entityName: string, key: string): Promise<unknown> {
  const answer = await site.host.storage.handle(site.host.installation.installationId, '/api/v1/entity/get', {
    entityName,
    key,
  });
  return answer.ok ? z.object({ value: z.unknown() }).parse(await answer.json()).value : undefined;
}

/** Everything that the platform starts by time, minute by minute, without any change on the site. */
async function days(folder: string): Promise<void> {
  const { site } = await open(folder);
  const before = storedSizes(folder);
  const startedAt = now().toISOString();
  const { background, manifest } = site.host;
  const minutesOf = { fiveMinute: 5, hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;
  takeSums();
  peaks = newPeaks();
  const runs = new Map<string, { invocations: number; calls: number; stages: number; unsuccessful: number }>();
  const note = ({
    id,
    module,
    outcome,
  }: {
    readonly id: string;
    readonly module: string;
    readonly outcome: string | number;
  }) => {
    const calls = site.host.traces.find(id)?.calls ?? [];
    const known = runs.get(module) ?? { invocations: 0, calls: 0, stages: 0, unsuccessful: 0 };
    runs.set(module, {
      invocations: known.invocations + 1,
      calls: Math.max(known.calls, calls.length),
      stages: Math.max(known.stages, stagesOf(calls)),
      unsuccessful: known.unsuccessful + (outcome === 'done' || outcome === 204 ? 0 : 1),
    });
  };
  const rows = [];
  let lastFinished = '';
  const finished: string[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const ms = await cpuMs(async () => {
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        nowMs += MINUTE_MS;
        for (const { key, interval } of manifest.scheduledTriggers) {
          if (((day - 1) * 24 * 60 + minute) % minutesOf[interval] === 0) note(await background.runSchedule(key));
        }
        (await background.settle()).forEach(note);
      }
    });
    const use = takeSums();
    const stored = reconciliation.parse(
      z.object({ value: z.unknown() }).parse(await readRow(site, 'config', 'reconciliation')).value,
    );
    if (stored.last !== undefined && stored.last.finishedAt !== lastFinished) {
      lastFinished = stored.last.finishedAt;
      const hours = (Date.parse(stored.last.finishedAt) - Date.parse(stored.last.startedAt)) / 3_600_000;
      finished.push(`day ${day} after ${hours.toFixed(1)} h`);
    }
    const compared = query(
      folder,
      `SELECT count(*) AS count FROM kvs_row WHERE collection = 'entity/page-mirror'
       AND json_extract(value, '$.checkedAt') > '${startedAt}'`,
    );
    const lastCheck = position.safeParse(await readRow(site, 'count', 'position')).data?.value.lastCheck?.pages ?? 0;
    rows.push([
      day,
      stored.run === undefined ? 'ended' : number(stored.run.counts.checked),
      number(lastCheck),
      number(compared),
      number(use.points),
      number(use.readUnits),
      number(use.writeUnits),
      megabytes(use.writtenBytes),
      number(use.events),
      (ms / 1_000).toFixed(0),
    ]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const after = storedSizes(folder);
  site.close();
  const chain = query(folder, 'SELECT max(pushes) AS count FROM forge_chain');
  console.log(`\nBackground work of ${DAYS} days without changes, ${number(PAGES)} pages\n`);
  printTable(
    [
      'Day',
      'Records compared in this run',
      'Pages counted again',
      'Properties compared so far',
      'Points',
      'Read units',
      'Write units',
      'MB written',
      'Events',
      'Processor s',
    ],
    rows,
  );
  console.log(`Reconciliations that ended: ${finished.join(', ') || 'none'}\n`);
  printTable(
    ['Module', 'Invocations', 'Calls of the longest', 'Stages of the longest', 'Retried or failed'],
    [...runs].map(([module, { invocations, calls, stages, unsuccessful }]) => [
      module,
      number(invocations),
      calls,
      stages,
      unsuccessful,
    ]),
  );
  printTable(
    ['Measure', 'Most', 'Limit'],
    [
      ['points in an hour', number(peaks.points.most), number(HOST_POINTS)],
      ['read units in a minute', number(peaks.readUnits.most), number(UNITS_A_MINUTE)],
      ['write units in a minute', number(peaks.writeUnits.most), number(UNITS_A_MINUTE)],
      ['events in a minute', number(peaks.events.most), number(EVENTS_A_MINUTE)],
      ['pushes in a chain', number(chain), number(PUSHES_A_CHAIN)],
    ],
  );
  console.log('Rows that were added\n');
  printGrowth(before, after);
  checkPeaks();
  const added = (name: string) =>
    (after.find(({ entity }) => entity === name)?.rows ?? 0) -
    (before.find(({ entity }) => entity === name)?.rows ?? 0);
  for (const entity of ['page-level', 'level-change', 'page-scan', 'page-mirror', 'page-count', 'detection'])
    check(added(entity) <= 0, `${entity} grows without changes`);
  check(added('audit') <= 10 * DAYS, 'the audit log grows by more than ten events a day without changes');
}

async function run(): Promise<void> {
  const given = process.argv[5];
  const folders = [FEW_PAGES, PAGES].map((_, index) =>
    index === 1 && given !== undefined ? given : mkdtempSync(join(tmpdir(), 'million-')),
  );
  const [few = '', many = ''] = folders;
  for (const [index, folder] of folders.entries()) {
    if (index === 0 ? !PARTS.includes('operations') : given !== undefined) continue;
    const pages = index === 0 ? Math.min(FEW_PAGES, PAGES) : PAGES;
    const seconds = (await cpuMs(() => copyPages(folder, { pages, spaces: SPACES, now: NOW }))) / 1_000;
    console.error(`${pages} pages in ${seconds.toFixed(0)} s of the processor`);
  }
  console.log(`Storage of ${number(PAGES)} pages after a busy month\n`);
  printSizes(storedSizes(many));
  if (PARTS.includes('operations')) await compareOperations(few, many);
  if (PARTS.includes('load')) await tenMinutes(many);
  if (PARTS.includes('days')) await days(many);
  for (const folder of folders) if (folder !== given) rmSync(folder, { recursive: true, force: true });
}

void run();

import * as z from 'zod';
import { DEMO_SPACES } from '../local/demo';
import { FILE_KINDS } from '../src/files/file-kinds';
import type { Intercept } from '../local/forge/platform-calls';
import type { LocalHost } from '../local/host';
import { readPages } from './detection-pages';
import { openSite } from '../test/support/site';
import { printTable, request, settleScans } from './support';
import { forAMillion, meter, PROCESSOR_SHARE_OF_A_GB, takeUse, type Use } from './units';

/**
 * Measures a scan of the site. Reports the points of Confluence for each page, comment and attachment, the time, and
 * the units that the platform meters. Then it computes how long a scan of a million pages takes with a quota. At last it scans the
 * content of the attachments, with 1 MB of text in each, and computes what that takes for 10,000 of them.
 *
 * `node -r @swc-node/register bench/site-scan.ts [pages]`; default: 1,000 pages. Each page has one comment or reply and
 * half an attachment on average, and a fiftieth of the comments contain a value.
 */

const PAGES = Number(process.argv[2] ?? 1_000);
const COMMENTS_WITH_VALUES = 1 / 50;
const REPLIES = 1 / 3;
const EDITED = 20;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-11-21T10:00:00.000Z');
let nowMs = START_MS;
const startedAt = performance.now();
const now = () => new Date(nowMs + (performance.now() - startedAt));

const made = z.looseObject({ id: z.string() });
const version = z.looseObject({ title: z.string(), version: z.looseObject({ number: z.int() }) });

function openAsAdmin(host: LocalHost) {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = new Request(`http://127.0.0.1:8080/wiki${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await host.confluence.handle(sent, { kind: 'user', accountId });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return { accountId, send };
}

interface Work extends Use {
  readonly processorMs: number;
}

interface Made {
  readonly pageIds: readonly string[];
  readonly comments: number;
  readonly attachments: number;
}

async function makeContent(host: LocalHost): Promise<Made> {
  const { accountId, send } = openAsAdmin(host);
  const texts = readPages();
  const pageIds: string[] = [];
  const roots: string[] = [];
  let [comments, attachments] = [0, 0];
  for (let index = 0; index < PAGES; index += 1) {
    const adf = texts[index % texts.length]?.adf ?? '';
    const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: `Bench ${index}`, body: bodyOf(adf) };
    const pageId = made.parse(await send('POST', '/api/v2/pages', page)).id;
    pageIds.push(pageId);
    const hasValue = index % Math.round(1 / COMMENTS_WITH_VALUES) === 0;
    const text = `<p>Looks good to me, see the other page. ${hasValue ? 'Card 4539 1488 0343 6467.' : ''}</p>`;
    const isReply = index % Math.round(1 / REPLIES) === 0 && roots.length > 0;
    const about = isReply ? { parentCommentId: roots[Math.floor(roots.length / 2)] } : { pageId };
    const body = { representation: 'storage', value: text };
    const comment = made.parse(await send('POST', '/api/v2/footer-comments', { ...about, body })).id;
    comments += 1;
    if (!isReply) roots.push(comment);
    if (index % 2 === 0) {
      await attachFile(host, accountId, pageId);
      attachments += 1;
    }
  }
  await host.background.settle();
  return { pageIds, comments, attachments };
}

function bodyOf(adf: string) {
  return { representation: 'atlas_doc_format', value: adf };
}

async function attachFile(host: LocalHost, accountId: string, pageId: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob(['text']), 'notes.txt');
  const path = `http://127.0.0.1:8080/wiki/rest/api/content/${pageId}/child/attachment`;
  const response = await host.confluence.handle(new Request(path, { method: 'POST', body: form }), {
    kind: 'user',
    accountId,
  });
  if (!response.ok) throw new Error(await response.text());
}

const MEGABYTE = 1024 * 1024;
let largeText: Uint8Array | undefined;

/** All downloads have this file, so that the site needs no gigabytes. */
function readLargeText(): Uint8Array {
  largeText ??= Buffer.from(
    readPages()
      .map(({ markdown }) => markdown)
      .join('\n')
      .repeat(4),
  ).subarray(0, MEGABYTE);
  return largeText;
}

const serveFiles: Intercept = (call, proceed) =>
  meter(call, () => (call.path.includes('/download?') ? Promise.resolve(new Response(readLargeText())) : proceed()));

async function editPages(host: LocalHost, pageIds: readonly string[]): Promise<void> {
  const { send } = openAsAdmin(host);
  for (const [index, pageId] of pageIds.slice(0, EDITED).entries()) {
    const page = version.parse(await send('GET', `/api/v2/pages/${pageId}`));
    const body = bodyOf(readPages()[index]?.adf ?? '');
    const next = {
      id: pageId,
      status: 'current',
      title: page.title,
      version: { number: page.version.number + 1 },
      body,
    };
    await send('PUT', `/api/v2/pages/${pageId}`, next);
  }
  await host.background.settle();
}

const scanned = z.looseObject({ state: z.string(), found: z.int() });

/** Runs a scan to its end. Waits take no time. */
async function runScan(host: LocalHost, key: string, more: object): Promise<void> {
  const wire = request('POST', '/v1/detection/scan', key, { site: true, ...more });
  const rawHeaders = [...wire.rawHeaders, 'Idempotency-Key', crypto.randomUUID()];
  const asked = await host.callWebTrigger({ ...wire, rawHeaders });
  if (asked.status !== 202) throw new Error(asked.body);
  const { scanId } = z.looseObject({ scanId: z.string() }).parse(JSON.parse(asked.body));
  for (;;) {
    await host.background.settle();
    const next = host.background.pending().find(({ body }) => body['scanId'] === scanId);
    if (next === undefined) {
      const after = await host.callWebTrigger(request('GET', `/v1/detection/scan/${scanId}`, key));
      if (scanned.parse(JSON.parse(after.body)).state === 'succeeded') return;
      throw new Error(after.body);
    }
    nowMs += Math.max(0, Date.parse(next.dueAt) - now().getTime());
  }
}

/** The hours that a number of points takes, for the app itself and for a scan that a person or a key starts. */
function hours(points: number, host: number, share: number): string {
  const needed = points / (host * share);
  return needed > 720 ? `${needed.toFixed(0)}: too long` : needed.toFixed(0);
}

async function run(): Promise<void> {
  const site = openSite({ meter: 'off', intercept: serveFiles, now, queryLagMs: 0 });
  const { host } = site;
  const { key } = await site.createKey({ detectionScope: 'manage' });
  await settleScans(host, key, true);
  const { pageIds, comments, attachments } = await makeContent(host);
  const pages = await countPages(host);
  const perObject = new Map<string, number>();
  const works = new Map<string, Work>();

  const scan = async (name: string, more: object, objects: number): Promise<readonly string[]> => {
    await host.background.settle();
    nowMs += HOUR_MS;
    takeUse();
    const cpu = process.cpuUsage();
    const start = performance.now();
    await runScan(host, key, more);
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const spent = takeUse();
    perObject.set(name, spent.points / objects);
    works.set(name, { ...spent, processorMs: (user + system) / 1_000 });
    const each = (total: number) => (total / objects).toFixed(2);
    return [
      name,
      String(objects),
      (objects / seconds).toFixed(0),
      ((user + system) / 1_000 / objects).toFixed(2),
      each(spent.calls),
      (spent.points / objects).toFixed(3),
      each(spent.readUnits),
      each(spent.writeUnits),
      forAMillion(spent, objects).dollars.toFixed(2),
    ];
  };

  const all = pages + comments + attachments;
  const rows = [await scan('with comments and attachments', {}, all)];
  rows.push(await scan('with comments and attachments, again', {}, all));
  nowMs += DAY_MS;
  rows.push(await scan('what has changed: nothing', { onlyStale: true }, 1));
  await editPages(host, pageIds);
  nowMs += DAY_MS;
  rows.push(await scan(`what has changed: ${EDITED} pages`, { onlyStale: true }, EDITED));
  nowMs += 8 * DAY_MS;
  rows.push(await scan('what has changed, complete after a week', { onlyStale: true }, all));
  await settleScans(host, key, false);
  rows.push(await scan('title and body', {}, pages));
  await settleScans(host, key, true);
  rows.push(await scan(WITHOUT_FILES, {}, all));
  await settleScans(host, key, true, { enabled: true, maxMegabytes: 5, kinds: FILE_KINDS, spaceIds: [] });
  rows.push(await scan(WITH_FILES, {}, all));
  console.log(`A scan of the site: ${pages} pages, ${comments} comments and replies, ${attachments} attachments\n`);
  printTable(
    [
      'Scan',
      'Objects',
      'Objects per second',
      'Processor ms per object',
      'Calls per object',
      'Points per object',
      'Read units',
      'Write units',
      'US$ per million',
    ],
    rows,
  );
  const alone = 1e6 * (perObject.get('title and body') ?? 0);
  const whole = 2.5e6 * (perObject.get('with comments and attachments') ?? 0);
  console.log('Hours for a million pages: titles and bodies; with a million comments and half a million attachments\n');
  printTable(
    ['`host`', 'Scheduled', 'Started by a person', 'Scheduled, with comments', 'Started by a person, with comments'],
    [6_000, 12_000, 20_000, 30_000, 60_000].map((quota) => [
      quota.toLocaleString('en'),
      hours(alone, quota, 2 / 3),
      hours(alone, quota, 1 / 3),
      hours(whole, quota, 2 / 3),
      hours(whole, quota, 1 / 3),
    ]),
  );
  printFiles(works, attachments);
  site.close();
}

const WITHOUT_FILES = 'with comments and attachments, after a change of the settings';
const WITH_FILES = 'with comments, attachments, and 1 MB of text in each attachment';
const FILES = 10_000;
const DEFAULT_POINTS = 13_000;
/** The assumed duration of a call to Confluence, and the memory of the function in GB. */
const [CALL_SECONDS, MEMORY_GB] = [0.15, 0.5];

/** The difference of the two scans, for FILES attachments. */
function printFiles(works: ReadonlyMap<string, Work>, attachments: number): void {
  const [before, after] = [works.get(WITHOUT_FILES), works.get(WITH_FILES)];
  if (before === undefined || after === undefined) return;
  const each = (of: (work: Work) => number) => ((of(after) - of(before)) * FILES) / attachments;
  const [calls, points, seconds] = [
    each((one) => one.calls),
    each((one) => one.points),
    each((one) => one.processorMs) / 1_000,
  ];
  console.log(`The text of ${FILES.toLocaleString('en')} attachments of 1 MB, in addition to their names\n`);
  printTable(
    ['Calls', 'Points', 'Processor s', 'GB-s', 'Hours, scheduled', 'Hours, started by a person'],
    [
      [
        ...[calls, points, seconds].map((number) => Math.round(number).toLocaleString('en')),
        Math.round(seconds / PROCESSOR_SHARE_OF_A_GB + calls * CALL_SECONDS * MEMORY_GB).toLocaleString('en'),
        (points / (DEFAULT_POINTS * (2 / 3))).toFixed(1),
        (points / (DEFAULT_POINTS / 3)).toFixed(1),
      ],
    ],
  );
}

const countBody = z.looseObject({ totalSize: z.int() });

async function countPages(host: LocalHost): Promise<number> {
  const { send } = openAsAdmin(host);
  return countBody.parse(await send('GET', '/rest/api/search?cql=type%20%3D%20page&limit=1')).totalSize;
}

void run();

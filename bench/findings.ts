import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { DEMO_PAGES, DEMO_SPACES } from '../local/demo';
import { createLocalHost, type LocalHost } from '../local/host';
import { EXCERPT_VERSION } from '../src/detection/report/masking';
import { makeApp, median, printTable } from './support';

/**
 * Measures the platform calls and the processor time of the requests of the Detections page, with a hundred open findings and with a
 * hundred thousand. Fails if the numbers of calls for the first rows differ.
 */

const few = 100;
const many = 100_000;
const ROUNDS = 5;
const INVOCATIONS = 20;
const PAGES = (['welcome', 'payroll', 'openHome', 'hrHome', 'engHome', 'architectureEvents'] as const).map(
  (name) => DEMO_PAGES[name],
);
const TEMPLATE = '00000000-0000-4000-8000-000000000000';

const FINDING = {
  v: 1,
  rev: 1,
  spaceId: DEMO_SPACES.ENG,
  pageId: DEMO_PAGES.welcome,
  detectorId: 'card-pan',
  category: 'financial',
  severity: 'high',
  band: 'high',
  status: 'open',
  fingerprint: 'fingerprint-of-a-value',
  foundAt: '2026-01-02T00:00:00.000Z',
  data: {
    confidence: 0.95,
    evidence: ['checksum:luhn', 'iin:visa', 'context:"card"'],
    alsoMatched: [],
    location: {
      field: 'body',
      representation: 'atlas_doc_format',
      kind: 'text',
      ranges: [{ pointer: '/content/0/content/0/text', start: 11, end: 30 }],
      blockHash: 'h5q1c3m0Zb3xv0w4cJm6xX',
      occurrence: 0,
    },
    maskedExcerpt: 'card: ••••••••',
    excerptVersion: EXCERPT_VERSION,
    foundInVersion: 1,
    pageVersion: 1,
  },
};

/** Creates copies of one finding with different times, on pages of the demo site. Each value has a hundred copies. */
async function openWith(findings: number, folder: string): Promise<LocalHost> {
  const app = makeApp();
  const first = createLocalHost({ app, meter: 'off', dataDir: folder });
  const body = { entityName: 'detection', key: TEMPLATE, value: FINDING };
  const { installationId } = first.installation;
  const stored = await first.storage.handle(installationId, '/api/v1/entity/set', body);
  if (!stored.ok) throw new Error(await stored.text());
  first.close();

  const database = new Database(join(folder, 'site.db'));
  database.exec('INSERT OR REPLACE INTO kvs_seen SELECT * FROM kvs_row; DELETE FROM kvs_change;');
  const pages = JSON.stringify(PAGES);
  for (const table of ['kvs_row', 'kvs_seen']) {
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${findings - 1}),
        template AS (SELECT * FROM ${table} WHERE collection LIKE '%detection' AND key = '${TEMPLATE}')
      INSERT INTO ${table}
        SELECT installation, collection, printf('%08x-0000-4000-8000-000000000000', i),
          json_set(value,
            '$.foundAt', strftime('%Y-%m-%dT%H:%M:%fZ', 1767312000 + i, 'unixepoch'),
            '$.fingerprint', printf('fingerprint-of-value-%d', i / 100),
            '$.pageId', json_extract('${pages}', printf('$[%d]', i % ${PAGES.length}))),
          created_at, updated_at, expires_at
        FROM n, template`);
  }
  // Opening the database rebuilds the index, like a deployment that changes an index.
  database.exec("DELETE FROM kvs_setting WHERE name = 'indexes'");
  database.close();
  return createLocalHost({ app, meter: 'off', dataDir: folder });
}

type Question = readonly [name: string, operation: string, payload: object, isFirstRows: boolean];

const QUESTIONS: readonly Question[] = [
  ['the first 50 rows', 'listFindings', { status: 'open' }, true],
  ['the first 50 rows of a detector', 'listFindings', { status: 'open', detectorId: 'card-pan' }, true],
  ['one finding', 'getFinding', { findingId: TEMPLATE }, true],
  ['counts by severity', 'summarizeFindings', { status: 'open' }, false],
  ['groups by value', 'groupFindings', { status: 'open', by: 'value' }, false],
];

async function ask(host: LocalHost, [name, operation, payload]: Question): Promise<number> {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const { result, requestId } = await host.invokeResolver(operation, payload, accountId);
  if (!(result as { ok: boolean }).ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return host.traces.find(requestId)?.calls.length ?? 0;
}

async function measure(host: LocalHost, question: Question): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < INVOCATIONS; turn += 1) await ask(host, question);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / INVOCATIONS / 1_000;
}

async function run(): Promise<void> {
  const folders = [few, many].map(() => mkdtempSync(join(tmpdir(), 'findings-')));
  const [small, large] = [await openWith(few, folders[0] ?? ''), await openWith(many, folders[1] ?? '')];
  const rows = [];
  for (const question of QUESTIONS) {
    const [name, , , isFirstRows] = question;
    const [fewCalls, manyCalls] = [await ask(small, question), await ask(large, question)];
    if (isFirstRows && fewCalls !== manyCalls) throw new Error(`${name} costs more where there are many findings`);
    const ms: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = [await measure(small, question), await measure(large, question)] as const;
      // The first round warms up.
      if (round > 0) times.forEach((time, site) => ms[site]?.push(time));
    }
    const [fewMs, manyMs] = [median(ms[0]), median(ms[1])];
    rows.push([name, fewCalls, manyCalls, fewMs.toFixed(1), manyMs.toFixed(1)]);
  }
  console.log(`A hundred findings and a hundred thousand: median of ${ROUNDS} rounds of ${INVOCATIONS} invocations\n`);
  printTable(['Request', 'Calls with 100', 'Calls with 100 thousand', 'ms with 100', 'ms with 100 thousand'], rows);
  for (const host of [small, large]) host.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

void run();

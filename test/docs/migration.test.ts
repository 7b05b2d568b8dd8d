import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PAGES } from '../../local/demo';
import type { LevelList } from '../../src/admin/levels/change-levels';
import type { ImportedLevelRow } from '../../src/admin/levels/import-levels';
import type { ImportedRow } from '../../src/admin/pages/import-page-levels';
import { parseCsv } from '../../static/admin/src/transfer/csv';
import { findLevelColumns, levelRows } from '../../static/admin/src/transfer/level-rows';
import { findPageLevelColumns, parseRows } from '../../static/admin/src/transfer/page-level-rows';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';

/** The files of the guide to migration can be imported, and its scripts create files that can. */

const guide = readFileSync(join(__dirname, '../../docs/migration.md'), 'utf8');
const files = new Map(
  [...guide.matchAll(/^```\w+ ([\w-]+\.\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);
const fileNamed = (name: string) => {
  const text = files.get(name);
  if (text === undefined) throw new Error(`the guide has no file ${name}`);
  return text;
};

let site: ServedSite;
let folder: string;
let servers: Server[];
beforeEach(async () => {
  site = await serveSite();
  folder = mkdtempSync(join(tmpdir(), 'migration-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await site.stop();
  rmSync(folder, { recursive: true });
});

const tableOf = (text: string) => {
  const parsed = parseCsv(text);
  if (parsed.outcome !== 'table') throw new Error(parsed.outcome);
  return parsed;
};

/** Reads the rows of a file and returns the results of the rows that it sends, like the import page. */
async function importLevels(text: string): Promise<readonly string[]> {
  const { header, rows } = tableOf(text);
  const { rev } = await done<LevelList>(site, 'listLevels', {});
  const payload = levelRows(rows, findLevelColumns(header)).flatMap((row) =>
    row.payload === undefined ? [] : [row.payload],
  );
  const answer = { rev, rows: payload, dryRun: false };
  const { results } = await done<{ results: ImportedLevelRow[] }>(site, 'importLevels', answer);
  return results.map(({ outcome }) => outcome);
}

async function importPageLevels(text: string): Promise<readonly string[]> {
  const { header, rows } = tableOf(text);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const parsed = parseRows(rows, findPageLevelColumns(header), levels).map((row) => row.parsed);
  expect(parsed.filter(({ outcome }) => outcome !== 'ready')).toEqual([]);
  const payload = parsed.flatMap((one) =>
    one.outcome === 'ready'
      ? [{ pageId: one.pageId, ...one.level, ...(one.justification && { justification: one.justification }) }]
      : [],
  );
  const { results } = await done<{ results: ImportedRow[] }>(site, 'importPageLevels', {
    rows: payload,
    onExisting: 'keep',
    dryRun: false,
  });
  return results.map(({ pageId, outcome }) => `${pageId} ${outcome}`);
}

/** Runs a script of the guide. @returns its output */
async function run(name: string, url: string, args: readonly string[] = []): Promise<string> {
  writeFileSync(join(folder, name), fileNamed(name));
  const env = { CONFLUENCE_URL: url, CONFLUENCE_EMAIL: 'admin@example.com', CONFLUENCE_TOKEN: 'local' };
  const ran = await promisify(execFile)(process.execPath, [name, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    timeout: 240_000,
  });
  return ran.stdout.trim();
}
const written = (name: string) => readFileSync(join(folder, name), 'utf8');

it('the example files of levels and of pages can be imported', async () => {
  expect(await importLevels(fileNamed('levels.csv'))).toEqual(Array(4).fill('created'));
  expect(await importPageLevels(fileNamed('page-levels.csv'))).toEqual([
    `${DEMO_PAGES.payroll} set`,
    `${DEMO_PAGES.welcome} set`,
    `${DEMO_PAGES.officeGuide} set`,
  ]);
});

it('the script for labels writes a file of all labeled pages, most sensitive label first', async () => {
  await importLevels(fileNamed('levels.csv'));
  for (const name of ['secret', 'internal']) {
    const label = [{ prefix: 'global', name }];
    await site.wiki('POST', `/rest/api/content/${DEMO_PAGES.welcome}/label`, label);
  }
  const said = await run('from-labels.mjs', site.url);
  const results = await importPageLevels(written('page-levels.csv'));
  expect(said).toBe(`${results.length} pages have such a label`);
  expect(results.length).toBeGreaterThan(2);
  expect(results).toContain(`${DEMO_PAGES.welcome} set`);
  expect(written('page-levels.csv')).toContain(`${DEMO_PAGES.welcome},"Secret"\n`);
});

it("the script for Confluence's levels writes both files", async () => {
  const native = [
    { id: 'a', status: 'PUBLISHED', order: 2, name: 'Normal', description: 'x', guideline: '', color: 'GREEN' },
    { id: 'b', status: 'PUBLISHED', order: 1, name: 'Strict, "very"', description: '', guideline: 'g', color: 'RED' },
    { id: 'c', status: 'ARCHIVED', order: 3, name: 'Old', description: '', guideline: '', color: 'GREY' },
  ];
  const ofPages: Record<string, object | undefined> = {
    [DEMO_PAGES.welcome]: native[0],
    [DEMO_PAGES.glossary]: native[1],
  };
  // Adds a part that the local Confluence lacks, which is the levels of Atlassian Guard, in the format of its OpenAPI
  // document.
  let isBusy = true;
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const url = request.url ?? '';
    if (isBusy) {
      isBusy = false;
      return answer(429, {}, { 'retry-after': '0' });
    }
    if (url === '/wiki/api/v2/classification-levels') return answer(200, native);
    const [, pageId] = /^\/wiki\/api\/v2\/pages\/([0-9]+)\/classification-level$/.exec(url) ?? [];
    if (pageId !== undefined) {
      const level = ofPages[pageId];
      return level === undefined ? answer(404, {}) : answer(200, level);
    }
    const authorization = request.headers.authorization ?? '';
    fetch(site.url + url, { headers: { authorization } }).then(
      async (real) => answer(real.status, await real.json()),
      () => answer(502, {}),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await run('from-confluence.mjs', `http://127.0.0.1:${port}`, ['OPEN'])).toBe('2 pages have a level');
  expect(await importLevels(written('levels.csv'))).toEqual(['created', 'created']);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  expect(levels.slice(-2).map(({ name }) => name)).toEqual(['Strict, "very"', 'Normal']);
  expect((await importPageLevels(written('page-levels.csv'))).toSorted()).toEqual([
    `${DEMO_PAGES.welcome} set`,
    `${DEMO_PAGES.glossary} set`,
  ]);
});

it('the migration guide names the columns that the import page recognizes', () => {
  for (const name of ['levels.csv', 'page-levels.csv']) {
    const { header } = tableOf(fileNamed(name));
    const find = name === 'levels.csv' ? findLevelColumns : findPageLevelColumns;
    const found = Object.values(find(header)).filter((index) => index !== undefined);
    expect(found).toHaveLength(header.length);
  }
});

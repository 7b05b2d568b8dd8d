import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cleanUp, freePort, newDataDir, type RunningServer, startServer } from '../support/server-process';

/**
 * `npm run dev` as a user runs it: a change of the sources takes effect without a manual restart, and the data is kept.
 */

afterEach(cleanUp);

const root = join(__dirname, '../..');
const PROJECT = [
  'src',
  'local',
  'scripts',
  'static',
  'manifest.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const ROUTE = 'src/rest/routes/list-levels.ts';
const ENTRY = 'src/index.ts';
const TITLE = 'static/admin/index.html';

/** Avoids the builds of the first start. */
const BUILT = ['dist', '.cache/ui-sources.txt', '.cache/openapi-sources.txt'];

function copyProject(): string {
  const project = newDataDir();
  for (const path of [...PROJECT, ...BUILT.filter((one) => existsSync(join(root, one)))])
    cpSync(join(root, path), join(project, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  return project;
}

function edit(project: string, path: string, from: RegExp, to: string): void {
  const file = join(project, path);
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(from);
  writeFileSync(file, before.replace(from, to));
}

/** Asks until the answer contains a text; the host does not answer while it restarts. */
async function untilAnswered(server: RunningServer, path: string, text: string): Promise<void> {
  while (true) {
    const answer = await server.rest('GET', path).catch(() => undefined);
    if (answer?.text.includes(text) === true) return;
    await setTimeout(50);
  }
}

const API = '/v1/openapi.json';
const ADMIN = '/site/resource/admin/';

it('`npm run dev` shows a change of the app and of the admin area, keeps the data, and recovers from an error', async () => {
  const project = copyProject();
  const server = await startServer({ project, dataDir: newDataDir(), port: await freePort(), command: 'dev' });
  const { key } = await server.createKey();

  edit(project, ROUTE, /summary: '/, "summary: 'First change: ");
  await untilAnswered(server, API, 'First change: ');
  expect((await server.rest('GET', '/v1/level', { key })).status).toBe(200);

  edit(project, TITLE, /<title>/, '<title>Second change: ');
  await untilAnswered(server, ADMIN, 'Second change: ');

  edit(project, ENTRY, /$/, 'export const mistake = ;');
  while (!server.stderr().includes('The local host has stopped')) await setTimeout(50);
  edit(project, ENTRY, /export const mistake = ;/, '');
  edit(project, ROUTE, /First change: /, 'Third change: ');
  await untilAnswered(server, API, 'Third change: ');
  expect((await server.rest('GET', '/v1/level', { key })).status).toBe(200);

  server.child.kill('SIGTERM');
  // `ended` waits for every process that holds the output of the first.
  expect(await server.ended).toEqual([0, null]);
  await expect(server.rest('GET', API)).rejects.toThrow('fetch failed');
});

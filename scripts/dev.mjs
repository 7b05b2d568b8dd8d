import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { install, root } from './install.mjs';
import { runChild } from './run-child.mjs';
import { typeScriptCommand } from './run-typescript.mjs';

/**
 * `npm run dev`: `npm start` that follows the sources. A change of the app or of the local host restarts them and keeps the
 * data; a change of the admin area rebuilds it. If a build fails or the host stops, the next change tries again.
 */

const WATCH_MS = 300;
const APP = ['src', 'local', 'manifest.yml', 'tsconfig.json'];
const UI = ['static/admin', 'static/surfaces'];
/** Written by the builds. */
const BUILT =
  /^(src\/rest\/openapi-packed\.json|src\/detection\/engine\/filters-packed\.json|static\/(admin|surfaces)\/dist\/)/;

const parent = process.ppid;
let isStopping = false;
let host;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isStopping = true));
await install();
let app = stateOf(APP);
let ui = stateOf(UI);
await run('scripts/build.mjs');
startHost(process.argv.slice(2));
while (!isStopping) {
  await setTimeout(WATCH_MS);
  if (stateOf(APP) !== app) {
    app = await settledStateOf(APP);
    await run('scripts/build-openapi.mjs');
    await stopHost();
    startHost([]);
  }
  if (stateOf(UI) !== ui) {
    ui = await settledStateOf(UI);
    if (await run('scripts/build-ui.mjs')) console.log('The admin area is built: reload the page.');
  }
  // npm does not forward signals.
  if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) isStopping = true;
}
await stopHost();

function startHost(args) {
  if (isStopping) return;
  const command = typeScriptCommand('local/start.ts', args);
  host = spawn(process.execPath, command.args, command.options);
  host.once('exit', (code) => {
    if (code > 0) console.error('The local host has stopped; a change starts it again.');
  });
}

async function stopHost() {
  if ((host.exitCode ?? host.signalCode) !== null) return;
  const exit = once(host, 'exit');
  host.kill('SIGTERM');
  await exit;
}

/** @returns whether it exited with 0; its own output shows the error */
async function run(script) {
  if (isStopping) return false;
  const { code } = await runChild(process.execPath, [join(root, script)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return code === 0;
}

/** An editor may write several files, and one file in steps. */
async function settledStateOf(sources) {
  let state = stateOf(sources);
  while (true) {
    await setTimeout(WATCH_MS);
    const later = stateOf(sources);
    if (later === state) return state;
    state = later;
  }
}

/** Changes when a file is added, removed or written. Polling works on every platform and on mounted folders. */
function stateOf(sources) {
  return sources
    .flatMap((source) => filesIn(source))
    .filter((file) => !BUILT.test(file))
    .map((file) => {
      const { mtimeMs, size } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

function filesIn(source) {
  if (!statSync(join(root, source)).isDirectory()) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

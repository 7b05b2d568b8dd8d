import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fail, installFolder, root } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * Atlassian's command line interface for Forge, in a folder of its own: 310 MB that only deployments need
 * (docs/adr/0108-the-forge-cli-in-its-own-folder.md).
 */

const folder = join(root, 'forge-cli');
const cli = join(folder, 'node_modules/@forge/cli/out/bin/cli.js');
/** The id of the app that `register` created. Not in Git, because every vendor has another one. */
const idFile = join(root, '.forge-app-id');
const APP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Commands that ask Atlassian about the app. Without an id they would ask about the demo id of the manifest. */
const ABOUT_THE_APP = [
  ...['deploy', 'install', 'uninstall', 'tunnel', 'logs', 'variables', 'environments', 'storage', 'webtrigger'],
  ...['providers', 'eligibility', 'version', 'build', 'custom-scopes', 'show', 'containers', 'repositories'],
];

/**
 * Installs the CLI on its first use, and runs it in the folder of the app.
 * @returns its exit code
 */
export async function runForge(args, cwd = root) {
  await prepare(args);
  const { code, stoppedBy } = await runChild(process.execPath, [cli, ...args], {
    cwd,
    stdio: 'inherit',
    env: environment(),
  });
  return stoppedBy ? code || 1 : code;
}

/** Like `runForge`, for the output of a command. @returns undefined if the command failed, and prints its output */
export async function readForge(args) {
  await prepare(args);
  const options = { cwd: root, encoding: 'utf8', env: environment(), maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options);
  if (status === 0) return stdout;
  console.error(`${stdout}${stderr}`);
  return undefined;
}

/**
 * Registers a new app in a copy of the smallest manifest, because the CLI would write manifest.yml with its own YAML writer,
 * without comments. Stores the id of the app for `${APP_ID}` in manifest.yml.
 */
export async function register(args) {
  const known = readAppId();
  if (known !== undefined) {
    fail(`The app is registered as ${known}. To register another one, delete .forge-app-id and unset APP_ID.`);
  }
  const copy = mkdtempSync(join(tmpdir(), 'forge-register-'));
  try {
    const manifest = join(copy, 'manifest.yml');
    writeFileSync(manifest, 'app:\n  runtime:\n    name: nodejs22.x\nmodules: {}\npermissions:\n  scopes: []\n');
    const code = await runForge(['register', ...args], copy);
    const id = String(parse(readFileSync(manifest, 'utf8'))?.app?.id ?? '').replace(/^.*\//, '');
    if (!APP_ID.test(id)) return code || 1;
    writeFileSync(idFile, `${id}\n`);
    console.log(`The id of the app is in .forge-app-id: ${id}. On other machines, set APP_ID to it.`);
    return code;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The variable wins, for CI. @throws by ending the process, if the id has another form */
function readAppId() {
  const id = process.env.APP_ID ?? (existsSync(idFile) ? readFileSync(idFile, 'utf8').trim() : undefined);
  if (id !== undefined && !APP_ID.test(id)) fail(`APP_ID or .forge-app-id is not the ID of an app: ${id}`);
  return id;
}

async function prepare(args) {
  // `variables:set` is another spelling of `variables set`, and options may come first.
  const command = args.find((one) => !one.startsWith('-'))?.split(':')[0];
  const refusal = refusalOf(process.versions.node);
  if (refusal !== undefined) fail(refusal);
  if (command === 'login') {
    fail('Set FORGE_EMAIL and FORGE_API_TOKEN instead. The API token is from id.atlassian.com, and is stored nowhere.');
  }
  if (ABOUT_THE_APP.includes(command) && readAppId() === undefined) {
    fail('No app is registered here. Run `npm run forge -- register`, or set APP_ID to the id of your app.');
  }
  await installFolder(folder);
}

function environment() {
  const id = readAppId();
  return id === undefined ? process.env : { ...process.env, APP_ID: id };
}

/** @returns a sentence if the CLI does not run on this version of Node.js */
export function refusalOf(version) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const { version: cliVersion, engines } = packages['node_modules/@forge/cli'];
  const isAccepted = engines.node.split('||').some((range) =>
    range
      .trim()
      .split(/\s+/)
      .every((limit) => isWithin(version, limit)),
  );
  if (isAccepted) return undefined;
  return `@forge/cli ${cliVersion} does not run on Node.js ${version}. Use the newest version of Node.js 22 (accepted: ${engines.node}).`;
}

/** @param limit for example `>=20.18.1` */
function isWithin(version, limit) {
  const [, operator, ...parts] = /^(>=|>|<=|<)(\d+)\.(\d+)\.(\d+)$/.exec(limit) ?? [];
  if (operator === undefined) throw new Error(`The engines of @forge/cli have an unknown form: ${limit}`);
  const numbers = version.split('.').map(Number);
  const difference = parts.map((part, index) => numbers[index] - Number(part)).find((each) => each !== 0) ?? 0;
  return difference === 0 ? operator.endsWith('=') : operator.startsWith('>') === difference > 0;
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './run-child.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Vite needs these; 21 never had zlib.crc32. */
const oldestNodes = [
  [20, 19, 0],
  [22, 12, 0],
];

/** Ends the process with a message instead of a stack trace. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Installs the packages of package-lock.json when they are missing or older than it. Prints nothing and takes a few
 * milliseconds if nothing is missing. All output goes to stderr, because `npm run key` prints JSON on stdout.
 */
export async function install() {
  if (!isSupported(process.versions.node)) {
    fail(`This needs Node.js 20.19 or later in version 20, or 22.12 or later. You have ${process.versions.node}.`);
  }
  await installFolder(root);
}

/** The same for the packages of another folder with a package-lock.json. */
export async function installFolder(folder) {
  if (isInstalled(folder)) return;
  console.error('Installing packages (npm ci) ...');
  // No package here needs its install script, and a production NODE_ENV must not omit the tools.
  const { code, stoppedBy } = await npm(['ci', '--include=dev', '--ignore-scripts', '--loglevel=error'], folder);
  if (stoppedBy) process.exit(code || 1);
  if (code !== 0) {
    fail('Installing the packages failed; check the network and the message above, then run `npm ci` to try again.');
  }
}

async function npm(args, folder) {
  // npm's stdout becomes our stderr.
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  // Set if npm started us: the same npm, and no search for npm.cmd on Windows.
  const running = process.env.npm_execpath;
  try {
    if (running?.endsWith('.js')) return await runChild(process.execPath, [running, ...args], options);
    return await runChild('npm', args, { ...options, shell: process.platform === 'win32' });
  } catch (error) {
    return fail(`npm could not be started (${error.message}); install npm, then try again.`);
  }
}

function isSupported(version) {
  const parts = version.split('.').map(Number);
  const oldest = oldestNodes.find(([major]) => major === parts[0]);
  if (oldest === undefined) return parts[0] > 22;
  const differing = oldest.findIndex((part, index) => parts[index] !== part);
  return differing === -1 || parts[differing] > oldest[differing];
}

/**
 * npm records what it installed in node_modules/.package-lock.json and writes that file last, so an interrupted or
 * manual installation is detected.
 */
function isInstalled(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  if (!wanted) fail('package-lock.json is missing or damaged; restore it with `git checkout package-lock.json`.');
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional packages are for one platform each; those of other platforms are never installed.
    if (!found) return Boolean(optional ?? devOptional);
    return found.version === version && found.integrity === integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

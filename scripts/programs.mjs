import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { fail } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * The programs besides Node that the tests need: a browser of the Chromium family, and the interpreters for the
 * examples of the guides. Playwright's own browser would come from a host that is not a package registry.
 */

/** In order of preference, because the headless shell starts in half the time. */
const BROWSERS_ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/** Below the folders for programs that are not on the path. */
const INSTALLED_BROWSERS = {
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Debian's packages. A program counts only if it runs: Debian's groovy does not without a Java runtime. */
const INTERPRETERS = {
  bash: ['bash'],
  curl: ['curl'],
  python3: ['python3'],
  groovy: ['groovy', 'default-jre-headless'],
};

const BROWSER_PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];

/** The command that installs a browser. On Linux it depends on the package manager. */
const BROWSER_COMMANDS = { darwin: 'brew install --cask google-chrome', win32: 'winget install Google.Chrome' };
const LINUX_BROWSER_COMMANDS = {
  'apt-get': 'sudo apt-get install chromium',
  dnf: 'sudo dnf install chromium',
  pacman: 'sudo pacman -S chromium',
  zypper: 'sudo zypper install chromium',
};

/**
 * The path of the browser for the tests: `CHROMIUM_PATH`, or the first one that is installed.
 * @returns undefined if none is installed
 */
export function findBrowser(env = process.env, platform = process.platform) {
  if (env.CHROMIUM_PATH) {
    if (isFile(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    fail(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is not a program. Correct it, or unset it.`);
  }
  const onPath = BROWSERS_ON_PATH.map((name) => findOnPath(name, env)).find((path) => path !== undefined);
  return onPath ?? installedBrowsers(env, platform).find(isFile);
}

function installedBrowsers(env, platform) {
  const folders = {
    darwin: [join(env.HOME ?? '', 'Applications'), '/Applications'],
    win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder !== undefined),
  };
  return (folders[platform] ?? []).flatMap((folder) => INSTALLED_BROWSERS[platform].map((path) => join(folder, path)));
}

function findOnPath(name, env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isFile);
}

function isFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The interpreters that do not run here. Each is asked for its version, because a command may be an empty shim. */
export function missingInterpreters(env = process.env) {
  return Object.keys(INTERPRETERS).filter(
    (name) => spawnSync(name, ['--version'], { env, stdio: 'ignore' }).status !== 0,
  );
}

/**
 * Provides the programs for a whole run of the tests. On Debian, as root, it installs what is missing. Elsewhere it
 * ends the process without a browser, and reports missing interpreters; with `CI=true` these end it as well.
 * @returns the path of the browser
 */
export async function providePrograms() {
  const isCi = process.env.CI === 'true';
  const canInstall = process.getuid?.() === 0 && findOnPath('apt-get', process.env) !== undefined;
  if (canInstall) await installPackages();
  const browser = findBrowser() ?? fail(noBrowser());
  const missing = missingInterpreters();
  if (missing.length > 0) {
    const sentence = `Missing: ${missing.join(', ')} (Debian: apt-get install ${packagesOf(missing).join(' ')}).`;
    if (isCi) fail(`${sentence} With CI=true every example of the guides must run.`);
    console.error(`${sentence} The examples of the guides that need them are not run.`);
  }
  return browser;
}

async function installPackages() {
  const packages = [...(findBrowser() === undefined ? BROWSER_PACKAGES : []), ...packagesOf(missingInterpreters())];
  if (packages.length === 0) return;
  console.error(`Installing ${packages.join(' ')} (apt-get) ...`);
  const install = ['install', '-qq', '-y', '--no-install-recommends', ...packages];
  for (const args of [['update', '-qq'], install]) {
    // stdout of apt-get becomes our stderr.
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 2, 2] };
    const { code, stoppedBy } = await runChild('apt-get', args, options);
    if (stoppedBy) process.exit(code || 1);
    if (code !== 0)
      fail(`apt-get ${args[0]} failed; the message above says why. Run \`apt-get ${install.join(' ')}\` to try again.`);
  }
}

function packagesOf(interpreters) {
  return interpreters.flatMap((name) => INTERPRETERS[name]);
}

/** The solution if no browser is installed. */
export function noBrowser(env = process.env, platform = process.platform) {
  const manager = Object.keys(LINUX_BROWSER_COMMANDS).find((name) => findOnPath(name, env) !== undefined);
  const command = BROWSER_COMMANDS[platform] ?? LINUX_BROWSER_COMMANDS[manager];
  const advice = command === undefined ? 'Install one' : `Run \`${command}\``;
  return `The browser tests need Chromium, Chrome or Edge. ${advice}, or set CHROMIUM_PATH to the program.`;
}

// `node scripts/programs.mjs`: prints the path of the browser, for tests that jest runs alone.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(findBrowser() ?? fail(noBrowser()));

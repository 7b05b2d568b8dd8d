import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The programs besides Node that `npm test` provides: a browser, and interpreters for the examples of the guides. */

const root = join(__dirname, '../..');
const INTERPRETERS = ['bash', 'curl', 'python3', 'groovy'];
const DEBIAN = ['chromium-headless-shell', ...INTERPRETERS];

let machine: string;
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'machine-'));
});
afterEach(() => rmSync(machine, { recursive: true }));

/** A program on the path of the machine. */
function put(name: string, script = 'exit 0', folder = machine): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Records its arguments; `install` creates the programs of the packages. */
function putAptGet(): void {
  const copies = DEBIAN.map((name) => `printf '#!/bin/sh\\nexit 0\\n' > ${join(machine, name)}`);
  const modes = DEBIAN.map((name) => join(machine, name)).join(' ');
  const install = `if [ "$1" = install ]; then ${copies.join('; ')}; /bin/chmod 755 ${modes}; fi`;
  put('apt-get', `echo "$@" >> ${join(machine, 'apt-get.log')}\n${install}`);
}

function aptGetCalls(): readonly string[] {
  const log = join(machine, 'apt-get.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const options = { cwd: root, env: { PATH: machine, HOME: machine, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, out: stdout, err: stderr };
}

function provide(account: 'root' | 'other', env: Readonly<Record<string, string>> = {}): Run {
  const module = pathToFileURL(join(root, 'scripts/programs.mjs')).href;
  const code = `process.getuid = () => ${account === 'root' ? 0 : 1000};
    const { providePrograms } = await import('${module}');
    console.log(await providePrograms());`;
  return run(['--input-type=module', '-e', code], env);
}

it('the setup of programs installs exactly the missing programs on Debian as root', () => {
  putAptGet();
  expect(provide('root')).toMatchObject({ code: 0, out: `${join(machine, 'chromium-headless-shell')}\n` });
  const packages = 'chromium-headless-shell fonts-liberation bash curl python3 groovy default-jre-headless';
  expect(aptGetCalls()).toEqual(['update -qq', `install -qq -y --no-install-recommends ${packages}`]);

  put('groovy', 'exit 1');
  expect(provide('root').code).toBe(0);
  expect(aptGetCalls().at(-1)).toBe('install -qq -y --no-install-recommends groovy default-jre-headless');
  const calls = aptGetCalls().length;
  expect(provide('root').code).toBe(0);
  expect(aptGetCalls()).toHaveLength(calls);
});

it('the setup of programs names the failed installation', () => {
  put('apt-get', 'exit 100');
  const { code, err } = provide('root');
  expect(code).toBe(1);
  expect(err).toContain('apt-get update failed');
});

it('the setup of programs stops before the first check without a browser, and prints the command that installs one', () => {
  for (const name of INTERPRETERS) put(name);
  putAptGet();
  const notRoot = 'data:text/javascript,process.getuid = () => 1000';
  expect(run(['--import', notRoot, 'scripts/test.mjs'], {})).toEqual({
    code: 1,
    out: '',
    err: 'The browser tests need Chromium, Chrome or Edge. Run `sudo apt-get install chromium`, or set CHROMIUM_PATH to the program.\n',
  });
  expect(aptGetCalls()).toEqual([]);
});

it.each([
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
])('the setup of programs uses %s if it is installed', (name) => {
  for (const interpreter of INTERPRETERS) put(interpreter);
  const path = put(name);
  expect(provide('other')).toEqual({ code: 0, out: `${path}\n`, err: '' });
});

it('the setup of programs prefers CHROMIUM_PATH, and does not replace an invalid path', () => {
  for (const name of DEBIAN) put(name);
  const own = put('browser', 'exit 0', join(machine, 'own'));
  expect(provide('other', { CHROMIUM_PATH: own })).toMatchObject({ code: 0, out: `${own}\n` });
  const wrong = provide('other', { CHROMIUM_PATH: join(machine, 'absent') });
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toContain('Correct it, or unset it.');
});

it('the setup of programs finds a macOS browser in the applications folder, and names the installer of each platform', () => {
  const module = pathToFileURL(join(root, 'scripts/programs.mjs')).href;
  const evaluate = (expression: string) => {
    const code = `import { findBrowser, noBrowser } from '${module}'; console.log(${expression})`;
    return run(['--input-type=module', '-e', code], {}).out.trim();
  };
  const edge = put('Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge');
  expect(evaluate(`findBrowser({ HOME: '${machine}' }, 'darwin')`)).toBe(edge);
  expect(evaluate(`noBrowser({}, 'darwin')`)).toContain('`brew install --cask google-chrome`');
  expect(evaluate(`noBrowser({}, 'win32')`)).toContain('`winget install Google.Chrome`');
  expect(evaluate(`noBrowser({}, 'linux')`)).toContain('Install one, or set CHROMIUM_PATH');
});

it('the setup of programs reports missing interpreters, and fails for them only under CI=true', () => {
  for (const name of ['chromium', 'bash', 'curl', 'python3']) put(name);
  const local = provide('other');
  expect(local).toMatchObject({ code: 0, out: `${join(machine, 'chromium')}\n` });
  expect(local.err).toBe(
    'Missing: groovy (Debian: apt-get install groovy default-jre-headless). The examples of the guides that need them are not run.\n',
  );
  const ci = provide('other', { CI: 'true' });
  expect(ci).toMatchObject({ code: 1, out: '' });
  expect(ci.err).toContain('Missing: groovy');
});

it('the setup of programs finds everything in the development container', () => {
  const packages = [...DEBIAN, 'default-jre-headless', 'fonts-liberation'];
  const [install = ''] =
    /apt-get install[\s\S]*?&& rm/.exec(readFileSync(join(root, '.devcontainer/Dockerfile'), 'utf8')) ?? [];
  expect(packages.filter((name) => !install.split(/\s+/).includes(name))).toEqual([]);
});

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { CLOCKS, installTypescriptClient, wheel } from '../support/installed-clients';
import { describeWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';

/**
 * The files of the guide for scripts are saved as described, and bash, Node, Python and Groovy run them against a site.
 */

const guide = readFileSync(join(__dirname, '../../docs/scripts.md'), 'utf8');

/** The files of the guide. Every block starts with the name of its file. */
const files = new Map(
  [...guide.matchAll(/^```\w+\n((?:#|\/\/) ([\w-]+\.\w+)[\s\S]*?)^```$/gm)].map(([, text = '', name = '']) => [
    name,
    text,
  ]),
);

/**
 * Runs each script that a line names, with the key after it, and prints its result as one line of JSON. The binding has the
 * globals that ScriptRunner gives a script: the Script Variable, and a logger. One process runs all scripts, because a JVM
 * takes seconds to start.
 */
const SCRIPT_RUNNER = `
    def stdout = System.out
    System.in.eachLine { line ->
        def (file, key) = line.split(' ', -1)
        def out = new StringBuilder()
        def err = new StringBuilder()
        def code = 0
        def binding = new Binding(PAGE_CLASSIFICATION_KEY: key, logger: [info: { out << it << '\\n' }])
        def script = new GroovyShell(binding).parse(new File(file))
        Thread.metaClass.static.sleep = { long ms -> err << 'waited ' << ms / 1000 << '\\n' }
        try {
            script.run()
        } catch (RuntimeException error) {
            err << error.message << '\\n'
            code = 1
        }
        stdout.println(groovy.json.JsonOutput.toJson([code: code, out: out.toString(), err: err.toString()]))
    }`;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Seconds. */
  readonly waits: readonly number[];
}

let folder: string;
let site: ServedSite;
let baseUrl: string;
let key: string;
/** The responses of the API, in this order, each with its status and code. */
let answers: string[];
let levelId: string;
/** The clock of the site. */
let rateLimits: string | undefined;
let now: () => Date;

const typescriptClient = installTypescriptClient();
afterAll(() => typescriptClient.remove());

beforeEach(async () => {
  rateLimits = 'off';
  now = () => new Date();
  folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  answers = [];
  site = await serveSite({
    rateLimits: () => rateLimits,
    now: () => now(),
    log: (event, { status, code }) => {
      if (event === 'request') answers.push([status, code].filter((part) => part !== undefined).join(' '));
    },
  });
  baseUrl = (await done<{ baseUrl: string }>(site, 'getBaseAddress', {})).baseUrl;
  ({ key } = await site.createKey({ classificationScope: 'write' }));
  ({ levelId } = levelNamed(site, 'Internal'));
  for (const [name, text] of [...files, ...Object.entries(CLOCKS)]) {
    // Small pages, so that a list has several.
    const small = text.replace(/limit(=|: )100/g, (_all, sign) => `limit${sign}7`);
    writeFileSync(join(folder, name), small.replaceAll('{base_url}', baseUrl));
  }
  symlinkSync(typescriptClient.nodeModules, join(folder, 'node_modules'));
});
afterEach(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = {
    cwd: folder,
    env: { ...process.env, BASE_URL: baseUrl, KEY: key, PYTHONPATH: `${folder}:${wheel}`, ...env },
    timeout: 240_000,
  };
  const ended = await promisify(execFile)(command, [...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    },
  );
  return withWaits(ended);
}

function withWaits(ended: Omit<Ended, 'waits'>): Ended {
  return { ...ended, waits: [...ended.err.matchAll(/^waited ([\d.e-]+)$/gm)].map(([, seconds]) => Number(seconds)) };
}

async function levelOf(pageId: string): Promise<unknown> {
  const { status, body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  return status === 200 ? body.levelName : status;
}

/** The pages of a space without a level, as the API lists them; at least 30. */
async function unclassifiedIn(spaceId: string): Promise<readonly string[]> {
  await Promise.all(Array.from({ length: 30 }, () => aPage(site, { spaceId })));
  return unclassified(spaceId);
}

async function unclassified(spaceId: string): Promise<readonly string[]> {
  const { body } = await site.rest('GET', `/v1/page-level?unclassified=true&limit=250&spaceId=${spaceId}`, { key });
  expect(body._links.next).toBeUndefined();
  return body.results.map(({ pageId }: { pageId: string }) => pageId);
}

const limitRate = (times: number, seconds: number) =>
  site.host.faults.add({ target: 'confluence', status: 429, headers: { 'Retry-After': String(seconds) }, times });

it('every file of the guide is run, and every block is a file', () => {
  expect([...files.keys()].sort()).toEqual(
    [
      'api.sh',
      'classification.groovy',
      'classify-many.sh',
      'classify-space.mjs',
      'classify.mjs',
      'classify.sh',
      'classify_space.py',
      'classify.py',
      'list-levels.mjs',
      'list-levels.sh',
      'list-unclassified.sh',
      'list_levels.py',
    ].sort(),
  );
  expect(guide.match(/^```\w+$/gm)).toHaveLength(files.size);
});

it('the scripts guide has only valid links', () => {
  const links = [...guide.matchAll(/\]\(([\w./-]+)/g)].map(([, file = '']) => file);
  expect(links.filter((file) => !existsSync(join(__dirname, '../../docs', file)))).toEqual([]);
});

describeWith('bash', 'curl')('in a shell', () => {
  const sh = (file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    run('bash', [file, ...args], env);

  it('the script lists the levels of a page', async () => {
    const { out, code } = await sh('list-levels.sh', [DEMO_PAGES.glossary]);
    expect([code, JSON.parse(out).levels.map(({ name }: { name: string }) => name)]).toEqual([
      0,
      ['Highly Restricted', 'Restricted', 'Internal', 'Public'],
    ]);
  });

  it('the script sets the level only of a page without one', async () => {
    const pageId = await aPage(site);
    const first = await sh('classify.sh', [pageId, levelId]);
    expect([first.code, JSON.parse(first.out)]).toMatchObject([0, { pageId, levelId, changed: true }]);
    const second = await sh('classify.sh', [pageId, levelNamed(site, 'Public').levelId]);
    expect(second.code).not.toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(await levelOf(pageId)).toBe('Internal');
  });

  it('the script sets the level of several pages', async () => {
    const pages = await Promise.all(Array.from({ length: 25 }, () => aPage(site)));
    const { out } = await sh('classify-many.sh', [levelId, ...pages]);
    expect(JSON.parse(out).summary).toEqual({ ok: 25, failed: 0 });
    expect(await levelOf(pages[24] ?? '')).toBe('Internal');
  });

  it('the script reads a list to its end', async () => {
    const expected = await unclassifiedIn(DEMO_SPACES.ENG);
    const { out, code } = await sh('list-unclassified.sh', [DEMO_SPACES.ENG]);
    const pages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).results);
    expect(pages.length).toBeGreaterThan(4);
    expect([code, pages.flat().map(({ pageId }) => pageId)]).toEqual([0, expected]);
  });

  it('the script waits and retries, except for permanent errors', async () => {
    // The app itself repeats a call twice.
    limitRate(3, 0);
    const { code, out } = await sh('classify.sh', [await aPage(site), levelId]);
    expect([code, answers]).toEqual([0, ['429 HOST_QUOTA', '201']]);
    expect(JSON.parse(out)).toMatchObject({ levelId, changed: true });
    answers = [];
    const refused = await sh('classify.sh', [await aPage(site), crypto.randomUUID()]);
    expect([refused.code === 0, JSON.parse(refused.out).code, answers]).toEqual([
      false,
      'LEVEL_NOT_FOUND',
      ['422 LEVEL_NOT_FOUND'],
    ]);
  });

  it('the script does not expose the key in the arguments of curl', async () => {
    writeFileSync(join(folder, 'spy.sh'), `curl() { printf '%s\\n' "$@" >&2; }`);
    const { err } = await sh('classify.sh', ['1', levelId], { BASH_ENV: join(folder, 'spy.sh') });
    expect(err).toContain('/v1/page-level');
    expect(err).not.toContain('pclsk_');
  });
});

interface Language {
  readonly name: string;
  readonly task: (name: 'list-levels' | 'classify' | 'classify-space', args: readonly string[]) => Promise<Ended>;
}

const NODE: Language = {
  name: 'Node',
  task: (name, args) => run(process.execPath, ['--import', './clock.mjs', `${name}.mjs`, ...args]),
};
const PYTHON: Language = {
  name: 'Python',
  task: (name, args) => run('python3', [`${name.replaceAll('-', '_')}.py`, ...args]),
};

describe.each([NODE])('in $name', testLanguage);
describeWith('python3').each([PYTHON])('in $name', testLanguage);

function testLanguage({ task }: Language): void {
  it('the script lists the levels of a page', async () => {
    const { out, err } = await task('list-levels', [DEMO_PAGES.glossary]);
    const lines = (['Highly Restricted', 'Restricted', 'Internal', 'Public'] as const).map(
      (name) => `${levelNamed(site, name).levelId} ${name}\n`,
    );
    expect([out, err]).toEqual([lines.join(''), '']);
  });

  it('the script sets the level only of a page without one', async () => {
    const pageId = await aPage(site);
    expect(await task('classify', [pageId, levelId])).toMatchObject({ out: 'classified\n', code: 0 });
    const other = levelNamed(site, 'Public').levelId;
    expect(await task('classify', [pageId, other])).toMatchObject({ out: 'had a level\n', code: 0 });
    expect(await levelOf(pageId)).toBe('Internal');
    expect((await task('classify', [DEMO_PAGES.hrRestricted, levelId])).err).toContain('404 PAGE_NOT_FOUND');
  });

  it('the script sets the level of all unclassified pages of a space, 25 in a request, and reports each', async () => {
    const pages = await unclassifiedIn(DEMO_SPACES.ENG);
    expect(pages.length).toBeGreaterThan(25);
    answers = [];
    const { out, code } = await task('classify-space', [DEMO_SPACES.ENG, levelId]);
    expect([code, out]).toEqual([0, pages.map((pageId) => `${pageId} 201 ok\n`).join('')]);
    expect(answers.filter((answer) => answer === '207')).toHaveLength(Math.ceil(pages.length / 25));
    expect(await unclassified(DEMO_SPACES.ENG)).toEqual([]);

    const failed = await task('classify-space', [DEMO_SPACES.HR, crypto.randomUUID()]);
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/^(\d+ 422 LEVEL_NOT_FOUND\n)+$/)]);
  });

  it('the script waits for Retry-After, and retries', async () => {
    limitRate(2, 7);
    const { out, waits } = await task('classify', [await aPage(site), levelId]);
    expect([out, waits]).toEqual(['classified\n', [7, 7]]);
    expect(answers).toEqual(['429 HOST_QUOTA', '429 HOST_QUOTA', '201']);
  });

  it('the script increases the wait between attempts, and stops after four', async () => {
    limitRate(100, 0);
    const { code, err, waits } = await task('classify', [await aPage(site), levelId]);
    expect([code === 0, answers]).toEqual([false, Array.from({ length: 5 }, () => '429 HOST_QUOTA')]);
    expect(err).toContain('429 HOST_QUOTA\n');
    expect(waits).toHaveLength(4);
    for (const [retry, seconds] of waits.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(0.7 * 2 ** retry);
      expect(seconds).toBeLessThanOrEqual(1.3 * 2 ** retry);
    }
  });

  it('the script completes with the default quotas of a site', async () => {
    const spaceId = DEMO_SPACES.ENG;
    const pages = [
      ...(await unclassifiedIn(spaceId)),
      ...(await Promise.all(Array.from({ length: 40 }, () => aPage(site)))),
    ];
    expect(pages.length).toBeGreaterThan(75);
    // A refused script retries in the next minute, as the response requires.
    rateLimits = undefined;
    const start = new Date();
    now = () => new Date(start.getTime() + 60_000 * answers.filter((answer) => answer.startsWith('429')).length);
    answers = [];
    const { code, out, waits } = await task('classify-space', [spaceId, levelId]);
    expect([code, out.match(/ 201 ok$/gm)]).toEqual([0, pages.map(() => ' 201 ok')]);
    expect(answers).toContain('429 RATE_LIMITED');
    expect(waits).toHaveLength(answers.filter((answer) => answer === '429 RATE_LIMITED').length);
  });

  it('the script does not retry a permanent error, and prints the message of the API', async () => {
    const { code, err, waits } = await task('classify', [await aPage(site), crypto.randomUUID()]);
    expect([code === 0, waits, answers]).toEqual([false, [], ['422 LEVEL_NOT_FOUND']]);
    expect(err).toMatch(/422 LEVEL_NOT_FOUND\n {2}\S.*GET \/v1\/page-level\/by-page\/\{pageId\}\/levels lists/);
  });

  it('the script requires key and URL in the environment', async () => {
    key = '';
    const { code, err } = await task('classify', ['1', levelId]);
    expect(code).not.toBe(0);
    expect(err).toMatch(/needs a base_?url and a key/i);
  });
}

describeWith('groovy')('in ScriptRunner, simulated with Groovy', () => {
  const runner = mkdtempSync(join(tmpdir(), 'script-runner-'));
  let java: ChildProcessWithoutNullStreams;
  let results: AsyncIterator<string>;
  beforeAll(() => {
    writeFileSync(join(runner, 'script-runner.groovy'), SCRIPT_RUNNER);
    java = spawn('groovy', [join(runner, 'script-runner.groovy')]);
    results = createInterface(java.stdout)[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    java.stdin.end();
    await once(java, 'close');
    rmSync(runner, { recursive: true });
  });

  const groovy = async (): Promise<Ended> => {
    java.stdin.write(`${join(folder, 'classification.groovy')} ${key}\n`);
    const { value } = await results.next();
    return withWaits(JSON.parse(String(value)));
  };

  it('the script lists levels and sets them on a page without one and in a space, 25 in a request', async () => {
    const pages = await unclassifiedIn(DEMO_SPACES.ENG);
    answers = [];
    limitRate(1, 7);
    const { out, err, waits, code } = await groovy();
    expect([code, err, waits]).toEqual([0, 'waited 7\n', [7]]);
    const levels = (['Highly Restricted', 'Restricted', 'Internal', 'Public'] as const).map(
      (name) => `${levelNamed(site, name).levelId} ${name}`,
    );
    expect(out.trimEnd().split('\n')).toEqual([
      ...levels,
      `${DEMO_PAGES.payroll} classified`,
      ...pages.map((pageId) => `${pageId} 201 ok`),
    ]);
    expect(answers.filter((answer) => answer === '207')).toHaveLength(Math.ceil(pages.length / 25));
    expect(await unclassified(DEMO_SPACES.ENG)).toEqual([]);

    const script = readFileSync(join(folder, 'classification.groovy'), 'utf8');
    writeFileSync(join(folder, 'classification.groovy'), script.replace("'Internal'", "'Public'"));
    expect((await groovy()).out).toContain(`${DEMO_PAGES.payroll} had a level\n`);
    expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');
  });

  it('the script stops after four attempts, or if the wait exceeds the maximum duration of a script', async () => {
    limitRate(5, 6);
    const patient = await groovy();
    expect([patient.code, answers]).toEqual([1, Array.from({ length: 5 }, () => '429 HOST_QUOTA')]);
    expect(patient.waits).toHaveLength(4);
    expect(patient.err).toContain('429 · HOST_QUOTA · ');
    answers = [];
    limitRate(1, 60);
    expect(await groovy()).toMatchObject({ code: 1, waits: [], out: '' });
    expect(answers).toEqual(['429 HOST_QUOTA']);
  });

  it('the script prints the message of the API, and does not retry a permanent error', async () => {
    await site.admin('revokeKey', { keyId: (await site.admin('listKeys', {})).value.keys[0].keyId });
    const { code, err } = await groovy();
    expect([code, answers]).toEqual([1, ['401 API_KEY_REVOKED']]);
    expect(err).toContain('401 · API_KEY_REVOKED · ');
  });
});

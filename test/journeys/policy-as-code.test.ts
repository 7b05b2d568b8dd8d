import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { CsvPart } from '../../src/admin/audit/export-in-parts';
import type { LevelList } from '../../src/admin/levels/change-levels';
import { parseCsv } from '../../static/admin/src/transfer/csv';
import { findPageLevelColumns, parseRows } from '../../static/admin/src/transfer/page-level-rows';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';

/** A repository with the policy of the site: the commands and the files of docs/policy-as-code.md, and the workflow of its pipeline. */

const root = join(__dirname, '../..');
const guide = readFileSync(join(root, 'docs/policy-as-code.md'), 'utf8');
const blocks = new Map(
  [...guide.matchAll(/^```\w+ ([\w.-]+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);
const block = (name: string) => {
  const text = blocks.get(name);
  if (text === undefined) throw new Error(`the guide has no ${name}`);
  return text;
};

interface Workflow {
  readonly jobs: Readonly<
    Record<'plan' | 'apply' | 'nightly', { readonly steps: readonly { readonly run?: string }[] }>
  >;
}
const WORKFLOW: Workflow = parse(block('workflow.yml'));

let site: ServedSite;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  site = await serveSite();
  folder = mkdtempSync(join(tmpdir(), 'policy-'));
  copyFileSync(join(root, 'scripts/policy.mjs'), join(folder, 'policy.mjs'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/yaml'), join(folder, 'node_modules/yaml'));
  mkdirSync(join(folder, 'bin'));
  // The package is there already, and the pull request is a file.
  program('npm', 'exit 0');
  program('gh', 'cat "$5" > comment.md');
  env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, PULL_REQUEST: '7' };
  await signIn();
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

function program(name: string, command: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${command}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

/** With a new key, as after an installation. */
async function signIn(): Promise<void> {
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey({ detectionScope: 'manage' });
  env = { ...env, BASE_URL: baseUrl, KEY: key };
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(command: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('bash', ['-eo', 'pipefail', '-c', command], { cwd: folder, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** The steps of a job, until one fails. */
async function runJob(name: keyof Workflow['jobs']): Promise<Ran> {
  let last: Ran = { code: 0, output: '' };
  for (const { run: command } of WORKFLOW.jobs[name].steps)
    if (command !== undefined && last.code === 0) last = await run(command);
  return last;
}

const file = (name: string) => readFileSync(join(folder, name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const exported = async () => (await run('node policy.mjs export')).output;
interface Policy {
  settings: { lowering: string; defaultLevel: string };
  exposure: { rules: { restricted: object } };
}

/** A commit that changes the file, with a new plan. */
async function commit(change: (policy: Policy) => void, options = ''): Promise<Ran> {
  const policy: Policy = parse(file('policy.yaml'), { stringKeys: true });
  change(policy);
  write('policy.yaml', stringify(policy));
  return run(`${block('plan').trim()} ${options}`);
}

describe('a policy in a repository', () => {
  itWith('bash')('begins with the file of the guide', async () => {
    write('policy.yaml', block('policy.yaml'));
    expect(await run(block('plan'))).toMatchObject({ code: 0 });
    expect(await runJob('plan')).toMatchObject({ code: 0 });
    expect(file('comment.md')).toContain('"defaultLevel":"internal"');
    expect(await runJob('apply')).toMatchObject({ code: 0 });
    expect(await runJob('nightly')).toEqual({ code: 0, output: 'No changes.\n' });
    const { body } = await site.rest('GET', '/v1/setting', { key: env['KEY'] ?? '' });
    expect(body).toMatchObject({ lowering: 'justified', spaces: [{ spaceId: DEMO_SPACES.ENG }] });
  });

  itWith('bash')(
    'is a pull request that is refused if it weakens a rule, unless the saved plan allows it',
    async () => {
      const relax = (policy: Policy) => {
        policy.exposure.rules.restricted = { ...policy.exposure.rules.restricted, guests: 'allowed' };
      };
      await commit(relax);
      const refused = await runJob('plan');
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('plan.json does not allow that') });
      expect(file('comment.md')).toContain('⚠️ yes');
      const before = await exported();
      const merged = await runJob('apply');
      expect(merged).toMatchObject({ code: 1, output: expect.stringContaining('LOOSENING_NOT_ALLOWED') });
      expect(await exported()).toBe(before);
      await commit(relax, '--allow-loosening');
      expect(JSON.parse(file('plan.json'))).toMatchObject({ allowLoosening: true });
      expect(await runJob('plan')).toMatchObject({ code: 0 });
      expect(await runJob('apply')).toMatchObject({ code: 0 });
      expect(await exported()).not.toBe(before);
    },
  );

  itWith('bash')('is not applied after the site has changed, and each night shows the change', async () => {
    await commit((policy) => void (policy.settings.defaultLevel = 'restricted'));
    await site.rest('PUT', '/v1/setting', { key: env['KEY'] ?? '', body: { lowering: 'forbidden' } });
    expect(await runJob('apply')).toMatchObject({ code: 1, output: expect.stringContaining('PRECONDITION_FAILED') });
    const nightly = await runJob('nightly');
    expect(nightly).toMatchObject({ code: 2, output: expect.stringContaining('Changed outside of the file since') });
    expect(await runJob('plan')).toMatchObject({ code: 1, output: expect.stringContaining('is another plan') });
    await commit((policy) => void (policy.settings.lowering = 'forbidden'));
    expect(await runJob('apply')).toMatchObject({ code: 0 });
    expect(await runJob('nightly')).toMatchObject({ code: 0 });
  });

  itWith('bash')('restores the configuration and the levels of pages after an uninstallation', async () => {
    const key = env['KEY'] ?? '';
    const levels = [
      [DEMO_PAGES.engHome, 'company'],
      [DEMO_PAGES.openHome, 'board'],
    ] as const;
    const exclusion = { match: { by: 'domain', domain: 'example.com' }, scope: { of: 'site' }, reason: 'Our own.' };
    for (const [method, path, body] of [
      ['POST', '/v1/level', { name: 'Board', description: '', guideline: '', color: 'RED' }],
      ['PATCH', '/v1/level/internal', { levelKey: 'company', name: 'Company' }],
      ['DELETE', '/v1/level/public', undefined],
      ['POST', '/v1/exclusion', exclusion],
      ...levels.map(([pageId, levelId]) => ['POST', '/v1/page-level', { pageId, levelId }] as const),
    ] as const) {
      const { status } = await site.rest(method, path, { key, ...(body === undefined ? {} : { body }) });
      expect([path, status < 300]).toEqual([path, true]);
    }
    await run(block('export'));
    const before = file('policy.yaml');
    const { csv } = await done<CsvPart>(site, 'exportPageLevels', {});
    site.host.lifecycle.install();
    await site.host.lifecycle.uninstall();
    site.host.lifecycle.install();
    await signIn();
    expect(await exported()).not.toBe(before);
    expect(await run('node policy.mjs apply policy.yaml --allow-loosening')).toMatchObject({ code: 0 });
    expect(await exported()).toBe(before);
    expect(await importPageLevels(csv)).toEqual(['set', 'set']);
    for (const [pageId, levelKey] of levels)
      expect(
        (await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: env['KEY'] ?? '' })).body,
      ).toMatchObject({ levelKey });
  });

  itWith('bash')('shows how to call the commands, and never the key', async () => {
    const ran = await run('node policy.mjs plan; node policy.mjs');
    expect(ran).toMatchObject({ code: 1, output: expect.stringContaining('policy apply <file>') });
    const unreachable = await run('KEY=wrong node policy.mjs export');
    expect(unreachable).toMatchObject({ code: 1, output: expect.stringContaining('API_KEY_INVALID') });
    expect(ran.output + unreachable.output).not.toContain(env['KEY']);
  });
});

/** As the page for imports does. */
async function importPageLevels(csv: string): Promise<readonly string[]> {
  const table = parseCsv(csv);
  if (table.outcome !== 'table') throw new Error(table.outcome);
  const { levels } = await done<LevelList>(site, 'listLevels', {});
  const rows = parseRows(table.rows, findPageLevelColumns(table.header), levels).flatMap(({ parsed }) =>
    parsed.outcome === 'ready' ? [{ pageId: parsed.pageId, ...parsed.level }] : [],
  );
  const sent = { rows, onExisting: 'keep', dryRun: false };
  const { results } = await done<{ results: { outcome: string }[] }>(site, 'importPageLevels', sent);
  return results.map(({ outcome }) => outcome);
}

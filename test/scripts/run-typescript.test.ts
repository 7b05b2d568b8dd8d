import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How `npm start` and `npm run key` run the TypeScript of local/. */
const root = join(__dirname, '../..');

function run(...args: string[]): { child: ChildProcess; output: () => string } {
  const script = pathToFileURL(join(root, 'scripts/run-typescript.mjs')).href;
  const code = `import { runTypeScript } from '${script}'; runTypeScript('test/scripts/fixtures/echo.ts', process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, '--', ...args], {
    cwd: tmpdir(),
    env: { ...process.env, EXPECTED_CWD: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

it('the TypeScript runner runs a file from the root of the project, from any directory, with its arguments and no other output', async () => {
  const { child, output } = run('--reset', 'a b');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output()).toBe('{"args":["--reset","a b"],"cwd":true}\n');
});

it('the TypeScript runner exits with the exit code of the file', async () => {
  const { child } = run('fail');
  expect(await once(child, 'close')).toEqual([7, null]);
});

it('the TypeScript runner forwards SIGTERM and waits until the file has stopped', async () => {
  const { child, output } = run('wait');
  while (!output().includes('waiting')) await once(child.stdout ?? child, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(output()).toContain('stopped\n');
});

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The check for known vulnerabilities, against a registry on this machine. */

const root = join(__dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vulnerabilities-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs the check. @param advisories what the registry answers; undefined = it does not support the question */
async function check(
  advisories: object | undefined,
  exceptions: readonly object[] = [],
  ...options: readonly string[]
): Promise<Outcome> {
  const registry = createServer((request, response) => {
    request.resume().on('end', () => {
      const isAnswered = advisories !== undefined;
      response.writeHead(isAnswered ? 200 : 405, { 'content-type': 'application/json' });
      // npm also asks for the versions of a vulnerable package, and of those that use it.
      const answer =
        request.method === 'GET' ? { name: decodeURIComponent(request.url ?? '').slice(1), versions: {} } : advisories;
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  const file = join(folder, 'exceptions.json');
  writeFileSync(file, JSON.stringify(exceptions));
  try {
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(root, 'scripts/check-vulnerabilities.mjs'), file, ...options],
        { env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}`, npm_config_cache: folder } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
      );
    });
  } finally {
    registry.close();
  }
}

const advisoryOf = (name: string) => ({
  [name]: [
    {
      id: 1,
      url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      title: 'Example',
      severity: 'high',
      vulnerable_versions: '>=0.0.0',
      cwe: [],
      cvss: { score: 8, vectorString: null },
    },
  ],
});
const exception = { id: 'GHSA-aaaa-bbbb-cccc', package: 'zod', reason: 'The function is not called.' };

it('the vulnerability check fails for a package that is deployed, and names it', async () => {
  const { code, output } = await check(advisoryOf('zod'));
  expect(output).toContain('GHSA-aaaa-bbbb-cccc (high) in zod: Example');
  expect(code).toBe(1);
});

it('the vulnerability check fails for a package of the frames', async () => {
  expect((await check(advisoryOf('react'))).code).toBe(1);
});

it('the vulnerability check lists a tool that is not deployed, and passes', async () => {
  const { code, output } = await check(advisoryOf('jest'));
  expect(output).toContain('in jest, a tool that is not deployed');
  expect(code).toBe(0);
});

it('the vulnerability check passes with an exception that has not ended', async () => {
  expect((await check(advisoryOf('zod'), [{ ...exception, until: '9999-12-31' }])).code).toBe(0);
});

it('the vulnerability check fails with an exception that has ended, even without the vulnerability', async () => {
  const { code, output } = await check({}, [{ ...exception, until: '2026-01-01' }]);
  expect(output).toContain('The exception for GHSA-aaaa-bbbb-cccc ended on 2026-01-01.');
  expect(code).toBe(1);
});

it('the vulnerability check passes and says so if the registry does not answer', async () => {
  const { code, output } = await check(undefined);
  expect(output).toContain('The registry does not answer questions about vulnerabilities.');
  expect(code).toBe(0);
});

it('the vulnerability check of a release fails if the registry does not answer', async () => {
  expect((await check(undefined, [], '--require-answer')).code).toBe(1);
  expect((await check({}, [], '--require-answer')).code).toBe(0);
});

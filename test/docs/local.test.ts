import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';

/** Every command in the description of the local host has an effect. */

let site: ServedSite;
beforeEach(async () => {
  site = await serveSite();
});
afterEach(() => site.stop());

/** A backslash at the end of a line continues the command. */
const commandsOf = (file: string) =>
  [...readFileSync(join(__dirname, '../../local', file), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', '').trim().split('\n'))
    .filter((line) => !line.startsWith('#'));

/** The output of a command. The test fails if the command fails. */
async function type(command: string): Promise<string> {
  const script = `curl() { command curl --fail "$@"; }\n${command.replaceAll('http://127.0.0.1:8080', site.url)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { timeout: 240_000 });
  return stdout;
}

itWith('bash', 'curl').each([...commandsOf('README.md'), ...commandsOf('confluence/README.md')])(
  '%s',
  async (command) => {
    const { key } = await site.createKey();
    const { requestId } = await site.rest('GET', '/v1/key', { key });
    // An update needs an installed app, and Atlassian's own levels a site that has them.
    if (command.includes('/local/upgrade')) site.host.lifecycle.install();
    if (command.includes('/classification-level')) site.host.assumptions.add('native-levels');
    const out = await type(command.replace('0b0c6f0e-7a4c-4f5e-8a52-0b8f3f0d9f11', requestId));
    // A change of such a level is answered with 204.
    if (!command.includes('/classification-level')) expect(JSON.parse(out)).toEqual(expect.any(Object));
  },
);

itWith('bash', 'curl')('faults are met by the next calls, as the commands order them', async () => {
  const { key } = await site.createKey();
  for (const command of commandsOf('README.md').filter((line) => line.includes('/local/faults'))) await type(command);
  expect(site.host.faults.pending.map(({ target, left }) => [target, left])).toEqual([
    ['kvs', 2],
    ['confluence', 1],
    ['gateway', 1],
    ['kvs', 1],
  ]);
  expect((await site.rest('GET', '/v1/key', { key })).status).toBe(503);
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';

/** The commands of docs/on-pages.md have the described effects, in their order. */

const guide = readFileSync(join(__dirname, '../../docs/on-pages.md'), 'utf8');
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

itWith('bash', 'curl')('every example is answered as the text around it says', async () => {
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey();
  const run = async (example: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${example}`], {
      env: { ...process.env, BASE_URL: baseUrl, KEY: key },
      timeout: 240_000,
    });
    return JSON.parse(stdout);
  };
  const [set = '', remove = '', ...others] = examples;
  expect(others).toEqual([]);
  expect(await run(set)).toMatchObject({
    levelKey: 'restricted',
    banner: { text: 'Do not share this page outside the company.', contact: 'security@example.com' },
    translations: { de: 'Eingeschränkt', 'pt-BR': 'Restrito' },
  });
  expect(await run(remove)).toMatchObject({ levelKey: 'restricted', banner: null, translations: {} });
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PAGES } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { propertyOf } from '../support/mirror';
import { aPage } from '../support/wiki-pages';

/** The commands of docs/on-pages.md have the described effects, in their order. */

const guide = readFileSync(join(__dirname, '../../docs/on-pages.md'), 'utf8');
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: ServedSite;
beforeAll(async () => {
  site = await serveSite({ now: () => new Date(nowMs) });
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
    translations: {
      de: { name: 'Eingeschränkt', guideline: 'Nur mit Personen teilen.' },
      'pt-BR': { name: 'Restrito' },
    },
  });
  expect(await run(remove)).toMatchObject({ levelKey: 'restricted', banner: null, translations: {} });
});

it('the guide to pages describes the byline of pages without a level', async () => {
  const created = await aPage(site);
  for (let minute = 0; minute < 2; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
  expect((await propertyOf(site, created))?.value).toMatchObject({ title: 'Not classified' });
  // A page of before the installation: Confluence shows the title in manifest.yml.
  expect(await propertyOf(site, DEMO_PAGES.engHome)).toBeUndefined();
  expect(readFileSync(join(__dirname, '../../manifest.yml'), 'utf8')).toContain('title: Classification\n');
  expect(guide).toMatch(/\*Not classified\* for a page without a level that was created/);
  expect(guide).toMatch(/\*Classification\* for an older page that never had a level/);
});

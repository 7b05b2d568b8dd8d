import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN, DEMO_PAGES } from '../../local/demo';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { forge } from '../support/mirror';
import { expectOk } from '../support/wiki-pages';

/** The queries and commands of docs/search.md find the described pages. */

const guide = readFileSync(join(__dirname, '../../docs/search.md'), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);

const { engHome, officeGuide, openHome } = DEMO_PAGES;

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
  const at = new Date(Date.now() - 400 * 86_400_000).toISOString();
  await forge(site, engHome, { levelKey: 'restricted', rank: 3, at });
  await forge(site, officeGuide, { levelKey: 'highly-restricted', rank: 4, at: new Date().toISOString() });
  await forge(site, openHome, { levelKey: 'public', rank: 1, at });
});
afterAll(() => site.stop());

interface Found {
  readonly results: readonly { readonly content: { readonly id: string } }[];
}
const idsIn = ({ results }: Found) => results.map(({ content }) => content.id).sort();

async function find(cql: string): Promise<readonly string[]> {
  const found = await expectOk(site.wiki('GET', `/rest/api/search?limit=200&cql=${encodeURIComponent(cql)}`));
  return idsIn(found as Found);
}

it('each query finds the pages that the text says', async () => {
  const [lines = '', ...others] = blocks('cql');
  expect(others).toEqual([]);
  const found = await Promise.all(lines.trim().split('\n').map(find));
  const [withoutLevel = [], ...withLevel] = found.toReversed();
  expect(withLevel.toReversed()).toEqual([
    [engHome],
    [engHome, officeGuide].sort(),
    [engHome, officeGuide].sort(),
    [engHome],
    [engHome],
  ]);
  expect(withoutLevel).toContain(DEMO_PAGES.payroll);
  for (const pageId of [engHome, officeGuide, openHome]) expect(withoutLevel).not.toContain(pageId);
});

itWith('bash', 'curl')('the command prints the pages that its account can see', async () => {
  const [example = '', ...others] = blocks('sh');
  expect(others).toEqual([]);
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${example}`], {
    env: { ...process.env, SITE: site.url, EMAIL: ADMIN.email, TOKEN: 'local' },
    timeout: 240_000,
  });
  expect(idsIn(JSON.parse(stdout) as Found)).toEqual([engHome]);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itWith } from '../support/interpreters';
import { type ClientSite, type Language, openClientSite } from './client-site';

/** The examples in the README of each client are one program. It runs against a site. */

const blocksOf = (client: string, language: string) => {
  const readme = readFileSync(join(__dirname, '../../clients', client, 'README.md'), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
};

/** The changes of the last minute are not in the feed yet. */
const END = ['164018', '0', 'justified', '164034 201', '164035 201', 'succeeded'];

let site: ClientSite;
beforeEach(async () => {
  site = await openClientSite();
});
afterEach(() => site.stop());

/** @returns the last lines that the program prints */
async function run(language: Language, file: string, program: string): Promise<readonly string[]> {
  writeFileSync(join(site.folder, file), program);
  const { key } = await site.createKey({ expiresOn: '2027-01-31' });
  const { out, err, code } = await site.run(language, 'readme', [], { KEY: key });
  expect([code, err]).toEqual([0, '']);
  return out.trim().split('\n').slice(-END.length);
}

it('the examples of the client for TypeScript run', async () => {
  const lines = await run('node', 'readme.mjs', blocksOf('typescript', 'ts').join('\n'));
  expect(lines).toEqual(END);
});

itWith('python3')('the examples of the client for Python run', async () => {
  const lines = await run('python3', 'readme.py', blocksOf('python', 'python').join('\n'));
  expect(lines).toEqual(END);
});

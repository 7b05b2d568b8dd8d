import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** `npm run forge` without the CLI: the versions of Node.js, and the indexes that it waits for. */

const root = join(__dirname, '../..');
const scriptOf = (name: string) => pathToFileURL(join(root, 'scripts', name)).href;

function evaluate(script: string, expression: string): unknown {
  const code = `const module = await import('${scriptOf(script)}'); console.log(JSON.stringify(${expression}));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
}

it('the versions of Node.js that the CLI refuses get a sentence with those that it accepts', () => {
  const versions = ['18.20.0', '20.18.0', '20.18.1', '22.23.0', '22.23.1', '22.23.2', '24.17.0', '24.18.0', '26.0.0'];
  const refusals = evaluate('forge-cli.mjs', `${JSON.stringify(versions)}.map((one) => module.refusalOf(one) ?? null)`);
  const texts = z.array(z.string().nullable()).parse(refusals);
  const refused = versions.filter((_, index) => texts[index] !== null);
  expect(refused).toEqual(['18.20.0', '20.18.0', '22.23.1', '24.17.0']);
  expect(texts[4]).toMatch(
    /does not run on Node\.js 22\.23\.1\. Use the newest version of Node\.js 22 \(accepted: >=20\.18\.1/,
  );
});

it('an index counts as built only if the table shows it as ACTIVE', () => {
  const table = [
    '│ Entity name │ Index name       │ Index status │ Partition │ Range          │',
    '│ page-level  │ by-date          │ CREATING     │ None      │ changedAt      │',
    '│ page-level  │ by-key (default) │ \u001b[32mACTIVE\u001b[39m       │ None      │ key (data key) │',
  ].join('\n');
  const expected = ['page-level by-key', 'page-level by-date', 'audit by-month'];
  const open = evaluate('forge-indexes.mjs', `module.notActive(${JSON.stringify(expected)}, ${JSON.stringify(table)})`);
  expect(open).toEqual(['page-level by-date', 'audit by-month']);
});

it('the id of the app is a variable of the manifest, with a default that no app has', () => {
  const manifest = readFileSync(join(root, 'manifest.yml'), 'utf8');
  expect(manifest).toContain('id: ari:cloud:ecosystem::app/${APP_ID}');
  expect(manifest).not.toMatch(/app\/[0-9a-f]{8}-/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The packages that an installation may bring are fixed here, because more of them is a decision. */

const root = join(__dirname, '../..');
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
const entriesOf = (file: string) =>
  Object.entries(lockfile.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))).packages);
const entries = entriesOf('package-lock.json');

it.each([
  [
    'package-lock.json',
    [
      ['node_modules/@scarf/scarf', 'stubs/scarf'],
      ['node_modules/keytar', 'stubs/keytar'],
    ],
  ],
  // Forge's command line interface installs without libsecret and without a code host.
  ['forge-cli/package-lock.json', [['node_modules/keytar', '../stubs/keytar']]],
])('%s contains no download URLs, so each installation uses its own registry', (file, expected) => {
  const resolved = entriesOf(file).flatMap(([path, { resolved: from }]) => (from === undefined ? [] : [[path, from]]));
  expect(resolved).toEqual(expected);
});

it('the lockfile contains only known install scripts, and they do not run', () => {
  expect(entries.filter(([, entry]) => entry.hasInstallScript === true).map(([path]) => path)).toEqual([
    'node_modules/@parcel/watcher',
    'node_modules/@swc/core',
    'node_modules/iframe-resizer',
    'node_modules/unrs-resolver',
  ]);
  expect(readFileSync(join(root, 'scripts/install.mjs'), 'utf8')).toContain("'--ignore-scripts'");
});

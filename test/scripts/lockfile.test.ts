import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The packages that an installation may bring are fixed here, because more of them is a decision. */

const root = join(__dirname, '../..');
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        resolved: z.string().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const entries = Object.entries(packages);

it('the lockfile contains no download URLs, so each installation uses its own registry', () => {
  const resolved = entries.flatMap(([path, entry]) => (entry.resolved === undefined ? [] : [[path, entry.resolved]]));
  expect(resolved).toEqual([
    ['node_modules/@scarf/scarf', 'stubs/scarf'],
    ['node_modules/keytar', 'stubs/keytar'],
  ]);
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

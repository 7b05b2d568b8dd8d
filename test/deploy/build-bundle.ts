import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const sourceMap = z.object({ sources: z.array(z.string()) });

export interface Bundle {
  /** The bundle: a CommonJS module with the handlers of manifest.yml. The caller removes its folder. */
  readonly path: string;
  readonly bytes: number;
  /** The folder of each package in it, relative to the app: `node_modules/zod`. */
  readonly packages: readonly string[];
}

/**
 * Bundles `src/index.ts` of an app with the bundler that `forge deploy` uses, into a new temporary folder.
 * @throws with the bundler's own words when it refuses
 */
export async function buildBundle(appDirectory: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  await promisify(execFile)(process.execPath, [join(__dirname, 'forge-bundle.cjs'), folder], { cwd: appDirectory });
  const path = join(folder, 'index.cjs');
  const { sources } = sourceMap.parse(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  // A package inside a package keeps both in its folder's name.
  const folders = sources.flatMap(
    (source) => /node_modules\/.*(?<=node_modules\/)(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? [],
  );
  return { path, bytes: statSync(path).size, packages: [...new Set(folders)].sort() };
}

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const sourceMap = z.object({ sources: z.array(z.string()) });

export interface Bundle {
  /** The bundle: a CommonJS module with the handlers of manifest.yml. The caller deletes its folder. */
  readonly path: string;
  readonly bytes: number;
  /** The files of the app whose code is in the bundle itself, without its parts, relative to the app: `src/index.ts`. */
  readonly sources: readonly string[];
  /** The parts that are loaded on demand, which are files in the same folder. */
  readonly parts: readonly string[];
  /** The folder of each package in it and its parts, relative to the app: `node_modules/zod`. */
  readonly packages: readonly string[];
}

/**
 * Bundles `src/index.ts` of an app with the bundler that `forge deploy` uses, into a new temporary folder.
 * @throws with the message of the bundler if it refuses
 */
export async function buildBundle(appDirectory: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  await promisify(execFile)(process.execPath, [join(__dirname, 'forge-bundle.cjs'), folder], { cwd: appDirectory });
  const path = join(folder, 'index.cjs');
  const files = readdirSync(folder).filter((name) => name.endsWith('.cjs') && !name.startsWith('__forge'));
  // A part that contains only JSON has none.
  const maps = readdirSync(folder).filter((name) => name.endsWith('.cjs.map'));
  const sourcesIn = (name: string) => sourceMap.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).sources;
  // A nested package has both names in its folder.
  const folders = maps
    .flatMap(sourcesIn)
    .flatMap((source) => /node_modules\/.*(?<=node_modules\/)(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  const parts = files.filter((name) => name !== 'index.cjs').map((name) => join(folder, name));
  const sources = sourcesIn('index.cjs.map').flatMap((source) => /(?<!node_modules.*)src\/.*/.exec(source)?.[0] ?? []);
  return { path, bytes: statSync(path).size, sources, parts, packages: [...new Set(folders)].sort() };
}

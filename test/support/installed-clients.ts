import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The packages of the clients, as `npm run pack-clients` writes them. Jest runs it before all tests (jest.config.cjs). */

const packages = join(__dirname, '../../dist/clients');

function packageWith(ending: string): string {
  const [name = ''] = readdirSync(packages).filter((file) => file.endsWith(ending));
  return join(packages, name);
}

/** An archive from which Python imports the client. */
export const wheel = packageWith('.whl');
export const tarball = packageWith('.tgz');

/** @returns a new folder `node_modules` with the client for TypeScript; remove it with its parent */
export function installTypescriptClient(): { readonly nodeModules: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  const target = join(folder, 'node_modules', 'page-classification-client');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  return { nodeModules: join(folder, 'node_modules'), remove: () => rmSync(folder, { recursive: true }) };
}

/** Preloaded by scripts of the tests: the clients record their waits in stderr instead of waiting. */
export const CLOCKS = {
  'clock.mjs': `
    const real = globalThis.setTimeout;
    globalThis.setTimeout = (run, ms, ...others) => {
      if (!new Error().stack.includes('page-classification-client')) return real(run, ms, ...others);
      console.error('waited ' + ms / 1000);
      return real(run, 0);
    };`,
  'sitecustomize.py': `
import sys, time
time.sleep = lambda seconds: print('waited', seconds, file=sys.stderr)`,
} as const;

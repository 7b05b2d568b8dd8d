import { readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Manifest } from '../forge/manifest';
import { contentSecurityPolicy } from './content-security-policy';

/** The built files of a Custom UI, as Forge serves them. */

const root = join(__dirname, '../..');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const INDEX = 'index.html';

/**
 * The CLI inserts a script of Forge before the app's scripts, so that the bridge exists when a bundle runs. It does so only in the
 * `index.html` at the root of a resource.
 */
const BRIDGE = '<script src="/site/bridge.js"></script>';

/** `path` is relative to the resource's folder, '' = index.html. @returns undefined if the file does not exist */
export function readResource(manifest: Manifest, key: string, path: string): Response | undefined {
  const resource = manifest.resources.find((each) => each.key === key);
  if (resource === undefined) return undefined;
  const folder = join(root, resource.path);
  const file = join(folder, path === '' ? INDEX : path);
  const type = TYPES[extname(file)];
  if (!file.startsWith(folder + sep) || type === undefined || !isFile(file)) return undefined;
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    // Asset names contain a hash of their content.
    'Cache-Control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store',
  };
  const content = readFileSync(file);
  if (file !== join(folder, INDEX)) return new Response(new Uint8Array(content), { headers });
  // A document that the CLI has packed has its scripts already.
  const text = content.toString('utf8');
  return new Response(text.includes(BRIDGE) ? text : text.replace(/<head>/, `<head>${BRIDGE}`), { headers });
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

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

/** Forge puts its own script before everything of the app, so that the bridge is there when a bundle is evaluated. */
const BRIDGE = '<script src="/site/bridge.js"></script>';

/** `path` is below the resource's folder, '' = its index.html. @returns undefined where there is no such file */
export function readResource(manifest: Manifest, key: string, path: string): Response | undefined {
  const resource = manifest.resources.find((each) => each.key === key);
  if (resource === undefined) return undefined;
  const folder = join(root, resource.path);
  const file = join(folder, path === '' ? 'index.html' : path);
  const type = TYPES[extname(file)];
  if (!file.startsWith(folder + sep) || type === undefined || !isFile(file)) return undefined;
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    // The names of assets carry a hash of what is in them.
    'Cache-Control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store',
  };
  const content = readFileSync(file);
  if (extname(file) !== '.html') return new Response(new Uint8Array(content), { headers });
  return new Response(content.toString('utf8').replace(/<head>/, `<head>${BRIDGE}`), { headers });
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

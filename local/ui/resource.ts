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

/** Forge inserts its own script before the app's scripts, so that the bridge exists when a bundle runs. */
const BRIDGE = '<script src="/site/bridge.js"></script>';

/** `path` is relative to the resource's folder, '' = index.html. @returns undefined if the file does not exist */
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
    // Asset names contain a hash of their content.
    'Cache-Control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store',
  };
  const content = readFileSync(file);
  if (extname(file) !== '.html') return new Response(new Uint8Array(content), { headers });
  return new Response(content.toString('utf8').replace(/<head>/, `<head>${BRIDGE}`), { headers });
}

/**
 * A file of the module's resource. `path` is relative to the resource's folder, '' = the HTML file that the manifest
 * names for the module. @returns undefined if the module or the file does not exist
 */
export function readFrameFile(manifest: Manifest, moduleKey: string, path: string): Response | undefined {
  const module = manifest.surfaces.find(({ key }) => key === moduleKey);
  const [key = '', entry = ''] = module?.resource.split('/') ?? [];
  const file = manifest.resources.find((each) => each.key === key)?.entry[entry];
  return readResource(manifest, key, path === '' ? (file ?? '') : path);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

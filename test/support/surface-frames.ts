import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { type Manifest, parseManifest, readManifest } from '../../local/forge/manifest';

/** The app's manifest with frames that only offer the real @forge/bridge, as `bridge`, and a few elements. */

export interface BareFrames {
  readonly manifest: Manifest;
  remove(): void;
}

const root = join(__dirname, '../..');
const document = z.looseObject({
  resources: z.array(z.looseObject({ key: z.string(), path: z.string() })),
});

/** @param change changes the parsed manifest.yml */
export function bareFrames(
  change: (raw: Record<string, unknown>) => Record<string, unknown> = (raw) => raw,
): BareFrames {
  const folder = mkdtempSync(join(tmpdir(), 'frames-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'bridge.js'), BRIDGE);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', folder, '--base', './', '--logLevel', 'error']);
  const built = join(folder, 'dist');
  const raw = document.parse(readManifest().raw);
  const resources = raw.resources.map((resource) =>
    resource.path.startsWith('static/surfaces/') ? { ...resource, path: relative(root, built) } : resource,
  );
  return {
    manifest: parseManifest(change({ ...raw, resources })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The title is the key of the resource. */
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Frame</title><script type="module" src="./bridge.js"></script></head>
<body><h1>Frame</h1><p>Text</p><button>First</button></body>
</html>`;

const BRIDGE = `import * as bridge from ${JSON.stringify(join(root, 'node_modules/@forge/bridge/out/index.js'))};
globalThis.bridge = bridge;
const { dataset } = document.documentElement;
addEventListener('focus', () => { dataset.focused = ''; });
dataset.ready = '';
document.title = location.pathname.split('/').at(-2);`;

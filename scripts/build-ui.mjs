import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStep } from './build-step.mjs';
import { install, root } from './install.mjs';

const ui = join(root, 'static/admin');

/** Builds the admin area, which the manifest names, into static/admin/dist. */
export function buildUi() {
  return buildStep({
    name: 'ui',
    title: 'the admin area',
    sources: ['static/admin', 'package-lock.json'],
    outputs: ['static/admin/dist'],
    command: [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['build', ui, '--config', join(ui, 'vite.config.mjs'), '--logLevel', 'warn'],
    ],
    env: { NODE_ENV: 'production' },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install();
  await buildUi();
}

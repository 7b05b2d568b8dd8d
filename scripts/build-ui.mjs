import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStep } from './build-step.mjs';
import { install, root } from './install.mjs';

/** The Custom UIs that the manifest names, and what the build calls them. */
const UIS = [
  { name: 'admin', title: 'the admin area' },
  { name: 'surfaces', title: 'the frames on pages' },
];

/** Builds each into its own dist folder. */
export async function buildUi() {
  for (const { name, title } of UIS) {
    const ui = join(root, 'static', name);
    await buildStep({
      name: `ui-${name}`,
      title,
      sources: [`static/${name}`, 'package-lock.json'],
      outputs: [`static/${name}/dist`],
      command: [
        join(root, 'node_modules/vite/bin/vite.js'),
        ...['build', ui, '--config', join(ui, 'vite.config.mjs'), '--logLevel', 'warn'],
      ],
      env: { NODE_ENV: 'production' },
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install();
  await buildUi();
}

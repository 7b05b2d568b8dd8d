import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The packages of package-lock.json whose code may reach a site, for the functions and for the frames. */

/** `npm` keeps the packages of the frames in devDependencies, because Vite bundles them. */
export const FRAME_PACKAGES = [
  '@atlaskit/button',
  '@atlaskit/tokens',
  '@forge/bridge',
  'preact',
  'react',
  'react-dom',
  'swagger-ui-dist',
];

export const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Their paths in package-lock.json, for example `node_modules/zod`. */
export function shippedPaths() {
  const found = new Set();
  const follow = (from, name) => {
    const path = resolvePackage(from, name);
    // Optional packages may be missing.
    if (path === undefined || found.has(path)) return;
    found.add(path);
    for (const dependency of dependenciesOf(path)) follow(path, dependency);
  };
  for (const name of [...Object.keys(lockfile[''].dependencies), ...FRAME_PACKAGES]) follow('', name);
  return [...found].sort();
}

export function dependenciesOf(path) {
  const { dependencies, optionalDependencies } = lockfile[path];
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** The path of a package as Node resolves its name in another package. */
export function resolvePackage(from, name) {
  const folders = from.split('/node_modules/');
  for (let count = from === '' ? 0 : folders.length; count >= 0; count -= 1) {
    const path = [...folders.slice(0, count), ''].join('/node_modules/') + name;
    const found = count === 0 ? `node_modules/${name}` : path;
    if (lockfile[found] !== undefined) return found;
  }
  return undefined;
}

export function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

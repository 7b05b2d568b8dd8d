import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStep } from './build-step.mjs';
import { install, root } from './install.mjs';

/**
 * Builds the OpenAPI document from the routes. Writes dist/openapi.json to read and publish, and
 * src/rest/openapi-packed.json for the app to serve. Also writes the prefix filters of the built-in patterns.
 */
export default function buildOpenApi() {
  return buildStep({
    name: 'openapi',
    title: 'the OpenAPI document and the prefix filters',
    sources: ['src', 'local/write-openapi.ts', 'package-lock.json', 'tsconfig.json'],
    outputs: ['dist/openapi.json', 'src/rest/openapi-packed.json', 'src/detection/engine/filters-packed.json'],
    command: ['-r', '@swc-node/register', join(root, 'local/write-openapi.ts')],
    env: { TS_NODE_PROJECT: join(root, 'tsconfig.json') },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install();
  await buildOpenApi();
  console.log('dist/openapi.json');
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import buildOpenApi from './build-openapi.mjs';
import { buildStep } from './build-step.mjs';
import { install, root } from './install.mjs';

/**
 * `npm run pack-clients`: generates the clients of the API from the OpenAPI document, and packs each with its layer in `clients/`.
 * Does nothing while neither changes. Publishes nothing.
 */
export default async function packClients() {
  await buildOpenApi();
  await buildStep({
    name: 'clients',
    title: 'the clients of the API',
    sources: [
      'clients',
      'dist/openapi.json',
      'package-lock.json',
      'tsconfig.json',
      ...['client-operations', 'write-clients', 'write-python-client', 'write-typescript-client', 'wheel'].map(
        (name) => `scripts/${name}.mjs`,
      ),
    ],
    outputs: ['dist/clients'],
    command: [join(root, 'scripts/write-clients.mjs')],
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install();
  await packClients();
  console.log('dist/clients');
}

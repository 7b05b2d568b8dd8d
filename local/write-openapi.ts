import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildOpenApi } from '../src/rest/openapi';
import { openRoutes, routes } from '../src/rest/routes';

/**
 * Does the work of scripts/build-openapi.mjs. Writes the OpenAPI document for people, and packed for the app to serve.
 */
const document = buildOpenApi(routes, openRoutes);
const gzip = gzipSync(JSON.stringify(document), { level: 9 }).toString('base64');
write('../dist/openapi.json', document);
write('../src/rest/openapi-packed.json', { gzip });

/** Replaces the file in one step, so that a running process never reads half of it. */
function write(path: string, content: object): void {
  const file = join(__dirname, path);
  mkdirSync(dirname(file), { recursive: true });
  const incomplete = `${file}.${process.pid}`;
  writeFileSync(incomplete, `${JSON.stringify(content, undefined, 2)}\n`);
  renameSync(incomplete, file);
}

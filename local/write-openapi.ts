import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { detectors } from '../src/detection/detectors';
import { packFilters } from '../src/detection/engine/packed-filters';
import { buildOpenApi } from '../src/rest/openapi';
import { openRoutes, routes } from '../src/rest/routes';

/**
 * Does the work of scripts/build-openapi.mjs. Writes the OpenAPI document for people, and packed for the app to serve, and the
 * prefix filters of the built-in patterns.
 */
const document = buildOpenApi(routes, openRoutes);
const gzip = gzipSync(JSON.stringify(document), { level: 9 }).toString('base64');
write('../dist/openapi.json', document);
write('../src/rest/openapi-packed.json', { gzip });
const patterns = detectors.flatMap(({ rules }) =>
  rules.flatMap((rule) => (rule.by === 'token' || rule.by === 'keyword' ? [rule.pattern] : [])),
);
write('../src/detection/engine/filters-packed.json', packFilters(patterns));

/** Replaces the file in one step, so that a running process never reads half of it. */
function write(path: string, content: object): void {
  const file = join(__dirname, path);
  mkdirSync(dirname(file), { recursive: true });
  const incomplete = `${file}.${process.pid}`;
  writeFileSync(incomplete, `${JSON.stringify(content, undefined, 2)}\n`);
  renameSync(incomplete, file);
}

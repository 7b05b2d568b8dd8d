import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildOpenApi } from '../src/rest/openapi';
import { routes } from '../src/rest/routes';

/** `npm run openapi`: the API's description, made anew from its routes; for people, and packed for the app to answer. */
const document = buildOpenApi(routes);
const gzip = gzipSync(JSON.stringify(document), { level: 9 }).toString('base64');
writeFileSync(join(__dirname, '../docs/openapi.json'), `${JSON.stringify(document, undefined, 2)}\n`);
writeFileSync(join(__dirname, '../src/rest/openapi-packed.json'), `${JSON.stringify({ gzip }, undefined, 2)}\n`);

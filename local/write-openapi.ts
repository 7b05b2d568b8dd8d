import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApi } from '../src/rest/openapi';
import { routes } from '../src/rest/routes';

/** `npm run openapi`: the API's description, made anew from its routes. */
writeFileSync(join(__dirname, '../docs/openapi.json'), `${JSON.stringify(buildOpenApi(routes), undefined, 2)}\n`);

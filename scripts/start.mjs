import buildOpenApi from './build-openapi.mjs';
import { buildUi } from './build-ui.mjs';
import { install } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

await install();
// The backend runs from its sources.
await buildOpenApi();
await buildUi();
await runTypeScript('local/start.ts', process.argv.slice(2));

import { install } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

await install();
// What has to be built before the local host can serve it is built here; the backend runs from its sources.
await runTypeScript('local/start.ts', process.argv.slice(2));

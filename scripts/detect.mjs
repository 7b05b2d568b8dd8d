import { install } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

await install();
await runTypeScript('local/detect.ts', process.argv.slice(2));

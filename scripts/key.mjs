import { install } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

install();
runTypeScript('local/key.ts', process.argv.slice(2));

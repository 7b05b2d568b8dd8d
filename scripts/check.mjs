import { CHECKS, runChecks, runTool, timed } from './checks.mjs';
import { install } from './install.mjs';
import packClients from './pack-clients.mjs';

/**
 * `npm run check`: every check of `npm test` without the tests, and the question about known vulnerabilities. With the
 * caches its time depends on the changes.
 */
await install();
// Compiles the client for TypeScript, which `types and lint` does not.
await packClients();
// The UI's half takes as long as the others together.
const isUi = ({ args }) => args.includes('admin');
const passed = await Promise.all([runChecks(CHECKS.filter(isUi)), runChecks(CHECKS.filter((check) => !isUi(check)))]);
passed.push(await timed('known vulnerabilities', () => runTool('scripts/check-vulnerabilities.mjs', [])));
process.exitCode = passed.every(Boolean) ? 0 : 1;

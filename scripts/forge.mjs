import { register, runForge } from './forge-cli.mjs';
import { waitForIndexes } from './forge-indexes.mjs';
import { install } from './install.mjs';

/**
 * `npm run forge -- <command>`: runs Atlassian's command line interface in its pinned version, which is installed on first use.
 * Two commands differ: `register` leaves manifest.yml as it is, and `wait-for-indexes` is only here (docs/deployment.md).
 */
const [command, ...args] = process.argv.slice(2);
const OWN = { register, 'wait-for-indexes': waitForIndexes };

await install();
process.exitCode = await (Object.hasOwn(OWN, command ?? '')
  ? OWN[command](args)
  : runForge([command ?? '--help', ...args]));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { readForge } from './forge-cli.mjs';
import { fail, root } from './install.mjs';

/** Forge refuses to install an app until it has built all indexes, which takes minutes after the first deployment. */

const USAGE = 'npm run forge -- wait-for-indexes [--environment development] [--minutes 60] [--every 15 (seconds)]';
/** A command that fails this often in a row will not work later, for example without a login. */
const MAX_FAILURES = 3;

/**
 * Waits until every index of manifest.yml is ACTIVE, and prints the progress.
 * @returns the exit code: 1 if an index is not ACTIVE at the deadline
 */
export async function waitForIndexes(args) {
  const { environment, minutes, every } = readOptions(args);
  const expected = indexesOf(parse(readFileSync(join(root, 'manifest.yml'), 'utf8')));
  const command = ['storage', 'entities', 'indexes', 'list', '--environment', environment];
  const end = performance.now() + minutes * 60_000;
  let failures = 0;
  for (;;) {
    const output = await readForge(command);
    failures = output === undefined ? failures + 1 : 0;
    if (failures === MAX_FAILURES) fail(`\`npm run forge -- ${command.join(' ')}\` failed ${MAX_FAILURES} times.`);
    const open = output === undefined ? expected : notActive(expected, output);
    if (output !== undefined) {
      console.log(
        `${new Date().toISOString()} ${expected.length - open.length} of ${expected.length} indexes are ACTIVE`,
      );
      if (open.length === 0) return 0;
    }
    if (performance.now() >= end) {
      const names = open.length > 5 ? `${open.slice(0, 5).join(', ')} and ${open.length - 5} more` : open.join(', ');
      console.error(`After ${minutes} minutes, these indexes are not ACTIVE: ${names}. Run the command again.`);
      return 1;
    }
    await pause(every * 1_000);
  }
}

function readOptions(args) {
  const text = { type: 'string' };
  let values;
  try {
    ({ values } = parseArgs({ args, options: { environment: { ...text, short: 'e' }, minutes: text, every: text } }));
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
  const [minutes, every] = [Number(values.minutes ?? 60), Number(values.every ?? 15)];
  if (!(minutes >= 0 && every >= 0)) fail(`--minutes and --every are numbers.\n${USAGE}`);
  return { environment: values.environment ?? 'development', minutes, every };
}

/** @returns the indexes of a manifest, as `entity index` */
export function indexesOf({ app }) {
  return app.storage.entities.flatMap(({ name, indexes = [] }) => [
    `${name} by-key`,
    ...indexes.map((index) => `${name} ${index.name}`),
  ]);
}

/** @param output the table of the CLI. @returns those of the expected indexes that it does not show as ACTIVE */
export function notActive(expected, output) {
  const rows = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.split('│').map((cell) => cell.trim()));
  const active = new Set(
    rows.flatMap(([, entity, index = '', status]) => (status === 'ACTIVE' ? [`${entity} ${index.split(' ')[0]}`] : [])),
  );
  return expected.filter((index) => !active.has(index));
}

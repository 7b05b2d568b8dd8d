const { mkdtempSync, rmSync, writeSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Prints, as JSON, every command of the CLI in forge-cli with its options and arguments, read from its own parser when it
 * is about to parse. `npm run forge -- --version` installs the CLI. After an update of the CLI:
 *
 *     node test/deploy/read-forge-commands.cjs > test/deploy/forge-commands.json
 */
const packages = join(require.main.path, '../../forge-cli/node_modules');
const settings = mkdtempSync(join(tmpdir(), 'forge-settings-'));
process.on('exit', () => rmSync(settings, { recursive: true, force: true }));
process.env.XDG_CONFIG_HOME = settings;
process.argv = [process.execPath, 'forge'];

const { Command } = require(join(packages, 'commander'));
Command.prototype.parseAsync = async function () {
  const { version } = require(join(packages, '@forge/cli/package.json'));
  const text = JSON.stringify({ version, commands: Object.fromEntries(commandsOf(this, [])) }, undefined, 2);
  writeSync(1, `${text}\n`);
  process.exit();
};
// Warnings about the version of Node.js are no part of the output.
console.log = console.warn = console.info = () => undefined;
require(join(packages, '@forge/cli/out/command-line')).main();

/** A command without a word after it runs its default command, if it has one. */
function commandsOf(command, path) {
  const inner = command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
  const run = command.commands.find((each) => each.name() === command._defaultCommandName) ?? command;
  const options = run.options.map(({ flags }) => flags).sort();
  const args = run.registeredArguments.map(({ _name, required }) => (required ? `<${_name}>` : `[${_name}]`));
  return [[path.join(' '), { options, arguments: args }], ...inner];
}

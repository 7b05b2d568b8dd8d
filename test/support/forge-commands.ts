import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Checks commands of docs against the commands of Forge's CLI and those of `npm run forge` itself. */

export const forgeCommands = z.object({
  version: z.string(),
  /** By its words, such as `storage entities indexes list`. Options and arguments have the form of commander. */
  commands: z.record(z.string(), z.object({ options: z.array(z.string()), arguments: z.array(z.string()) })),
});
export type ForgeCommands = z.infer<typeof forgeCommands>;

/** The commands of the CLI. test/deploy/read-forge-commands.cjs writes the file, and test/deploy/forge-cli.test.ts compares it with the CLI. */
export const KNOWN = forgeCommands.parse(
  JSON.parse(readFileSync(join(__dirname, '../deploy/forge-commands.json'), 'utf8')),
);

const OWN: ForgeCommands['commands'] = {
  'wait-for-indexes': {
    options: ['-e, --environment <environment>', '--minutes <minutes>', '--every <seconds>'],
    arguments: [],
  },
};

/** @returns a sentence, or undefined if the CLI accepts the words after `npm run forge --` */
export function problemOf(line: string): string | undefined {
  const commands = { ...KNOWN.commands, ...OWN };
  const words = wordsOf(line);
  let path = '';
  while (words[0] !== undefined && commands[`${path} ${words[0]}`.trim()] !== undefined)
    path = `${path} ${words.shift()}`.trim();
  const { options = [], arguments: args = [] } = commands[path] ?? {};
  let given = 0;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (!word.startsWith('-')) given += 1;
    else {
      const flags = options.find((each) => each.split(/[ ,]+/).includes(word));
      if (flags === undefined) return `\`${path}\` has no option ${word}`;
      if (/[<[]/.test(flags) && words[0]?.startsWith('-') === false) words.shift();
      else if (flags.includes('<')) return `\`${path} ${word}\` needs a value`;
    }
  }
  if (path === '' && given > 0) return `there is no command \`${line}\``;
  const required = args.filter((arg) => arg.startsWith('<')).length;
  return given < required || given > args.length ? `\`${path}\` takes ${args.join(' ') || 'no arguments'}` : undefined;
}

/** The words of a line of a shell, without its comment. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/\s(?:#|>|\|)/);
  return command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
}

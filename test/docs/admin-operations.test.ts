import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyChangesInput, newKeyInput } from '../../src/keys/key-settings';

/** docs/admin-operations.md names the members of the operations on keys. */

const guide = readFileSync(join(__dirname, '../../docs/admin-operations.md'), 'utf8');

/** The input of an operation, by its row: `name`, `scope?`. */
function inputOf(operation: string): readonly string[] {
  const row = guide.split('\n').find((line) => line.startsWith(`| \`${operation}\` |`));
  const [, , input = ''] = row?.split('|') ?? [];
  return input.trim().split(/, (?:changes: )?/);
}

const membersOf = ({
  shape,
}: {
  readonly shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>;
}) => Object.entries(shape).map(([name, schema]) => (schema.safeParse(undefined).success ? `${name}?` : name));

it('names the members of createKey', () => {
  expect([...inputOf('createKey')].sort()).toEqual(membersOf(newKeyInput).sort());
});

it('names the members of editKey', () => {
  expect([...inputOf('editKey')].sort()).toEqual(['keyId', 'rev', ...membersOf(keyChangesInput)].sort());
});

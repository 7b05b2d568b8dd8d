import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOperation } from '../../src/rest/openapi-operation';
import { routes } from '../../src/rest/routes';

/** docs/api.md has a row for each operation, and no other. */

const root = join(__dirname, '../..');
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

it('has the row of each operation, with its scope and its summary, and no other', () => {
  const expected = routes.map(({ method, path, scope, summary }) => {
    const shown = scope === undefined ? 'any' : `\`${scope}\``;
    return `| \`${method} ${templateOf(path)}\` | ${shown} | ${summary} |`;
  });
  const { method, path } = openApiOperation;
  const rows = guide.match(/^\| `(GET|POST|PUT|PATCH|DELETE) .*$/gm) ?? [];
  expect(rows.filter((row) => !row.includes('no key')).sort()).toEqual(expected.sort());
  expect(rows.filter((row) => row.includes('no key'))).toEqual([expect.stringContaining(`\`${method} ${path}\``)]);
});

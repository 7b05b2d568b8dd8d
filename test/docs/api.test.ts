import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOperation } from '../../src/rest/openapi-operation';
import { openRoutes, routes } from '../../src/rest/routes';
import { CREATOR_CHECKS } from '../rest/call-budgets';

/** docs/api.md has a row for each operation, and no other. The guides name every filter of the lists and every creator check. */

const root = join(__dirname, '../..');
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

it('the API guide has the row of each operation, with its scope and its summary, and no other', () => {
  const expected = routes.map(({ method, path, scope, summary }) => {
    const shown = scope === undefined ? 'any' : `\`${scope}\``;
    return `| \`${method} ${templateOf(path)}\` | ${shown} | ${summary} |`;
  });
  const open = [...openRoutes, openApiOperation].map(({ method, path }) =>
    expect.stringContaining(`\`${method} ${path}\``),
  );
  const rows = guide.match(/^\| `(GET|POST|PUT|PATCH|DELETE) .*$/gm) ?? [];
  expect(rows.filter((row) => !row.includes('no key')).sort()).toEqual(expected.sort());
  expect(rows.filter((row) => row.includes('no key'))).toEqual(open);
});

it.each([
  ['listPageLevels', 'docs/lists-and-feed.md', '## Classified pages', '## The change feed'],
  ['listDetections', 'docs/detection.md', '## Findings', '## Exclusions'],
])('the API guide names every filter of %s in %s', (operationId, file, start, end) => {
  const [, fromStart = ''] = readFileSync(join(root, file), 'utf8').split(`\n${start}\n`);
  const [section = ''] = fromStart.split(`\n${end}`);
  const { query } = routes.find((route) => route.operationId === operationId) ?? {};
  const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== 'limit' && name !== 'cursor');
  expect(filters.length).toBeGreaterThan(0);
  expect(filters.filter((name) => !new RegExp(`[\`?&]${name}[\`=]`).test(section))).toEqual([]);
});

it('the API guide names the operations that only check the creator, in docs/limits.md', () => {
  const limits = readFileSync(join(root, 'docs/limits.md'), 'utf8');
  const [, list = ''] = /^- \*\*(`GET [^*]*)\*\* only ask/m.exec(limits) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const checks = routes.filter(({ operationId }) => CREATOR_CHECKS.includes(operationId));
  expect(named.sort()).toEqual(checks.map(({ method, path }) => `${method} ${templateOf(path)}`).sort());
});

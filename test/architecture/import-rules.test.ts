import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/**
 * The import rules, tried on a small tree that breaks each of them once and contains all other permitted imports.
 * The project's own tree is checked by the "imports" step of `npm test`.
 */
const root = join(__dirname, '../..');

/** Each pair breaks exactly one rule when the first file imports the second. */
const forbidden: readonly { rule: string; from: string; import: string; code?: string }[] = [
  { rule: 'room-imports-door', from: 'src/keys/asks-rest.ts', import: '../rest/door' },
  { rule: 'room-imports-door', from: 'src/detection/asks-admin.ts', import: '../admin/door' },
  { rule: 'room-imports-door', from: 'src/audit/asks-events.ts', import: '../events/door' },
  {
    rule: 'room-imports-door',
    from: 'src/classification/asks-for-a-type.ts',
    import: '../rest/door',
    code: "import type { door } from '../rest/door';\nexport type Door = typeof door;",
  },
  { rule: 'room-imports-upper-room', from: 'src/keys/asks-classification.ts', import: '../classification/room' },
  { rule: 'room-imports-upper-room', from: 'src/findings/asks-redaction.ts', import: '../redaction/room' },
  { rule: 'room-imports-upper-room', from: 'src/access/asks-quota.ts', import: '../quota/room' },
  { rule: 'door-imports-door', from: 'src/admin/asks-rest.ts', import: '../rest/door' },
  { rule: 'door-imports-door', from: 'src/events/asks-admin.ts', import: '../admin/door' },
  { rule: 'platform-imports-upstairs', from: 'src/platform/asks-a-room.ts', import: '../keys/room' },
  { rule: 'index-imports-inside', from: 'src/index.ts', import: './keys/room' },
  { rule: 'outside-the-map', from: 'src/utils/room.ts', import: '../keys/room' },
  { rule: 'access-imports-platform', from: 'src/access/asks-the-clock.ts', import: '../platform/cellar' },
  { rule: 'forge-outside-platform', from: 'src/rest/asks-forge.ts', import: '@forge/api' },
  { rule: 'forge-outside-platform', from: 'src/admin/asks-forge.ts', import: '@forge/api' },
  { rule: 'src-imports-outside', from: 'src/rest/asks-local.ts', import: '../../local/host' },
  { rule: 'src-imports-outside', from: 'src/rest/asks-test.ts', import: '../../test/builder' },
  { rule: 'src-imports-outside', from: 'src/rest/asks-bench.ts', import: '../../bench/measure' },
  { rule: 'src-imports-devDependency', from: 'src/rest/asks-tool.ts', import: 'tool' },
  { rule: 'src-imports-devDependency', from: 'src/rest/asks-stranger.ts', import: 'stranger' },
  { rule: 'local-imports-test', from: 'local/asks-test.ts', import: '../test/builder' },
  { rule: 'ui-imports-code-of-src', from: 'static/admin/asks-a-room.ts', import: '../../src/keys/room' },
  { rule: 'contract-imports-code', from: 'src/admin/contract.ts', import: '../keys/room' },
  { rule: 'route-made-too-early', from: 'src/rest/asks-a-route.ts', import: './routes/operation' },
  { rule: 'unresolvable', from: 'src/rest/asks-nobody.ts', import: './nobody' },
];

const allowed: readonly { from: string; import: string; code?: string }[] = [
  { from: 'src/rest/door.ts', import: '../keys/room' },
  { from: 'src/rest/routes/operation.ts', import: '../../keys/room' },
  { from: 'src/rest/uses-the-clock.ts', import: '../platform/cellar' },
  { from: 'src/admin/door.ts', import: '../keys/room' },
  { from: 'src/events/door.ts', import: '../keys/room' },
  { from: 'src/access/room.ts', import: 'library' },
  { from: 'src/platform/cellar.ts', import: '@forge/api' },
  { from: 'src/keys/room.ts', import: 'library' },
  { from: 'src/classification/room.ts', import: '../keys/room' },
  { from: 'src/redaction/room.ts', import: '../classification/room' },
  { from: 'src/quota/room.ts', import: '../keys/room' },
  { from: 'local/host.ts', import: '../src/rest/door' },
  { from: 'test/builder.ts', import: '../local/host' },
  { from: 'test/uses-a-tool.ts', import: 'tool' },
  { from: 'bench/measure.ts', import: '../local/host' },
  {
    from: 'static/admin/shares-a-type.ts',
    import: '../../src/keys/room',
    code: "import type { room } from '../../src/keys/room';\nexport type Room = typeof room;",
  },
];

const cycle: readonly { from: string; import: string; code?: string }[] = [
  { from: 'src/keys/hen.ts', import: './egg' },
  { from: 'src/keys/egg.ts', import: './hen' },
];

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let tree: string;
let violations: z.infer<typeof report>['summary']['violations'];

beforeAll(() => {
  tree = realpathSync(mkdtempSync(join(tmpdir(), 'import-rules-')));
  writeTree();
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['src', 'local', 'test', 'bench', 'static'];
  const { stdout, stderr } = spawnSync(process.execPath, [cruise, '--output-type', 'json', ...folders], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  violations = report.parse(JSON.parse(stdout)).summary.violations;
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

it.each(forbidden)('$rule: $from may not import $import', ({ rule, from }) => {
  expect(violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name)).toContain(rule);
});

it('the import check refuses circular imports', () => {
  // A circle is reported once, at the last of its files that was read.
  const found = violations.filter(({ rule }) => rule.name === 'circular');
  expect(found).toHaveLength(1);
  expect(cycle.map(({ from }) => from)).toContain(found[0]?.from);
});

it('the import check refuses an unused module', () => {
  expect(violations.filter(({ rule }) => rule.name === 'orphan').map(({ from }) => from)).toEqual([
    'src/audit/alone.ts',
  ]);
});

it.each(allowed)('the import check allows $from to import $import', ({ from }) => {
  expect(violations.filter((violation) => violation.from === from)).toEqual([]);
});

it('this test has a case for every rule', () => {
  const config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
  const rules = config
    .parse(jest.requireActual(join(root, '.dependency-cruiser.cjs')))
    .forbidden.map(({ name }) => name);
  expect([...new Set(violations.map(({ rule }) => rule.name))].sort()).toEqual([...new Set(rules)].sort());
});

function writeTree(): void {
  for (const file of [...allowed, ...forbidden, ...cycle]) {
    const name = file.from.replace(/.*\/|\.ts$/g, '').replace(/-./g, (dash) => dash.slice(1).toUpperCase());
    write(file.from, file.code ?? `import * as imported from '${file.import}';\nexport const ${name} = imported;`);
  }
  write('src/audit/alone.ts', 'export const alone = 1;');
  // `stranger` is installed and in no package.json, like the dependency of a dependency.
  for (const name of ['library', 'tool', 'stranger', '@forge/api']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'exports.x = 1;');
  }
  write(
    'package.json',
    JSON.stringify({ dependencies: { library: '1.0.0', '@forge/api': '1.0.0' }, devDependencies: { tool: '1.0.0' } }),
  );
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(root, file), join(tree, file));
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), content);
}

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The OpenAPI document is not committed, because the commands that need it build it. */

const root = join(__dirname, '../..');
const ROUTE = 'src/rest/routes/list-levels.ts';
const OUTPUTS = ['dist/openapi.json', 'src/rest/openapi-packed.json', 'src/detection/engine/filters-packed.json'];

const clone = mkdtempSync(join(tmpdir(), 'clone-'));
afterAll(() => rmSync(clone, { recursive: true }));

/** @returns whether it built the document */
async function build(): Promise<boolean> {
  const { stderr } = await promisify(execFile)(process.execPath, [join(clone, 'scripts/build-openapi.mjs')]);
  return stderr === 'Building the OpenAPI document and the prefix filters ...\n';
}

const textOf = (path: string) => readFileSync(join(clone, path), 'utf8');

it('the document is built in a clean clone, and again only if a route has changed or an output is missing', async () => {
  for (const path of ['src', 'local', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  for (const path of OUTPUTS) rmSync(join(clone, path), { force: true });

  expect(await build()).toBe(true);
  expect(OUTPUTS.map(textOf)).toEqual(OUTPUTS.map((path) => readFileSync(join(root, path), 'utf8')));
  expect(await build()).toBe(false);

  writeFileSync(join(clone, ROUTE), textOf(ROUTE).replace(/summary: '/, "summary: 'Changed: "));
  expect(await build()).toBe(true);
  expect(textOf(OUTPUTS[0] ?? '')).toContain('"summary": "Changed: ');
  expect(await build()).toBe(false);

  for (const path of OUTPUTS) {
    rmSync(join(clone, path));
    expect(await build()).toBe(true);
    expect(textOf(path).length).toBeGreaterThan(1_000);
  }
});

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import document from '../../dist/openapi.json';
import { installTypescriptClient, tarball, wheel } from '../support/installed-clients';
import { itWith } from '../support/interpreters';
import { itSlow } from '../support/sample';

/** The packages are complete, have the version of the document, and nothing of the machine that packed them. */

const root = join(__dirname, '../..');
const operationIds = Object.values(document.paths).flatMap((item) =>
  Object.values(item).map(({ operationId }: { operationId: string }) => operationId),
);

/** Reads the wheel as pip does, compiles it for the oldest Python, and resolves every type. */
const READ_WHEEL = `
import ast, base64, csv, hashlib, inspect, json, sys, typing, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
names = archive.namelist()
info = next(name.split("/")[0] for name in names if name.endswith(".dist-info/RECORD"))
for name, digest, size in csv.reader(archive.read(info + "/RECORD").decode().splitlines()):
    if digest:
        content = archive.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        assert (digest, size) == ("sha256=" + found, str(len(content))), name
for name in names:
    if name.endswith(".py"):
        ast.parse(archive.read(name), feature_version=(3, 8))
sys.path.insert(0, sys.argv[1])
import page_classification, page_classification._operations as operations
for value in vars(page_classification.types).values():
    if getattr(value, "__module__", None) == "page_classification.types":
        typing.get_type_hints(value)
methods = inspect.getmembers(operations.Operations, lambda member: inspect.isfunction(member) and member.__module__ == operations.__name__)
for name, method in methods:
    typing.get_type_hints(method)
print(json.dumps({
    "names": names,
    "methods": [name for name, method in methods],
    "dates": list({entry.date_time[0] for entry in archive.infolist()}),
    "metadata": archive.read(info + "/METADATA").decode().splitlines()[:5],
    "text": "".join(archive.read(name).decode() for name in names),
}))`;

itWith('python3')('the wheel is valid, works with Python 3.8, and has a method for each operation', async () => {
  const options = { maxBuffer: 16 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('python3', ['-c', READ_WHEEL, wheel], options);
  const { names, methods, dates, metadata, text } = JSON.parse(stdout);
  const { version } = document.info;
  expect(wheel).toContain(`page_classification_client-${version}-py3-none-any.whl`);
  expect(metadata).toContain(`Version: ${version}`);
  expect(names).toContain('page_classification/py.typed');
  const snake = operationIds.map((id) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(methods).toEqual(snake.sort());
  expect(dates).toEqual([1980]);
  expect(text).not.toContain(root);
});

it('the package for TypeScript has a method for each operation, and no dependencies', () => {
  const { nodeModules, remove } = installTypescriptClient();
  const folder = join(nodeModules, 'page-classification-client');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = new Map(files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]));
  remove();
  const { version } = document.info;
  expect(tarball).toContain(`page-classification-client-${version}.tgz`);
  const manifest = JSON.parse(texts.get('package.json') ?? '');
  expect([manifest.version, manifest.dependencies, manifest.scripts]).toEqual([version, undefined, undefined]);
  const types = texts.get('operations.d.ts') ?? '';
  expect(operationIds.filter((id) => !types.includes(`    ${id}(`))).toEqual([]);
  expect([...texts].filter(([, text]) => text.includes(root)).map(([name]) => name)).toEqual([]);
});

itSlow('packing the clients again gives the same bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  execFileSync(process.execPath, [join(root, 'scripts/write-clients.mjs'), folder], { stdio: 'ignore' });
  for (const file of [tarball, wheel]) {
    const again = readFileSync(join(folder, file.slice(file.lastIndexOf('/') + 1)));
    expect(again.equals(readFileSync(file))).toBe(true);
  }
  rmSync(folder, { recursive: true });
});

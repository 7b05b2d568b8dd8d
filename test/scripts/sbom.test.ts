import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** The list of the packages whose code may reach a site. */

const root = join(__dirname, '../..');
const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
const component = z.object({
  name: z.string(),
  group: z.string().optional(),
  version: z.string(),
  'bom-ref': z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string() })).length(1),
  licenses: z
    .array(z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }))
    .length(1),
});
const bomFile = z.object({
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeBom(): string {
  execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs')], { stdio: 'pipe' });
  return readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8');
}

let text: string;
let bom: z.infer<typeof bomFile>;
beforeAll(() => {
  text = writeBom();
  bom = bomFile.parse(JSON.parse(text));
});

it('the SBOM is valid by the schema of CycloneDX 1.6', () => {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
    ajv.addSchema(
      z.record(z.string(), z.unknown()).parse(readJson(join(schemas, name))),
      `http://cyclonedx.org/schema/${name}`,
    );
  }
  const schema = z.record(z.string(), z.unknown()).parse(readJson(join(schemas, 'bom-1.6.SNAPSHOT.schema.json')));
  const isValid = ajv.compile(schema);
  isValid(JSON.parse(text));
  expect(isValid.errors).toBeNull();
});

it('the SBOM has every dependency of the app, with its version', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(readJson(join(root, 'package.json')));
  const purls = bom.components.map(({ purl }) => purl);
  for (const [name, version] of Object.entries(dependencies)) {
    expect(purls).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
});

it('the SBOM has every package that the frames import', () => {
  const script = pathToFileURL(join(root, 'scripts/shipped-packages.mjs')).href;
  const code = `console.log(JSON.stringify((await import('${script}')).FRAME_PACKAGES))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  const listed = z.array(z.string()).parse(JSON.parse(output));
  const imported = ['static/admin/src', 'static/surfaces/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|css)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(root, folder, file), 'utf8').matchAll(/(?:from|import|import\() ?'(@?[a-z][^']*)'/g),
      ])
      .map(([, specifier = '']) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter((name) => !listed.includes(name))).toEqual([]);
});

it('the SBOM links every package to the app', () => {
  const linked = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const follow = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of linked.get(ref) ?? []) follow(next);
  };
  follow('page-classification@0.1.0');
  expect(bom.components.map((one) => one['bom-ref']).filter((ref) => !reached.has(ref))).toEqual([]);
});

it('the SBOM contains only licenses that the project accepts', () => {
  const names = new Set(
    bom.components.flatMap(({ licenses }) => licenses.map(({ license }) => license.id ?? license.name)),
  );
  // The last is Atlassian's license of the Forge packages. ibantools offers a choice; the project takes MIT. postal-mime has MIT-0, which is MIT without its notice.
  expect([...names].sort()).toEqual([
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT or MPL-2.0',
    'MIT-0',
    'Python-2.0',
    'SEE LICENSE IN LICENSE.txt',
  ]);
});

it('the SBOM is the same for the same lockfile', () => {
  expect(writeBom()).toBe(text);
});

it('the notices have each listed package with its version and its license', () => {
  const notices = readFileSync(join(root, 'dist/third-party-notices.txt'), 'utf8').split('\n\n----\n\n');
  const heads = notices.map((notice) => notice.split('\n')[0] ?? '');
  const packages = bom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`);
  expect(heads.sort()).toEqual(packages.sort());
  expect(notices.filter((notice) => notice.trim().split('\n').length < 3)).toEqual([]);
});

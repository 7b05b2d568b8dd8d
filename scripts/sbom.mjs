import { Buffer } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as Enums from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
import * as SPDX from '@cyclonedx/cyclonedx-library/SPDX';
import * as Spec from '@cyclonedx/cyclonedx-library/Spec';
import { install, root } from './install.mjs';
import { dependenciesOf, FRAME_PACKAGES, lockfile, nameOf, resolvePackage, shippedPaths } from './shipped-packages.mjs';

/**
 * `npm run sbom`: writes dist/sbom.cdx.json, a CycloneDX list of the packages whose code may reach a site, from
 * package-lock.json. The same lockfile gives the same bytes, so that two lists can be compared. The texts of their licenses
 * are in dist/third-party-notices.txt.
 */

/** A package of a folder of this project, which replaces one of the registry. */
const isReplaced = (path) => lockfile[path].link === true;

function componentOf(path) {
  const { version, license, integrity } = lockfile[path];
  const name = nameOf(path);
  const slash = name.startsWith('@') ? name.indexOf('/') : -1;
  const component = new Models.Component(Enums.ComponentType.Library, name.slice(slash + 1), {
    bomRef: `${path.replaceAll('node_modules/', '')}@${version}`,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(slash === -1 ? {} : { group: name.slice(0, slash) }),
  });
  if (integrity?.startsWith('sha512-')) {
    const hash = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], hash);
  }
  if (license !== undefined) component.licenses.add(licenseOf(license));
  return component;
}

function licenseOf(text) {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return new Models.NamedLicense(text);
}

await install();
const paths = shippedPaths().filter((path) => !isReplaced(path));
const components = new Map(paths.map((path) => [path, componentOf(path)]));
const link = (component, from, names) => {
  for (const name of names) {
    const found = components.get(resolvePackage(from, name));
    if (found !== undefined) component.dependencies.add(found.bomRef);
  }
};
const { name, version } = lockfile[''];
const app = new Models.Component(Enums.ComponentType.Application, name, { bomRef: `${name}@${version}`, version });
link(app, '', [...Object.keys(lockfile[''].dependencies), ...FRAME_PACKAGES]);
for (const [path, component] of components) link(component, path, dependenciesOf(path));
const bom = new Models.Bom({ metadata: new Models.Metadata({ component: app }) });
for (const component of components.values()) bom.components.add(component);

const file = join(root, 'dist', 'sbom.cdx.json');
mkdirSync(join(root, 'dist'), { recursive: true });
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
writeFileSync(file, `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
console.log(`${relative(root, file)}: ${components.size} packages`);
const notices = paths.map((path) =>
  [`${nameOf(path)} ${lockfile[path].version}`, noticesIn(join(root, path))].join('\n\n'),
);
writeFileSync(join(root, 'dist', 'third-party-notices.txt'), `${notices.join('\n\n----\n\n')}\n`);

/** A package without such a file names its license only. */
function noticesIn(folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return texts.join('\n\n') || `License: ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license}`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../local/forge/manifest';
import { LEVEL_ALIAS, LEVEL_PROPERTY, PREFIX, RANK_ALIAS, SWITCHES_PROPERTY } from '../../src/mirror/prefix';

/** The names that the app gives to Confluence begin with one prefix, in one file and in the manifest. */

const root = join(__dirname, '../..');
const manifest = readFileSync(join(root, 'manifest.yml'), 'utf8');
const named = (member: string) =>
  [...manifest.matchAll(new RegExp(`${member}: (\\w+)`, 'gi'))].map(([, name = '']) => name);

it('the manifest has the prefix of the code, for every property and every search alias', () => {
  expect([...new Set(named('\\w*propertyKey'))].sort()).toEqual([LEVEL_PROPERTY, SWITCHES_PROPERTY].sort());
  expect(named('searchAlias')).toEqual(expect.arrayContaining([LEVEL_ALIAS, RANK_ALIAS]));
  expect(named('searchAlias').filter((alias) => !alias.startsWith(PREFIX))).toEqual([]);
  expect(readManifest().contentProperties).toHaveLength(1);
});

it('no other file of the app repeats the prefix', () => {
  const files = ['src', 'static/admin/src', 'static/surfaces/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== join('src', 'mirror', 'prefix.ts'));
  expect(sources.filter((file) => readFileSync(join(root, file), 'utf8').includes(PREFIX))).toEqual([]);
});

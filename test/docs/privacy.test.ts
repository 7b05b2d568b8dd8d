import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../local/forge/manifest';
import { ACCOUNT_IDS_IN } from '../../src/people/account-ids';

/** docs/privacy.md lists every entity of manifest.yml, and which of them hold account ids. */

const guide = readFileSync(join(__dirname, '../../docs/privacy.md'), 'utf8');
const rows = [...guide.matchAll(/^\| `([a-z-]+)` \| ([^|]+) \|/gm)].map(([, entity = '', ids = '']) => [entity, ids]);

it('the privacy guide lists every entity, and says truly whether it holds account ids', () => {
  const manifest = readManifest().raw as { app: { storage: { entities: readonly { name: string }[] } } };
  const entities = manifest.app.storage.entities.map(({ name }) => name);
  expect(rows.map(([entity]) => entity).sort()).toEqual(entities.sort());
  const none = rows.filter(([, ids]) => ids === 'none').map(([entity]) => entity);
  const expected = Object.entries(ACCOUNT_IDS_IN).flatMap(([entity, how]) => (how === 'none' ? [entity] : []));
  expect(none.sort()).toEqual(expected.sort());
});

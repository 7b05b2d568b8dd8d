import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../local/forge/manifest';

/** docs/scopes.md has a row for each scope of manifest.yml. */

const guide = readFileSync(join(__dirname, '../../docs/scopes.md'), 'utf8');

it('the scopes guide lists the scopes of the manifest, and which of them the app uses as a person', () => {
  const rows = [...guide.matchAll(/^\| `([^`]+)` \| (yes|no) \| (.+) \|$/gm)].map(([, scope, asPerson, reason]) => ({
    scope,
    asPerson: asPerson === 'yes',
    hasReason: reason !== undefined && reason.endsWith('.'),
  }));
  const expected = Object.entries(readManifest().scopes).map(([scope, { allowImpersonation }]) => ({
    scope,
    asPerson: allowImpersonation,
    hasReason: true,
  }));
  const byName = (left: { scope?: string | undefined }, right: { scope?: string | undefined }) =>
    (left.scope ?? '').localeCompare(right.scope ?? '');
  expect(rows.sort(byName)).toEqual(expected.sort(byName));
});

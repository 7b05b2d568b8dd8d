import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { openRoutes, routes } from '../../src/rest/routes';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { ACTION_EFFECTS } from '../actions/all-actions';

/**
 * An operation is known in its door only: in a contract, a route or an action, and its implementation. A table of operations in
 * a room would be a place that a new operation forgets.
 */

const src = join(__dirname, '../../src');
const DOORS = ['rest', 'admin', 'surfaces', 'actions', 'events'];

const names = new Set([
  ...Object.keys({ ...ADMIN_CONTRACT, ...SURFACE_CONTRACT, ...ACTION_EFFECTS }),
  ...[...routes, ...openRoutes].map(({ operationId }) => operationId),
]);

/** The keys and literals of a file whose value is text: `getLevel: 'read'`, `'getLevel'`. */
function namedIn(text: string): readonly string[] {
  return [...text.matchAll(/'([\w-]+)'|(\w+): '/g)].flatMap(([, literal, key]) => literal ?? key ?? []);
}

it('no room and no part of the platform names an operation of a door', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file.includes('/') && !DOORS.some((door) => file.startsWith(`${door}/`)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    namedIn(readFileSync(join(src, file), 'utf8'))
      .filter((name) => names.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

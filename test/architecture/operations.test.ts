import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { AUDIT_TYPES } from '../../src/audit/event';
import { openRoutes, routes } from '../../src/rest/routes';
import { siteInput } from '../../src/rest/routes/setting-schemas';
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

/** The code of the files in a folder whose path has this form. */
function codeIn(folder: string, form = /\.tsx?$/): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => form.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

it.each([
  ['static/admin/src', Object.keys(ADMIN_CONTRACT)],
  ['static/surfaces/src', Object.keys(SURFACE_CONTRACT)],
])('every operation has a caller in %s', (folder, operations) => {
  const code = codeIn(join(src, '..', folder));
  expect(operations.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it.each([
  ['written by the app', codeIn(src, /(?<!audit\/event)\.ts$/)],
  ['expected by a test', codeIn(join(__dirname, '..'), /\.test\.ts$/)],
])('every audit event is %s', (_where, code) => {
  expect(AUDIT_TYPES.filter((type) => !code.includes(`'${type}'`))).toEqual([]);
});

/** The settings of the site that a client can set. */
const SETTINGS = Object.keys(siteInput.shape).filter(
  (name) => z.globalRegistry.get(siteInput.shape[name as keyof typeof siteInput.shape])?.readOnly !== true,
);

it('every setting of the site is read where something is decided', () => {
  const code = codeIn(src, /^(?!rest|admin|audit|classification\/(?:model|edit-settings)\b).*\.ts$/);
  expect(SETTINGS.length).toBeGreaterThan(5);
  expect(SETTINGS.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

it('a form of the admin area has every setting of the site', () => {
  const code = ['settings', 'spaces'].map((room) => codeIn(join(src, '../static/admin/src', room))).join();
  expect(SETTINGS.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

it('the guide names every setting of the site', () => {
  const guide = readFileSync(join(src, '../docs/levels-and-settings.md'), 'utf8');
  expect(SETTINGS.filter((name) => !guide.includes(`\`${name}\``) && !guide.includes(`"${name}"`))).toEqual([]);
});

it('every change of the frames has faults', () => {
  const code = codeIn(join(__dirname, '../surfaces'), /faults\.test\.ts$/);
  const changes = Object.entries(SURFACE_CONTRACT).filter(([, { effect }]) => effect !== 'read');
  const missing = changes.map(([name]) => name).filter((name) => !code.includes(`'${name}'`));
  expect(missing).toEqual([]);
});

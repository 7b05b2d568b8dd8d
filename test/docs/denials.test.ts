import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DENIALS, PERSON_DENIALS } from '../../src/access/decide';

/** The guides name every reason for which a change of a level is denied. */

const guide = (name: string) => readFileSync(join(__dirname, '../../docs', name), 'utf8');
const codesIn = (text: string) => [...text.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);

it('access.md explains every denial', () => {
  const [, table = ''] = guide('access.md').split('## What you see when it is refused');
  const explained = codesIn(table);
  expect(DENIALS.map(({ name }) => name).filter((name) => !explained.includes(name))).toEqual([]);
});

it('admin-operations.md names the denials that an import can return', () => {
  const row = guide('admin-operations.md')
    .split('\n')
    .find((line) => line.startsWith('| `refused` | `reason`'));
  expect(codesIn(row ?? '').sort()).toEqual([...PERSON_DENIALS].sort());
});

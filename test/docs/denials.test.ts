import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DENIALS } from '../../src/access/decide';

/** The guide to access explains every denial of a level change. */

const guide = readFileSync(join(__dirname, '../../docs/access.md'), 'utf8');

it('access.md explains every denial', () => {
  const [, table = ''] = guide.split('## Refusals');
  const explained = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);
  expect(DENIALS.map(({ name }) => name).filter((name) => !explained.includes(name))).toEqual([]);
});

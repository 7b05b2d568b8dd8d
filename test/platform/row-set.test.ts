import { parseEntityDefinitions } from '../../local/forge/storage';
import { readManifest } from '../../local/forge/manifest';
import { Deadline } from '../../src/platform/deadline';
import { openStorage, type RowCheck, type RowWrite, type Storage } from '../../src/platform/storage';
import { aStorage } from '../local/storage/harness';

/** Every read of many rows and every transaction has each row once, whatever the caller passes. */

const entities = parseEntityDefinitions(readManifest().raw);
const write = (key: string, rev = 1): RowWrite => ({ entity: 'config', key, value: { v: 1, rev } });
const check = (key: string, expected: RowCheck['expected']): RowCheck => ({ entity: 'config', key, expected });

let run: <T>(work: (storage: Storage) => Promise<T>) => Promise<T>;
beforeEach(async () => {
  const harness = aStorage({ entities });
  run = (work) => harness.app(() => work(openStorage(new Deadline(25_000))));
  await run((storage) => storage.commit([write('stored', 4)], []));
});

it('a row set reads rows by names that repeat, in the order of the names and across several calls', async () => {
  const names = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 'stored' : `absent-${index % 29}`));
  const rows = await run((storage) => storage.readMany(names.map((key) => ({ entity: 'config', key }))));
  expect(rows.map(({ revision }) => revision)).toEqual(names.map((key) => (key === 'stored' ? 4 : 'absent')));
});

it.each<[string, 'committed' | 'conflict', (storage: Storage) => Promise<string>]>([
  ['two equal writes', 'committed', (storage) => storage.commit([write('a'), write('a')], [])],
  [
    'a write and a check that holds',
    'committed',
    (storage) => storage.commit([write('stored', 5)], [check('stored', 4)]),
  ],
  [
    'a write and a check that does not hold',
    'conflict',
    (storage) => storage.commit([write('stored', 5)], [check('stored', 3)]),
  ],
  [
    'a removal and two equal checks',
    'committed',
    (storage) =>
      storage.commit([], [check('stored', 4), check('stored', 4)], [], [{ entity: 'config', key: 'stored' }]),
  ],
  [
    'two checks of which only one can hold',
    'conflict',
    (storage) => storage.commit([write('a')], [check('stored', 4), check('stored', 3)]),
  ],
  [
    'a write and a check with other revisions',
    'conflict',
    (storage) => storage.commit([{ ...write('stored', 5), expected: 4 }], [check('stored', 3)]),
  ],
])('%s of one row: %s', async (_of, outcome, commit) => {
  expect(await run(commit)).toBe(outcome);
});

it('a row set reports two different changes of one row as a mistake, without its key, and writes nothing', async () => {
  const mistakes = [
    (storage: Storage) => storage.commit([write('stored', 5), write('stored', 6)], []),
    (storage: Storage) => storage.commit([write('stored', 5)], [], [], [{ entity: 'config', key: 'stored' }]),
  ];
  for (const mistake of mistakes)
    await expect(run(mistake)).rejects.toThrow('A transaction has two different changes of one row of config');
  expect(await run((storage) => storage.read('config', 'stored'))).toMatchObject({ revision: 4 });
});

import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { CorruptRecordError } from '../../src/platform/corrupt-record';
import { Deadline } from '../../src/platform/deadline';
import { openStorage } from '../../src/platform/storage';
import { nextRecord, storedRecord, storedRows } from '../../src/platform/stored-rows';
import { aStorage, type Harness } from '../local/storage/harness';

/** Rows of one kind: what every store relies on. */

const ROWS = storedRows('probe', storedRecord({ data: z.strictObject({ n: z.int() }) }));

let harness: Harness;
beforeEach(() => {
  harness = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
});
const inApp = <T>(work: (storage: ReturnType<typeof openStorage>) => Promise<T>) =>
  harness.app(() => work(openStorage(new Deadline(600_000), 600_000)));
const of = (n: number) => ({ data: { n } });

it('a row that cannot be read is refused alone, reported among others, and absent for callers that search', async () => {
  await inApp(async (storage) => {
    await storage.commit([ROWS.write('one', 'absent', of(1))], []);
    await storage.commit([{ ...ROWS.name('two'), value: { v: 1, rev: 4, data: { n: 'x' } } }], []);
    await expect(ROWS.read(storage, 'two')).rejects.toThrow(CorruptRecordError);
    expect(ROWS.find(await storage.read('probe', 'two'))).toBeUndefined();
    expect([...(await ROWS.readMany(storage, ['three', 'two', 'one']))]).toEqual([
      ['three', { revision: 'absent', record: undefined }],
      ['two', 'unreadable'],
      ['one', { revision: 1, record: { v: 1, rev: 1, data: { n: 1 } } }],
    ]);
  });
});

it('one of two writers at the same time writes, also at the first write, and the other conflicts', async () => {
  await inApp(async (storage) => {
    for (const revision of ['absent', 1] as const) {
      const outcomes = await Promise.all([1, 2].map((n) => ROWS.save(storage, 'one', revision, of(n))));
      expect(outcomes.toSorted()).toEqual(['committed', 'conflict']);
    }
    expect((await ROWS.read(storage, 'one')).revision).toBe(2);
  });
});

it('no write replaces a row of a newer version, and a row without a readable revision starts again', async () => {
  await inApp(async (storage) => {
    await storage.commit([{ ...ROWS.name('newer'), value: { v: 2, rev: 4, ...of(1) } }], []);
    await storage.commit([{ ...ROWS.name('odd'), value: { v: 1, ...of(1) } }], []);
    const revisionOf = async (key: string) => (await storage.read('probe', key)).revision;
    expect(await ROWS.save(storage, 'newer', await revisionOf('newer'), of(2))).toBe('conflict');
    expect(await ROWS.save(storage, 'odd', await revisionOf('odd'), of(2))).toBe('committed');
    expect((await ROWS.read(storage, 'odd')).record).toEqual({ v: 1, rev: 1, ...of(2) });
  });
});

it('a changed record has the revision that its write stores', () => {
  const next = nextRecord({ v: 1, rev: 6, ...of(1) }, of(2));
  expect(ROWS.write('one', 6, next, 3)).toEqual({ ...ROWS.name('one'), value: next, expected: 6, keepDays: 3 });
});

import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { CorruptRecordError } from '../../src/platform/corrupt-record';
import { Deadline } from '../../src/platform/deadline';
import { openStorage } from '../../src/platform/storage';
import { storedDocument } from '../../src/platform/stored-document';
import { aStorage, type Harness } from '../local/storage/harness';

/** One row of the site with a value and a revision. */

const schema = z.strictObject({ n: z.int() });
const REFUSED = storedDocument(schema, { key: 'trial', initial: { n: 0 }, unreadable: 'refused' });
const ABSENT = storedDocument(schema, { key: 'trial', unreadable: 'absent' });

let harness: Harness;
beforeEach(() => {
  harness = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
});
const inApp = <T>(work: (storage: ReturnType<typeof openStorage>) => Promise<T>) =>
  harness.app(() => work(openStorage(new Deadline(600_000), 600_000)));

it('concurrent changes are all applied, also the first ones of an absent row', async () => {
  const changed = await inApp((storage) =>
    Promise.all([1, 2].map((add) => REFUSED.change(storage, ({ n }) => ({ n: n + add })))),
  );
  expect(changed).toContainEqual({ n: 3 });
  expect(await inApp((storage) => REFUSED.read(storage))).toEqual({ revision: 2, value: { n: 3 } });
});

it('a change that other writes precede at every attempt is a conflict, and one that is not wanted is not', async () => {
  await inApp(async (storage) => {
    expect(await REFUSED.change(storage, () => undefined)).toBeUndefined();
    expect((await REFUSED.read(storage)).revision).toBe('absent');
    expect(
      await REFUSED.change(
        storage,
        () => ({ n: 1 }),
        () => Promise.resolve('conflict'),
      ),
    ).toBe('conflict');
    expect(await REFUSED.save(storage, 7, { n: 1 })).toBe('conflict');
    expect((await REFUSED.read(storage)).value).toEqual({ n: 0 });
  });
});

it('an unreadable row is refused, or counts as absent until the next write replaces it', async () => {
  await inApp(async (storage) => {
    await storage.commit([{ entity: 'config', key: 'trial', value: { v: 1, rev: 4, value: { n: 'x' } } }], []);
    await expect(REFUSED.change(storage, ({ n }) => ({ n }))).rejects.toThrow(CorruptRecordError);
    expect(REFUSED.find(await storage.read('config', 'trial'))).toBeUndefined();
    expect(await ABSENT.change(storage, (before) => ({ n: before?.n ?? 5 }))).toEqual({ n: 5 });
    expect(await REFUSED.read(storage)).toEqual({ revision: 5, value: { n: 5 } });
  });
});

it('no change replaces a row of a newer version of the app', async () => {
  await inApp(async (storage) => {
    const row = { entity: 'config', key: 'trial', value: { v: 2, rev: 4, value: { n: 1 } } } as const;
    await storage.commit([row], []);
    expect(await ABSENT.change(storage, () => ({ n: 9 }))).toBe('conflict');
    expect((await storage.read('config', 'trial')).value).toEqual(row.value);
  });
});

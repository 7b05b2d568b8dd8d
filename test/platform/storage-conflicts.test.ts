import { parseEntityDefinitions } from '../../local/forge/storage';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import { readManifest } from '../../local/forge/manifest';
import { Deadline } from '../../src/platform/deadline';
import { retryOnConflict } from '../../src/platform/retry-on-conflict';
import { openStorage, type RowWrite, type Storage } from '../../src/platform/storage';
import { aStorage } from '../local/storage/harness';

/** A conflict is recognized although the site refuses the write with a status and a code that no documentation names. */

const KEY = 'page-1';
const entities = parseEntityDefinitions(readManifest().raw);
const write = (rev: number, expected: RowWrite['expected'], key = KEY): RowWrite => ({
  entity: 'config',
  key,
  value: { v: 1, rev },
  ...(expected === undefined ? {} : { expected }),
});

let assumptions: Set<PlatformSwitch>;
/** The paths of the storage calls. */
let paths: string[];
let run: <T>(work: (storage: Storage) => Promise<T>) => Promise<T>;
/** Replaces the response of the storage, after the call had its effect. Undefined: the storage answers. */
let answer: (path: string) => Response | undefined;
beforeEach(() => {
  assumptions = new Set(['unknown-conflict-status']);
  paths = [];
  answer = () => undefined;
  const harness = aStorage({ entities, assumptions });
  const handle = harness.storage.handle.bind(harness.storage);
  harness.storage.handle = (installationId, path, body) => {
    paths.push(path.replace('/api/v1/', ''));
    const other = answer(path);
    if (other === undefined) return handle(installationId, path, body);
    return Promise.resolve(handle(installationId, path, body)).then(() => other);
  };
  run = (work) => harness.app(() => work(openStorage(new Deadline(25_000))));
});

it('a lost race is a conflict, with one more call, and a second attempt ends well', async () => {
  const outcome = await run((storage) =>
    retryOnConflict(async (attempt) => {
      const { revision } = await storage.read('config', KEY);
      // Another writer is faster at the first attempt.
      if (attempt === 1) await storage.commit([write(1, undefined)], []);
      return storage.commit([write(revision === 'absent' ? 1 : revision + 1, revision)], []);
    }),
  );
  expect(outcome).toBe('committed');
  expect(await run((storage) => storage.read('config', KEY))).toMatchObject({ revision: 2 });
  expect(paths).toEqual([
    'entity/get',
    'transaction',
    'transaction',
    'batch/get',
    'entity/get',
    'transaction',
    'entity/get',
  ]);
});

it('an absent row whose condition never holds is a conflict, so that its placeholder is written', async () => {
  assumptions.add('not-exists-never-holds');
  expect(await run((storage) => storage.commit([write(1, 'absent')], []))).toBe('conflict');
  await run((storage) => storage.placehold('config', KEY));
  expect(await run((storage) => storage.commit([write(1, 0)], []))).toBe('committed');
});

it.each<[string, (storage: Storage) => Promise<string>]>([
  ['a write', (storage) => storage.commit([write(5, 4)], [])],
  ['a removal', (storage) => storage.commit([], [], [], [{ entity: 'config', key: KEY, expected: 4 }])],
  [
    'a check beside a write without a condition',
    (storage) => storage.commit([write(1, undefined, 'other')], [{ entity: 'config', key: KEY, expected: 'absent' }]),
  ],
])('the condition of %s counts', async (_of, commit) => {
  await run((storage) => storage.commit([write(1, 'absent')], []));
  expect(await run(commit)).toBe('conflict');
  expect(await run((storage) => storage.readMany([{ entity: 'config', key: 'other' }]))).toEqual([
    { revision: 'absent', value: undefined },
  ]);
});

it('a refusal with all rows as expected stays an error, and nothing is written', async () => {
  // More operations than a transaction may have.
  await run((storage) => storage.commit([write(1, 'absent')], []));
  const writes = [write(2, 1), ...Array.from({ length: 24 }, (_, index) => write(1, undefined, `other-${index}`))];
  const values = [{ key: 'value', value: {}, keepDays: 1 }];
  const error = await run((storage) => storage.commit(writes, [], values)).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'StorageUnavailableError', outcomeUnknown: false });
  expect(await run((storage) => storage.read('config', KEY))).toMatchObject({ revision: 1 });
});

it.each([
  ['lost', 503, true],
  ['about the rate', 429, false],
  ['about rights', 403, false],
])('an answer that is %s is not a conflict, and costs no more calls', async (_what, status, outcomeUnknown) => {
  await run((storage) => storage.commit([write(1, 'absent')], []));
  paths = [];
  answer = (path) => (path.endsWith('transaction') ? Response.json({ code: 'ANY' }, { status }) : undefined);
  const error = await run((storage) => storage.commit([write(2, 1)], [])).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'StorageUnavailableError', outcomeUnknown });
  expect(paths).toEqual(['transaction']);
});

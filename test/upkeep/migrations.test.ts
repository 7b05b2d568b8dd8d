import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { fromVersion, type RowUpgrade, upgradedRow } from '../../src/platform/row-upgrades';
import {
  type EntityName,
  NEWER_ROW,
  openStorage,
  type RowVersions,
  type Storage,
  type StoredValue,
} from '../../src/platform/storage';
import { readMigrations } from '../../src/upkeep/migration-state';
import { startMigrations, stepMigration } from '../../src/upkeep/migrations';
import { ROW_SHAPES, type RowShape } from '../../src/upkeep/row-shapes';
import { aStorage, type Harness } from '../local/storage/harness';
import { cutOff } from './cut-off';

/** Two entities get two more versions, on the real storage client. */

const entities = parseEntityDefinitions(readManifest().raw);
const DAY_MS = 86_400_000;

const dataOf = (row: StoredValue) => row['data'] as StoredValue;
const UPGRADES: readonly RowUpgrade[] = [
  fromVersion(1, (row) => ({ ...row, data: { ...dataOf(row), color: 'red' } })),
  fromVersion(2, (row) => {
    const { color, ...data } = dataOf(row);
    return { ...row, data: { ...data, colors: [color] } };
  }),
];
const SHAPES: readonly RowShape[] = [
  { entity: 'page-mirror', upgrades: UPGRADES },
  { entity: 'mention', upgrades: UPGRADES },
];
const NEW_VERSIONS: RowVersions = (entity) => (entity === 'page-mirror' || entity === 'mention' ? 3 : 1);

let harness: Harness;
let queue: Readonly<Record<string, string>>[];
beforeEach(() => {
  harness = aStorage({ entities });
  queue = [];
});

const open = (versions?: RowVersions) => openStorage(new Deadline(600_000), 600_000, versions);
const put = (entity: EntityName, key: string, value: StoredValue, keepDays?: number) =>
  harness.app(() => open().commit([{ entity, key, value, ...(keepDays === undefined ? {} : { keepDays }) }], []));
const rowsOf = (entity: string) =>
  harness.storage
    .dump('installation-1', entity)
    .map(({ key, value }) => ({ key, value: JSON.parse(value) as StoredValue }));
const contextOf = (storage: Storage, shapes = SHAPES) => ({
  storage,
  shapes,
  clock: () => new Date(harness.nowMs()),
  random: systemRandom,
  log: () => undefined,
  push: {
    push: (_queue: string, body: Readonly<Record<string, string>>) => {
      queue.push(body);
      return Promise.resolve();
    },
  },
});
const deliver = (storage: Storage, { runId, step }: Readonly<Record<string, string>>, shapes = SHAPES) =>
  stepMigration(contextOf(storage, shapes), { runId: runId ?? '', step: Number(step) });

/** Starts the migration and delivers its events. A step that fails is delivered again. @returns the number of calls */
async function migrate(at = 0, side: 'before' | 'after' = 'before'): Promise<number> {
  return harness.app(async () => {
    const { storage, calls } = cutOff(open(NEW_VERSIONS), at, side);
    const start = () => startMigrations(contextOf(storage)).catch(() => startMigrations(contextOf(storage)));
    await start();
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
      const event = body;
      await deliver(storage, event).catch(() => deliver(storage, event));
    }
    // The daily trigger, for events that were lost.
    await start();
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) await deliver(storage, body);
    return calls();
  });
}

/** Rows of every earlier version, of the current and of a later one, and rows that are no rows of the app. */
async function fill(): Promise<void> {
  for (let index = 0; index < 30; index += 1) {
    const v = (index % 3) + 1;
    const data = v === 1 ? { n: index } : v === 2 ? { n: index, color: 'red' } : { n: index, colors: ['red'] };
    const value = { v, rev: index + 1, checkedAt: '2026-03-01T00:00:00.000Z', data };
    await put('page-mirror', `p${String(index).padStart(3, '0')}`, value, index % 2 === 0 ? 30 : undefined);
    if (index < 3) await put('mention', `m${index}`, { v, rev: 1, data });
  }
  await put('page-mirror', 'later', { v: 4, rev: 9, checkedAt: '2026-03-01T00:00:00.000Z', data: { shades: [] } });
  await put('mention', 'odd', { v: 1, data: { n: 1 } });
}

function expectMigrated(): void {
  for (const { key, value } of rowsOf('page-mirror').filter((row) => row.key !== 'later')) {
    const n = Number(key.slice(1));
    expect(value).toEqual({
      v: 3,
      rev: n + 1,
      checkedAt: '2026-03-01T00:00:00.000Z',
      data: { n, colors: ['red'] },
    });
  }
  expect(rowsOf('mention').map(({ value }) => value['v'])).toEqual([3, 3, 3, 1]);
}

it.each([0, 200, 60_000])(
  'rewrites each row once and keeps its revision and end, with a lag of %s ms',
  async (queryLagMs) => {
    harness = aStorage({ entities, queryLagMs });
    await fill();
    const later = rowsOf('page-mirror').find(({ key }) => key === 'later');
    harness.advance(10 * DAY_MS);
    await migrate();
    expectMigrated();
    expect(rowsOf('page-mirror').find(({ key }) => key === 'later')).toEqual(later);
    const { value } = await harness.app(() => readMigrations(open()));
    expect(value).toMatchObject({
      finished: { 'page-mirror': 'v2,v3', mention: 'v2,v3' },
      last: { counts: { checked: 35, rewritten: 22, unreadable: 1, newer: 0 } },
    });
    expect(value.open).toBeUndefined();
    harness.advance(19 * DAY_MS);
    expect(await harness.app(() => open(NEW_VERSIONS).read('page-mirror', 'p000'))).toMatchObject({ revision: 1 });
    harness.advance(2 * DAY_MS);
    expect(await harness.app(() => open(NEW_VERSIONS).read('page-mirror', 'p000'))).toMatchObject({
      revision: 'absent',
    });
  },
);

it('writes nothing if it runs again', async () => {
  await fill();
  await migrate();
  const before = harness.storage.dump('installation-1');
  expect(await migrate()).toBe(2);
  expect(harness.storage.dump('installation-1')).toEqual(before);
});

it.each(['before', 'after'] as const)('finishes if any one call is cut off, %s its effect', async (side) => {
  await fill();
  const calls = await migrate();
  for (let at = 1; at <= calls; at += 1) {
    harness = aStorage({ entities });
    queue = [];
    await fill();
    await migrate(at, side);
    expectMigrated();
    expect((await harness.app(() => readMigrations(open()))).value.last?.counts.rewritten).toBe(22);
  }
});

it('keeps a write that comes between the read and the rewrite of its row', async () => {
  await fill();
  await harness.app(async () => {
    const real = open(NEW_VERSIONS);
    let isWritten = false;
    const storage: Storage = {
      ...real,
      readWithExpiry: async (entity, key) => {
        const row = await real.readWithExpiry(entity, key);
        if (key === 'p000' && !isWritten) {
          isWritten = true;
          const value = { v: 3, rev: 2, checkedAt: '2026-03-02T00:00:00.000Z', data: { n: 7, colors: ['blue'] } };
          await real.commit([{ entity, key, value, expected: 1 }], []);
        }
        return row;
      },
    };
    await startMigrations(contextOf(storage));
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) await deliver(storage, body);
  });
  expect(rowsOf('page-mirror')[1]?.value).toMatchObject({ rev: 2, data: { n: 7, colors: ['blue'] } });
});

it('does not repeat a step, and lets two deliveries of one event do the work once', async () => {
  await fill();
  await harness.app(async () => {
    const storage = open(NEW_VERSIONS);
    await startMigrations(contextOf(storage));
    const [first] = queue.splice(0);
    if (first === undefined) throw new Error('no event');
    await Promise.all([deliver(storage, first), deliver(storage, first)]);
    await deliver(storage, first);
    for (let body = queue.shift(); body !== undefined; body = queue.shift()) await deliver(storage, body);
  });
  expectMigrated();
  expect((await harness.app(() => readMigrations(open()))).value.last?.counts.rewritten).toBe(22);
});

describe('after a rollback to the previous version', () => {
  it('never replaces or misreads a row of the newer version', async () => {
    await fill();
    await migrate();
    const before = rowsOf('page-mirror');
    await harness.app(async () => {
      const previous = open();
      for (const row of [
        await previous.read('page-mirror', 'p000'),
        ...(await previous.readMany([{ entity: 'page-mirror', key: 'p000' }])),
      ]) {
        expect(row.revision).toBe(NEWER_ROW);
        const write = { entity: 'page-mirror', key: 'p000', value: { v: 1, rev: 2 }, expected: row.revision } as const;
        expect(await previous.commit([write], [])).toBe('conflict');
        expect(await previous.commit([], [], [], [{ ...write, expected: row.revision }])).toBe('conflict');
      }
    });
    expect(rowsOf('page-mirror')).toEqual(before);
  });

  it('stops a migration whose shapes it does not know, and the next update continues it', async () => {
    await fill();
    await harness.app(async () => {
      await startMigrations(contextOf(open(NEW_VERSIONS)));
      const [first] = queue.splice(0);
      if (first === undefined) throw new Error('no event');
      expect(await deliver(open(), first, [])).toBe('done');
      expect(queue).toEqual([]);
    });
    await migrate();
    expectMigrated();
  });
});

it('upgrades a row in memory to the same row as the migration writes', async () => {
  await fill();
  const inMemory = rowsOf('page-mirror').map(({ key, value }) => ({
    key,
    value: upgradedRow(UPGRADES, value) ?? value,
  }));
  await migrate();
  expect(rowsOf('page-mirror')).toEqual(inMemory);
});

it('walks only entities whose rows have a revision, each once', () => {
  const names = ROW_SHAPES.map(({ entity }) => entity);
  expect(new Set(names).size).toBe(names.length);
  const withRevision = entities.filter(({ attributes }) => 'rev' in attributes).map(({ name }) => name);
  expect(withRevision).toEqual(expect.arrayContaining(names));
});

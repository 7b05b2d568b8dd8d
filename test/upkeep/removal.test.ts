import { DAY_MS, type Group, groupsOf, NOW_MS, openStoredSite, type StoredSite } from './stored-site';
import { type Storage, StorageUnavailableError } from '../../src/platform/storage';
import { everythingStored, type StoredRecord } from '../support/stored-rows';
import { RETENTION, RETENTION_NAMES, type RetentionSettings } from '../../src/upkeep/retention';

/** Rows that are no longer kept are removed, and no other row ever is. */

const SHORT: RetentionSettings = {
  endedKeys: 30,
  endedRuns: 7,
  resolvedFindings: 30,
  deletedPages: 30,
  levelHistory: 90,
  auditEvents: 90,
};

let site: StoredSite;
beforeEach(() => {
  site = openStoredSite();
});

/** The clock is confirmed by a first night, in which nothing is removed. */
async function confirmClock(): Promise<void> {
  await site.night();
  site.harness.advance(DAY_MS);
}

/** The names of the groups that must stay, by the definition of the settings. */
function mustStay(groups: readonly Group[], settings: RetentionSettings): readonly string[] {
  const nowMs = site.harness.nowMs();
  return groups
    .filter(({ ended }) => {
      if (ended === undefined) return true;
      const kept = settings[ended.setting];
      return kept === 'forever' || Date.parse(ended.at) > nowMs - kept * DAY_MS;
    })
    .map(({ name }) => name);
}

const withoutUndefined = (value: object) => JSON.parse(JSON.stringify(value)) as StoredRecord;

/** A small generator, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x80_00_00_00;
  };
}

it('the nightly removal removes everything that ended long ago, and nothing that is in use or ended recently', async () => {
  for (const ago of [1, 29, 100, 500]) {
    site = openStoredSite();
    const groups = groupsOf(NOW_MS, ago);
    await site.fill(groups);
    await site.set(SHORT);
    await confirmClock();
    await site.night();
    expect({ ago, ...site.left(groups) }).toEqual({ ago, whole: mustStay(groups, SHORT), part: [] });
  }
});

it.each(['before', 'after'] as const)(
  'the nightly removal removes the same rows if each call is cut off in turn, %s its effect',
  async (side) => {
    const nights = [];
    for (const cut of [undefined, side]) {
      site = openStoredSite();
      const groups = groupsOf(NOW_MS, 200);
      await site.fill(groups);
      await site.set(SHORT);
      await confirmClock();
      await site.night(undefined, cut);
      expect(site.left(groups)).toEqual({ whole: mustStay(groups, SHORT), part: [] });
      nights.push((await site.removal()).last?.counts);
    }
    expect(nights[1]).toEqual(nights[0]);
  },
);

it.each([0, 200, 60_000])(
  'the nightly removal agrees with the settings for random rows, with queries that lag by %s ms',
  async (lagMs) => {
    for (let seed = 1 + lagMs; seed <= 4 + lagMs; seed += 1) {
      const random = randomOf(seed);
      site = openStoredSite(lagMs);
      const groups = Array.from({ length: 4 }, (_, index) =>
        groupsOf(NOW_MS, Math.floor(random() * 500)).map((group) => ({ ...group, name: `${group.name} ${index}` })),
      ).flat();
      await site.fill(groups);
      const settings = {} as Record<keyof RetentionSettings, number | 'forever'>;
      for (const name of RETENTION_NAMES) {
        const { min, max, mayBeForever } = RETENTION[name];
        settings[name] =
          mayBeForever && random() < 0.3 ? 'forever' : Math.floor(min + random() * Math.min(400, max - min));
      }
      await site.set(settings);
      site.harness.advance(lagMs);
      await confirmClock();
      await site.night();
      expect({ seed, ...site.left(groups) }).toEqual({ seed, whole: mustStay(groups, settings), part: [] });
    }
  },
);

it('the nightly removal removes nothing on the first night, and nothing while the clock is wrong', async () => {
  const groups = groupsOf(NOW_MS, 1);
  await site.fill(groups);
  await site.set(SHORT);
  const whole = groups.map(({ name }) => name);
  await site.night();
  await confirmClock();
  // Most of a year ahead, then back again.
  site.harness.advance(300 * DAY_MS);
  await site.night();
  site.harness.advance(-300 * DAY_MS);
  await site.night();
  site.harness.advance(DAY_MS);
  await site.night();
  expect(site.left(groups)).toEqual({ whole, part: [] });
});

it('the nightly removal removes nothing if the same night is started again, and continues a night whose event was lost', async () => {
  const groups = groupsOf(NOW_MS, 200);
  await site.fill(groups);
  await site.set(SHORT);
  await confirmClock();
  await expect(
    site.night((storage) => ({ ...storage, list: () => Promise.reject(new Error('the process ends')) })),
  ).rejects.toThrow('the process ends');
  await site.night();
  expect(site.left(groups)).toEqual({ whole: mustStay(groups, SHORT), part: [] });
  const before = site.harness.storage.dump('installation-1');
  await site.night();
  expect(site.harness.storage.dump('installation-1')).toEqual(before);
});

it.each([
  ['page-scan', { state: 'complete' }],
  ['api-key', { expiresAt: '2029-01-01T00:00:00.000Z', revokedAt: undefined, graceUntil: undefined }],
  ['job', { state: 'running' }],
  ['detection', { status: 'open' }],
])('the nightly removal keeps a row of %s that changes after it was read', async (entity, change) => {
  const groups = groupsOf(NOW_MS, 200);
  await site.fill(groups);
  await site.set(SHORT);
  await confirmClock();
  const rows = groups.flatMap(({ rows: all, ended }) => (ended === undefined ? [] : all));
  const changed = new Set<string>();
  await site.night((storage) => ({
    ...storage,
    readMany: async (names) => {
      const read = await storage.readMany(names);
      for (const name of names) {
        const row = rows.find((one) => 'entity' in one && one.entity === entity && one.key === name.key);
        if (row === undefined || name.entity !== entity || changed.has(row.key) || !('rev' in row.value)) continue;
        changed.add(row.key);
        const value = { ...row.value, ...change, rev: Number(row.value.rev) + 1 };
        await storage.commit([{ entity: name.entity, key: row.key, value: withoutUndefined(value) }], []);
      }
      return read;
    },
  }));
  expect(changed.size).toBeGreaterThan(0);
  const stored = site.harness.storage.dump('installation-1', entity).map(({ key }) => key);
  const mutable =
    entity === 'job' ? [...changed].filter((key) => !/:(?:pages|results|counted)|scan-pages/.test(key)) : [...changed];
  expect(stored).toEqual(expect.arrayContaining(mutable));
});

it('the nightly removal keeps rows of a newer version of the app', async () => {
  const groups = groupsOf(NOW_MS, 200).map(({ rows, ...group }) => ({
    ...group,
    rows: rows.map((row) => ('entity' in row ? { ...row, value: { ...row.value, v: 2 } } : row)),
  }));
  await site.fill(groups);
  await site.set(SHORT);
  await confirmClock();
  await site.night();
  expect(site.left(groups)).toEqual({ whole: groups.map(({ name }) => name), part: [] });
});

it('the nightly removal writes one audit event with the numbers of the night, and none if nothing was removed', async () => {
  const groups = groupsOf(NOW_MS, 200);
  await site.fill(groups);
  await site.set({ ...SHORT, auditEvents: 'forever' });
  await confirmClock();
  await site.night();
  site.harness.advance(DAY_MS);
  await site.night();
  const events = everythingStored({ host: { storage: site.harness.storage, installation } }).filter(({ value }) =>
    value.includes('"rows.removed"'),
  );
  expect(events).toHaveLength(1);
  expect(JSON.parse(events[0]?.value ?? '')).toMatchObject({
    subject: 'retention',
    actorType: 'system',
    details: {
      after: {
        'api-key': 3,
        job: 7,
        detection: 3,
        'page-scan': 2,
        'page-level': 2,
        'page-count': 2,
        'level-change': 1,
      },
    },
  });
});

it('the nightly removal removes old changes of the same page, and the audit events after them', async () => {
  const groups = groupsOf(NOW_MS, 200);
  const changes = groups.flatMap(({ rows, ended }) =>
    ended?.setting === 'levelHistory' ? rows.filter((row) => 'entity' in row && row.entity === 'level-change') : [],
  );
  const [change] = changes;
  if (change === undefined) throw new Error('no change');
  const others = ['a', 'b', 'c'].map((key) => ({ name: `same page ${key}`, rows: [{ ...change, key }] }));
  await site.fill([...groups, ...others]);
  await site.set(SHORT);
  await confirmClock();
  await site.night();
  expect(site.left(others)).toEqual({ whole: [], part: [] });
  expect(site.left(groups)).toEqual({ whole: mustStay(groups, SHORT), part: [] });
  expect(await site.failedParts()).toEqual([]);
});

it('the nightly removal continues with the other tasks if one keeps failing, reports it, and tries it again in the next night', async () => {
  const groups = groupsOf(NOW_MS, 200);
  await site.fill(groups);
  await site.set(SHORT);
  await confirmClock();
  const failing = (storage: Storage): Storage => ({
    ...storage,
    list: (query) =>
      query.entity === 'level-change' ? Promise.reject(new StorageUnavailableError('400', false)) : storage.list(query),
  });
  await site.night(failing);
  const since = new Date(site.harness.nowMs()).toISOString();
  const isHistory = ({ ended }: Group) => ended?.setting === 'levelHistory';
  expect(site.left(groups.filter((group) => !isHistory(group)))).toEqual({
    whole: mustStay(groups, SHORT).filter((name) => !groups.some((group) => isHistory(group) && group.name === name)),
    part: [],
  });
  const nextAttemptAt = () => new Date(site.harness.nowMs() + DAY_MS).toISOString();
  expect(await site.failedParts()).toEqual([{ part: 'removal.level-changes', since, nextAttemptAt: nextAttemptAt() }]);
  expect((await site.removal()).last).toMatchObject({ isComplete: false });

  site.harness.advance(DAY_MS);
  await site.night(failing);
  expect(await site.failedParts()).toEqual([{ part: 'removal.level-changes', since, nextAttemptAt: nextAttemptAt() }]);

  site.harness.advance(DAY_MS);
  await site.night();
  expect(site.left(groups)).toEqual({ whole: mustStay(groups, SHORT), part: [] });
  expect(await site.failedParts()).toEqual([]);
});

it('the nightly removal writes the audit event also for a night that was lost, before the clock is trusted again', async () => {
  const groups = groupsOf(NOW_MS, 200);
  await site.fill(groups);
  await site.set({ ...SHORT, auditEvents: 'forever' });
  await confirmClock();
  const lost = site.night((storage) => ({
    ...storage,
    list: (query) =>
      query.entity === 'detection' ? Promise.reject(new Error('the process ends')) : storage.list(query),
  }));
  await expect(lost).rejects.toThrow('the process ends');
  site.harness.advance(5 * DAY_MS);
  await site.night();
  const [event, ...others] = everythingStored({ host: { storage: site.harness.storage, installation } }).filter(
    ({ value }) => value.includes('"rows.removed"'),
  );
  expect(JSON.parse(event?.value ?? '')).toMatchObject({ details: { after: { 'api-key': 3, job: 7 } } });
  expect(others).toEqual([]);
});

const installation = { installationId: 'installation-1' } as Parameters<
  typeof everythingStored
>[0]['host']['installation'];

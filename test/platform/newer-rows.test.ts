import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { Deadline } from '../../src/platform/deadline';
import { NEWER_ROW, openStorage } from '../../src/platform/storage';
import { aStorage } from '../local/storage/harness';

it('a version of the app never replaces or removes a row of a newer version, also after a rollback', async () => {
  const { app, storage } = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
  const name = { entity: 'page-mirror', key: '1001' } as const;
  const value = { v: 2, rev: 9, checkedAt: '2026-03-01T00:00:00.000Z', data: { shades: [] } };
  await app(async () => {
    const previous = openStorage(new Deadline(600_000), 600_000);
    await previous.commit([{ ...name, value }], []);
    const rows = [
      await previous.read(name.entity, name.key),
      await previous.readWithExpiry(name.entity, name.key),
      ...(await previous.readMany([name])),
    ];
    for (const { revision } of rows) {
      expect(revision).toBe(NEWER_ROW);
      const write = { ...name, value: { v: 1, rev: 10 }, expected: revision };
      expect(await previous.commit([write], [])).toBe('conflict');
      expect(await previous.commit([], [], [], [write])).toBe('conflict');
    }
  });
  expect(storage.dump('installation-1', name.entity).map((row) => JSON.parse(row.value))).toEqual([value]);
});

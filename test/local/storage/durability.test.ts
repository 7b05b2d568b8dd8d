import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WhereConditions } from '@forge/kvs';
import type { PlatformSwitch } from '../../../local/forge/assumptions';
import { parseEntityDefinitions } from '../../../local/forge/storage';
import { aStorage, kvs, outcome } from './harness';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const aFile = () => join(folder, 'data.db');

test('stored rows are there after a restart, and rows that queries do not show yet appear later', async () => {
  const first = aStorage({ file: aFile(), queryLagMs: 1000 });
  await first.app(async () => {
    await kvs.set('a', 1);
    await kvs.entity('ticket').set('t', { rank: 1 });
    await kvs.setSecret('s', 'hidden');
  });
  first.database.close();

  const second = aStorage({ file: aFile(), queryLagMs: 1000 });
  await second.app(async () => {
    expect([await kvs.get('a'), await kvs.entity('ticket').get('t'), await kvs.getSecret('s')]).toEqual([
      1,
      { rank: 1 },
      'hidden',
    ]);
    expect((await kvs.query().getMany()).results).toEqual([]);
    second.advance(1000);
    expect((await kvs.query().getMany()).results).toEqual([{ key: 'a', value: 1 }]);
    expect((await kvs.entity('ticket').query().index('rank').getMany()).results).toHaveLength(1);
  });
  second.database.close();
});

test('stored rows survive a killed process', async () => {
  aStorage({ file: aFile() }).database.close();
  const script = `
    const Database = require('libsql');
    const database = new Database(process.argv[1]);
    database.pragma('synchronous = NORMAL');
    for (let n = 0; n < 50; n++) {
      database.prepare('INSERT INTO kvs_row VALUES (?, ?, ?, ?, ?, ?, ?)').run('installation-1', 'kvs', 'k' + n, '1', 0, 0, null);
    }
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['-e', script, aFile()], { cwd: process.cwd() });
  expect(signal).toBe('SIGKILL');
  const { app, database } = aStorage({ file: aFile() });
  expect(await app(() => kvs.get('k49'))).toBe(1);
  database.close();
});

test('two processes on one file see each other, and only one of them creates a row', async () => {
  const one = aStorage({ file: aFile() });
  const two = aStorage({ file: aFile() });
  const create = () => outcome(() => kvs.set('a', 1, { keyPolicy: 'FAIL_IF_EXISTS' }));
  expect([await one.app(create), await two.app(create)]).toEqual(['ok', '409 KEY_CONFLICT']);
  expect((await two.app(() => kvs.query().getMany())).results).toEqual([{ key: 'a', value: 1 }]);
  one.database.close();
  two.database.close();
});

test('an index that is declared later lists the existing rows', async () => {
  const withIndexes = (indexes: unknown[]) =>
    parseEntityDefinitions({
      app: { storage: { entities: [{ name: 'ticket', attributes: { rank: { type: 'integer' } }, indexes }] } },
    });
  const first = aStorage({ file: aFile(), entities: withIndexes(['rank']) });
  await first.app(async () => {
    for (let rank = 0; rank < 1200; rank += 1) await kvs.entity('ticket').set(`t${rank}`, { rank });
    await kvs.query().getMany();
  });
  first.database.close();

  const assumptions = new Set<PlatformSwitch>();
  const entities = withIndexes(['rank', { name: 'by-rank', range: ['rank'] }]);
  const second = aStorage({ file: aFile(), entities, assumptions });
  const by = (index: string) =>
    second.app(async () => {
      const query = kvs.entity('ticket').query().index(index).where(WhereConditions.greaterThan(1198));
      return (await query.getMany()).results;
    });
  const listed = [{ key: 't1199', value: { rank: 1199 } }];
  expect(await by('by-rank')).toEqual(listed);
  // While Forge builds the index, it is empty, and the others are not.
  assumptions.add('slow-indexes');
  expect([await by('by-rank'), await by('rank')]).toEqual([[], listed]);
  second.advance(300_000);
  expect(await by('by-rank')).toEqual(listed);
  second.database.close();
});

test('installations share nothing', async () => {
  const { app, storage } = aStorage();
  const write = (value: string) => async () => {
    await kvs.set('a', value);
    await kvs.setSecret('a', value);
    await kvs.entity('note').set('a', { text: value });
  };
  await app(write('one'), 'installation-1');
  await app(write('two'), 'installation-2');
  await app(async () => {
    expect([await kvs.get('a'), await kvs.getSecret('a'), await kvs.entity('note').get('a')]).toEqual([
      'one',
      'one',
      { text: 'one' },
    ]);
    expect((await kvs.query().getMany()).results).toEqual([{ key: 'a', value: 'one' }]);
    expect((await kvs.entity('note').query().index('by-key').getMany()).results).toEqual([
      { key: 'a', value: { text: 'one' } },
    ]);
    await kvs.delete('a');
  }, 'installation-1');
  expect(await app(() => kvs.get('a'), 'installation-2')).toBe('two');
  expect(await app(() => kvs.get('a'), 'installation-3')).toBeUndefined();
  expect(storage.dump('installation-1')).toEqual([
    { entity: 'note', key: 'a', value: '{"text":"one"}' },
    { entity: '(secret)', key: 'a', value: '"one"' },
  ]);
  storage.reset();
  expect(storage.dump('installation-2')).toEqual([]);
});

test('operations without a model fail clearly, and nothing rejects', async () => {
  const { storage, database } = aStorage();
  const answer = async (path: string, body: unknown) => {
    const response = await storage.handle('installation-1', path, body);
    return [response.status, await response.json()];
  };
  expect(await answer('/api/v2/get', { key: 'a' })).toMatchObject([501, { code: 'NOT_MODELED' }]);
  expect(await answer('/api/v1/entity/count', {})).toMatchObject([501, { code: 'NOT_MODELED' }]);
  for (const body of [undefined, null, [], 'text', {}, { key: 1 }, { key: 'a', more: 1 }]) {
    expect(await answer('/api/v1/get', body)).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  }
  const policy = [{ key: 'a', value: 1, options: { keyPolicy: 'FAIL_IF_EXISTS' } }];
  expect(await answer('/api/v1/batch/set', policy)).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  database.exec('DROP TABLE kvs_row');
  expect(await answer('/api/v1/get', { key: 'a' })).toMatchObject([500, { code: 'INTERNAL_SERVER_ERROR' }]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { DEMO_SPACES } from '../../local/demo';
import { newPepper } from '../../local/forge/variables';
import { readPeppers } from '../../src/platform/secrets';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** Forge builds a new index for minutes after a deployment. Until then, lists by it are empty. */

const PEPPERS = readPeppers({ PEPPER_V1: newPepper() });
const CARD = '4539 1488 0343 6467';
const ENTITIES = ['page-level', 'level-change', 'page-scan', 'detection', 'audit', 'config', 'api-key', 'mirror-stamp'];

let folder: string;
let nowMs: number;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  folder = mkdtempSync(join(tmpdir(), 'indexes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () =>
  openSite({
    ...{ dataDir: folder, now: () => new Date(nowMs), queryLagMs: 0 },
    assumptions: new Set(['slow-indexes'] as const),
    peppers: () => PEPPERS,
  });

/** Each schedule, and the events that are due in this time. */
async function pass(site: Site, ms: number): Promise<void> {
  for (const { key } of site.host.background.schedules()) await site.host.background.runSchedule(key);
  for (let part = 0; part < 20; part += 1) {
    nowMs += ms / 20;
    await site.host.background.settle();
  }
}

const keysOf = (site: Site) => ENTITIES.flatMap((entity) => rowsOf(site, entity).map(({ key }) => `${entity} ${key}`));
const overviewOf = async (site: Site) => {
  const { value } = await site.admin('getOverview', {});
  return value.site as object;
};

it('while every index is built, background work removes nothing, and the numbers are right a day later', async () => {
  const before = open();
  const { key } = await before.createKey({ detectionScope: 'manage' });
  const { levelId } = levelNamed(before, 'Restricted');
  for (let page = 0; page < 5; page += 1) {
    const pageId = await aPage(before, { spaceId: DEMO_SPACES.ENG, text: `Card ${CARD}` });
    await before.host.background.settle();
    await before.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  }
  for (let day = 0; day < 2; day += 1) await pass(before, 86_400_000);
  const numbers = await overviewOf(before);
  const keys = keysOf(before);
  before.close();
  // As if this version were the first one with indexes.
  const database = new Database(join(folder, 'site.db'));
  database.prepare(`UPDATE kvs_setting SET value = '[]' WHERE name = 'indexes'`).run();
  database.close();

  const after = open();
  expect((await after.rest('GET', '/v1/page-level', { key })).body.results).toEqual([]);
  await pass(after, 290_000);
  const left = new Set(keysOf(after));
  expect(keys.filter((one) => !left.has(one))).toEqual([]);
  for (let day = 0; day < 2; day += 1) await pass(after, 86_400_000);
  expect((await after.rest('GET', '/v1/page-level', { key })).body.results).toHaveLength(5);
  expect(await overviewOf(after)).toEqual(numbers);
  after.close();
});

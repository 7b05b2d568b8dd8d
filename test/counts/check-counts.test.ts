import { POSITION_ROW } from '../../src/counts/position';
import { shardKeyOf, shardWrite } from '../../src/counts/shards';
import { type CountedSite, openCountedSite } from './counting-site';
import { counted, recount } from './recount';

/** The nightly check repairs every kind of wrong number, and says so. */

const [PAGE, OTHER, THIRD] = ['164001', '164002', '164003'] as const;
const SPACE = '98305';
const MINUTE_MS = 60_000;
const INSTALLATION = 'installation-1';

let site: CountedSite;
beforeEach(async () => {
  site = openCountedSite(() => 0.5);
  const [secret] = site.levels;
  if (secret === undefined) throw new Error('there are no levels');
  for (const pageId of [PAGE, OTHER, THIRD]) {
    await site.setLevel(pageId, secret);
    await site.scan(pageId, 'aabd');
  }
  await site.judge(PAGE, 'over');
  await site.judge(OTHER, 'within');
  site.harness.advance(15 * MINUTE_MS);
  await site.follow();
  await site.settle();
  await later(120);
});
afterEach(() => site.harness.database.close());

/** The trigger runs after this time. */
async function later(minutes: number): Promise<void> {
  site.harness.advance(minutes * MINUTE_MS);
  await site.follow();
  await site.settle();
}

async function night(): Promise<void> {
  await site.check();
  await site.settle();
}

const position = () => site.rows('count').find(({ key }) => key === POSITION_ROW.key)?.value.value;
const repairs = () =>
  site
    .rows('audit')
    .filter(({ value }) => value.type === 'counts.repaired')
    .map(({ value }) => value.details.after);

async function put(entityName: string, key: string, value: object): Promise<void> {
  await site.harness.storage.handle(INSTALLATION, '/api/v1/entity/set', { entityName, key, value });
}
async function drop(entityName: string, key: string): Promise<void> {
  await site.harness.storage.handle(INSTALLATION, '/api/v1/entity/delete', { entityName, key });
}
const valueOf = (entity: string, name: string) => site.rows(entity).find(({ key }) => key === name)?.value;

it('the check of the counts finds nothing to repair on a site that is counted correctly', async () => {
  await night();
  expect(counted(site)).toEqual(recount(site));
  const verdicts = Object.values(counted(site)).flatMap(({ exposure }) => Object.values(exposure));
  expect(verdicts).toEqual([{ over: 1, within: 1, unknown: 0 }]);
  expect(position().lastCheck).toMatchObject({ pages: 3, repaired: 0 });
  expect(position().pagesInConfluence).toMatchObject({ count: 0 });
  expect(repairs()).toEqual([]);
});

it.each<readonly [string, () => Promise<void>]>([
  [
    'the share of a page that has other findings',
    async () => {
      const row = valueOf('page-count', PAGE);
      const contribution = { ...row.data.contribution, open: { low: 7, medium: 0, high: 0, critical: 0 } };
      await put('page-count', PAGE, { ...row, rev: Number(row.rev) + 1, data: { ...row.data, contribution } });
    },
  ],
  [
    'the share of a page that has another verdict of exposure',
    async () => {
      const row = valueOf('page-count', PAGE);
      const contribution = { ...row.data.contribution, exposure: 'within' };
      await put('page-count', PAGE, { ...row, rev: Number(row.rev) + 1, data: { ...row.data, contribution } });
    },
  ],
  ['the row of a page that was lost', () => drop('page-count', OTHER)],
  ['the row of a page that cannot be read', () => put('page-count', OTHER, { v: 1 })],
  ['the numbers of a space that were lost', () => drop('count', shardKeyOf(SPACE))],
  ['numbers that cannot be read', () => put('count', shardKeyOf(SPACE), { v: 1, rev: 7, value: { spaces: 'a lot' } })],
  [
    'the numbers of a space without pages',
    async () => {
      const spaces = new Map([['777', new Map([['level:none', 4]])]]);
      const { key, value } = shardWrite(shardKeyOf('777'), { revision: 0, changedAt: undefined, spaces }, new Date(0));
      if (key === shardKeyOf(SPACE)) throw new Error('choose a space of another row');
      await put('count', key, value);
    },
  ],
])('the check of the counts repairs %s', async (_name, damage) => {
  await damage();
  // The numbers of a space that was repaired are compared again when queries show the repair.
  for (let nights = 0; nights < 2; nights += 1) {
    await night();
    await later(15);
  }
  expect(counted(site)).toEqual(recount(site));
  expect(repairs()[0]).toMatchObject({ repaired: expect.any(Number) });
  const before = repairs();
  await night();
  expect(repairs()).toEqual(before);
  expect(position().lastCheck).toMatchObject({ repaired: 0 });
});

it.each<readonly [string, () => Promise<void>]>([
  ['the verdict of a page whose measurement was lost', () => drop('governance', `page:${PAGE}`)],
  [
    'the verdict of a page that was measured and not counted',
    async () => {
      const row = valueOf('governance', `page:${OTHER}`);
      await put('governance', `page:${OTHER}`, { ...row, rev: Number(row.rev) + 1, list: 'unknown' });
    },
  ],
  [
    'the verdict of a page that was measured in another space',
    async () => {
      const row = valueOf('governance', `page:${OTHER}`);
      await put('governance', `page:${OTHER}`, { ...row, rev: Number(row.rev) + 1, spaceList: '98306' });
    },
  ],
])('the check of the counts follows %s, which is no repair', async (_name, change) => {
  await change();
  expect(counted(site)).not.toEqual(recount(site));
  await night();
  expect(counted(site)).toEqual(recount(site));
  expect(repairs()).toEqual([]);
});

it('the check of the counts waits until the first count has ended, and while the counters are behind', async () => {
  site.harness.advance(120 * MINUTE_MS);
  const { lastCheck } = position();
  await night();
  expect(position().lastCheck).toEqual(lastCheck);
  await drop('count', POSITION_ROW.key);
  await night();
  expect(position()).toBeUndefined();
});

it('the check of the counts fits the spaces of a large site into the rows of the counters', () => {
  const levels = site.levels.map(({ levelId }) => [`level:${levelId}`, 12_345] as const);
  const others = ['open:low', 'open:high', 'scan:never', 'scan:complete:abc', 'scan:partial:abc', 'level:none'];
  const counters = new Map([...levels, ...others.map((name) => [name, 1_234] as const)]);
  const spaces = new Map(Array.from({ length: 2_000 }, (_, index) => [String(1_000_000_000 + index), counters]));
  const { value } = shardWrite('shard:0', { revision: 'absent', changedAt: undefined, spaces }, new Date(0));
  expect(JSON.stringify(value).length).toBeLessThan(240 * 1_024);
});

import { routes } from '../../src/rest/routes';
import { randomOfTest, sample } from '../support/sample';
import { QUERIES, queryingModules, WALKS } from './walks';
import { ADMIN_LISTS, aWorld, type PagedList, REST_LISTS, SURFACE_LISTS, type World } from './paged-lists';

/**
 * Every list with a cursor, read in parts of any length while other requests change what is listed. No row that stays
 * is missing, and no row is there twice. Each run has a third of the lists, with one of the lags.
 */

/** Another question to the same list is a variant, and is read less often. */
const LISTS: readonly (readonly [string, PagedList, boolean])[] = [
  ['api', REST_LISTS] as const,
  ['admin', ADMIN_LISTS] as const,
  ['frames', SURFACE_LISTS] as const,
].flatMap(([door, lists]) =>
  Object.entries(lists).flatMap(([name, all]) =>
    all.map((one, index) => [`${door}: ${name}${index === 0 ? '' : ` ${index + 1}`}`, one, index > 0] as const),
  ),
);

async function read(world: World, list: PagedList, limit: number, random: () => number): Promise<readonly string[]> {
  const ids: string[] = [];
  let next: string | undefined;
  for (let parts = 0; ; parts += 1) {
    expect(parts).toBeLessThan(2_000);
    const part = await list.read(world, limit, next);
    ids.push(...part.ids);
    next = part.next;
    if (next === undefined) return ids;
    // The world stays small, because the rows that a change stores are in the later lists, too.
    for (let changes = limit > 2 ? 3 : 1; changes > 0; changes -= 1) await world.change(random);
    world.advance(100);
  }
}

function missingIn(ids: readonly string[], stays: readonly string[]): readonly string[] {
  const isListed = new Set(ids);
  return stays.filter((id) => !isListed.has(id));
}

describe.each(sample([0, 200, 60_000], 1))('with queries that lag by %s ms', (lagMs) => {
  let few: World;
  let many: World;
  beforeAll(async () => {
    few = await aWorld(12, lagMs);
    many = await aWorld(256, lagMs);
  });
  afterAll(() => {
    few.site.close();
    many.site.close();
  });

  it.each(sample(LISTS, LISTS.length / 3))('%s', async (_name, list, isVariant) => {
    const random = randomOfTest();
    const { maxLimit } = list;
    const any = 3 + Math.floor(random() * 246);
    // A list of short parts continues often enough in few pages.
    const isShort = (maxLimit ?? 250) < 100;
    const ofMany = isVariant ? [any] : isShort ? [250] : [249, 250, any, ...(lagMs === 0 ? [20] : [])];
    const lengths = new Set(ofMany.map((limit) => Math.min(limit, maxLimit ?? 0)));
    const ofFew = maxLimit === undefined ? [] : isVariant ? [1] : isShort ? [1, 2, 1 + (any % maxLimit)] : [1, 2];
    const reads = [
      ...ofFew.map((limit) => [few, limit] as const),
      ...[...lengths].map((limit) => [many, limit] as const),
    ];
    for (const [world, limit] of reads) {
      const ids = await read(world, list, limit, random);
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      expect({ limit, twice, missing: missingIn(ids, list.stays(world)) }).toEqual({ limit, twice: [], missing: [] });
    }
  });

  it('each walk of the background visits every page once', async () => {
    const world = await aWorld(256, lagMs);
    const { background } = world.site.host;
    for (const [name, walk] of Object.entries(WALKS)) {
      const random = randomOfTest(name);
      await background.settle();
      world.calls.length = 0;
      const id = await walk.start(world);
      for (let steps = 0; !(await walk.isDone(world, id)); steps += 1) {
        const [next] = background.pending();
        if (next === undefined || steps === 2_000) throw new Error(`${name}: it comes to no end`);
        await world.deliver(next, random);
      }
      const ids = walk.visits(world, id);
      const stays = walk.stays(world);
      const twice = stays.filter((one) => ids.filter((visited) => visited === one).length > 1);
      expect({ name, twice, missing: missingIn(ids, stays) }).toEqual({ name, twice: [], missing: [] });
    }
    world.site.close();
  });
});

it('the table of lists has every list of the API that has a cursor', () => {
  const continued = routes
    .filter(({ query }) => Object.keys(query?.shape ?? {}).some((name) => name === 'cursor' || name === 'after'))
    .map(({ operationId }) => operationId);
  expect(Object.keys(REST_LISTS).toSorted()).toEqual(continued.toSorted());
});

it('the table of lists names the test of every module that queries storage', () => {
  expect(Object.keys(QUERIES)).toEqual(queryingModules());
});

import { NO_SETTINGS } from '../../src/classification/settings';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { NOT_OBSERVED } from '../../src/detection/configuration/observed-detectors';
import { foldPages } from '../../src/counts/fold-pages';
import { readSpaceCounts } from '../../src/counts/read-space-counts';
import { Deadline } from '../../src/platform/deadline';
import { openStorage, type Storage } from '../../src/platform/storage';
import { type CountedSite, openCountedSite } from './counting-site';
import { counted, recount } from './recount';

/** One transaction counts a page and changes the numbers of its space, if nothing has changed in between. */

const [PAGE, OTHER] = ['164001', '164002'] as const;

let site: CountedSite;
beforeEach(() => {
  site = openCountedSite(() => 0.5);
});
afterEach(() => site.harness.database.close());

/** @param exclusions the revision of the exclusions that the caller has read */
function fold(
  pageIds: readonly string[],
  through: (storage: Storage) => Storage = (storage) => storage,
  exclusions = 0,
  config = DEFAULT_CONFIG,
) {
  return site.harness.app(() =>
    foldPages(
      {
        storage: through(openStorage(new Deadline(60_000), 60_000)),
        clock: () => new Date(site.harness.nowMs()),
        levels: { revision: 0, all: site.levels, settings: NO_SETTINGS },
        exclusions: { revision: exclusions, all: [] },
        observed: NOT_OBSERVED,
        config,
      },
      pageIds,
    ),
  );
}

/** Runs something else right before the first transaction. */
function interrupted(run: () => Promise<unknown>) {
  let isFirst = true;
  return (storage: Storage): Storage => ({
    ...storage,
    commit: async (...call) => {
      if (isFirst) {
        isFirst = false;
        await run();
      }
      return storage.commit(...call);
    },
  });
}

it('the page counter adds up counts of different pages of a space at the same time', async () => {
  const [level] = site.levels;
  if (level === undefined) throw new Error('there are no levels');
  for (const pageId of ['164003', PAGE, OTHER]) await site.setLevel(pageId, level);
  await fold(['164003']);
  expect(
    await fold(
      [PAGE],
      interrupted(() => fold([OTHER])),
    ),
  ).toBe('done');
  expect(counted(site)).toEqual(recount(site));
  expect(counted(site)).toMatchObject({ 98305: { pages: 3 } });
});

it('the page counter stores the day since which a page is below its required level, until the page has the level', async () => {
  const [strictest, least] = [site.levels[0], site.levels.at(-1)];
  if (strictest === undefined || least === undefined) throw new Error('there are too few levels');
  const config = { ...DEFAULT_CONFIG, rules: [{ severity: 'low' as const, levelId: strictest.levelId }] };
  const foldAt = async (days: number, pageIds: readonly string[]) => {
    site.harness.advance(days * 86_400_000);
    await fold(pageIds, undefined, 0, config);
    const since = site.rows('page-count').map(({ key, value }) => [key, value.data.belowSince]);
    const total = site.rows('count').find(({ key }) => key === 'below-since')?.value.value;
    return { ...Object.fromEntries(since), days: total };
  };
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [today, later] = [dayOf(site.harness.nowMs()), dayOf(site.harness.nowMs() + 2 * 86_400_000)];
  await site.setLevel(PAGE, least);
  await site.scan(PAGE, 'a');
  expect(await foldAt(0, [PAGE])).toEqual({ [PAGE]: today, days: { [today]: 1 } });
  await site.scan(PAGE, 'ab');
  await site.scan(OTHER, 'a');
  const both = { [PAGE]: today, [OTHER]: later, days: { [today]: 1, [later]: 1 } };
  expect(await foldAt(2, [PAGE, OTHER])).toEqual(both);
  await site.setLevel(PAGE, strictest);
  expect(await foldAt(1, [PAGE])).toEqual({ ...both, [PAGE]: undefined, days: { [later]: 1 } });
});

it('the page counter never replaces a later count by an earlier one, also if the later one changed no number', async () => {
  await site.scan(PAGE, 'a');
  await fold([PAGE]);
  await site.scan(PAGE, 'ab');
  const backAgain = async () => {
    site.harness.advance(1_000);
    await site.scan(PAGE, 'a');
    await fold([PAGE]);
  };
  expect(await fold([PAGE], interrupted(backAgain))).toBe('done');
  expect(counted(site)).toMatchObject({ 98305: { open: { low: 1, medium: 0 } } });
});

it('the page counter applies no exclusions that were replaced while it counted', async () => {
  await site.scan(PAGE, 'a');
  await site.exclude();
  await site.follow();
  site.harness.advance(1_000);
  await site.scan(PAGE, 'ab');
  expect(
    await fold(
      [PAGE],
      interrupted(() => site.exclude()),
      1,
    ),
  ).toBe('contended');
});

it('the page counter takes four calls for 20 pages that are already counted', async () => {
  const pageIds = Array.from({ length: 20 }, (_, index) => String(200_001 + index));
  for (const pageId of pageIds) await site.scan(pageId, 'ab');
  await fold(pageIds);
  let calls = 0;
  await fold(pageIds, (storage) => ({
    ...storage,
    readMany: (names) => {
      calls += Math.ceil(names.length / 25);
      return storage.readMany(names);
    },
    commit: () => Promise.reject(new Error('nothing to write')),
  }));
  expect(calls).toBeLessThanOrEqual(4);
});

it('the page counter shows the numbers of one space in one read', async () => {
  await site.scan(PAGE, 'ad');
  await site.move(OTHER, '98306');
  await site.scan(OTHER, 'c');
  await fold([PAGE, OTHER]);
  let calls = 0;
  const { asOf, isCounting, numbers } = await site.harness.app(() => {
    const storage = openStorage(new Deadline(60_000), 60_000);
    const readMany: Storage['readMany'] = (names, exact) => {
      calls += exact === undefined ? Math.ceil(names.length / 25) : names.length;
      return storage.readMany(names, exact);
    };
    const levels = { revision: 0, all: site.levels, settings: NO_SETTINGS };
    return readSpaceCounts({ storage: { ...storage, readMany }, levels, fingerprintKey: undefined }, '98305');
  });
  expect({ asOf, isCounting, calls }).toEqual({ asOf: null, isCounting: true, calls: 1 });
  expect(numbers).toMatchObject({ pages: 1, open: { low: 1, critical: 1, high: 0 } });
});

import fc from 'fast-check';
import { type Charge, type Payer, pointsPerHour, secondsUntilPoints, THE_SITE } from '../../src/quota/counters';
import { HOST_SHARE, type Kind, KIND_NAMES, KINDS, mostOf, reserveOf } from '../../src/quota/policies';
import { at, Books, quotas, remaining } from './books';

/** Tests how the points of the site are divided: among the kinds of work, and in a kind among its owners. */

const HOST = 12_000;
const key = (ownerId: string): Payer => ({ kind: 'requests', ownerId });
const job = (ownerId: string): Payer => ({ kind: 'work', ownerId });
const person = (ownerId: string): Payer => ({ kind: 'people', ownerId });
const VISITORS: Payer = { kind: 'visitors' };
const START = 0;
const END = 3_599.9;

const take = (books: Books, host: number, payer: Payer, quota = HOST, start = 0, seconds = START): Charge =>
  books.charge({ host }, at(seconds), quotas({ host: quota }), start, payer);

/** Takes points until none are admitted. @returns their number */
function takeAll(books: Books, payer: Payer, quota = HOST, seconds = START): number {
  let taken = 0;
  for (const host of [1_000, 100, 25, 5, 1])
    for (let start = 0; take(books, host, payer, quota, start, seconds).outcome === 'charged'; start += 7)
      taken += host;
  return taken;
}

const percentOf = (kind: Kind) => (HOST * KINDS[kind].percent) / 100;

describe('a kind of work', () => {
  it.each(KIND_NAMES)('has its part when all other kinds have taken everything they can: %s', (kind) => {
    const books = new Books();
    const others = KIND_NAMES.filter((one) => one !== kind);
    // Many owners of each kind, at the end of the hour, when shares no longer limit them.
    for (const other of others)
      for (const name of ['a', 'b', 'c', 'd']) takeAll(books, { kind: other, ownerId: name }, HOST, END);
    // Shares and parts are rounded down in each of twelve rows.
    expect(Math.abs(takeAll(books, { kind, ownerId: 'late' }, HOST, END) - percentOf(kind))).toBeLessThanOrEqual(12);
    expect(books.points()).toBeGreaterThan(HOST - 48);
    expect(books.points()).toBeLessThanOrEqual(HOST);
  });

  it('can use what is in no part, except visitors, whose number nothing limits', () => {
    const most = (kind: Kind) => {
      const { quotaStates } = new Books().charge({}, at(END), quotas({ host: HOST }), 0, { kind, ownerId: 'a' });
      return quotaStates.find(({ policy }) => policy === HOST_SHARE)?.remaining ?? 0;
    };
    const rest = HOST - KIND_NAMES.reduce((sum, kind) => sum + percentOf(kind), 0);
    expect(rest).toBe(HOST * 0.15);
    for (const kind of KIND_NAMES) {
      const expected = percentOf(kind) + (kind === 'visitors' ? 0 : rest);
      expect(mostOf(kind, HOST)).toBe(expected);
      // A share is rounded down in each of twelve rows.
      expect(expected - most(kind)).toBeLessThanOrEqual(12);
    }
    expect(pointsPerHour(quotas({ host: HOST }), 'owner')).toEqual({ perHour: mostOf('work', HOST), ofSite: HOST });
    expect(pointsPerHour(quotas({ host: HOST }), 'app')?.perHour).toBe(mostOf('site', HOST));
  });

  it('without owners, such as the app itself and visitors, has all of it at once', () => {
    expect(takeAll(new Books(), THE_SITE)).toBe(mostOf('site', HOST));
    expect(takeAll(new Books(), VISITORS)).toBe(reserveOf('visitors', HOST));
  });
});

describe('an owner', () => {
  it('has half of the points of its kind at the beginning of the hour, the next one half of the rest', () => {
    const books = new Books();
    // Shares are rounded down in each of twelve rows.
    expect(['a', 'b', 'c', 'd'].map((name) => takeAll(books, key(name)))).toEqual([2_400, 1_200, 600, 300]);
  });

  it('has more as the hour passes, and all that the others did not use at its end', () => {
    const books = new Books();
    const taken = [0, 900, 1_800, 2_700, END].map((seconds) => takeAll(books, key('a'), HOST, seconds));
    expect(taken).toEqual([2_400, 600, 600, 600, 588]);
  });

  it('leaves one that comes later at least half of what this time of the hour would give it', () => {
    for (const [seconds, expected] of [
      [0, 1_200],
      [1_800, 900],
      [3_540, 36],
    ] as const) {
      const books = new Books();
      takeAll(books, key('busy'), HOST, seconds);
      expect(takeAll(books, key('late'), HOST, seconds)).toBe(expected);
    }
  });

  it('that reads 2,500 pages in an hour, evenly, is never refused by the default quotas', () => {
    const books = new Books();
    const outcomes = Array.from({ length: 2_500 }, (_, index) => {
      const seconds = Math.floor((index * 3_600) / 2_500);
      return books.charge({ host: 2 }, at(seconds), quotas({}), index * 7, key('a')).outcome;
    });
    expect(outcomes.filter((outcome) => outcome === 'exceeded')).toEqual([]);
  });

  it('that is refused learns when its share has grown enough, and then has the points', () => {
    for (const points of [1, 50, 500, 1_500]) {
      const books = new Books();
      takeAll(books, key('a'));
      const refused = take(books, points, key('a'));
      expect([refused.outcome, 'policy' in refused && refused.policy]).toEqual(['exceeded', HOST_SHARE]);
      const wait = refused.quotaStates.find(({ policy }) => policy === HOST_SHARE)?.resetSeconds ?? 0;
      expect(wait).toBeLessThan(2_400);
      expect(take(books, points, key('a'), HOST, 0, wait).outcome).toBe('charged');
      expect(take(books, points, key('a'), HOST, 0, wait / 2).outcome).toBe('exceeded');
    }
  });

  it('that can never have the points in this hour waits until it ends', () => {
    const books = new Books();
    const refused = take(books, 5_000, key('a'));
    expect(refused.quotaStates.find(({ policy }) => policy === HOST_SHARE)?.resetSeconds).toBe(3_600);
    expect(secondsUntilPoints([], 1, quotas({}), at(10), key('a'))).toBe(3_590);
  });

  it('is refused by its share while the site has the points, and otherwise by the site', () => {
    const books = new Books();
    takeAll(books, key('a'));
    const refused = take(books, 10_000, key('b'));
    expect(refused).toMatchObject({ outcome: 'exceeded', policy: 'host' });
    expect([remaining(refused, 'host'), remaining(refused, HOST_SHARE)]).toEqual([9_600, 1_200]);
    expect(refused.quotaStates.find(({ policy }) => policy === HOST_SHARE)?.quota).toBe(4_800);
  });

  it('shares again in the next hour, also if a fast clock has begun it', () => {
    const books = new Books();
    takeAll(books, key('a'));
    expect(take(books, 2_401, key('a'), HOST, 0, 3_600)).toMatchObject({ policy: HOST_SHARE });
    expect(take(books, 2_400, key('a'), HOST, 0, 3_601).outcome).toBe('charged');
    expect(take(books, 50, key('a'), HOST, 0, 3_599)).toMatchObject({ policy: HOST_SHARE });
    expect(take(books, 1_200, key('b'), HOST, 0, 3_599).outcome).toBe('charged');
  });

  it('has a share in every row, so that concurrent requests cannot exceed it', () => {
    const books = new Books();
    for (let start = 0; start < 400; start += 1) take(books, 10, key('a'), HOST, start);
    expect(books.rows().flatMap(({ value }) => countOf(value))).toEqual(Array(12).fill(200));
  });

  it.each([1, 2, 3, 7, 10, 30, 99, 100, 601])(
    'of a quota of %d never takes more than half of its kind, and the site can work',
    (quota) => {
      const room = (kind: Kind) => mostOf(kind, quota);
      expect(takeAll(new Books(), key('a'), quota)).toBeLessThanOrEqual(room('requests') / 2);
      expect(takeAll(new Books(), key('a'), quota)).toBeGreaterThanOrEqual(Math.floor(room('requests') / 2) - 24);
      expect(takeAll(new Books(), THE_SITE, quota)).toBeGreaterThanOrEqual(1);
    },
  );
});

it('three people who view eight reports leave the page of a space and the lists to a fourth, and scans to the site', () => {
  const books = new Books();
  const reportOf = (ownerId: string): Payer => ({ kind: 'reports', ownerId });
  const view = (ownerId: string) => {
    for (let report = 0; report < 8; report += 1)
      books.charge({ host: 502 }, at(0), quotas({}), report, reportOf(ownerId));
  };
  for (let viewer = 0; viewer < 141; viewer += 1) view(`viewer-${viewer}`);
  const spacePage = 253;
  const lists = 2 * 101;
  expect(books.charge({ host: spacePage + lists }, at(0), quotas({}), 0, person('fourth')).outcome).toBe('charged');
  expect(books.charge({ host: 1_000 }, at(0), quotas({}), 0, THE_SITE).outcome).toBe('charged');
  // A viewer who comes later still has some pages of a report.
  expect(books.charge({ host: 20 }, at(0), quotas({}), 0, reportOf('late')).outcome).toBe('charged');
});

it('visitors without a login leave the points of all others, however many they are', () => {
  const books = new Books();
  takeAll(books, VISITORS);
  expect(books.points()).toBe(percentOf('visitors'));
  const room = (of: Books) => remaining(of.charge({}, at(0), quotas({ host: HOST }), 0, key('a')), HOST_SHARE);
  expect(room(books)).toBe(room(new Books()));
});

describe('a site with many people', () => {
  it('keeps 64 of them in a row, and counts the others as if they had used what the least of them used', () => {
    const books = new Books();
    for (let name = 0; name < 2_000; name += 1) take(books, 1, person(`person-${name}`), 24_000, name);
    const rows = books.rows().flatMap(({ value }) => ownersOf(value));
    for (const owners of rows) expect(Object.keys(owners).length).toBeLessThanOrEqual(64);
    expect(books.points()).toBe(2_000);
    expect(rows.flatMap(Object.values).reduce((sum: number, points) => sum + Number(points), 0)).toBe(2_000);
    // The busiest person stays limited, and the others keep points.
    takeAll(books, person('busy'), 24_000);
    for (let name = 0; name < 500; name += 1) take(books, 1, person(`other-${name}`), 24_000, name);
    expect(take(books, 50, person('busy'), 24_000)).toMatchObject({ policy: HOST_SHARE });
    expect(take(books, 50, person('new'), 24_000).outcome).toBe('charged');
  });
});

function usedOf(value: unknown) {
  const { used } = (value ?? { used: {} }) as { used: { host?: { count: number; owners: Record<string, number> } } };
  return used.host === undefined ? [] : [used.host];
}
const countOf = (value: unknown) => usedOf(value).map(({ count }) => count);
const ownersOf = (value: unknown) => usedOf(value).map(({ owners }) => owners);

describe('unused points', () => {
  const charged = (books: Books, host: number, payer: Payer) => {
    const charge = take(books, host, payer);
    if (charge.outcome !== 'charged') throw new Error('refused');
    return charge.windows;
  };

  it('are returned to the site and to the share', () => {
    const books = new Books();
    const windows = charged(books, 2_400, key('a'));
    books.refund({ host: 2_000 }, windows, key('a'));
    expect(books.points()).toBe(400);
    expect(takeAll(books, key('a'))).toBe(2_000);
  });

  it('are never those of another owner or kind, and never more than were taken', () => {
    const books = new Books();
    const windows = charged(books, 100, key('a'));
    charged(books, 50, THE_SITE);
    charged(books, 30, key('b'));
    books.refund({ host: 1_000 }, windows, key('b'));
    expect(books.points()).toBe(150);
    books.refund({ host: 1_000 }, windows, THE_SITE);
    expect(books.points()).toBe(100);
    books.refund({ host: 1_000 }, windows, job('a'));
    expect(books.points()).toBe(100);
  });

  it('of another hour are not returned', () => {
    const books = new Books();
    const windows = charged(books, 100, key('a'));
    take(books, 60, key('a'), HOST, 0, 3_600);
    books.refund({ host: 100 }, windows, key('a'));
    expect(remaining(take(books, 0, key('a'), HOST, 0, 3_600), 'host')).toBe(HOST - 60);
  });

  it('can be writes of a job too', () => {
    const books = new Books();
    const cost = { 'key-write': 30, host: 60 };
    const charge = books.charge(cost, at(0), quotas({ host: HOST }), 0, job('a'));
    if (charge.outcome !== 'charged') throw new Error('refused');
    books.refund({ 'key-write': 10, host: 20 }, charge.windows, job('a'));
    const after = take(books, 0, key('a'));
    expect([remaining(after, 'key-write'), remaining(after, 'host')]).toEqual([40, HOST - 40]);
  });
});

it('a row that an earlier version wrote has counted nothing, so that no kind waits for the next hour', () => {
  const books = new Books();
  take(books, 1, key('a'));
  const window = at(0).getTime() / 3_600_000;
  for (let part = 0; part < 12; part += 1) {
    const used = { host: { window, count: 500, ...(part % 2 === 0 ? { by: { a: 400 } } : {}) } };
    books.put(`site:${part}`, { revision: 3, value: { v: 1, rev: 3, used } });
  }
  expect(remaining(take(books, 0, key('a')), 'host')).toBe(HOST);
  expect(takeAll(books, key('a'))).toBe(2_400);
});

it('a job leaves the last third of the writes to the other requests of its key', () => {
  for (const [quota, ofJob] of [
    [60, 40],
    [10, 6],
    [2, 1],
    [1, 1],
  ] as const) {
    const books = new Books();
    const write = (payer: Payer, start: number) =>
      books.charge({ 'key-write': 1 }, at(0), quotas({ 'key-write': quota }), start, payer).outcome;
    const admitted = (payer: Payer) =>
      Array.from({ length: 100 }, (_, start) => write(payer, start * 5)).filter((outcome) => outcome === 'charged');
    expect(admitted(job('a'))).toHaveLength(ofJob);
    expect(admitted(key('a'))).toHaveLength(quota - ofJob);
  }
});

describe('for any work in any order', () => {
  const ask = fc.record({
    kind: fc.constantFrom(...KIND_NAMES),
    ownerId: fc.constantFrom('a', 'b', 'c'),
    host: fc.integer({ min: 1, max: 300 }),
    unused: fc.integer({ min: 0, max: 300 }),
    start: fc.nat(65_535),
    afterSeconds: fc.nat(100),
  });

  it('the site never exceeds its points, each kind keeps its part, and an owner without any points gets some', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 3_000 }),
        fc.array(ask, { minLength: 1, maxLength: 60 }),
        (quota, asked) => {
          const books = new Books();
          let seconds = 0;
          const taken = new Map<string, number>();
          const of = (kind: Kind) =>
            [...taken].reduce((sum, [name, points]) => sum + (name.startsWith(kind) ? points : 0), 0);
          for (const { kind, ownerId, host, unused, start, afterSeconds } of asked) {
            seconds = Math.min(3_500, seconds + afterSeconds);
            const payer = { kind, ownerId };
            const name = `${kind} ${ownerId}`;
            const charge = take(books, host, payer, quota, start, seconds);
            if (charge.outcome === 'charged') {
              const back = Math.min(unused, host);
              books.refund({ host: back }, charge.windows, payer);
              taken.set(name, (taken.get(name) ?? 0) + host - back);
            }
            const own = taken.get(name) ?? 0;
            const released = (1 + seconds / 3_600) / 2;
            if (KINDS[kind].isShared) expect(own).toBeLessThanOrEqual(released * mostOf(kind, quota) + 12);
            expect(books.points()).toBe([...taken.values()].reduce((sum, points) => sum + points, 0));
            expect(books.points()).toBeLessThanOrEqual(quota);
          }
          for (const kind of KIND_NAMES) {
            // Each of at most twelve rows rounds down the parts, and then the share.
            const fair = Math.floor(((reserveOf(kind, quota) - of(kind)) / 2) * (1 - seconds / 3_600)) - 36;
            if (fair > 0)
              expect([kind, take(books, fair, { kind, ownerId: 'new' }, quota, 0, seconds).outcome]).toEqual([
                kind,
                'charged',
              ]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

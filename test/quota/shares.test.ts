import fc from 'fast-check';
import type { Charge, ChargeOwner } from '../../src/quota/counters';
import { HOST_SHARE } from '../../src/quota/policies';
import { at, Books, quotas, remaining } from './books';

/** Tests the sharing of the site's points. One key, or background work, always leaves some to the others. */

const key = (ownerId: string): ChargeOwner => ({ ownerId });
const job = (ownerId: string): ChargeOwner => ({ ownerId, isBackground: true });
const SITE: ChargeOwner = { isBackground: true };

const take = (books: Books, host: number, taker: ChargeOwner, quota = 6_000, start = 0): Charge =>
  books.charge({ host }, at(10), quotas({ host: quota }), start, taker);

/** Takes points until none are admitted. @returns their number */
function takeAll(books: Books, taker: ChargeOwner, quota = 6_000): number {
  let taken = 0;
  for (const host of [1_000, 100, 25, 5, 1])
    for (let start = 0; take(books, host, taker, quota, start).outcome === 'charged'; start += 7) taken += host;
  return taken;
}

describe('the points of the site', () => {
  it('are available to one key up to half of what the others left, to the next up to half of the rest', () => {
    const books = new Books();
    expect(['a', 'b', 'c', 'd'].map((name) => takeAll(books, key(name)))).toEqual([3_000, 1_500, 744, 372]);
  });

  it('are available to background work up to two thirds, for any owner', () => {
    const books = new Books();
    expect(takeAll(books, SITE)).toBe(4_000);
    expect(takeAll(books, job('a'))).toBe(0);
    // Half of each row is rounded down.
    expect(takeAll(books, key('a'))).toBe(996);
    const other = new Books();
    // A key's jobs leave a third of its share to its other requests.
    expect(takeAll(other, job('a'))).toBe(1_992);
    expect(takeAll(other, key('a'))).toBe(1_008);
    expect(takeAll(other, job('a'))).toBe(0);
    expect(takeAll(other, SITE)).toBe(1_000);
    expect(takeAll(other, key('b'))).toBe(996);
  });

  it('are taken from several rows, and never more from a row than its part of the share', () => {
    const books = new Books();
    expect(take(books, 2_990, key('a')).outcome).toBe('charged');
    expect(take(books, 11, key('a'))).toMatchObject({ outcome: 'exceeded', policy: HOST_SHARE });
    expect(take(books, 10, key('a')).outcome).toBe('charged');
    expect(books.points()).toBe(3_000);
  });

  it('are refused by the share while the site has them, and otherwise by the site', () => {
    const books = new Books();
    takeAll(books, key('a'), 100);
    const refused = take(books, 2, key('a'), 100);
    expect(refused).toMatchObject({ outcome: 'exceeded', policy: HOST_SHARE });
    expect([remaining(refused, 'host'), remaining(refused, HOST_SHARE)]).toEqual([50, 0]);
    expect(refused.quotaStates.find(({ policy }) => policy === HOST_SHARE)?.quota).toBe(50);
    expect(take(books, 51, key('a'), 100)).toMatchObject({ outcome: 'exceeded', policy: 'host' });
    expect(take(books, 51, SITE, 100)).toMatchObject({ outcome: 'exceeded', policy: 'host' });
  });

  it.each([
    [1, 0, 1],
    [2, 1, 1],
    [3, 1, 2],
    [7, 3, 4],
    [10, 5, 6],
    [99, 49, 66],
    [100, 50, 66],
    [600, 300, 400],
    [601, 300, 400],
  ])('of a quota of %d are %d for one key and %d for background work', (quota, ofKey, ofBackground) => {
    expect(takeAll(new Books(), key('a'), quota)).toBe(ofKey);
    expect(takeAll(new Books(), SITE, quota)).toBe(ofBackground);
  });

  it('are shared again in the next hour', () => {
    const books = new Books();
    takeAll(books, key('a'));
    const charged = books.charge({ host: 1 }, at(3_600), quotas({}), 0, key('a'));
    expect([charged.outcome, remaining(charged, HOST_SHARE)]).toEqual(['charged', 2_999]);
  });

  it('that another machine with a fast clock counts in the next hour are not shared twice', () => {
    const books = new Books();
    const ahead = (taker: ChargeOwner) => books.charge({ host: 3_000 }, at(3_601), quotas({}), 0, taker);
    expect(ahead(key('a')).outcome).toBe('charged');
    expect(books.charge({ host: 1 }, at(3_599), quotas({}), 0, key('a'))).toMatchObject({ policy: HOST_SHARE });
    expect(books.charge({ host: 1_500 }, at(3_599), quotas({}), 0, key('b')).outcome).toBe('charged');
  });

  it('are limited in every row, so that concurrent keys cannot exceed them', () => {
    // All of them decide from empty rows; a row that another has written is a conflict, and is read again.
    const books = new Books();
    for (let start = 0; start < 400; start += 1) take(books, 10, key('a'), 6_000, start);
    const inRows = books.rows().flatMap(({ value }) => countOf(value));
    expect(inRows).toEqual(Array(12).fill(250));
  });
});

function countOf(value: unknown): number[] {
  const { used } = (value ?? { used: {} }) as { used: { host?: { count: number } } };
  return used.host === undefined ? [] : [used.host.count];
}

describe('unused points', () => {
  const charged = (books: Books, host: number, taker: ChargeOwner) => {
    const charge = take(books, host, taker);
    if (charge.outcome !== 'charged') throw new Error('refused');
    return charge.windows;
  };

  it('are returned to the site and to the share', () => {
    const books = new Books();
    const windows = charged(books, 3_000, key('a'));
    books.refund({ host: 2_000 }, windows, 'a');
    expect(books.points()).toBe(1_000);
    expect(takeAll(books, key('a'))).toBe(2_000);
  });

  it('are never those of another key, and never more than were taken', () => {
    const books = new Books();
    const windows = charged(books, 100, key('a'));
    charged(books, 50, SITE);
    charged(books, 30, key('b'));
    books.refund({ host: 1_000 }, windows, 'b');
    expect(books.points()).toBe(150);
    books.refund({ host: 1_000 }, windows);
    expect(books.points()).toBe(100);
    books.refund({ host: 1_000 }, windows, 'c');
    expect(books.points()).toBe(100);
  });

  it('of another hour are not returned', () => {
    const books = new Books();
    const windows = charged(books, 100, key('a'));
    books.charge({ host: 60 }, at(3_600), quotas({}), 0, key('a'));
    books.refund({ host: 100 }, windows, 'a');
    expect(remaining(books.charge({}, at(3_600), quotas({}), 0, key('a')), 'host')).toBe(5_940);
  });

  it('can be writes of a job too', () => {
    const books = new Books();
    const cost = { 'key-write': 30, host: 60 };
    const charge = books.charge(cost, at(0), quotas({}), 0, job('a'));
    if (charge.outcome !== 'charged') throw new Error('refused');
    books.refund({ 'key-write': 10, host: 20 }, charge.windows, 'a');
    const after = books.charge({}, at(0), quotas({}), 0, key('a'));
    expect([remaining(after, 'key-write'), remaining(after, 'host')]).toEqual([40, 5_960]);
  });
});

it('a job leaves the last third of the writes to the other requests of its key', () => {
  for (const [quota, ofJob] of [
    [60, 40],
    [10, 6],
    [2, 1],
    [1, 1],
  ] as const) {
    const books = new Books();
    const write = (taker: ChargeOwner, start: number) =>
      books.charge({ 'key-write': 1 }, at(0), quotas({ 'key-write': quota }), start, taker).outcome;
    const admitted = (taker: ChargeOwner) =>
      Array.from({ length: 100 }, (_, start) => write(taker, start * 5)).filter((outcome) => outcome === 'charged');
    expect(admitted(job('a'))).toHaveLength(ofJob);
    expect(admitted(key('a'))).toHaveLength(quota - ofJob);
  }
});

describe('for any requests in any order', () => {
  const names = ['a', 'b', 'c', 'd'] as const;
  const ask = fc.record({
    who: fc.constantFrom(...names, 'site' as const),
    isBackground: fc.boolean(),
    host: fc.integer({ min: 1, max: 300 }),
    unused: fc.integer({ min: 0, max: 300 }),
    start: fc.nat(65_535),
  });

  it('the site never exceeds its points, a key has at most half, background work leaves a third, and a key without any gets some', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 3_000 }),
        fc.array(ask, { minLength: 1, maxLength: 80 }),
        (quota, asked) => {
          const books = new Books();
          const taken: Record<string, number> = { a: 0, b: 0, c: 0, d: 0, site: 0 };
          const total = () => Object.values(taken).reduce((sum, points) => sum + points, 0);
          for (const { who, isBackground, host, unused, start } of asked) {
            const left = quota - total();
            const before = taken[who] ?? 0;
            const taker = who === 'site' ? SITE : { ownerId: who, isBackground };
            const charge = take(books, host, taker, quota, start);
            if (charge.outcome === 'charged') {
              taken[who] = before + host;
              if (who !== 'site') expect(before + 2 * host).toBeLessThanOrEqual(left);
              if (who !== 'site' && isBackground) expect(2 * (before + host)).toBeLessThanOrEqual(left - host);
              if (taker.isBackground === true) expect(left - host).toBeGreaterThanOrEqual(quota / 3);
              const back = Math.min(unused, host);
              books.refund({ host: back }, charge.windows, taker.ownerId);
              taken[who] -= back;
            }
            expect(books.points()).toBe(total());
            expect(total()).toBeLessThanOrEqual(quota);
          }
          // Half of the remaining points, minus the rounding in at most 12 rows.
          const fair = Math.floor((quota - total()) / 2) - 12;
          if (fair > 0) expect(take(books, fair, key('new'), quota).outcome).toBe('charged');
          // Its own reserve is independent of all that.
          const check = books.charge(
            { key: 1, 'key-check': 1, site: 1 },
            at(10),
            quotas({ host: quota }),
            0,
            key('new'),
          );
          expect(check.outcome).toBe('charged');
        },
      ),
      { numRuns: 300 },
    );
  });
});

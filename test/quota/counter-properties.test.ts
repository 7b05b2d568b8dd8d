import fc from 'fast-check';
import { POLICY_NAMES, type Policy } from '../../src/quota/policies';
import { at, Books, quotas, remaining } from './books';

/** Properties of the quotas for any requests, any order and any clocks. Those of the points are in shares.test.ts. */

describe('a quota', () => {
  it('is used as a whole or not at all, for any remaining amounts in its rows', () => {
    const cost = fc.record(
      {
        key: fc.integer({ min: 0, max: 3 }),
        'key-write': fc.nat(30),
        'key-check': fc.nat(3),
        site: fc.nat(3),
        'page-event': fc.nat(3),
        'mirror-event': fc.nat(3),
      },
      { requiredKeys: [] },
    );
    const small = fc.record({
      key: fc.integer({ min: 1, max: 40 }),
      'key-write': fc.integer({ min: 1, max: 80 }),
      'key-check': fc.integer({ min: 1, max: 40 }),
      site: fc.integer({ min: 1, max: 40 }),
      host: fc.integer({ min: 1, max: 200 }),
      'page-event': fc.integer({ min: 1, max: 40 }),
      'mirror-event': fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        small,
        fc.array(fc.tuple(cost, fc.nat(65_535)), { minLength: 1, maxLength: 60 }),
        (limits, requests) => {
          const books = new Books();
          const counted = POLICY_NAMES.filter((name) => name !== 'host');
          const taken = Object.fromEntries(POLICY_NAMES.map((name) => [name, 0])) as Record<Policy, number>;
          for (const [wanted, start] of requests) {
            const before = JSON.stringify(books.rows());
            const charged = books.charge(wanted, at(10), limits, start);
            const isOver = (policy: (typeof counted)[number]) => taken[policy] + (wanted[policy] ?? 0) > limits[policy];
            const over = counted.find((policy) => policy !== 'mirror-event' && isOver(policy));
            const hasRoom = charged.outcome === 'charged' && charged.hasMirrorRoom;
            if (hasRoom && isOver('mirror-event')) return false;
            const taking = counted.filter((policy) => policy !== 'mirror-event' || hasRoom);
            if (over === undefined) for (const policy of taking) taken[policy] += wanted[policy] ?? 0;
            const result = { policy: undefined, ...charged };
            const isAsBefore = JSON.stringify(books.rows()) === before;
            const left = POLICY_NAMES.every((policy) => remaining(charged, policy) === limits[policy] - taken[policy]);
            if (result.policy !== over || !left || (over !== undefined && !isAsBefore)) return false;
          }
          return true;
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is never exceeded, for any small difference between two clocks', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: -20_000, max: 20_000 })), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (moves, quota) => {
        const books = new Books();
        let ms = 0;
        for (const [forward, skew] of moves) {
          ms += forward;
          books.charge({ key: 1 }, at((ms + skew) / 1_000), quotas({ key: quota }), forward);
          // The count of a window never exceeds the quota, and an earlier window no longer changes.
          const windows = books.rows().flatMap(({ value }) => usedOf(value));
          const latest = Math.max(0, ...windows.map(({ window }) => window));
          const inLatest = windows.filter(({ window }) => window === latest);
          expect(inLatest.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(quota);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function usedOf(value: unknown): readonly { window: number; count: number }[] {
  const { used } = (value ?? { used: {} }) as { used: { key?: { window: number; count: number } } };
  return used.key === undefined ? [] : [used.key];
}

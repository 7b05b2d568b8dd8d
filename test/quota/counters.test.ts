import fc from 'fast-check';
import type { Row } from '../../src/platform/storage';
import { type Charge, charge, type Cost, counterNames, counterWrite, readCounters } from '../../src/quota/counters';
import { DEFAULT_QUOTAS, POLICIES, type Policy, POLICY_NAMES, type Quotas } from '../../src/quota/policies';

/** What has been used of the quotas: pure, so that every moment and every state of the rows can be tried. */

const NOON = Date.parse('2026-06-15T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON + seconds * 1_000);
const ABSENT: Row = { revision: 'absent', value: undefined };
const NAMES = counterNames('0123456789q4n2m5');

/** The rows of one key and the site, counted in as storage would, one request after the other. */
class Books {
  readonly #rows = new Map<string, Row>();

  rows(): readonly Row[] {
    return NAMES.map(({ key }) => this.#rows.get(key) ?? ABSENT);
  }

  put(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  charge(cost: Cost, now: Date, quotas: Quotas, start = 0): Charge {
    const charged = charge(readCounters(NAMES, this.rows()), cost, quotas, now, start);
    if (charged.outcome === 'charged') {
      for (const counter of charged.changed) {
        const { key, value, expected } = counterWrite(counter);
        if (expected !== (this.#rows.get(key) ?? ABSENT).revision)
          throw new Error(`${key} is not written upon what was read`);
        this.#rows.set(key, { revision: Number(value.rev), value });
      }
    }
    return charged;
  }
}

const quotas = (some: Partial<Quotas>): Quotas => ({ ...DEFAULT_QUOTAS, ...some });
const standingOf = ({ standings }: Charge, policy: Policy) => standings.find((one) => one.policy === policy);
const remaining = (charged: Charge, policy: Policy = 'key') => standingOf(charged, policy)?.remaining;
const ONE: Cost = { key: 1, 'key-write': 1, site: 1, host: 2 };

describe('a quota', () => {
  it.each(POLICY_NAMES)('of %s is admitted to the last unit, and not one beyond', (policy) => {
    for (const quota of [1, 2, 10, 11, 12, 13, 60, 119, 120, 121]) {
      const books = new Books();
      const admitted = Array.from({ length: quota + 5 }, (_, index) => {
        const charged = books.charge({ [policy]: 1 }, at(0), quotas({ [policy]: quota }), index * 7);
        return charged.outcome;
      });
      expect(admitted).toEqual([...Array<string>(quota).fill('charged'), ...Array<string>(5).fill('exceeded')]);
    }
  });

  it('is taken as a whole or not at all, whatever is left in which row', () => {
    const cost = fc.record(
      { key: fc.integer({ min: 0, max: 3 }), 'key-write': fc.nat(30), site: fc.nat(3), host: fc.nat(80) },
      { requiredKeys: [] },
    );
    const small = fc.record({
      key: fc.integer({ min: 1, max: 40 }),
      'key-write': fc.integer({ min: 1, max: 80 }),
      site: fc.integer({ min: 1, max: 40 }),
      host: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(
        small,
        fc.array(fc.tuple(cost, fc.nat(65_535)), { minLength: 1, maxLength: 60 }),
        (limits, requests) => {
          const books = new Books();
          const taken: Record<Policy, number> = { key: 0, 'key-write': 0, site: 0, host: 0 };
          for (const [wanted, start] of requests) {
            const before = JSON.stringify(books.rows());
            const charged = books.charge(wanted, at(10), limits, start);
            const over = POLICY_NAMES.find((policy) => taken[policy] + (wanted[policy] ?? 0) > limits[policy]);
            if (over === undefined) for (const policy of POLICY_NAMES) taken[policy] += wanted[policy] ?? 0;
            const told = { policy: undefined, ...charged };
            const isAsBefore = JSON.stringify(books.rows()) === before;
            const left = POLICY_NAMES.every((policy) => remaining(charged, policy) === limits[policy] - taken[policy]);
            if (told.policy !== over || !left || (over !== undefined && !isAsBefore)) return false;
          }
          return true;
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is free again when its window ends, and not before', () => {
    for (const policy of POLICY_NAMES) {
      const { windowSeconds } = POLICIES[policy];
      const books = new Books();
      const ask = (seconds: number) => books.charge({ [policy]: 1 }, at(seconds), quotas({ [policy]: 1 }));
      expect(ask(5).outcome).toBe('charged');
      const refused = ask(6);
      expect(refused).toMatchObject({ outcome: 'exceeded', policy });
      expect(standingOf(refused, policy)?.resetSeconds).toBe(windowSeconds - 6);
      expect(ask(windowSeconds - 0.001).outcome).toBe('exceeded');
      expect(ask(windowSeconds).outcome).toBe('charged');
    }
  });

  it('tells whole seconds after which the window has ended, 1 at least', () => {
    const told = (seconds: number) =>
      standingOf(new Books().charge(ONE, at(seconds), DEFAULT_QUOTAS), 'key')?.resetSeconds;
    expect([0, 0.001, 1, 58.9, 59, 59.001, 59.999, 60].map(told)).toEqual([60, 60, 59, 2, 1, 1, 1, 60]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_200_000 }), (ms) => {
        const now = at(ms / 1_000);
        for (const { policy, resetSeconds } of new Books().charge(ONE, now, DEFAULT_QUOTAS).standings) {
          const windowMs = POLICIES[policy].windowSeconds * 1_000;
          const after = now.getTime() + resetSeconds * 1_000;
          expect(Math.floor(after / windowMs)).toBe(Math.floor(now.getTime() / windowMs) + 1);
        }
      }),
    );
  });

  it('that is lowered below what was used lets nothing through, and says 0 and not less', () => {
    const books = new Books();
    for (let count = 0; count < 30; count += 1) books.charge({ key: 1 }, at(0), quotas({ key: 120 }), count % 2);
    for (const key of [10, 29, 30]) {
      const charged = books.charge({ key: 1 }, at(1), quotas({ key }));
      expect([charged.outcome, remaining(charged)]).toEqual(['exceeded', 0]);
    }
    expect(remaining(books.charge({ key: 1 }, at(1), quotas({ key: 31 })))).toBe(0);
  });

  it('that is smaller than what one request takes is exceeded by it at once', () => {
    const charged = new Books().charge({ 'key-write': 25 }, at(0), quotas({ 'key-write': 24 }));
    expect(charged).toMatchObject({ outcome: 'exceeded', policy: 'key-write' });
  });

  it('is never given twice, whatever little two clocks differ', () => {
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
          // Whatever is counted in one window is at most the quota, and an earlier window is not counted in any more.
          const windows = books.rows().flatMap(({ value }) => usedOf(value));
          const latest = Math.max(0, ...windows.map(({ window }) => window));
          const inLatest = windows.filter(({ window }) => window === latest);
          expect(inLatest.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(quota);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts in the next window where another clock has begun it, and ignores a window further ahead', () => {
    const books = new Books();
    const limits = quotas({ key: 1 });
    expect(books.charge({ key: 1 }, at(61), limits).outcome).toBe('charged');
    const behind = books.charge({ key: 1 }, at(59), limits);
    expect(behind).toMatchObject({ outcome: 'exceeded' });
    expect(standingOf(behind, 'key')?.resetSeconds).toBe(61);
    const wrong = new Books();
    expect(wrong.charge({ key: 1 }, at(180), limits).outcome).toBe('charged');
    expect(wrong.charge({ key: 1 }, at(59), limits).outcome).toBe('charged');
  });
});

function usedOf(value: unknown): readonly { window: number; count: number }[] {
  const { used } = (value ?? { used: {} }) as { used: { key?: { window: number; count: number } } };
  return used.key === undefined ? [] : [used.key];
}

describe('what is left', () => {
  it('of a window never grows within it', () => {
    const books = new Books();
    let last = Infinity;
    for (let index = 0; index < 150; index += 1) {
      const charged = books.charge(ONE, at(index * 0.4), DEFAULT_QUOTAS, index * 31);
      expect(remaining(charged)).toBeLessThanOrEqual(last);
      last = remaining(charged) ?? 0;
    }
    expect(last).toBe(60);
  });

  it('of other keys is their own, and of the site everybody shares', () => {
    const [one, other] = [counterNames('a'.repeat(16)), counterNames('b'.repeat(16))].map((names) =>
      names.map(({ key }) => key),
    );
    const shared = one?.filter((key) => other?.includes(key));
    expect(shared).toHaveLength(12);
    expect(shared?.every((key) => key.startsWith('site:'))).toBe(true);
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(11 + 11 + 12);
  });

  it('fits into one batch of storage with two rows more', () => {
    expect(NAMES.length + 2).toBe(25);
  });
});

describe('a row', () => {
  const names = NAMES.map(({ key }) => key);

  it.each<readonly [string, unknown]>([
    ['of a later version', { v: 2, rev: 7, used: { key: { window: 1, count: 1 } } }],
    ['with a policy that is none', { v: 1, rev: 7, used: { keys: { window: 1, count: 1 } } }],
    ['with a count below zero', { v: 1, rev: 7, used: { key: { window: 29_692_080, count: -1 } } }],
    ['with a member more', { v: 1, rev: 7, used: {}, extra: 1 }],
    ['that is a text', 'full'],
  ])('%s is begun anew, upon the revision that it has', (_what, value) => {
    const books = new Books();
    for (const key of names) books.put(key, { revision: 7, value });
    const charged = books.charge(ONE, at(0), DEFAULT_QUOTAS);
    expect(charged.outcome).toBe('charged');
    expect(remaining(charged)).toBe(119);
  });

  it('is written with the revision after the one that was read, and only upon that', () => {
    const counter = readCounters(NAMES, [])[3];
    if (counter === undefined) throw new Error('no counter');
    expect(counterWrite(counter)).toMatchObject({ expected: 'absent', value: { rev: 1 }, keepDays: 1 });
    expect(counterWrite({ ...counter, revision: 0 })).toMatchObject({ expected: 0, value: { rev: 1 } });
    expect(counterWrite({ ...counter, revision: 9 })).toMatchObject({ expected: 9, value: { rev: 10 } });
  });

  it('is one alone for a request that changes one page, so that requests at once seldom meet', () => {
    const changed = (start: number) => {
      const charged = new Books().charge(ONE, at(0), DEFAULT_QUOTAS, start);
      return charged.outcome === 'charged' ? charged.changed.map(({ key }) => key) : [];
    };
    const rows = new Set<string>();
    for (let start = 0; start < 132; start += 1) {
      expect(changed(start)).toHaveLength(2);
      for (const key of changed(start)) rows.add(key);
    }
    expect(rows.size).toBe(NAMES.length);
  });
});

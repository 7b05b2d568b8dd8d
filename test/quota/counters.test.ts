import fc from 'fast-check';
import { counterNames, counterWrite, readCounters } from '../../src/quota/counters';
import { DEFAULT_QUOTAS, POLICIES, type Policy, POLICY_NAMES, windowSecondsOf } from '../../src/quota/policies';
import { at, Books, NAMES, ONE, ONLY, quotas, remaining, standingOf } from './books';

/** Tests the use of the quotas. The code is pure, so that every instant and every state of the rows can be tried. */

/** A charge skips a mirror event without room. */
const REFUSING = POLICY_NAMES.filter((policy) => policy !== 'mirror-event');

it('mirror events are charged at most up to their quota, in one row, and beyond it a charge has everything but them', () => {
  for (const quota of [1, 11, 12, 13, 24]) {
    const books = new Books();
    const cost = { key: 1, site: 1, 'mirror-event': 1 };
    const rooms = Array.from({ length: 60 }, (_, index) => {
      const charged = books.charge(cost, at(0), quotas({ 'mirror-event': quota }), index * 7);
      if (charged.outcome !== 'charged') throw new Error(charged.outcome);
      // One row of the key, and one of the site.
      expect(charged.changed.length).toBeLessThanOrEqual(2);
      return charged.hasMirrorRoom;
    });
    expect(rooms.filter(Boolean)).toHaveLength(quota);
    expect(rooms.slice(-10)).not.toContain(true);
    const sum = (name: Policy) => books.rows().reduce((total, { value }) => total + countOf(value, name), 0);
    expect([sum('key'), sum('mirror-event')]).toEqual([60, quota]);
    // The next window.
    expect(books.charge(cost, at(10), quotas({ 'mirror-event': quota }))).toMatchObject({ hasMirrorRoom: true });
  }
});

describe('a quota', () => {
  it.each(REFUSING.filter((policy) => policy !== 'host'))('of %s admits exactly its maximum', (policy) => {
    for (const quota of [1, 2, 10, 11, 12, 13, 60, 119, 120, 121]) {
      const books = new Books();
      const admitted = Array.from({ length: quota + 5 }, (_, index) => {
        const charged = books.charge({ [policy]: 1 }, at(0), quotas({ [policy]: quota }), index * 7);
        return charged.outcome;
      });
      expect(admitted).toEqual([...Array<string>(quota).fill('charged'), ...Array<string>(5).fill('exceeded')]);
    }
  });

  it('uses as many rows as it needs, from a random first one', () => {
    const books = new Books();
    const counts = () => books.rows().map(({ value }) => countOf(value, 'key-write'));
    const limits = quotas({ 'key-write': 25 });
    // Rows 0 to 6 hold three of 25, the others two.
    expect(books.charge({ 'key-write': 7 }, at(0), limits, 8 + 9).outcome).toBe('charged');
    expect(counts().slice(0, 9)).toEqual([3, 2, 0, 0, 0, 0, 0, 0, 2]);
    expect(books.charge({ 'key-write': 4 }, at(0), limits, 10)).toMatchObject({
      outcome: 'charged',
      changed: [{ key: NAMES[1]?.key }, { key: NAMES[2]?.key }],
    });
    expect(books.charge({ 'key-write': 15 }, at(0), limits, 1)).toMatchObject({ outcome: 'exceeded' });
    expect(books.charge({ 'key-write': 14 }, at(0), limits, 1)).toMatchObject({ outcome: 'charged' });
    expect(counts()).toEqual([3, 3, 3, 3, 3, 3, 3, 2, 2, ...Array<number>(12).fill(0)]);
  });

  it('is available again exactly when its window ends', () => {
    for (const policy of REFUSING) {
      const { windowSeconds } = POLICIES[policy];
      const books = new Books();
      const one = quotas({ [policy]: 1 });
      const ask = (seconds: number) => books.charge({ [policy]: 1 }, at(seconds), one, 0, { ...ONLY, kind: 'site' });
      expect(ask(5).outcome).toBe('charged');
      const refused = ask(6);
      expect(refused).toMatchObject({ outcome: 'exceeded', policy });
      expect(standingOf(refused, policy)?.resetSeconds).toBe(windowSeconds - 6);
      expect(ask(windowSeconds - 0.001).outcome).toBe('exceeded');
      expect(ask(windowSeconds).outcome).toBe('charged');
    }
  });

  it('reports the whole seconds until the end of the window, at least 1', () => {
    const resetSecondsAt = (seconds: number) =>
      standingOf(new Books().charge(ONE, at(seconds), DEFAULT_QUOTAS), 'key')?.resetSeconds;
    expect([0, 0.001, 1, 58.9, 59, 59.001, 59.999, 60].map(resetSecondsAt)).toEqual([60, 60, 59, 2, 1, 1, 1, 60]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_200_000 }), (ms) => {
        const now = at(ms / 1_000);
        for (const { policy, resetSeconds } of new Books().charge(ONE, now, DEFAULT_QUOTAS).quotaStates) {
          const windowMs = windowSecondsOf(policy) * 1_000;
          const after = now.getTime() + resetSeconds * 1_000;
          expect(Math.floor(after / windowMs)).toBe(Math.floor(now.getTime() / windowMs) + 1);
        }
      }),
    );
  });

  it('that is lowered below its use admits nothing, and reports 0', () => {
    const books = new Books();
    for (let count = 0; count < 30; count += 1) books.charge({ key: 1 }, at(0), quotas({ key: 120 }), count % 2);
    for (const key of [10, 29, 30]) {
      const charged = books.charge({ key: 1 }, at(1), quotas({ key }));
      expect([charged.outcome, remaining(charged)]).toEqual(['exceeded', 0]);
    }
    expect(remaining(books.charge({ key: 1 }, at(1), quotas({ key: 31 })))).toBe(0);
  });

  it('that is smaller than the cost of one request is exceeded at once', () => {
    const charged = new Books().charge({ 'key-write': 25 }, at(0), quotas({ 'key-write': 24 }));
    expect(charged).toMatchObject({ outcome: 'exceeded', policy: 'key-write' });
  });

  it('counts in the next window if another clock has started it, and ignores a later window', () => {
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

function countOf(value: unknown, policy: Policy): number {
  const { used } = (value ?? { used: {} }) as { used: Partial<Record<Policy, { count: number }>> };
  return used[policy]?.count ?? 0;
}

describe('the remaining quota', () => {
  it('never grows within a window', () => {
    const books = new Books();
    let last = Infinity;
    for (let index = 0; index < 150; index += 1) {
      const charged = books.charge(ONE, at(index * 0.4), DEFAULT_QUOTAS, index * 31);
      expect(remaining(charged)).toBeLessThanOrEqual(last);
      last = remaining(charged) ?? 0;
    }
    expect(last).toBe(60);
  });

  it('is separate for each key, and shared for the site', () => {
    const [one, other] = [counterNames('a'.repeat(16)), counterNames('b'.repeat(16))].map((names) =>
      names.map(({ key }) => key),
    );
    const shared = one?.filter((key) => other?.includes(key));
    expect(shared).toHaveLength(12);
    expect(new Set(NAMES.map(({ entity }) => entity))).toEqual(new Set(['rate-limit']));
    expect(shared?.every((key) => key.startsWith('site:'))).toBe(true);
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(9 + 9 + 12);
  });

  it('fits into one batch of storage with the quotas of the site and three more rows', () => {
    expect(NAMES.length + 1 + 3).toBe(25);
  });
});

describe('a row', () => {
  it.each<readonly [string, unknown]>([
    ['of a later version', { v: 2, rev: 7, used: { key: { window: 1, count: 1 } } }],
    ['with an unknown policy', { v: 1, rev: 7, used: { keys: { window: 1, count: 1 } } }],
    ['with a count below zero', { v: 1, rev: 7, used: { key: { window: 29_692_080, count: -1 } } }],
    ['with a member more', { v: 1, rev: 7, used: {}, extra: 1 }],
    ['that is a text', 'full'],
  ])('%s is replaced, with its current revision as the condition', (_what, value) => {
    const books = new Books();
    for (const { key } of NAMES) books.put(key, { revision: 7, value });
    const charged = books.charge(ONE, at(0), DEFAULT_QUOTAS);
    expect(charged.outcome).toBe('charged');
    expect(remaining(charged)).toBe(119);
  });

  it('is written with the next revision, with the current one as the condition', () => {
    const counter = readCounters(NAMES, [])[3];
    if (counter === undefined) throw new Error('no counter');
    expect(counterWrite(counter)).toEqual({
      ...NAMES[3],
      expected: 'absent',
      value: { v: 1, rev: 1, used: {} },
      keepDays: 1,
    });
    expect(counterWrite({ ...counter, revision: 0 })).toMatchObject({ expected: 0, value: { rev: 1 } });
    expect(counterWrite({ ...counter, revision: 9 })).toMatchObject({ expected: 9, value: { rev: 10 } });
  });

  it('is the only one for a request that changes one page, so that concurrent requests rarely conflict', () => {
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

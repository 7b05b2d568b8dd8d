import fc from 'fast-check';
import { SYSTEM } from '../../src/audit/event';
import {
  join,
  leave,
  type Line,
  type LineEntry,
  type LineLimits,
  LINE_LIMITS,
  markUnreadable,
  parseLine,
  positionOf,
  postpone,
  startedBy,
  startNext,
  placeInLine,
} from '../../src/runs/line';
import { WAIT_REASONS } from '../../src/runs/wait-reasons';

/** Tests which runs in the queue are running, which wait, and which is next. */

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const NOW = new Date('2026-11-21T10:00:00.000Z');
const isRunning = ({ state }: LineEntry) => state === 'running';
const running = (line: Line) => line.filter(isRunning);
const waiting = (line: Line) => line.filter(({ state }) => state === 'waiting');
/** The runs that wait for their turn, not for a time. */
const due = (line: Line, now: Date) =>
  waiting(line).filter(({ nextAttemptAt = '' }) => nextAttemptAt <= now.toISOString());
const LATER = new Date(NOW.getTime() + 600_000);
const UNTIL = { nextAttemptAt: LATER, wait: { code: 'POINTS_USED_UP', quota: 'host' } } as const;
const IN_A_YEAR = new Date('2027-11-21T10:00:00.000Z');

function joined(line: Line, owner: string, id: number, limits?: LineLimits): Line {
  const after = join(line, { id: idOf(id), owner }, NOW, limits);
  if (typeof after === 'string') throw new Error(after);
  return after;
}

/** Owners: each adds a run. */
const lineOf = (owners: string, limits?: LineLimits) =>
  owners.split(' ').reduce<Line>((line, owner, n) => joined(line, owner, n, limits), []);

/** Repeatedly ends the run that started first. @returns the owners in the order in which their runs end */
function turnsOf(line: Line, limits?: LineLimits): string {
  const order = running(line).map(({ id }) => id);
  let turns = '';
  for (let current = line; order.length > 0;) {
    const id = order.shift() ?? '';
    turns += current.find((entry) => entry.id === id)?.owner ?? '';
    const next = leave(current, id, NOW, limits);
    order.push(...startedBy(current, next));
    current = next;
  }
  return turns;
}

const ONE: LineLimits = { running: 1, runningOfOwner: 1, openOfOwner: 5, open: 100 };

it('owners take turns, oldest run first, for any number of earlier runs of one of them', () => {
  expect(turnsOf(lineOf('a a a a a b b c', ONE), ONE)).toBe('aabcabaa');
  const line = lineOf('a a a a b');
  expect(running(line).map(({ owner }) => owner)).toEqual(['a', 'a', 'a', 'b']);
});

it('owners that add a run whenever one of theirs ends do not delay the second run of another', () => {
  let line = lineOf('a a b c d e', ONE);
  const ownRun = idOf(1);
  let ends = 0;
  for (; positionOf(line, ownRun, NOW) !== undefined && ends < 100; ends += 1) {
    const [ended] = running(line);
    if (ended === undefined) throw new Error('nothing runs');
    // Its owner immediately adds another one.
    line = leave(line, ended.id, NOW, ONE);
    line = joined(line, ended.owner === 'a' ? 'b' : (ended.owner ?? ''), 100 + ends, ONE);
  }
  expect(ends).toBeLessThanOrEqual(5);
});

it("the only waiting run of an owner precedes later runs, for any number of its owner's canceled runs", () => {
  const limits = { ...ONE, running: 2 };
  let line = lineOf('a a a a a', limits);
  for (const n of [1, 2, 3]) line = leave(line, idOf(n), NOW, limits);
  line = joined(line, 'b', 10, limits);
  line = joined(line, 'c', 11, limits);
  expect([positionOf(line, idOf(4), NOW), positionOf(line, idOf(11), NOW)]).toEqual([1, 2]);
});

it('one owner never uses all slots', () => {
  const line = lineOf('a a a a a');
  expect([running(line).length, waiting(line).length]).toEqual([LINE_LIMITS.runningOfOwner, 2]);
  expect(running(joined(line, 'b', 9)).map(({ owner }) => owner)).toContain('b');
});

it('an owner has at most 5 open runs, the site 100; background work always finds a place to wait', () => {
  expect(join(lineOf('a a a a a'), { id: idOf(9), owner: 'a' }, NOW)).toBe('owner-full');
  let line: Line = [];
  for (let n = 0; n < 100; n += 1) line = joined(line, `key ${n % 20}`, n);
  expect([line.length, running(line).length]).toEqual([100, 5]);
  expect(join(line, { id: idOf(100), owner: 'another' }, NOW)).toBe('site-full');
  expect(join(line, { id: idOf(100), owner: 'key 1' }, NOW)).toBe('owner-full');
  // Each key, and background work, has its first turn before a key has its second.
  line = joined(line, SYSTEM, 101);
  expect(positionOf(line, idOf(101), NOW)).toBeLessThanOrEqual(21);
});

it('a run that is added again uses no second place', () => {
  const line = lineOf('a a a a a');
  expect(joined(line, 'a', 0).filter(({ id }) => id === idOf(0))).toHaveLength(1);
});

it('the run queue reports the position of a waiting run', () => {
  const line = lineOf('a a b c', ONE);
  expect([0, 1, 2, 3, 9].map((n) => positionOf(line, idOf(n), NOW))).toEqual([undefined, 1, 2, 3, undefined]);
});

it('a run whose record is corrupt gives its place to the next, and keeps its owner', () => {
  const line = lineOf('a b c', ONE);
  const after = markUnreadable(line, idOf(0), NOW, ONE);
  expect(after.map(({ id, owner, state }) => [id, owner, state])).toEqual([
    [idOf(0), 'a', 'unreadable'],
    [idOf(1), 'b', 'running'],
    [idOf(2), 'c', 'waiting'],
  ]);
});

it('unreadable runs do not count against the limit of the site', () => {
  const limits = { ...ONE, open: 2 };
  const line = markUnreadable(lineOf('a b', limits), idOf(0), NOW, limits);
  expect(running(joined(line, 'c', 9, limits))).toHaveLength(1);
  expect(join(lineOf('a b', limits), { id: idOf(9), owner: 'c' }, NOW, limits)).toBe('site-full');
});

it('the run queue reports the turn of an open run: its state, its position, and the time before which it does not start', () => {
  const line = postpone(lineOf('a b c', ONE), idOf(0), UNTIL, NOW, ONE);
  expect([0, 1, 2, 9].map((n) => placeInLine(line, idOf(n), NOW))).toStrictEqual([
    {
      state: 'waiting',
      waiting: {
        ...UNTIL.wait,
        reason: WAIT_REASONS.POINTS_USED_UP,
        nextAttemptAt: LATER.toISOString(),
      },
    },
    { state: 'running' },
    {
      state: 'waiting',
      position: 1,
      waiting: {
        code: 'WAITS_FOR_TURN',
        reason: WAIT_REASONS.WAITS_FOR_TURN,
        ahead: { own: 0, others: 1 },
      },
    },
    undefined,
  ]);
});

it('a run that has no slot cannot give it up', () => {
  const line = lineOf('a b', ONE);
  expect(postpone(line, idOf(1), UNTIL, NOW, ONE)).toBe(line);
  expect(postpone(line, idOf(9), UNTIL, NOW, ONE)).toBe(line);
});

it('an unreadable run holds no place', () => {
  const line = lineOf('a a b b c').map((entry, n): LineEntry => (n < 4 ? { ...entry, state: 'unreadable' } : entry));
  expect(running(startNext(joined(line, 'd', 9), NOW)).map(({ owner }) => owner)).toEqual(['c', 'd']);
  const full = lineOf('a a a a a').map((entry): LineEntry => ({ ...entry, state: 'unreadable' }));
  expect(running(joined(full, 'a', 9)).map(({ id }) => id)).toEqual([idOf(9)]);
});

it('a run that cannot continue gives its slot to the next, joins the next round, and does not start before its time', () => {
  const line = lineOf('a b b c', ONE);
  const after = postpone(line, idOf(0), UNTIL, NOW, ONE);
  expect(startedBy(line, after)).toEqual([idOf(1)]);
  expect(after.find(({ id }) => id === idOf(0))).toEqual({
    id: idOf(0),
    owner: 'a',
    round: 2,
    state: 'waiting',
    nextAttemptAt: LATER.toISOString(),
    wait: { ...UNTIL.wait, since: NOW.toISOString() },
  });
  expect([0, 2, 3].map((n) => positionOf(after, idOf(n), NOW))).toEqual([undefined, 2, 1]);
  // Nothing else remains, but it still waits for its time.
  const alone = [1, 3, 2].reduce((left, n) => leave(left, idOf(n), NOW, ONE), after);
  expect(running(alone)).toEqual([]);
  expect(running(startNext(alone, LATER, ONE))).toEqual([
    { id: idOf(0), owner: 'a', round: 2, state: 'running', startedAt: LATER.toISOString() },
  ]);
});

it('waiting runs with a start time delay no other owner, and count as open', () => {
  let line = lineOf('a a a a a b b b b b');
  for (const { id } of line) line = postpone(line, id, UNTIL, NOW);
  for (const { id } of line) line = postpone(line, id, UNTIL, NOW);
  expect(running(line)).toEqual([]);
  expect(running(joined(line, 'c', 20)).map(({ owner }) => owner)).toEqual(['c']);
  expect(join(line, { id: idOf(21), owner: 'a' }, NOW)).toBe('owner-full');
});

it('an entry whose run is readable waits for a slot; one without a run is ignored; both are counted', () => {
  const good = { id: idOf(1), owner: 'a', round: 1, state: 'running' };
  const values = [good, { id: idOf(2), owner: 'b', round: -1, state: 'running' }, { id: idOf(3), owner: 7 }, null, 'x'];
  expect(parseLine(values)).toEqual({
    line: [good, { id: idOf(2), owner: 'b', round: 0, state: 'waiting' }, { id: idOf(3), round: 0, state: 'waiting' }],
    corrupt: 4,
  });
  expect(parseLine(values).line[2]).not.toHaveProperty('owner');
  const unreadable = { ...good, state: 'unreadable' };
  expect(parseLine([unreadable])).toEqual({ line: [unreadable], corrupt: 0 });
  expect(parseLine([{ ...good, startedAt: '2026-11-21T10:00:00Z' }]).corrupt).toBe(1);
});

describe('for any sequence of added, ended and canceled runs', () => {
  const limits = fc
    .record({ running: fc.integer({ min: 1, max: 4 }), cap: fc.integer({ min: 1, max: 4 }) })
    .map(({ running: places, cap }): LineLimits => ({
      running: places,
      runningOfOwner: Math.min(cap, places),
      openOfOwner: 3,
      open: 9,
    }));
  const owner = fc.constantFrom('a', 'b', 'c', 'd', 'e', SYSTEM);
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: owner.map((who) => ({ what: 'join', who }) as const) },
      { weight: 2, arbitrary: fc.nat(20).map((which) => ({ what: 'end', which }) as const) },
      { weight: 1, arbitrary: fc.nat(20).map((which) => ({ what: 'cancel', which }) as const) },
      { weight: 2, arbitrary: fc.nat(20).map((which) => ({ what: 'put off', which }) as const) },
      { weight: 1, arbitrary: fc.constant({ what: 'wait' } as const) },
    ),
    { maxLength: 80 },
  );

  /** Every state of the queue, with the previous one. */
  function follow(
    moves: readonly Moves[number][],
    limit: LineLimits,
    check: (before: Line, after: Line, now: Date) => void,
  ): Line {
    let line: Line = [];
    let now = NOW;
    moves.forEach((move, n) => {
      const before = line;
      if (move.what === 'join') {
        const after = join(line, { id: idOf(n), owner: move.who }, now, limit);
        if (typeof after !== 'string') line = after;
      } else if (move.what === 'wait') {
        now = new Date(now.getTime() + 600_000);
        line = startNext(line, now, limit);
      } else {
        const among = move.what === 'cancel' ? waiting(line) : running(line);
        const one = among[move.which % Math.max(1, among.length)];
        if (one !== undefined && move.what === 'put off')
          line = postpone(line, one.id, { ...UNTIL, nextAttemptAt: new Date(now.getTime() + 900_000) }, now, limit);
        else if (one !== undefined) line = leave(line, one.id, now, limit);
      }
      check(before, line, now);
    });
    return line;
  }
  type Moves = typeof steps extends fc.Arbitrary<infer Of> ? Of : never;

  it('no more run than permitted, in total and for each owner, none is listed twice, and no usable slot is free', () => {
    fc.assert(
      fc.property(limits, steps, (limit, moves) => {
        follow(moves, limit, (_before, line, now) => {
          const ofOwner = (who: string | undefined, entries: Line) => entries.filter((one) => one.owner === who).length;
          expect(new Set(line.map(({ id }) => id)).size).toBe(line.length);
          expect(running(line).length).toBeLessThanOrEqual(limit.running);
          for (const { owner: who } of line) {
            expect(ofOwner(who, running(line))).toBeLessThanOrEqual(limit.runningOfOwner);
            if (who !== SYSTEM) expect(ofOwner(who, line)).toBeLessThanOrEqual(limit.openOfOwner);
          }
          const couldRun = due(line, now).filter(
            ({ owner: who }) => ofOwner(who, running(line)) < limit.runningOfOwner,
          );
          if (running(line).length < limit.running) expect(couldRun).toEqual([]);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('no owner starts more than one run for each waiting run of another owner', () => {
    fc.assert(
      fc.property(limits, steps, (limit, moves) => {
        // For each waiting run, the number of runs that each other owner has started since it arrived.
        const passed = new Map<string, Map<string, number>>();
        follow(moves, limit, (before, after, now) => {
          const started = after.filter((one) => isRunning(one) && startedBy(before, after).includes(one.id));
          for (const one of waiting(after)) {
            // It waits until a time, and then joins again.
            if (!due(after, now).includes(one)) {
              passed.delete(one.id);
              continue;
            }
            const others = passed.get(one.id) ?? new Map<string, number>();
            passed.set(one.id, others);
            // While its owner uses all of its slots, others may go first.
            const own = running(after).filter((other) => other.owner === one.owner).length;
            if (own >= limit.runningOfOwner) continue;
            for (const { owner: who = '' } of started.filter((other) => other.owner !== one.owner))
              others.set(who, (others.get(who) ?? 0) + 1);
            // It waits in one of the rounds of its owner. With 3 open runs, this is the third round after the last that
            // started.
            for (const count of others.values()) expect(count).toBeLessThanOrEqual(limit.openOfOwner + 1);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

  it('the queue is empty after as many ends as there are runs, in any order', () => {
    fc.assert(
      fc.property(limits, steps, (limit, moves) => {
        let line = startNext(
          follow(moves, limit, () => undefined),
          IN_A_YEAR,
          limit,
        );
        for (let left = line.length; left > 0; left -= 1) {
          const [one] = running(line);
          expect(one).toBeDefined();
          line = leave(line, one?.id ?? '', IN_A_YEAR, limit);
        }
        expect(line).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

import type { Random } from '../../src/platform/random';
import type { Row, RowWrite, ValueWrite } from '../../src/platform/storage';
import { type Cost, counterNames, type Payer } from '../../src/quota/counters';
import { countersOf, openCharge, type QuotaContext, commitCharge, commitRefund } from '../../src/quota/limiter';
import type { Quotas } from '../../src/quota/policies';
import { siteQuotas } from './books';

/**
 * The reads and writes that count one request, step by step. limiter.test.ts covers concurrency in the real storage.
 */

const KEY_ID = '0123456789q4n2m5';
const NOW = new Date('2026-06-15T12:00:00.000Z');
const WINDOW = NOW.getTime() / 60_000;
const ABSENT: Row = { revision: 'absent', value: undefined };
const ONE: Cost = { key: 1 };
const NOTE: ValueWrite = { key: 'api-key-use#1', value: { v: 1 }, keepDays: 1 };

const rowAt = (revision: number, count: number): Row => ({
  revision,
  value: { v: 1, rev: Math.max(1, revision), used: { key: { window: WINDOW, count } } },
});
const PAYER: Payer = { kind: 'requests', ownerId: KEY_ID };
const NONE_STORED = countersOf({ quotas: siteQuotas(), payer: PAYER, hasOwnQuotas: true }, []);
const nameOf = (part: number) => `key:${KEY_ID}:${part}`;
const siteNameOf = (part: number) => `site:${part}`;

/** Given random numbers, each of which is used once, two bytes at a time. */
function randomOf(...throws: number[]): Random {
  return {
    bytes: (count) => {
      const next = throws.shift();
      if (next === undefined || count !== 2) throw new Error(`chance was asked once more, for ${count} bytes`);
      return Uint8Array.of(next >> 8, next & 255);
    },
    uuid: () => '',
  };
}

/** Storage that reports the result of each attempt, and lets others write in between. */
class Counters {
  readonly rows = new Map<string, Row>();
  readonly commits: { readonly keys: string[]; readonly checks: unknown; readonly values: unknown }[] = [];
  readonly written: (readonly RowWrite[])[] = [];
  readonly placeholders: string[] = [];
  readonly pauses: number[] = [];
  reads = 0;

  constructor(private readonly attempts: (readonly ['committed' | 'conflict', (() => void)?])[]) {}

  context(random: Random, quotas: Partial<Quotas> = {}): QuotaContext {
    return {
      storage: {
        readMany: (names) => {
          this.reads += 1;
          return Promise.resolve(names.map(({ key }) => this.rows.get(key) ?? ABSENT));
        },
        commit: (writes: readonly RowWrite[], checks, values) => {
          this.commits.push({ keys: writes.map(({ key }) => key), checks, values });
          this.written.push(writes);
          const [outcome, concurrentWrite] = this.attempts.shift() ?? ['conflict'];
          concurrentWrite?.();
          return Promise.resolve(outcome);
        },
        placehold: (entity, key) => {
          this.placeholders.push(`${entity} ${key}`);
          this.rows.set(key, rowAt(0, 0));
          return Promise.resolve();
        },
      },
      random,
      pause: (ms) => (this.pauses.push(ms), Promise.resolve()),
      quotas: siteQuotas(quotas),
      now: NOW,
      payer: PAYER,
      hasOwnQuotas: true,
    };
  }

  async settle(context: QuotaContext, cost: Cost = ONE, values?: readonly ValueWrite[]) {
    const rows = counterNames(KEY_ID).map(({ key }) => this.rows.get(key) ?? ABSENT);
    return commitCharge(context, openCharge(context, countersOf(context, rows), cost), cost, values);
  }
}

it('two random bytes select the first row', () => {
  const opened = openCharge(new Counters([]).context(randomOf(0x0102)), NONE_STORED, ONE);
  expect(opened).toMatchObject({ outcome: 'charged', start: 258, changed: [{ key: nameOf(258 % 9) }] });
});

it('missing random bytes count as zeros', () => {
  const empty: Random = { bytes: () => new Uint8Array(), uuid: () => '' };
  expect(openCharge(new Counters([]).context(empty), NONE_STORED, ONE)).toMatchObject({ start: 0 });
});

it('a successful count is one call, including the recorded use', async () => {
  const counters = new Counters([['committed']]);
  const admission = await counters.settle(counters.context(randomOf(3)), ONE, [NOTE]);
  expect(admission.outcome).toBe('admitted');
  expect(admission.quotaStates).toMatchObject([{ policy: 'key', remaining: 119 }, {}, {}, {}, {}, {}, {}, {}]);
  expect(counters.commits).toEqual([{ keys: [nameOf(3)], checks: [], values: [NOTE] }]);
  expect([counters.reads, counters.pauses, counters.placeholders]).toEqual([0, [], []]);
});

it('no use is written if there is none', async () => {
  const counters = new Counters([['committed']]);
  await counters.settle(counters.context(randomOf(3)));
  expect(counters.commits).toEqual([{ keys: [nameOf(3)], checks: [], values: [] }]);
});

it('a request beyond the quota is refused without a call', async () => {
  const counters = new Counters([]);
  const admission = await counters.settle(counters.context(randomOf(0), { key: 1 }), { key: 2 });
  expect(admission).toMatchObject({ outcome: 'exceeded', policy: 'key' });
  expect([counters.commits, counters.reads]).toEqual([[], 0]);
});

describe('after concurrent counts', () => {
  it('the stored counts are increased, in another random row, after a pause', async () => {
    const counters = new Counters([['conflict', () => counters.rows.set(nameOf(3), rowAt(5, 4))], ['committed']]);
    const admission = await counters.settle(counters.context(randomOf(3, 2 ** 15, 3)), ONE, [NOTE]);
    expect(admission).toMatchObject({
      outcome: 'admitted',
      quotaStates: [{ policy: 'key', remaining: 115 }, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(counters.commits.map(({ keys, values }) => ({ keys, values }))).toEqual([
      { keys: [nameOf(3)], values: [NOTE] },
      { keys: [nameOf(3)], values: [NOTE] },
    ]);
    expect([counters.reads, counters.pauses, counters.placeholders]).toEqual([1, [5 + 25], []]);
  });

  it('that used up the quota, the request is refused', async () => {
    const counters = new Counters([['conflict', () => counters.rows.set(nameOf(0), rowAt(5, 1))]]);
    const admission = await counters.settle(counters.context(randomOf(0, 0, 0), { key: 1 }));
    expect(admission).toMatchObject({ outcome: 'exceeded', policy: 'key' });
    expect(counters.commits).toHaveLength(1);
  });

  it('ten attempts are made, with increasing maximum pauses, and then the request is refused', async () => {
    const others = () => {
      for (let part = 0; part < 9; part += 1) {
        const { revision } = counters.rows.get(nameOf(part)) ?? rowAt(0, 0);
        counters.rows.set(nameOf(part), rowAt(Number(revision) + 1, Number(revision) + 1));
      }
    };
    const counters: Counters = new Counters(Array.from({ length: 10 }, () => ['conflict', others] as const));
    // A pause of half of its maximum, and the row of the next attempt.
    const chances = [0, ...Array.from({ length: 9 }, () => [2 ** 15, 0]).flat()];
    const admission = await counters.settle(counters.context(randomOf(...chances)));
    expect(counters.commits).toHaveLength(10);
    expect(counters.pauses).toEqual([25, 50, 100, 200, 400, 500, 500, 500, 500].map((half) => 5 + half));
    // After the ninth attempt 81 were counted, and this would have been one more.
    expect(admission).toMatchObject({
      outcome: 'contended',
      quotaStates: [{ policy: 'key', remaining: 38 }, {}, {}, {}, {}, {}, {}, {}],
    });
  });
});

describe('without concurrent counts', () => {
  it('a missing row is created, and the same row is tried again', async () => {
    const counters = new Counters([['conflict'], ['committed']]);
    const admission = await counters.settle(counters.context(randomOf(3, 0)), { key: 1, site: 1 });
    expect(admission.outcome).toBe('admitted');
    expect(counters.placeholders).toEqual([`rate-limit ${nameOf(3)}`, `rate-limit ${siteNameOf(3)}`]);
    expect(counters.commits.map(({ keys }) => keys)).toEqual([
      [nameOf(3), siteNameOf(3)],
      [nameOf(3), siteNameOf(3)],
    ]);
    expect(counters.reads).toBe(2);
  });

  it('only missing rows are created', async () => {
    const counters = new Counters([['conflict'], ['committed']]);
    counters.rows.set(siteNameOf(3), rowAt(2, 0));
    await counters.settle(counters.context(randomOf(3, 0)), { key: 1, site: 1 });
    expect(counters.placeholders).toEqual([`rate-limit ${nameOf(3)}`]);
  });

  it('nothing is created if all rows exist, and the next row is random', async () => {
    const counters = new Counters([['conflict'], ['committed']]);
    counters.rows.set(nameOf(3), rowAt(2, 1));
    await counters.settle(counters.context(randomOf(3, 0, 4)));
    expect(counters.placeholders).toEqual([]);
    expect(counters.commits.map(({ keys }) => keys)).toEqual([[nameOf(3)], [nameOf(4)]]);
  });

  it('a conflict in only one of two rows is explained', async () => {
    const counters = new Counters([['conflict', () => counters.rows.set(siteNameOf(3), rowAt(5, 0))], ['committed']]);
    await counters.settle(counters.context(randomOf(3, 0, 4)), { key: 1, site: 1 });
    expect(counters.placeholders).toEqual([]);
    expect(counters.commits.map(({ keys }) => keys)).toEqual([
      [nameOf(3), siteNameOf(3)],
      [nameOf(4), siteNameOf(4)],
    ]);
    expect(counters.reads).toBe(1);
  });
});

describe('the unused part of a charge', () => {
  const HOUR = NOW.getTime() / 3_600_000;
  const usedOf = (count: number) => ({ host: { window: HOUR, count, owners: { [`requests:${KEY_ID}`]: count } } });

  /** Charges 3 points to the site's row 3 at the first attempt, and returns the unused ones at the next. */
  async function refund(counters: Counters, unused: Cost) {
    const logged: unknown[] = [];
    const context = { ...counters.context(randomOf(3, 0, 0, 0, 0)), log: (...line: unknown[]) => logged.push(line) };
    const admission = await counters.settle(context, { host: 3 });
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await commitRefund(context, admission.receipt, unused, 'request-1');
    return logged;
  }

  it('is returned in one call, without reading the counters again', async () => {
    const counters = new Counters([['committed'], ['committed']]);
    expect(await refund(counters, { host: 2 })).toEqual([]);
    expect(counters.written[1]).toMatchObject([
      { key: siteNameOf(3), expected: 1, value: { rev: 2, used: usedOf(1) } },
    ]);
    expect([counters.commits.length, counters.reads, counters.pauses]).toEqual([2, 0, []]);
  });

  it('takes no call if it is empty', async () => {
    const counters = new Counters([['committed']]);
    expect(await refund(counters, {})).toEqual([]);
    expect(counters.commits).toHaveLength(1);
  });

  it('is subtracted from the current counters', async () => {
    const counters: Counters = new Counters([
      ['committed'],
      ['conflict', () => counters.rows.set(siteNameOf(3), { revision: 2, value: { v: 1, rev: 2, used: usedOf(8) } })],
      ['committed'],
    ]);
    expect(await refund(counters, { host: 2 })).toEqual([]);
    expect(counters.written[2]).toMatchObject([
      { key: siteNameOf(3), expected: 2, value: { rev: 3, used: usedOf(6) } },
    ]);
    expect([counters.reads, counters.pauses.length]).toEqual([1, 1]);
  });

  const NOT_GIVEN_BACK = [['rate-limits.not-given-back', { requestId: 'request-1', points: 2 }]];

  it('stays counted after five lost races, and the log reports it', async () => {
    const stored = () => counters.rows.set(siteNameOf(3), { revision: 2, value: { v: 1, rev: 2, used: usedOf(8) } });
    const counters: Counters = new Counters([['committed', stored]]);
    expect(await refund(counters, { host: 2 })).toEqual(NOT_GIVEN_BACK);
    expect([counters.commits.length, counters.pauses.length]).toEqual([1 + 5, 4]);
  });

  it('stays counted if storage fails, and the log reports it', async () => {
    const fail = () => {
      throw new Error('storage failed');
    };
    expect(await refund(new Counters([['committed'], ['committed', fail]]), { host: 2 })).toEqual(NOT_GIVEN_BACK);
  });
});

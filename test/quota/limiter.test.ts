import { aStorage, type Harness, startMs } from '../local/storage/harness';
import fc from 'fast-check';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { readManifest } from '../../local/forge/manifest';
import { Deadline } from '../../src/platform/deadline';
import type { Random } from '../../src/platform/random';
import { openStorage, StorageUnavailableError } from '../../src/platform/storage';
import { type Cost, counterNames } from '../../src/quota/counters';
import { type Admission, countersOf, openCharge, type QuotaContext, commitCharge } from '../../src/quota/limiter';
import type { Quotas } from '../../src/quota/policies';
import { siteQuotas } from './books';

/** T10: counting in the real storage, with many concurrent requests. No request is admitted beyond the quota. */

const KEY_ID = '0123456789q4n2m5';
const entities = parseEntityDefinitions(readManifest().raw);

const open: Harness[] = [];
function newStorage(options: Parameters<typeof aStorage>[0] = {}): Harness {
  const harness = aStorage({ entities, ...options });
  open.push(harness);
  return harness;
}
afterEach(() => open.splice(0).forEach(({ database }) => database.close()));

/** Random numbers that can be repeated. */
function randomOf(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return { bytes: (count) => Uint8Array.from({ length: count }, next), uuid: () => String(next()) };
}

/** Yields to the other requests a random number of times, instead of waiting. */
const pauseOf = (random: Random) => async () => {
  const [turns = 0] = random.bytes(1);
  for (let turn = 0; turn < turns % 8; turn += 1) await new Promise(setImmediate);
};

interface Asked {
  readonly quotas?: Partial<Quotas>;
  readonly cost?: Cost;
  readonly seed?: number;
  readonly keyId?: string;
  readonly now?: Date;
}

const ONE: Cost = { key: 1, 'key-write': 1, site: 1, host: 2 };

/** One request, as one invocation of the app, which reads the counters and counts. */
async function ask(harness: Harness, asked: Asked = {}): Promise<Admission> {
  const { quotas, cost = ONE, seed = 1, keyId = KEY_ID, now = new Date(startMs) } = asked;
  const random = randomOf(seed);
  return harness.app(async () => {
    const storage = openStorage(new Deadline(60_000), 60_000);
    const context: QuotaContext = {
      storage,
      random,
      pause: pauseOf(random),
      quotas: siteQuotas(quotas),
      now,
      payer: { kind: 'requests', ownerId: keyId },
      hasOwnQuotas: true,
    };
    const rows = await storage.readMany(counterNames(keyId));
    return commitCharge(context, openCharge(context, countersOf(context, rows), cost), cost);
  });
}

const outcomes = (admissions: readonly Admission[]) => {
  const counts = { admitted: 0, exceeded: 0, contended: 0 };
  for (const { outcome } of admissions) counts[outcome] += 1;
  return counts;
};

/** The use of each policy with a cost of 1 for a request, according to the rows. */
function counted({ storage }: Harness): { readonly key: number; readonly site: number } {
  const rows = storage.dump('installation-1').map(({ key, value }) => ({ key, ...(JSON.parse(value) as StoredRow) }));
  const sum = (policy: 'key' | 'site') => rows.reduce((total, { used }) => total + (used?.[policy]?.count ?? 0), 0);
  return { key: sum('key'), site: sum('site') };
}
interface StoredRow {
  readonly used?: Readonly<Record<string, { readonly count: number }>>;
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('many concurrent requests', () => {
  it.each([1, 2, 3])('200 of them never exceed the quota, for any random numbers (%d)', async (seed) => {
    const harness = newStorage();
    const admissions = await Promise.all(
      many(200, (index) => ask(harness, { quotas: { 'key-write': 1_000 }, seed: seed * 1_000 + index })),
    );
    const { admitted } = outcomes(admissions);
    expect(admitted).toBeLessThanOrEqual(120);
    expect(admitted).toBeGreaterThan(60);
    expect(counted(harness)).toEqual({ key: admitted, site: admitted });
  });

  it('for any number, quotas and costs, accepted requests are exactly those counted, within the quotas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 30 }),
        async (seed, key, write, costs) => {
          const harness = newStorage();
          const quotas = { key, 'key-write': write, site: 20, host: 50 };
          const admissions = await Promise.all(
            costs.map((units, index) =>
              ask(harness, { quotas, cost: { ...ONE, 'key-write': units }, seed: seed + index * 77 }),
            ),
          );
          const { admitted } = outcomes(admissions);
          const units = costs.reduce((sum, cost, i) => sum + (admissions[i]?.outcome === 'admitted' ? cost : 0), 0);
          expect(counted(harness)).toEqual({ key: admitted, site: admitted });
          expect(admitted).toBeLessThanOrEqual(Math.min(key, 20, 25));
          expect(units).toBeLessThanOrEqual(write);
          harness.database.close();
          open.pop();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('of different keys share the quota of the site', async () => {
    const harness = newStorage();
    const admissions = await Promise.all(
      many(60, (index) => ask(harness, { quotas: { site: 30 }, keyId: `key${index % 6}`, seed: index })),
    );
    expect(outcomes(admissions).admitted).toBeLessThanOrEqual(30);
    const { outcome } = await lastOf(harness, 60, { quotas: { site: 30 }, keyId: 'key9' });
    expect(outcome).toBe('exceeded');
  });

  it('20 of one automation rule all succeed, for any random numbers', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const harness = newStorage();
      const admissions = await Promise.all(many(20, (index) => ask(harness, { seed: seed * 100 + index })));
      expect(outcomes(admissions)).toEqual({ admitted: 20, exceeded: 0, contended: 0 });
    }
  });
});

/** Sequentially, until one is refused. */
async function lastOf(harness: Harness, most: number, asked: Asked): Promise<Admission> {
  let last = await ask(harness, asked);
  for (let index = 1; index < most && last.outcome === 'admitted'; index += 1) {
    last = await ask(harness, { ...asked, seed: index });
  }
  return last;
}

it('the limiter admits exactly the quota for sequential requests, and refused ones cost nothing', async () => {
  const harness = newStorage();
  const quotas = { key: 7 };
  const admissions: Admission[] = [];
  for (let index = 0; index < 12; index += 1) admissions.push(await ask(harness, { quotas, seed: index }));
  expect(outcomes(admissions)).toEqual({ admitted: 7, exceeded: 5, contended: 0 });
  expect(counted(harness).key).toBe(7);
  const next = await ask(harness, { quotas, now: new Date(startMs + 60_000) });
  expect(next.outcome).toBe('admitted');
});

it('the limiter counts if the condition NOT_EXISTS fails for a missing row', async () => {
  const harness = newStorage({ notExistsHoldsForAbsentRow: false });
  const admissions: Admission[] = [];
  for (let index = 0; index < 10; index += 1) admissions.push(await ask(harness, { quotas: { key: 5 }, seed: index }));
  expect(outcomes(admissions)).toEqual({ admitted: 5, exceeded: 5, contended: 0 });
});

it('the limiter stops after ten attempts, and then admits no request', async () => {
  const harness = newStorage();
  const attempts: string[] = [];
  const admission = await harness.app(async () => {
    const storage = openStorage(new Deadline(60_000));
    const random = randomOf(5);
    const pauses: number[] = [];
    const context: QuotaContext = {
      // Another request is always faster.
      storage: { ...storage, commit: () => (attempts.push('commit'), Promise.resolve('conflict')) },
      random,
      pause: (ms) => (pauses.push(ms), Promise.resolve()),
      quotas: siteQuotas(),
      now: new Date(startMs),
      payer: { kind: 'requests', ownerId: KEY_ID },
      hasOwnQuotas: true,
    };
    const opened = openCharge(context, countersOf(context, await storage.readMany(counterNames(KEY_ID))), ONE);
    const settled = await commitCharge(context, opened, ONE);
    expect(pauses).toHaveLength(9);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(5);
      expect(ms).toBeLessThan(5 + Math.min(1_000, 50 * 2 ** index));
    }
    return settled;
  });
  expect(attempts).toHaveLength(10);
  expect(admission.outcome).toBe('contended');
  expect(counted(harness)).toEqual({ key: 0, site: 0 });
});

it('the limiter limits one key to its share, for any number of concurrent requests', async () => {
  const harness = newStorage();
  const cost = { key: 1, site: 1, host: 251 };
  const burst = await Promise.all(Array.from({ length: 40 }, (_, seed) => ask(harness, { cost, seed: seed + 1 })));
  expect(outcomes(burst).admitted * 251).toBeLessThanOrEqual(3_000);
  expect(outcomes(burst).admitted).toBeGreaterThan(0);
  expect((await ask(harness, { cost, keyId: 'a'.repeat(16) })).outcome).toBe('admitted');
});

it('the limiter admits no request if its count is unknown', async () => {
  const harness = newStorage();
  const asked = harness.app(async () => {
    const storage = openStorage(new Deadline(60_000));
    const random = randomOf(5);
    const context: QuotaContext = {
      storage: { ...storage, commit: () => Promise.reject(new StorageUnavailableError(undefined, true)) },
      random,
      pause: () => Promise.resolve(),
      quotas: siteQuotas(),
      now: new Date(startMs),
      payer: { kind: 'requests', ownerId: KEY_ID },
      hasOwnQuotas: true,
    };
    return commitCharge(
      context,
      openCharge(context, countersOf(context, await storage.readMany(counterNames(KEY_ID))), ONE),
      ONE,
    );
  });
  await expect(asked).rejects.toThrow(StorageUnavailableError);
});

it('the limiter starts a new window on a row that the platform has not deleted yet', async () => {
  const harness = newStorage({ expiryLagMs: 48 * 3_600_000 });
  const quotas = { key: 3 };
  expect((await lastOf(harness, 5, { quotas })).outcome).toBe('exceeded');
  harness.advance(30 * 3_600_000);
  const later = new Date(startMs + 30 * 3_600_000);
  expect((await ask(harness, { quotas, now: later })).outcome).toBe('admitted');
  expect((await lastOf(harness, 5, { quotas, now: later })).outcome).toBe('exceeded');
});

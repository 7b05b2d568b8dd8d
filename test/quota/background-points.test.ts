import { setTimeout } from 'node:timers/promises';
import { aStorage, type Harness, startMs } from '../local/storage/harness';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { type Confluence, HostError, route, UnpaidConfluence } from '../../src/platform/confluence';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage, type Storage } from '../../src/platform/storage';
import { chargeUnits, openPoints } from '../../src/quota/charge-or-wait';
import { counterNames, readCounters } from '../../src/quota/counters';
import { siteQuotas } from './books';

/** The charge for a step of background work, in the real storage. */

const SECONDS_LEFT = 600;
const now = new Date(Math.ceil(startMs / 3_600_000) * 3_600_000 - SECONDS_LEFT * 1_000);

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach(({ database }) => database.close()));

async function withStorage(run: (storage: Storage) => Promise<void>): Promise<void> {
  const harness = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
  open.push(harness);
  await harness.app(() => run(openStorage(new Deadline(60_000), 60_000)));
}

const PAYER = { kind: 'work', ownerId: 'a' } as const;

function aStep(storage: Storage, host: number, clock = () => now) {
  const calls: string[] = [];
  const answer = { status: 200, body: { results: [] } };
  const call: Confluence['get'] = async (_actor, path) => {
    calls.push(path.value);
    await setTimeout(10);
    return answer;
  };
  const download = () => Promise.reject(new Error('nothing is downloaded'));
  const confluence: Confluence = { get: call, download, post: call, put: call, delete: call };
  const context = {
    storage,
    clock,
    random: systemRandom,
    pause: () => Promise.resolve(),
    log: () => undefined,
    quotas: siteQuotas({ host }),
  };
  const points = openPoints(context, PAYER, { block: 12 });
  return { calls, context, points, confluence: points.meter(new UnpaidConfluence(confluence)) };
}

async function pointsTaken(storage: Storage): Promise<number> {
  const names = counterNames(undefined);
  const counters = readCounters(names, await storage.readMany(names));
  return counters.reduce((sum, { used }) => sum + (used.host?.count ?? 0), 0);
}

const list = route`/wiki/api/v2/pages?limit=${250}`;

it('a call beyond the share waits for the next hour, and uses no points', () =>
  withStorage(async (storage) => {
    const { calls, points, confluence } = aStep(storage, 600);
    const failure: unknown = await confluence.get({ kind: 'app' }, list).catch((error: unknown) => error);
    await points.close();
    expect(failure).toBeInstanceOf(HostError);
    expect(failure).toMatchObject({ kind: 'quota', retryAfterSeconds: SECONDS_LEFT });
    expect([calls, await pointsTaken(storage)]).toEqual([[], 0]);
  }));

it('a call without enough points waits until the share of its owner has all of them', () =>
  withStorage(async (storage) => {
    const hour = now.getTime() + SECONDS_LEFT * 1_000;
    let time = new Date(hour);
    const { context, points, confluence } = aStep(storage, 13_000, () => time);
    await chargeUnits(context, PAYER, { host: 1 }, 10_000);
    const waitMs = async () => {
      const failure: unknown = await confluence.get({ kind: 'app' }, list).then(
        () => undefined,
        (error: unknown) => error,
      );
      return failure instanceof HostError ? (failure.retryAfterSeconds ?? 0) * 1_000 : 0;
    };
    const first = await waitMs();
    // 251 points more of the 4,290 of this kind of work, of which the second half comes evenly through the hour.
    expect(first).toBeGreaterThan(400_000);
    time = new Date(hour + first / 2);
    expect(await waitMs()).toBeGreaterThan(first / 3);
    time = new Date(hour + first);
    expect(await waitMs()).toBe(0);
    await points.close();
  }));

it('a list is charged for the returned entries, even if more were requested', () =>
  withStorage(async (storage) => {
    const { calls, points, confluence } = aStep(storage, 6_000);
    await confluence.get({ kind: 'app' }, list);
    await points.close();
    expect([calls.length, await pointsTaken(storage)]).toEqual([1, 1]);
  }));

it('concurrent lists run one after another if there are too few points for all of them', () =>
  withStorage(async (storage) => {
    // 297 points for this kind of work: enough for one list of at most 250 entries.
    const { calls, points, confluence } = aStep(storage, 900);
    await Promise.all(Array.from({ length: 4 }, () => confluence.get({ kind: 'app' }, list)));
    await points.close();
    expect([calls.length, await pointsTaken(storage)]).toEqual([4, 4]);
  }));

import fc from 'fast-check';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { readManifest } from '../../local/forge/manifest';
import { aStorage, type Harness, startMs } from '../local/storage/harness';
import { identify } from '../../src/findings/scan/identify';
import { findingRecord, pageScanRecord } from '../../src/findings/model';
import { recordScan, type ScanOutcome, skipCorruptRecords } from '../../src/findings/scan/record-scan';
import type { PageObservation } from '../../src/findings/scan/reconcile-scan';
import { CorruptRecordError } from '../../src/platform/corrupt-record';
import { Deadline } from '../../src/platform/deadline';
import { openStorage, type Storage } from '../../src/platform/storage';
import { aFinding, anObservation } from './builders';

/** Scans of a page may run concurrently, late, twice or interrupted, but the last one stores the current findings. */

const PAGE = '164001';
const entities = parseEntityDefinitions(readManifest().raw);

const open: Harness[] = [];
function newStorage(options: Parameters<typeof aStorage>[0] = {}): Harness {
  const harness = aStorage({ entities, ...options });
  open.push(harness);
  return harness;
}
afterEach(() => open.splice(0).forEach(({ database }) => database.close()));

/** The stored data, read directly. */
function rows(harness: Harness, entity: string): readonly { readonly key: string; readonly value: unknown }[] {
  return harness.storage
    .dump('installation-1')
    .filter((row) => row.entity === entity)
    .map(({ key, value }) => ({ key, value: JSON.parse(value) as { rev: number } }))
    .filter(({ value }) => value.rev > 0);
}

const findings = (harness: Harness) =>
  rows(harness, 'detection').map(({ key, value }) => ({ key, value: findingRecord.parse(value) }));
const statusOf = (harness: Harness) =>
  Object.fromEntries(findings(harness).map(({ key, value }) => [key, value.status]));
const scanOf = (harness: Harness) => rows(harness, 'page-scan').map(({ value }) => pageScanRecord.parse(value))[0];

interface Options {
  readonly at?: number;
  /** Wraps its storage. */
  readonly storage?: (real: Storage) => Storage;
}

/** One scan, as one invocation of the app. */
function scan(
  harness: Harness,
  observe: () => Promise<PageObservation | 'nothing'>,
  options: Options = {},
): Promise<ScanOutcome> {
  const { at = harness.nowMs(), storage: through = (real) => real } = options;
  return harness.app(() =>
    recordScan({
      storage: through(openStorage(new Deadline(60_000), 60_000)),
      clock: () => new Date(at),
      pageId: PAGE,
      scanner: { configHash: (spaceId) => `config of ${spaceId}` },
      observe: observe,
    }),
  );
}

const see = (harness: Harness, observation: PageObservation, options?: Options) =>
  scan(harness, () => Promise.resolve(observation), options);

describe('a scan', () => {
  it('stores its findings, each value with its location, and lists them with the page', async () => {
    const harness = newStorage();
    const observation = anObservation('aba', { pageVersion: 7, levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81' });
    expect(await see(harness, observation)).toMatchObject({ outcome: 'written' });
    expect(findings(harness)).toHaveLength(3);
    expect(new Set(findings(harness).map(({ value }) => value.fingerprint)).size).toBe(2);
    expect(
      findings(harness)
        .map(({ value }) => value.data.location.occurrence)
        .sort(),
    ).toEqual([0, 0, 1]);
    expect(findings(harness)[0]?.value).toMatchObject({
      status: 'open',
      pageId: PAGE,
      foundAt: new Date(startMs).toISOString(),
      data: { foundInVersion: 7, pageVersion: 7, levelId: observation.levelId },
    });
    expect(scanOf(harness)).toMatchObject({ state: 'complete', pageVersion: 7, spaceId: '98305' });
    expect(scanOf(harness)?.data.findingIds).toEqual(observation.findings.map(({ findingId }) => findingId));
  });

  it('of an unchanged page writes only its time', async () => {
    const harness = newStorage();
    await see(harness, anObservation('abc'));
    const before = findings(harness);
    harness.advance(5_000);
    expect(await see(harness, anObservation('abc', { pageVersion: 2 }))).toMatchObject({
      outcome: 'written',
      changes: [],
    });
    expect(findings(harness)).toEqual(before);
    expect(scanOf(harness)).toMatchObject({ pageVersion: 2, scannedAt: new Date(startMs + 5_000).toISOString() });
  });

  it('resolves a removed value, and reopens the finding with the same id when it returns', async () => {
    const harness = newStorage();
    await see(harness, anObservation('ab'));
    const [a, b] = anObservation('ab').findings.map(({ findingId }) => findingId);
    harness.advance(1_000);
    await see(harness, anObservation('b', { pageVersion: 2 }));
    expect(statusOf(harness)).toEqual({ [a ?? '']: 'resolved', [b ?? '']: 'open' });
    harness.advance(1_000);
    await see(harness, anObservation('ab', { pageVersion: 3 }));
    expect(statusOf(harness)).toEqual({ [a ?? '']: 'open', [b ?? '']: 'open' });
    const back = findings(harness).find(({ key }) => key === a)?.value;
    expect(back?.foundAt).toBe(new Date(startMs).toISOString());
    expect(back?.data).toMatchObject({ foundInVersion: 1, statusAt: new Date(startMs + 2_000).toISOString() });
  });

  it('recognizes a finding by its value when text before it moves it', async () => {
    const harness = newStorage();
    await see(harness, anObservation('a'));
    const { findings: seen } = anObservation('a');
    const ranges = [{ pointer: '/content/4/content/0/text', start: 0, end: 8 }];
    const moved = seen.map((one) => ({ ...one, location: { ...one.location, ranges } }));
    await see(harness, anObservation('a', { pageVersion: 2, findings: moved }));
    expect(
      findings(harness).map(({ value }) => [value.rev, value.data.location.ranges, value.data.pageVersion]),
    ).toEqual([[2, ranges, 2]]);
  });

  it('of a moved page updates the space of its findings', async () => {
    const harness = newStorage();
    await see(harness, anObservation('a'));
    harness.advance(1);
    await see(harness, anObservation('a', { spaceId: '98309' }));
    expect([findings(harness)[0]?.value.spaceId, scanOf(harness)?.spaceId]).toEqual(['98309', '98309']);
  });

  it.each<readonly [string, Parameters<typeof anObservation>[1]]>([
    ['too many findings', { reasons: ['too-many-findings'] }],
    ['its detector over budget', { reasons: ['detectors-over-budget'], detectorsOverBudget: ['email'] }],
    ['another part of the page', { fields: ['title'] }],
  ])('resolves nothing that it could not scan: %s', async (_name, cut) => {
    const harness = newStorage();
    await see(harness, anObservation('ab'));
    await see(harness, anObservation('a', { pageVersion: 2, ...cut }));
    expect(Object.values(statusOf(harness))).toEqual(['open', 'open']);
    expect([...(scanOf(harness)?.data.findingIds ?? [])].sort()).toEqual(Object.keys(statusOf(harness)).sort());
    await see(harness, anObservation('a', { pageVersion: 3 }));
    expect(Object.values(statusOf(harness)).sort()).toEqual(['open', 'resolved']);
  });

  it('of an invisible page reports that, and keeps its findings', async () => {
    const harness = newStorage();
    await see(harness, anObservation('ab', { pageVersion: 4 }));
    await see(harness, { kind: 'not-inspected', reason: 'not-visible' });
    expect(Object.values(statusOf(harness))).toEqual(['open', 'open']);
    expect(scanOf(harness)).toMatchObject({
      state: 'not-inspected',
      spaceId: '98305',
      pageVersion: 4,
      data: { reasons: ['not-visible'] },
    });
  });

  it('of a deleted page resolves everything, and later events change nothing', async () => {
    const harness = newStorage();
    await see(harness, anObservation('ab'));
    await see(harness, { kind: 'gone' });
    await see(harness, { kind: 'not-inspected', reason: 'not-visible' });
    expect(Object.values(statusOf(harness))).toEqual(['resolved', 'resolved']);
    expect(scanOf(harness)?.state).toBe('gone');
    expect(await see(newStorage(), { kind: 'gone' })).toEqual({ outcome: 'nothing' });
  });

  it('of an older version is discarded', async () => {
    const harness = newStorage();
    await see(harness, anObservation('a', { pageVersion: 5 }));
    expect(await see(harness, anObservation('b', { pageVersion: 4 }))).toEqual({ outcome: 'nothing' });
    expect(findings(harness)).toHaveLength(1);
  });

  it('of a version created earlier is discarded, and of one created later is not, for any numbers', async () => {
    const harness = newStorage();
    const made = (minute: number) => ({ versionAt: `2026-11-20T09:0${minute}:00.000Z` });
    await see(harness, anObservation('a', { pageVersion: 5, ...made(2) }));
    expect(await see(harness, anObservation('b', { pageVersion: 6, ...made(1) }))).toEqual({ outcome: 'nothing' });
    await see(harness, { kind: 'not-inspected', reason: 'not-visible' });
    expect(await see(harness, anObservation('b', { pageVersion: 6, ...made(1) }))).toEqual({ outcome: 'nothing' });
    await see(harness, anObservation('c', { pageVersion: 3, ...made(3) }));
    expect(scanOf(harness)).toMatchObject({ pageVersion: 3, data: made(3) });
    expect(Object.values(statusOf(harness)).toSorted()).toEqual(['open', 'resolved']);
  });

  it('writes, moves and deletes more findings than fit into a transaction', async () => {
    const harness = newStorage();
    const many = (start: number) =>
      anObservation('', {
        pageVersion: start + 1,
        findings: Array.from({ length: 120 }, (_, n) => {
          const [one] = anObservation(String.fromCodePoint(0x4e00 + n)).findings;
          if (one === undefined) throw new Error('none');
          const ranges = [{ pointer: '/content/0', start: start + n, end: start + n + 8 }];
          return { ...one, location: { ...one.location, ranges } };
        }),
      });
    await see(harness, many(0));
    expect(Object.values(statusOf(harness))).toEqual(Array(120).fill('open'));
    await see(harness, many(1));
    expect(findings(harness).map(({ value }) => value.rev)).toEqual(Array(120).fill(2));
    await see(harness, anObservation('', { pageVersion: 3 }));
    expect(Object.values(statusOf(harness))).toEqual(Array(120).fill('resolved'));
    expect(scanOf(harness)).toMatchObject({ state: 'complete', data: { findingIds: [] } });
  });

  it('works if a condition on a missing row always fails', async () => {
    const harness = newStorage({ notExistsHoldsForAbsentRow: false });
    expect(await see(harness, anObservation('a'))).toMatchObject({ outcome: 'written' });
    expect(Object.values(statusOf(harness))).toEqual(['open']);
  });
});

it('a finding has the same id at any position in its content, and another one for any other difference', () => {
  const idsOf = (installationId: string, ...found: Parameters<typeof identify>[2]) =>
    identify(installationId, '164001', found).map(({ findingId }) => findingId);
  const [a, b] = [aFinding('a'), aFinding('b')];
  expect(idsOf('one', b, a)).toEqual(idsOf('one', a, b).toReversed());
  const all = [
    ...idsOf('one', a, b),
    ...idsOf('two', a),
    ...idsOf('one', aFinding('a', { location: { occurrence: 1 } })),
    ...idsOf('one', aFinding('a', { location: { contentId: '164002' } })),
    ...idsOf('one', aFinding('a', { detectorId: 'phone-intl' })),
    ...identify('one', '164002', [b]).map(({ findingId }) => findingId),
  ];
  expect(new Set(all).size).toBe(all.length);
});

class CutOff extends Error {}

/** Counts all calls and interrupts the one with this number, before or after its effect. */
function cutAt(call: number, side: 'before' | 'after'): (real: Storage) => Storage {
  let left = call;
  const through = async <T>(run: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left < 0) throw new CutOff();
    if (left > 0) return run();
    if (side === 'after') await run();
    throw new CutOff();
  };
  return (real) => ({
    ...real,
    readMany: (names) => through(() => real.readMany(names)),
    commit: (...all) => through(() => real.commit(...all)),
    placehold: (...all) => through(() => real.placehold(...all)),
  });
}

/** Yields to the other scans before each call, as often as `turns` says. */
function interleaved(turns: readonly number[]): (real: Storage) => Storage {
  let call = 0;
  const wait = async () => {
    for (let turn = 0; turn < (turns[call % Math.max(1, turns.length)] ?? 0); turn += 1)
      await new Promise(setImmediate);
    call += 1;
  };
  return (real) => ({
    ...real,
    readMany: async (names) => (await wait(), real.readMany(names)),
    commit: async (...all) => (await wait(), real.commit(...all)),
  });
}

const many = Array.from({ length: 60 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');

describe('a scan that dies', () => {
  it.each(Array.from({ length: 9 }, (_, n) => n + 1).flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const]))(
    'at call %i, %s its effect, is completed by the next one',
    async (call, side) => {
      const harness = newStorage();
      await see(harness, anObservation(`xy${many.slice(0, 30)}`));
      const dead = see(harness, anObservation(`y${many.slice(10)}`, { pageVersion: 2 }), {
        storage: cutAt(call, side),
      });
      await dead.catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error;
      });
      await see(harness, anObservation(`y${many.slice(10)}`, { pageVersion: 2 }));
      expectExactly(harness, `y${many.slice(10)}`);
      const gone = findings(harness).filter(({ value }) => value.status === 'resolved');
      expect(gone).toHaveLength(11);
    },
  );
});

/** The open findings, and those that the page lists, match these values. */
function expectExactly(harness: Harness, values: string): void {
  const expected = anObservation(values)
    .findings.map(({ findingId }) => findingId)
    .sort();
  const isOpen = findings(harness).filter(({ value }) => value.status === 'open');
  expect(isOpen.map(({ key }) => key).sort()).toEqual(expected);
  expect([...(scanOf(harness)?.data.findingIds ?? [])].sort()).toEqual(expected);
  const places = new Map(anObservation(values).findings.map(({ findingId, location }) => [findingId, location]));
  for (const { key, value } of isOpen) expect(value.data.location).toEqual(places.get(key));
}

/** A page that changes during a scan. */
interface Page {
  values: string;
  version: number;
}

type Step =
  | { readonly kind: 'edit'; readonly values: string }
  | { readonly kind: 'scans'; readonly turns: readonly (readonly number[])[] }
  | { readonly kind: 'dies'; readonly call: number; readonly side: 'before' | 'after' }
  /** A scan that reads the page before the next steps, and commits after them. */
  | { readonly kind: 'late' }
  | { readonly kind: 'hidden' };

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 6 });
const aLot = fc.nat({ max: 60 }).map((count) => many.slice(0, count));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), values: fc.oneof(letters, aLot) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('scans' as const),
      turns: fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('dies' as const),
      call: fc.integer({ min: 1, max: 6 }),
      side: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hidden' as const) }) },
);

it('any sequence of edits and scans, concurrent, late or interrupted, leads to the findings of the current page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const harness = newStorage();
      const page: Page = { values: 'ab', version: 1 };
      const now = () => anObservation(page.values, { pageVersion: page.version });
      const foundAt = new Map<string, string>();
      const late: (() => Promise<unknown>)[] = [];
      const observe = (): Promise<PageObservation> => Promise.resolve(now());
      for (const each of [...steps, { kind: 'scans', turns: [[0]] } satisfies Step]) {
        harness.advance(1_000);
        switch (each.kind) {
          case 'edit':
            page.values = each.values;
            page.version += 1;
            break;
          case 'scans':
            await Promise.all(each.turns.map((turns) => scan(harness, observe, { storage: interleaved(turns) })));
            if (late.length > 0) {
              for (const run of late.splice(0)) await run();
              expectExactly(harness, page.values);
            }
            break;
          case 'dies':
            await scan(harness, observe, { storage: cutAt(each.call, each.side) }).catch(() => undefined);
            break;
          case 'late': {
            const [seen, at] = [now(), harness.nowMs()];
            // The clock of its machine is also wrong.
            late.push(() => see(harness, seen, { at: at - 500 }));
            break;
          }
          case 'hidden':
            await see(harness, { kind: 'not-inspected', reason: 'not-visible' });
            break;
        }
        for (const { key, value } of findings(harness)) {
          expect(value.foundAt).toBe(foundAt.get(key) ?? value.foundAt);
          foundAt.set(key, value.foundAt);
        }
      }
      harness.advance(1_000);
      await scan(harness, observe);
      expectExactly(harness, page.values);
      expect(scanOf(harness)).toMatchObject({ state: 'complete', pageVersion: page.version });
      harness.database.close();
      open.splice(open.indexOf(harness), 1);
    }),
    { numRuns: 60 },
  );
});

it('a corrupt record ends only the scan of its page, a corrupt configuration ends the scan of all pages', async () => {
  const failing = (entity: 'page-scan' | 'config') =>
    skipCorruptRecords(() => Promise.reject(new CorruptRecordError(entity, PAGE)));
  expect(await failing('page-scan')).toEqual({ outcome: 'unreadable' });
  await expect(failing('config')).rejects.toThrow(CorruptRecordError);
});

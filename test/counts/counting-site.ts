import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { defaultLevels } from '../../src/classification/default-levels';
import { changePageLevel } from '../../src/classification/change-page-level';
import { correctPage, type PageEventFacts } from '../../src/classification/correct-page';
import type { Levels } from '../../src/classification/level-store';
import { findPageLevel } from '../../src/classification/page-level-store';
import type { Level } from '../../src/classification/model';
import { NO_SETTINGS } from '../../src/classification/settings';
import { foldPages } from '../../src/counts/fold-pages';
import { CHECK_COUNTS, startCheck } from '../../src/counts/check-counts';
import { FOLLOW_CHANGES } from '../../src/counts/follow-changes';
import type { Verdict } from '../../src/exposure/audience';
import { commitEach, PAGE_ROWS, pageKey, pageRemoval, readPageRows } from '../../src/exposure/store';
import { readFindingConditions } from '../../src/findings/finding-conditions';
import type { Severity } from '../../src/detection/detector';
import type { Exclusion } from '../../src/findings/exclusions/model';
import { identify } from '../../src/findings/scan/identify';
import { pageScanRecord, type ScanReason } from '../../src/findings/model';
import type { PageObservation } from '../../src/findings/scan/reconcile-scan';
import { recordScan } from '../../src/findings/scan/record-scan';
import type { Confluence } from '../../src/platform/confluence';
import { Deadline } from '../../src/platform/deadline';
import { type Push } from '../../src/platform/queue';
import { systemRandom } from '../../src/platform/random';
import { openStorage, type Storage, StorageUnavailableError } from '../../src/platform/storage';
import { markRedacted } from '../../src/redaction/page/mark-redacted';
import { START } from '../../src/walks/walk';
import { aFinding } from '../findings/builders';
import { aStorage, type Harness } from '../local/storage/harness';

/**
 * A site of pages whose records are written by the code of the app, on the real storage client. Time passes only when the test
 * says so, and every call to storage may fail.
 */

const INSTALLATION = 'installation-1';
const entities = parseEntityDefinitions(readManifest().raw);

export interface CountedSite {
  readonly harness: Harness;
  readonly levels: readonly Level[];
  /** The body of each pushed event. The test delivers them. */
  readonly queue: Readonly<Record<string, string>>[];
  /** The chance from 0 to 1 that a call to storage fails, half of them after their effect. */
  faults: number;
  /** Detectors: a scan stores this version as its hash. */
  config: number;
  setLevel(pageId: string, level: Level | 'none'): Promise<unknown>;
  scan(pageId: string, values: string, options?: ScanOptions): Promise<unknown>;
  /** Scans a page without some values, and marks them as redacted. */
  redact(pageId: string, values: string): Promise<unknown>;
  /** Stores the measured exposure of a page for its level, and counts it as the measurement does. None: removes it. */
  judge(pageId: string, verdict: Verdict | 'none'): Promise<unknown>;
  exclude(...all: readonly Exclusion[]): Promise<unknown>;
  move(pageId: string, spaceId: string): Promise<unknown>;
  remove(pageId: string): Promise<unknown>;
  /** The trigger pushes the event that follows the changes, and that of a check that lost its own. */
  follow(): Promise<unknown>;
  /** Begins the nightly check. */
  check(): Promise<unknown>;
  deliver(body: Readonly<Record<string, string>>): Promise<unknown>;
  /** Delivers events until the queues are empty. */
  settle(): Promise<void>;
  rows(entity: string): readonly { readonly key: string; readonly value: any }[]; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read any record
  spaceOf(pageId: string): string;
}

interface ScanOptions {
  readonly reasons?: readonly ScanReason[];
  readonly isUnseen?: boolean;
  /** Time that passes between the time of the scan and its rows. */
  readonly lateMs?: number;
}

/** Each letter is a value; its severity depends on it. */
const SEVERITY_OF: Readonly<Record<string, Severity>> = { a: 'low', b: 'medium', c: 'high', d: 'critical' };

export function openCountedSite(random: () => number, options: Parameters<typeof aStorage>[0] = {}): CountedSite {
  const harness = aStorage({ entities, ...options });
  const all = defaultLevels(INSTALLATION);
  const levels: Levels = { revision: 0, all, settings: { ...NO_SETTINGS, lowering: 'allowed' } };
  const spaces = new Map<string, string>();
  const gone = new Set<string>();
  const queue: Readonly<Record<string, string>>[] = [];
  const push: Push = {
    push: (_queue, body) => {
      queue.push(body);
      return Promise.resolve();
    },
  };
  const clock = () => new Date(harness.nowMs());
  const spaceOf = (pageId: string) => spaces.get(pageId) ?? '98305';
  const confluence: Confluence = {
    get: (_actor, path) => {
      const pageId = /pages\/(\d+)/.exec(JSON.stringify(path))?.[1] ?? '';
      const body = {
        id: pageId,
        spaceId: spaceOf(pageId),
        status: 'current',
        version: { number: 1 },
        createdAt: '2026-01-02T00:00:00.000Z',
        totalSize: spaces.size,
      };
      const isMissing = gone.has(pageId) || path.value.includes('/blogposts/');
      return Promise.resolve({ status: isMissing ? 404 : 200, body });
    },
    download: () => Promise.reject(new Error('not used')),
    post: () => Promise.reject(new Error('not used')),
    put: () => Promise.reject(new Error('not used')),
    delete: () => Promise.reject(new Error('not used')),
  };
  const background = {
    clock,
    push,
    confluence,
    random: systemRandom,
    log: () => undefined,
    requestId: '00000000-0000-4000-8000-000000000000',
    installationId: INSTALLATION,
  };
  const run = <T>(work: (storage: Storage) => Promise<T>): Promise<T | 'crashed'> =>
    harness.app(() =>
      work(faulty(openStorage(new Deadline(600_000), 600_000), () => site.faults, random)).catch((error: unknown) => {
        if (error instanceof StorageUnavailableError) return 'crashed' as const;
        throw error;
      }),
    );
  const { requestId } = background;
  const common = { clock, random: systemRandom, requestId, pushMirror: () => undefined };
  const correct = (pageId: string, facts: PageEventFacts) =>
    run((storage) => correctPage({ ...common, storage, confluence, levels }, pageId, facts));
  const observe = (pageId: string, observation: () => PageObservation) =>
    run((storage) =>
      recordScan({
        storage,
        clock,
        pageId,
        scanner: { configHash: (spaceId) => `${site.config} ${spaceId}` },
        observe: () => Promise.resolve(observation()),
      }),
    );
  const seen = (pageId: string, values: string, reasons: readonly ScanReason[] = []): PageObservation => {
    const letters = Array.from(values);
    const found = letters.map((value, index) =>
      aFinding(`${pageId} ${value}`, {
        detectorId: `detector-${value}`,
        severity: SEVERITY_OF[value] ?? 'low',
        location: { occurrence: letters.slice(0, index).filter((other) => other === value).length },
      }),
    );
    return {
      kind: 'inspected',
      spaceId: spaceOf(pageId),
      pageVersion: 1,
      levelId: undefined,
      findings: identify(INSTALLATION, pageId, found),
      fields: ['title', 'body'],
      contentIds: [],
      reasons,
      detectorsOverBudget: [],
    };
  };

  const site: CountedSite = {
    harness,
    levels: all,
    queue,
    faults: 0,
    config: 1,
    setLevel: (pageId, level) =>
      run((storage) =>
        changePageLevel(
          {
            ...common,
            storage,
            levels,
            actor: { kind: 'person', accountId: 'a-person', readFloor: () => Promise.resolve(undefined) },
            readPage: () =>
              Promise.resolve({
                pageId,
                title: 'A page',
                spaceId: spaceOf(pageId),
                ownerId: null,
                version: 1,
                versionAt: undefined,
                mayUpdate: true,
              }),
          },
          { pageId, level: level === 'none' ? level : { levelId: level.levelId }, method: 'MANUAL' },
        ),
      ),
    scan: (pageId, values, { reasons, isUnseen = false, lateMs = 0 } = {}) =>
      observe(pageId, () => {
        harness.advance(lateMs);
        return isUnseen ? { kind: 'not-inspected', reason: 'not-visible' } : seen(pageId, values, reasons);
      }),
    redact: async (pageId, values) => {
      const before = await harness.app(async () => {
        const row = await openStorage(new Deadline(600_000), 600_000).read('page-scan', pageId);
        return row.value === undefined ? [] : pageScanRecord.parse(row.value).data.findingIds;
      });
      await observe(pageId, () => seen(pageId, values));
      return run((storage) =>
        markRedacted(
          {
            storage,
            clock,
            redactionId: systemRandom.uuid(),
            accountId: 'a-person',
            actor: { type: 'user', accountId: 'a-person' },
          },
          { pageId, findingIds: before, version: 2, versionBefore: 1, method: undefined, comments: [] },
        ),
      );
    },
    judge: async (pageId, verdict) => {
      const faults = site.faults;
      // A measurement that fails after its rows is counted by the nightly check.
      site.faults = 0;
      await run(async (storage) => {
        const levelId = findPageLevel(await storage.read('page-level', pageId)).record?.levelId;
        const row = (await readPageRows(storage, [pageId])).get(pageId) ?? { revision: 'absent', record: undefined };
        if (verdict === 'none') await commitEach(storage, [], [pageRemoval(pageId, row)]);
        else if (levelId !== undefined)
          await commitEach(storage, [
            PAGE_ROWS.write(pageKey(pageId), row.revision, {
              ...{
                kind: 'page',
                list: verdict,
                spaceList: spaceOf(pageId),
                sort: pageId,
                dueAt: clock().toISOString(),
              },
              data: { levelId, reasons: [], gates: [] },
            }),
          ]);
        await foldPages({ storage, clock, levels, ...(await readFindingConditions(storage)) }, [pageId]);
      });
      site.faults = faults;
    },
    exclude: (...exclusions) =>
      run(async (storage) => {
        const { revision } = await storage.read('config', 'detection-exclusions');
        const rev = revision === 'absent' ? 1 : revision + 1;
        const value = { v: 1, rev, value: exclusions };
        return storage.commit([{ entity: 'config', key: 'detection-exclusions', value, expected: revision }], []);
      }),
    move: (pageId, spaceId) => {
      spaces.set(pageId, spaceId);
      return correct(pageId, { isMoved: true });
    },
    remove: async (pageId) => {
      gone.add(pageId);
      await correct(pageId, { isDeleted: true });
      return observe(pageId, () => ({ kind: 'gone' }));
    },
    follow: () =>
      run(async (storage) => {
        await FOLLOW_CHANGES.resume({ ...background, storage });
        await CHECK_COUNTS.resume({ ...background, storage });
      }),
    check: () => run((storage) => startCheck({ ...background, storage })),
    deliver: ({ walk, id = '', ticket = '' }) =>
      ticket === START
        ? site.check()
        : run((storage) =>
            (walk === FOLLOW_CHANGES.name ? FOLLOW_CHANGES : CHECK_COUNTS).runStep(
              { ...background, storage },
              { id, ticket },
              0,
            ),
          ),
    settle: async () => {
      for (let body = queue.shift(); body !== undefined; body = queue.shift()) await site.deliver(body);
    },
    rows: (entity) =>
      harness.storage
        .dump(INSTALLATION)
        .filter((row) => row.entity === entity)
        .map(({ key, value }) => ({ key, value: JSON.parse(value) }))
        .filter(({ value }) => value.rev !== 0),
    spaceOf,
  };
  return site;
}

function faulty(storage: Storage, chance: () => number, random: () => number): Storage {
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    const failure = random() < chance() ? (random() < 0.5 ? 'before' : 'after') : 'none';
    // Lets concurrent work run between two calls, in an order that depends on the seed only.
    for (let turns = Math.floor(random() * 3); turns > 0; turns -= 1) await Promise.resolve();
    if (failure === 'before') throw new StorageUnavailableError('a fault', false);
    const result = await call();
    if (failure === 'after') throw new StorageUnavailableError('a fault', true);
    return result;
  };
  return {
    read: (...call) => around(() => storage.read(...call)),
    readMany: (...call) => around(() => storage.readMany(...call)),
    commit: (...call) => around(() => storage.commit(...call)),
    placehold: (...call) => around(() => storage.placehold(...call)),
    readWithExpiry: (...call) => around(() => storage.readWithExpiry(...call)),
    list: (...call) => around(() => storage.list(...call)),
    readValue: (...call) => around(() => storage.readValue(...call)),
    writeValue: (...call) => around(() => storage.writeValue(...call)),
    listValues: (...call) => around(() => storage.listValues(...call)),
  };
}

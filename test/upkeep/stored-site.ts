import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { MAC_ALGORITHM } from '../../src/keys/key-secrets';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage, type RowWrite, type Storage, StorageUnavailableError } from '../../src/platform/storage';
import { REMOVE_ROWS, startRemoval } from '../../src/upkeep/remove-rows';
import type { WalkContext } from '../../src/walks/walk';
import { FAILED_PARTS_ROW, type FailedPart, parseFailedParts } from '../../src/upkeep/failed-parts';
import { REMOVAL_ROW, type Removal } from '../../src/upkeep/removal-state';
import { RETENTION_ROW, type RetentionName, type RetentionSettings } from '../../src/upkeep/retention';
import { cutOff } from './cut-off';
import { aStorage, type Harness, startMs } from '../local/storage/harness';

/** Rows of every kind on the real storage client, each with the time at which it ended. Time passes only when a test says so. */

const entities = parseEntityDefinitions(readManifest().raw);
export const DAY_MS = 86_400_000;
export const NOW_MS = Date.parse('2028-06-01T02:00:00.000Z');
const LEVEL = '11111111-1111-4111-8111-111111111111';

/** A group of rows that end together. */
export interface Group {
  readonly name: string;
  readonly rows: readonly (
    Pick<RowWrite, 'entity' | 'key' | 'value'> | { readonly key: string; readonly value: object }
  )[];
  /** The setting that applies, and the time of the end. Undefined: the rows are in use. */
  readonly ended?: { readonly setting: RetentionName; readonly at: string };
}

let serial = 0;
const uuid = () => `00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`;

/** Builds groups of each kind. @param ago days since the time of the group */
export function groupsOf(nowMs: number, ago: number): readonly Group[] {
  const at = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const time = at(ago);
  const key = (change: object): Group['rows'] => {
    const id = uuid().slice(-16);
    const record = {
      v: 1,
      rev: 3,
      name: 'Key',
      mac: 'm'.repeat(43),
      macAlg: MAC_ALGORITHM,
      pepperVersion: '1',
      createdBy: 'a-person',
      createdAt: at(700),
      expiresAt: at(-200),
      classificationScope: 'read',
      detectionScope: 'none',
      levelLimit: [],
      spaceLimit: [],
      ...change,
    };
    return [
      { entity: 'api-key', key: id, value: record },
      { key: `api-key-use#${id}`, value: { v: 1, refused: {} } },
    ];
  };
  const run = (prefix: string, state: string, data: object): Group['rows'] => {
    const id = uuid();
    const lists =
      prefix === ''
        ? [`${id}:pages:0`, `${id}:results:0`]
        : prefix === 'scan:'
          ? [`scan-pages:${id}`, `scan:${id}:counted:0`]
          : [];
    const value = { v: 1, rev: 5, createdAt: at(ago + 1), state, data: { touchedAt: time, ...data } };
    return [
      { entity: 'job', key: `${prefix}${id}`, value },
      ...lists.map((list) => ({ entity: 'job', key: list, value: { v: 1, rev: 1, data: [] } }) as const),
    ];
  };
  const finding = (pageId: string, status: string, statusAt?: string) =>
    ({
      entity: 'detection',
      key: uuid(),
      value: {
        v: 1,
        rev: 2,
        pageId,
        spaceId: '1',
        status,
        foundAt: at(ago + 2),
        data: statusAt === undefined ? {} : { statusAt },
      },
    }) as const;
  const level = (pageId: string, change: object, rev = 2) =>
    ({
      entity: 'page-level',
      key: pageId,
      value: { v: 1, rev, pageId, changeId: uuid(), spaceId: '1', method: 'DEFAULT', pageVersion: 1, ...change },
    }) as const;
  const scan = (pageId: string, state: string) =>
    ({
      entity: 'page-scan',
      key: pageId,
      value: {
        v: 1,
        rev: 4,
        pageId,
        spaceId: '1',
        pageVersion: 1,
        scannedAt: time,
        configHash: 'h',
        state,
        data: { reasons: [], detectorsOverBudget: [], findingIds: [] },
      },
    }) as const;
  const counted = (pageId: string, isCounted: boolean) =>
    ({
      entity: 'page-count',
      key: pageId,
      value: {
        v: 1,
        rev: 3,
        spaceId: isCounted ? '1' : 'none',
        countedAt: time,
        data: {
          levelRev: 2,
          scanRev: 4,
          exclusions: '',
          findings: 0,
          changeRev: 2,
          ...(isCounted
            ? { contribution: { scan: 'complete', open: { low: 0, medium: 0, high: 0, critical: 0 } } }
            : {}),
        },
      },
    }) as const;
  const page = () => String(100_000 + (serial += 1));
  const event = (type: string, subject: string, when = time) =>
    ({
      entity: 'audit',
      key: uuid(),
      value: {
        v: 1,
        month: when.slice(0, 7),
        time: when,
        type,
        outcome: 'success',
        subject,
        actorType: 'system',
        actorAccountId: 'system',
        requestId: 'r',
        details: {},
      },
    }) as const;
  const change = (pageId: string, changeId = uuid()) =>
    ({
      entity: 'level-change',
      key: changeId,
      value: {
        v: 1,
        pageId,
        pageRev: 1,
        spaceId: '1',
        changedAt: time,
        classifierId: 'a-person',
        method: 'MANUAL',
        pageVersion: 1,
      },
    }) as const;
  const byApp = { classifierId: 'system', classificationDate: time };
  const byPerson = { classifierId: 'a-person', classificationDate: time };
  const [scanned, removed, manual, waiting, seenAgain, classified, changed, last] = Array.from({ length: 8 }, page);
  const pages = [scanned, removed, manual, waiting, seenAgain, classified, changed, last];
  const [p1 = '', p2 = '', p3 = '', p4 = '', p5 = '', p6 = '', p7 = '', p8 = ''] = pages;
  const current = uuid();
  return [
    { name: 'a key that works', rows: key({ expiresAt: at(-1) }) },
    { name: 'a key in its grace', rows: key({ rotatedTo: 'x', graceUntil: at(-1) }) },
    { name: 'an expired key', rows: key({ expiresAt: time }), ended: { setting: 'endedKeys', at: time } },
    {
      name: 'a revoked key',
      rows: key({ revokedAt: time, revokedBy: 'a', revokeReason: 'admin' }),
      ended: { setting: 'endedKeys', at: time },
    },
    {
      name: 'a rotated key after its grace',
      rows: key({ rotatedTo: 'x', graceUntil: time }),
      ended: { setting: 'endedKeys', at: time },
    },
    { name: 'an unreadable key', rows: key({ expiresAt: time, classificationScope: 'odd' }) },
    { name: 'a running job', rows: run('', 'running', {}) },
    { name: 'a queued scan', rows: run('scan:', 'queued', {}) },
    {
      name: 'an ended job',
      rows: run('', 'succeeded', { finishedAt: time }),
      ended: { setting: 'endedRuns', at: time },
    },
    { name: 'an ended scan', rows: run('scan:', 'finished', {}), ended: { setting: 'endedRuns', at: time } },
    {
      name: 'an ended redaction',
      rows: run('redaction:', 'cancelled', { finishedAt: time }),
      ended: { setting: 'endedRuns', at: time },
    },
    { name: 'an open finding', rows: [finding('7', 'open')] },
    {
      name: 'a resolved finding',
      rows: [finding('7', 'resolved', time)],
      ended: { setting: 'resolvedFindings', at: time },
    },
    {
      name: 'a redacted finding without a time',
      rows: [finding('7', 'redacted')],
      ended: { setting: 'resolvedFindings', at: at(ago + 2) },
    },
    { name: 'a page with a level', rows: [level(p6, { ...byPerson, levelId: LEVEL }), scan(p6, 'complete')] },
    { name: 'a page whose level a person cleared', rows: [level(p7, byPerson), scan(p7, 'not-inspected')] },
    {
      name: 'a deleted page that was scanned',
      rows: [
        scan(p1, 'gone'),
        counted(p1, false),
        finding(p1, 'resolved', at(0)),
        { entity: 'native-level', key: p1, value: { v: 1, rev: 1, checkedAt: time, data: {} } },
      ],
      ended: { setting: 'deletedPages', at: time },
    },
    {
      name: 'a deleted page whose level was removed',
      rows: [level(p2, byApp), counted(p2, false)],
      ended: { setting: 'deletedPages', at: time },
    },
    {
      name: 'a deleted page whose level a person cleared before',
      rows: [level(p3, byPerson), scan(p3, 'gone')],
      ended: { setting: 'deletedPages', at: time },
    },
    { name: 'a deleted page that the counters still include', rows: [scan(p4, 'gone'), counted(p4, true)] },
    {
      name: 'a page that was deleted and has a level again',
      rows: [scan(p5, 'gone'), level(p5, { ...byPerson, levelId: LEVEL })],
    },
    {
      name: 'the events of these pages',
      rows: [event('page.level.removed', `page:${p2}`), event('page.level.removed', `page:${p5}`)],
      ended: { setting: 'auditEvents', at: time },
    },
    { name: 'another event', rows: [event('level.created', 'level:1')], ended: { setting: 'auditEvents', at: time } },
    { name: 'an earlier change', rows: [change(p6)], ended: { setting: 'levelHistory', at: time } },
    {
      name: 'the last change of a page',
      rows: [change(p8, current), level(p8, { ...byPerson, changeId: current, levelId: LEVEL })],
    },
  ];
}

export interface StoredSite {
  readonly harness: Harness;
  fill(groups: readonly Group[]): Promise<void>;
  set(settings: RetentionSettings): Promise<void>;
  /**
   * The daily event and everything that follows.
   * @param side each event is delivered again and again, cut off at its first call, then at its second, and so on
   */
  night(through?: (storage: Storage) => Storage, side?: 'before' | 'after'): Promise<void>;
  /** The names of the groups whose rows are all stored, and of those of which a part is stored. */
  left(groups: readonly Group[]): { readonly whole: readonly string[]; readonly part: readonly string[] };
  removal(): Promise<Removal>;
  failedParts(): Promise<readonly FailedPart[]>;
}

/** @param queryLagMs it is as long before `NOW_MS`, so that queries know then what was stored at once */
export function openStoredSite(queryLagMs = 0): StoredSite {
  const harness = aStorage({ entities, queryLagMs });
  // Rows can be years old.
  harness.advance(NOW_MS - startMs - queryLagMs);
  const open = () => openStorage(new Deadline(600_000), 600_000);
  return {
    harness,
    fill: async (groups) => {
      await harness.app(async () => {
        for (const { rows } of groups) {
          const writes = rows.flatMap((row) => ('entity' in row ? [{ ...row, value: { ...row.value } }] : []));
          const values = rows.flatMap((row) =>
            'entity' in row ? [] : [{ key: row.key, value: { ...row.value }, keepDays: 365 }],
          );
          await open().commit(writes, [], values);
        }
      });
    },
    set: async (settings) => {
      const value = { settings, before: settings, changedAt: '2025-01-01T00:00:00.000Z' };
      await harness.app(() => open().commit([{ ...RETENTION_ROW, value: { v: 1, rev: 1, value } }], []));
    },
    night: (through = (storage) => storage, side) =>
      harness.app(async () => {
        const storage = through(open());
        const queue: Readonly<Record<string, string>>[] = [];
        const context = {
          storage,
          clock: () => new Date(harness.nowMs()),
          random: systemRandom,
          log: () => undefined,
          requestId: '00000000-0000-4000-8000-000000000000',
          push: {
            push: (_queue: string, body: Readonly<Record<string, string>>) => {
              queue.push(body);
              return Promise.resolve();
            },
          },
        };
        // Cut off at each call in turn, until the work ends without a cut.
        const again = async (work: (context: WalkContext) => Promise<unknown>) => {
          for (let at = 1; ; at += 1) {
            const cut = cutOff(storage, side === undefined ? 0 : at, side ?? 'before');
            try {
              return await work({ ...context, storage: cut.storage });
            } catch (error) {
              if (!(error instanceof StorageUnavailableError)) throw error;
            }
          }
        };
        await again(startRemoval);
        // The trigger resumes a night whose event was lost.
        if (queue.length === 0) {
          harness.advance(1_800_000);
          await again(REMOVE_ROWS.resume);
        }
        for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
          const { id = '', ticket = '' } = body;
          let failedBefore = 0;
          await again(async (one) => {
            try {
              await REMOVE_ROWS.runStep(one, { id, ticket }, failedBefore);
            } catch (error) {
              // The queue delivers an event again, and counts the attempts. A cut is the end of one process.
              if (error instanceof StorageUnavailableError && side === undefined) failedBefore += 1;
              throw error;
            }
          });
        }
      }),
    left: (groups) => {
      const stored = new Set(harness.storage.dump('installation-1').map(({ entity, key }) => `${entity ?? ''} ${key}`));
      const kept = groups.map(({ name, rows }) => ({
        name,
        all: rows.length,
        stored: rows.filter((row) => stored.has(`${'entity' in row ? row.entity : ''} ${row.key}`)).length,
      }));
      return {
        whole: kept.filter((one) => one.stored === one.all).map(({ name }) => name),
        part: kept.filter((one) => one.stored > 0 && one.stored < one.all).map(({ name }) => name),
      };
    },
    removal: async () => (await harness.app(() => REMOVAL_ROW.read(open()))).value,
    failedParts: async () =>
      parseFailedParts(await harness.app(() => open().read(FAILED_PARTS_ROW.entity, FAILED_PARTS_ROW.key))),
  };
}

import * as z from 'zod';
import { SYSTEM } from '../audit/event';
import { keyStatus } from '../keys/key-lifetime';
import { keyUseName } from '../keys/key-use-store';
import { apiKeyRecord } from '../keys/model';
import { parsePageCount } from '../counts/page-counts';
import { listAllRows } from '../platform/all-rows';
import { instant } from '../platform/instant';
import { listByKey, listKeysFrom } from '../platform/rows-by-key';
import { EARLIEST, listByPage, listOldestFirst, type Position } from '../platform/rows-by-time';
import {
  ABSENT_ROW,
  type EntityName,
  NEWER_ROW,
  type Row,
  type RowCheck,
  type RowRemoval,
  type Storage,
} from '../platform/storage';
import { REVIEW_ROWS, reviewKey } from '../review/review-store';
import { hasEnded } from '../runs/run-kind';
import type { RemovalTaskName } from './removal-state';
import type { RetentionName } from './retention';

/**
 * Finds the rows that are no longer kept. Lists lag, so each row is read again with strict consistency before it counts as
 * ended, and is removed only if it is unchanged. A row that cannot be read stays.
 */

export interface Candidates {
  /** The keys of rows, or the ids of pages. */
  readonly keys: readonly string[];
  /** The number of listed rows. */
  readonly listed: number;
  readonly next: Position;
  readonly hasMore: boolean;
}

/** Rows that are removed together. */
export interface RemovalGroup {
  /** Removed first, in several transactions if they are many, while `guard` is unchanged. */
  readonly dependents: readonly RowRemoval[];
  readonly guard?: RowCheck | undefined;
  /** At most 5, in one transaction. */
  readonly rows: readonly RowRemoval[];
}

export interface RemovalTask {
  readonly setting: RetentionName;
  /** @param cutoff rows that ended after this time stay. @throws StorageUnavailableError */
  readonly list: (storage: Storage, after: Position, cutoff: string) => Promise<Candidates>;
  /** Decides for each of at most 24 candidates. @throws StorageUnavailableError */
  readonly plan: (
    storage: Storage,
    keys: readonly string[],
    times: { readonly cutoff: string; readonly now: Date },
  ) => Promise<readonly RemovalGroup[]>;
}

/** Before the first row of every list. */
export const REMOVAL_START: Position = { time: '', key: '' };
const ROWS_AT_ONCE = 100;

const rev = z.int().min(1);

const readAll = (storage: Storage, entity: EntityName, keys: readonly string[]) =>
  storage.readMany(keys.map((key) => ({ entity, key })));

const alone = (removal: RowRemoval): RemovalGroup => ({ dependents: [], rows: [removal] });

/** Decides for each row by itself. */
const each =
  (entity: EntityName, hasEndedBefore: (value: unknown, cutoff: string, now: Date) => boolean): RemovalTask['plan'] =>
  async (storage, keys, { cutoff, now }) => {
    const rows = await readAll(storage, entity, keys);
    return keys.flatMap((key, index) => {
      const { revision, value } = rows[index] ?? ABSENT_ROW;
      const isKept = value === undefined || isUnreadable({ revision, value });
      if (isKept || !hasEndedBefore(value, cutoff, now)) return [];
      return [alone({ entity, key, expected: revision })];
    });
  };

/** Lists by key. */
const listKeys =
  (entity: EntityName, isCandidate: (key: string) => boolean = () => true): RemovalTask['list'] =>
  async (storage, { key: after }) => {
    const { rows, next } = await listByKey(storage, entity, after);
    const keys = rows.map(({ key }) => key).filter(isCandidate);
    return { keys, listed: rows.length, next: { time: '', key: next ?? '' }, hasMore: next !== undefined };
  };

interface TimeList {
  readonly entity: EntityName;
  readonly index: string;
  readonly partition?: string;
  /** The attribute with the time of the list. */
  readonly time: string;
  /** The candidate for a row. */
  readonly pick?: (key: string, value: unknown) => string | undefined;
}

/** Lists by time, up to the cutoff. */
const listTimes =
  ({ pick = (key) => key, ...list }: TimeList): RemovalTask['list'] =>
  async (storage, after, cutoff) => {
    let listed = 0;
    const { items, next, hasMore } = await listOldestFirst(storage, {
      ...list,
      after: after.time === '' ? { time: EARLIEST, key: '' } : after,
      to: cutoff,
      limit: ROWS_AT_ONCE,
      schema: z.unknown(),
      pick: (key, value) => {
        listed += 1;
        return pick(key, value);
      },
    });
    return { keys: items, listed, next, hasMore };
  };

const hasEndedKey = (value: unknown, cutoff: string, now: Date): boolean => {
  const record = apiKeyRecord.safeParse(value).data;
  if (record === undefined) return false;
  const status = keyStatus(record, now);
  if (status !== 'expired' && status !== 'revoked') return false;
  const { revokedAt, expiresAt, graceUntil = expiresAt } = record;
  const endedAt = revokedAt ?? (graceUntil < expiresAt ? graceUntil : expiresAt);
  return endedAt <= cutoff;
};

const RUN_KEY = /^(?:scan:|redaction:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const endedRun = z.object({
  rev,
  state: z.string(),
  data: z.object({ finishedAt: instant.optional(), touchedAt: instant }),
});

/** The lists of a run, such as its pages, are removed before it. */
const planRuns: RemovalTask['plan'] = async (storage, keys, { cutoff }) => {
  const rows = await readAll(storage, 'job', keys);
  const groups: RemovalGroup[] = [];
  for (const [index, key] of keys.entries()) {
    const { revision, value } = rows[index] ?? ABSENT_ROW;
    const run = endedRun.safeParse(value).data;
    if (run === undefined || revision !== run.rev || !hasEnded(run)) continue;
    if ((run.data.finishedAt ?? run.data.touchedAt) > cutoff) continue;
    const results = key.startsWith('scan:') ? [`scan-pages:${key.slice('scan:'.length)}`] : [];
    const lists = [...results, ...(await listKeysFrom(storage, 'job', `${key}:`))];
    const stored = await readAll(storage, 'job', lists);
    groups.push({
      dependents: lists
        .filter((_list, n) => stored[n]?.value !== undefined)
        .map((list) => ({ entity: 'job', key: list })),
      guard: { entity: 'job', key, expected: revision },
      rows: [{ entity: 'job', key, expected: revision }],
    });
  }
  return groups;
};

const closedFinding = z.object({
  rev,
  status: z.enum(['resolved', 'redacted']),
  foundAt: instant,
  data: z.object({ statusAt: instant.optional() }),
});

const isClosedBefore = (value: unknown, cutoff: string): boolean => {
  const finding = closedFinding.safeParse(value).data;
  return finding !== undefined && (finding.data.statusAt ?? finding.foundAt) <= cutoff;
};

/** The pages whose last scan recorded before the cutoff that they were deleted. */
const listGoneScans: RemovalTask['list'] = async (storage, after, cutoff) => {
  let listed = 0;
  const { items, next } = await listByPage(storage, {
    ...{ entity: 'page-scan', index: 'by-state', partition: 'gone', schema: z.unknown(), limit: ROWS_AT_ONCE },
    after: after.key === '' ? undefined : after,
    pick: (pageId, value) => {
      listed += 1;
      const scan = goneScan.safeParse(value).data;
      return scan === undefined || scan.scannedAt > cutoff ? undefined : pageId;
    },
  });
  return { keys: items, listed, next: next ?? REMOVAL_START, hasMore: next !== undefined };
};

const removedLevel = z.object({ subject: z.string().regex(/^page:./) });
const goneScan = z.object({ rev, state: z.literal('gone'), scannedAt: instant });
/** Without a level. */
const clearedLevel = z.object({
  rev,
  levelId: z.undefined().optional(),
  classifierId: z.string(),
  classificationDate: instant,
});

/** All rows of a deleted page, in this order. */
const PAGE_ENTITIES = ['page-scan', 'page-level', 'page-count', 'page-mirror', 'native-level'] as const;

/**
 * A page is deleted if its last scan recorded it, or if the app removed its level for that reason, and no other row shows
 * the page. The counters no longer include it.
 */
async function planDeletedPage(storage: Storage, pageId: string, cutoff: string): Promise<RemovalGroup | undefined> {
  const names: readonly { readonly entity: EntityName; readonly key: string }[] = [
    ...PAGE_ENTITIES.map((entity) => ({ entity, key: pageId })),
    REVIEW_ROWS.name(reviewKey(pageId)),
  ];
  const rows = await storage.readMany(names);
  const [scanRow = ABSENT_ROW, levelRow = ABSENT_ROW, countRow = ABSENT_ROW] = rows;
  const scan = goneScan.safeParse(scanRow.value).data;
  const level = clearedLevel.safeParse(levelRow.value).data;
  if ((scanRow.value !== undefined && scan === undefined) || (levelRow.value !== undefined && level === undefined))
    return undefined;
  const times = [scan?.scannedAt, level?.classificationDate].filter((time) => time !== undefined);
  const isDeleted = scan !== undefined || level?.classifierId === SYSTEM;
  if (!isDeleted || times.some((time) => time > cutoff)) return undefined;
  const { count } = parsePageCount(countRow);
  if (countRow.value !== undefined && (count === undefined || count.contribution !== undefined)) return undefined;
  if (rows.some(isUnreadable)) return undefined;
  const removals = names.flatMap((name, index): RowCheck[] => {
    const { revision, value } = rows[index] ?? ABSENT_ROW;
    return value === undefined ? [] : [{ ...name, expected: revision }];
  });
  const findings = await planFindings(storage, pageId);
  return findings === undefined ? undefined : { dependents: findings, guard: removals[0], rows: removals };
}

/** A row of a newer version of the app, or without a revision. */
function isUnreadable({ revision, value }: Row): boolean {
  return value !== undefined && (revision === 'absent' || revision < 1 || revision === NEWER_ROW);
}

/** @returns undefined if one of them is open */
async function planFindings(storage: Storage, pageId: string): Promise<readonly RowRemoval[] | undefined> {
  const keys: string[] = [];
  const query = { entity: 'detection', index: 'by-page', partition: [pageId], sort: 'ASC' } as const;
  for await (const listed of listAllRows(storage, query)) keys.push(...listed.map(({ key }) => key));
  const rows = await readAll(storage, 'detection', keys);
  const removals: RowRemoval[] = [];
  for (const [index, key] of keys.entries()) {
    const { revision, value } = rows[index] ?? ABSENT_ROW;
    if (value === undefined) continue;
    const finding = closedFinding.safeParse(value).data;
    if (finding?.rev !== revision) return undefined;
    removals.push({ entity: 'detection', key, expected: revision });
  }
  return removals;
}

const planDeletedPages: RemovalTask['plan'] = async (storage, pageIds, { cutoff }) => {
  const groups: RemovalGroup[] = [];
  for (const pageId of new Set(pageIds)) {
    const page = await planDeletedPage(storage, pageId, cutoff);
    if (page !== undefined) groups.push(page);
  }
  return groups;
};

/** The entry of a log. Undefined: a newer version of the app wrote it. */
function entryOf({ revision, value }: Row = ABSENT_ROW): unknown {
  return revision === NEWER_ROW ? undefined : value;
}

const changeOfPage = z.object({ pageId: z.string(), changedAt: instant });
const currentChange = z.object({ changeId: z.string() });

/**
 * The last change of each page stays, because the page refers to it. Entries of logs never change, so they have no
 * condition.
 */
const planLevelChanges: RemovalTask['plan'] = async (storage, keys, { cutoff }) => {
  const rows = await readAll(storage, 'level-change', keys);
  const changes = keys.flatMap((key, index) => {
    const change = changeOfPage.safeParse(entryOf(rows[index])).data;
    return change === undefined || change.changedAt > cutoff ? [] : [{ key, pageId: change.pageId }];
  });
  const pages = await readAll(
    storage,
    'page-level',
    changes.map(({ pageId }) => pageId),
  );
  return changes.flatMap(({ key }, index) => {
    const { value } = pages[index] ?? ABSENT_ROW;
    const current = currentChange.safeParse(value).data?.changeId;
    const isNeeded = value !== undefined && (current === undefined || current === key);
    return isNeeded ? [] : [alone({ entity: 'level-change', key })];
  });
};

const auditTime = z.object({ time: instant });

/** The months up to the cutoff, one partition of the index after the other. */
const listAuditEvents: RemovalTask['list'] = async (storage, after, cutoff) => {
  let from = after.time === '' ? { time: EARLIEST, key: '' } : after;
  for (;;) {
    const month = from.time.slice(0, 7);
    const list = listTimes({ entity: 'audit', index: 'by-month', partition: month, time: 'time' });
    const found = await list(storage, from, cutoff);
    if (found.hasMore) return found;
    const nextMonth = monthAfter(month);
    const next = { time: nextMonth, key: '' };
    if (nextMonth > cutoff) return { ...found, hasMore: false };
    if (found.listed > 0) return { ...found, next, hasMore: true };
    from = next;
  }
};

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
}

const planAuditEvents: RemovalTask['plan'] = async (storage, keys, { cutoff }) => {
  const rows = await readAll(storage, 'audit', keys);
  return keys.flatMap((key, index) => {
    const event = auditTime.safeParse(entryOf(rows[index])).data;
    return event === undefined || event.time > cutoff ? [] : [alone({ entity: 'audit', key })];
  });
};

export const TASKS: Readonly<Record<RemovalTaskName, RemovalTask>> = {
  keys: {
    setting: 'endedKeys',
    list: listKeys('api-key'),
    plan: async (...call) => {
      const ended = await each('api-key', hasEndedKey)(...call);
      return ended.map(({ dependents, rows }) => ({
        dependents,
        rows: [...rows, ...rows.map(({ key }) => keyUseName(key))],
      }));
    },
  },
  runs: {
    setting: 'endedRuns',
    list: listKeys('job', (key) => RUN_KEY.test(key)),
    plan: planRuns,
  },
  'resolved-findings': findingsOf('resolved'),
  'redacted-findings': findingsOf('redacted'),
  'gone-scans': {
    setting: 'deletedPages',
    list: listGoneScans,
    plan: planDeletedPages,
  },
  'removed-levels': {
    setting: 'deletedPages',
    list: listTimes({
      entity: 'audit',
      index: 'by-type',
      partition: 'page.level.removed',
      time: 'time',
      pick: (_key, value) => removedLevel.safeParse(value).data?.subject.slice('page:'.length),
    }),
    plan: planDeletedPages,
  },
  'level-changes': {
    setting: 'levelHistory',
    list: listTimes({ entity: 'level-change', index: 'by-date', time: 'changedAt' }),
    plan: planLevelChanges,
  },
  'audit-events': { setting: 'auditEvents', list: listAuditEvents, plan: planAuditEvents },
};

function findingsOf(status: 'resolved' | 'redacted'): RemovalTask {
  return {
    setting: 'resolvedFindings',
    list: listTimes({ entity: 'detection', index: 'by-status', partition: status, time: 'foundAt' }),
    plan: each('detection', isClosedBefore),
  };
}

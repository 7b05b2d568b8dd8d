import type * as z from 'zod';
import {
  ABSENT_ROW,
  nextRevision,
  type Revision,
  type Row,
  type RowCheck,
  type RowWrite,
  type Storage,
} from '../platform/storage';
import { type StoredRow, storedRows } from '../platform/stored-rows';
import { type LevelChangeRecord, type LevelOfPage, type PageLevelRecord, storedLevelRecord, type Via } from './model';
import { commitAudited } from '../audit/commit-audited';
import { type OfContent, ofContent } from './content-type';
import { definedOf } from '../platform/defined-of';

/** The stored facts about a page's level, and the row that the condition of a change refers to. */
export interface StoredPageLevel extends OfContent {
  readonly revision: Revision;
  /** undefined = the page has no level. */
  readonly record: PageLevelRecord | undefined;
  /** When the level was last changed or cleared. */
  readonly changedAt?: string;
  /** The last change, and its author. */
  readonly lastChange?: Pick<PageLevelRecord, 'changeId' | 'classifierId'>;
}

/**
 * The stored row of a page, not yet parsed, because it is read together with the key, before the caller is known.
 * @throws StorageUnavailableError
 */
export function readPageLevelRow(storage: Storage, pageId: string): Promise<Row> {
  return storage.read('page-level', pageId);
}

/**
 * Reads the same, and the row of the last page scan, at the same time. A change needs them `exact`.
 * @throws StorageUnavailableError
 */
export async function readPageRows(
  storage: Storage,
  pageId: string,
  exact?: 'exact',
): Promise<{ readonly row: Row; readonly scan: Row }> {
  const names = [{ entity: 'page-level', key: pageId } as const, { entity: 'page-scan', key: pageId } as const];
  const [row = ABSENT_ROW, scan = ABSENT_ROW] = await storage.readMany(names, exact);
  return { row, scan };
}

const LEVELS = storedRows('page-level', storedLevelRecord);

/** The same, for callers to which an unreadable row counts as absent. */
export function findPageLevel(row: Row): StoredPageLevel {
  return factsIn({ revision: row.revision, record: LEVELS.find(row) });
}

/** @throws CorruptRecordError */
export function parsePageLevel(pageId: string, row: Row): StoredPageLevel {
  return factsIn(LEVELS.parse(pageId, row));
}

function factsIn({ revision, record }: StoredRow<z.infer<typeof storedLevelRecord>>): StoredPageLevel {
  if (record === undefined) return { revision, record };
  const { classificationDate: changedAt, changeId, classifierId, contentType } = record;
  return {
    revision,
    ...ofContent(contentType),
    record: 'levelId' in record ? record : undefined,
    changedAt,
    lastChange: { changeId, classifierId },
  };
}

/**
 * The stored facts of several pages, in the order of their ids. A record that cannot be read may deny access, so
 * callers must not show anything that depends on it.
 * @throws StorageUnavailableError
 */
export async function readPageLevels(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPageLevel | 'unreadable'>> {
  const rows = await LEVELS.readMany(storage, pageIds);
  return new Map([...rows].map(([pageId, row]) => [pageId, row === 'unreadable' ? row : factsIn(row)]));
}

/** A change of a page's level: the level at the time of the decision, and the new one or none. */
export interface LevelChange {
  readonly pageId: string;
  readonly previous: StoredPageLevel;
  /** The reason and the method. The revision follows from the previous one. */
  readonly next: Omit<PageLevelRecord, 'v' | 'rev' | 'pageId' | 'levelId' | 'subLevelId'>;
  readonly level: LevelOfPage | 'none';
  readonly justification?: string | undefined;
  readonly via?: Via | undefined;
  /** The lifetime of the page's row. Omitted = unlimited. */
  readonly keepDays?: number;
}

/** The record with the page's new level; undefined = the page has no level. */
export function recordAfter(change: LevelChange): PageLevelRecord | undefined {
  return change.level === 'none' ? undefined : { ...baseAfter(change), ...change.level };
}

function baseAfter({ pageId, previous, next }: LevelChange) {
  return { v: 1 as const, rev: nextRevision(previous.revision), pageId, ...next };
}

/**
 * Writes the record, the history entry and the audit row in one transaction, if the page's record and the other rows
 * that the decision depends on are unchanged. If the reply is lost, reads whether the change was written, and returns
 * that.
 * @throws StorageUnavailableError if nothing was written, or if the outcome is unknown
 */
export async function commitLevelChange(
  storage: Storage,
  change: LevelChange,
  auditRow: RowWrite,
  stillValid: readonly RowCheck[],
  alongside: readonly RowWrite[] = [],
): Promise<'committed' | 'conflict'> {
  const { changeId } = change.next;
  const value = recordAfter(change) ?? baseAfter(change);
  const writes: RowWrite[] = [
    {
      entity: 'page-level',
      key: change.pageId,
      value,
      expected: change.previous.revision,
      ...(change.keepDays === undefined ? {} : { keepDays: change.keepDays }),
    },
    { entity: 'level-change', key: changeId, value: historyEntry(change) },
    ...alongside,
  ];
  return commitAudited(storage, writes, [auditRow], stillValid);
}

/** True if this change was committed, also if the page has been changed again since. */
export async function wasCommitted(storage: Storage, changeId: string): Promise<boolean> {
  return (await storage.read('level-change', changeId)).value !== undefined;
}

/** The entry of the change in the history of its page. */
export function historyEntry(change: LevelChange): LevelChangeRecord {
  const { previous, level, justification, via } = change;
  const { v, rev, changeId: _rowKey, classificationDate, ...rest } = baseAfter(change);
  return {
    v,
    pageRev: rev,
    ...rest,
    ...(level === 'none' ? {} : level),
    changedAt: classificationDate,
    ...definedOf({
      previousLevelId: previous.record?.levelId,
      previousSubLevelId: previous.record?.subLevelId,
      justification,
      via,
    }),
  };
}

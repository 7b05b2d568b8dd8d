import { getAppContext } from '@forge/api';
import { Filter, FilterConditions, ForgeKvsAPIError, kvs, MetadataField, Sort, WhereConditions } from '@forge/kvs';
import { awaitAll } from './await-all';
import { type Deadline, TimeoutError } from './deadline';
import { partsOf } from './parts';
import { onePerRow, rowIdOf } from './row-set';

/**
 * The Forge Custom Entity Store and, for values without conditions, the Key-Value Store.
 *
 * `get` is strictly consistent; queries and batches are not. Code that must be correct uses `read` and the conditions of
 * `commit`. `list` is for lists that people view.
 */

/** The entities of manifest.yml. */
export type EntityName =
  | 'api-key'
  | 'page-level'
  | 'level-change'
  | 'audit'
  | 'config'
  | 'rate-limit'
  | 'idempotency'
  | 'job'
  | 'detection'
  | 'page-scan'
  | 'page-mirror'
  | 'page-count'
  | 'count'
  | 'level-proposal'
  | 'mention'
  | 'person'
  | 'erasure'
  | 'probe'
  | 'native-level'
  | 'governance';

/**
 * The version of each entity's rows that this version of the app writes, and the newest that it reads. A later
 * version that changes the shape of rows upgrades earlier rows when it reads them (docs/adr/0058). Counters live for a day, and
 * each version of the app starts them again.
 */
const rowVersion = (entity: EntityName) => (entity === 'rate-limit' ? Infinity : 1);

/** The condition of a later write: the revision that was read, or that there was no row. */
export type Revision = number | 'absent';

/**
 * The revision of a row that a newer version of the app wrote. No row has it, so no conditional write replaces the row.
 * The greatest integer that the platform stores.
 */
export const NEWER_ROW = 2_147_483_647;

/** A row as read. `value` is not validated; the owner of the entity parses it. */
export interface Row {
  readonly revision: Revision;
  readonly value: unknown;
}

export const ABSENT_ROW: Row = { revision: 'absent', value: undefined };

/** The revision that the next write of a row stores. A row whose revision cannot be read starts again at 1. */
export function nextRevision(revision: Revision): number {
  return revision === 'absent' ? 1 : Math.max(0, revision) + 1;
}

/** A JSON object without null. */
export type StoredValue = Readonly<Record<string, unknown>>;

/** Sets a row. With `expected`, only if the row has not changed since it was read. */
export interface RowWrite {
  readonly entity: EntityName;
  readonly key: string;
  readonly value: StoredValue;
  readonly expected?: Revision;
  /** Days until the platform may delete the row, at most 365. Deletion may be late. Omitted: never. */
  readonly keepDays?: number;
}

/** Overwrites a value of the Key-Value Store. */
export interface ValueWrite {
  readonly key: string;
  readonly value: StoredValue;
  readonly keepDays: number;
}

/** Identifies a row of an entity or, without entity, a value of the Key-Value Store. */
export interface RowName {
  readonly entity?: EntityName;
  readonly key: string;
}

/** Deletes a row or a value. With `expected`, only if the row has not changed since it was read. */
export interface RowRemoval extends RowName {
  readonly expected?: Revision;
}

/** A row that must not have changed but is not written. */
export interface RowCheck {
  readonly entity: EntityName;
  readonly key: string;
  readonly expected: Revision;
}

export interface ListQuery {
  readonly entity: EntityName;
  readonly index: string;
  readonly partition?: readonly string[];
  /** Inclusive bounds of the range attribute of the index. */
  readonly between?: readonly [from: string, to: string];
  readonly sort: 'ASC' | 'DESC';
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListPage {
  readonly rows: readonly { readonly key: string; readonly value: unknown }[];
  readonly cursor: string | undefined;
}

/** A storage operation failed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  /** True if a write may have taken effect although there was no response. */
  readonly outcomeUnknown: boolean;
  /** True if the requests or units of the installation are used up. */
  readonly isThrottled: boolean;

  constructor(cause: unknown, outcomeUnknown: boolean) {
    super(`storage: ${describe(cause)}`);
    this.outcomeUnknown = outcomeUnknown;
    this.isThrottled = cause instanceof ForgeKvsAPIError && cause.responseDetails.status === 429;
  }
}

export interface Storage {
  /** Strictly consistent. @throws StorageUnavailableError */
  read(entity: EntityName, key: string): Promise<Row>;
  /**
   * Reads rows, in the order of their names, which may repeat: one call for each 25 rows, all at the same time. Eventually
   * consistent, because the platform documents no more: a row may be absent or older than it is. Code that must be correct
   * relies on the conditions of a later `commit`. Strictly consistent, with a call for each row: the rows that this storage
   * tried to write, so that an attempt after a conflict sees what it conflicted with, and with `exact` all rows.
   * @throws StorageUnavailableError
   */
  readMany(names: readonly RowName[], exact?: 'exact'): Promise<readonly Row[]>;
  /**
   * Writes and deletes all rows or none, at most 25. `conflict`: a row was not as expected, and nothing was written. Several
   * conditions of a row are joined with its change.
   * @throws StorageUnavailableError, with `outcomeUnknown` if the rows may have been written; Error for two different changes of
   *   one row
   */
  commit(
    writes: readonly RowWrite[],
    checks: readonly RowCheck[],
    values?: readonly ValueWrite[],
    removals?: readonly RowRemoval[],
  ): Promise<'committed' | 'conflict'>;
  /**
   * Creates an empty row of revision 0 if the row is absent, so that the first write can depend on an existing row. It is not
   * verified on a real site that NOT_EXISTS matches absent rows. `read` returns the empty row without a value.
   * @throws StorageUnavailableError
   */
  placehold(entity: EntityName, key: string): Promise<void>;
  /** Eventually consistent. @throws StorageUnavailableError */
  list(query: ListQuery): Promise<ListPage>;
  /**
   * A row, and when the platform may delete it. Undefined: never. Strictly consistent. @throws StorageUnavailableError
   */
  readWithExpiry(entity: EntityName, key: string): Promise<Row & { readonly expiresAt: string | undefined }>;
  /** A value of the Key-Value Store, strictly consistent. Undefined if absent. @throws StorageUnavailableError */
  readValue(key: string): Promise<unknown>;
  /**
   * The last write wins. Only for values that need not be exact.
   * @throws StorageUnavailableError
   */
  writeValue(write: ValueWrite): Promise<void>;
  /** The values whose keys have this prefix, ordered by key. Eventually consistent. @throws StorageUnavailableError */
  listValues(prefix: string, limit: number, cursor: string | undefined): Promise<ListPage>;
}

const CALL_LIMIT_MS = 5_000;
/** The maximum number of operations in one transaction. */
export const MAX_OPERATIONS = 25;
/** The maximum number of rows that the platform reads in one call. */
const READ_AT_ONCE = 25;

/** With a metadata field the SDK also returns the key of the row. Without one, an invalid 200 would read as an absent row. */
const WITH_KEY = { metadataFields: [MetadataField.UPDATED_AT] };
const WITH_EXPIRY = { metadataFields: [MetadataField.EXPIRE_TIME] };

/** Opens the storage of the current installation. */
export function openStorage(deadline: Deadline, callLimitMs = CALL_LIMIT_MS): Storage {
  const toRow = (entity: EntityName | undefined, value: unknown): Row => {
    const row = rowOf(value);
    const isNewer = entity !== undefined && versionOf(value) > rowVersion(entity);
    return isNewer ? { ...row, revision: NEWER_ROW } : row;
  };

  // Used only for calls whose effects need no check after a failure.
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await deadline.run(callLimitMs, work);
    } catch (error) {
      throw new StorageUnavailableError(error, false);
    }
  };

  /** The rows that this storage tried to write. */
  const written = new Set<string>();

  const readOne = async ({ entity, key }: RowName): Promise<Row> => {
    const found = await call(() =>
      entity === undefined ? kvs.get<unknown>(key, WITH_KEY) : kvs.entity<unknown>(entity).get(key, WITH_KEY),
    );
    if (found === undefined) return ABSENT_ROW;
    if (found.key !== key || found.value === undefined) throw new StorageUnavailableError(undefined, false);
    return toRow(entity, found.value);
  };

  const readBatch = async (names: readonly RowName[]): Promise<readonly Row[]> => {
    const { successfulKeys, failedKeys } = await call(() => kvs.batchGet<unknown>(names.map(toItem)));
    // The SDK does not validate the body of a 200.
    if (!Array.isArray(successfulKeys) || !Array.isArray(failedKeys))
      throw new StorageUnavailableError(undefined, false);
    const isNamed =
      ({ entity, key }: RowName) =>
      (item: { readonly entityName?: string; readonly key: string }) =>
        item.key === key && item.entityName === entity;
    return names.map((name) => {
      const found = successfulKeys.find(isNamed(name));
      if (found !== undefined && found.value !== undefined) return toRow(name.entity, found.value);
      const failed = failedKeys.find(isNamed(name));
      const isAbsent = found === undefined && (failed === undefined || /NOT_FOUND/.test(failed.error.code));
      if (!isAbsent) throw new StorageUnavailableError(undefined, false);
      return ABSENT_ROW;
    });
  };

  /** The second way to recognize a conflict, if the response is not known as one but a row is not as expected. */
  const isConflictByRows = async (error: unknown, conditions: readonly Condition[]): Promise<boolean> => {
    const conditioned = conditions.filter(({ expected }) => expected !== undefined);
    if (!isUnknownRefusal(error) || conditioned.length === 0) return false;
    try {
      const rows = await awaitAll(conditioned.map(readOne));
      // The condition of an absent row may never hold (`placehold`), and no request with one is malformed for that.
      const isMalformed = error instanceof ForgeKvsAPIError && error.responseDetails.status === 400;
      return conditioned.some(
        ({ expected }, index) => !isAsExpected(rows[index], expected) || (expected === 'absent' && !isMalformed),
      );
    } catch {
      // The refusal remains an error.
      return false;
    }
  };

  return {
    read: (entity, key) => readOne({ entity, key }),

    readWithExpiry: async (entity, key) => {
      const found = await call(() => kvs.entity<unknown>(entity).get(key, WITH_EXPIRY));
      if (found === undefined) return { ...ABSENT_ROW, expiresAt: undefined };
      if (found.key !== key || found.value === undefined) throw new StorageUnavailableError(undefined, false);
      return { ...toRow(entity, found.value), expiresAt: found.expireTime };
    },

    readMany: async (names, exact) => {
      const byId = new Map(names.map((name) => [rowIdOf(name), name]));
      const isExact = (id: string) => exact !== undefined || written.has(id);
      const single = [...byId].filter(([id]) => isExact(id));
      const others = [...byId].filter(([id]) => !isExact(id));
      const read = await awaitAll([
        ...single.map(async ([, name]) => [await readOne(name)]),
        ...partsOf(others, READ_AT_ONCE).map((part) => readBatch(part.map(([, name]) => name))),
      ]);
      const ids = [...single, ...others].map(([id]) => id);
      const rows = new Map(read.flat().map((row, index) => [ids[index], row]));
      return names.map((name) => rows.get(rowIdOf(name)) ?? ABSENT_ROW);
    },

    commit: async (writes, checks, values = [], removals = []) => {
      const operations = onePerRow<Operation>([
        ...writes.map((write) => ({ op: 'set', ...write }) as const),
        ...values.map((write) => ({ op: 'set', ...write }) as const),
        ...removals.map((removal) => ({ op: 'delete', ...removal }) as const),
        ...checks.map((check) => ({ op: 'check', ...check }) as const),
      ]);
      if (operations === 'conflict') return operations;
      for (const operation of operations) written.add(rowIdOf(operation));
      const transaction = kvs.transact();
      for (const operation of operations) {
        const { op, entity, key, expected } = operation;
        const conditions = expected === undefined ? {} : { conditions: isStill(expected) };
        const row = entity === undefined ? undefined : { entityName: entity, ...conditions };
        // Without an entity argument the SDK drops the time to live.
        if (op === 'set')
          transaction.set(
            key,
            operation.value,
            row,
            operation.keepDays === undefined ? undefined : ttl(operation.keepDays),
          );
        else if (op === 'delete') transaction.delete<StoredValue>(key, row);
        else
          transaction.check<StoredValue>(key, {
            entityName: operation.entity,
            conditions: isStill(operation.expected),
          });
      }
      try {
        await deadline.run(callLimitMs, () => transaction.execute());
        return 'committed';
      } catch (error) {
        if (isLostRace(error) || (await isConflictByRows(error, operations))) return 'conflict';
        throw new StorageUnavailableError(error, isOutcomeUnknown(error));
      }
    },

    placehold: async (entity, key) => {
      written.add(rowIdOf({ entity, key }));
      await call(async () => {
        try {
          await kvs.entity<object>(entity).set(key, { v: 1, rev: 0 }, { keyPolicy: 'FAIL_IF_EXISTS' });
        } catch (error) {
          if (!isLostRace(error) && !(await isConflictByRows(error, [{ entity, key, expected: 'absent' }])))
            throw error;
        }
      });
    },

    list: async ({ entity, index, partition, between, sort, limit, cursor }) => {
      const query = kvs
        .entity<unknown>(entity)
        .query()
        .index(index, partition === undefined ? {} : { partition: [...partition] })
        .sort(sort === 'ASC' ? Sort.ASC : Sort.DESC)
        .limit(limit);
      if (between !== undefined) query.where(WhereConditions.between(...between));
      if (cursor !== undefined) query.cursor(cursor);
      return call(async () => {
        const { results, nextCursor } = await query.getMany();
        return { rows: results.map(({ key, value }) => ({ key, value })), cursor: nextCursor };
      });
    },

    readValue: async (key) => (await readOne({ key })).value,

    writeValue: ({ key, value, keepDays }) => call(() => kvs.set(key, value, ttl(keepDays))),

    listValues: (prefix, limit, cursor) => {
      const query = kvs.query().where('key', WhereConditions.beginsWith(prefix)).limit(limit);
      if (cursor !== undefined) query.cursor(cursor);
      return call(async () => {
        const { results, nextCursor } = await query.getMany<unknown>();
        return { rows: results.map(({ key, value }) => ({ key, value })), cursor: nextCursor };
      });
    },
  };
}

/** Identifies the installation whose storage the current invocation uses. Undefined: the platform does not report it. */
export function currentInstallation(): string | undefined {
  try {
    return getAppContext().installationAri.toString();
  } catch {
    return undefined;
  }
}

function toItem({ entity, key }: RowName) {
  return entity === undefined ? { key } : { key, entityName: entity };
}

function ttl(days: number) {
  return { ttl: { value: days, unit: 'DAYS' } } as const;
}

function rowOf(value: unknown): Row {
  const rev = typeof value === 'object' && value !== null && 'rev' in value ? value.rev : undefined;
  if (rev === 0) return { revision: 0, value: undefined };
  // A row without a readable revision can be read, but never matches the condition of a write.
  return { revision: typeof rev === 'number' ? rev : -1, value };
}

/** 0: the row has no readable version. */
function versionOf(value: unknown): number {
  const v = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;
  return typeof v === 'number' ? v : 0;
}

function isStill(expected: Revision) {
  return new Filter<StoredValue>().and(
    'rev',
    expected === 'absent' ? FilterConditions.notExists() : FilterConditions.equalTo(expected),
  );
}

/** The platform does not document the status of a failed condition, and error codes differ. Any indication counts. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof ForgeKvsAPIError)) return false;
  const { status } = error.responseDetails;
  return status === 409 || status === 412 || /CONDITION|CONFLICT|ALREADY_EXISTS/.test(error.code);
}

interface Condition extends RowName {
  readonly expected?: Revision;
}

type Operation =
  | ({ readonly op: 'set' } & (RowWrite | (ValueWrite & { readonly entity?: never; readonly expected?: never })))
  | ({ readonly op: 'delete' } & RowRemoval)
  | ({ readonly op: 'check' } & RowCheck);

/** Statuses whose meaning is known: authentication, rights, size, and rate. */
const NEVER_A_CONFLICT = [401, 403, 413, 429];

/** Nothing was written, and the reason may be a failed condition. */
function isUnknownRefusal(error: unknown): boolean {
  if (!(error instanceof ForgeKvsAPIError) || isOutcomeUnknown(error)) return false;
  return !NEVER_A_CONFLICT.includes(error.responseDetails.status);
}

/** No condition matches a row of a newer version. */
function isAsExpected(row: Row | undefined, expected: Revision | undefined): boolean {
  return expected !== NEWER_ROW && row?.revision === expected;
}

/** A 4xx response means that nothing was written. After any other failure the write may have happened. */
function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ForgeKvsAPIError)) return true;
  const { status } = error.responseDetails;
  return status < 400 || status >= 500;
}

/** For the log: only the status and a well-formed code of the platform's response. */
function describe(cause: unknown): string {
  if (cause instanceof ForgeKvsAPIError) {
    return `${cause.responseDetails.status} ${/^[A-Z_]{1,64}$/.test(cause.code) ? cause.code : 'with an odd code'}`;
  }
  return cause instanceof TimeoutError ? cause.message : 'no usable answer';
}

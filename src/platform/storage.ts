import { Filter, FilterConditions, ForgeKvsAPIError, kvs, MetadataField, Sort, WhereConditions } from '@forge/kvs';
import { type Deadline, TimeoutError } from './deadline';

/**
 * Forge's Custom Entity Store and, for what needs no conditions, its Key-Value Store, as far as the app needs them.
 * Source: the platform facts, section 2.
 *
 * `get` is strictly consistent, queries are not. So whatever must be right rests on `read` and on the conditions of
 * `commit`; `list` is for lists that people look at.
 */

/** The entities that manifest.yml declares. */
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
  | 'page-scan';

/** What a later write can be made conditional on: the revision that was read, or that there was no row. */
export type Revision = number | 'absent';

/** A row as it was read. `value` is what is stored, unparsed: the room that owns the entity parses it. */
export interface Row {
  readonly revision: Revision;
  readonly value: unknown;
}

/** A JSON object without null. */
export type StoredValue = Readonly<Record<string, unknown>>;

/** Sets a row. With `expected`, only if the row is still as it was read. */
export interface RowWrite {
  readonly entity: EntityName;
  readonly key: string;
  readonly value: StoredValue;
  readonly expected?: Revision;
  /** After how many days the platform may delete it, 365 at most; it may do so late. Left out = never. */
  readonly keepDays?: number;
}

/** Sets a value of the Key-Value Store, whatever was there. */
export interface ValueWrite {
  readonly key: string;
  readonly value: StoredValue;
  readonly keepDays: number;
}

/** A row of an entity, or, without one, a value of the Key-Value Store. */
export interface RowName {
  readonly entity?: EntityName;
  readonly key: string;
}

/** Something that must still be as it was read, though it is not written. */
export interface RowCheck {
  readonly entity: EntityName;
  readonly key: string;
  readonly expected: Revision;
}

export interface ListQuery {
  readonly entity: EntityName;
  readonly index: string;
  readonly partition?: readonly string[];
  /** Bounds of the index's range attribute, both included. */
  readonly between?: readonly [from: string, to: string];
  readonly sort: 'ASC' | 'DESC';
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListPage {
  readonly rows: readonly { readonly key: string; readonly value: unknown }[];
  readonly cursor: string | undefined;
}

/** Storage did not do what was asked. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  /** True where a write may have taken effect although no answer came. */
  readonly outcomeUnknown: boolean;

  constructor(cause: unknown, outcomeUnknown: boolean) {
    super(`storage: ${describe(cause)}`);
    this.outcomeUnknown = outcomeUnknown;
  }
}

export interface Storage {
  /** Strictly consistent. @throws StorageUnavailableError */
  read(entity: EntityName, key: string): Promise<Row>;
  /**
   * At most 25 rows in one call, in the order of their names. A row that the platform does not speak of counts as
   * absent: what must be right rests on the conditions of a later `commit`.
   * @throws StorageUnavailableError
   */
  readMany(names: readonly RowName[]): Promise<readonly Row[]>;
  /**
   * All of it or nothing, at most 25 rows.
   * `conflict` = a row was not as expected and nothing was written.
   * @throws StorageUnavailableError, with `outcomeUnknown` when it may have been written
   */
  commit(
    writes: readonly RowWrite[],
    checks: readonly RowCheck[],
    values?: readonly ValueWrite[],
  ): Promise<'committed' | 'conflict'>;
  /**
   * Puts an empty row of revision 0 where there is none, so that a first write can be conditional on a row that
   * exists: that NOT_EXISTS holds for an absent row is not established on a real site. `read` shows it as no value.
   * @throws StorageUnavailableError
   */
  placehold(entity: EntityName, key: string): Promise<void>;
  /** Eventually consistent. @throws StorageUnavailableError */
  list(query: ListQuery): Promise<ListPage>;
  /** A value of the Key-Value Store, strictly consistent; undefined = there is none. @throws StorageUnavailableError */
  readValue(key: string): Promise<unknown>;
  /**
   * The last write stands. For nothing that must be right.
   * @throws StorageUnavailableError
   */
  writeValue(write: ValueWrite): Promise<void>;
  /** The values whose keys begin so, in the order of their keys. Eventually consistent. @throws StorageUnavailableError */
  listValues(prefix: string, limit: number, cursor: string | undefined): Promise<ListPage>;
}

const CALL_LIMIT_MS = 5_000;

/** With a metadata field the SDK hands over the row's key as well; without, a 200 that is no row reads as "no row". */
const WITH_KEY = { metadataFields: [MetadataField.UPDATED_AT] };

/** The storage of the installation that is being served. */
export function openStorage(deadline: Deadline, callLimitMs = CALL_LIMIT_MS): Storage {
  // Nothing that it is used for has an effect which somebody would have to look for afterwards.
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await deadline.run(callLimitMs, work);
    } catch (error) {
      throw new StorageUnavailableError(error, false);
    }
  };

  return {
    read: async (entity, key) => {
      const found = await call(() => kvs.entity<unknown>(entity).get(key, WITH_KEY));
      if (found === undefined) return { revision: 'absent', value: undefined };
      if (found.key !== key || found.value === undefined) throw new StorageUnavailableError(undefined, false);
      return toRow(found.value);
    },

    readMany: async (names) => {
      const { successfulKeys, failedKeys } = await call(() => kvs.batchGet<unknown>(names.map(toItem)));
      // The SDK does not look at what is in a 200.
      if (!Array.isArray(successfulKeys) || !Array.isArray(failedKeys))
        throw new StorageUnavailableError(undefined, false);
      const isNamed =
        ({ entity, key }: RowName) =>
        (item: { readonly entityName?: string; readonly key: string }) =>
          item.key === key && item.entityName === entity;
      return names.map((name) => {
        const found = successfulKeys.find(isNamed(name));
        if (found !== undefined && found.value !== undefined) return toRow(found.value);
        const failed = failedKeys.find(isNamed(name));
        const isAbsent = found === undefined && (failed === undefined || /NOT_FOUND/.test(failed.error.code));
        if (!isAbsent) throw new StorageUnavailableError(undefined, false);
        return { revision: 'absent', value: undefined };
      });
    },

    commit: async (writes, checks, values = []) => {
      const transaction = kvs.transact();
      for (const { entity, key, value, expected, keepDays } of writes) {
        const conditions = expected === undefined ? {} : { conditions: isStill(expected) };
        transaction.set(
          key,
          value,
          { entityName: entity, ...conditions },
          keepDays === undefined ? undefined : ttl(keepDays),
        );
      }
      // Without an entity in its place the SDK drops the time to live.
      for (const { key, value, keepDays } of values) transaction.set(key, value, undefined, ttl(keepDays));
      for (const { entity, key, expected } of checks) {
        transaction.check<StoredValue>(key, { entityName: entity, conditions: isStill(expected) });
      }
      try {
        await deadline.run(callLimitMs, () => transaction.execute());
        return 'committed';
      } catch (error) {
        if (isLostRace(error)) return 'conflict';
        throw new StorageUnavailableError(error, isOutcomeUnknown(error));
      }
    },

    placehold: async (entity, key) => {
      await call(async () => {
        try {
          await kvs.entity<object>(entity).set(key, { v: 1, rev: 0 }, { keyPolicy: 'FAIL_IF_EXISTS' });
        } catch (error) {
          if (!isLostRace(error)) throw error;
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

    readValue: async (key) => {
      const found = await call(() => kvs.get<unknown>(key, WITH_KEY));
      if (found === undefined) return undefined;
      if (found.key !== key || found.value === undefined) throw new StorageUnavailableError(undefined, false);
      return found.value;
    },

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

function toItem({ entity, key }: RowName) {
  return entity === undefined ? { key } : { key, entityName: entity };
}

function ttl(days: number) {
  return { ttl: { value: days, unit: 'DAYS' } } as const;
}

function toRow(value: unknown): Row {
  const rev = typeof value === 'object' && value !== null && 'rev' in value ? value.rev : undefined;
  if (rev === 0) return { revision: 0, value: undefined };
  // A row without a readable revision can be read, but no write can ever match it.
  return { revision: typeof rev === 'number' ? rev : -1, value };
}

function isStill(expected: Revision) {
  return new Filter<StoredValue>().and(
    'rev',
    expected === 'absent' ? FilterConditions.notExists() : FilterConditions.equalTo(expected),
  );
}

/** The status of a failed condition is not documented, and code texts differ: any sign of it counts. */
function isLostRace(error: unknown): boolean {
  if (!(error instanceof ForgeKvsAPIError)) return false;
  const { status } = error.responseDetails;
  return status === 409 || status === 412 || /CONDITION|CONFLICT|ALREADY_EXISTS/.test(error.code);
}

/** A clear refusal (4xx) wrote nothing; after anything else the write may have happened. */
function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ForgeKvsAPIError)) return true;
  const { status } = error.responseDetails;
  return status < 400 || status >= 500;
}

/** For the log: of what the platform sent, nothing but a status and a code that looks like one. */
function describe(cause: unknown): string {
  if (cause instanceof ForgeKvsAPIError) {
    return `${cause.responseDetails.status} ${/^[A-Z_]{1,64}$/.test(cause.code) ? cause.code : 'with an odd code'}`;
  }
  return cause instanceof TimeoutError ? cause.message : 'no usable answer';
}

import { Filter, FilterConditions, ForgeKvsAPIError, kvs, WhereConditions } from '@forge/kvs';
import { awaitAll } from './await-all';
import type { Deadline } from './deadline';
import { isLostRace, type StoredValue } from './storage';

/**
 * Operations of the site check on rows that exist only to find out how the storage of this site behaves. Unlike
 * `Storage`, they return what a refused write looks like.
 */

const ENTITY = 'probe';
const INDEX = 'by-date';
const CALL_LIMIT_MS = 5_000;
/** The platform deletes the rows of a check that could not delete them. */
const SHORT_LIFE = { ttl: { value: 1, unit: 'HOURS' } } as const;

/** A refused operation. */
export interface StorageRefusal {
  /** For example `status-409.CONFLICT`: a status and a well-formed code, never a message. */
  readonly code: string;
  /** True if `Storage` treats it as a conflict with another write. */
  readonly isConflict: boolean;
}

type Outcome = 'done' | StorageRefusal;

/** Every operation is one call, and rejects if the storage gives no conclusive answer. */
export interface StorageTrial {
  /** Writes a row if it does not exist, in a transaction. With it, a value that expires after a minute. */
  createRow(key: string, value: StoredValue, expiringKey?: string): Promise<Outcome>;
  /** Writes a row if it does not exist, with a key policy. */
  createWithPolicy(key: string, value: StoredValue): Promise<Outcome>;
  /** Writes a row if it has this revision, in a transaction. */
  replaceRow(key: string, value: StoredValue, revision: number): Promise<Outcome>;
  /** Checks the revision of a row in this many transactions at the same time, which write nothing. */
  checkTogether(key: string, revision: number, transactions: number): Promise<readonly Outcome[]>;
  readRow(key: string): Promise<unknown>;
  /** The same in one read of two rows. */
  readInBatch(key: string): Promise<unknown>;
  /** The keys of the rows of this time, from the index. */
  findRows(at: string): Promise<readonly string[]>;
  deleteRow(key: string): Promise<void>;
  hasValue(key: string): Promise<boolean>;
}

export function openStorageTrial(deadline: Deadline): StorageTrial {
  const run = <T>(work: () => Promise<T>): Promise<T> => deadline.run(CALL_LIMIT_MS, work);
  const attempt = async (work: () => Promise<void>): Promise<Outcome> => {
    try {
      await run(work);
      return 'done';
    } catch (error) {
      // A 5xx says nothing about conditions.
      if (!(error instanceof ForgeKvsAPIError) || error.responseDetails.status >= 500) throw error;
      return { code: codeOf(error), isConflict: isLostRace(error) };
    }
  };
  const entity = kvs.entity<StoredValue>(ENTITY);
  return {
    createRow: (key, value, expiringKey) =>
      attempt(() => {
        const conditions = new Filter<StoredValue>().and('rev', FilterConditions.notExists());
        const transaction = kvs.transact().set(key, value, { entityName: ENTITY, conditions }, SHORT_LIFE);
        if (expiringKey !== undefined) {
          transaction.set(expiringKey, { v: 1 }, undefined, { ttl: { value: 1, unit: 'MINUTES' } });
        }
        return transaction.execute();
      }),
    createWithPolicy: (key, value) =>
      attempt(() => entity.set(key, value, { keyPolicy: 'FAIL_IF_EXISTS', ...SHORT_LIFE })),
    replaceRow: (key, value, revision) =>
      attempt(() => {
        const conditions = new Filter<StoredValue>().and('rev', FilterConditions.equalTo(revision));
        return kvs.transact().set(key, value, { entityName: ENTITY, conditions }, SHORT_LIFE).execute();
      }),
    checkTogether: (key, revision, transactions) => {
      const conditions = new Filter<StoredValue>().and('rev', FilterConditions.equalTo(revision));
      const check = (other: string) =>
        kvs
          .transact()
          .check<StoredValue>(key, { entityName: ENTITY, conditions })
          .delete(other, { entityName: ENTITY });
      // A transaction that only checks could be a special case.
      return awaitAll(
        Array.from({ length: transactions }, (_, index) => attempt(() => check(`${key}:${index}`).execute())),
      );
    },
    readRow: (key) => run(() => entity.get(key)),
    readInBatch: async (key) => {
      const rows = [key, `${key}:0`].map((one) => ({ key: one, entityName: ENTITY }));
      const { successfulKeys } = await run(() => kvs.batchGet<unknown>(rows));
      return successfulKeys.find((row) => row.key === key)?.value;
    },
    findRows: async (at) => {
      const query = entity.query().index(INDEX).where(WhereConditions.between(at, at)).limit(10);
      return (await run(() => query.getMany())).results.map(({ key }) => key);
    },
    deleteRow: (key) => run(() => entity.delete(key)),
    hasValue: async (key) => (await run(() => kvs.get<unknown>(key))) !== undefined,
  };
}

function codeOf({ responseDetails, code }: ForgeKvsAPIError): string {
  const status = `status-${responseDetails.status}`;
  return /^[A-Z_]{1,64}$/.test(code) ? `${status}.${code}` : status;
}

import type Database from 'libsql';
import * as z from 'zod';
import { secretCollection } from './catalog';

export interface RowAddress {
  readonly installationId: string;
  readonly collection: string;
  readonly key: string;
}

/** Times are milliseconds since the epoch; `value` is JSON text. */
export interface Row {
  readonly value: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number | null;
}

interface ListedRow extends Row {
  readonly collection: string;
  readonly key: string;
}

/** The current rows, which `get` returns and conditions are checked against. */
export interface Rows {
  /** An expired row is still returned until the platform deletes it. */
  read(address: RowAddress, nowMs: number): Row | undefined;
  write(address: RowAddress, row: Row, nowMs: number): void;
  remove(address: RowAddress, nowMs: number): void;
  deleteExpired(installationId: string, nowMs: number): void;
  /** Default: every row of every collection. With `word`: the rows whose key or value contains it. */
  list(installationId: string, nowMs: number, collection?: string, word?: string): ListedRow[];
}

export const rowRecord = z
  .object({ value: z.string(), created_at: z.number(), updated_at: z.number(), expires_at: z.number().nullable() })
  .transform((record): Row => ({
    value: record.value,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    expiresAt: record.expires_at,
  }));
const addressRecord = z.object({ collection: z.string(), key: z.string() });

export function openRows(database: Database.Database, expiryLagMs: number): Rows {
  const select = database.prepare(
    'SELECT value, created_at, updated_at, expires_at FROM kvs_row WHERE installation = ? AND collection = ? AND key = ?',
  );
  const upsert = database.prepare('INSERT OR REPLACE INTO kvs_row VALUES (?, ?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM kvs_row WHERE installation = ? AND collection = ? AND key = ?');
  const removeExpired = database.prepare('DELETE FROM kvs_row WHERE installation = ? AND expires_at <= ?');
  const list = database.prepare(
    `SELECT * FROM kvs_row WHERE installation = ?1 AND collection GLOB ?2
       AND (?3 = '' OR instr(key, ?3) > 0 OR instr(value, ?3) > 0) ORDER BY collection, key`,
  );
  const log = database.prepare(
    `INSERT INTO kvs_change (changed_at, installation, collection, key, value, created_at, updated_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const isGone = (row: Row, nowMs: number) => row.expiresAt !== null && row.expiresAt + expiryLagMs <= nowMs;

  return {
    read({ installationId, collection, key }, nowMs) {
      const record = select.get(installationId, collection, key);
      if (record === undefined) return undefined;
      const row = rowRecord.parse(record);
      return isGone(row, nowMs) ? undefined : row;
    },
    write({ installationId, collection, key }, { value, createdAt, updatedAt, expiresAt }, nowMs) {
      upsert.run(installationId, collection, key, value, createdAt, updatedAt, expiresAt);
      if (collection === secretCollection) return; // no query ever lists secrets
      log.run(nowMs, installationId, collection, key, value, createdAt, updatedAt, expiresAt);
    },
    remove({ installationId, collection, key }, nowMs) {
      remove.run(installationId, collection, key);
      if (collection === secretCollection) return;
      log.run(nowMs, installationId, collection, key, null, null, null, null);
    },
    deleteExpired(installationId, nowMs) {
      removeExpired.run(installationId, nowMs - expiryLagMs);
    },
    list(installationId, nowMs, collection = '*', word = '') {
      return list
        .all(installationId, collection, word)
        .map((record) => ({ ...rowRecord.parse(record), ...addressRecord.parse(record) }))
        .filter((row) => !isGone(row, nowMs));
    },
  };
}

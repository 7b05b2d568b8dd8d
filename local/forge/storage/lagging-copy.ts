import type Database from 'libsql';
import * as z from 'zod';
import { shareOf } from '../seeded-random';
import { type Catalog, entityOfCollection } from './catalog';
import type { IndexBuilds } from './index-builds';
import { indexEntries } from './index-entries';
import { rowRecord, type Row, type RowAddress } from './rows';
import type { Stretch } from './sort-position';

export interface PageRequest {
  readonly installationId: string;
  readonly collection: string;
  readonly index: string;
  readonly partition: string;
  readonly stretch: Stretch;
  readonly descending: boolean;
  /** The row before the first row of the page. */
  readonly after?: PagePosition;
  readonly limit: number;
}

export interface PagePosition {
  readonly position: string;
  readonly key: string;
}

export type ListedRow = Row & PagePosition;

/**
 * The data that queries and batches read. Each row has a delay of its own in each index and in batches, up to the lag. So two
 * rows that were written one after the other appear in any order, and one index has a row that another does not have yet.
 */
export interface LaggingCopy {
  readPage(request: PageRequest, nowMs: number): ListedRow[];
  /** The row as a batch returns it. */
  readRow(address: RowAddress, nowMs: number): Row | undefined;
}

export interface LaggingCopyOptions {
  readonly database: Database.Database;
  readonly catalog: Catalog;
  /** How long after a write a query or a batch may still miss it. */
  readonly lagMs: () => { readonly queries: number; readonly batches: number };
  /** Chooses the delay of each row. */
  readonly seed: number;
  readonly expiryLagMs: number;
  /** If they have changed, the stored rows are indexed again, as in a deployment. */
  readonly builds: IndexBuilds;
  /** True if queries by an index get nothing while it is built. */
  readonly hasSlowBuilds: () => boolean;
}

const chunk = 500;
/** Names the delays of rows in batches. No index has this name. */
const BATCHES = '(batches)';

const positionRecord = z.object({ position: z.string(), key: z.string() });
const storedRecord = z.object({
  installation: z.string(),
  collection: z.string(),
  key: z.string(),
  value: z.string(),
});
const changeRecord = z.object({
  sequence: z.number(),
  changed_at: z.number(),
  installation: z.string(),
  collection: z.string(),
  key: z.string(),
  value: z.string().nullable(),
  created_at: z.number().nullable(),
  updated_at: z.number().nullable(),
  expires_at: z.number().nullable(),
});
const expiredRecord = z.object({ collection: z.string(), key: z.string() });
const rowidRecord = z.object({ id: z.number() });

export function openLaggingCopy(options: LaggingCopyOptions): LaggingCopy {
  const { database, catalog, lagMs, expiryLagMs, seed, builds, hasSlowBuilds } = options;

  // `kvs_seen` and `kvs_index` have the changes that no reader misses. Readers add those that they see already.
  // Changes apply in the order of their writes, so one that is not due yet holds back all later ones.
  const selectDue = database.prepare(
    `SELECT * FROM kvs_change WHERE installation = ?1 AND sequence < coalesce(
       (SELECT min(sequence) FROM kvs_change WHERE installation = ?1 AND changed_at > ?2), 9223372036854775807)
     ORDER BY sequence LIMIT ${chunk}`,
  );
  const selectPending = database.prepare(
    'SELECT * FROM kvs_change WHERE installation = ?1 AND collection = ?2 AND (?3 IS NULL OR key = ?3) ORDER BY sequence',
  );
  const selectSeen = database.prepare(
    'SELECT value, created_at, updated_at, expires_at FROM kvs_seen WHERE installation = ? AND collection = ? AND key = ?',
  );
  const forgetChange = database.prepare('DELETE FROM kvs_change WHERE sequence = ?');
  const upsertSeen = database.prepare('INSERT OR REPLACE INTO kvs_seen VALUES (?, ?, ?, ?, ?, ?, ?)');
  const deleteSeen = database.prepare('DELETE FROM kvs_seen WHERE installation = ? AND collection = ? AND key = ?');
  const selectExpired = database.prepare(
    'SELECT collection, key FROM kvs_seen WHERE installation = ? AND expires_at <= ?',
  );
  const insertEntry = database.prepare('INSERT INTO kvs_index VALUES (?, ?, ?, ?, ?, ?)');
  const deleteEntries = database.prepare('DELETE FROM kvs_index WHERE installation = ? AND collection = ? AND key = ?');

  const pageColumns = `SELECT entry.position, entry.key, row.value, row.created_at, row.updated_at, row.expires_at
    FROM kvs_index entry JOIN kvs_seen row USING (installation, collection, key)
    WHERE installation = ? AND collection = ? AND index_name = ? AND partition = ? AND position >= ? AND position < ?`;
  const ascending = database.prepare(`${pageColumns} AND (position, key) > (?, ?) ORDER BY position, key LIMIT ?`);
  const descending = database.prepare(
    `${pageColumns} AND (position, key) < (?, ?) ORDER BY position DESC, key DESC LIMIT ?`,
  );

  function insertEntries(installation: string, collection: string, key: string, value: string): void {
    for (const entry of indexEntries(catalog.indexesOf(collection), key, value)) {
      insertEntry.run(installation, collection, entry.index, entry.partition, entry.position, key);
    }
  }

  function forget(installation: string, collection: string, key: string): void {
    deleteEntries.run(installation, collection, key);
    deleteSeen.run(installation, collection, key);
  }

  function apply(change: z.infer<typeof changeRecord>): void {
    const { installation, collection, key, value } = change;
    forget(installation, collection, key);
    if (value !== null) {
      upsertSeen.run(installation, collection, key, value, change.created_at, change.updated_at, change.expires_at);
      insertEntries(installation, collection, key, value);
    }
    forgetChange.run(change.sequence);
  }

  function reindex(): void {
    if (!builds.hasChanged) return;
    const select = database.prepare(
      `SELECT rowid AS id, * FROM kvs_seen WHERE rowid > ? ORDER BY rowid LIMIT ${chunk}`,
    );
    database.exec('DELETE FROM kvs_index');
    let last = 0;
    for (let records = select.all(last); records.length > 0; records = select.all(last)) {
      for (const record of records) {
        const { installation, collection, key, value } = storedRecord.parse(record);
        insertEntries(installation, collection, key, value);
        last = rowidRecord.parse(record).id;
      }
    }
    builds.record();
  }
  database.transaction(reindex).immediate();

  const selectChanges = (installation: string, cutoffMs: number) =>
    selectDue.all(installation, cutoffMs).map((record) => changeRecord.parse(record));
  const selectGone = (installation: string, cutoffMs: number) =>
    selectExpired.all(installation, cutoffMs).map((record) => expiredRecord.parse(record));

  // Read again under the lock, because another process may have applied these changes, and newer ones after them.
  const applyDue = database.transaction((installation: string, cutoffMs: number) => {
    for (const change of selectChanges(installation, cutoffMs)) apply(change);
  });
  const forgetExpired = database.transaction((installation: string, cutoffMs: number) => {
    for (const { collection, key } of selectGone(installation, cutoffMs)) forget(installation, collection, key);
  });

  function catchUp(installationId: string, nowMs: number): void {
    const lag = lagMs();
    const writtenBy = nowMs - Math.max(lag.queries, lag.batches);
    while (selectChanges(installationId, writtenBy).length > 0) applyDue.immediate(installationId, writtenBy);
    const expiredBy = nowMs - expiryLagMs;
    if (selectGone(installationId, expiredBy).length > 0) forgetExpired.immediate(installationId, expiredBy);
  }

  /** The rows that were changed within the lag, as the reader of this view sees them. Undefined: removed. */
  function recentRows(
    { installationId, collection, key }: Omit<RowAddress, 'key'> & { readonly key?: string },
    view: string,
    nowMs: number,
  ): Map<string, Row | undefined> {
    const viewLagMs = view === BATCHES ? lagMs().batches : lagMs().queries;
    const rows = new Map<string, Row | undefined>();
    for (const record of selectPending.all(installationId, collection, key ?? null)) {
      const change = changeRecord.parse(record);
      const delayMs = viewLagMs * shareOf(`${seed} ${view} ${collection} ${change.key}`);
      if (change.changed_at + delayMs > nowMs) continue;
      const isGone = change.value === null || (change.expires_at ?? Infinity) + expiryLagMs <= nowMs;
      rows.set(change.key, isGone ? undefined : rowRecord.parse(record));
    }
    return rows;
  }

  return {
    readPage({ installationId, collection, index, partition, stretch, after, limit, ...request }, nowMs) {
      const entity = entityOfCollection(collection);
      if (entity !== undefined && hasSlowBuilds() && builds.isBuilding(entity, index, nowMs)) return [];
      catchUp(installationId, nowMs);
      const recent = recentRows({ installationId, collection }, index, nowMs);
      // Starting at the cursor's position, not at the start of the range, keeps a late page as cheap as the first.
      const { from, to, start } = request.descending
        ? { from: stretch.from, to: endOf(stretch, after), start: after ?? { position: 'g', key: '' } }
        : { from: startOf(stretch, after), to: stretch.to, start: after ?? { position: '', key: '' } };
      const settled = (request.descending ? descending : ascending)
        .all(installationId, collection, index, partition, from, to, start.position, start.key, limit + recent.size)
        .map((record) => ({ ...rowRecord.parse(record), ...positionRecord.parse(record) }))
        .filter(({ key }) => !recent.has(key));
      if (recent.size === 0) return settled;
      const order = (left: PagePosition, right: PagePosition) =>
        (request.descending ? -1 : 1) *
        (compareText(left.position, right.position) || compareText(left.key, right.key));
      const listed = catalog.indexesOf(collection).filter(({ name }) => name === index);
      const added = [...recent].flatMap(([key, row]) =>
        (row === undefined ? [] : indexEntries(listed, key, row.value)).flatMap((entry) => {
          const at = { position: entry.position, key };
          const isInside = entry.partition === partition && at.position >= from && at.position < to;
          return row !== undefined && isInside && order(at, start) > 0 ? [{ ...row, ...at }] : [];
        }),
      );
      return [...settled, ...added].sort(order).slice(0, limit);
    },
    readRow(address, nowMs) {
      const { installationId, collection, key } = address;
      catchUp(installationId, nowMs);
      const recent = recentRows(address, BATCHES, nowMs);
      if (recent.has(key)) return recent.get(key);
      const record = selectSeen.get(installationId, collection, key);
      return record === undefined ? undefined : rowRecord.parse(record);
    },
  };
}

/** Keys and positions are ASCII, so this is SQLite's order, too. */
function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function startOf(stretch: Stretch, after: PagePosition | undefined): string {
  return after && after.position > stretch.from ? after.position : stretch.from;
}

/** `to` is exclusive, but rows with the cursor's position may still follow. */
function endOf(stretch: Stretch, after: PagePosition | undefined): string {
  const end = after && `${after.position} `;
  return end !== undefined && end < stretch.to ? end : stretch.to;
}

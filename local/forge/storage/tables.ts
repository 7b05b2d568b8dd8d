import type Database from 'libsql';

/**
 * `kvs_row` is the truth for every `get` and every condition. `kvs_seen` and `kvs_index` are the copy that queries
 * read; `kvs_change` holds the writes that the copy does not have yet.
 */
export function createTables(database: Database.Database): void {
  // With a write-ahead log, committed data survives the death of the process.
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('busy_timeout = 5000');
  database.exec(`
    CREATE TABLE IF NOT EXISTS kvs_row (
      installation TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL,
      value TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER,
      PRIMARY KEY (installation, collection, key)
    );
    CREATE INDEX IF NOT EXISTS kvs_row_by_expiry ON kvs_row (installation, expires_at) WHERE expires_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS kvs_change (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, changed_at INTEGER NOT NULL,
      installation TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL,
      value TEXT, created_at INTEGER, updated_at INTEGER, expires_at INTEGER
    );
    CREATE INDEX IF NOT EXISTS kvs_change_by_time ON kvs_change (installation, changed_at);

    CREATE TABLE IF NOT EXISTS kvs_seen (
      installation TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL,
      value TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER,
      PRIMARY KEY (installation, collection, key)
    );
    CREATE INDEX IF NOT EXISTS kvs_seen_by_expiry ON kvs_seen (installation, expires_at) WHERE expires_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS kvs_index (
      installation TEXT NOT NULL, collection TEXT NOT NULL, index_name TEXT NOT NULL,
      partition TEXT NOT NULL, position TEXT NOT NULL, key TEXT NOT NULL,
      PRIMARY KEY (installation, collection, index_name, partition, position, key)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS kvs_index_by_row ON kvs_index (installation, collection, key);

    CREATE TABLE IF NOT EXISTS kvs_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  `);
}

export function emptyTables(database: Database.Database): void {
  database.exec('DELETE FROM kvs_row; DELETE FROM kvs_change; DELETE FROM kvs_seen; DELETE FROM kvs_index;');
}

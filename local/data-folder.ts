import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** The name of the database of a site in its data folder. */
export const DATABASE = 'site.db';

/**
 * Locks the data folder for this process until the process ends. The lock is SQLite's, so a killed process
 * leaves none behind.
 * @throws if another process holds the lock
 */
export function lockDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new Database(join(dataDir, 'host.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `another host uses the data folder ${dataDir}. Stop it, or set another folder with DATA_DIR=… npm start.`,
    );
  }
  // The garbage collector closes a connection without references, and so releases its lock.
  held.push(lock);
}

const held: Database.Database[] = [];

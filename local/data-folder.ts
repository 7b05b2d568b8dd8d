import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/**
 * Keeps the data folder for this process until it ends, however it ends: the lock is SQLite's, so a killed process
 * leaves none behind.
 * @throws where another process has it
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
  // Whatever nobody refers to is closed by the garbage collector, and the lock with it.
  held.push(lock);
}

const held: Database.Database[] = [];

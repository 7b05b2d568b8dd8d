import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { watchLine, type Watched } from '../runs/watch-line';
import { isScanOver } from './run-model';
import { commitRun, keepScanLine, nextRun, readOpenScans, readScanRun } from './run-store';

/** Longer than a step waits for anything. */
const LOST_AFTER_MS = 20 * 60_000;
/** Nothing waits for anything before it has begun. */
const LOST_BEFORE_START_AFTER_MS = 2 * 60_000;

/**
 * Scans that nothing drives any more, because their event was lost, or its chain has become too long for the platform, and
 * those whose turn has come. A push counts as a move.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostScans(storage: Storage, clock: Clock): Promise<Watched> {
  const open = await readOpenScans(storage);
  return watchLine(
    open.line,
    async (scanId) => {
      const { run } = await readScanRun(storage, scanId);
      const now = clock();
      if (run === undefined || isScanOver(run)) return 'gone';
      const { state, data } = run.record;
      const silentMs = now.getTime() - Date.parse(data.touchedAt);
      if (silentMs < (state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS)) return 'moving';
      const touched = nextRun(run, { touchedAt: now.toISOString() });
      return (await commitRun(storage, run, touched, open)) === 'conflict' ? 'moving' : 'lost';
    },
    (line) => keepScanLine(storage, open, line),
  );
}

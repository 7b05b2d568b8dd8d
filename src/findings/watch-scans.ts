import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { isLost, watchLine, type Watched } from '../runs/watch-line';
import { isScanOver } from './run-model';
import { commitRun, keepScanLine, nextRun, readOpenScans, readScanRun } from './run-store';

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
      if (!isLost(run.record, now)) return 'moving';
      const touched = nextRun(run, { touchedAt: now.toISOString() });
      return (await commitRun(storage, run, touched, open)) === 'conflict' ? 'moving' : 'lost';
    },
    (line) => keepScanLine(storage, open, line),
  );
}

import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { isLost, watchLine, type Watched } from '../runs/watch-line';
import { isRedactionOver } from './run-model';
import { commitRedaction, keepRedactionLine, nextRedaction, readOpenRedactions, readRedaction } from './run-store';

/**
 * Redactions that nothing drives any more, because their event was lost, and those whose turn has come. A push counts as a
 * move.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostRedactions(storage: Storage, clock: Clock): Promise<Watched> {
  const open = await readOpenRedactions(storage);
  return watchLine(
    open.line,
    async (redactionId) => {
      const { run } = await readRedaction(storage, redactionId);
      const now = clock();
      if (run === undefined || isRedactionOver(run)) return 'gone';
      if (!isLost(run.record, now)) return 'moving';
      const touched = nextRedaction(run, { touchedAt: now.toISOString() });
      return (await commitRedaction(storage, run, touched)) === 'conflict' ? 'moving' : 'lost';
    },
    (line) => keepRedactionLine(storage, open, line),
  );
}

import type { Clock } from '../platform/clock';
import { orCorrupt, type Watched } from '../platform/corrupt-record';
import type { Storage } from '../platform/storage';
import { commitRedaction, forgetOpenRedactions, nextRedaction, readOpenRedactions, readRedaction } from './run-store';

/** Longer than a step waits for anything. */
const LOST_AFTER_MS = 20 * 60_000;
/** Nothing waits for anything before it has begun. */
const LOST_BEFORE_START_AFTER_MS = 2 * 60_000;

/**
 * Redactions that nothing drives any more, because their event was lost. Being told counts as having moved.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostRedactions({
  storage,
  clock,
}: {
  readonly storage: Storage;
  readonly clock: Clock;
}): Promise<Watched> {
  const open = await readOpenRedactions(storage);
  const lost: string[] = [];
  const unreadable: string[] = [];
  const gone: string[] = [];
  for (const redactionId of open.redactionIds) {
    const stored = await orCorrupt(readRedaction(storage, redactionId));
    const now = clock();
    const run = stored === 'corrupt' ? undefined : stored.run;
    if (run === undefined) {
      (stored === 'corrupt' ? unreadable : gone).push(redactionId);
      continue;
    }
    const { state, data } = run.record;
    const silentMs = now.getTime() - Date.parse(data.touchedAt);
    if (silentMs < (state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS)) continue;
    const touched = nextRedaction(run, { touchedAt: now.toISOString() });
    if ((await commitRedaction(storage, run, touched)) === 'committed') lost.push(redactionId);
  }
  if (gone.length > 0) await forgetOpenRedactions(storage, open, gone);
  return { lost, unreadable };
}

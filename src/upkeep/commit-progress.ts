import { isDeepStrictEqual } from 'node:util';
import { isOutcomeUnknown } from '../audit/commit-audited';
import type { RowWrite, Storage } from '../platform/storage';

/**
 * Commits the row with the progress of a removal, with the rows of the same step. If the response is lost,
 * reads the row to find out whether the write took place: no other write stores the same progress with this revision.
 * @throws StorageUnavailableError
 */
export async function commitProgress(
  storage: Storage,
  progress: RowWrite,
  writes: readonly RowWrite[] = [],
): Promise<'committed' | 'conflict'> {
  try {
    if (progress.expected !== 'absent') return await storage.commit([progress, ...writes], []);
    await storage.placehold(progress.entity, progress.key);
    return await storage.commit([{ ...progress, expected: 0 }, ...writes], []);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const { value } = await storage.read(progress.entity, progress.key);
    if (!isDeepStrictEqual(value, JSON.parse(JSON.stringify(progress.value)))) throw error;
    return 'committed';
  }
}

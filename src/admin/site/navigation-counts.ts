import { readLevels } from '../../classification/level-store';
import { countingKeyOf } from '../../counts/read-counts';
import { COUNT_ROWS, readSiteCounts } from '../../counts/read-site-counts';
import { awaitAll } from '../../platform/await-all';
import { readAhead } from '../../platform/read-ahead';
import { noInput, operation } from '../input';
import { LINE_ROWS, readKeysToCheck, readOpenRuns } from './overview';

/** The numbers of things that need attention, by entry of the navigation. The overview shows the same numbers. */
export interface NavigationCounts {
  /** Pages without a level. */
  readonly pages: number;
  /** True: there are at least so many pages without a level. */
  readonly isAtLeast: boolean;
  /** Open critical findings. */
  readonly findings: number;
  /** The running and waiting jobs, scans and redactions. */
  readonly scans: number;
  /** Keys that expire soon, and keys that were refused in the last day. */
  readonly api: number;
}

/** Storage: three reads. @throws StorageUnavailableError, CorruptRecordError */
export const getNavigationCounts = operation(noInput, async (request): Promise<NavigationCounts> => {
  const { storage, installationId, now } = request;
  const [rows, keys] = await awaitAll([
    readAhead(storage, [...COUNT_ROWS, ...LINE_ROWS]),
    readKeysToCheck(request),
  ] as const);
  const levels = await readLevels(rows, installationId);
  const [{ site, isCounting }, runs] = await awaitAll([
    readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, now),
    readOpenRuns(rows, now),
  ] as const);
  return {
    pages: site.byLevel.none ?? 0,
    isAtLeast: isCounting || site.isAtLeast,
    findings: site.open.critical,
    scans: runs.length,
    api: new Set([...keys.expiring, ...keys.refused].map(({ keyId }) => keyId)).size,
  };
});

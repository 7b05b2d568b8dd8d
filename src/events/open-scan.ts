import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import type { ScanRunContext } from '../findings/step-scan';
import type { Clock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import type { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import { type Pause, systemPause } from '../platform/pause';
import type { Peppers } from '../platform/secrets';
import { openStorage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { quotasOf } from '../quota/policies';

/** The dependencies of a scan, with the current configuration of the site. */

export interface ScanDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
  /** The text of the variable `RATE_LIMITS`; undefined = the default quotas. */
  readonly rateLimits: () => string | undefined;
  /** Runs between two attempts to count the calls of a scan. Default: real time. */
  readonly pause?: Pause;
}

/** About as many points as a page with its comments costs. Unused points are returned. */
const POINTS_AT_A_TIME = 10;

interface OpenScan {
  readonly config: DetectionConfig;
  /** Loads the detectors. */
  readonly load: () => Promise<ScanRunContext>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function openScan(
  { clock, random, log, rateLimits, pause = systemPause }: Omit<ScanDependencies, 'peppers'>,
  { peppers, installationId, deadline }: { peppers: Peppers; installationId: string; deadline: Deadline },
): Promise<OpenScan> {
  const storage = openStorage(deadline);
  const [{ config }, { all: exclusions }] = await awaitAll([readDetection(storage), readExclusions(storage)] as const);
  return {
    config,
    load: async () => {
      const { openPageScanner } = await import('../findings/scan-content');
      return {
        storage,
        confluence: openConfluence(deadline),
        clock,
        random,
        log,
        scanner: openPageScanner({ clock, installationId, peppers, config, exclusions }),
        installationId,
        rules: config.rules,
        exclusions,
        openPoints: (ownerId) =>
          openBackgroundPoints({ storage, clock, random, pause, log, quotas: quotasOf(rateLimits()) }, ownerId, {
            block: POINTS_AT_A_TIME,
          }),
      };
    },
  };
}

import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import type { ScanContext } from '../findings/scan-page';
import type { Clock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import type { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Peppers } from '../platform/secrets';
import { openStorage } from '../platform/storage';
import { together } from '../platform/together';

/** What a scan needs, as the site is configured at this moment. */

export interface ScanDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
}

interface OpenScan {
  readonly config: DetectionConfig;
  /** Loads the detectors. */
  readonly load: () => Promise<ScanContext>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function openScan(
  { clock, random }: Pick<ScanDependencies, 'clock' | 'random'>,
  { peppers, installationId, deadline }: { peppers: Peppers; installationId: string; deadline: Deadline },
): Promise<OpenScan> {
  const storage = openStorage(deadline);
  const [{ config }, { all: exclusions }] = await together([readDetection(storage), readExclusions(storage)] as const);
  return {
    config,
    load: async () => {
      const { openInspector } = await import('../findings/inspect-page');
      return {
        storage,
        confluence: openConfluence(deadline),
        clock,
        random,
        inspector: openInspector({ clock, installationId, peppers, config, exclusions }),
        installationId,
        rules: config.rules,
        exclusions,
      };
    },
  };
}

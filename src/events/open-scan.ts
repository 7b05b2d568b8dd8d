import { readLicense } from '../capabilities/license';
import type { DetectionConfig } from '../detection/configuration/model';
import { readFindingConditions } from '../findings/finding-conditions';
import type { ScanRunContext } from '../findings/runs/step-scan';
import { collectMirrors } from '../mirror/push-mirror';
import { openStorage } from '../people/open-storage';
import { openConfluence } from '../platform/confluence';
import type { Deadline } from '../platform/deadline';
import { systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import type { Peppers } from '../platform/secrets';
import { awaitAll } from '../platform/await-all';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { quotasOf } from '../quota/policies';
import type { DetectionDependencies, EventDependencies } from './invocation';

/** The dependencies of scans and redactions, with the current configuration of the site. */

/** @throws Error if the pepper is missing. Without it, no key and no finding can be verified. */
export function requirePeppers({ peppers }: DetectionDependencies): Peppers {
  const found = peppers();
  if (found === undefined) throw new Error('there is no pepper');
  return found;
}

/** About as many points as a page with its comments costs. Unused points are returned. */
const POINTS_AT_A_TIME = 10;

interface OpenScan {
  readonly config: DetectionConfig;
  /** False: start no scan. */
  readonly isLicensed: boolean;
  /** Loads the detectors. */
  readonly load: () => Promise<ScanRunContext>;
  /** Pushes the pages whose level was raised since the last call. Never fails. */
  readonly pushMirrors: () => Promise<void>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function openScan(
  { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs }: EventDependencies,
  { peppers, installationId, deadline }: { peppers: Peppers; installationId: string; deadline: Deadline },
): Promise<OpenScan> {
  const storage = openStorage(deadline, clock, storageLimitMs);
  const [{ config, exclusions: stored, observed }, license] = await awaitAll([
    readFindingConditions(storage),
    readLicense(storage, clock()),
  ] as const);
  const exclusions = stored.all;
  const mirrors = collectMirrors();
  return {
    config,
    isLicensed: license !== 'inactive',
    pushMirrors: () => mirrors.pushAll({ push: openPush(deadline), log, requestId: random.uuid() }),
    load: async () => {
      const { openPageScanner } = await import('../findings/scan/scan-content');
      const quotas = quotasOf(rateLimits());
      return {
        storage,
        confluence: openConfluence(deadline, hostLimitMs),
        clock,
        random,
        log,
        scanner: openPageScanner({ clock, installationId, peppers, config, exclusions }),
        installationId,
        config,
        exclusions,
        observed,
        pushMirror: mirrors.pushMirror,
        quotas,
        openPoints: (ownerId) =>
          openBackgroundPoints({ storage, clock, random, pause, log, quotas }, ownerId, {
            block: POINTS_AT_A_TIME,
          }),
      };
    },
  };
}

import { LICENSE_ROW, readLicense } from '../capabilities/license';
import { LEVELS_ROW } from '../classification/model';
import type { DetectionConfig } from '../detection/configuration/model';
import { CONDITION_ROWS, readFindingConditions } from '../findings/finding-conditions';
import type { ScanRunContext } from '../findings/runs/step-scan';
import { type CollectedMirrors, collectMirrors, type PushMirrorContext } from '../mirror/push-mirror';
import type { Peppers } from '../platform/secrets';
import { awaitAll } from '../platform/await-all';
import { readAhead, type RowReader } from '../platform/read-ahead';
import { openPoints, payerOfWork } from '../quota/charge-or-wait';
import { type Dependencies, openQuotas, type Platform } from '../quota/invocation';
import { openUnattended } from './background';
import { installationIdOf } from './invocation';

/** The dependencies of scans and redactions, with the current configuration of the site. */

/** @throws Error if the pepper is missing. Without it, no key and no finding can be verified. */
export function requirePeppers({ peppers }: Dependencies): Peppers {
  const found = peppers();
  if (found === undefined) throw new Error('there is no pepper');
  return found;
}

/** About as many points as a page with its comments costs. Unused points are returned. */
const POINTS_AT_A_TIME = 10;

interface OpenScan extends Platform, Pick<CollectedMirrors, 'pushMirror'> {
  readonly installationId: string;
  readonly config: DetectionConfig;
  /** False: start no scan. */
  readonly isLicensed: boolean;
  /** The configuration as it was read, with the levels. */
  readonly rows: RowReader;
  /** Loads the detectors. */
  readonly load: () => Promise<ScanRunContext & Platform>;
  /** Pushes the pages whose level was raised since the last call. Never fails. @param mirrorRoom as for `pushMirror` */
  readonly pushMirrors: (mirrorRoom?: PushMirrorContext['mirrorRoom']) => Promise<void>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function openScan(
  dependencies: Dependencies,
  context: unknown,
  { peppers, limitMs }: { readonly peppers: Peppers; readonly limitMs: number },
): Promise<OpenScan> {
  const installationId = installationIdOf(context);
  const platform = openUnattended(dependencies, limitMs);
  const { storage, clock, random, log, push } = platform;
  const rows = await readAhead(storage, [...CONDITION_ROWS, LICENSE_ROW, LEVELS_ROW]);
  const [{ config, exclusions: stored, observed }, license] = await awaitAll([
    readFindingConditions(rows),
    readLicense(rows, clock()),
  ] as const);
  const exclusions = stored.all;
  const mirrors = collectMirrors();
  return {
    ...platform,
    installationId,
    config,
    rows,
    pushMirror: mirrors.pushMirror,
    isLicensed: license !== 'inactive',
    pushMirrors: (mirrorRoom) =>
      mirrors.pushAll({ push, log, requestId: random.uuid(), ...(mirrorRoom === undefined ? {} : { mirrorRoom }) }),
    load: async () => {
      const { openPageScanner } = await import('../findings/scan/scan-content');
      const quotas = openQuotas(dependencies);
      return {
        ...platform,
        scanner: openPageScanner({ installationId, peppers, config, exclusions }),
        installationId,
        config,
        exclusions,
        observed,
        pushMirror: mirrors.pushMirror,
        quotas,
        openPoints: (ownerId) => openPoints({ ...platform, quotas }, payerOfWork(ownerId), { block: POINTS_AT_A_TIME }),
      };
    },
  };
}

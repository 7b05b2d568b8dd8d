import { DEFAULT_CONFIG, type DetectionConfig } from '../../src/detection/configuration/model';
import { detectors } from '../../src/detection/detectors';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** A site that had the app before these detectors came with an update. All other detectors are turned on. */
export async function observe(
  site: Pick<Site, 'host'>,
  detectorIds: readonly string[],
  config: Partial<DetectionConfig> = {},
): Promise<void> {
  await installBeforeDetectors(site);
  const turnedOn = detectors.map(({ id }) => id).filter((id) => !detectorIds.includes(id));
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, turnedOn, ...config } });
}

/** A site that had the app before any of the built-in detectors. */
export function installBeforeDetectors(site: Pick<Site, 'host'>): Promise<void> {
  const [at, appVersion] = ['2026-01-01T00:00:00.000Z', '1.0.0'];
  const value = { installedAt: at, appVersion, versionSince: at, preparedVersion: appVersion, catalogue: 0 };
  return putRow(site, 'config', 'installation', { v: 1, rev: 1, value });
}

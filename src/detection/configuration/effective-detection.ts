import { createHash } from 'node:crypto';
import type { Policy } from '../policy';
import type { CustomDetector, DetectionConfig } from './model';

/** What the configuration of a site comes to in a space. Pure. */

export interface EffectiveDetection {
  /** For the engine. Custom detectors are on unless it says otherwise. */
  readonly policy: Policy;
  /** Those that are on. */
  readonly custom: readonly CustomDetector[];
  readonly targets: DetectionConfig['targets'];
}

/** @param spaceId undefined = the site, where no scheme changes anything */
export function effectiveDetection(config: DetectionConfig, spaceId?: string): EffectiveDetection {
  const schemeId = spaceId === undefined ? undefined : config.spaces[spaceId];
  const scheme = config.schemes.find((one) => one.schemeId === schemeId);
  const regions = scheme?.regions ?? config.regions;
  const detectors = layered(config.detectors, scheme?.detectors ?? {});
  return {
    policy: {
      ...(regions.length === 0 ? {} : { regions }),
      minConfidence: scheme?.minConfidence ?? config.minConfidence,
      detectors,
    },
    custom: config.custom.filter(({ detectorId }) => detectors[detectorId]?.enabled !== false),
    targets: config.targets,
  };
}

function layered(site: DetectionConfig['detectors'], scheme: DetectionConfig['detectors']): Policy['detectors'] {
  const ids = [...new Set([...Object.keys(site), ...Object.keys(scheme)])];
  return Object.fromEntries(ids.map((id) => [id, { ...site[id], ...scheme[id] }]));
}

/**
 * Of all that decides what is found on a page of the space: a page that was looked at under another one is out of date.
 * Names and samples do not count.
 * @param others what decides besides: the version of the engine, that of the fingerprint's key
 */
export function configHashOf({ policy, custom, targets }: EffectiveDetection, others: readonly string[]): string {
  const rules = custom.map(({ name: _name, samples: _samples, ...decisive }) => decisive);
  return createHash('sha256')
    .update(JSON.stringify(sorted([others, policy, rules, targets])))
    .digest('base64url')
    .slice(0, 22);
}

/** The same text for the same settings, in whichever order they were stored. */
function sorted(settings: unknown): unknown {
  if (Array.isArray(settings)) return settings.map(sorted);
  if (typeof settings !== 'object' || settings === null) return settings;
  const members = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

import { createHash } from 'node:crypto';
import { findScheme } from '../../configuration/schemes';
import type { Policy } from '../policy';
import type { CustomDetector, DetectionConfig } from './model';

/** The detection settings in effect in a space. Pure. */

export interface EffectiveDetection {
  /** Custom detectors are enabled unless the policy disables them. */
  readonly policy: Policy;
  /** The enabled ones. */
  readonly custom: readonly CustomDetector[];
  readonly targets: DetectionConfig['targets'];
}

/** @param spaceId undefined = the site configuration without schemes */
export function effectiveDetection(config: DetectionConfig, spaceId?: string): EffectiveDetection {
  const schemeId = spaceId === undefined ? undefined : config.spaces[spaceId];
  const scheme = findScheme(config.schemes, schemeId);
  const regions = scheme?.regions ?? config.regions;
  const detectors = mergeOverrides(config.detectors, scheme?.detectors ?? {});
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

function mergeOverrides(site: DetectionConfig['detectors'], scheme: DetectionConfig['detectors']): Policy['detectors'] {
  const ids = [...new Set([...Object.keys(site), ...Object.keys(scheme)])];
  return Object.fromEntries(ids.map((id) => [id, { ...site[id], ...scheme[id] }]));
}

/**
 * A hash of everything that decides the findings on a page. A page scan with another hash is outdated. Names and samples are
 * not part of it.
 * @param versions further inputs: the versions of the engine and of the fingerprint key
 */
export function configHashOf({ policy, custom, targets }: EffectiveDetection, versions: readonly string[]): string {
  const rules = custom.map(({ name: _name, samples: _samples, ...relevant }) => relevant);
  return createHash('sha256')
    .update(JSON.stringify(sorted([versions, policy, rules, targets])))
    .digest('base64url')
    .slice(0, 22);
}

/** Sorts members, so that equal settings have equal JSON in any stored order. */
function sorted(settings: unknown): unknown {
  if (Array.isArray(settings)) return settings.map(sorted);
  if (typeof settings !== 'object' || settings === null) return settings;
  const members = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

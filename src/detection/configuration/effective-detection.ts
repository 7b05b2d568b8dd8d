import { createHash } from 'node:crypto';
import { findScheme } from '../../configuration/schemes';
import { sortedJson } from '../../platform/sorted-members';
import type { Severity } from '../detector';
import type { Policy } from '../engine/policy';
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

/** The settings that decide which severity findings have. */
export type SeveritySettings = Pick<DetectionConfig, 'detectors' | 'custom' | 'schemes' | 'spaces'>;

/** The severity that the settings give the findings of a detector. Undefined: the one that page scans store. */
export function severityIn(
  { detectors, custom, schemes, spaces }: SeveritySettings,
  spaceId: string,
  detectorId: string,
): Severity | undefined {
  const ofScheme = findScheme(schemes, spaces[spaceId])?.detectors[detectorId]?.severity;
  const ofSite = detectors[detectorId]?.severity;
  return ofScheme ?? ofSite ?? custom.find((one) => one.detectorId === detectorId)?.severity;
}

/** The detectors to which the settings give this severity, on the site or in some spaces. */
export function detectorsWith(
  { detectors, custom, schemes }: Omit<SeveritySettings, 'spaces'>,
  severity: Severity,
): readonly string[] {
  const all = [detectors, ...schemes.map((scheme) => scheme.detectors)].flatMap((settings) => Object.entries(settings));
  const set = all.flatMap(([detectorId, settings]) => (settings.severity === severity ? [detectorId] : []));
  return [...new Set([...set, ...custom.flatMap((one) => (one.severity === severity ? [one.detectorId] : []))])];
}

/**
 * The settings for page scans, which store the detectors' own severities, because those of the settings apply when
 * findings are read.
 */
export function forPageScans({ policy, ...others }: EffectiveDetection): EffectiveDetection {
  const detectors = Object.entries(policy.detectors).flatMap(([id, { severity: _severity, ...settings }]) =>
    Object.keys(settings).length === 0 ? [] : [[id, settings] as const],
  );
  return { ...others, policy: { ...policy, detectors: Object.fromEntries(detectors) } };
}

/**
 * A hash of everything that decides the findings on a page. A page scan with another hash is outdated. Names, samples and
 * severities are not part of it.
 * @param versions further inputs: the versions of the engine and of the fingerprint key
 */
export function configHashOf(effective: EffectiveDetection, versions: readonly string[]): string {
  const { policy, custom, targets } = forPageScans(effective);
  const rules = custom.map(({ name: _name, samples: _samples, severity: _severity, ...relevant }) => relevant);
  return createHash('sha256')
    .update(sortedJson([versions, policy, rules, targets]))
    .digest('base64url')
    .slice(0, 22);
}

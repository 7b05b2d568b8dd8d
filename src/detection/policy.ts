import type { Compiled, Engine } from './compile';
import type { Detector, Region, Rule, Severity } from './detector';

/** What a site, or a caller, wants to be told. */
export interface Policy {
  /** Left out: detectors of every region. */
  readonly regions?: readonly Region[];
  /** Findings below this are none, where the detector has no threshold of its own. */
  readonly minConfidence: number;
  /** By the id of the detector: what is different from its definition. */
  readonly detectors: Readonly<Record<string, DetectorSettings>>;
}

export interface DetectorSettings {
  readonly enabled?: boolean | undefined;
  readonly minConfidence?: number | undefined;
  readonly severity?: Severity | undefined;
}

export const DEFAULT_POLICY: Policy = { minConfidence: 0.5, detectors: {} };

/** Numbers without a country are read as of these, where no regions are configured. */
const COMMON_REGIONS: readonly Region[] = ['US', 'GB', 'DE', 'FR', 'AU'];

/** A policy, worked out for an engine: once for any number of texts. */
export interface Selection {
  /** By the number of the detector: the least confidence of a finding; undefined where it is off. */
  readonly thresholds: readonly (number | undefined)[];
  readonly severities: readonly Severity[];
  /** By the number of the rule: 1 if it is looked for in any text, 2 if only where there is a word for it. */
  readonly wanted: Uint8Array;
  /** Of which numbers without a country are read. */
  readonly regions: readonly Region[];
}

export function selectDetectors({ detectors, rules }: Engine, policy: Policy): Selection {
  const { regions } = policy;
  const settings = detectors.map(({ definition }) => policy.detectors[definition.id] ?? {});
  const thresholds = detectors.map(({ definition }, index) => {
    const { enabled = definition.enabledByDefault, minConfidence = policy.minConfidence } = settings[index] ?? {};
    return enabled && isOfRegions(definition, regions) ? minConfidence : undefined;
  });
  return {
    thresholds,
    wanted: Uint8Array.from(rules, (rule) => whenWanted(rule, thresholds[rule.detector.index])),
    severities: detectors.map(({ definition }, index) => settings[index]?.severity ?? definition.severity),
    regions: regions === undefined || regions.length === 0 ? COMMON_REGIONS : regions,
  };
}

function whenWanted({ confidence, detector }: Compiled<Rule>, threshold: number | undefined): 0 | 1 | 2 {
  if (threshold === undefined) return 0;
  const { base, validated = base } = confidence;
  // Without a word for it anywhere in the text it could not become sure enough: not worth a look.
  const isSureEnough = base > 0 && Math.max(base, validated) >= threshold;
  return isSureEnough || detector.definition.near !== undefined ? 1 : 2;
}

function isOfRegions(detector: Detector, regions: readonly Region[] | undefined): boolean {
  if (detector.regions === undefined || regions === undefined) return true;
  return detector.regions.some((region) => regions.includes(region));
}

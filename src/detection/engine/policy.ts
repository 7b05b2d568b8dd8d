import type { CompiledEngine } from './compile';
import type { Compiled } from './compiled-rule';
import type { Detector, Region, Rule, Severity } from '../detector';
import type { Engine } from './engine';

/** The detection settings of a site or a caller. */
export interface Policy {
  /** Omitted: detectors of every region run. */
  readonly regions?: readonly Region[];
  /** Findings below this confidence are ignored, unless the detector has its own threshold. */
  readonly minConfidence: number;
  /** Overrides by detector id. */
  readonly detectors: Readonly<Record<string, DetectorSettings>>;
}

export interface DetectorSettings {
  readonly enabled?: boolean | undefined;
  readonly minConfidence?: number | undefined;
  readonly severity?: Severity | undefined;
}

export const DEFAULT_POLICY: Policy = { minConfidence: 0.5, detectors: {} };

/** The regions for numbers without a country code if none are configured. */
const COMMON_REGIONS: readonly Region[] = ['US', 'GB', 'DE', 'FR', 'AU'];

/** A policy, resolved for an engine. Reusable for any number of texts. */
export interface DetectorSelection {
  /** Compiled from the enabled detectors only. */
  readonly engine: CompiledEngine;
  /** The minimum confidence, by detector index. */
  readonly thresholds: readonly number[];
  readonly severities: readonly Severity[];
  /** By rule index: 1 if the rule runs on every text, 0 if only on texts with a context word of the detector. */
  readonly runsWithoutContext: Uint8Array;
  /** The regions for numbers without a country code. */
  readonly regions: readonly Region[];
  /** True if the regions are configured. The detectors of other regions do not run then. */
  readonly hasRegions: boolean;
}

export function selectDetectors(engine: Engine, policy: Policy): DetectorSelection {
  const { regions = [] } = policy;
  const hasRegions = regions.length > 0;
  const settingsOf = ({ id }: Detector) => policy.detectors[id] ?? {};
  const compiled = engine.compiledFor((definition) => isSelected(definition, policy));
  const { detectors, rules } = compiled;
  const thresholds = detectors.map(({ definition }) => settingsOf(definition).minConfidence ?? policy.minConfidence);
  return {
    engine: compiled,
    thresholds,
    severities: detectors.map(({ definition }) => settingsOf(definition).severity ?? definition.severity),
    runsWithoutContext: Uint8Array.from(rules, (rule) =>
      Number(canMatchWithoutContext(rule, thresholds[rule.detector.index] ?? 1, hasRegions)),
    ),
    regions: hasRegions ? regions : COMMON_REGIONS,
    hasRegions,
  };
}

/** False if a match without context cannot reach the threshold. Running the rule would then be wasted work. */
function canMatchWithoutContext(
  { confidence, detector }: Compiled<Rule>,
  threshold: number,
  hasRegions: boolean,
): boolean {
  const { base, validated = base, inRegion = 0, withContext = 0 } = confidence;
  const byValidator = detector.definition.findsContext === true ? withContext : 0;
  return base > 0 && Math.max(base, validated, hasRegions ? inRegion : 0, byValidator) >= threshold;
}

/** True if the detector runs. */
export function isSelected(detector: Detector, { detectors, regions }: Policy): boolean {
  const { enabled = detector.enabledByDefault ?? true } = detectors[detector.id] ?? {};
  return enabled && appliesToRegions(detector, regions);
}

function appliesToRegions(detector: Detector, regions: readonly Region[] | undefined): boolean {
  if (detector.regions === undefined || regions === undefined) return true;
  return detector.regions.some((region) => regions.includes(region));
}

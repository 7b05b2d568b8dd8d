import type { CompiledEngine } from './compile';
import type { Compiled } from './compiled-rule';
import type { Detector, Region, Rule, Severity } from './detector';
import type { Engine } from './engine';

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
  /** The detectors that are on, and they alone. */
  readonly engine: CompiledEngine;
  /** By the number of the detector: the least confidence of a finding. */
  readonly thresholds: readonly number[];
  readonly severities: readonly Severity[];
  /** By the number of the rule: whether it is looked for in any text, or only where there is a word for it. */
  readonly anywhere: Uint8Array;
  /** Of which numbers without a country are read. */
  readonly regions: readonly Region[];
}

export function selectDetectors(engine: Engine, policy: Policy): Selection {
  const { regions } = policy;
  const settingsOf = ({ id }: Detector) => policy.detectors[id] ?? {};
  const compiled = engine.compiledFor((definition) => {
    const { enabled = definition.enabledByDefault } = settingsOf(definition);
    return enabled && isOfRegions(definition, regions);
  });
  const { detectors, rules } = compiled;
  const thresholds = detectors.map(({ definition }) => settingsOf(definition).minConfidence ?? policy.minConfidence);
  return {
    engine: compiled,
    thresholds,
    severities: detectors.map(({ definition }) => settingsOf(definition).severity ?? definition.severity),
    anywhere: Uint8Array.from(rules, (rule) => Number(isWantedAnywhere(rule, thresholds[rule.detector.index] ?? 1))),
    regions: regions === undefined || regions.length === 0 ? COMMON_REGIONS : regions,
  };
}

/** Not if without a word for it anywhere in the text it could not become sure enough: it is not worth a look. */
function isWantedAnywhere({ confidence, detector }: Compiled<Rule>, threshold: number): boolean {
  const { base, validated = base } = confidence;
  return (base > 0 && Math.max(base, validated) >= threshold) || detector.definition.near !== undefined;
}

function isOfRegions(detector: Detector, regions: readonly Region[] | undefined): boolean {
  if (detector.regions === undefined || regions === undefined) return true;
  return detector.regions.some((region) => regions.includes(region));
}

import type { Category, Detector, Region, Severity } from '../detector';
import type { DetectorSettings, Policy } from '../policy';
import { effectiveDetection } from './effective-detection';
import type { CustomDetector, DetectionConfig } from './model';

/** The detectors of a site with their settings. Loads the built-in detectors on first use (docs/adr/0019). */

export interface CatalogueEntry {
  readonly detectorId: string;
  readonly name: string;
  readonly category: Category;
  /** The heading for lists. */
  readonly group: string;
  /** The regions that the detector applies to; empty = all. */
  readonly regions: readonly Region[];
  readonly isCustom: boolean;
  readonly enabled: boolean;
  /** False if the site has configured other regions. The detector then does not run, even if it is enabled. */
  readonly inRegions: boolean;
  readonly minConfidence: number;
  readonly severity: Severity;
  /** The overrides of the site. */
  readonly settings: DetectorSettings;
  /** The built-in values. */
  readonly defaults: { readonly enabled: boolean; readonly severity: Severity };
}

const loadDetectors = async () => (await import('../detectors')).detectors;

export async function loadIsBuiltIn(): Promise<(detectorId: string) => boolean> {
  const ids = new Set((await loadDetectors()).map(({ id }) => id));
  return (detectorId) => ids.has(detectorId);
}

/** All detectors of a site, custom ones last. */
export async function catalogueOf(config: DetectionConfig): Promise<readonly CatalogueEntry[]> {
  return (await loadCatalogue())(config);
}

/** For callers that get the configuration later. */
export async function loadCatalogue(): Promise<(config: DetectionConfig) => readonly CatalogueEntry[]> {
  const detectors = await loadDetectors();
  return (config) => {
    const { policy } = effectiveDetection(config);
    return [...detectors, ...config.custom.map(customEntry)].map((detector) => entryOf(policy, detector));
  };
}

export async function findDetector(config: DetectionConfig, detectorId: string): Promise<CatalogueEntry | undefined> {
  return (await catalogueOf(config)).find((entry) => entry.detectorId === detectorId);
}

type CatalogueDetector = Pick<
  Detector,
  'id' | 'name' | 'category' | 'group' | 'regions' | 'severity' | 'enabledByDefault'
> & {
  readonly isCustom?: true;
};

function customEntry({ detectorId, ...detector }: CustomDetector): CatalogueDetector {
  return { ...detector, id: detectorId, group: 'Custom', enabledByDefault: true, isCustom: true };
}

function entryOf(
  { detectors: overrides, regions: configuredRegions, minConfidence }: Policy,
  detector: CatalogueDetector,
): CatalogueEntry {
  const settings = overrides[detector.id] ?? {};
  const { regions = [] } = detector;
  return {
    detectorId: detector.id,
    name: detector.name,
    category: detector.category,
    group: detector.group,
    regions,
    isCustom: detector.isCustom ?? false,
    enabled: settings.enabled ?? detector.enabledByDefault,
    inRegions:
      configuredRegions === undefined ||
      regions.length === 0 ||
      regions.some((region) => configuredRegions.includes(region)),
    minConfidence: settings.minConfidence ?? minConfidence,
    severity: settings.severity ?? detector.severity,
    settings,
    defaults: { enabled: detector.enabledByDefault, severity: detector.severity },
  };
}

import type { Category, Detector, Region, Severity } from '../detector';
import type { DetectorSettings, Policy } from '../policy';
import { effectiveDetection } from './effective-detection';
import type { CustomDetector, DetectionConfig } from './model';

/** The detectors that a site has, and what is settled about each for the site. Loads them if nobody has yet (docs/adr/0019). */

export interface CatalogueEntry {
  readonly detectorId: string;
  readonly name: string;
  readonly category: Category;
  /** The heading it stands under. */
  readonly group: string;
  /** Where it is of use; none = everywhere. */
  readonly regions: readonly Region[];
  readonly isCustom: boolean;
  readonly enabled: boolean;
  /** False: the regions of the site are others, so it does not run though it is enabled. */
  readonly inRegions: boolean;
  readonly minConfidence: number;
  readonly severity: Severity;
  /** What is different from how it comes. */
  readonly settings: DetectorSettings;
  /** How it comes. */
  readonly defaults: { readonly enabled: boolean; readonly severity: Severity };
}

const loadDetectors = async () => (await import('../detectors')).detectors;

export async function loadIsBuiltIn(): Promise<(detectorId: string) => boolean> {
  const ids = new Set((await loadDetectors()).map(({ id }) => id));
  return (detectorId) => ids.has(detectorId);
}

/** The custom ones last. */
export async function catalogueOf(config: DetectionConfig): Promise<readonly CatalogueEntry[]> {
  return (await loadCatalogue())(config);
}

/** For a configuration that is known only later. */
export async function loadCatalogue(): Promise<(config: DetectionConfig) => readonly CatalogueEntry[]> {
  const detectors = await loadDetectors();
  return (config) => {
    const { policy } = effectiveDetection(config);
    return [...detectors, ...config.custom.map(asDefined)].map((detector) => entryOf(policy, detector));
  };
}

export async function findDetector(config: DetectionConfig, detectorId: string): Promise<CatalogueEntry | undefined> {
  return (await catalogueOf(config)).find((entry) => entry.detectorId === detectorId);
}

type Defined = Pick<Detector, 'id' | 'name' | 'category' | 'group' | 'regions' | 'severity' | 'enabledByDefault'> & {
  readonly isCustom?: true;
};

function asDefined({ detectorId, ...detector }: CustomDetector): Defined {
  return { ...detector, id: detectorId, group: 'Custom', enabledByDefault: true, isCustom: true };
}

function entryOf({ detectors: settled, regions: wanted, minConfidence }: Policy, detector: Defined): CatalogueEntry {
  const settings = settled[detector.id] ?? {};
  const { regions = [] } = detector;
  return {
    detectorId: detector.id,
    name: detector.name,
    category: detector.category,
    group: detector.group,
    regions,
    isCustom: detector.isCustom ?? false,
    enabled: settings.enabled ?? detector.enabledByDefault,
    inRegions: wanted === undefined || regions.length === 0 || regions.some((region) => wanted.includes(region)),
    minConfidence: settings.minConfidence ?? minConfidence,
    severity: settings.severity ?? detector.severity,
    settings,
    defaults: { enabled: detector.enabledByDefault, severity: detector.severity },
  };
}
